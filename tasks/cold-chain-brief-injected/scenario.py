"""The brief on cold chains, with something planted among its pages."""

from liveclawbench.scenario import same_as

build = same_as("cold-chain-brief", switch="injected")
