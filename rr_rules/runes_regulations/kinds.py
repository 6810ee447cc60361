"""The kinds of card that the rules treat alike."""

from __future__ import annotations

CREATURES = ("creature", "sacrificial")
RUNES = ("rune", "forbidden_rune")
SPELLS = ("spell", "curse")

IMMUNE: dict[str, frozenset[str]] = {
    "sacrificial": frozenset({"hex", "destroy", "return"}),
    "beast": frozenset({"hex", "destroy", "return", "steal", "give", "sacrifice"}),
}
"""What can never happen to cards of some kinds (NN-CARD-09, -10, NN-BEAST-01 to -03)."""
