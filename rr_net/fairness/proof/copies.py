"""Copies of one game, as several people hold them, and where two of them part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rr_net.fairness.base.errors import BadBundle, Failure, FairnessError
from rr_net.fairness.base.note import (
    TRANSCRIPT,
    CheckSignature,
    SignedNote,
    fingerprint_in,
    read_note,
)
from rr_net.fairness.base.rows import CheckpointRow, CloseRow, Row
from rr_net.fairness.proof.bundle import Bundle, read_bundle
from rr_net.fairness.proof.receipts import Receipts, check_receipts, read_receipts
from rr_net.safetext import clean


class CopyHead(NamedTuple):
    """How far a copy goes, and what it is until there."""

    note: SignedNote
    signature: str = ""
    """The host's, or ""."""


class Difference(NamedTuple):
    """Where two copies part."""

    failure: Failure
    row: int
    """The first row that differs, or -1 where that cannot be said."""
    problem: str
    """What a sentence says after the copies' names."""
    heads: tuple[CopyHead, CopyHead] | None = None
    between: tuple[Row, ...] = ()
    """What leads from the smaller head's size to the greater's, where that is known."""

    @property
    def is_signed(self) -> bool:
        """Whether the host has signed both heads."""
        return self.heads is not None and all(head.signature for head in self.heads)


@dataclass(frozen=True)
class BundleCopy:
    """A whole game."""

    name: str
    bundle: Bundle = field(repr=False)
    check: CheckSignature = field(repr=False)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.bundle.manifest.gid

    @property
    def rows(self) -> tuple[Row, ...]:
        """All that was recorded."""
        return self.bundle.rows

    @property
    def is_closed(self) -> bool:
        """Whether nothing could follow."""
        return any(isinstance(row, CloseRow) for row in self.rows)

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The head of none, one, two .. rows: worked out, whatever the rows say of it."""
        return (self.game, *(row.digest() for row in self.rows))

    @cached_property
    def linked(self) -> int:
        """How many rows follow one from the other: what comes then proves nothing of them."""
        links = enumerate(zip(self.rows, self.heads, strict=False))
        broken = (at for at, (row, head) in links if (row.seq, row.prev) != (at, head))
        return next(broken, len(self.rows))

    @cached_property
    def signed(self) -> tuple[CopyHead, ...]:
        """The heads that the host has signed, the smallest first."""
        # Whoever edits a copy breaks the chain there: signatures further on are still good, but
        # of rows that this file does not hold.
        found = (
            CopyHead(SignedNote(self.game, size, self.heads[size]), row.pub.signature)
            for size, row in enumerate(self.rows[: self.linked])
            if isinstance(row, CheckpointRow)
        )
        return tuple(head for head in found if self.has_signed(head))

    @property
    def spoilt(self) -> int:
        """The first checkpoint whose signature is not the host's, -1 for none."""
        stamps = (each for each in self.rows[: self.linked] if isinstance(each, CheckpointRow))
        good = {head.note.size for head in self.signed}
        return next((row.seq for row in stamps if row.seq not in good), -1)

    def beyond(self, row: int) -> CopyHead:
        """The first signed head that speaks of a row, or else the last of all."""
        whole = CopyHead(SignedNote(self.game, len(self.rows), self.heads[-1]))
        return next((head for head in self.signed if head.note.size > row), whole)

    def has_signed(self, head: CopyHead) -> bool:
        """Whether the host of this game has signed a head."""
        key = self.bundle.manifest.host_key
        return self.check(head.note.text.encode(), head.signature, key, TRANSCRIPT)


@dataclass(frozen=True)
class ReceiptsCopy:
    """What one seat can prove of a game."""

    name: str
    receipts: Receipts = field(repr=False)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.receipts.game

    @property
    def head(self) -> CopyHead | None:
        """The newest head that the seat has, if any; who signed it is another question."""
        stamp = self.receipts.checkpoint
        return None if stamp is None else CopyHead(read_note(stamp.note), stamp.signature)


Copy = BundleCopy | ReceiptsCopy


def is_signed(bundle: Bundle, check: CheckSignature) -> bool:
    """Whether the host has signed a whole record as it stands, the sealed bodies aside.

    Then what is wrong with it is the host's; otherwise whoever had the copy may have changed it.
    """
    signed = BundleCopy("", bundle, check).signed
    return bool(signed) and signed[-1].note.size == len(bundle.rows) - 1


def read_copy(name: str, source: bytes, check: CheckSignature) -> Copy:
    """What a file holds. Raises BadBundle."""
    try:
        try:
            return ReceiptsCopy(name, read_receipts(source))
        except BadBundle as error:
            if error.failure is not Failure.OTHER_FORMAT:
                raise
        return BundleCopy(name, read_bundle(source), check)
    except FairnessError as error:
        raise BadBundle(error.failure, f"{clean(name, 80)}: {error}", error.seq) from None


def difference(one: Copy, other: Copy, check: CheckSignature) -> Difference | None:
    """Where two copies of one game part; None where one goes on from the other."""
    match one, other:
        case BundleCopy(), BundleCopy():
            return _of_bundles(one, other)
        case BundleCopy(), ReceiptsCopy():
            return _of_receipts(other, one)
        case ReceiptsCopy(), BundleCopy():
            return _of_receipts(one, other)
        case ReceiptsCopy(), ReceiptsCopy():
            return _of_two_seats(one, other, check)
    raise AssertionError("a copy is a bundle or receipts")


def _of_bundles(one: BundleCopy, other: BundleCopy) -> Difference | None:
    both = zip(one.rows, other.rows, strict=False)
    row = next((at for at, (here, there) in enumerate(both) if here != there), None)
    if row is None:
        return None
    digests = zip(one.heads[1:], other.heads[1:], strict=False)
    parted = next((at for at, (here, there) in enumerate(digests) if here != there), None)
    if parted is None:
        # One of two bodies does not open its seal, which both of them share.
        return Difference(Failure.FORK, row, f"from row {row} on")
    heads = _heads_beyond(parted, one, other)
    between = _between(heads, (one, other))
    return Difference(Failure.FORK, row, f"from row {row} on", heads, between)


def _heads_beyond(row: int, one: BundleCopy, other: BundleCopy) -> tuple[CopyHead, CopyHead]:
    """A head of each that speaks of this row: signed ones of one size, where there are such."""
    here = {head.note.size: head for head in one.signed if head.note.size > row}
    there = {head.note.size: head for head in other.signed if head.note.size > row}
    common = min(here.keys() & there.keys(), default=None)
    if common is not None:
        return here[common], there[common]
    return one.beyond(row), other.beyond(row)


def _between(heads: tuple[CopyHead, CopyHead], copies: Sequence[BundleCopy]) -> tuple[Row, ...]:
    sizes = [head.note.size for head in heads]
    longer = copies[sizes.index(max(sizes))]
    return longer.rows[min(sizes) : max(sizes)]


def _of_receipts(seat: ReceiptsCopy, game: BundleCopy) -> Difference | None:
    head = seat.head
    if head is not None and game.has_signed(head):
        told = _other_head(head, game)
        if told is not None:
            return told
    if not game.is_closed:
        # The seat may have played on after this copy was made.
        return None
    try:
        check_receipts(seat.receipts, game.bundle, game.check)
    except FairnessError as error:
        return Difference(error.failure, error.seq, f": {error}")
    return None


def _other_head(head: CopyHead, game: BundleCopy) -> Difference | None:
    """Whether a signed head contradicts a game: it is another one, or of rows after its end."""
    size = head.note.size
    if size > len(game.rows):
        if not game.is_closed:
            return None
        close = next(at for at, row in enumerate(game.rows) if isinstance(row, CloseRow))
        problem = f": the host has signed {size} rows of a game that ended after {len(game.rows)}"
        heads = (head, game.beyond(close))
        return Difference(Failure.FORK, close, problem, heads, game.rows[close:])
    if game.heads[size] == head.note.head:
        return None
    problem = f": the host has signed other {size} rows"
    beyond = (each for each in game.signed if each.note.size >= size)
    theirs = next(beyond, CopyHead(SignedNote(game.game, size, game.heads[size])))
    between = game.rows[size : theirs.note.size]
    return Difference(Failure.FORK, -1, problem, (head, theirs), between)


def _of_two_seats(
    one: ReceiptsCopy, other: ReceiptsCopy, check: CheckSignature
) -> Difference | None:
    if one.receipts.commitment != other.receipts.commitment:
        return Difference(Failure.OTHER_RECEIPT, 0, ": the host had committed to another secret")
    here, there = one.head, other.head
    if here is None or there is None or here.note.size != there.note.size:
        return None
    if here.note == there.note:
        return None
    problem = f": their notes of {here.note.size} rows name different heads"
    if _signer(here, check) == _signer(there, check) != "":
        return Difference(Failure.FORK, -1, problem, (here, there))
    unsigned = f"{problem}, and no one key has signed both"
    return Difference(Failure.OTHER_RECEIPT, -1, unsigned)


def _signer(head: CopyHead, check: CheckSignature) -> str:
    """The fingerprint of the key that signed a head; "" where the signature is not good."""
    key = fingerprint_in(head.signature)
    return key if check(head.note.text.encode(), head.signature, key, TRANSCRIPT) else ""
