"""The scene of a game whose views say who sits where, in the words that all our views share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rr_rules.kernel.game import Reason
from rr_tui.board.places import Place
from rr_tui.board.scene import Scene


class SeatPart(Protocol):
    """One seat's part of a view."""

    @property
    def seat(self) -> int:
        """Its number."""


class SeatedView(Protocol):
    """What a view says of its seats."""

    @property
    def me(self) -> int:
        """The seat that looks, or -1 for a spectator."""

    @property
    def player(self) -> int:
        """Whose turn it is."""

    @property
    def phase(self) -> str:
        """The phase of the turn, or setup, or over."""

    @property
    def seats(self) -> Sequence[SeatPart]:
        """Each seat's part, by its number."""

    @property
    def reasons(self) -> Sequence[Reason]:
        """Why things can or cannot be used now."""


@dataclass(frozen=True, slots=True)
class SeatedScene(Scene):
    """One player's table at one moment, with its seats as the view names them."""

    view: SeatedView

    @property
    def seat(self) -> int:
        """The looking seat, or -1 for a spectator."""
        return self.view.me

    @property
    def player(self) -> int:
        """Whose turn it is, or -1 where it is nobody's yet."""
        return -1 if self.view.phase == "setup" else self.view.player

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats, the looking one first."""
        count = len(self.view.seats)
        return tuple((max(self.view.me, 0) + step) % count for step in range(count))

    @property
    def around(self) -> tuple[int, ...]:
        """The other seats, clockwise from the looking one."""
        return tuple(seat for seat in self.clockwise if seat != self.view.me)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left the game: all, where nobody can."""
        return tuple(part.seat for part in self.view.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.phase == "over"

    def reason(self, place: Place) -> Reason | None:
        """Why the thing at `place` can or cannot be used now."""
        found = (r for r in self.view.reasons if Place(r.zone, r.seat, r.at) == place)
        return next(found, None)


def card_at(cards: Sequence[str], at: int) -> str:
    """The face at a position, or "" where there is none."""
    return cards[at] if 0 <= at < len(cards) else ""
