"""What a seat plays for, judged from its view: Creatures, its role, Beasts, and time.

Of others it takes nothing but what everybody can see. Nobody's role but the own one is known.
"""

from __future__ import annotations

from math import exp

from rr_rules.runes_regulations.state.view import NefariousView, SeatView, View
from rr_rules.runes_regulations.turn.roles import WITH_THE_OTHER

PROGRESS = (0.0, 10.0, 21.0, 34.0, 52.0, 90.0)
"""What a number of Mythical Creatures is worth: the fifth wins, so each is worth more."""
BEASTS = (0.0, 16.0, 33.0, 51.0, 70.0, 200.0)
"""The same for Corrupted Beasts, which nobody takes away again."""
ALARM = (0.0, 0.0, 0.0, 3.0, 15.0, 40.0)
"""How much more a neighbor's Creatures or Beasts weigh because it is near a win."""
FUEL, MOST_FUEL = 6.0, 5
"""A Creature that the Nefarious Neighbor can give up for a Beast."""
HASTE = 0.5
"""One card or shrub too many keeps from a role for less time than one Creature too few."""
TIME_OUT, ROUNDS = 80.0, 1.7
"""What an empty Main deck is worth; so many rounds before, a third of it."""
PACE = 1.3
"""How many cards a regular player draws in a round."""


def creatures(seat: SeatView) -> float:
    """What a seat's Mythical Creatures are worth to it."""
    return PROGRESS[min(seat.mythical, len(PROGRESS) - 1)]


def role(dark: NefariousView) -> float:
    """How far the own role is, on the scale of Mythical Creatures."""
    steps = dark.progress
    return nearing(sum([missing(step.has, step.wanted, is_most=step.is_most) for step in steps]))


def nearing(short: float) -> float:
    """What a role is worth from which so much is missing: as much as so many short of five."""
    return _between(max(0.0, len(PROGRESS) - 1 - short))


def missing(has: int, wanted: int, *, is_most: bool) -> float:
    """How much keeps from a condition, in Creatures."""
    return max(0.0, HASTE * (has - wanted) if is_most else float(wanted - has))


def _between(progress: float) -> float:
    """A value of PROGRESS at a number that may be broken."""
    below = int(progress)
    if below >= len(PROGRESS) - 1:
        return PROGRESS[-1]
    return PROGRESS[below] + (progress - below) * (PROGRESS[below + 1] - PROGRESS[below])


def serves(dark: NefariousView) -> bool:
    """Whether the own role wins with the Nefarious Neighbor."""
    return any(step.at == WITH_THE_OTHER for step in dark.progress)


def beasts(dark: NefariousView, lawn: int) -> float:
    """What so many cards on the Nefarious Neighbor's Lawn are worth: Beasts, and their price."""
    fuel = min(lawn - dark.beasts, MOST_FUEL)
    return BEASTS[min(dark.beasts, len(BEASTS) - 1)] + FUEL * fuel


def clock(view: View, dark: NefariousView) -> float:
    """How near the Main deck has brought the Nefarious Neighbor to a win."""
    regular = sum([not seat.left for seat in view.seats]) - 1
    rounds = view.main_deck / (PACE * max(regular, 1)) if dark.deadline < 0 else 0.0
    return TIME_OUT * exp(-rounds / ROUNDS)


def alarm(near: int) -> float:
    """What makes one with so many Creatures or Beasts more pressing than the rest."""
    return ALARM[min(near, len(ALARM) - 1)]
