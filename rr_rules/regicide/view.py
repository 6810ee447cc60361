"""What one seat, or a spectator, sees of a game of Regicide, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from rr_rules.kernel.game import Outcome, Reason


@dataclass(frozen=True, slots=True)
class Enemy:
    """The current enemy; zone "enemy"."""

    face: str
    health: int
    damage: int
    attack: int
    """What it does now, the shield taken off."""
    shield: int
    blocked: int
    """Shield that a Jester would wake."""
    immune: str
    """The suit whose powers do nothing against it, or ""."""

    @property
    def left(self) -> int:
        """The health it has left."""
        return self.health - self.damage


@dataclass(frozen=True, slots=True)
class Played:
    """One play against this enemy; its cards are in zone "table"."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RegicideSeatView:
    """One seat's part of the table."""

    seat: int
    hand: tuple[str, ...]
    """Zone "hand": faces, or "" for each card this seat may not see."""
    known: tuple[str, ...]
    """Faces that everybody saw going into that hand (RG-INFO-03)."""
    yielded: bool
    """Its last turn was a yield (RG-YIELD-03)."""


@dataclass(frozen=True, slots=True)
class RegicideView:
    """The table for one seat, built from nothing."""

    me: int
    turn: int
    player: int
    phase: str
    """setup, play, next (the Jester's player names who goes on), attack or over."""
    enemy: Enemy | None
    castle: tuple[int, int, int]
    """How many Jacks, Queens and Kings are face down."""
    defeated: int
    exact: int
    tavern: int
    tavern_top: tuple[str, ...]
    """Faces that everybody saw going onto the Tavern, the topmost last."""
    discard: tuple[str, ...]
    """Zone "discard", the top last: what may be listed of it (RG-INFO-05)."""
    veiled: int
    """How many cards of the pile are not listed; they lie under its top."""
    table: tuple[Played, ...]
    seats: tuple[RegicideSeatView, ...]
    hand_limit: int
    owed: int
    """What the player still has to cover."""
    may_yield: bool
    jesters: int
    """Solo Jesters that are left."""
    reasons: tuple[Reason, ...]
    outcome: Outcome | None
    summary: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """After the game: every hand, the piles and the castle (RG-INFO-06)."""
    began: int = -1
    """The seat that took the first turn."""
    slayer: int = -1
    """The seat whose player struck down the last King at this table, or -1 (RG-SETUP-08)."""

    @property
    def discarded(self) -> int:
        """How many cards the discard pile has."""
        return len(self.discard) + self.veiled

    def hand_of(self, seat: int) -> tuple[str, ...]:
        """A hand as far as it is seen: all of it after the game."""
        shown = dict(self.summary).get(f"hand {seat}")
        return self.seats[seat].hand if shown is None else shown
