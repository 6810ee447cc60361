"""Regicide: the co-operative game of clause catalogue RG, for one to four players."""
