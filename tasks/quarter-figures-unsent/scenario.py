"""The same figures for the same board, but the first mail is only said to have been sent."""

from liveclawbench.scenario import same_as

build = same_as("quarter-figures-mail", fault="mail-not-sent")
