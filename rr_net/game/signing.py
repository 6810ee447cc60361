"""Who signs what of a game, and when: its host, and players whose clients have a key of it.

The host signs at each turn's end, and after its own answer where all choose. A head moves with
every answer: it is signed and shown only while no reaction window is open, where it would tell the
table that somebody has answered (RR-HID-12). For the same reason nothing is written in a window of
who is away, or plays without the key of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rr_net import link
from rr_net.fairness.base.gamekey import AnswerKind, GivenBy, SignedAnswer, Witness
from rr_net.fairness.base.note import FEW, SignedNote
from rr_net.fairness.base.rows import (
    AnswerRow,
    AwayRow,
    PlainRow,
    Row,
    SeatRow,
    WitnessRow,
    seal_salt,
)
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.chain.orders import OrderHistory
from rr_net.fairness.proof.signatures import is_answer_signed, is_witness
from rr_net.game.due import Cue
from rr_net.game.log import RoomNote
from rr_net.game.seats import GameSeat
from rr_net.link.refusals import Refused
from rr_rules.kernel.requests import ChooseAll, Request, Seat
from rr_rules.kernel.transcript import Answer, canonical

UNSIGNED = "your seat signs what it does: this counts only with the signature of your client"
TOO_OLD = "that was signed over an older head than the one that this question came with"
NOT_SIGNED = "that is not signed by the key of your seat, or for something else"


class AnswerGiven(NamedTuple):
    """An answer, by whom it was given, and what was signed for it."""

    entry: Answer
    by: GivenBy = ""
    signed: SignedAnswer | None = None


class ClientSignatures(NamedTuple):
    """What a player's client has signed for an answer, and for the next one in the same beat."""

    first: link.AnswerSignature | None = None
    later: link.AnswerSignature | None = None


BY_NOBODY = ClientSignatures()


class WitnessBorne(NamedTuple):
    """What a client has seen and checked, and the key that it has signed it with."""

    key: str
    witness: Witness


class SigningSeats:
    """The seats that sign in one game, by its ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.orders = OrderHistory()
        """What filed orders are about, by the rows, and which have ended."""
        self._seen: dict[int, WitnessBorne] = {}
        """What each seat has borne witness to last."""
        self._alone: set[int] = set()
        """The answers to questions that were put to one seat, by row."""
        self._told: dict[int, int] = {}
        """The size of the last witness row of each seat."""
        self._called: tuple[Witness, ...] = ()
        """What had been seen when the open question was put."""

    # --- how it stands -----------------------------------------------------------------

    def key_of(self, seat: int) -> str:
        """With what a seat signs, hex, even while it does not; "" for most seats."""
        return self._ledger.signers.key_of(seat)

    def signs(self, seat: int) -> bool:
        """Whether what a seat does is signed, from here on."""
        return self._ledger.signers.signs(seat)

    def is_away(self, seat: int) -> bool:
        """Whether a bot answers for somebody who signs, so the record says."""
        return self._ledger.signers.is_away(seat)

    def is_plain(self, seat: int) -> bool:
        """Whether somebody who signs plays without the key, so the record says."""
        return self._ledger.signers.is_plain(seat)

    # --- answers -----------------------------------------------------------------------

    def signed(
        self,
        answer: Answer,
        kind: AnswerKind,
        number: int,
        given: link.AnswerSignature | None,
        least_size: int,
    ) -> AnswerGiven:
        """An answer of a player to the question of that number, signed where it must be.

        So much of the record must its client have checked. Raises Refused.
        """
        if not self.signs(answer.seat):
            return AnswerGiven(answer)
        if given is None:
            raise Refused("unsigned", UNSIGNED)
        if given.size < least_size:
            raise Refused("bad_signature", TOO_OLD)
        signed = SignedAnswer(kind=kind, request=number, size=given.size, text="",
                              signature=given.signature)  # fmt: skip
        self._check(answer.seat, answer.option, signed)
        return AnswerGiven(answer, "", signed)

    def signed_orders(self, seat: Seat, filed: str, given: link.OrdersSignature) -> SignedAnswer:
        """What a seat has signed for the orders that it files. Raises Refused."""
        if given.text != filed:
            raise Refused("bad_signature", NOT_SIGNED)
        signed = SignedAnswer(kind="order", request=given.request, size=given.size, text=filed,
                              signature=given.signature)  # fmt: skip
        self._check(seat, 0, signed)
        return signed

    def own(self, seat: Seat, first: int, end: int) -> tuple[link.OwnAnswer, ...]:
        """What its own answers among these rows say, for the player of a seat that has a key.

        Where several chose, the place of the own row would tell who had answered before. Of a bot's
        chair only what came after its player's key: before, its cards were not theirs.
        """
        secret = self._ledger.secret
        answers = (
            row
            for row in self._ledger.rows[max(first, self._theirs_from(seat)) : end]
            if isinstance(row, AnswerRow) and row.body.seat == seat and row.seq in self._alone
        )
        return tuple([
            link.OwnAnswer(
                seq=row.seq,
                body=canonical(row.body.plain()).decode(),
                salt=seal_salt(secret, row.seq).hex(),
            )
            for row in answers
        ])  # fmt: skip

    def _theirs_from(self, seat: Seat) -> int:
        if self._ledger.manifest.seats[seat].key and self.key_of(seat):
            return 0
        keys = (row for row in self._ledger.rows if isinstance(row, SeatRow))
        return min((row.seq for row in keys if row.pub.seat == seat), default=self._ledger.seq)

    def _check(self, seat: Seat, option: int, signed: SignedAnswer) -> None:
        is_new = self._ledger.signers.is_new(self._ledger.seq, seat, signed)
        if not is_new or not is_answer_signed(self._ledger, seat, option, signed):
            raise Refused("bad_signature", NOT_SIGNED)

    def may_stand(self, given: AnswerGiven) -> bool:
        """Whether an answer that was taken may still be recorded as it is."""
        seat, signed = given.entry.seat, given.signed
        if not self.signs(seat):
            return True
        if signed is None:
            return given.by not in {"", "order"}
        is_good = signed.kind != "order" or is_answer_signed(self._ledger, seat, 0, signed)
        return is_good and self._ledger.signers.is_new(self._ledger.seq, seat, signed)

    def row(self, given: AnswerGiven, *, is_alone: bool = False) -> Row:
        """The row of an answer, with what must be said of who gave it. Raises BadRow.

        Of a question that was put to one seat, `is_alone`, all see whose row it is.
        """
        if is_alone:
            self._alone.add(self._ledger.seq)
        if self.is_away(given.entry.seat):
            return self._ledger.row(given.entry, "away")
        return (
            self._ledger.row(*given)
            if self.signs(given.entry.seat)
            else self._ledger.row(given.entry)
        )

    # --- absences ----------------------------------------------------------------------

    def absences(
        self, seats: Iterable[GameSeat], drafting: int = -1
    ) -> Iterator[AwayRow | PlainRow]:
        """The rows that say who is away now, or without the key; each is to be taken at once.

        What the seat that is `drafting` has answered without its key must be recorded so: until
        then it stays away, or plain.
        """
        for seat in seats:
            if not self.key_of(seat.seat) or seat.removed:
                continue
            may_end = seat.seat != drafting
            by_bot = bool(seat.bot) or seat.stand_in
            if by_bot != self.is_away(seat.seat) and (by_bot or (seat.is_present and may_end)):
                yield self._ledger.away(seat.seat, ends=not by_bot)
            if seat.is_plain != self.is_plain(seat.seat) and (seat.is_plain or may_end):
                yield self._ledger.plain(seat.seat, ends=not seat.is_plain)
            seat.is_away = self.is_away(seat.seat)

    # --- witnesses ---------------------------------------------------------------------

    def bear_witness(self, seen: Witness) -> bool:
        """Take what a client has seen and checked; False where it has not signed that head.

        What is about an older head than the newest is dropped without a word: nobody waits for it.
        """
        if seen.size != self._newest:
            return True
        if not is_witness(seen, self._ledger):
            return False
        self._seen[seen.seat] = WitnessBorne(self.key_of(seen.seat), seen)
        return True

    def call_witnesses(self) -> None:
        """Note who has seen the newest checkpoint by now: that stands before the next choice.

        Who sees it while others choose stands before the choice after that: else it would tell
        when the first of them chose.
        """
        self._called = tuple(
            [each for each in self.last_witnesses if self._told.get(each.seat) != each.size]
        )

    def witnesses(self) -> Iterator[WitnessRow]:
        """The rows of those who were called; each is to be taken at once."""
        called, self._called = self._called, ()
        for seen in called:
            if seen in self.last_witnesses:
                self._told[seen.seat] = seen.size
                yield self._ledger.witness(seen)

    @property
    def last_witnesses(self) -> tuple[Witness, ...]:
        """Who has seen the newest checkpoint, by seat."""
        seen = (self._seen[seat] for seat in sorted(self._seen))
        # A signature of the host's since makes it old, a new key of the seat void.
        still = (e for e in seen if e.key == self.key_of(e.witness.seat))
        return tuple([e.witness for e in still if e.witness.size == self._newest])

    @property
    def _newest(self) -> int:
        return self._ledger.signers.newest


# --- the host ----------------------------------------------------------------------------------


class Signing:
    """The signatures of the host over one game."""

    def __init__(self, turn: int, host_seat: int) -> None:
        self._turn = turn
        """The turn that was being played when the host signed last."""
        self._host = host_seat
        self._is_sealed = False
        """Whether the host's own answer to what all choose is kept and signed."""

    def due(self, turn: int, request: Request | None, *, host_answered: bool) -> Cue | None:
        """What is to be signed now."""
        if isinstance(request, ChooseAll) and request.window:
            return None
        if turn != self._turn:
            return Cue.SIGN_TURN
        return Cue.SIGN_HOST_FIRST if host_answered and self.is_host_first(request) else None

    def is_sealed(self, request: Request | None) -> bool:
        """Whether the host has chosen, and signed it, what others are asked at the same time."""
        return self._is_sealed and self._asks_host_and_others(request)

    def _asks_host_and_others(self, request: Request | None) -> bool:
        """Whether several choose at once outside a window, the host among them."""
        if not isinstance(request, ChooseAll) or request.window or len(request.asked) == 1:
            return False
        return any(choose.seat == self._host for choose in request.asked)

    def is_host_first(self, request: Request | None) -> bool:
        """Whether the host alone is asked as yet, until its answer to what all choose is signed.

        Otherwise a host that plays could wait for what the others have chosen.
        """
        return self._asks_host_and_others(request) and not self._is_sealed

    def signed(
        self, head: SignedNote | None, turn: int, *, host_answered: bool
    ) -> tuple[RoomNote, ...]:
        """Take note of a signature, now or in a replay; turns' ends are told to everybody.

        Without a head there is no key to sign with, and nothing to tell.
        """
        ended, self._turn = self._turn, turn
        if head is None:
            return ()
        self._is_sealed = host_answered
        return (_turn_note(ended, head),) if turn != ended else ()

    def seal(self) -> None:
        """The host's answer is signed: the others are asked from now on."""
        self._is_sealed = True

    def unseal(self) -> None:
        """The table has taken what all chose: the next time the host is first again."""
        self._is_sealed = False


def _turn_note(ended: int, head: SignedNote) -> RoomNote:
    what = f"Turn {ended}" if ended else "The deal"
    facts: dict[str, object] = {"size": head.size, "head": head.head}
    text = f"{what} is signed: {' '.join(head.words[:FEW])}"
    return RoomNote("checkpoint", text, "luck", facts)
