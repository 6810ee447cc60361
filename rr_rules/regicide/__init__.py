"""Regicide, for one to four players who win or lose together (clauses RG)."""
