"""The scene of Rune: what the board asks of its view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rr_net.link import AskOption
from rr_rules.rune.cards import COLOURS, LETTERS
from rr_rules.rune.forbidding import Forbidden, why_not
from rr_rules.rune.lattice import Point, shape
from rr_rules.rune.view import Cell, RuneSeatView, RuneView
from rr_rules.rune.words import placed_words
from rr_tui.board.scene import SeatedScene, ShownPile, card_at
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import HeldShape, Place

TABLE = "table"
UNSEEN = Place("unseen")
TILES = ("tile1", "tile2", "tile3")
"""The grounds of the runes, by colour."""
MASTER_ROLES = {"orange": "seat2", "violet": "seat5", "white": "title", "teal": "seat7"}
"""Roles of the themes that come near the colours of masters."""


class Ghost(NamedTuple):
    """The held card where the cursor is."""

    face: str
    at: Point
    quarter: int
    letters: dict[Point, str]
    """What it would show, by cell."""
    option: AskOption | None
    """The answer that lays it there, if it may lie there."""
    against: Forbidden | None

    @property
    def fits(self) -> bool:
        """Whether it may lie there."""
        return self.option is not None

    @property
    def words(self) -> str:
        """What it is, where and how."""
        return f"{self.face} at {placed_words((*self.at, self.quarter))}"


@dataclass(frozen=True, slots=True)
class RuneScene(SeatedScene):
    """One player's table at one moment, with the cursor."""

    idiom: ClassVar[Idiom] = Idiom(
        declaring="Only the look of your pieces: it changes nothing in play.",
        does={
            "lay": "lays a card",
            "claim": "draws, or places a master",
            "token": "may place a token",
        },
        lays=True,
    )
    view: RuneView

    @property
    def question(self) -> str:
        """The open question; while a card is held, how it is moved."""
        prompt = self.ask.prompt if self.ask is not None else ""
        # Whether it fits stands where it lies: a prompt that stays costs nothing to draw.
        how = f"{self.keys.arrows} move it, {self.chooses} lays it"
        return f"{prompt}: {how}" if self.places.held else prompt

    @property
    def me(self) -> RuneSeatView | None:
        """The looking seat's own part, or None for a spectator."""
        return self.view.seats[self.view.me] if self.view.me >= 0 else None

    @property
    def cells(self) -> dict[Point, Cell]:
        """Every visible rune by where it is."""
        return {(cell.x, cell.y): cell for cell in self.view.cells}

    def cell_at(self, place: Place) -> Cell | None:
        """The rune at a place."""
        return self.cells.get((place.cell[0], place.cell[1])) if place.cell else None

    def face_at(self, place: Place) -> str:
        """The face of a card of a hand, or of the topmost card of a cell."""
        if place.zone == TABLE:
            cell = self.cell_at(place)
            return cell.card if cell is not None else ""
        hand = self.view.seats[place.seat].hand if place.zone == "hand" else ()
        return card_at(hand, place.at)

    def layout_of(self, face: str) -> str:
        """What a face shows, in reading order."""
        return dict(self.view.layouts).get(face, "")

    def pile(self, place: Place) -> ShownPile | None:
        """The cards that this player has not seen, to be looked through."""
        if place != UNSEEN or not self.view.unseen:
            return None
        return ShownPile("Cards you have not seen", self.view.unseen)

    def own_cards(self, zone: str) -> int:
        """How many cards are in the own hand."""
        return len(self.me.hand) if self.me is not None and zone == "hand" else 0

    # --- masters and what is held -------------------------------------------------------------

    def sign_of(self, seat: int) -> str:
        """What tells the masters of a seat apart without colour."""
        return self.view.seats[seat].sign

    def role_of(self, seat: int) -> str:
        """The role of the colour of a seat's masters."""
        return MASTER_ROLES.get(self.view.seats[seat].colour, "accent")

    def ghost(self) -> Ghost | None:
        """The held card over the cell that the cursor is on, or was on last."""
        held = self.places.held
        if held is None or not self.spot.cell:
            return None
        face = self.face_at(held.thing)
        at = (self.spot.cell[0], self.spot.cell[1])
        cells = self.places.laying.get(held, {})
        option = cells.get(Place(TABLE, cell=at))
        against = None if option is not None else why_not(self.view, face, at, held.quarter)
        letters = letters_of(self.layout_of(face), at, held)
        return Ghost(face, at, held.quarter, letters, option, against)


def letters_of(layout: str, at: Point, held: HeldShape) -> dict[Point, str]:
    """What a card shows in each cell when it lies there."""
    turned = shape(layout, held.quarter)
    width = turned.frame.width
    return {
        (at[0] + n % width, at[1] + n // width): LETTERS[colour]
        for n, colour in enumerate(turned.colours)
    }


def tile_of(letter: str) -> str:
    """The ground of a rune by its letter."""
    return TILES[LETTERS.index(letter)]


def letter_of(colour: str) -> str:
    """The letter of a rune by the name of its colour."""
    return LETTERS[COLOURS.index(colour)]


ON_A_CELL = ("master", "token")


def place_of(view: RuneView, option: AskOption) -> Place | None:
    """Where a single option is shown: at a cell, or at a card of the own hand."""
    if option.act in ON_A_CELL:
        return Place(TABLE, cell=option.order)
    if option.zone == "hand" and option.seat == view.me:
        return Place("hand", option.seat, option.at)
    return None
