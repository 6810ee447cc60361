"""How good a view looks: for searches that stop before the end."""

from __future__ import annotations

from rr_rules.regicide.cards import HEALTHIEST, VALUE, WORTH
from rr_rules.regicide.view import View

WON, LOST = 1000.0, -1000.0
A_CARD = sum(VALUE) / len(VALUE)
"""What a hidden card is worth on the average."""


def judge(view: View) -> float:
    """More is better; a won game is best, and a lost one better the later it was lost."""
    if view.outcome is not None:
        return WON if view.outcome.winners else LOST + view.defeated
    hands = sum(_worth(face) for seat in view.seats for face in seat.hand)
    progress = view.defeated * 10 + (view.enemy.damage / HEALTHIEST * 10 if view.enemy else 0)
    threat = view.enemy.attack if view.enemy else 0
    return progress + hands / 4 + min(view.tavern, 10) / 2 - threat / 2


def _worth(face: str) -> float:
    return WORTH[face] if face else A_CARD
