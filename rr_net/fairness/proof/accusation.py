"""What somebody who watched a game has found: whether it is proof, or that machine's word alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.levels import WORK, Work
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import TRANSCRIPT, CheckSignature, SignedNote
from rr_net.fairness.base.parts import Part, Whole, Word
from rr_net.fairness.base.rows import named_as_told
from rr_net.fairness.proof.bundle import read_file
from rr_net.fairness.proof.known import Finding
from rr_net.fairness.proof.live import LiveCheck
from rr_net.safetext import clean
from rr_rules.kernel.transcript import canonical

FORMAT = "rr2-accusation-1"
HEAD = re.compile(r"[0-9a-f]{64}")

ToldRow = dict[str, JsonValue]


class Accusation(Part):
    """A record as far as it was told, without bodies, and what is wrong with it."""

    by: Word
    """Whose machine says so."""
    failure: Word
    format: str
    manifest: Manifest
    other: ToldRow | None
    """The same row as it was told another time; null where there is no such."""
    rows: tuple[ToldRow, ...]
    seq: Whole
    """The row that is wrong."""
    words: str


def accusation_bytes(check: LiveCheck, finding: Finding, by: str) -> bytes:
    """What was found, as a file that holds nothing which was hidden; canonical JSON."""
    manifest = check.manifest
    assert manifest is not None, "without a manifest there are no rows"
    return canonical({
        "by": clean(by, 32) or "somebody",
        "failure": str(finding.failure),
        "format": FORMAT,
        "manifest": manifest.plain(),
        "other": check.other if finding.failure is Failure.FORK else None,
        "rows": check.told,
        "seq": finding.seq,
        "words": clean(finding.words, 400),
    })  # fmt: skip


def read_accusation(source: bytes) -> Accusation:
    """The accusation whose canonical form is `source`. Raises BadJson or BadBundle."""
    return read_file(Accusation.model_validate_json, FORMAT, source, "accusation")


def proven(
    accusation: Accusation, check_signature: CheckSignature, floors: Work = WORK
) -> Finding | None:
    """What the host's own signatures show to anybody of what is said; None where nothing.

    The rows are checked by the same rules as while the game was on, and what is wrong must stand
    under a signature of the host: anybody can write a wrong row.
    """
    check = _checked_again(accusation, check_signature, floors)
    found = next((each for each in check.findings if each.is_proof), None)
    if found is None or found.seq != accusation.seq or found.seq >= len(accusation.rows):
        return None
    rows = [canonical(row) for row in accusation.rows]
    key, gid = accusation.manifest.host_key, accusation.manifest.gid
    row, other = accusation.rows[found.seq], accusation.other
    is_another = other is None or (
        _signs(other, found.seq, key, gid, check_signature) and other["prev"] != row.get("prev")
    )
    return found if is_another and _stands_signed(rows, accusation, key, check_signature) else None


def _checked_again(
    accusation: Accusation, check_signature: CheckSignature, floors: Work
) -> LiveCheck:
    manifest = accusation.manifest
    check = LiveCheck(
        canonical(manifest.plain()).decode(), manifest.gid, host_key=manifest.host_key, seat=-1,
        expected=None, check_signature=check_signature, floors=floors,
    )  # fmt: skip
    check.take([canonical(row).decode() for row in accusation.rows], 0, 0.0)
    if accusation.other is not None:
        check.take([canonical(accusation.other).decode()], accusation.seq, 0.0)
    for segment in [each for each in check.work if each.seq == accusation.seq]:
        check.ground(segment, holds=segment.holds)
    return check


def _stands_signed(
    rows: Sequence[bytes], accusation: Accusation, key: str, check_signature: CheckSignature
) -> bool:
    """Whether a good signature of the host speaks of the row that is wrong, link by link.

    Of a row that names another head than the host has signed elsewhere, what it names will do.
    """
    head = accusation.manifest.gid
    first = accusation.seq + (accusation.other is None)
    for number, (text, row) in enumerate(zip(rows, accusation.rows, strict=True)):
        if row.get("prev") != head or row.get("seq") != number:
            return False
        if number >= first and _signs(row, number, key, accusation.manifest.gid, check_signature):
            return True
        head = named_as_told(text)
    return False


def _signs(row: ToldRow, size: int, key: str, gid: str, check_signature: CheckSignature) -> bool:
    """Whether a row is the host's signature over the rows before it."""
    match row:
        case {"type": "checkpoint", "prev": str(head), "pub": {"signature": str(signature)}}:
            # One head has one spelling: in capitals it would seem to be another one.
            if HEAD.fullmatch(head) is None:
                return False
            text = SignedNote(gid, size, head).text.encode()
            return check_signature(text, signature, key, TRANSCRIPT)
    return False
