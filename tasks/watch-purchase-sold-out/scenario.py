"""The same purchase, but the watch sells out while it lies in the cart."""

from liveclawbench.scenario import same_as

build = same_as("watch-purchase", switch="sold-out")
