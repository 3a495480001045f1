"""The same purchase, but the first checkout only seems to succeed."""

from liveclawbench.scenario import same_as

build = same_as("watch-purchase", fault="checkout-not-stored")
