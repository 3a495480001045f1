"""The same purchase, but the first checkout only seems to succeed.

Whoever orders twice without looking also ends with one order here. The pair tells them apart: in
`watch-purchase`, where nothing is lost, that makes two orders (its near miss `extra-order-again`).
"""

from liveclawbench.scenario import same_as

build = same_as("watch-purchase", fault="checkout-not-stored")
