"""A bot that looks to the end of a step by how likely its seat then is to win.

Each round tries every option that is still in the race in a table dealt anew. What luck and others
make of an option counts by its mean, what the seat chooses later on by the best it has found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rr_rules.bots.base import OutOfTime, Sample, declining
from rr_rules.bots.greedy import FAR, onward
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import TAKE_BACK, GameState
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import CHANCE, Table

Judge = Callable[[object, Seat], float]
"""What a view is worth to a seat: more is better."""


class Patience(NamedTuple):
    """How much is tried before a decision."""

    rounds: int
    """How often an option is tried that is by lot."""
    most: int
    """And so often at the most, while there are own later choices that have never been made."""


ONCE = Patience(1, 4)


class Mean:
    """The mean of what was found so far, and where each was found."""

    __slots__ = ("count", "total", "views")

    def __init__(self) -> None:
        self.count, self.total = 0, 0.0
        self.views: list[object] = []

    def note(self, found: float, view: object = None) -> None:
        """One more."""
        self.count += 1
        self.total += found
        self.views.append(view)

    @property
    def value(self) -> float:
        """The mean, of at least one."""
        return self.total / self.count


Way = tuple[tuple[str, int], ...]
"""The own later choices that follow an option: what each was asked for, and its number."""


class OptionFound:
    """One option, and what the ways that go on from it led to."""

    __slots__ = ("_ways", "is_by_luck", "is_open")

    def __init__(self, *, is_open: bool = True) -> None:
        self._ways: dict[Way, Mean] = {}
        self.is_open = is_open
        """Whether it may be tried: taking back leads in circles."""
        self.is_by_luck = False
        """Whether luck or others had a part in some try of it."""

    @property
    def is_new(self) -> bool:
        """Whether it was never tried."""
        return not self._ways

    @property
    def worth(self) -> float:
        """The mean of the best way; -inf for what was never tried.

        Not the mean of all: ways that were tried to find out are not those that one would go.
        """
        return max([way.value for way in self._ways.values()], default=float("-inf"))

    @property
    def views(self) -> Sequence[object]:
        """How the table looked at the end of each try of the best way; nothing untried."""
        best = max(self._ways.values(), key=lambda way: way.value, default=None)
        return [] if best is None else best.views

    def note(self, way: Way, worth: float, view: object = None) -> None:
        """What one more try was worth that went on this way, and how the table looked then."""
        self._ways.setdefault(way, Mean()).note(worth, view)


class Weighing:
    """What the options of one decision led to."""

    def __init__(self, stream: Stream, options: Sequence[int]) -> None:
        """Draw by lot from `stream`."""
        self._stream = stream
        self.first = {option: OptionFound() for option in options}
        """By its number each option that is weighed."""
        self._later: dict[tuple[str, tuple[Option, ...]], list[OptionFound]] = {}

    def later(self, asked: Choose) -> list[OptionFound]:
        """What each option of a later choice led to, whatever came before it."""
        key = asked.verb, asked.options
        if key not in self._later:
            self._later[key] = [
                OptionFound(is_open=option.act != TAKE_BACK) for option in asked.options
            ]
        return self._later[key]

    def pick(self, branches: Sequence[OptionFound]) -> int:
        """An option that was never tried, else the best one."""
        known = [(at, branch) for at, branch in enumerate(branches) if branch.is_open]
        untried = [at for at, branch in known if branch.is_new]
        if untried:
            return untried[self._stream.below(len(untried))]
        return max(known, key=lambda each: each[1].worth)[0]


class OddsBot:
    """Takes what makes a win likeliest."""

    def __init__(self, stream: Stream, judge: Judge, patience: Patience) -> None:
        """Try options with so much patience and judge where they lead."""
        self._stream, self._judge, self._patience = stream, judge, patience

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """The option that is best on the mean; equals are drawn by lot."""
        if len(pending.options) == 1:
            return 0
        return self.best_of(self.weigh(onward(pending), pending, sample, out_of_time).first)

    def best_of(self, tried: Mapping[int, OptionFound]) -> int:
        """The number of the option with the best way; equals are drawn by lot."""
        best = max([found.worth for found in tried.values()])
        equals = [option for option, found in tried.items() if found.worth == best]
        return equals[self._stream.below(len(equals))]

    def weigh(
        self, options: Sequence[int], pending: Choose, sample: Sample, out_of_time: OutOfTime
    ) -> Weighing:
        """What each of these options led to, as far as there was time."""
        weighing, running, rounds = Weighing(self._stream, options), list(options), 0
        while running:
            rounds += 1
            again = []
            for option in running:
                if out_of_time():
                    return weighing
                attempt = Outlook(sample(), pending.seat, weighing, self._stream)
                attempt.play(option, self._judge)
                if rounds < self._enough(attempt):
                    again.append(option)
            running = again
        return weighing

    def _enough(self, attempt: Outlook) -> int:
        """How many rounds an option is tried of which this was an attempt."""
        if attempt.is_new:
            return self._patience.most
        return self._patience.rounds if attempt.is_unsure else 1


class Outlook:
    """One try of an option in one table as it might be."""

    def __init__(
        self, table: Table[GameState], seat: Seat, weighing: Weighing, stream: Stream
    ) -> None:
        self._table, self._seat, self._weighing, self._stream = table, seat, weighing, stream
        self._path: list[OptionFound] = []
        self._way: list[tuple[str, int]] = []
        self._dealer = SeededDealer(stream)
        self.is_unsure = self.is_new = False
        """Whether luck or others had a part, and an own later choice that was never made."""

    def play(self, option: int, judge: Judge) -> None:
        """Play to the end of this step and note what it is worth."""
        table, seat = self._table, self._seat
        # Noted before the answer: it may end the step, and the next one is no part of it.
        began = table.steps
        table.answer(seat, option)
        for _ in range(FAR):
            if table.pending is None or table.steps > began:
                break
            if isinstance(table.pending, CHANCE):
                table.chance(self._dealer.deal(table.pending))
                self.is_unsure = True
            else:
                asked = table.asked[0]
                table.answer(asked.seat, self._follow(asked))
        self._weighing.first[option].is_by_luck |= self.is_unsure
        view = table.game.view(table.state, seat)
        worth = judge(view, seat)
        for at, branch in enumerate([self._weighing.first[option], *self._path]):
            branch.note(tuple(self._way[at:]), worth, view)

    def _follow(self, asked: Choose) -> int:
        """A later choice: others decline where they may, own ones are tried one by one."""
        if len(asked.options) == 1:
            return 0
        if asked.seat != self._seat:
            return self._other(asked)
        branches = self._weighing.later(asked)
        at = self._weighing.pick(branches)
        self.is_new |= branches[at].is_new
        self._path.append(branches[at])
        self._way.append((asked.verb, at))
        return at

    def _other(self, asked: Choose) -> int:
        declined = declining(asked)
        if declined >= 0:
            return declined
        self.is_unsure = True
        return self._stream.below(len(asked.options))
