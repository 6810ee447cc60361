"""What a game gives the interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.kernel.requests import Option
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces
from rr_tui.board.plan import Plan
from rr_tui.board.scene import Scene
from rr_tui.board.walk import Floor
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import HeldShape, Row


def as_rule(option: AskOption) -> Option:
    """An option without its number and its words, which are the room's."""
    return Option(option.act, option.zone, option.seat, option.at, option.order)


class SpinShown(NamedTuple):
    """A result of a Spinner, and what stood on its faces."""

    result: int
    """The number of a face, from 1."""
    faces: tuple[str, ...]


class Spins(NamedTuple):
    """What a Spinner has shown in a turn, and what stands on it."""

    turn: int
    shown: tuple[SpinShown, ...]
    faces: Mapping[str, tuple[str, ...]]
    """What stands on it now for each roll that it shows, by the roll's label."""


class Timeline(Protocol):
    """How a game went, kept from its views as they come."""

    def note(self, view: object) -> None:
        """Notes how things stand now."""

    def rows(self, names: Sequence[str], width: int) -> list[Row]:
        """The picture of it for the end of the game."""


class GameBoard(Protocol):
    """One game on the board and in the text mode.

    It shows and never judges: what may be chosen is in the question's option list alone. What some
    games have and others have not is in the protocols below.
    """

    @property
    def scene(self) -> type[Scene]:
        """The scene that knows this game's views, and its idiom."""

    def draws(self, view: object) -> bool:
        """Whether it can show this view."""

    def option_places(self, ask: Ask | None, view: object, picked: tuple[int, ...]) -> OptionPlaces:
        """Where each option of a question is shown; `picked` are positions named so far."""

    def plan(self, scene: Scene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets, for any size from 80x24 up."""

    def rows(self, scene: Scene, plan: Plan, area: str) -> list[Row]:
        """The rows of one area."""

    def floors(self, scene: Scene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on, from the top of the board to its bottom."""

    def told(self, view: object, model: PlayerModel) -> Iterable[str]:
        """The whole table in sentences, for the text mode."""

    def timeline(self) -> Timeline | None:
        """A new timeline, or None where the end shows none."""


@runtime_checkable
class Spinning(Protocol):
    """A board with a Spinner."""

    def spins(self, view: object) -> Spins:
        """What it has shown this turn."""


@runtime_checkable
class Foreseeing(Protocol):
    """A board that can say what an answer would do, as its game's rules tell it."""

    def risk(self, view: object, option: AskOption) -> Line | None:
        """What to warn of before this answer: it is given when it is given once more."""

    def foretold(self, view: object, option: AskOption) -> Iterable[str]:
        """What it would do, in sentences; "{0}" stands for seat 0's name."""


@runtime_checkable
class Refusing(Protocol):
    """A board that can say why something may not be laid where it is held."""

    def against(self, view: object, held: HeldShape, cell: tuple[int, ...]) -> Line | None:
        """What stands against it, with the rule's number; None where nothing does."""


@runtime_checkable
class Legible(Protocol):
    """A board with signs that have to be explained."""

    def signs(self, view: object, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
        """Each sign with what it means."""
