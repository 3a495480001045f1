"""The same announcement; Plaza asks to wait, and one post that it calls published is not."""

from liveclawbench.scenario import same_as

build = same_as("cross-posting", fault=["too-many-posts", "post-not-out"])
