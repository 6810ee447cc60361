"""The record of a game that is being played, checked row by row by who watches it.

A player has no secret and no bodies: what can be checked without them is checked by the same rules
as a whole record. No sockets and no clocks: rows come in, and so do the times at which they came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rr_net.fairness.base.errors import BadRow, Failure, FairnessError
from rr_net.fairness.base.levels import WORK, Work, check_slow
from rr_net.fairness.base.manifest import Manifest, read_manifest
from rr_net.fairness.base.note import TRANSCRIPT, CheckSignature, read_note
from rr_net.fairness.base.rows import (
    Answered,
    AnswerRow,
    AwayRow,
    CheckpointRow,
    CloseRow,
    EventRow,
    FreezeRow,
    OpenRow,
    PlainRow,
    PledgeRow,
    ReopenRow,
    RollRow,
    Row,
    SeatRow,
    ShuffleRow,
    named_as_told,
    read_public_row,
    seal,
)
from rr_net.fairness.proof.bundle import RecordRoom
from rr_net.fairness.proof.evidence import OtherRecord, signs
from rr_net.fairness.proof.known import Expected, Finding, OwnLuck, OwnTurn, contradictions
from rr_net.fairness.proof.late import LateFreeze, LineTimes
from rr_net.fairness.proof.public import BESIDE_ANSWERS, PublicLedger
from rr_net.fairness.proof.receipts import (
    CardOpening,
    Receipts,
    Stamp,
    check_card,
    last_stamp,
)
from rr_net.fairness.proof.signatures import check_signatures, check_signers
from rr_net.fairness.proof.verify import Segment, segments_of
from rr_net.safetext import clean
from rr_rules.kernel.transcript import Plain

MOST_BEHIND = 64
"""How many rows behind a wrong one are kept while a signature over it is waited for."""
FORKED = "row {} is told in two ways: the host shows two records of one game"
MOST_FOUND = 64
"""So many things may be found wrong with one game: what comes then says nothing new."""


def _is_signature(row: Plain) -> bool:
    return row.get("type") == "checkpoint"


class LiveCheck:
    """One game's record, as it comes."""

    def __init__(
        self,
        manifest: str,
        game: str,
        *,
        host_key: str,
        seat: int,
        expected: Expected | None,
        check_signature: CheckSignature,
        floors: Work = WORK,
        line: LineTimes | None = None,
    ) -> None:
        """Begin with what came before the first row; `host_key` is that of the own line.

        `seat` is the own one, or -1; `line` knows how long that line takes.
        """
        self.findings: list[Finding] = []
        self.line = line or LineTimes()
        """How long the line takes, and the window that is timed over it."""
        self.turned: list[OwnTurn] = []
        """How the own seat was said to be played otherwise, the oldest first."""
        self.work: list[Segment] = []
        """Pieces of slow hashes that are to be worked out, the oldest first."""
        self._check_signature = check_signature
        self.seat = seat
        """The own one, or -1: it may be had in mid-game."""
        self._own()
        self.manifest: Manifest | None = None
        self._nothing_told()
        self._ledger: PublicLedger | None = None
        try:
            read = read_manifest(manifest.encode())
            self._begin(read, game, host_key, floors)
        except FairnessError as error:
            self._find(error.failure, 0, str(error), is_proof=False)
        else:
            self._compare(read, expected)

    def _nothing_told(self) -> None:
        """No row has come yet."""
        self.told: list[Plain] = []
        """The rows as they were told, those behind a wrong one too, as far as a signature."""
        self.other: Plain | None = None
        """A row as it was told another time, where that was not the same."""
        self._is_broken = False
        """Whether a row was wrong: what stands behind it says nothing."""
        self._is_forked = self._is_proven = False
        """Whether rows were told in two ways, and whether the host has signed both."""
        self._branch: OtherRecord | None = None
        self.fork = b""
        """Evidence of it as a file, where it takes rows of both."""
        self._is_ended = False
        """Whether something was told behind a wrong row that no signature could speak of."""
        self._room = RecordRoom()

    def _own(self) -> None:
        """Nothing is known yet that only this machine knows."""
        self.luck = OwnLuck()
        """What the own seat has given to random events."""
        self._receipts: Receipts | None = None
        """What the host has said last that the own seat can show."""
        self._due: list[CardOpening] = []
        """Cards of it whose rows are not here yet, the next one last."""
        self._noted: dict[int, tuple[Stamp, ...]] = {}
        """What the host has signed beside the rows, by how many rows it speaks of."""

    @property
    def checked(self) -> int:
        """How many rows were found right."""
        return 0 if self._ledger is None else self._ledger.seq

    @property
    def is_unopened(self) -> bool:
        """Whether something was dealt, and the rows have not opened the secret."""
        rows = [] if self._ledger is None else self._ledger.rows
        is_open = any(isinstance(row, CloseRow) for row in rows[-2:])
        dealt = (isinstance(row, FreezeRow | ShuffleRow | RollRow) for row in rows)
        return not is_open and any(dealt)

    @property
    def head(self) -> str:
        """The hash of the last of them, hex; "" before the first."""
        return self._ledger.head if self._ledger is not None and self._ledger.rows else ""

    def head_at(self, size: int) -> str:
        """The hash of the row before row `size`, hex; the game's name for 0."""
        return self._ledger.head_at(size) if self._ledger is not None else ""

    def key_of(self, seat: int) -> str:
        """With what a seat signs, as the rows say so far, hex; "" for most seats."""
        return self._ledger.signers.key_of(seat) if self._ledger is not None else ""

    def signs(self, seat: int) -> bool:
        """Whether what a seat does is signed, as the rows say so far."""
        return self._ledger is not None and self._ledger.signers.signs(seat)

    @property
    def commitment(self) -> str:
        """What the host has committed to, hex; "" before the first row."""
        first = self._ledger.rows[0] if self._ledger is not None and self._ledger.rows else None
        return first.pub.commitment if isinstance(first, OpenRow) else ""

    @property
    def open_event(self) -> tuple[int, int] | None:
        """The event whose window is open and the number of the opening, once that is signed."""
        ledger = self._ledger
        if ledger is None or self._is_broken:
            return None
        events = ledger.events
        is_open = events.opened is not None and events.frozen is None
        is_signed = bool(ledger.rows) and isinstance(ledger.rows[-1], CheckpointRow)
        return (events.number, events.opening) if is_open and is_signed else None

    def pledges(self, seat: int) -> tuple[tuple[int, str], ...]:
        """The pledges of a seat: the numbers of their rows, and the hashes."""
        rows = self._ledger.rows if self._ledger is not None else []
        pledges = (row for row in rows if isinstance(row, PledgeRow))
        return tuple([(row.seq, row.pub.hash) for row in pledges if row.pub.seat == seat])

    def signed_answer(self, size: int) -> tuple[int, int]:
        """The row of the first answer behind so many rows, and that of a signature behind it.

        -1 where there are none, or no other answer follows: the host signs so its own choice, and
        the end of a turn.
        """
        rows = self._ledger.rows[size:] if self._ledger is not None else []
        few = (row for row in rows if not isinstance(row, BESIDE_ANSWERS))
        answer, signature, other = next(few, None), next(few, None), next(few, None)
        if not (isinstance(answer, AnswerRow) and isinstance(other, AnswerRow)):
            return -1, -1
        return (answer.seq, signature.seq) if isinstance(signature, CheckpointRow) else (-1, -1)

    @property
    def newest_note(self) -> Stamp | None:
        """The newest note of the host's among the rows, which was checked."""
        return None if self._ledger is None else last_stamp(self._ledger.gid, self._ledger.rows)

    def _begin(self, manifest: Manifest, game: str, host_key: str, floors: Work) -> None:
        if manifest.gid != game:
            raise FairnessError(Failure.NO_OPENING, "the game is named after another manifest")
        if manifest.host_key != host_key:
            problem = "the record names another host key than that of your own line"
            raise FairnessError(Failure.OTHER_HOST, problem)
        check_slow(manifest.fairness, manifest.slow, floors)
        check_signers(manifest, self._check_signature)
        self.manifest = manifest
        self._ledger = PublicLedger(manifest)

    def _compare(self, manifest: Manifest, expected: Expected | None) -> None:
        """What the deal has fixed against what the lobby said."""
        for words in () if expected is None else contradictions(manifest, expected):
            self._find(Failure.BAD_SETUP, 0, words, is_proof=False)

    def _find(self, failure: Failure, seq: int, words: str, *, is_proof: bool) -> None:
        if len(self.findings) < MOST_FOUND:
            self.findings.append(Finding(failure, seq, words, is_proof))

    # --- what comes in -----------------------------------------------------------------

    def noted(self, stamp: Stamp) -> None:
        """Note what the host has signed beside the rows. Raises FairnessError for no such note."""
        note = read_note(stamp.note)
        manifest = self.manifest
        if manifest is None or note.game != manifest.gid:
            raise FairnessError(Failure.OTHER_RECEIPT, "the note is of another game")
        if not self._check_signature(
            stamp.note.encode(), stamp.signature, manifest.host_key, TRANSCRIPT
        ):
            raise FairnessError(Failure.BAD_SIGNATURE, "the note is not signed by the host")
        known = self._noted.get(note.size, ())
        if all(read_note(each.note).head != note.head for each in known):
            # The first one stays, whatever is shown later: of two that differ one is not the rows'.
            self._noted[note.size] = (*known[:1], stamp)
        if note.size < self.checked:
            self._compare_noted(note.size, self.head_at(note.size))

    def _compare_noted(self, size: int, head: str) -> None:
        """Whether the rows lead to what the host has signed beside them."""
        for stamp in self._noted.get(size, ()):
            noted = read_note(stamp.note).head
            if noted == head:
                continue
            self._is_broken = True
            self.other = {"prev": noted, "pub": {"signature": stamp.signature}, "seq": size,
                          "type": "checkpoint"}  # fmt: skip
            words = f"the host has signed another record of {size} rows than the one it shows"
            self._find(Failure.FORK, size, words, is_proof=True)

    def interrupted(self) -> None:
        """The line dropped, or this machine slept: nothing can be timed that began before."""
        self.line.interrupted()
        self.luck.interrupted()

    @property
    def since(self) -> int:
        """From which row on the record is to be told again: its last signed note comes twice."""
        rows = [] if self._ledger is None else self._ledger.rows
        signed = (row.seq for row in reversed(rows) if isinstance(row, CheckpointRow))
        return next(signed, 0)

    def take(self, rows: Sequence[str], first: int, now: float) -> None:
        """Check rows that came at a moment, in seconds of a clock that never goes back.

        Nothing is checked behind a row that is wrong: what follows from it says nothing.
        """
        for number, text in enumerate(rows, first):
            if self._ledger is None:
                return
            if self._branch is not None:
                self._grow(self._branch, text, number)
                continue
            if number < self._ledger.seq and (self._is_forked or not self._is_broken):
                self._take_again(text, number)
                continue
            if self._is_broken:
                self._note_more(text, number)
                continue
            try:
                row = self._kept(text)
                self.told.append(row.public())
                self._follow(row, now)
            except BadRow as error:
                self._is_broken = True
                self._find(error.failure, error.seq, str(error), is_proof=True)
            except FairnessError as error:
                self._is_broken = True
                self._find(error.failure, number, str(error), is_proof=False)

    def _kept(self, text: str) -> Row:
        """A row, if there is room for it. Raises a FairnessError."""
        source = text.encode()
        self._room.take(source)
        return read_public_row(source)

    @property
    def is_settled(self) -> bool:
        """Whether all is there that can be had to show what is wrong."""
        first = next((each for each in self.findings if each.is_proof), None)
        if first is None or self._is_forked or self._is_ended:
            return True
        is_fork = first.failure is Failure.FORK and self.other is not None
        behind = self.told[first.seq + (not is_fork) :]
        return len(behind) >= MOST_BEHIND or any(map(_is_signature, behind))

    def _note_more(self, text: str, number: int) -> None:
        """Keep what follows a wrong row: the host's signature over it makes it proof."""
        if self.is_settled or number != len(self.told):
            return
        try:
            self.told.append(self._kept(text).public())
        except FairnessError:
            self._is_ended = True

    def _take_again(self, text: str, number: int) -> None:
        """A row that was told before, as after a line that dropped, must be the same.

        Where one is not, those behind it are looked at until one shows that both were signed.
        """
        assert self._ledger is not None
        row = self._ledger.rows[number]
        if self._is_proven or named_as_told(text.encode()) == row.digest():
            return
        try:
            other = self._kept(text)
        except FairnessError:
            other = None
        is_proof = other is not None and other.prev != row.prev and self._signs(other, number)
        if is_proof or not self._is_forked:
            self._is_broken = self._is_forked = True
            self._is_proven = is_proof
            self.other = None if other is None else other.public()
            if isinstance(row, CheckpointRow) and other is not None and other.prev != row.prev:
                self._branch = OtherRecord(self._ledger.manifest, row, other)
            self._find(Failure.FORK, number, FORKED.format(number), is_proof=is_proof)

    def _grow(self, branch: OtherRecord, text: str, number: int) -> None:
        """Another record goes on, behind what the host had signed of the first."""
        if self._is_proven or number != branch.next:
            return
        with suppress(FairnessError):
            row = self._kept(text)
            self.fork = branch.take(row, is_signed=self._signs(row, number))
        if self.fork:
            self._is_proven = True
            self._find(Failure.FORK, number, FORKED.format(number), is_proof=True)

    def _signs(self, row: Row, number: int) -> bool:
        """Whether that is a signature of the host's over so many rows."""
        known = self.manifest
        return known is not None and row.seq == number and signs(row, known, self._check_signature)

    def _follow(self, row: Row, now: float) -> None:
        assert self._ledger is not None
        self._ledger.check(row)
        check_signatures(row, self._ledger, self._check_signature)
        work = segments_of(row, self._ledger)
        self._compare_noted(row.seq, row.prev)
        match row:
            case EventRow():
                self.line.opened(now, row.pub.milliseconds / 1000)
            case ReopenRow():
                # What was given to the window that was cut off is not used, and nobody timed it.
                self.interrupted()
            case FreezeRow():
                self.check_gift(row)
                self.judge(self.line.frozen(row.seq, now))
            case SeatRow() if row.pub.seat == self.seat:
                self.turned.append(OwnTurn(row, row.pub.key))
            case AwayRow() | PlainRow() if row.pub.seat == self.seat:
                self.turned.append(OwnTurn(row, self.key_of(row.pub.seat)))
        self._ledger.take(row)
        self._check_due()
        self.work += work

    def check_gift(self, row: FreezeRow) -> None:
        """Whether what the own seat gave is in it. It alone knows what that was."""
        if words := self.luck.frozen(row, self.seat):
            self._find(Failure.NOT_MINE, row.seq, words, is_proof=False)

    def own_answer(self, seq: int, body: str, salt: str) -> Answered | None:
        """What a row holds that is sealed from others, as the host tells the own seat of it.

        None where that is not what was sealed, or was not signed there, which is noted.
        """
        ledger = self._ledger
        row = ledger.rows[seq] if ledger is not None and 0 <= seq < self.checked else None
        if ledger is None or not isinstance(row, AnswerRow):
            return None
        try:
            answered = Answered.model_validate_json(body)
            is_sealed = row.sealed == seal(bytes.fromhex(salt), body.encode())
            is_it = is_sealed and answered.seat == self.seat
        except ValueError:
            is_it = False
        if not is_it:
            words = f"what the host says of your own answer in row {seq} is not what it has sealed"
            self.say(Failure.BROKEN_SEAL, words)
            return None
        if not ledger.is_own(row, answered):
            words = f"row {seq} is a move of yours that nobody has signed for that question"
            self.say(Failure.FORGED_ANSWER, words)
            return None
        return answered

    # --- what the own screen shows -------------------------------------------------------

    def received(self, receipts: Receipts) -> None:
        """Check what the host says that the own seat can show, against every row."""
        if self._is_broken:
            return
        is_mine = (receipts.seat, receipts.commitment) == (self.seat, self.commitment)
        if self.manifest is None or receipts.game != self.manifest.gid or not is_mine:
            self.say(Failure.OTHER_RECEIPT, "the receipts are not of your seat in this game")
            return
        self._receipts = receipts
        self._due = sorted(receipts.openings, key=lambda card: -card.seq)
        try:
            if receipts.checkpoint is not None:
                self.noted(receipts.checkpoint)
        except FairnessError as error:
            self.say(error.failure, str(error))
        self._check_due()

    def _check_due(self) -> None:
        """Check the cards of the receipts whose rows have come."""
        while self._due and self._ledger is not None and self._due[-1].seq < self.checked:
            try:
                check_card(self._due.pop(), self._ledger.rows)
            except FairnessError as error:
                self.say(error.failure, str(error))

    def shows(self, faces: Counter[str], hand: Counter[str] | None) -> None:
        """Check a screen that stands as the rows do: what lies open there, and the own hand."""
        if self._ledger is None or self.manifest is None or self._is_broken:
            return
        cards = self._ledger.cards
        # Some may never have been hidden; no row has opened those.
        never = sum(self.manifest.cards.values()) - cards.hidden - sum(cards.opened.values())
        over = faces - cards.opened
        if sum(over.values()) > max(0, never):
            named = clean(", ".join(sorted(over)), 60)
            self.say(Failure.WRONG_CARDS, f"your screen shows {named}, which no row has opened")
        promised = self.own_hand
        if hand is not None and promised is not None and hand != promised:
            named = clean(", ".join(sorted((hand - promised) or (promised - hand))), 60)
            words = f"your screen shows another hand than the record promises ({named})"
            self.say(Failure.WRONG_CARDS, words)

    @property
    def opened(self) -> Counter[str]:
        """The faces that rows have opened, less those that went into hiding by name."""
        return self._ledger.cards.opened if self._ledger is not None else Counter()

    @property
    def has_hand(self) -> bool:
        """Whether the rows promise the own seat a hand with cards in it."""
        return self._ledger is not None and self._ledger.cards.promised("hand", self.seat)[1] > 0

    @property
    def own_hand(self) -> Counter[str] | None:
        """The own hand by the receipts; None where they are not those of the newest promise."""
        if self._ledger is None:
            return None
        seq, count = self._ledger.cards.promised("hand", self.seat)
        openings = () if self._receipts is None or self._due else self._receipts.openings
        mine = [card.face for card in openings
                if (card.zone, card.owner, card.seq) == ("hand", self.seat, seq)]  # fmt: skip
        return Counter(mine) if len(mine) == count and count else None

    def say(self, failure: Failure, words: str) -> None:
        """Note once what only this machine has seen."""
        if all(each.words != words for each in self.findings):
            self._find(failure, max(0, self.checked - 1), words, is_proof=False)

    # --- what is found out beside --------------------------------------------------------

    def judge(self, freezes: Iterable[LateFreeze]) -> None:
        """Note what the line has shown of freezes: only who was there can say that one was late."""
        for freeze in freezes:
            if freeze.is_late:
                words = f"the contributions were fixed {freeze.seconds:.1f} s late: somebody could "
                words += "have tried what to add"
                self._find(Failure.BAD_EVENT, freeze.seq, words, is_proof=False)

    def ground(self, segment: Segment, *, holds: bool) -> None:
        """Note that a piece of a slow hash was worked out, and whether the row was right."""
        if segment in self.work:
            self.work.remove(segment)
        if not holds:
            words = f"value {segment.at} of the slow hash is wrong"
            self._find(Failure.WRONG_SLOW, segment.seq, words, is_proof=True)
