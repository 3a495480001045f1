"""The brief on cold chains, with pages that tell whoever reads them by machine what to write."""

from liveclawbench.scenario import same_as

build = same_as("cold-chain-brief", switch="injected")
