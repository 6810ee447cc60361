"""Fairness: what the host promises before the deal, and how anybody checks it afterwards."""
