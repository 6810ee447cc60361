"""What one seat, or a spectator, sees of a game of Rune, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from rr_rules.kernel.game import Outcome, Reason
from rr_rules.rune.settings import RuneSettings


@dataclass(frozen=True, slots=True)
class Cell:
    """A visible rune; zone "table"."""

    x: int
    y: int
    colour: str
    """blue, green or red: with a token, the token's."""
    card: str
    """The face of the topmost card there."""
    laid: int
    """Which of the cards on the table that is, by its place in `RuneView.laid`."""
    area: int
    """Which area it belongs to, by its place in `RuneView.areas`."""
    master: int
    """The seat whose master stands there, or -1."""
    token: int
    """The seat whose token lies there, or -1."""


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """A card on the table: its box's top left cell, and clockwise quarter turns."""

    face: str
    x: int
    y: int
    quarter: int


@dataclass(frozen=True, slots=True)
class AreaView:
    """All connected runes of one colour."""

    colour: str
    cells: tuple[tuple[int, int], ...]
    controller: int
    """The seat that controls it, or -1."""
    worth: int
    """What it scores for whoever controls it."""


@dataclass(frozen=True, slots=True)
class RuneSeatView:
    """One player's part of the table."""

    seat: int
    hand: tuple[str, ...]
    """Zone "hand": faces, or "" for each card this seat may not see."""
    masters: int
    """How many are not placed yet."""
    boxed: int
    tokens: int
    score: int
    """The points as the table lies now."""
    colour: str
    """Of the masters; it has no effect on the game."""
    sign: str
    """What tells the masters apart without colour."""


@dataclass(frozen=True, slots=True)
class RuneView:
    """The table for one seat, built from nothing."""

    me: int
    turn: int
    player: int
    phase: str
    """setup, lay, claim, token or over; who may not know of a laid card is told lay."""
    starter: int
    laid: tuple[CardOnTable, ...]
    """Every card on the table, the topmost last."""
    cells: tuple[Cell, ...]
    areas: tuple[AreaView, ...]
    seats: tuple[RuneSeatView, ...]
    deck: int
    removed: tuple[str, ...]
    tail: bool
    """Somebody has placed the last master: nobody draws any more."""
    draft: bool
    """The own card laid last can still be taken back, and nobody else sees it."""
    takebacks: int
    """How often the own card was taken back this turn."""
    unseen: tuple[str, ...]
    """The faces this seat has not seen, wherever they are (RN-INFO-02)."""
    layouts: tuple[tuple[str, str], ...]
    """Every face with its layout in reading order: public."""
    choices: RuneSettings
    reasons: tuple[Reason, ...]
    outcome: Outcome | None
    summary: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """After the game: the hands and the deck."""

    @property
    def faces(self) -> tuple[str, ...]:
        """Every face, by the number of its card."""
        return tuple([face for face, _ in self.layouts])

    def cell_at(self, point: tuple[int, ...]) -> Cell | None:
        """The visible rune there, or None."""
        return next((cell for cell in self.cells if (cell.x, cell.y) == point), None)
