"""A game from the deal to its end: setup, turns, spins, roles, winning and leaving."""
