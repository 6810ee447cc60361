"""What a room needs of a game's proof: chance, a journal, receipts, and a verdict at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_net.fairness.base.levels import LevelName
from rr_net.fairness.base.manifest import Seated, chained
from rr_rules.kernel.game import Game, GameState

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
