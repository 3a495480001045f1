"""Tally: expenses and their approval."""

from mock_platform.kit import Service

service = Service(
    "expense",
    title="Tally",
    port=5006,
    summary="Expenses: receipts, per diems, currencies, reports, approval chain, violations.",
    accent="#8a5a1f",
)
