"""What the deal fixes of a game, and its seats: who plays each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_net.fairness.base.levels import LevelName
from rr_net.fairness.base.manifest import Seated, chained
from rr_rules.kernel.game import Game, GameState
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

    is_plain: bool = False
    """Its player, who has a key of this game, plays without it."""
    is_away: bool = False
    """A bot answers for its player, who signs: so the record says, until nothing is half done."""

    @property
    def key(self) -> str:
        """The key of the player whose seat it is; "" for nobody's and for a bot's."""
        return ""

    @property
    def signs_with(self) -> str:
        """The key of a game that its player's client has now, hex; "" for none."""
        return ""

    @property
    def is_present(self) -> bool:
        """Whether its player is there."""
        return False

    @property
    def always_held(self) -> frozenset[str]:
        """The kinds of events whose windows its player always holds, or "all" (RR-HID-18)."""
        return frozenset()

    @property
    def lag(self) -> float:
        """The round-trip time of its player's line, in seconds; 0 where there is none."""
        return 0.0

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot makes the choices now."""
        return bool(self.bot) or self.stand_in or self.is_away

    @property
    def is_played_by_hand(self) -> bool:
        """Whether a player has the seat, still plays, and is not stood in for."""
        return bool(self.key) and not (self.removed or self.is_played_by_bot)


Level = LevelName


@dataclass(frozen=True, slots=True)
class Terms:
    """Everything that the deal fixes."""

    rules: Game[GameState]
    deck: tuple[str, bytes] | None
    """An owner's deck file, by name."""
    roster: tuple[Seated, ...]
    """Who takes each seat."""
    options: Mapping[str, str]
    declared: tuple[int, ...]
    host_seat: int
    """The seat of the host, or -1."""
    fairness: Level = "solo"
    """How much everybody has a hand in the luck."""

    @property
    def chain_seats(self) -> tuple[int, ...]:
        """The seats that give to random events by a chain: bots', and the host's."""
        return chained(self.roster, self.host_seat)
