"""The scene of any game: what can be known of a view without knowing the game."""

from __future__ import annotations

from dataclasses import dataclass

from rr_tui.board.places import Place
from rr_tui.board.scene import Scene


@dataclass(frozen=True, slots=True)
class PlainScene(Scene):
    """One player's table at one moment, read by the names that most games' views share."""

    @property
    def seat(self) -> int:
        """The looking seat, or -1 for a spectator."""
        return number(self.view, "me")

    @property
    def player(self) -> int:
        """Whose turn it is, or -1 where it is nobody's yet."""
        is_setup = getattr(self.view, "phase", "") == "setup"
        return -1 if is_setup else number(self.view, "player")

    @property
    def around(self) -> tuple[int, ...]:
        """The other seats, clockwise from the looking one."""
        count, mine = len(parts(self.view)), self.seat
        return tuple(
            (mine + 1 + step) % count for step in range(count) if (mine + 1 + step) % count != mine
        )

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left the game."""
        seats = enumerate(parts(self.view))
        return tuple(seat for seat, part in seats if not getattr(part, "left", False))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return getattr(self.view, "phase", "") == "over" or (
            getattr(self.view, "outcome", None) is not None
        )

    @property
    def hand(self) -> tuple[str, ...]:
        """The own hand."""
        part = parts(self.view)[self.seat] if 0 <= self.seat < len(parts(self.view)) else None
        hand = getattr(part, "hand", ())
        is_faces = isinstance(hand, tuple) and all(isinstance(face, str) for face in hand)
        return hand if is_faces else ()

    def face_at(self, place: Place) -> str:
        """The face of a thing in a zone of a seat, or of the whole table, by the zone's name."""
        seats = parts(self.view)
        part = seats[place.seat] if 0 <= place.seat < len(seats) else None
        things = getattr(part, place.zone, getattr(self.view, place.zone, ()))
        if not isinstance(things, tuple) or not 0 <= place.at < len(things):
            return ""
        face = getattr(things[place.at], "face", things[place.at])
        return face if isinstance(face, str) else ""

    def own_cards(self, zone: str) -> int:
        """How many cards are in the own hand."""
        return len(self.hand) if zone == "hand" else 0


def number(view: object, name: str) -> int:
    """A field that counts something or names a seat; -1 where there is none."""
    found = getattr(view, name, -1)
    return found if isinstance(found, int) else -1


def parts(view: object) -> tuple[object, ...]:
    """Each seat's part of the view."""
    seats = getattr(view, "seats", ())
    return seats if isinstance(seats, tuple) else ()
