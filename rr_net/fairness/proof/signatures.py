"""Every signature of a record: the host's, and those of players and their clients (step 13)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rr_net.fairness.base.errors import BadRow, Failure, FairnessError
from rr_net.fairness.base.gamekey import (
    SEAT,
    AnswerTerms,
    LaterSeat,
    SignedAnswer,
    Witness,
    answer_message,
    is_signed_by,
    seat_text,
    witness_message,
)
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import TRANSCRIPT, CheckSignature, fingerprint_in
from rr_net.fairness.base.rows import (
    Answered,
    AnswerRow,
    CheckpointRow,
    FreezeRow,
    Row,
    SeatRow,
    WitnessRow,
    refuse,
)
from rr_net.fairness.chain.ledger import Ledger
from rr_net.safetext import clean


def check_signers(manifest: Manifest, check: CheckSignature) -> None:
    """Whether the keys of those who sign are signed by their own. Raises a FairnessError."""
    for seat, who in enumerate(manifest.seats):
        if who.signer is None:
            continue
        text = seat_text(manifest.host_key, who.signer.key, who.signer.day)
        if not check(text.encode(), who.signer.signature, who.key, SEAT):
            problem = f"the key of seat {seat} for this game is not signed by its player"
            raise FairnessError(Failure.BAD_SEAT, problem)


def check_signatures(row: Row, ledger: Ledger, check: CheckSignature) -> None:
    """Whether what is signed in a row is, before the ledger takes it. Raises BadRow."""
    match row:
        case CheckpointRow():
            _check_checkpoint(row, ledger, check)
        case FreezeRow():
            for given in row.pub.given:
                ledger.check_seed(given, check)
        case SeatRow():
            _check_seat(row, ledger, check)
        case AnswerRow(body=Answered(signed=SignedAnswer() as signed)):
            seat, option = row.body.seat, row.body.option
            if not is_answer_signed(ledger, seat, option, signed):
                refuse(row, Failure.FORGED_ANSWER, f"seat {seat} has not signed this answer")
        case WitnessRow() if not is_witness(row.pub, ledger):
            refuse(row, Failure.BAD_WITNESS, f"seat {row.pub.seat} has not signed that head")


def check_witnesses(witnesses: Iterable[Witness], ledger: Ledger) -> None:
    """Whether those beside the rows have seen the last checkpoint. Raises a FairnessError."""
    seen = list(witnesses)
    newest = max((row.seq for row in ledger.rows if isinstance(row, CheckpointRow)), default=-1)
    in_order = all(one.seat < other.seat for one, other in pairwise(seen))
    for each in seen:
        is_due = each.size == newest and ledger.signers.key_of(each.seat)
        if not (in_order and is_due and is_witness(each, ledger)):
            problem = f"seat {each.seat} has not signed the last head: expected that of each beside"
            raise FairnessError(Failure.BAD_WITNESS, problem)


def is_witness(seen: Witness, ledger: Ledger) -> bool:
    """Whether a seat that signs has signed the head that it says it has seen."""
    message = witness_message(ledger.gid, seen.seat, seen.size, ledger.head_at(seen.size))
    return is_signed_by(ledger.signers.key_of(seen.seat), message, seen.signature)


def _check_checkpoint(row: CheckpointRow, ledger: Ledger, check: CheckSignature) -> None:
    signature, key = row.pub.signature, ledger.manifest.host_key
    signer = fingerprint_in(signature)
    if signer not in {"", key}:
        problem = f"a checkpoint is signed by the key {signer}: expected {clean(key)}"
        raise BadRow(Failure.OTHER_HOST, problem, row.seq)
    if not check(ledger.note.text.encode(), signature, key, TRANSCRIPT):
        problem = "a checkpoint is not signed by the host, or for another record"
        raise BadRow(Failure.BAD_SIGNATURE, problem, row.seq)


def _check_seat(row: SeatRow, ledger: Ledger, check: CheckSignature) -> None:
    pub = row.pub
    later = LaterSeat(ledger.gid, pub.seat, row.seq)
    text = seat_text(ledger.manifest.host_key, pub.key, pub.day, later)
    if not check(text.encode(), pub.signature, pub.owner, SEAT):
        problem = f"the key of seat {pub.seat} is not signed by {clean(pub.owner)} for this row"
        refuse(row, Failure.BAD_SEAT, problem)


def is_answer_signed(ledger: Ledger, seat: int, option: int, signed: SignedAnswer) -> bool:
    """Whether the key of a seat has signed this for that option."""
    terms = AnswerTerms(signed.kind, seat, signed.request, option, signed.text, signed.size,
                        ledger.head_at(signed.size))  # fmt: skip
    message = answer_message(ledger.gid, terms)
    return is_signed_by(ledger.signers.key_of(seat), message, signed.signature)
