"""A game that was played, step by step: the table after each of its entries, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rr_net.fairness.base.errors import worded
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import GameState
from rr_rules.kernel.recounting import Recounted, Story
from rr_rules.kernel.requests import Request
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Arrange, Entry

APART = 16
"""Entries between two positions that are kept: a jump plays fewer than so many again."""
FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError,
          ValueError)  # fmt: skip
"""What a stranger's file may find wrong with the rules of this installation."""


class Stop(NamedTuple):
    """A place at which one can stand still in a game."""

    taken: int
    """How many entries the table has taken."""
    turn: int
    events: tuple[object, ...]
    """What has happened since the stop before, unredacted."""


class Stepper:
    """Plays a game again, and goes to any place in it.

    A stop is the table after an entry, but for answers that could still be taken back: nobody else
    has ever seen the table as it stood then.
    """

    def __init__(
        self, table: Table[GameState], entries: Sequence[Entry], *, is_open: bool = True
    ) -> None:
        """Play all entries at a table that stands before the first of them.

        Unless all is open, that somebody orders an own hand is no stop, nor is one of several
        answers that are given at once.
        """
        self.problem = ""
        """Why the rules of this installation do not go on with the game, or ""."""
        self.stops: list[Stop] = []
        self.entries = entries
        self._is_open = is_open
        self._kept = [table.clone()]
        self._story = Story(table.game)
        self._play(table)
        self._here = self._kept[0].clone()
        """The table that was looked at last."""

    def _play(self, table: Table[GameState]) -> None:
        events = table.drain()
        self._stop(table, events)
        events = []
        for entry in self.entries:
            pending = table.pending
            if not self._take(table, entry):
                return
            happened = table.drain()
            self._story.add(table.state, happened)
            events += happened
            if table.number % APART == 0:
                self._kept.append(table.clone())
            if self._is_stop(table, entry, pending):
                self._stop(table, events)
                events = []

    def _take(self, table: Table[GameState], entry: Entry) -> bool:
        try:
            table.apply(entry)
        except RulesError as error:
            self.problem = worded(error)
        except FAULTS as error:
            self.problem = f"the rules of this installation fail in it ({type(error).__name__})"
        return not self.problem

    def _is_stop(self, table: Table[GameState], entry: Entry, before: Request | None) -> bool:
        if table.game.has_drafts and table.game.is_draft(table.state):
            return False
        is_silent = isinstance(entry, Arrange) or table.pending is before
        return self._is_open or not is_silent

    def _stop(self, table: Table[GameState], events: Sequence[object]) -> None:
        turn = table.game.turn(table.state)
        self.stops.append(Stop(table.number, turn, tuple(events)))

    @property
    def last(self) -> int:
        """The number of the last stop; the first is 0, before all entries."""
        return len(self.stops) - 1

    def table_at(self, at: int) -> Table[GameState]:
        """The table at a stop: to be looked at or cloned, and not to be played on.

        It stands there until the next call.
        """
        wanted = self.stops[max(0, min(at, self.last))].taken
        if not wanted - APART <= self._here.number <= wanted:
            self._here = self._kept[min(wanted // APART, len(self._kept) - 1)].clone()
        for entry in self.entries[self._here.number : wanted]:
            self._here.apply(entry)
        self._here.drain()
        return self._here

    def entry_of(self, at: int) -> Entry | None:
        """The last entry that led to a stop; None for the first one."""
        return self.entries[self.stops[at].taken - 1] if 0 < at <= self.last else None

    def table_before(self, at: int) -> Table[GameState]:
        """A table that has not taken that entry yet, for the caller alone."""
        taken = self.stops[at].taken - 1
        table = self._kept[min(taken // APART, len(self._kept) - 1)].clone()
        for entry in self.entries[table.number : taken]:
            table.apply(entry)
        return table

    def recount(self, seats: int) -> Recounted:
        """What the game comes to, by what everybody could see."""
        return self._story.recount(seats)
