"""What a game gives the interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, Protocol, TypeVar

from rr_net.link import Ask, AskOption, Window
from rr_rules.kernel.game import Line
from rr_rules.kernel.requests import Option
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces, option_places
from rr_tui.board.painting import LatelyDrawn, Painting
from rr_tui.board.plan import Plan, plan
from rr_tui.board.scene import Scene
from rr_tui.board.walk import Floor
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import HeldShape, Place, Row

V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)
S = TypeVar("S", bound=Scene)


_LATELY = LatelyDrawn()
SPIN = "spin"
"""The kind of a window about what a Spinner has shown."""


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
    own: bool = False
    """Whether the looking seat turned it."""

    @property
    def result(self) -> str:
        """What the last SPIN has come to, in words; "" where one of several is chosen."""
        if not self.shown or (len(self.shown) > 1 and self.shown[-1].faces == self.shown[-2].faces):
            return ""
        number, faces = self.shown[-1]
        return faces[number - 1]


class Automatic(NamedTuple):
    """What a player wants done without being asked, where that tells nobody anything."""

    draw: bool = False
    """Draw where nothing else can be done than that or nothing."""
    skip: bool = False
    """Skip a phase in which nothing can be done."""


class OwnRole(NamedTuple):
    """The looking seat's own role."""

    face: str
    is_known: bool
    """Whether everybody knows it."""
    is_new: bool
    """Whether it has just been dealt."""


class Timeline(Protocol[V_contra]):
    """What else there is to tell of how a game went, kept from its views as they come."""

    def note(self, view: V_contra, /) -> None:
        """Notes how things stand now."""

    def rows(self, names: Sequence[str], width: int) -> list[Row]:
        """The picture of it for the end of the game."""


class GameBoard(ABC, Generic[V, S]):
    """One game on the board and in the text mode, by its views and the scenes made of them.

    It shows and never judges: what may be chosen is in the question's option list alone. A game
    overrides what it has: where it says nothing, options are a list and there is nothing to add.
    """

    view: type[V]
    """What its views are."""
    scene: type[S]
    """The scene that knows them, and the game's idiom."""
    counts: str = ""
    """What the rules' `standing` counts, in words that begin a line; "" where they count nothing.
    """

    @abstractmethod
    def painting(self, scene: S, plan: Plan) -> Painting[S]:
        """What it draws itself on a screen that is divided so."""

    @abstractmethod
    def floors(self, scene: S, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on, from the top of the board to its bottom."""

    @abstractmethod
    def told(self, view: V, model: PlayerModel) -> Iterable[str]:
        """The whole table in sentences, for the text mode."""

    def dealt(self, view: V, model: PlayerModel) -> Iterable[str]:
        """What a player wants to hear when the cards are dealt; nothing until they are."""
        return ()

    def hand(self, view: V) -> tuple[str, ...]:
        """The faces in the own hand."""
        return ()

    def role(self, view: V) -> OwnRole | None:
        """The own secret role, where there is one."""
        return None

    def secrets(self, view: V) -> Iterable[tuple[str, tuple[str, ...]]]:
        """What the looking seat has that not everybody sees: what it is called, and the faces."""
        return (("hand", self.hand(view)),)

    def spare(self, scene: S, plan: Plan) -> tuple[str, ...]:
        """The areas, beside the hand's and the details', that show a watcher nothing."""
        return ()

    def option_places(self, ask: Ask | None, view: V, picked: tuple[int, ...] = ()) -> OptionPlaces:
        """Where each option of a question is shown; `picked` are positions named so far."""
        return replace(option_places(ask, lambda _: None, lambda _: False), as_menu=True)

    def plan(self, scene: S, width: int, height: int) -> Plan:
        """Which part of a screen each area gets, for any size from 80x24 up."""
        return plan(width, height)

    def rows(self, scene: S, plan: Plan, area: str) -> Sequence[Row]:
        """The rows of one area."""

        def draw(seen: S) -> list[Row]:
            return self.painting(seen, plan).rows(seen, plan, area)

        return _LATELY.rows(scene, plan, area, draw)

    def at_last(self, scene: S, width: int, height: int) -> list[Row]:
        """How the table lay when the game was over: a box of that width in at most so many rows.

        Nothing where there is no room for it, or where the game has no such picture.
        """
        return []

    def timeline(self) -> Timeline[V] | None:
        """A new timeline, or None where the end shows none."""
        return None

    def spins(self, view: V) -> Spins | None:
        """What a Spinner has shown this turn."""
        return None

    def happening(self, view: V, window: Window) -> str:
        """What a window is about, in words; of a SPIN with its result, which all can see."""
        spins = self.spins(view) if window.kind == SPIN else None
        return f"{window.about}: {spins.result}" if spins and spins.result else window.about

    def risk(self, view: V, option: AskOption) -> Line | None:
        """What to warn of before this answer: it is given when it is given once more."""
        return None

    def usual(self, view: V, face: str, ask: Ask) -> AskOption | None:
        """The answer that nearly everybody gives to what follows from choosing a card."""
        return None

    def orderable(self, view: V) -> Iterable[Place]:
        """The own hidden cards for which orders can be filed."""
        return ()

    def question(self, ask: Ask, view: V) -> str:
        """A question in words."""
        return ask.prompt

    def automatic(self, ask: Ask, wanted: Automatic) -> AskOption | None:
        """The answer that this player has beforehand said to give in such a case; mostly none."""
        return None

    def foretold(self, view: V, option: AskOption) -> Iterable[str]:
        """What an answer would do, in sentences; "{0}" stands for seat 0's name."""
        return ()

    def against(self, view: V, held: HeldShape, cell: tuple[int, ...]) -> Line | None:
        """Why something may not be laid where it is held; None where nothing is against it."""
        return None

    def signs(self, view: V, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
        """Each sign on the board that has to be explained, with what it means."""
        return ()
