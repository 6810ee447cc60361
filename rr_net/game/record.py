"""The record of one game: its ledger in memory, and the journal that keeps the rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, Protocol

from rr_net.fairness.base.errors import BadRow
from rr_net.fairness.base.levels import LEVELS, EventKind
from rr_net.fairness.base.note import CheckSignature, SignedNote, armoured, words_of
from rr_net.fairness.base.rows import (
    CheckpointRow,
    EventRow,
    Freeze,
    FreezeRow,
    Given,
    Opening,
    Row,
    ShuffleRow,
    entry_of,
)
from rr_net.fairness.cards.commitments import hidden_zones
from rr_net.fairness.chain.contributions import seed_text
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.receipts import receipts_bytes
from rr_net.fairness.proof.replay import asked_faces, recall
from rr_net.game.grinder import Grinder
from rr_net.store import Journal
from rr_rules.kernel.game import GameState, Outcome
from rr_rules.kernel.requests import ChanceRequest, ChanceResult, Request
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Chance, Entry


@dataclass(frozen=True, slots=True)
class VerdictShown:
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
        self, request: ChanceRequest, table: Table[GameState], pledges: Mapping[int, str]
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

    async def deal(self, request: ChanceRequest, table: Table[GameState]) -> Dealt:
        """The result of the request, applied to the table and kept.

        Where the level has windows, the event was frozen and ground before.
        """

    # --- entries ---------------------------------------------------------------------

    async def keep(self, entries: Sequence[Entry], table: Table[GameState]) -> None:
        """Apply entries to the table, one after the other, then keep them for good in one commit.

        Raises a RulesError for the first of them, and has changed nothing then; the others follow
        from a draft that the rules have taken.
        """

    async def hold(self, entry: Answer) -> None:
        """Keep a sealed answer that the table has not taken yet."""

    async def hand_over(self, entries: Sequence[Answer], table: Table[GameState]) -> None:
        """Give the table the answers that were held, and keep what follows from them.

        After a crash, without entries: keep what was to follow from those that were recalled.
        """

    async def sign(self) -> Head | None:
        """Sign what has not been signed; None without a host key."""

    async def give_up(self) -> None:
        """Remember that this game was broken off: it is not taken up again."""

    def recall(self, entry: Entry, request: Request | None, table: Table[GameState]) -> None:
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

    async def audit(self, outcome: Outcome | None, table: Table[GameState]) -> VerdictShown:
        """Ends the rows, opens everything that was hidden and verifies the whole game.

        None is the outcome of a game that was broken off.
        """


class RecordedEntry(NamedTuple):
    """An entry that a journal holds."""

    entry: Entry
    promises: tuple[str, ...]
    """What it published, where it was a shuffle."""


Recorded = RecordedEntry | OpenEvent | Frozen | Head
"""What a journal holds that a table took, or that stands in its log."""


SignNote = Callable[[bytes], str]
"""Signs a note with the host's key: base64 without line breaks."""


class GameRecord:
    """One game's proof. Rows are shown to nobody before the journal has kept them."""

    def __init__(
        self,
        ledger: Ledger,
        journal: Journal,
        grinder: Grinder,
        judge: Callable[[Ledger], Awaitable[VerdictShown]],
        *,
        sign: SignNote | None,
        check_signature: CheckSignature,
        rate: float,
    ) -> None:
        """A game goes on where its ledger ends.

        `rate` is how many iterations of the slow hash this machine does in a second.
        """
        self._ledger = ledger
        self._journal = journal
        self._grinder = grinder
        self._judge = judge
        self._sign = sign
        self._check_signature = check_signature
        self._rate = rate
        self._slow: list[str] = []
        """What the slow hash of the frozen event has given so far."""
        self._kept = len(ledger.rows)
        """How many rows the journal has kept for sure."""
        self._recalled = [row for row in ledger.rows if entry_of(row) is not None]
        """The entries that a table has not taken yet after a crash."""

    @property
    def commitment(self) -> str:
        """What the host has committed to, hex."""
        return self._ledger.commitment

    @property
    def promise(self) -> Opening:
        """The first row."""
        return self._ledger.promise

    @property
    def head(self) -> Head | None:
        """The newest head that the host has signed."""
        row = self._last_signed()
        return None if row is None else _head(row)

    # --- chance ----------------------------------------------------------------------

    async def open_event(
        self, request: ChanceRequest, table: Table[GameState], pledges: Mapping[int, str]
    ) -> OpenEvent | None:
        """Open the random event of a request; None at the level solo."""
        ledger = self._ledger
        if not LEVELS[ledger.manifest.fairness].has_events:
            return None
        if ledger.events.opened is None:
            rows: list[Row] = [self._take(ledger.pledge(*each)) for each in pledges.items()]
            rows.append(self._take(ledger.event(request, asked_faces(table))))
            await self._keep_taken(rows)
        opened = ledger.events.opened
        assert opened is not None, "its row was just taken"
        return OpenEvent(opened.event, opened.milliseconds / 1000, ledger.seed_text)

    @property
    def pledged(self) -> frozenset[int]:
        """The seats whose pledge is kept and not used."""
        return self._ledger.contributors.pledged

    def check(self, contribution: Contribution) -> str:
        """Why a contribution to the open event is not good, or ""."""
        ledger, given = self._ledger, _given(contribution)
        try:
            ledger.check_given(given)
            if given.level == "signature":
                ledger.check_seed(given, self._check_signature)
        except BadRow as error:
            return str(error)
        return ""

    def chain_value(self, seat: int) -> Contribution | None:
        """What a bot's seat, or the host's, gives to the open event."""
        given = self._ledger.chain_value(seat)
        return None if given is None else _contribution(given)

    async def freeze(self, given: tuple[Contribution, ...]) -> Frozen:
        """Fix the contributions for good, and sign them."""
        rows: list[Row] = [self._take(self._ledger.freeze(_given(each) for each in given))]
        if self._sign is not None:
            rows.append(self._take(self._signed(self._sign)))
        self._slow = []
        await self._keep_taken(rows)
        frozen = self.frozen
        assert frozen is not None, "its row was just taken"
        return frozen

    @property
    def frozen(self) -> Frozen | None:
        """The event that is frozen and waits for its slow hash."""
        opened, freeze = self._ledger.events.opened, self._ledger.events.frozen
        if opened is None or freeze is None:
            return None
        return _frozen(freeze, self._seconds(opened.asked.kind))

    def _seconds(self, kind: EventKind) -> float:
        return self._ledger.manifest.slow.iterations(kind) / self._rate

    async def grind(self) -> None:
        """Do the slow hash of the frozen event, piece by piece."""
        terms = self._ledger.grind_terms()
        assert terms is not None, "only a frozen event is ground"
        values: list[str] = []
        for at in range(1, terms.segments + 1):
            before = values[-1] if values else terms.digest
            values.append(await self._grinder.grind(partial(terms.segment, at, before)))
        self._slow = values

    async def deal(self, request: ChanceRequest, table: Table[GameState]) -> Dealt:
        """The result of the request, applied to the table and kept."""
        row, result = self._ledger.chance(request, asked_faces(table), self._slow)
        table.apply(Chance(result))
        await self._keep_entry(row, table)
        self._slow = []
        return Dealt(result, promises(row))

    # --- entries ---------------------------------------------------------------------

    async def keep(self, entries: Sequence[Entry], table: Table[GameState]) -> None:
        """Apply entries to the table, then keep them for good, in one commit."""
        rows: list[Row] = []
        for entry in entries:
            assert not isinstance(entry, Chance), "chance is dealt"
            # The table refuses what makes no sense, of which no row could be built.
            table.apply(entry)
            rows.append(self._take(self._ledger.row(entry)))
            commit = self._ledger.commit(hidden_zones(table.game, table.state))
            if commit is not None:
                rows.append(self._take(commit))
        await self._keep_taken(rows)

    async def _keep_entry(self, row: Row, table: Table[GameState]) -> None:
        """The row of an entry that the table has taken, and what follows from it, in one commit."""
        zones = hidden_zones(table.game, table.state)
        commit = self._ledger.commit(zones, after=row)
        await self._keep([row] if commit is None else [row, commit])

    async def hold(self, entry: Answer) -> None:
        """Keep a sealed answer that the table has not taken yet."""
        await self._keep([self._ledger.row(entry)])

    async def hand_over(self, entries: Sequence[Answer], table: Table[GameState]) -> None:
        """Give the table the answers that were held, and keep what follows from them."""
        for entry in entries:
            table.apply(entry)
        if entry_of(self._ledger.rows[-1]) is None:
            return
        commit = self._ledger.commit(hidden_zones(table.game, table.state))
        if commit is not None:
            await self._keep([commit])

    async def sign(self) -> Head | None:
        """Sign what has not been signed; None without a host key."""
        if self._sign is None:
            return None
        if not isinstance(self._ledger.rows[-1], CheckpointRow):
            await self._keep([self._signed(self._sign)])
        return self.head

    def _signed(self, sign: SignNote) -> CheckpointRow:
        return self._ledger.checkpoint(sign(self._ledger.note.text.encode()))

    async def give_up(self) -> None:
        """Remember that this game was broken off."""
        await self._journal.break_off(self._ledger.gid)

    def recall(self, entry: Entry, request: Request | None, table: Table[GameState]) -> None:
        """After a crash: take note that the table has taken a kept entry."""
        row = next(row for row in self._recalled if entry_of(row) == entry)
        self._recalled.remove(row)
        recall(self._ledger, row, request, table)

    # --- what people may take home -----------------------------------------------------

    def receipt(self) -> tuple[bytes, bytes] | None:
        """The last signed note and its armoured signature, or None."""
        row = self._last_signed()
        if row is None:
            return None
        note = SignedNote(self._ledger.gid, row.seq, row.prev)
        return note.text.encode(), armoured(row.pub.signature).encode()

    def receipts(self, seat: int) -> bytes:
        """What only this seat may see: its openings and contributions, as canonical JSON."""
        openings = self._ledger.commitments.openings(seat)
        return receipts_bytes(self._ledger.rows[: self._kept], seat, openings)

    def contributions(self, seat: int) -> tuple[tuple[int, Contribution], ...]:
        """What a seat has given to each frozen event."""
        freezes = [row.pub for row in self._ledger.rows[: self._kept] if isinstance(row, FreezeRow)]
        return tuple(
            (freeze.event, _contribution(given))
            for freeze in freezes
            for given in freeze.given
            if given.seat == seat
        )

    async def audit(self, outcome: Outcome | None, table: Table[GameState]) -> VerdictShown:
        """Ends the rows, opens everything that was hidden and verifies the whole game."""
        rows: list[Row] = [self._take(self._ledger.closing(outcome))]
        if self._sign is not None:
            rows.append(self._take(self._signed(self._sign)))
        await self._keep_taken(rows)
        return await self._judge(self._ledger)

    def recorded(self) -> Iterator[Recorded]:
        """What a table is to take again after a crash, and what stands in its log."""
        for row in self._ledger.rows:
            match row:
                case EventRow(pub=opened):
                    text = seed_text(self._ledger.gid, opened.event)
                    yield OpenEvent(opened.event, opened.milliseconds / 1000, text)
                case FreezeRow(pub=freeze):
                    yield _frozen(freeze, 0.0)
                case CheckpointRow():
                    yield _head(row)
            entry = entry_of(row)
            if entry is not None:
                yield RecordedEntry(entry, promises(row))

    # --- keeping -----------------------------------------------------------------------

    async def _keep(self, rows: Sequence[Row]) -> None:
        """Keep rows in the journal, then take them into the chain."""
        await self._journal.append(self._ledger.gid, rows)
        for row in rows:
            self._ledger.take(row)
        self._kept = len(self._ledger.rows)

    def _take(self, row: Row) -> Row:
        """Take a row into the chain because the next one of the same commit stands on it."""
        self._ledger.take(row)
        return row

    async def _keep_taken(self, rows: Sequence[Row]) -> None:
        # If this fails the room stops, and the game is loaded anew.
        await self._journal.append(self._ledger.gid, rows)
        self._kept = len(self._ledger.rows)

    def _last_signed(self) -> CheckpointRow | None:
        kept = reversed(self._ledger.rows[: self._kept])
        return next((row for row in kept if isinstance(row, CheckpointRow)), None)


def promises(row: Row) -> tuple[str, ...]:
    """What everybody may note of a shuffle before its first card is used (RR-HID-09)."""
    piles = row.pub.piles if isinstance(row, ShuffleRow) else ()
    return tuple(f"{pile.label}, {pile.count} cards: {pile.root}" for pile in piles)


def _head(row: CheckpointRow) -> Head:
    """What a signature speaks of: the rows before it."""
    return Head(row.seq, row.prev, words_of(row.prev))


def _frozen(freeze: Freeze, lasts: float) -> Frozen:
    given = tuple(_contribution(each) for each in freeze.given)
    return Frozen(freeze.event, freeze.digest, given, freeze.absent, lasts)


def _contribution(given: Given) -> Contribution:
    return Contribution(given.seat, given.level, given.value)


def _given(contribution: Contribution) -> Given:
    return Given(level=contribution.level, seat=contribution.seat, value=contribution.value)
