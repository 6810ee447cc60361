"""How good a position looks, judged from a view: what a greedy bot steers by."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.runes_regulations import goals
from rr_rules.runes_regulations.view import NefariousView, SeatView, View

HEXED, CARD, RUNE, SKIP = 3.0, 1.5, 3.0, -2.0
WON = 1000.0
RIVAL = 0.5
"""How much the strongest neighbor's lead weighs besides the mean of all of them."""
IN_THE_WAY = 8.0
"""A Creature of one who should have none."""


def judge(view: View, seat: int) -> float:
    """A number for `seat`: more is better."""
    if view.outcome is not None:
        return WON if seat in view.outcome.winners else -WON
    dark = view.nefarious
    if dark is None or dark.seat < 0:
        return _standing(view.seats[seat]) - _against(view, None, (seat,))
    if seat == dark.seat:
        return _dark_standing(view, dark) + goals.clock(view, dark) - _against(view, dark, (seat,))
    if seat == view.me and goals.serves(dark):
        return _served(view, dark, view.seats[seat])
    own = _standing(view.seats[seat]) + (goals.role(dark) if seat == view.me else 0.0)
    return own - goals.clock(view, dark) - _against(view, dark, (seat,))


def _served(view: View, dark: NefariousView, mine: SeatView) -> float:
    """For one who wins with the Nefarious Neighbor, but for what lies on the own Lawn."""
    own = _dark_standing(view, dark) + _stuff(mine) - IN_THE_WAY * len(mine.lawn)
    return own + goals.clock(view, dark) - _against(view, dark, (mine.seat, dark.seat))


def _against(view: View, dark: NefariousView | None, but: Sequence[int]) -> float:
    """What everybody but these seats takes from one: all, the strongest, and who is near a win."""
    worths, alarm, other = list[float](), 0.0, -1 if dark is None else dark.seat
    for seat in view.seats:
        if seat.seat in but:
            continue
        if dark is not None and seat.seat == other:
            worths.append(_dark_standing(view, dark))
            alarm += goals.alarm(dark.beasts)
        else:
            worths.append(_standing(seat))
            alarm += goals.alarm(seat.mythical)
    return sum(worths) / len(worths) + RIVAL * max(worths) + alarm


def _standing(seat: SeatView) -> float:
    """What a seat has for the goal that everybody knows of."""
    return goals.creatures(seat) + HEXED * (len(seat.lawn) - seat.mythical) + _stuff(seat)


def _dark_standing(view: View, dark: NefariousView) -> float:
    seat = view.seats[dark.seat]
    return goals.beasts(dark, len(seat.lawn)) + _stuff(seat)


def _stuff(seat: SeatView) -> float:
    kept = min(len(seat.hand), seat.hand_limit)
    return CARD * kept + RUNE * len(seat.fence) + SKIP * len(seat.skips)
