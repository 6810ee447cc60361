"""A finished record: bundles and receipts, and all that verifies, replays and compares them."""
