"""What a bot is, and the one that picks at random."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, runtime_checkable

from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table


@runtime_checkable
class SearchHints(Protocol):
    """A game that knows which options are worth a thought, and how a game usually goes on."""

    def promising(self, view: object, choose: Choose) -> Sequence[int]:
        """The numbers of the options worth a search, the likeliest best first; at least one.

        From the seat's view alone, so that nothing hidden can move it.
        """

    def play_out(self, state: GameState, choose: Choose, option: int, stream: Stream) -> float:
        """Take an option and play on; what the end is worth to the seat that chose, 0 to 1.

        `state` is imagined and stands where `choose` is open; it stays as it is. Equal streams
        give options of one state equal luck, so that their payoffs can be compared.
        """


class HoldsBack(Protocol):
    """Knows which options of a game played together belong to the plan of those who lead."""

    def __call__(self, view: object, choose: Choose, leaders: Collection[int]) -> Sequence[int]:
        """The numbers of the options that are left, the likeliest best first; at least one.

        From the seat's view alone, and from which seats lead.
        """


class WinOdds(Protocol):
    """Knows how likely a seat is to win, as its view looks."""

    def of(self, view: object, seat: int) -> float:
        """The likelihood that `seat` wins, 0 to 1, from a view of that seat alone."""

    def alone(self, view: object, seat: int) -> float:
        """What `seat` has for itself, in log odds, whatever others may be up to."""


Sample = Callable[[], Table[GameState]]
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
