"""The same change of flights, but the first change that has a fee only seems to succeed."""

from liveclawbench.scenario import same_as

build = same_as("flight-change-fare-rules", fault="change-not-stored")
