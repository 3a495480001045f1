"""The brief on cold chains, with accepted pages that give other figures than the rest."""

from liveclawbench.scenario import same_as

build = same_as("cold-chain-brief", switch="contradicted")
