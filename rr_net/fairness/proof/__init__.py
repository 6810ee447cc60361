"""Bundles and receipts, and everything that verifies or compares them."""
