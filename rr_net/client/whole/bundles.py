"""The own check of a whole record: what it is given, what it does, and what it says.

It takes long, so it is done in a process beside: see `beside.py`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.levels import LevelName, Slow
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.base.parts import Part
from rr_net.fairness.base.rows import CheckpointRow, Row
from rr_net.fairness.chain.signers import VerdictCounts
from rr_net.fairness.proof.bundle import Bundle, read_bundle
from rr_net.fairness.proof.notes import TakenAnswer, dropped_answers
from rr_net.fairness.proof.receipts import Stamp
from rr_net.fairness.proof.verdict import Verdict, in_brackets
from rr_net.fairness.proof.verify import Budget, verify
from rr_net.link.line import CameTo
from rr_net.safetext import clean
from rr_net.ssh.sshsig import check_signature

MINUTE = 60.0
"""Seconds within which all is checked, and no sample."""

HOLDS = "Checked on your machine: {}the deck was not stacked and nothing was changed."
PLAYED = "Checked on your machine: {}{}."
SAMPLED = (
    "Sampled: checked on your machine, {}nothing wrong found. Not shown: that no deck was stacked; "
    "runes verify --full last shows it{}."
)
FAILED = "Checked on your machine: NOT what its host claims ({}): {}."
PASSED = " In {} you passed by letting {} close."
NOT_SIGNED = " Answers for your seat without your signature: {}."
UNSIGNED = {"clock": "as your time was over", "away": "by a bot while you were away"}
DROPPED = (
    "the host said that it had your answer to question {}, and its record has another thing there"
)
OTHER_GAME = "the host's file is of another game than the one that was played"
OTHER_RECORD = "the host's file is another record than the one that it has shown"


class CheckJob(Part):
    """What is to be checked beside the record itself."""

    game: str
    seat: int
    rows: int
    """How many rows of it were told while it was played."""
    head: str
    """Where they led to."""
    commitment: str | None
    me: tuple[str, ...]
    receipts: str | None
    answers: tuple[TakenAnswer, ...] = ()
    """Those that the host has said to have."""
    floors: dict[LevelName, Slow]


class CheckedHere(Part):
    """What the own check of a record has come to."""

    words: str
    """In one sentence."""
    came_to: CameTo = "sound"
    is_sampled: bool = False
    """Whether not all of it was checked."""
    stamps: tuple[Stamp, ...] = ()
    """What the host has signed in it beyond what was told."""
    dropped: tuple[str, ...] = ()
    """Which answers it lacks that the host had said to have: the word of this machine."""


def checked(job: CheckJob, source: bytes) -> CheckedHere:
    """Checks a whole record: all of it if a minute is enough, and else a sample."""
    stamps: tuple[Stamp, ...] = ()
    try:
        bundle = read_bundle(source)
        if bundle.manifest.gid != job.game:
            raise FairnessError(Failure.OTHER_RECEIPT, OTHER_GAME)
        stamps = tuple(_new_stamps(bundle, job))
        if job.rows and not _leads_to(bundle.rows[: job.rows], job):
            raise FairnessError(Failure.OTHER_RECEIPT, OTHER_RECORD)
        verdict = _verified(job, source)
        dropped = dropped_answers(job.answers, bundle.rows, is_given_up=verdict.outcome is None)
        if dropped:
            return _lacking([each.request for each in dropped], stamps)
        # What the host alone could choose is played as dealt, and no more.
        is_sound = not (verdict.hosts_luck or verdict.is_sampled)
        came_to: CameTo = "sound" if is_sound else "unproved"
        words, is_sampled = _said(verdict, job.seat), verdict.is_sampled
        return CheckedHere(words=words, came_to=came_to, is_sampled=is_sampled, stamps=stamps)
    except FairnessError as error:
        return failed(error, stamps)


def failed(error: FairnessError, stamps: tuple[Stamp, ...] = ()) -> CheckedHere:
    """What is said of a record that is wrong."""
    words = FAILED.format(error.failure, clean(str(error), 300))
    return CheckedHere(words=words, came_to="wrong", stamps=stamps)


def _lacking(requests: Sequence[int], stamps: tuple[Stamp, ...]) -> CheckedHere:
    """What is said of a record that holds, and lacks answers that the host had said to have."""
    words = tuple(DROPPED.format(each) for each in requests)
    said = FAILED.format(Failure.FORGED_ANSWER, "; ".join(words))
    return CheckedHere(words=said, came_to="wrong", stamps=stamps, dropped=words)


def _verified(job: CheckJob, source: bytes) -> Verdict:
    return verify(
        source,
        job.commitment,
        me=job.me,
        receipts=None if job.receipts is None else job.receipts.encode(),
        budget=Budget(MINUTE, time.perf_counter),
        check_signature=check_signature,
        floors=job.floors,
    )


def _new_stamps(bundle: Bundle, job: CheckJob) -> Iterator[Stamp]:
    """The host's signatures over what was not told row by row; all of them in another record."""
    first = job.rows if _leads_to(bundle.rows[: job.rows], job) else 0
    for row in bundle.rows[first:]:
        if isinstance(row, CheckpointRow):
            text = SignedNote(job.game, row.seq, row.prev).text
            yield Stamp(note=text, signature=row.pub.signature)


def _leads_to(rows: Sequence[Row], job: CheckJob) -> bool:
    """Whether these rows are those that were told, link by link."""
    digests = [row.digest() for row in rows]
    is_linked = all(row.prev == before for row, before in zip(rows[1:], digests[:-1], strict=True))
    return len(rows) == job.rows and is_linked and digests[-1:] == [job.head]


def _said(verdict: Verdict, seat: int) -> str:
    if verdict.is_sampled:
        words = SAMPLED.format(verdict.but_for, in_brackets(verdict.seconds))
    elif verdict.hosts_luck:
        words = PLAYED.format(verdict.but_for, verdict.shared_luck)
    else:
        words = HOLDS.format(verdict.but_for)
    return words + _not_signed(verdict.tally, seat)


def _not_signed(tally: VerdictCounts, seat: int) -> str:
    """What the record has as answered for the own seat, which nobody has signed."""
    mine = {why: count for who, why, count in tally.given_by if who == seat}
    # Nobody asks for a signature under a window that was left to close: that is how one passes.
    silent, one = mine.get("silence", 0), mine.get("silence", 0) == 1
    windows = f"{silent} reaction window{'' if one else 's'}"
    passed = PASSED.format(windows, "it" if one else "them") if silent else ""
    by = [f"{mine[why]} {words}" for why, words in UNSIGNED.items() if why in mine]
    by += [f"{count} by plain ssh" for who, count in tally.unsigned if who == seat]
    return passed + (NOT_SIGNED.format(", ".join(by)) if by else "")
