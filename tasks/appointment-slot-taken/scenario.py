"""The same visit, but the slot that suits is gone by the time that anybody can book it.

What is free next does not suit: whoever takes just that ends with half of the reward.
"""

from liveclawbench.scenario import same_as

build = same_as("appointment-in-cover", fault="slot-taken")
