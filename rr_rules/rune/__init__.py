"""Rune, for two players who lay cards of runes over each other's (clauses RN)."""
