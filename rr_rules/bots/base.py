"""What a bot is, and the one that picks at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rr_rules.kernel.game import State
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table

Sample = Callable[[], Table[State]]
"""Gives a table in which all that the seat cannot know was dealt anew.

It can be played on from where it stands, but not cloned before its step has ended: a clone is
re-run from the step's boundary. Take another sample instead. Where others are asked at the same
moment, what they could answer was found before the cards were dealt anew: have them decline.
"""

OutOfTime = Callable[[], bool]
"""Says when thinking must stop."""


DECLINING = ("pass", "skip", "no", "done")
"""The acts of options that decline, the most decided first."""


def declining(choose: Choose) -> int:
    """The number of the option that declines, or -1 where none does."""
    acts = [option.act for option in choose.options]
    return next((acts.index(act) for act in DECLINING if act in acts), -1)


class Bot(Protocol):
    """A player made of code: it sees what its seat sees, and nothing else of the table."""

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """The number of the option it picks, before `out_of_time` says so."""


class RandomBot:
    """Picks any option, each as likely."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """A random option."""
        return self._stream.below(len(pending.options))
