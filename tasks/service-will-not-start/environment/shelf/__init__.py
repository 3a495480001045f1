"""Shelfmark: what a small library lends to whom."""

RELEASE = "3.2"
