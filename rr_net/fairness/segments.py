"""Slow hashes worked out anew: some of their segments or all, on all processors at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.rows import RollRow, Row, ShuffleRow
from rr_net.fairness.base.slow import Grind
from rr_net.fairness.chain.ledger import Ledger

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
