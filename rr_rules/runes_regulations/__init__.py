"""Runes & Regulations for two to four (clauses RR), with the Nefarious Neighbor for up to eight."""
