"""Quayside: a shop."""

from mock_platform.kit import Service

service = Service(
    "shop",
    title="Quayside",
    port=5001,
    summary="A shop: search, product pages, cart, checkout, orders, returns and exchanges.",
    accent="#1f6f6b",
)
