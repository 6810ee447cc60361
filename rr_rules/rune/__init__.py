"""Rune: the area game of clause catalogue RN, for two players, with the Grand Master tokens."""
