"""A bot that lets a game's promising options race: flat Monte Carlo with paired playouts.

Each round deals what the seat cannot know anew and plays this one table out with every option
still in the race, all with equal luck, so that only the options differ. What has fallen clearly
behind the leader drops out; the race ends when one is left, or with the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rr_rules.bots.base import OutOfTime, Sample
from rr_rules.bots.insight import Insightful
from rr_rules.requests import Choose
from rr_rules.stream import Stream

ROUNDS = 8
"""Nothing drops out before so many rounds: fewer say little of how far payoffs lie apart."""
BEHIND = 2.2
"""An option drops out once it lies so many standard errors behind the leader."""
AHEAD = 1.0
"""At the end what is no surer ahead than this gives way to the option that was thought better."""
LEAST = 0.02
"""Payoffs of a pair are taken to differ by so much at least, times the rounds' square root."""
LUCK = 16
"""So many bytes make the luck of a round."""


class RaceBot:
    """Plays promising options out in sampled tables and takes what pays most."""

    def __init__(self, stream: Stream, insight: Insightful, rounds: int) -> None:
        """Race for so many rounds at the most."""
        self._stream, self._insight, self._rounds = stream, insight, rounds

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """The option that did best; the likelier one where that is no sure thing."""
        if len(pending.options) == 1:
            return 0
        race = Race(self._insight.promising(view, pending))
        while race.is_open and race.rounds < self._rounds and not out_of_time():
            payoffs = self._round(race, pending, sample, out_of_time)
            if payoffs is None:
                break
            race.note(payoffs)
        return race.best

    def _round(
        self, race: Race, pending: Choose, sample: Sample, out_of_time: OutOfTime
    ) -> list[float] | None:
        """What each option pays in one sampled table; None if time was up before all had."""
        state, luck, payoffs = sample().state, self._stream.take(LUCK), list[float]()
        for option in race.running:
            if out_of_time():
                return None
            payoffs.append(self._insight.play_out(state, pending, option, Stream(luck)))
        return payoffs


class Race:
    """How the options of one decision did so far."""

    def __init__(self, options: Sequence[int]) -> None:
        """Start with the likeliest option first."""
        self.rounds = 0
        self.running = list(options)
        """The options in the race, still in the order of how likely they seemed."""
        self._payoffs: list[list[float]] = [[] for _ in options]

    @property
    def is_open(self) -> bool:
        """Whether there is still something to find out."""
        return len(self.running) > 1

    @property
    def best(self) -> int:
        """The option to take now."""
        if not self.rounds:
            return self.running[0]
        leader = self._leader()
        for at in range(leader):
            if self._lead(leader, at) < AHEAD:
                return self.running[at]
        return self.running[leader]

    def note(self, payoffs: Sequence[float]) -> None:
        """Take a round's payoffs, one for each option in the race; what lies far behind goes."""
        for paid, payoff in zip(self._payoffs, payoffs, strict=True):
            paid.append(payoff)
        self.rounds += 1
        if self.rounds >= ROUNDS and self.rounds % 2 == 0:
            leader = self._leader()
            kept = [
                at for at in range(len(self.running))
                if at == leader or self._lead(leader, at) < BEHIND
            ]  # fmt: skip
            self.running = [self.running[at] for at in kept]
            self._payoffs = [self._payoffs[at] for at in kept]

    def _leader(self) -> int:
        sums = [sum(paid) for paid in self._payoffs]
        return sums.index(max(sums))

    def _lead(self, leader: int, other: int) -> float:
        """By how many standard errors one lies ahead of another, pair by pair."""
        pairs = zip(self._payoffs[leader], self._payoffs[other], strict=True)
        gaps = [one - two for one, two in pairs]
        total = sum(gaps)
        squares = sum([gap * gap for gap in gaps]) - total * total / len(gaps)
        return total / sqrt(squares + LEAST * LEAST * len(gaps))
