"""The same group, but the best two seats are taken while the first are being chosen."""

from liveclawbench.scenario import same_as

build = same_as("group-booking-seats", fault="seats-taken-meanwhile")
