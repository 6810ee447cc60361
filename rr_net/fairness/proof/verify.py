"""Verify: replay a whole recorded game and compare every row with what it must be."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from rr_net.fairness.base.errors import BadRow, Failure, FairnessError, VerifyError
from rr_net.fairness.base.levels import (
    LEVELS,
    LEVELS_UP,
    SEGMENTS,
    WORK,
    LevelName,
    Work,
    check_slow,
)
from rr_net.fairness.base.manifest import LoadGame, Manifest, installed, open_table
from rr_net.fairness.base.note import CheckSignature
from rr_net.fairness.base.rows import CheckpointRow, CloseRow, RollRow, Row, ShuffleRow
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.base.slow import Grind
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import Bundle, read_bundle
from rr_net.fairness.proof.notes import check_given, read_given
from rr_net.fairness.proof.receipts import check_receipts, read_receipts
from rr_net.fairness.proof.replay import Replay
from rr_net.fairness.proof.signatures import check_signatures, check_signers, check_witnesses
from rr_net.fairness.proof.verdict import PlayerNotes, Verdict, tallied
from rr_net.safetext import clean
from rr_rules.registry import load_game

Sample = Callable[[int], int]
"""A number below another."""


class Segment(NamedTuple):
    """One piece of work, and what must come of it."""

    seq: int
    """The row that claims it."""
    grind: Grind
    at: int
    before: str
    claimed: str

    @property
    def holds(self) -> bool:
        """Whether the claim is right: this takes its time."""
        return self.grind.segment(self.at, self.before) == self.claimed


def segments_of(row: Row, ledger: Ledger) -> tuple[Segment, ...]:
    """All pieces of the slow hash that a row claims, before the ledger takes the row."""
    grind = ledger.grind_terms()
    if grind is None or not isinstance(row, ShuffleRow | RollRow):
        return ()
    values = (grind.digest, *row.pub.slow)
    if len(values) != grind.segments + 1:
        return ()
    pairs = enumerate(pairwise(values), start=1)
    return tuple(Segment(row.seq, grind, at, *pair) for at, pair in pairs)


def chosen(segments: Sequence[Segment], sample: Sample | None) -> Sequence[Segment]:
    """One of them by `sample`; without it all."""
    if sample is None or not segments:
        return segments
    return (segments[sample(len(segments))],)


class Budget(NamedTuple):
    """How long a verification may take before it does a sample of the slow hashes instead."""

    seconds: float
    now: Callable[[], float]
    """The time in seconds, by some clock."""

    def weighed(self, first: Segment, total: float, workers: int) -> tuple[bool, float]:
        """Whether there is time for all, which are as much work as `total` such segments; the time.

        It works the first one out for that. Where that is wrong none is left out.
        """
        began = self.now()
        is_right = first.holds
        seconds = (self.now() - began) * total / workers
        return not is_right or seconds <= self.seconds, seconds


def check_segments(segments: Sequence[Segment], workers: int | None, tell: Callable[[], None]
                   ) -> None:  # fmt: skip
    """Work all of them out anew, and tell of each. Raises BadRow for the first that is wrong."""
    for segment, holds in _worked_out(segments, workers or os.cpu_count() or 1):
        if not holds:
            problem = f"value {segment.at} of the slow hash is wrong"
            raise BadRow(Failure.WRONG_SLOW, problem, segment.seq)
        tell()


def _worked_out(segments: Iterable[Segment], workers: int) -> Iterator[tuple[Segment, bool]]:
    # The hash lets go of the interpreter while it works, so that threads are enough.
    pool = ThreadPoolExecutor(workers)
    try:
        work = [(segment, pool.submit(getattr, segment, "holds")) for segment in segments]
        for segment, future in work:
            yield segment, future.result()
    finally:
        pool.shutdown(cancel_futures=True)


Progress = Callable[[int, int], None]
"""Told how many rows and segments are done, and how many there are."""

# A stranger's file must not bring the verifier down, though it may have found a fault of ours.
FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError,
          ValueError)  # fmt: skip
BEFORE_SLOW = frozenset(
    {
        Failure.OUT_OF_ORDER,
        Failure.BROKEN_CHAIN,
        Failure.NO_OPENING,
        Failure.AFTER_CLOSE,
        Failure.BROKEN_SEAL,
        Failure.BAD_EVENT,
        Failure.UNSIGNED,
    }
)
"""What is looked for in a row before its slow hash."""
HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class VerifyMeans:
    """What a verification is done with."""

    load_game: LoadGame
    floors: Work
    check_signature: CheckSignature
    sample: Sample | None
    """Picks a segment of each slow hash; None checks all."""
    workers: int
    level: LevelName = "solo"
    """The least level that will do."""
    budget: Budget | None = None
    """In what time all segments are checked instead of a sample; None for never."""
    needs_key: bool = True
    """Whether a game that others had a hand in must be signed."""


def verify(  # noqa: PLR0913 - one for each thing that somebody may know, have or want
    source: bytes,
    commitment: str | None = None,
    *,
    check_signature: CheckSignature,
    me: Sequence[str] = (),
    receipts: bytes | None = None,
    full: bool = False,
    budget: Budget | None = None,
    level: LevelName = "solo",
    needs_key: bool = True,
    load_game: LoadGame = load_game,
    floors: Work = WORK,
    sample: Sample = secrets.randbelow,
    workers: int | None = None,
    progress: Progress = lambda done, of: None,
) -> Verdict:
    """Whether a bundle's bytes are an honest record of a legal game; VerifyError is all it raises.

    With `commitment`, what the lobby showed before the deal, also whether it is that game; with
    `me`, notes of what somebody contributed, and `receipts`, what a seat took home, whether it was
    theirs.
    Of each slow hash one segment is worked out anew, or with `full` all, on `workers` threads; with
    a `budget` all where that is time enough. A lower level than `level` is a failure. Without
    `needs_key` a game that was shared need not be signed: a table without a network has no key.
    """
    threads = workers or os.cpu_count() or 1
    picks = None if full else sample
    means = VerifyMeans(
        load_game, floors, check_signature, picks, threads, level, budget, needs_key
    )
    try:
        kept = PlayerNotes(
            None if commitment is None else _read_commitment(commitment),
            tuple(map(read_given, me)),
            None if receipts is None else read_receipts(receipts),
        )
        return _Verification(read_bundle(source), kept, means, progress).run()
    except FairnessError as error:
        raise VerifyError(error) from None
    except FAULTS as error:
        problem = f"the rules of this installation fail in this game ({type(error).__name__})"
        raise VerifyError(FairnessError(Failure.RULES_FAULT, problem)) from error


def _read_commitment(text: str) -> str:
    commitment = text.strip().lower()
    if HEX.fullmatch(commitment) is None:
        problem = f"the commitment {clean(text, 70)!r}: expected 64 hexadecimal digits"
        raise FairnessError(Failure.BAD_COMMITMENT, problem)
    return commitment


class _Verification:
    """The steps that the page describes, one after the other."""

    def __init__(
        self, bundle: Bundle, kept: PlayerNotes, means: VerifyMeans, progress: Progress
    ) -> None:
        self._bundle, self._kept, self._means = bundle, kept, means
        self._segments: list[Segment] = []
        self._sample, self._budget = means.sample, means.budget
        self._done, self._of = 0, len(bundle.rows) + _work(bundle, means.sample)
        self._progress = progress
        self._seconds = 0.0
        """How long all of the slow hashes would take, once it was measured."""

    def run(self) -> Verdict:
        """Do all of them. Raises a FairnessError."""
        replay = self._begun()
        try:
            self._follow(replay)
        except FairnessError as error:
            # A slow hash that is wrong before that is the first thing that is wrong.
            last = error.seq - (error.failure in BEFORE_SLOW)
            self._grind([segment for segment in self._segments if segment.seq <= last])
            raise
        self._grind(self._segments)
        return tallied(replay, self._found(replay), len(self._segments), self._seconds)

    def _begun(self) -> Replay:
        """Steps 2 to 4."""
        manifest = self._bundle.manifest
        table = open_table(manifest, installed(manifest, self._means.load_game))
        _check_level(manifest, self._means.level)
        check_slow(manifest.fairness, manifest.slow, self._means.floors)
        check_signers(manifest, self._means.check_signature)
        close = _close_of(self._bundle.rows)
        ledger = Ledger(manifest, Secret(bytes.fromhex(close.pub.secret), manifest.gid))
        noted = self._kept.commitment
        if noted not in {None, ledger.commitment}:
            problem = f"the game opens the commitment {ledger.commitment}: expected {noted}"
            raise FairnessError(Failure.OTHER_COMMITMENT, problem)
        return Replay(ledger, table)

    def _follow(self, replay: Replay) -> None:
        """Steps 5 to 15, but for the slow hashes."""
        for row in self._bundle.rows:
            work = segments_of(row, replay.ledger)
            self._weigh(work)
            self._segments += chosen(work, self._sample)
            replay.follow(row, lambda row: self._check_signatures(row, replay.ledger))
            self._tell()
        last = self._bundle.rows[-1]
        manifest = self._bundle.manifest
        is_shared = LEVELS[manifest.fairness].has_events
        if is_shared and self._means.needs_key and not manifest.host_key:
            problem = f"nobody has signed it: expected a host's key at level {manifest.fairness}"
            raise BadRow(Failure.UNSIGNED, problem, last.seq)
        if manifest.host_key and not isinstance(last, CheckpointRow):
            problem = "the host has not signed the last row: expected a checkpoint"
            raise BadRow(Failure.UNSIGNED, problem, last.seq)
        check_witnesses(self._bundle.witnesses, replay.ledger)

    def _check_signatures(self, row: Row, ledger: Ledger) -> None:
        """Step 13, but for where signatures stand. Raises BadRow."""
        check_signatures(row, ledger, self._means.check_signature)

    def _found(self, replay: Replay) -> PlayerNotes:
        """Step 16: what somebody has noted, and which of it was not used."""
        kept = self._kept
        unused = check_given(kept.me, self._bundle.rows, len(self._bundle.manifest.seats))
        if kept.receipts is not None:
            check_receipts(kept.receipts, self._bundle, self._means.check_signature)
            replay.host_first.check_sealings(kept.receipts.sealings)
        return replace(kept, unused=unused)

    def _weigh(self, work: Sequence[Segment]) -> None:
        """Do all of the slow hashes where the time is enough, which the first segment tells."""
        if self._budget is None or self._sample is None or not work:
            return
        budget, self._budget = self._budget, None
        slow, rows = self._bundle.manifest.slow, self._bundle.rows
        kinds = [row.type for row in rows if isinstance(row, ShuffleRow | RollRow)]
        whole = sum(slow.blocks(kind) for kind in kinds)
        total = len(work) * whole / work[0].grind.blocks
        is_enough, self._seconds = budget.weighed(work[0], total, self._means.workers)
        if is_enough:
            self._sample = None
            self._of = len(rows) + _work(self._bundle, None)

    def _grind(self, segments: Sequence[Segment]) -> None:
        """Step 9."""
        check_segments(segments, self._means.workers, self._tell)

    def _tell(self) -> None:
        self._done += 1
        self._progress(self._done, self._of)


def _check_level(manifest: Manifest, least: LevelName) -> None:
    """Whether a game was dealt at that level or above."""
    names = list(LEVELS_UP)
    if names.index(manifest.fairness) < names.index(least):
        problem = f"it was dealt at the level {manifest.fairness}: expected {least}"
        raise FairnessError(Failure.LOWER_LEVEL, problem)


def _work(bundle: Bundle, sample: Sample | None) -> int:
    """How many segments there are to be checked."""
    if not LEVELS[bundle.manifest.fairness].has_events:
        return 0
    events = sum(isinstance(row, ShuffleRow | RollRow) for row in bundle.rows)
    return events * (SEGMENTS if sample is None else 1)


def _close_of(rows: Sequence[Row]) -> CloseRow:
    close = next((row for row in rows if isinstance(row, CloseRow)), None)
    if close is None:
        problem = "the host has not opened its secret: nothing of this game can be checked"
        raise FairnessError(Failure.NO_CLOSE, problem)
    return close
