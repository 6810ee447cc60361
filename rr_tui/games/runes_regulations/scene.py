"""The scene of Runes & Regulations: what the board asks of its view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rr_rules.runes_regulations.state.view import NefariousView, SeatView, View
from rr_tui.board.places import Place
from rr_tui.board.scene import Pile
from rr_tui.board.seated import SeatedScene, card_at
from rr_tui.games.runes_regulations.idiom import STREET
from rr_tui.games.runes_regulations.places import (
    FORBIDDEN_DISCARD,
    FORBIDDEN_RUNE_DISCARD,
    MAIN_DISCARD,
    RUNE_DISCARD,
)
from rr_tui.looks.idiom import Idiom

KINDS = {
    "spell": "S",
    "rune": "R",
    "regulation": "§",
    "beast": "B",
    "sacrificial": "X",
    "curse": "C",
    "forbidden_rune": "F",
}
"""The letters of kinds that have no family."""
DARK = frozenset({"beast", "sacrificial", "curse", "forbidden_rune"})
"""The kinds of the Nefarious Neighbor's own decks."""


@dataclass(frozen=True, slots=True)
class StreetScene(SeatedScene):
    """One player's street at one moment, with the cursor."""

    idiom: ClassVar[Idiom] = STREET
    view: View

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left the game."""
        return tuple(seat.seat for seat in self.view.seats if not seat.left)

    @property
    def reaction(self) -> str:
        """What a reaction window asks for."""
        return "a Rune?"

    def letter_of(self, face: str) -> str:
        """A Creature's family letter, another card's kind, or a dot."""
        card = self.faces.get(face)
        if card is None:
            return self.glyphs.bullet
        return KINDS.get(card.kind) or card.letter[:1] or self.glyphs.bullet

    def role_of(self, face: str, otherwise: str = "mythical") -> str:
        """The colour of a face's letter: the Nefarious Neighbor's cards have their own."""
        card = self.faces.get(face)
        return "nefarious" if card is not None and card.kind in DARK else otherwise

    def is_beast(self, face: str) -> bool:
        """Whether a face is a Corrupted Beast's."""
        card = self.faces.get(face)
        return card is not None and card.kind == "beast"

    def is_nefarious(self, seat: int) -> bool:
        """Whether the Nefarious Neighbor sits there."""
        return self.night is not None and self.night.seat == seat >= 0

    @property
    def night(self) -> NefariousView | None:
        """What the expansion adds to the street, where it is played."""
        return self.view.nefarious

    @property
    def own_role(self) -> str:
        """The face of the looking seat's own role; "" where there is none."""
        night, me = self.night, self.view.me
        return card_at(night.roles, me) if night is not None else ""

    def pile(self, place: Place) -> Pile | None:
        """A discard pile or the roles, to be looked through."""
        view = self.view
        if place.zone == "role" and place not in self.choices.at and (face := self.face_at(place)):
            return Pile("Your role, then the others", (face, *self.other_roles(face)))
        piles = {
            MAIN_DISCARD: "Main discard",
            RUNE_DISCARD: "Rune discard",
            FORBIDDEN_DISCARD: "Forbidden discard",
            FORBIDDEN_RUNE_DISCARD: "Forbidden Rune discard",
        }
        title = piles.get(place)
        return None if title is None else Pile(title, zone_of(view, place.zone)[::-1])

    def other_roles(self, own: str) -> tuple[str, ...]:
        """Every other role that somebody at this table may have."""
        left_out = self.night.left_out if self.night is not None else ()
        roles = sorted((each.name, each.id) for each in self.faces.values() if each.kind == "role")
        return tuple(face for _, face in roles if face not in (own, *left_out))

    def own_cards(self, zone: str) -> int:
        """How many cards are in the own hand, or on the own Fence."""
        if self.me is None:
            return 0
        return len({"hand": self.me.hand, "fence": self.me.fence}.get(zone, ()))

    @property
    def me(self) -> SeatView | None:
        """The looking seat's own part, or None for a spectator."""
        return self.view.seats[self.view.me] if 0 <= self.view.me < len(self.view.seats) else None

    @property
    def neighbours(self) -> tuple[SeatView, ...]:
        """The other seats, clockwise from the looking one."""
        return tuple(self.view.seats[seat] for seat in self.around)

    def face_at(self, place: Place) -> str:
        """The face of the thing at `place`, or "" where there is none to see."""
        view = self.view
        match place.zone:
            case "regulation":
                return view.regulation
            case "role" if self.night is not None:
                return card_at(self.night.roles, place.seat)
            case "hand" | "lawn" | "fence" if 0 <= place.seat < len(view.seats):
                return self._seat_face(view.seats[place.seat], place)
        return card_at(zone_of(view, place.zone), place.at)

    def _seat_face(self, seat: SeatView, place: Place) -> str:
        if place.zone == "hand":
            return card_at(seat.hand, place.at)
        cards = seat.lawn if place.zone == "lawn" else seat.fence
        return cards[place.at].face if 0 <= place.at < len(cards) else ""


def zone_of(view: View, name: str) -> tuple[str, ...]:
    """The faces of a zone that is no seat's, as a view names it."""
    zones = {
        "main_discard": view.main_discard,
        "rune_discard": view.rune_discard,
        "regulations_seen": view.regulations_seen,
        "seen": view.seen,
    }
    if (night := view.nefarious) is not None:
        zones["forbidden_discard"] = night.forbidden_discard
        zones["forbidden_rune_discard"] = night.forbidden_rune_discard
    return zones.get(name, ())
