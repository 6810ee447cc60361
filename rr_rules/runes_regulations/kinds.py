"""The kinds of card that the rules treat alike."""

from __future__ import annotations

CREATURES = ("creature", "sacrificial")
RUNES = ("rune", "forbidden_rune")
SPELLS = ("spell", "curse")
