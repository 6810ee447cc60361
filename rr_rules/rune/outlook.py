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
    (1, 0): Weights(5.63, 0.98, -0.23, 0.55, -0.02, 2.68, -0.45),
    (1, 1): Weights(1.26, 0.96, -0.68, 0.06, -0.05, 2.16, -2.24),
    (1, 2): Weights(-1.79, 0.74, -0.90, 0.13, -0.06, 1.64, -2.91),
    (1, 3): Weights(-2.90, 0.90, -1.18, -0.35, -0.09, 1.95, -4.13),
    (2, 0): Weights(8.81, 0.84, -0.28, 0.71, -0.14, 3.59, 0.09),
    (2, 1): Weights(4.71, 0.83, -0.97, 0.10, -0.12, 2.69, -1.05),
    (2, 2): Weights(2.57, 0.95, -1.72, 0.08, -0.22, 2.58, -2.80),
    (2, 3): Weights(0.52, 1.00, -1.71, 0.23, -0.20, 2.99, -4.16),
    (3, 0): Weights(10.82, 0.66, -0.23, 0.95, -0.26, 4.04, 0.63),
    (3, 1): Weights(7.00, 0.81, -1.22, 0.53, -0.38, 3.57, -0.95),
    (3, 2): Weights(4.42, 1.09, -1.97, 0.91, -0.41, 3.82, -2.31),
    (3, 3): Weights(3.22, 1.48, -2.42, 0.78, -0.40, 3.93, -4.42),
}
"""By the masters left, those of the seat that moves next first: it always has one."""

SPREADS = (0.0, 1.0, 1.8, 2.0, 2.3, 2.5, 2.7)
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
