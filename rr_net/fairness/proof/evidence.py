"""Evidence: what `compare` has found to be a fork, checked by somebody who holds neither copy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

from pydantic import Field, JsonValue

from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import TRANSCRIPT, CheckSignature, SignedNote, read_note
from rr_net.fairness.base.parts import Hex, Part, Whole
from rr_net.fairness.base.rows import CheckpointRow, Row, named
from rr_net.fairness.proof.bundle import read_file
from rr_net.fairness.proof.compare import FORMAT
from rr_rules.kernel.transcript import canonical

PublicRow = dict[str, JsonValue]


def signs(row: Row, manifest: Manifest, check_signature: CheckSignature) -> bool:
    """Whether a row is the host's signature over the rows before it."""
    if not isinstance(row, CheckpointRow):
        return False
    note = SignedNote(manifest.gid, row.seq, row.prev).text.encode()
    return check_signature(note, row.pub.signature, manifest.host_key, TRANSCRIPT)


class OtherRecord:
    """Another record of a game, from a row on of which the host had signed the one before."""

    def __init__(self, manifest: Manifest, signed: CheckpointRow, first: Row) -> None:
        """Begin where that signature stands, with another row in its place."""
        self._game, self._host_key = manifest.gid, manifest.host_key
        self._first = signed.seq
        self._sides = [self._side(signed)]
        self._rows = [first]

    @property
    def next(self) -> int:
        """The number of its next row."""
        return self._first + len(self._rows)

    def take(self, row: Row, *, is_signed: bool) -> bytes:
        """Go on with that row; evidence once it is the host's signature over those before it."""
        if row.prev != self._rows[-1].digest():
            return b""
        if not (is_signed and isinstance(row, CheckpointRow)):
            self._rows.append(row)
            return b""
        return canonical({
            "format": FORMAT,
            "game": self._game,
            "host_key": self._host_key,
            "row": self._first,
            "rows": [each.public() for each in self._rows],
            "sides": [*self._sides, self._side(row)],
        })  # fmt: skip

    def _side(self, row: CheckpointRow) -> PublicRow:
        note = SignedNote(self._game, row.seq, row.prev).text
        return {"head": row.prev, "note": note, "signature": row.pub.signature, "size": row.seq}


class EvidenceSide(Part):
    """One of two stories, as far as it is told here."""

    head: Hex
    note: str
    signature: str
    size: Whole


class Evidence(Part):
    """Both sides of a fork."""

    format: str
    game: Hex
    host_key: str
    row: Annotated[int, Field(ge=-1)]
    rows: tuple[PublicRow, ...]
    """What leads from the smaller side's size to the greater side."""
    sides: tuple[EvidenceSide, EvidenceSide]

    @property
    def by_size(self) -> tuple[EvidenceSide, EvidenceSide]:
        """The smaller side, and the greater one."""
        one, other = self.sides
        return (one, other) if one.size <= other.size else (other, one)


def read_evidence(source: bytes) -> Evidence:
    """The evidence whose canonical form is `source`. Raises BadJson or BadBundle."""
    return read_file(Evidence.model_validate_json, FORMAT, source, "evidence")


def check_evidence(evidence: Evidence, check_signature: CheckSignature) -> None:
    """Whether one key has signed two stories, neither of which goes on from the other.

    Raises a FairnessError where it has not, or where that cannot be seen from this.
    """
    for side in evidence.sides:
        note = read_note(side.note)
        if note != (evidence.game, side.size, side.head):
            raise FairnessError(Failure.WRONG_SHAPE, "a note says something else than its side")
        if not check_signature(side.note.encode(), side.signature, evidence.host_key, TRANSCRIPT):
            raise FairnessError(Failure.BAD_SIGNATURE, "the host's key has not signed both sides")
    small, great = evidence.by_size
    if not (_parts(small, great, evidence.rows) or _ends(small, great, evidence.rows)):
        raise FairnessError(Failure.BROKEN_CHAIN, "the rows do not show that the sides part")


def _parts(small: EvidenceSide, great: EvidenceSide, rows: Sequence[PublicRow]) -> bool:
    """Whether the greater side had another head where the smaller one stands."""
    if small.size == great.size:
        return not rows and small.head != great.head
    if len(rows) != great.size - small.size or rows[0].get("prev") == small.head:
        return False
    return _is_chain(rows, small.size) and _digest(rows[-1]) == great.head


def _ends(small: EvidenceSide, great: EvidenceSide, rows: Sequence[PublicRow]) -> bool:
    """Whether the smaller side was over, and the greater one is longer than its last signature."""
    if not rows or rows[0].get("type") != "close" or _digest(rows[0]) != small.head:
        return False
    return _is_chain(rows, small.size - 1) and great.size > small.size + 1


def _is_chain(rows: Sequence[PublicRow], first: int) -> bool:
    numbered = all(row.get("seq") == at for at, row in enumerate(rows, first))
    linked = all(row.get("prev") == _digest(before) for before, row in pairwise(rows))
    return numbered and linked


def _digest(row: PublicRow) -> str:
    return named(dict(row))
