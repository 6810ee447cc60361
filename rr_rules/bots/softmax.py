"""A bot that errs as people do, by taking what looks nearly as good: `easy`, and `normal` less so.

It draws among the options by lot, each as likely as it looks good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import exp

from rr_rules.bots.base import OutOfTime, Sample, SearchHints
from rr_rules.bots.greedy import GreedyBot, onward
from rr_rules.bots.lookahead import ONCE, Judge, OddsBot
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream

EASY, NORMAL = 0.12, 0.02
"""Temperatures: what is so much worse, in log odds, is taken once where the best is e times."""
SLIP = 0.4
"""Where only an order is known the next best option is so likely beside the one before it."""
FINE = 1 << 24
"""How many numbers a lot is drawn of."""

Leaning = Callable[[object, Choose, Sample, OutOfTime], Mapping[int, float]]
"""How likely each option is to be taken, on any scale."""


class SoftmaxBot:
    """Takes any option that looks good, the better ones more often."""

    def __init__(self, stream: Stream, leaning: Leaning) -> None:
        """Draw by lot from `stream`."""
        self._stream, self._leaning = stream, leaning

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """An option by lot."""
        if len(pending.options) == 1:
            return 0
        weights = self._leaning(view, pending, sample, out_of_time)
        left = sum(weights.values()) * self._stream.below(FINE) / FINE
        for option, weight in weights.items():
            left -= weight
            if left < 0:
                return option
        return max(weights, key=weights.__getitem__)


def by_odds(stream: Stream, judge: Judge, temperature: float) -> Leaning:
    """By how likely an option makes a win, or what else a judge tells in log odds."""
    return partial(_by_odds, OddsBot(stream, judge, ONCE), temperature)


def _by_odds(
    bot: OddsBot, temperature: float, view: object, pending: Choose, sample: Sample,
    out_of_time: OutOfTime,
) -> Mapping[int, float]:  # fmt: skip
    branches = bot.weigh(onward(pending), pending, sample, out_of_time).first
    best = max([branch.worth for branch in branches.values()])
    return {
        option: 1.0 if branch.worth == best else exp((branch.worth - best) / temperature)
        for option, branch in branches.items()
    }


def by_hints(hints: SearchHints) -> Leaning:
    """By what a game calls promising, at first sight."""

    def leaning(
        view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime
    ) -> Mapping[int, float]:
        return {option: SLIP**at for at, option in enumerate(hints.promising(view, pending))}

    return leaning


def by_judge(stream: Stream) -> Leaning:
    """By the game's own judgement of where an option leads."""
    return partial(_by_judge, GreedyBot(stream, tries=1))


def _by_judge(
    bot: GreedyBot, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime
) -> Mapping[int, float]:
    found = bot.weigh(onward(pending), pending, sample, out_of_time)
    better = [sum([each.score > own.score for each in found.values()]) for own in found.values()]
    return {option: SLIP**at for option, at in zip(found, better, strict=True)}
