"""A bot that does what its game advises, at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from rr_rules.bots.base import OutOfTime, Sample
from rr_rules.kernel.requests import Choose

Advice = Callable[[object, Choose], int]
"""What a player of some experience would do, from a seat's view alone: the number of an option."""


def advice_of(game: object) -> Advice | None:
    """The advice of a game that has any."""
    return cast("Advice | None", getattr(game, "advise", None))


class RuleBot:
    """Follows a game's rules of thumb."""

    def __init__(self, advice: Advice) -> None:
        self._advice = advice

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """The advised option."""
        return self._advice(view, pending) if len(pending.options) > 1 else 0
