"""The same question, but as soon as the meeting has been looked up, it is moved."""

from liveclawbench.scenario import same_as

build = same_as("meeting-reply", fault=["meeting-moved", "move-noted", "acceptance-withdrawn"])
