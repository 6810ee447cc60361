"""How good a position looks, judged from a view: what a greedy bot steers by."""

from __future__ import annotations

from rr_rules.runes_regulations.view import RoleStep, SeatView, View

PROGRESS = (0.0, 10.0, 21.0, 34.0, 52.0, 90.0)
"""What a number of Mythical Creatures is worth: the fifth wins, so each is worth more."""
BEASTS = (0.0, 16.0, 33.0, 51.0, 70.0, 200.0)
"""The same for Corrupted Beasts, which nobody takes away again."""
HEXED, CARD, RUNE, SKIP = 3.0, 1.5, 3.0, -2.0
FUEL = 6.0
"""A Creature that the Nefarious Neighbor can give up for a Beast."""
SHORT, DRAWN = 24, 1.5
"""So many Main cards are few; each that is missing from them brings its win nearer."""
ROLE = 60.0
"""A fulfilled role."""
IN_THE_WAY = 8.0
"""A Creature of one who should have none."""
WON = 1000.0
RIVAL = 0.5
"""How much the strongest neighbor's lead weighs besides the sum of all of them."""
WITH_THE_OTHER = "nefarious_wins"


def judge(view: View, seat: int) -> float:
    """A number for `seat`: more is better."""
    if view.outcome is not None:
        return WON if seat in view.outcome.winners else -WON
    friend = _served_by(view, seat)
    others = [
        _worth_of(view, other) for other in range(len(view.seats)) if other not in (seat, friend)
    ]
    mine = _worth_of(view, seat) + _toward_role(view, seat)
    if friend >= 0:
        mine = _worth_of(view, friend) - IN_THE_WAY * len(view.seats[seat].lawn)
    return mine - sum(others) / len(others) - RIVAL * max(others)


def _served_by(view: View, seat: int) -> int:
    """The Nefarious Neighbor's seat for one whose own role serves it, else -1."""
    dark = view.nefarious
    if dark is None or seat != view.me:
        return -1
    return dark.seat if any(step.at == WITH_THE_OTHER for step in dark.progress) else -1


def _toward_role(view: View, seat: int) -> float:
    """How far the own role is: nothing is known of others'."""
    dark = view.nefarious
    if dark is None or seat != view.me or seat == dark.seat or not dark.progress:
        return 0.0
    share = sum(map(_share, dark.progress)) / len(dark.progress)
    return ROLE * share * share


def _share(step: RoleStep) -> float:
    """Which part of a step is done."""
    if step.is_met:
        return 1.0
    return 1.0 / (1 + step.has) if step.is_most else step.has / (step.wanted or 1)


def _worth_of(view: View, seat: int) -> float:
    dark = view.nefarious
    if dark is not None and seat == dark.seat:
        return _dark_worth(view, dark.beasts)
    return _worth(view.seats[seat])


def _worth(seat: SeatView) -> float:
    creatures = PROGRESS[min(seat.mythical, len(PROGRESS) - 1)]
    hexed = len(seat.lawn) - seat.mythical
    kept = min(len(seat.hand), seat.hand_limit)
    return creatures + HEXED * hexed + CARD * kept + RUNE * len(seat.fence) + SKIP * len(seat.skips)


def _dark_worth(view: View, beasts: int) -> float:
    """The Nefarious Neighbor's: Beasts, what pays for them, and a Main deck that gets short."""
    assert view.nefarious is not None, "only the expansion knows it"
    seat = view.seats[view.nefarious.seat]
    fuel = FUEL * min(len(seat.lawn) - beasts, len(BEASTS))
    kept = CARD * min(len(seat.hand), seat.hand_limit) + RUNE * len(seat.fence)
    clock = DRAWN * max(0, SHORT - view.main_deck)
    return BEASTS[min(beasts, len(BEASTS) - 1)] + fuel + kept + SKIP * len(seat.skips) + clock
