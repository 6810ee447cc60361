"""What a room needs of a game's proof: chance, a journal, and a verdict at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rr_rules.game import Outcome, Rules, State
from rr_rules.requests import ChanceRequest, ChanceResult
from rr_rules.transcript import Entry


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat when the cards are dealt."""

    seat: int
    name: str
    fingerprint: str
    """The player's key; "" for a bot."""
    bot: str = ""
    """The kind of bot, or ""."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Everything that the deal fixes."""

    rules: Rules[State]
    deck: tuple[str, bytes] | None
    """An owner's deck file, by name."""
    roster: tuple[Sitter, ...]
    options: Mapping[str, str]
    declared: tuple[int, ...]
    host_seat: int
    """The seat of the host, or -1."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verification of a finished game says."""

    verified: bool
    sentence: str
    bundle: str
    """How a player fetches the bundle."""


class Record(Protocol):
    """One game's proof, from the commitment to the opened bundle."""

    @property
    def commitment(self) -> str:
        """What the host has committed to, hex."""

    def deal(self, request: ChanceRequest) -> ChanceResult:
        """The result that the committed secret gives for a chance request."""

    async def append(self, entry: Entry, request: ChanceRequest | None = None) -> tuple[str, ...]:
        """Keeps an entry for good; its effect may be shown once this returns.

        For chance, `request` is what it answers; what a shuffle commits to comes back in words.
        """

    async def audit(self, outcome: Outcome | None) -> Verdict:
        """Ends the rows, opens everything that was hidden and verifies the whole game.

        None is the outcome of a game that was broken off.
        """


class Kept(NamedTuple):
    """An entry that a journal holds."""

    entry: Entry
    promises: tuple[str, ...]
    """What it published, where it was a shuffle."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that a host left in the middle."""

    terms: Terms
    record: Record
    entries: tuple[Kept, ...]


class Archive(Protocol):
    """Where games are kept."""

    async def open(self, terms: Terms) -> Record:
        """A new game's record, its manifest and secret made and committed to."""
