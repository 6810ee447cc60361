"""The seats of a game: who plays each of them, and what its player has ordered beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from rr_rules.kernel.requests import Seat


@dataclass(slots=True)
class GameSeat:
    """One seat of a game; of its player only the key counts."""

    seat: Seat
    bot: str = ""
    """The kind of bot that has the seat, or ""."""
    stand_in: bool = False
    """A bot plays for the owner, until that person is back (RR-TABLE-04)."""
    removed: bool = False
    pledge: str = ""
    """What its player has pledged for the next random event, hex, until that is kept."""

    @property
    def key(self) -> str:
        """The key of the player whose seat it is; "" for nobody's and for a bot's."""
        return ""

    @property
    def standing_orders(self) -> frozenset[str]:
        """The kinds of events whose windows its player passes unasked, or "all" (RR-HID-19)."""
        return frozenset()

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot makes the choices now."""
        return bool(self.bot) or self.stand_in

    @property
    def is_played_by_hand(self) -> bool:
        """Whether a player has the seat, still plays, and is not stood in for."""
        return bool(self.key) and not (self.removed or self.is_played_by_bot)

    def passes(self, kind: str) -> bool:
        """Whether its player has a standing order to pass windows for that kind of event."""
        return not self.is_played_by_bot and not self.standing_orders.isdisjoint({"all", kind})
