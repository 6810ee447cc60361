"""Rune on the board: a lattice of runes with a ghost over it, the scores, the hand."""
