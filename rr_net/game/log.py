"""The log of a game: every event is kept once and redacted for whoever reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import NamedTuple

from rr_net import link
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Seat, kind_of


@dataclass(frozen=True, slots=True)
class RoomNote:
    """Something the room itself reports: public, like all that a room knows of a game."""

    kind: str
    text: str
    """ "{0}" stands for seat 0's name."""
    topic: str = ""
    """What it is about, for the game to name its rule: a setting of the room, "luck", or ""."""
    facts: dict[str, object] = field(default_factory=dict)
    """The same for programs: what a log line's `event` holds."""
    own: Mapping[Seat, str] = field(default_factory=dict)
    """What some seats read instead."""


class PublicLines(NamedTuple):
    """How much of a game everybody can read; what the room notes is no event."""

    events: int = 0
    asides: int = 0


@dataclass(slots=True)
class Told:
    """The log as one seat reads it."""

    lines: list[link.LogLine] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    """For each event, how many lines come before it."""


class LogBook:
    """What happened, oldest first, as only the host knows it."""

    def __init__(self, rules: Game[GameState]) -> None:
        self._rules = rules
        self._happened: list[object] = []
        self._told: dict[int | None, Told] = {}
        self._weighed, self._public = 0, PublicLines()

    def __len__(self) -> int:
        return len(self._happened)

    @property
    def public_lines(self) -> PublicLines:
        """How many lines of events everybody can read."""
        events, asides = self._public
        for event in self._happened[self._weighed :]:
            seen = None if isinstance(event, RoomNote) else self._rules.redact(event, None)
            if seen is not None:
                is_aside = self._rules.line(seen).is_aside
                events, asides = events + (not is_aside), asides + is_aside
        self._weighed, self._public = len(self._happened), PublicLines(events, asides)
        return self._public

    def add(self, events: Iterable[object]) -> None:
        """Writes down events or notes."""
        self._happened.extend(events)

    def read(self, seat: Seat | None, start: int, number: int) -> tuple[link.LogLine, ...]:
        """The lines from event `start` on, as `seat` may read them, counted from `number`.

        Lines are counted for each reader: a gap would tell of an event it may not know of.
        """
        told = self._told_to(seat)
        if start >= len(self._happened):
            return ()
        first = told.before[start]
        if first == number:
            return tuple(told.lines[first:])
        # Who has changed seats goes on counting from where they were.
        later = enumerate(told.lines[first:], number)
        return tuple(line.model_copy(update={"n": n}) for n, line in later)

    def _told_to(self, seat: Seat | None) -> Told:
        """All lines of a seat: each is made once, however many read it and however late."""
        told = self._told.setdefault(seat, Told())
        for event in self._happened[len(told.before) :]:
            told.before.append(len(told.lines))
            seen = self._as_seen(event, seat)
            if seen is not None:
                told.lines.append(self._line(len(told.lines), seen))
        return told

    def _as_seen(self, event: object, seat: Seat | None) -> object | None:
        if not isinstance(event, RoomNote):
            return self._rules.redact(event, seat)
        own = event.own.get(seat) if seat is not None else None
        return event if own is None else replace(event, text=own)

    def _line(self, number: int, event: object) -> link.LogLine:
        if isinstance(event, RoomNote):
            return link.LogLine(
                n=number, kind=event.kind, text=event.text,
                clause=self._rules.rulebook_clause(event.topic), event=event.facts,
            )  # fmt: skip
        line = self._rules.line(event)
        return link.LogLine(
            n=number,
            kind=kind_of(event),
            text=line.text,
            clause=line.clause,
            event=plain_fields(event),
        )


def plain_fields(event: object) -> dict[str, object]:
    """A frozen event as a dictionary of its fields."""
    if is_dataclass(event):
        return {each.name: getattr(event, each.name) for each in fields(event)}
    if isinstance(event, tuple) and hasattr(event, "_fields"):
        return dict(zip(event._fields, event, strict=True))
    return {}
