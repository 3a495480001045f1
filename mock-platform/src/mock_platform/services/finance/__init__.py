"""Ledgerline: a firm's books."""

from mock_platform.kit import Service

service = Service(
    "finance",
    title="Ledgerline",
    port=5007,
    summary="A firm's books: ledger, vendors, invoices, orders, payments, budgets, assets, "
    "portfolio, month close.",
    accent="#3a4f7a",
)
