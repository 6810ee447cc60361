"""What is remembered of a game for good: who sat where, how it ended, and whether it counts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from rr_net.fairness.base.hash import short
from rr_net.safetext import clean

OWN_KEY: Final = "local"
"""Who sits at this machine's own terminal: no fingerprint of a key looks like it."""
SOMEBODY: Final = "somebody"
"""What a player is called who was forgotten."""
NAME_LENGTH = 40
LATEST = 253_370_764_800
"""The last moment that a calendar of four digits knows in every zone, in seconds since 1970."""

State = Literal["playing", "broken_off", "finished", "unread"]
"""A game that goes on or was left; one that was ended early; one with an outcome; a record that
this version cannot read."""
Checked = Literal["holds", "sampled", "fails", "unchecked"]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of a game."""

    name: str
    """Cleaned; "" where nobody knows."""
    key: str = ""
    """The fingerprint of a key, OWN_KEY, or a word for a place at one screen; "" for a bot, and for
    somebody who was forgotten."""
    bot: str = ""
    """The kind of bot, or ""."""
    rank: int = 0
    """From 1, shared by all who did as well; 0 while there is no outcome."""
    won: bool = False
    """Whether it is one of the winners: without any, all share one rank."""
    since: int = 0
    """From which turn on, where the seat was dealt to a bot: the host's word. 0 otherwise."""

    @property
    def is_person(self) -> bool:
        """Whether it is a player's, and no bot's."""
        return not self.bot

    @property
    def has_own_key(self) -> bool:
        """Whether the key is one person's: places at one screen are nobody's in particular."""
        return self.key == OWN_KEY or self.key.startswith("SHA256:")


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game."""

    gid: str
    """Its name, hex: the hash of its manifest."""
    game: str
    """The id of its rules."""
    edition: str
    """What people call it."""
    seats: tuple[SeatResult, ...] = ()
    state: State = "playing"
    reason: str = ""
    """Why it ended, in a word of the game; "" without an outcome."""
    turns: int = 0
    """The turn in which it stands or ended; 0 before the first, or where that is not known."""
    began: int = 0
    """In seconds since 1970; 0 where nobody knows."""
    ended: int = 0
    """When it ended, or when it was seen last, in seconds since 1970."""
    seconds: int = 0
    """How long it was played, pauses left out that a closed table made; 0 for not known."""
    level: str = "solo"
    """Who chose the luck: solo, table or strict."""
    version: str = ""
    host_key: str = ""
    """The fingerprint of the host's key; "" without a network."""
    is_ours: bool = True
    """Whether this machine dealt it; else its bundle was taken in."""
    checked: Checked = "unchecked"
    problem: str = ""
    """Why it is not checked, or what is wrong with its record; ""."""
    is_hinted: bool = False
    """Whether somebody was given a hint."""
    is_changed: bool = False
    """Whether a chair was taken over while it was played, by somebody or for good by a bot."""
    is_shared: bool = False
    """Whether all seats win together or none does."""
    score: int = 0
    """How far a shared game came."""
    folder: str = ""
    """The folder whose journal or bundle has it; "" where there is none."""

    @property
    def people(self) -> tuple[SeatResult, ...]:
        """The seats that players have."""
        return tuple(seat for seat in self.seats if seat.is_person)

    @property
    def counts(self) -> bool:
        """Whether its result is one: finished, and nothing wrong with its record."""
        known = self.is_ours or self.checked in {"holds", "sampled"}
        return self.state == "finished" and known and self.checked != "fails"

    @property
    def why_not_rated(self) -> str:
        """Why it changes nobody's rating, in a few words; "" where it does."""
        reasons = (
            (self.state != "finished", "not finished"),
            (self.checked == "fails", "its record does not verify"),
            (not self.is_ours, "taken in from a file"),
            (self.is_shared, "played together"),
            (len(self.people) < 2, "one person alone"),
            (self.level == "solo", "the host alone chose the luck"),
            (self.is_hinted, "played with hints"),
            (self.is_changed, "a chair changed hands"),
            (any(not s.has_own_key for s in self.people if s.name != SOMEBODY), "at one screen"),
        )
        return next((words for holds, words in reasons if holds), "")

    def seat_of(self, keys: Collection[str]) -> SeatResult | None:
        """The seat of somebody with one of these keys, or None."""
        return next((seat for seat in self.seats if seat.key and seat.key in keys), None)


def cleaned(name: str) -> str:
    """A name as it may stand in a list."""
    return clean(name, NAME_LENGTH).strip()


def key_of(key: str, host_key: str, *, is_ours: bool, is_shared_screen: bool = False) -> str:
    """Whose key it is, as this machine knows people.

    What another host calls its own terminal is its own player's, and not ours.
    """
    if not key or key.startswith("SHA256:"):
        return key
    if not is_ours:
        return f"{key}@{host_key}"
    return key if is_shared_screen else OWN_KEY


def bundle_of(result: GameResult) -> Path:
    """Where the record of a game is kept, or the very file that was taken in."""
    folder = Path(result.folder)
    return folder / f"bundle-{short(result.gid)}.json" if result.is_ours else folder
