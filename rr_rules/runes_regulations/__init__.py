"""Runes & Regulations for two to four, and with the Nefarious Neighbor for up to eight."""
