"""Receipts: what one seat can prove by itself, as a file that nobody else may see.

After the game they show that the bundle is the game this seat played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NoReturn

from pydantic import Field, StringConstraints

from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.note import TRANSCRIPT, CheckSignature, SignedNote, read_note
from rr_net.fairness.base.parts import Hex, Part, Whole
from rr_net.fairness.base.rows import (
    CheckpointRow,
    FreezeRow,
    Given,
    GivenLevel,
    Opened,
    OpenRow,
    PledgeRow,
    Row,
    Signed,
)
from rr_net.fairness.cards.checks import fits, shown_in
from rr_net.fairness.cards.commitments import SeatOpening
from rr_net.fairness.proof.bundle import Bundle, read_file
from rr_net.safetext import clean
from rr_rules.kernel.transcript import canonical

FORMAT = "rr2-receipts-1"


class Stamp(Signed):
    """A note with the host's signature."""

    note: str


class Gift(Part):
    """What the seat gave to one random event."""

    event: Annotated[Whole, Field(ge=1)]
    opening: Annotated[Whole, Field(ge=1)]
    level: GivenLevel
    value: Annotated[str, StringConstraints(min_length=1, max_length=4096)]


class KeptPledge(Part):
    """A pledge of the seat, with the number of its row."""

    seq: Whole
    hash: Hex


class Sealing(Stamp):
    """The host had chosen, and signed it, when this question was put to the others."""

    request: Whole
    """The number of the question."""


class CardOpening(Opened):
    """How the seat can show one card."""

    seq: Whole


class Receipts(Part):
    """All that one seat can prove."""

    format: str
    game: Hex
    commitment: Hex
    seat: Whole
    checkpoint: Stamp | None
    given: tuple[Gift, ...]
    pledges: tuple[KeptPledge, ...]
    sealings: tuple[Sealing, ...]
    """Of the choice that is open; of all that were, where a player's own client has kept them."""
    openings: tuple[CardOpening, ...]


def receipts_bytes(
    rows: Sequence[Row],
    seat: int,
    openings: Iterable[SeatOpening],
    sealings: Iterable[Sealing] = (),
) -> bytes:
    """The one file form of what a seat can prove of these rows."""
    opening = rows[0]
    assert isinstance(opening, OpenRow), "a game's record begins with its promise"
    game = opening.pub.game
    return canonical(
        Receipts(
            format=FORMAT,
            game=game,
            commitment=opening.pub.commitment,
            seat=seat,
            checkpoint=last_stamp(game, rows),
            given=tuple(
                Gift(event=at[0], opening=at[1], level=given.level, value=given.value)
                for at, given in contributions(rows)
                if given.seat == seat
            ),
            pledges=tuple(
                KeptPledge(seq=row.seq, hash=row.pub.hash)
                for row in rows
                if isinstance(row, PledgeRow) and row.pub.seat == seat
            ),
            sealings=tuple(sealings),
            openings=tuple(CardOpening(**opening._asdict()) for opening in openings),
        ).plain()
    )


def last_stamp(game: str, rows: Sequence[Row]) -> Stamp | None:
    """The newest note that the host has signed, or None before there is one."""
    for row in reversed(rows):
        if isinstance(row, CheckpointRow):
            note = SignedNote(game, row.seq, row.prev)
            return Stamp(note=note.text, signature=row.pub.signature)
    return None


def read_receipts(source: bytes) -> Receipts:
    """The receipts whose canonical form is `source`, white space around it aside.

    Raises BadJson or BadBundle.
    """
    # A line feed at the end is the shell's.
    receipts = read_file(Receipts.model_validate_json, FORMAT, source.strip(), "receipts")
    for stamp in _stamps(receipts):
        read_note(stamp.note)
    return receipts


def _stamps(receipts: Receipts) -> tuple[Stamp, ...]:
    """All notes that they hold."""
    newest = () if receipts.checkpoint is None else (receipts.checkpoint,)
    return (*newest, *receipts.sealings)


def check_receipts(receipts: Receipts, bundle: Bundle, check_signature: CheckSignature) -> None:
    """Whether the bundle is the game that a seat has receipts of.

    Raises a FairnessError that names `other_receipt`.
    """
    if receipts.game != bundle.manifest.gid:
        _refuse("they are of another game")
    opening = bundle.rows[0] if bundle.rows else None
    if not isinstance(opening, OpenRow) or receipts.commitment != opening.pub.commitment:
        _refuse("the host had committed to another secret")
    if receipts.seat >= len(bundle.manifest.seats):
        _refuse("nobody sat on their seat")
    for stamp in _stamps(receipts):
        _check_stamp(stamp, bundle, check_signature)
    contributed = {(*at, each.seat, each.level, each.value)
                   for at, each in contributions(bundle.rows)}  # fmt: skip
    for gift in receipts.given:
        if (gift.event, gift.opening, receipts.seat, gift.level, gift.value) not in contributed:
            _refuse(f"what seat {receipts.seat} gave to event {gift.event} is not in the bundle")
    for pledge in receipts.pledges:
        _check_pledge(pledge, receipts.seat, bundle.rows)
    for card in receipts.openings:
        check_card(card, bundle.rows)


def contributions(rows: Iterable[Row]) -> Iterator[tuple[tuple[int, int], Given]]:
    """Every contribution, with the numbers of its event and of the opening that it counts in."""
    for row in rows:
        if isinstance(row, FreezeRow):
            for given in row.pub.given:
                yield (row.pub.event, row.pub.opening), given


def _check_pledge(pledge: KeptPledge, seat: int, rows: Sequence[Row]) -> None:
    """Whether a pledge stands where the receipt says."""
    row = rows[pledge.seq] if pledge.seq < len(rows) else None
    if not isinstance(row, PledgeRow) or (row.pub.seat, row.pub.hash) != (seat, pledge.hash):
        _refuse(f"a pledge of seat {seat} is not in the bundle", pledge.seq)


def _check_stamp(stamp: Stamp, bundle: Bundle, check_signature: CheckSignature) -> None:
    """Whether the row of a signed note is there, as it was signed."""
    note = read_note(stamp.note)
    if note.game != bundle.manifest.gid:
        _refuse("their note is of another game")
    if not check_signature(
        stamp.note.encode(), stamp.signature, bundle.manifest.host_key, TRANSCRIPT
    ):
        _refuse("their note is not signed by the host")
    row = bundle.rows[note.size] if note.size < len(bundle.rows) else None
    if not isinstance(row, CheckpointRow) or row.prev != note.head:
        _refuse(f"the host has signed another record of {note.size} rows", note.size)
    if row.pub.signature != stamp.signature:
        _refuse(f"the host has signed the record of {note.size} rows twice", note.size)


def check_card(card: CardOpening, rows: Sequence[Row]) -> None:
    """Whether a card was promised where the receipt says.

    Raises a FairnessError that names `other_receipt`.
    """
    shown = dict(shown_in(rows[card.seq])) if card.seq < len(rows) else {}
    promised = shown.get((card.zone, card.owner))
    if promised is None or not fits(card, promised):
        _refuse(f"a card of the {clean(card.zone)} is not what was promised", card.seq)


def _refuse(problem: str, seq: int = -1) -> NoReturn:
    raise FairnessError(Failure.OTHER_RECEIPT, f"the receipts tell another story: {problem}", seq)
