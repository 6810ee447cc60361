"""How good a position looks, judged from a view: what a greedy bot steers by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.runes_regulations.bot import goals
from rr_rules.runes_regulations.bot.suspects import Suspicion
from rr_rules.runes_regulations.state.view import NefariousView, SeatView, View

HEXED, CARD, RUNE, SKIP = 3.0, 1.5, 3.0, -2.0
WON = 1000.0
RIVAL = 0.5
"""How much the strongest neighbor's lead weighs besides the mean of all of them."""
IN_THE_WAY = 8.0
"""A Creature of one who should have none."""


def judge(view: View, seat: int, suspicion: Suspicion) -> float:
    """A number for `seat`: more is better."""
    if view.outcome is not None:
        return WON if seat in view.outcome.winners else -WON
    mine, dark = view.seats[seat], view.nefarious
    if dark is None or dark.seat < 0:
        return _standing(mine) - _against(view, None, (seat,), {})
    feared, clock = suspicion.standings(view, dark, seat), goals.clock(view, dark)
    if seat == dark.seat:
        return _dark_standing(view, dark) + clock - _against(view, dark, (seat,), feared)
    if seat == view.me and goals.serves(dark):
        return _served(view, dark, mine) + clock - _against(view, dark, (seat, dark.seat), feared)
    own = _standing(mine) + (goals.role(dark) if seat == view.me else 0.0)
    return own - clock - _against(view, dark, (seat,), feared)


def _served(view: View, dark: NefariousView, mine: SeatView) -> float:
    """For one who wins with the Nefarious Neighbor, but for what lies on the own Lawn."""
    return _dark_standing(view, dark) + _stuff(mine) - IN_THE_WAY * len(mine.lawn)


def _against(
    view: View, dark: NefariousView | None, but: Sequence[int], feared: Mapping[int, float]
) -> float:
    """What everybody but these seats takes from one: all, the strongest, and who is near a win.

    `feared` is what some may have instead of Creatures alone.
    """
    worths, alarm, other = list[float](), 0.0, -1 if dark is None else dark.seat
    for seat in view.seats:
        if seat.seat in but or seat.left:
            continue
        if dark is not None and seat.seat == other:
            worths.append(_dark_standing(view, dark))
            alarm += goals.alarm(dark.beasts)
        else:
            worths.append(_standing(seat, feared.get(seat.seat)))
            alarm += goals.alarm(seat.mythical)
    return sum(worths) / len(worths) + RIVAL * max(worths) + alarm if worths else 0.0


def _standing(seat: SeatView, goal: float | None = None) -> float:
    """What a seat has for the goal that everybody knows of, or for what it may be up to."""
    worth = goals.creatures(seat) if goal is None else goal
    return worth + HEXED * (len(seat.lawn) - seat.mythical) + _stuff(seat)


def _dark_standing(view: View, dark: NefariousView) -> float:
    seat = view.seats[dark.seat]
    return goals.beasts(dark, len(seat.lawn)) + _stuff(seat)


def _stuff(seat: SeatView) -> float:
    kept = min(len(seat.hand), seat.hand_limit)
    return CARD * kept + RUNE * len(seat.fence) + SKIP * len(seat.skips)
