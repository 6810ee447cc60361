"""What a position between two turns promises: points now, and how likely they are to grow.

The weights are those of `numbers.json`, by the masters left: `fitting.py` makes them anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from rr_rules.bots.numbers import BotNumbers, models
from rr_rules.kernel.transcript import Plain

MOST = 40.0
"""Nothing is surer than so many spreads ahead, so that `exp` never overflows."""


class Weights(NamedTuple):
    """What counts how much for the seat that moves next, in points at the end of the game."""

    move: float
    """Moving next, with so many masters left against so many."""
    ahead: float
    """A point ahead now."""
    stood: float
    """A point of the runes under masters: dear runes are rare, so their areas grow little."""
    free: float
    """A point of the best free area beyond its first rune."""
    draws: float
    """A card that may still be drawn."""
    token: float
    """A token that it has a master left to use with."""
    other_token: float
    """Such a token of the other seat."""


OVER = Weights(0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""With no masters left nothing but points counts."""

MASTERS = 3
"""Of each seat, at the most."""
UNTRIED = 5.0
"""The spread where nothing was fitted yet."""


class Values(NamedTuple):
    """What `values` and `likelihood` look up."""

    weights: Mapping[tuple[int, int], Weights]
    """By the masters left, those of the seat that moves next first: it always has one."""
    spreads: tuple[float, ...]
    """By the masters left of both: so many points ahead make a win likely as 73 in 100."""


def _read(numbers: Plain) -> Values:
    """The numbers of a file; where it has none, points alone count."""
    values, spreads = models(numbers, "values"), models(numbers, "spreads")
    weights = {(0, 0): OVER}
    for mine in range(1, MASTERS + 1):
        for theirs in range(MASTERS + 1):
            found = values.get(f"{mine}/{theirs}")
            said = Weights(*[found.get(name, 0.0) for name in Weights._fields]) if found else OVER
            weights[mine, theirs] = said
    points = [spreads.get(str(left), {}).get("points", UNTRIED) for left in range(2 * MASTERS + 1)]
    return Values(weights, tuple(points))


NUMBERS = BotNumbers("rr_rules.rune.bot", _read)


class Rates(NamedTuple):
    """What counts how much for one seat once a turn has ended in a certain way."""

    base: float
    ahead: float
    stood: float
    free: float


def rates(masters: tuple[int, int], draws: int, tokens: tuple[int, int], *, mine: bool) -> Rates:
    """The rates for a seat with such masters and tokens, its own first; `mine` if it moves next."""
    if not mine:
        masters, tokens = masters[::-1], tokens[::-1]
    weights = NUMBERS.now.weights[masters]
    base = weights.move + weights.draws * (draws if all(masters) else 0)
    base += weights.token * tokens[0] * bool(masters[0])
    base += weights.other_token * tokens[1] * bool(masters[1])
    side = 1.0 if mine else -1.0
    return Rates(side * base, weights.ahead, weights.stood, side * weights.free)


def likelihood(ahead: float, masters: int) -> float:
    """How likely a win is with so many points expected ahead and masters left, 0 to 1."""
    spread = NUMBERS.now.spreads[masters]
    return 1.0 / (1.0 + exp(-max(-MOST, min(MOST, ahead / spread))))
