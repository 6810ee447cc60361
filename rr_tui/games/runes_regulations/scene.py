"""The scene of Runes & Regulations: what the board asks of its view."""

from __future__ import annotations

from dataclasses import dataclass

from rr_rules.game import Reason
from rr_rules.runes_regulations.view import SeatView, View
from rr_tui.board.places import Place
from rr_tui.board.scene import Pile, Scene
from rr_tui.games.runes_regulations.places import MAIN_DISCARD, RUNE_DISCARD

TO_WIN = 5
"""How many Mythical Creatures win at the end of the own turn."""

KINDS = {"spell": "S", "rune": "R", "regulation": "§"}


@dataclass(frozen=True, slots=True)
class StreetScene(Scene):
    """One player's street at one moment, with the cursor."""

    view: View

    @property
    def seat(self) -> int:
        """The looking seat, or -1 for a spectator."""
        return self.view.me

    @property
    def around(self) -> tuple[int, ...]:
        """The other seats, clockwise from the looking one."""
        return tuple(seat.seat for seat in self.neighbours)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left the game."""
        return tuple(seat.seat for seat in self.view.seats if not seat.left)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.phase == "over"

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

    def pile(self, place: Place) -> Pile | None:
        """A discard pile, which Enter looks through."""
        if place == MAIN_DISCARD:
            return Pile("Main discard", tuple(reversed(self.view.main_discard)))
        if place == RUNE_DISCARD:
            return Pile("Rune discard", tuple(reversed(self.view.rune_discard)))
        return None

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
        seats = self.view.seats
        if self.me is None:
            return seats
        start = self.view.me + 1
        return tuple(seats[(start + step) % len(seats)] for step in range(len(seats) - 1))

    def reason(self, place: Place) -> Reason | None:
        """Why the thing at `place` can or cannot be used now."""
        found = (r for r in self.view.reasons if Place(r.zone, r.seat, r.at) == place)
        return next(found, None)

    def face_at(self, place: Place) -> str:
        """The face of the thing at `place`, or "" where there is none to see."""
        view = self.view
        match place.zone:
            case "regulation":
                return view.regulation
            case "main_discard":
                return _at(view.main_discard, place.at)
            case "rune_discard":
                return _at(view.rune_discard, place.at)
            case "regulations_seen":
                return _at(view.regulations_seen, place.at)
            case "seen":
                return _at(view.seen, place.at)
            case "hand" | "lawn" | "fence" if 0 <= place.seat < len(view.seats):
                return self._seat_face(view.seats[place.seat], place)
        return ""

    def _seat_face(self, seat: SeatView, place: Place) -> str:
        if place.zone == "hand":
            return _at(seat.hand, place.at)
        cards = seat.lawn if place.zone == "lawn" else seat.fence
        return cards[place.at].face if 0 <= place.at < len(cards) else ""


def _at(cards: tuple[str, ...], at: int) -> str:
    return cards[at] if 0 <= at < len(cards) else ""
