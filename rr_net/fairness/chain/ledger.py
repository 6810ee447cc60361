"""The ledger: turns what happens at a table into a chain of rows, and deals from the secret.

Nothing here is durable. A row is built and taken in with `take`, then it is to be stored, and only
then shown: a ledger whose rows could not be stored is of no use any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.gamekey import Absence, GivenBy, SeatKey, SignedAnswer, Witness
from rr_net.fairness.base.levels import LEVELS
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import CheckSignature, SignedNote
from rr_net.fairness.base.parts import Part
from rr_net.fairness.base.rows import (
    Answered,
    AnswerRow,
    Arranged,
    ArrangeRow,
    AskedShuffle,
    AwayRow,
    CheckpointRow,
    CloseRow,
    Closing,
    CommitRow,
    EventRow,
    Freeze,
    FreezeRow,
    Given,
    Nothing,
    Opening,
    OpenRow,
    Orders,
    Pile,
    Piles,
    PlainRow,
    Pledged,
    PledgeRow,
    Removed,
    RemoveRow,
    Reopened,
    ReopenRow,
    Result,
    Rolled,
    RollRow,
    Row,
    SeatRow,
    ShuffleRow,
    Signed,
    WitnessRow,
    entry_of,
    is_sealed,
    refuse,
    sealed,
)
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.base.slow import Grind
from rr_net.fairness.cards.commitments import Commitments, HiddenZone
from rr_net.fairness.chain.chance import Chances, Faces, ground
from rr_net.fairness.chain.contributions import Contributors, seed_text
from rr_net.fairness.chain.events import Events, RecordedEvent, recorded_event
from rr_net.fairness.chain.signers import Signers
from rr_rules.kernel.game import Outcome
from rr_rules.kernel.requests import ChanceRequest, ChanceResult, Roll, Shuffle
from rr_rules.kernel.transcript import Answer, Arrange, Remove

R = TypeVar("R", bound=Row)


class Ledger:
    """The chain of one game, as far as it has come."""

    def __init__(self, manifest: Manifest, secret: Secret, chances: Chances | None = None) -> None:
        """Start the chain of a game before its first row; other `chances` stack the deck."""
        self.manifest = manifest
        self.gid = manifest.gid
        self.rows: list[Row] = []
        self.head = self.gid
        """The hash of the last row, hex. It moves with every answer: showing it while a window is
        open would tell the table that somebody has answered (RR-HID-12)."""
        self.signers = Signers(manifest)
        self.contributors = Contributors(manifest, secret, self.signers)
        self.events = Events(manifest)
        self.chances = chances or Chances(secret)
        self.commitments = Commitments(secret)
        self.secret = secret

    @classmethod
    def resume(cls, manifest: Manifest, secret: Secret, rows: Iterable[Row]) -> Ledger:
        """The ledger after these rows. Raises BadRow if they are not a game of this secret.

        What is promised for hidden zones comes back with `recall`, row by row.
        """
        ledger = cls(manifest, secret)
        for row in rows:
            ledger.check(row)
            ledger.take(row)
        return ledger

    @property
    def commitment(self) -> str:
        """cR, hex: shown to everybody before the deal."""
        return self.secret.commitment

    @property
    def seq(self) -> int:
        """The number of the next row."""
        return len(self.rows)

    @property
    def is_closed(self) -> bool:
        """Whether the secret is open: nothing but the last signature can follow."""
        return any(isinstance(row, CloseRow) for row in self.rows[-2:])

    # --- random events ---------------------------------------------------------------

    def pledge(self, seat: int, digest: str) -> PledgeRow:
        """The row by which a seat binds itself. Raises BadRow."""
        return self._next(PledgeRow, Pledged(seat=seat, hash=digest))

    def event(self, request: ChanceRequest, faces: Faces) -> EventRow:
        """The row that opens an event; `faces` are those of each pile as it goes in.

        Raises BadRow, and ChainUsedUp.
        """
        return self._next(EventRow, self.events.begin(self.chances.asked(request, faces)))

    def reopening(self) -> ReopenRow:
        """The row that opens the window of the open event anew. Raises BadRow."""
        events = self.events
        if events.opened is None:
            raise BadRow(Failure.BAD_EVENT, "no event is open: expected one", self.seq)
        return self._next(ReopenRow, Reopened(event=events.number, opening=events.opening + 1))

    @property
    def random_event(self) -> RecordedEvent | None:
        """The random event under way; None between two."""
        events = self.events
        if events.opened is None:
            return None
        return recorded_event(self.gid, events.opened, events.opening, events.frozen)

    @property
    def seed_text(self) -> str:
        """What a seat signs to contribute a signature to the open event."""
        return seed_text(self.gid, self.events.number, self.events.opening)

    def chain_value(self, seat: int) -> Given | None:
        """What a seat's chain gives to the open event; None for a seat without one."""
        return self.contributors.chain_value(seat, self.events.number)

    def check_given(self, given: Given) -> None:
        """Whether a contribution to the open event is good, its signature aside. Raises BadRow."""
        self.contributors.check(given, self.events.number, self.seq)

    def check_seed(self, given: Given, check_signature: CheckSignature) -> None:
        """Whether a contribution to the open event is signed, if it must be. Raises BadRow."""
        at = (self.events.number, self.events.opening)
        self.contributors.check_signature(given, at, check_signature, self.seq)

    def freeze(self, given: Iterable[Given]) -> FreezeRow:
        """The row that fixes what was given; whoever gave nothing is absent. Raises BadRow."""
        if self.events.opened is None:
            raise BadRow(Failure.BAD_EVENT, "a freeze: expected an open event", self.seq)
        listed = tuple(sorted(given, key=lambda each: each.seat))
        heard = {each.seat for each in listed}
        seats = range(len(self.manifest.seats))
        at = (self.events.number, self.events.opening)
        pub = Freeze(event=at[0], opening=at[1], given=listed,
                     absent=tuple(seat for seat in seats if seat not in heard),
                     digest=self.events.digest(*at, listed))  # fmt: skip
        return self._next(FreezeRow, pub)

    def grind_terms(self) -> Grind | None:
        """The slow hash that the frozen event waits for; None if none is frozen."""
        opened, frozen = self.events.opened, self.events.frozen
        if opened is None or frozen is None:
            return None
        return self.events.grind(frozen, opened.asked.kind)

    def chance(
        self, request: ChanceRequest, faces: Faces, slow: Sequence[str] = ()
    ) -> tuple[ShuffleRow | RollRow, ChanceResult]:
        """The row of a request's result, and the result; at the level solo nothing is `slow`.

        Raises BadRow, and ChainUsedUp.
        """
        if isinstance(request, Roll):
            row = self._rolled(request, tuple(slow))
            return row, row.pub.result
        shuffled = self._shuffled(request, faces, tuple(slow))
        return shuffled, shuffled.body.orders

    @property
    def _event(self) -> int:
        """The number of the event that a chance row answers."""
        return self.events.number + (self.events.opened is None)

    def _rolled(self, request: Roll, slow: tuple[str, ...]) -> RollRow:
        pub = Rolled(event=self._event, label=request.label, sides=request.sides,
                     t=self.chances.rolls + 1, link=self.chances.link, slow=slow,
                     result=self.chances.roll(request.sides, ground(slow)))  # fmt: skip
        return self._next(RollRow, pub)

    def _shuffled(self, request: Shuffle, faces: Faces, slow: tuple[str, ...]) -> ShuffleRow:
        self.commitments.drop()
        piles, orders, told = [], [], []
        for (label, cards), went_in in zip(request.piles, faces, strict=True):
            order = self.chances.order(label, len(cards), ground(slow))
            now = tuple([went_in[at] for at in order])
            root = self.commitments.shuffled(self.seq, label, now, [cards[at] for at in order])
            piles.append(Pile(label=label, epoch=self.chances.epoch(label), count=len(order),
                              root=root))  # fmt: skip
            orders.append(order)
            told.append(now)
        body = Orders(orders=tuple(orders), faces=tuple(told))
        pub = Piles(event=self._event, piles=tuple(piles), slow=slow)
        return self._next(ShuffleRow, pub, body)

    # --- other rows --------------------------------------------------------------------

    def opening(self) -> OpenRow:
        """The first row: what the host promises. Raises BadRow."""
        return self._next(OpenRow, self.promise)

    @property
    def promise(self) -> Opening:
        """What the host promises before the deal."""
        return Opening(game=self.gid, commitment=self.commitment, anchor=self.chances.anchor,
                       anchors=self.contributors.anchors)  # fmt: skip

    def row(
        self,
        entry: Answer | Arrange | Remove,
        by: GivenBy = "",
        signed: SignedAnswer | None = None,
    ) -> AnswerRow | ArrangeRow | RemoveRow:
        """The row of what somebody does; of a seat that signs also who gave it. Raises BadRow."""
        self.commitments.drop()
        match entry:
            case Answer(seat, option):
                answered = Answered(seat=seat, option=option, by=by, signed=signed)
                return self._next(AnswerRow, Nothing(), answered)
            case Arrange(seat, zone, order):
                arranged = Arranged(seat=seat, zone=zone, order=order)
                return self._next(ArrangeRow, Nothing(), arranged)
            case Remove(seat):
                return self._next(RemoveRow, Removed(seat=seat))

    def seat(self, key: SeatKey) -> SeatRow:
        """The row from which on a seat signs with a key. Raises BadRow."""
        return self._next(SeatRow, key)

    def away(self, seat: int, *, ends: bool = False) -> AwayRow:
        """The row from which on a bot answers for a seat that signs, or no longer.

        Raises BadRow.
        """
        return self._next(AwayRow, Absence(seat=seat, until=int(ends)))

    def plain(self, seat: int, *, ends: bool = False) -> PlainRow:
        """The row from which on a seat plays without its key, or no longer. Raises BadRow."""
        return self._next(PlainRow, Absence(seat=seat, until=int(ends)))

    def witness(self, seen: Witness) -> WitnessRow:
        """The row of a player's signature over the newest checkpoint. Raises BadRow."""
        return self._next(WitnessRow, seen)

    def head_at(self, size: int) -> str:
        """The hash of the row before row `size`, hex; the game's name for 0."""
        return self.rows[size].prev if size < self.seq else self.head

    def commit(self, zones: Iterable[HiddenZone]) -> CommitRow | None:
        """The row that says what the last entry has made of the hidden zones; None if nothing."""
        changed = self.commitments.change(self.seq, zones)
        return None if changed is None else self._next(CommitRow, *changed)

    def recall(self, row: Row, request: ChanceRequest | None, zones: Iterable[HiddenZone]) -> None:
        """After `resume`: take in again what an entry's row had promised.

        `request` is what the table had asked before it, `zones` how they lie after it.
        """
        if isinstance(row, ShuffleRow) and isinstance(request, Shuffle):
            self.promise_piles(row, request)
        changed = self.commitments.change(row.seq + 1, zones)
        # A crash may have come between an answer and what follows from it: `commit` is next then.
        if changed is None or row.seq + 1 < self.seq:
            self.commitments.take()

    def promise_piles(self, row: ShuffleRow, request: Shuffle) -> tuple[str, ...]:
        """The roots of a shuffle's piles, worked out anew by the cards of its request."""
        shuffled = zip(request.piles, row.body.orders, row.body.faces, strict=True)
        return tuple([
            self.commitments.shuffled(row.seq, label, faces, [cards[at] for at in order])
            for (label, cards), order, faces in shuffled
        ])  # fmt: skip

    @property
    def note(self) -> SignedNote:
        """The head that the host signs now."""
        return SignedNote(self.gid, self.seq, self.head)

    def checkpoint(self, signature: str) -> CheckpointRow:
        """The row with the host's signature of `note`. Raises BadRow."""
        return self._next(CheckpointRow, Signed(signature=signature))

    def closing(self, outcome: Outcome | None) -> CloseRow:
        """The last row: the secret, and how the game ended; None where it was given up."""
        ended = None if outcome is None else Result(winners=outcome.winners, reason=outcome.reason)
        pub = Closing(secret=self.secret.reveal().hex(), outcome=ended)
        return self._next(CloseRow, pub)

    def _next(self, kind: Callable[..., R], pub: Part, body: Part | None = None) -> R:
        """The next row of a kind, its body sealed, if one may stand here. Raises BadRow."""
        seal = {} if body is None else {"sealed": sealed(self.secret, self.seq, body), "body": body}
        row = kind(seq=self.seq, prev=self.head, pub=pub, **seal)
        self.check_place(row)
        check_standing(self, row)
        return row

    # --- checking and taking rows ----------------------------------------------------

    def check(self, row: Row) -> None:
        """Whether `row` is the next one, by the chain and by the secret. Raises BadRow.

        It takes the row's own word for what was asked: only a table knows what the rules ask.
        """
        self.check_place(row)
        check_by_secret(self, row)

    def check_place(self, row: Row) -> None:
        """Whether `row` follows the last one by number and hash alone. Raises BadRow."""
        if row.seq != self.seq:
            problem = f"row {row.seq}: expected row {self.seq}"
            raise BadRow(Failure.OUT_OF_ORDER, problem, self.seq)
        if row.prev != self.head:
            refuse(row, Failure.BROKEN_CHAIN, "the row does not name the hash of the row before")
        if isinstance(row, OpenRow) != (self.seq == 0):
            refuse(row, Failure.NO_OPENING, "expected one opening, in the first row")
        is_last = self.is_closed and isinstance(self.rows[-1], CloseRow)
        if self.is_closed and not (is_last and isinstance(row, CheckpointRow)):
            problem = f"a {row.type} after the last row: expected at most one checkpoint"
            refuse(row, Failure.AFTER_CLOSE, problem)

    def take(self, row: Row) -> None:
        """Take in a row that was built here or checked. Raises BadRow."""
        self.check_place(row)
        self.signers.take(row)
        self.contributors.take(row)
        self.events.take(row)
        self.chances.take(row)
        if isinstance(row, CommitRow) or entry_of(row) is not None:
            self.commitments.take()
        self.head = row.digest()
        self.rows.append(row)

    def drop(self) -> None:
        """Forget what was worked out for rows that are not taken."""
        self.commitments.drop()


def check_by_secret(ledger: Ledger, row: Row) -> None:
    """Whether a row is what the secret and the rows before make it. Raises BadRow."""
    match row:
        case OpenRow():
            _check_opening(ledger, row)
        case CloseRow() if row.pub.secret != ledger.secret.reveal().hex():
            problem = "the row opens another secret than the game's"
            refuse(row, Failure.WRONG_SECRET, problem)
    if not is_sealed(ledger.secret, row):
        refuse(row, Failure.BROKEN_SEAL, "the body does not open its seal")
    check_standing(ledger, row)
    if isinstance(row, ShuffleRow | RollRow):
        _check_chance(ledger, row)


def check_standing(ledger: Ledger, row: Row) -> None:
    """Whether a row may stand here, among events and behind entries. Raises BadRow."""
    ledger.events.check(row)
    ledger.signers.check(row)
    match row:
        case PledgeRow():
            ledger.contributors.check_pledge(row)
        case FreezeRow():
            ledger.contributors.check_freeze(row.pub, row.seq)


def _check_opening(ledger: Ledger, row: OpenRow) -> None:
    if row.pub.game != ledger.gid:
        refuse(row, Failure.NO_OPENING, "the promise is for a game with another manifest")
    if row.pub.commitment != ledger.commitment:
        refuse(row, Failure.WRONG_SECRET, "the secret does not open the commitment")
    if row.pub != ledger.promise:
        refuse(row, Failure.WRONG_ANCHOR, "the chains do not begin where the secret lets them")


def check_slow_values(ledger: Ledger, row: ShuffleRow | RollRow) -> None:
    """Whether a result comes with as many values of a slow hash as there must be. Raises BadRow."""
    has_events = LEVELS[ledger.manifest.fairness].has_events
    expected = ledger.manifest.slow.segments if has_events else 0
    if len(row.pub.slow) != expected:
        problem = f"{len(row.pub.slow)} values of a slow hash: expected {expected}"
        refuse(row, Failure.WRONG_SLOW, problem)


def _check_chance(ledger: Ledger, row: ShuffleRow | RollRow) -> None:
    check_slow_values(ledger, row)
    if isinstance(row, RollRow):
        ledger.chances.check_roll(row)
        return
    ledger.chances.check_shuffle(row)
    opened = ledger.events.opened
    if opened is not None and isinstance(opened.asked, AskedShuffle):
        ledger.chances.check_input(row, opened.asked)
