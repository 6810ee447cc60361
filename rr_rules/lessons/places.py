"""Places at a table in words, as lessons name them; `Scenery` is a game's part of that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Option
from rr_rules.kernel.table import Table


class BadLesson(RulesError):
    """A lesson, or a position in words, says what cannot be."""


class PointedThing(NamedTuple):
    """Things on the table that are pointed at, as the pupil's view counts them."""

    zone: str
    seat: int = -1
    """Whose; -1 for nobody's, or for everybody's."""
    at: int = -1
    """The position in that zone; -1 for all of it."""
    cell: tuple[int, ...] = ()
    """Where on a lattice."""


class Scenery(ABC):
    """What lessons ask of a game: a position in words, and names for what lies on the table."""

    @abstractmethod
    def table(self, start: Mapping[str, object]) -> Table[GameState]:
        """The table at that position. Raises BadLesson, or another RulesError."""

    @abstractmethod
    def name(self, state: GameState, option: Option) -> str:
        """What an option points at, in words; its act where that is nothing on the table."""

    def is_called(self, name: str, wanted: str) -> bool:
        """Whether two names mean the same."""
        return name == wanted

    @abstractmethod
    def named(self, state: GameState, zone: str, seat: int) -> Sequence[str]:
        """What lies in a zone, name by name."""

    def pointed(self, state: GameState, words: str) -> PointedThing:
        """What `zone`, `zone:seat`, `zone:name` or `zone:seat:name` means.

        A zone without a seat that somebody's is, is the pupil's. Raises BadLesson.
        """
        zone, *rest = words.split(":")
        owned = zone in self.owned
        seat = int(rest.pop(0)) if owned and rest and rest[0].isdecimal() else 0 if owned else -1
        if not rest:
            return PointedThing(zone, seat)
        [name] = rest
        names = self.named(state, zone, seat)
        found = [at for at, each in enumerate(names) if self.is_called(each, name)]
        if not found:
            raise BadLesson(f"{words!r} is not there: there is {', '.join(names) or 'nothing'}")
        return PointedThing(zone, seat, found[0])

    def title(self, words: str) -> str:
        """What people call that; "{0}" stands for the name of seat 0."""
        zone, *rest = words.split(":")
        if rest and not rest[-1].isdecimal():
            return self.card_title(rest[-1])
        owner = int(rest[0]) if rest else 0
        called = self.zones.get(zone, zone)
        if zone == "player":
            return f"{{{owner}}}"
        if zone not in self.owned:
            return f"the {called}"
        return f"{{{owner}}}'s {called}" if owner else f"your {called}"

    def card_title(self, name: str) -> str:
        """What people call a card of that name."""
        return name

    owned: frozenset[str] = frozenset({"hand", "player"})
    """The zones that are somebody's."""
    zones: ClassVar[Mapping[str, str]] = {}
    """What zones are called, where that is not their own word."""


def texts(start: Mapping[str, object], field: str) -> list[str]:
    """A list of texts of a position in words; none where it does not say so. Raises BadLesson."""
    value = start.get(field, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadLesson(f"[start] {field}: expected a list of names")
    return [str(each) for each in value]


def number(start: Mapping[str, object], field: str, usual: int) -> int:
    """A number of a position in words. Raises BadLesson."""
    value = start.get(field, usual)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadLesson(f"[start] {field}: expected a whole number")
    return value


def text(start: Mapping[str, object], field: str, usual: str = "") -> str:
    """A text of a position in words. Raises BadLesson."""
    value = start.get(field, usual)
    if not isinstance(value, str):
        raise BadLesson(f"[start] {field}: expected a text")
    return value


def settings(start: Mapping[str, object]) -> dict[str, str]:
    """The settings that a position names. Raises BadLesson."""
    value = start.get("settings", {})
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise BadLesson("[start.settings]: expected texts by name")
    return {str(name): str(each) for name, each in value.items()}


def refuse_unknown(start: Mapping[str, object], known: frozenset[str]) -> None:
    """Raise BadLesson where a position has fields of other names."""
    if strange := sorted(start.keys() - known):
        raise BadLesson(f"[start] {strange[0]}: expected one of {', '.join(sorted(known))}")
