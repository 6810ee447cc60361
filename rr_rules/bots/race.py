"""A bot that lets a game's promising options race: flat Monte Carlo with paired playouts.

Each round deals what the seat cannot know anew and plays this one table out with every option
still in the race, all with equal luck, so that only the options differ. What has fallen clearly
behind the leader drops out; the race ends when one is left, or with the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rr_rules.bots.base import OutOfTime, Sample, SearchHints
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream

ROUNDS = 8
"""Nothing drops out before so many rounds: fewer say little of how far payoffs lie apart."""
BEHIND = 2.2
"""An option drops out once it lies so many standard errors behind the leader."""
AHEAD = 1.0
"""At the end what is no surer ahead than this gives way to the option that was thought better."""
LEAST = 0.02
"""The payoffs of a pair are taken to spread by so much at least, however alike they were so far."""
NEARLY = 0.01
"""Options that pay nearly the same differ by less."""
TRIFLE = 0.003
"""Whether an option is better by so little is not worth the time."""
CHECKS = 16
"""The field is looked over whenever the rounds have grown by this part of them."""
LUCK = 16
"""How many bytes make the luck of a round."""


class RaceBot:
    """Plays promising options out in sampled tables and takes what pays most."""

    def __init__(self, stream: Stream, insight: SearchHints, rounds: int) -> None:
        """Race for so many rounds at the most."""
        self._stream, self._insight, self._rounds = stream, insight, rounds

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """The option that did best; the likelier one where that is no sure thing."""
        if len(pending.options) == 1:
            return 0
        return self.run(view, pending, sample, out_of_time).best

    def run(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> Race:
        """The race, as far as there was time for it."""
        race = Race(self._insight.promising(view, pending))
        while race.is_open and race.rounds < self._rounds and not out_of_time():
            payoffs = self._round(race, pending, sample, out_of_time)
            if payoffs is None:
                break
            race.note(payoffs)
        return race

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
        self.dropped: list[int] = []
        """The options that have fallen behind, the last to do so last."""
        self._payoffs: list[list[float]] = [[] for _ in options]
        self._paid: dict[int, Sequence[float]] = {}
        """What the options have paid that have dropped out."""
        self._next_check = ROUNDS

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
            gap, error = self._gap(leader, at)
            if gap < AHEAD * error:
                return self.running[at]
        return self.running[leader]

    @property
    def others(self) -> list[tuple[int, bool]]:
        """All options but the best, the better ones first, and whether each is nearly as good."""
        best = self.running.index(self.best)
        means = [sum(paid) / max(self.rounds, 1) for paid in self._payoffs]
        order = sorted(range(len(means)), key=lambda at: -means[at])
        still = [(self.running[at], means[best] - means[at] < NEARLY) for at in order if at != best]
        return still + [(option, False) for option in reversed(self.dropped)]

    def means(self, option: int, other: int) -> tuple[float, float]:
        """What two options have paid on the mean in the rounds that both were in; 0 without any."""
        paid = self._paid | dict(zip(self.running, self._payoffs, strict=True))
        one, two = paid[option], paid[other]
        rounds = min(len(one), len(two))
        return sum(one[:rounds]) / max(rounds, 1), sum(two[:rounds]) / max(rounds, 1)

    def note(self, payoffs: Sequence[float]) -> None:
        """Take a round's payoffs, one for each option in the race; what lies far behind goes."""
        for paid, payoff in zip(self._payoffs, payoffs, strict=True):
            paid.append(payoff)
        self.rounds += 1
        if self.rounds >= self._next_check:
            self._next_check += 2 + self.rounds // CHECKS
            self._drop()

    def _drop(self) -> None:
        """Let go of all that is hardly better than the leader, if it is at all."""
        leader, kept = self._leader(), []
        for at in range(len(self.running)):
            gap, error = self._gap(leader, at)
            if at == leader or BEHIND * error - gap > TRIFLE:
                kept.append(at)
        for at, option in enumerate(self.running):
            if at not in kept:
                self.dropped.append(option)
                self._paid[option] = self._payoffs[at]
        self.running = [self.running[at] for at in kept]
        self._payoffs = [self._payoffs[at] for at in kept]

    def _leader(self) -> int:
        sums = [sum(paid) for paid in self._payoffs]
        return sums.index(max(sums))

    def _gap(self, leader: int, other: int) -> tuple[float, float]:
        """By how much one pays more than another, pair by pair, and how far that may be off."""
        pairs = zip(self._payoffs[leader], self._payoffs[other], strict=True)
        gaps = [one - two for one, two in pairs]
        mean = sum(gaps) / len(gaps)
        squares = sum([(gap - mean) ** 2 for gap in gaps])
        return mean, sqrt(squares / len(gaps) + LEAST * LEAST) / sqrt(len(gaps))
