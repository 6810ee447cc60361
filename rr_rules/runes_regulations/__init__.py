"""Runes & Regulations, the base game for two to four."""
