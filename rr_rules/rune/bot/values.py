"""What a position between two turns promises: points now, and how likely they are to grow.

The weights were fitted to how games went on between bots that search, by the masters left.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

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

WEIGHTS: Mapping[tuple[int, int], Weights] = {
    (0, 0): OVER,
    (1, 0): Weights(6.18, 1.05, -0.19, 0.58, -0.04, 2.55, -0.46),
    (1, 1): Weights(1.67, 1.11, -0.82, -0.06, -0.03, 2.91, -2.84),
    (1, 2): Weights(-3.68, 1.04, -1.59, 0.09, 0.15, 1.80, -3.12),
    (1, 3): Weights(-5.21, 1.09, -0.99, -0.09, 0.07, 1.86, -3.95),
    (2, 0): Weights(11.50, 1.00, -0.45, 0.89, -0.27, 3.41, 0.03),
    (2, 1): Weights(5.86, 1.02, -1.60, 0.04, -0.13, 3.20, -1.37),
    (2, 2): Weights(2.08, 1.06, -2.43, -0.02, -0.09, 2.31, -2.31),
    (2, 3): Weights(-0.40, 1.03, -1.54, 0.14, 0.17, 2.25, -4.04),
    (3, 0): Weights(14.35, 0.92, -0.20, 0.60, -0.50, 3.70, 0.52),
    (3, 1): Weights(9.49, 1.03, -1.37, 0.22, -0.49, 3.23, -0.98),
    (3, 2): Weights(5.50, 1.10, -2.37, 0.54, -0.59, 3.39, -2.12),
    (3, 3): Weights(3.38, 1.44, -2.32, 0.66, -0.15, 3.20, -4.21),
}
"""By the masters left, those of the seat that moves next first: it always has one."""

SPREADS = (0.0, 1.2, 2.4, 2.5, 2.9, 3.2, 3.5)
"""By the masters left of both: so many points ahead make a win likely as 73 in 100."""


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
    weights = WEIGHTS[masters]
    base = weights.move + weights.draws * (draws if all(masters) else 0)
    base += weights.token * tokens[0] * bool(masters[0])
    base += weights.other_token * tokens[1] * bool(masters[1])
    side = 1.0 if mine else -1.0
    return Rates(side * base, weights.ahead, weights.stood, side * weights.free)


def likelihood(ahead: float, masters: int) -> float:
    """How likely a win is with so many points expected ahead and masters left, 0 to 1."""
    return 1.0 / (1.0 + exp(-max(-MOST, min(MOST, ahead / SPREADS[masters]))))
