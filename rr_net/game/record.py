"""The record of one game: its ledger in memory, and the journal that keeps the rows.

Rows have one order: the table takes an entry, the ledger takes all rows of one commit, the journal
keeps them, and only what it has kept is shown to anybody or given away. A commit that cannot be
kept ends the record: the table has gone on, so the game must be loaded anew.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rr_net.fairness.base.errors import BadRow
from rr_net.fairness.base.gamekey import SeatKey
from rr_net.fairness.base.levels import LEVELS, EventKind
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import CheckSignature, SignedNote, armoured
from rr_net.fairness.base.rows import (
    AnswerRow,
    AwayRow,
    CheckpointRow,
    EventRow,
    FreezeRow,
    Given,
    Opening,
    PlainRow,
    ReopenRow,
    Row,
    SeatRow,
    ShuffleRow,
    WitnessRow,
    entry_of,
)
from rr_net.fairness.cards.commitments import hidden_zones
from rr_net.fairness.chain.events import RecordedEvent, recorded_event
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.notes import GivenNote
from rr_net.fairness.proof.receipts import (
    Sealing,
    Stamp,
    contributions,
    last_stamp,
    receipts_bytes,
)
from rr_net.fairness.proof.replay import asked_faces, recall
from rr_net.game.seats import GameSeat
from rr_net.game.services import Grinder, VerdictShown
from rr_net.game.signing import AnswerGiven, SigningSeats
from rr_net.store import CannotStore, FiledOrders, Journal, SentAway, Successor
from rr_rules.kernel.game import GameState, Outcome
from rr_rules.kernel.requests import ChanceRequest, Request, Seat
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Chance, Entry, Remove, canonical

UNSHOWN = (AnswerRow, WitnessRow, SeatRow, AwayRow, PlainRow)
"""What may stand in a record while several choose."""


class RecordedEntry(NamedTuple):
    """An entry that a journal holds."""

    entry: Entry
    promises: tuple[str, ...]
    """What it published, where it was a shuffle."""


Recorded = RecordedEntry | RecordedEvent | SignedNote
"""What a journal holds that a table took, or that stands in its log."""

SignNote = Callable[[bytes], str]
"""Signs a note with the host's key: base64 without line breaks."""


class GameRecord:
    """One game's proof, from the commitment to the opened bundle.

    Whatever writes raises CannotStore once a commit was not kept.
    """

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

        `rate` is how many blocks of the slow hash this machine does in a second.
        """
        self._ledger = ledger
        self.signers = SigningSeats(ledger)
        """The seats whose players have clients that sign."""
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
        self._shown = ledger.commitments
        """What is promised by the rows that are kept."""
        self._is_whole = True
        """Whether the journal has kept all that was taken."""
        self._recalled = [row for row in ledger.rows if entry_of(row) is not None]
        """The entries that a table has not taken yet after a crash."""

    @property
    def commitment(self) -> str:
        """What the host has committed to, hex."""
        return self._ledger.commitment

    @property
    def gid(self) -> str:
        """The game's name, hex."""
        return self._ledger.gid

    @property
    def manifest(self) -> Manifest:
        """What the deal has fixed; its hash names the game."""
        return self._ledger.manifest

    @property
    def promise(self) -> Opening:
        """The first row: the game, what the host has committed to, and the chains' anchors."""
        return self._ledger.promise

    @property
    def next_row(self) -> int:
        """The number of the next row."""
        return self._kept

    @property
    def head(self) -> SignedNote | None:
        """The newest head that the host has signed; None before there is one, or without a key."""
        row = self._last_signed()
        return None if row is None else self._noted(row)

    # --- chance ----------------------------------------------------------------------

    async def open_event(
        self, request: ChanceRequest, table: Table[GameState], pledges: Mapping[int, str]
    ) -> RecordedEvent | None:
        """Open the random event of a request; None at the level solo, which has no windows.

        `pledges` are the hashes that seats have given since the last event: they are kept before
        it. An event that is open already, after a crash, is opened once more, and the record says
        so: nothing is taken before that is signed.
        """
        ledger = self._begun()
        if not LEVELS[ledger.manifest.fairness].has_events:
            return None
        if ledger.random_event is not None:
            self._take(ledger.reopening())
        else:
            self.signers.call_witnesses()
            self._take_witnesses()
            for seat, digest in pledges.items():
                if not self.signers.signs(seat):
                    self._take(ledger.pledge(seat, digest))
            self._take(ledger.event(request, asked_faces(table)))
        self._take_signature()
        await self._keep()
        return ledger.random_event

    @property
    def event(self) -> RecordedEvent | None:
        """The random event under way, open or frozen, after a crash too."""
        return self._ledger.random_event

    @property
    def pledged(self) -> frozenset[int]:
        """The seats whose pledge is kept and not used: they may open it now."""
        return self._ledger.contributors.pledged

    def check(self, given: Given) -> str:
        """Why a contribution to the open event is not good, or ""."""
        try:
            self._ledger.check_given(given)
            if given.level in {"signature", "signed"}:
                self._ledger.check_seed(given, self._check_signature)
        except BadRow as error:
            return str(error)
        return ""

    def chain_value(self, seat: int) -> Given | None:
        """What a bot's seat, or the host's, gives to the open event; None for every other seat."""
        return self._ledger.chain_value(seat)

    async def freeze(self, given: Sequence[Given]) -> RecordedEvent:
        """Fix the contributions for good: sorted, signed, and never again for this event."""
        self._take(self._begun().freeze(given))
        self._take_signature()
        self._slow = []
        await self._keep()
        frozen = self._ledger.random_event
        assert frozen is not None, "its row was just taken"
        return frozen

    def seconds(self, kind: EventKind) -> float:
        """About how many seconds the slow hash of such an event takes on this host."""
        return self._ledger.manifest.slow.blocks(kind) / self._rate

    async def grind(self) -> None:
        """Do the slow hash of the frozen event piece by piece, in a thread of its own."""
        terms = self._ledger.grind_terms()
        assert terms is not None, "only a frozen event is ground"
        values: list[str] = []
        for at in range(1, terms.segments + 1):
            before = values[-1] if values else terms.digest
            values.append(await self._grinder.grind(partial(terms.segment, at, before)))
        self._slow = values

    async def deal(self, request: ChanceRequest, table: Table[GameState]) -> tuple[str, ...]:
        """Give the table the result of a request, and keep it; what a shuffle commits to.

        Where the level has windows, the event was frozen and ground before.
        """
        row, result = self._begun().chance(request, asked_faces(table), self._slow)
        table.apply(Chance(result))
        self._take(row)
        self._commit(table)
        self._slow = []
        await self._keep()
        return promises(row)

    # --- entries ---------------------------------------------------------------------

    async def keep(
        self, entries: Sequence[Arrange | Remove | AnswerGiven], table: Table[GameState]
    ) -> None:
        """Apply entries to the table, one after the other, then keep them for good in one commit.

        Raises a RulesError for the first of them, and has changed nothing then; the others follow
        from a draft that the rules have taken.
        """
        ledger = self._begun()
        self.signers.call_witnesses()  # nobody else chooses: when this was chosen is no secret
        for entry in entries:
            # The table refuses what makes no sense, of which no row could be built.
            if isinstance(entry, AnswerGiven):
                table.apply(entry.entry)
                self._take_witnesses()
                self._take(self.signers.row(entry, is_alone=True))
            else:
                table.apply(entry)
                self._take(ledger.row(entry))
            self._commit(table)
        await self._keep()

    async def hold(self, given: AnswerGiven) -> None:
        """Keep a sealed answer that the table has not taken yet."""
        self._begun()
        self._take_witnesses()
        self._take(self.signers.row(given))
        await self._keep()

    def _take_witnesses(self) -> None:
        """Take those who had seen the newest head when the open question was put."""
        for row in self.signers.witnesses():
            self._take(row)

    async def note_absences(self, seats: Iterable[GameSeat], drafting: int = -1) -> bool:
        """Keep who that signs is away now, or plays without the key, or no longer; whether any.

        The seat that is `drafting` has answered what does not count yet.
        """
        before = self._begun().seq
        for row in self.signers.absences(seats, drafting):
            self._take(row)
        await self._keep()
        return self._ledger.seq > before

    async def begin_key(self, key: SeatKey) -> None:
        """Keep that a seat signs with a key from here on, which its player's own has signed."""
        self._take(self._begun().seat(key))
        await self._keep()

    async def hand_over(self, entries: Sequence[Answer], table: Table[GameState]) -> None:
        """Give the table the answers that were held, and keep what follows from them.

        After a crash, without entries: keep what was to follow from those that were recalled.
        """
        ledger = self._begun()
        for entry in entries:
            table.apply(entry)
        if entry_of(ledger.rows[-1]) is not None:
            self._commit(table)
            await self._keep()

    async def sign(self) -> SignedNote | None:
        """Sign what has not been signed; None without a host key."""
        ledger = self._begun()
        if self._sign is None:
            return None
        if not isinstance(ledger.rows[-1], CheckpointRow):
            self._take(self._signed(self._sign))
            await self._keep()
        return self.head

    async def seat(self, successor: Successor) -> None:
        """Keep who has a bot's seat from now on, beside the rows: no row speaks of it."""
        await self._journal.seat(self._ledger.gid, successor)

    async def send_away(self, key: str, seat: Seat) -> SentAway:
        """Keep beside the rows that a key has lost its seat, with what that could see by now."""
        away = SentAway(key, self.receipts(seat))
        await self._journal.send_away(self._ledger.gid, away)
        return away

    async def file_orders(self, filed: FiledOrders) -> None:
        """Keep beside the rows what a seat has filed: answers alone are rows."""
        await self._journal.file_orders(self._ledger.gid, filed)

    async def hint(self, seat: Seat, turn: int) -> None:
        """Keep beside the rows that a seat was given a hint."""
        await self._journal.hint(self._ledger.gid, seat, turn)

    async def give_up(self) -> None:
        """Remember that this game was broken off: it is not taken up again."""
        ledger = self._begun()
        self._is_whole = False
        await self._journal.break_off(ledger.gid)
        self._is_whole = True

    def recall(self, entry: Entry, request: Request | None, table: Table[GameState]) -> None:
        """After a crash: take note that the table, asking `request`, has taken a kept entry."""
        row = next(row for row in self._recalled if entry_of(row) == entry)
        self._recalled.remove(row)
        recall(self._ledger, row, request, table)
        self.signers.orders.note(row.seq + 1, table)

    # --- what people may take home -----------------------------------------------------

    def receipt(self) -> tuple[bytes, bytes] | None:
        """The last signed note and its armoured signature, or None."""
        stamp = self.stamp
        return None if stamp is None else (stamp.note.encode(), armoured(stamp.signature).encode())

    def receipts(self, seat: Seat, sealings: Iterable[Sealing] = ()) -> bytes:
        """What only this seat may see: its openings and contributions, as canonical JSON."""
        rows = self._ledger.rows[: self._kept]
        return receipts_bytes(rows, seat, self._shown.openings(seat), sealings)

    def given_notes(self, seat: Seat) -> tuple[GivenNote, ...]:
        """What a seat has given to each frozen event, as it would note it."""
        kept = contributions(self._ledger.rows[: self._kept])
        return tuple([
            GivenNote(*at, given.seat, given.level, given.value)
            for at, given in kept
            if given.seat == seat
        ])  # fmt: skip

    @property
    def stamp(self) -> Stamp | None:
        """The newest note that the host has signed; None before there is one, or without a key."""
        return last_stamp(self._ledger.gid, self._ledger.rows[: self._kept])

    async def audit(self, outcome: Outcome | None) -> VerdictShown:
        """Ends the rows, opens everything that was hidden and verifies the whole game.

        None is the outcome of a game that was broken off.
        """
        self._take(self._begun().closing(outcome))
        self._take_signature()
        await self._keep()
        return await self._judge(self._ledger)

    def recorded(self) -> Iterator[Recorded]:
        """What a table is to take again after a crash, and what stands in its log."""
        opened = None
        for row in self._ledger.rows:
            match row:
                case EventRow():
                    opened = row.pub
                    yield recorded_event(self._ledger.gid, opened)
                case ReopenRow() if opened is not None:
                    yield recorded_event(self._ledger.gid, opened, row.pub.opening)
                case FreezeRow() if opened is not None:
                    yield recorded_event(self._ledger.gid, opened, row.pub.opening, row.pub)
                case CheckpointRow():
                    yield self._noted(row)
            entry = entry_of(row)
            if entry is not None:
                yield RecordedEntry(entry, promises(row))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries that are kept for good, in the order in which the table took them."""
        found = (entry_of(row) for row in self._ledger.rows[: self._kept])
        return tuple([entry for entry in found if entry is not None])

    def size_shown(self, held: int, *, several: bool) -> int:
        """How many rows may be shown while the table has not taken the last `held` answers.

        Where `several` choose, in a window or not, nothing is shown from the question on, or it
        would tell who has answered; but everybody is asked over the host's, once that is signed.
        """
        size, rows = self._kept, self._ledger.rows
        while several and isinstance(rows[size - 1], UNSHOWN):
            if isinstance(rows[size - 1], AnswerRow):
                if not held:
                    break
                held -= 1
            size -= 1
        return size

    def public_rows(self, first: int, end: int) -> tuple[str, ...]:
        """These rows as the chain hashes them, in canonical JSON."""
        rows = self._ledger.rows[first : min(end, self._kept)]
        return tuple([canonical(row.public()).decode() for row in rows])

    @property
    def bundle(self) -> bytes:
        """All that is kept, as one file; nobody may have it before the secret is open."""
        rows = self._ledger.rows[: self._kept]
        return bundle_bytes(self._ledger.manifest, rows, self.signers.last_witnesses)

    @property
    def is_open(self) -> bool:
        """Whether the secret is open: everybody may have the bundle."""
        return self._ledger.is_closed

    # --- keeping -----------------------------------------------------------------------

    def _begun(self) -> Ledger:
        """The ledger, for one commit more. Raises CannotStore after one that was not kept."""
        if not self._is_whole:
            raise CannotStore("the record has ended: what was taken last could not be kept")
        return self._ledger

    def _take(self, row: Row) -> None:
        """Take the next row of a commit into the chain."""
        if self._is_whole:
            self._shown = self._ledger.commitments.copy()
        self._is_whole = False
        self._ledger.take(row)

    def _commit(self, table: Table[GameState]) -> None:
        """Take what the last entry has made of the hidden zones, if it has changed any."""
        self.signers.orders.note(self._ledger.seq, table)
        commit = self._ledger.commit(hidden_zones(table.game, table.state))
        if commit is not None:
            self._take(commit)

    async def _keep(self) -> None:
        """Have the journal keep all rows that were taken; what they say may be shown then."""
        rows = self._ledger.rows[self._kept :]
        if rows:
            await self._journal.append(self._ledger.gid, rows)
        self._kept = len(self._ledger.rows)
        self._shown = self._ledger.commitments
        self._is_whole = True

    def _take_signature(self) -> None:
        """Take the host's signature of what was taken, if it has a key."""
        if self._sign is not None:
            self._take(self._signed(self._sign))

    def _signed(self, sign: SignNote) -> CheckpointRow:
        return self._ledger.checkpoint(sign(self._ledger.note.text.encode()))

    def _last_signed(self) -> CheckpointRow | None:
        kept = reversed(self._ledger.rows[: self._kept])
        return next((row for row in kept if isinstance(row, CheckpointRow)), None)

    def _noted(self, row: CheckpointRow) -> SignedNote:
        """What a signature speaks of: the rows before it."""
        return SignedNote(self._ledger.gid, row.seq, row.prev)


def promises(row: Row) -> tuple[str, ...]:
    """What everybody may note of a shuffle before its first card is used (RR-HID-09)."""
    piles = row.pub.piles if isinstance(row, ShuffleRow) else ()
    return tuple(f"{pile.label}, {pile.count} cards: {pile.root}" for pile in piles)
