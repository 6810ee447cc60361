"""What a room needs of a game's proof: chance, a journal, receipts, and a verdict at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from rr_net.fairness.base.levels import LevelName
from rr_net.fairness.base.rows import Opening
from rr_rules.kernel.game import Outcome, Rules, State
from rr_rules.kernel.requests import ChanceRequest, ChanceResult, Request
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Entry

Level = LevelName


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
    fairness: Level = "solo"
    """How much everybody has a hand in the luck."""

    @property
    def chain_seats(self) -> tuple[int, ...]:
        """The seats that give to random events by a chain: bots', and the host's."""
        bots = (sitter.seat for sitter in self.roster if sitter.bot)
        return tuple(sorted({*bots, self.host_seat} - {-1}))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verification of a finished game says."""

    verified: bool
    sentence: str
    bundle: str
    """How a player fetches the bundle."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one seat gives to a random event."""

    seat: int
    level: Literal["mash", "pledge", "signature", "chain"]
    value: str


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """A random event that people may contribute to."""

    number: int
    """From 1 over the whole game."""
    window: float
    """Seconds that it stays open."""
    seed_text: str
    """What a seat signs that contributes a signature (namespace rr1-seed)."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """A random event whose contributions are fixed."""

    number: int
    digest: str
    """F, hex."""
    given: tuple[Contribution, ...]
    absent: tuple[int, ...]
    lasts: float
    """About how many seconds the slow hash takes on this host."""


@dataclass(frozen=True, slots=True)
class Head:
    """The record as far as the host has signed it."""

    size: int
    """How many rows it has."""
    digest: str
    """The hash of the last of them, hex."""
    words: tuple[str, ...]
    """The digest in twelve words, of which four are read aloud at a turn's end."""


class Dealt(NamedTuple):
    """A chance request, answered and kept."""

    result: ChanceResult
    promises: tuple[str, ...]
    """What a shuffle commits to, in words, one a pile."""


class Record(Protocol):
    """One game's proof, from the commitment to the opened bundle.

    The table is written first and the record keeps what it took, in one commit with the
    commitments that follow from it: nobody is shown anything before that. A call that raises has
    kept nothing.
    """

    @property
    def commitment(self) -> str:
        """What the host has committed to, hex."""

    @property
    def promise(self) -> Opening:
        """The first row: the game, what the host has committed to, and the chains' anchors."""

    @property
    def head(self) -> Head | None:
        """The newest head that the host has signed; None before there is one, or without a key."""

    # --- chance ----------------------------------------------------------------------

    async def open_event(
        self, request: ChanceRequest, table: Table[State], pledges: Mapping[int, str]
    ) -> OpenEvent | None:
        """Open the random event of a request; None at the level solo, which has no windows.

        `pledges` are the hashes that seats have given since the last event: they are kept before
        it. An event that is open already, after a crash, is opened again with its number.
        """

    @property
    def pledged(self) -> frozenset[int]:
        """The seats whose pledge is kept and not used: they may open it now."""

    def check(self, contribution: Contribution) -> str:
        """Why a contribution to the open event is not good, or ""."""

    def chain_value(self, seat: int) -> Contribution | None:
        """What a bot's seat, or the host's, gives to the open event; None for every other seat."""

    async def freeze(self, given: tuple[Contribution, ...]) -> Frozen:
        """Fix the contributions for good: sorted, signed, and never again for this event."""

    @property
    def frozen(self) -> Frozen | None:
        """The event that is frozen and waits for its slow hash, after a crash too."""

    async def grind(self) -> None:
        """Do the slow hash of the frozen event, in a thread of its own; returns when it is done."""

    async def deal(self, request: ChanceRequest, table: Table[State]) -> Dealt:
        """The result of the request, applied to the table and kept.

        Where the level has windows, the event was frozen and ground before.
        """

    # --- entries ---------------------------------------------------------------------

    async def keep(self, entries: Sequence[Entry], table: Table[State]) -> None:
        """Apply entries to the table, one after the other, then keep them for good in one commit.

        Raises a RulesError for the first of them, and has changed nothing then; the others follow
        from a draft that the rules have taken.
        """

    async def hold(self, entry: Answer) -> None:
        """Keep a sealed answer that the table has not taken yet."""

    async def hand_over(self, entries: Sequence[Answer], table: Table[State]) -> None:
        """Give the table the answers that were held, and keep what follows from them.

        After a crash, without entries: keep what was to follow from those that were recalled.
        """

    async def sign(self) -> Head | None:
        """Sign what has not been signed; None without a host key."""

    async def give_up(self) -> None:
        """Remember that this game was broken off: it is not taken up again."""

    def recall(self, entry: Entry, request: Request | None, table: Table[State]) -> None:
        """After a crash: take note that the table, asking `request`, has taken a kept entry.

        Sealed answers are recalled when the table takes them, which may be after later entries.
        """

    # --- what people may take home -----------------------------------------------------

    def receipt(self) -> tuple[bytes, bytes] | None:
        """The last signed note and its armoured signature, or None."""

    def receipts(self, seat: int) -> bytes:
        """What only this seat may see: its openings and contributions, as canonical JSON."""

    def contributions(self, seat: int) -> tuple[tuple[int, Contribution], ...]:
        """What a seat has given to each frozen event."""

    async def audit(self, outcome: Outcome | None, table: Table[State]) -> Verdict:
        """Ends the rows, opens everything that was hidden and verifies the whole game.

        None is the outcome of a game that was broken off.
        """


class Kept(NamedTuple):
    """An entry that a journal holds."""

    entry: Entry
    promises: tuple[str, ...]
    """What it published, where it was a shuffle."""


Recorded = Kept | OpenEvent | Frozen | Head
"""What a journal holds that a table took, or that stands in its log."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that a host left in the middle."""

    terms: Terms
    record: Record
    recorded: tuple[Recorded, ...]
    """Oldest first."""


class Archive(Protocol):
    """Where games are kept."""

    async def open(self, terms: Terms, table: Table[State]) -> Record:
        """A new game's record, its manifest and secret made and committed to."""

    async def abandoned(self) -> tuple[str, ...]:
        """The games that were dealt here and never opened, by gid, the latest first."""
