"""The phases of a game, in their order."""

from __future__ import annotations

PHASES = ("setup", "begin", "draw", "cast", "summon", "spin", "limit", "end")
"""The set-up, then those of every turn."""
SKIPPABLE = ("cast", "summon", "spin")
CUT_OFF = "cut_off"
"""The phase of a removed player's turn while what others declared in it is still resolved."""
