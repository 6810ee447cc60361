"""How good a view looks: points now, and what masters and tokens may still bring."""

from __future__ import annotations

from collections.abc import Iterable

from rr_rules.rune.view import SeatView, View

WON, LOST = 1000.0, -1000.0
A_MASTER = 5.0
"""What a master in the supply is worth at least: areas still grow."""
A_FREE_AREA = 0.8
"""How much of a free area counts for whoever could claim it next."""
A_TOKEN = 1.5
A_TAKEBACK = 50.0
"""A card that was taken back leads nowhere: a bot that looks one answer ahead must not do it."""


def judge(view: View, seat: int) -> float:
    """More is better; a won game is best."""
    mine, other = view.seats[seat], view.seats[1 - seat]
    ahead = mine.score - other.score
    if view.outcome is not None:
        winners = view.outcome.winners
        return (WON if seat in winners else LOST) + ahead if winners else 0.0
    free = [area.worth for area in view.areas if area.controller < 0]
    one, two = (mine, other) if view.player == seat else (other, mine)
    claimed = _claimed(one, two, free) * (1 if one is mine else -1)
    tokens = A_TOKEN * (mine.tokens - other.tokens)
    return ahead + claimed + tokens - A_TAKEBACK * view.takebacks


def _claimed(one: SeatView, two: SeatView, free: Iterable[int]) -> float:
    """How much more the first one still claims, if both take the best free areas in turn."""
    left, claimed, who = [one.masters, two.masters], [0.0, 0.0], 0
    for worth in sorted(free, reverse=True):
        if not any(left):
            break
        who = who if left[who] else 1 - who
        claimed[who] += max(A_FREE_AREA * worth, A_MASTER)
        left[who] -= 1
        who = 1 - who
    return claimed[0] - claimed[1]
