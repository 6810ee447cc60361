"""How good a position looks, judged from a view: what a greedy bot steers by."""

from __future__ import annotations

from rr_rules.runes_regulations.view import SeatView, View

PROGRESS = (0.0, 10.0, 21.0, 34.0, 52.0, 90.0)
"""What a number of Mythical Creatures is worth: the fifth wins, so each is worth more."""
HEXED, CARD, RUNE, SKIP = 3.0, 1.5, 3.0, -2.0
WON = 1000.0
RIVAL = 0.5
"""How much the strongest neighbor's lead weighs besides the sum of all of them."""


def judge(view: View, seat: int) -> float:
    """A number for `seat`: more is better."""
    if view.outcome is not None:
        return WON if seat in view.outcome.winners else -WON
    others = [_worth(view.seats[other]) for other in range(len(view.seats)) if other != seat]
    mine = _worth(view.seats[seat])
    return mine - sum(others) / len(others) - RIVAL * max(others)


def _worth(seat: SeatView) -> float:
    creatures = PROGRESS[min(seat.mythical, len(PROGRESS) - 1)]
    hexed = len(seat.lawn) - seat.mythical - seat.beasts
    kept = min(len(seat.hand), seat.hand_limit)
    return creatures + HEXED * hexed + CARD * kept + RUNE * len(seat.fence) + SKIP * len(seat.skips)
