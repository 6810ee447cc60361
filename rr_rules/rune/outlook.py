"""What a position between two turns promises: points now, and what is left to claim."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

A_FREE_AREA = 0.8
"""How much of a free area counts for whoever could claim it next."""
A_MASTER = 5.0
"""What a master is worth at least: a rune for it is always found, and areas grow."""
A_TOKEN = 1.5
SPREAD = 4.0
"""So many points ahead make a win about as likely as 73 in 100."""


class Stand(NamedTuple):
    """A position between two turns, as the seat has it that moves next."""

    ahead: int
    """Its points less the other's."""
    free: Sequence[int]
    """What each area without a master is worth, the best first."""
    masters: tuple[int, int]
    """Its own left, then the other's."""
    draws: int
    """How many cards may still be drawn."""
    tokens: tuple[int, int]


def outlook(stand: Stand) -> float:
    """By how many points the seat that moves next can be expected to win."""
    left, chances, who = list(stand.masters), [0.0, 0.0], 0
    for worth in stand.free:
        if not left[who]:
            who = 1 - who
            if not left[who]:
                break
        chances[who] += max(A_FREE_AREA * worth, A_MASTER)
        left[who] -= 1
        who = 1 - who
    tokens = [
        token if masters else 0 for token, masters in zip(stand.tokens, stand.masters, strict=True)
    ]
    return stand.ahead + chances[0] - chances[1] + A_TOKEN * (tokens[0] - tokens[1])


def likelihood(ahead: float) -> float:
    """How likely a win is with so many points expected ahead, 0 to 1."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, ahead / SPREAD))))
