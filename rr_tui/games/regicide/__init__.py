"""Regicide on the board: the enemy in bars, the piles, the plays, the hands."""
