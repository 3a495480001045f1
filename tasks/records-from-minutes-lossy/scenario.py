"""The same minutes; one record is only said to have been stored, another loses fields."""

from liveclawbench.scenario import same_as

build = same_as("records-from-minutes", fault=["record-not-kept", "fields-not-kept"])
