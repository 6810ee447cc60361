"""Dealers answer chance: a seeded one for play and searches, a scripted one for stories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rr_rules.kernel.requests import ChanceRequest, ChanceResult, Roll
from rr_rules.kernel.stream import Stream


class Dealer(Protocol):
    """Whoever answers chance requests."""

    def deal(self, request: ChanceRequest) -> ChanceResult:
        """A result for the request: a number for a Roll, orders for a Shuffle."""


class SeededDealer:
    """Deals from a reproducible stream."""

    def __init__(self, seed: int | Stream) -> None:
        """Deal from `seed`, or go on with a stream that is in use elsewhere."""
        self._stream = seed if isinstance(seed, Stream) else Stream.seeded(seed)

    def deal(self, request: ChanceRequest) -> ChanceResult:
        """The stream's next result for the request."""
        if isinstance(request, Roll):
            return self._stream.below(request.sides)
        return tuple(self._stream.order(len(cards)) for _, cards in request.piles)


class ScriptedDealer:
    """Deals the rolls it was told, in order, and leaves every pile as it lies.

    Without rolls left it deals `default`, so that a story names only the spins it is about.
    """

    def __init__(self, rolls: Sequence[int] = (), default: int = 0) -> None:
        """Deal `rolls` first, then `default` for ever."""
        self.rolls = list(rolls)
        self.default = default

    def deal(self, request: ChanceRequest) -> ChanceResult:
        """The next scripted roll, or the identity order."""
        if isinstance(request, Roll):
            return self.rolls.pop(0) if self.rolls else self.default
        return tuple(tuple(range(len(cards))) for _, cards in request.piles)
