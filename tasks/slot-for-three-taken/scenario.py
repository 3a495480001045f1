"""The same hour for the same four, but the first time is taken while it is being looked for."""

from liveclawbench.scenario import same_as

build = same_as("slot-for-three", fault="slot-taken")
