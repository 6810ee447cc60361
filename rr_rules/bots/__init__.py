"""Bots that play any game: by chance, greedily, by a game's advice or by search.

A bot sees a seat's view and sampled tables, never the true table.
"""
