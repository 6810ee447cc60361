"""Jobs that go to other processes and machines: values with all their luck in them."""

from __future__ import annotations

import hashlib
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Generic, Protocol, TypeVar

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

MOST_TOGETHER = 20
"""More jobs than this never travel together: whoever stops loses what was begun."""
BATCHES = 32
"""Each worker is sent at least about so many times, so that all end at about the same time."""
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""By what whoever runs jobs is told to end: Ctrl+C, `kill`, a terminal that is closed."""
COUNTED = ("rr_rules", "rr_net.sim")
"""The packages that decide what a job comes to."""


class Job(Protocol[R_co]):
    """A value that can be pickled; the same job comes to the same result wherever it is run."""

    def run(self) -> R_co:
        """Do it."""


class OtherSources(Exception):
    """A worker has other sources than whoever sends the jobs; the sentence says so."""


@dataclass(frozen=True, slots=True)
class JobBatch(Generic[R]):
    """Several jobs that travel together, for a worker that has the same sources."""

    jobs: tuple[Job[R], ...]
    sources: str


def carry_out(batch: JobBatch[R]) -> tuple[R, ...]:
    """The results of all jobs of a batch, in their order. Raises OtherSources."""
    here = sources_in_use()
    if batch.sources != here:
        problem = f"a worker has the sources {here[:12]}, these jobs are of {batch.sources[:12]}"
        raise OtherSources(f"{problem}: install the same version there")
    return tuple([job.run() for job in batch.jobs])


def batches(jobs: Sequence[Job[R]], workers: int) -> Iterator[JobBatch[R]]:
    """All jobs in their order, so many together that sending them costs little."""
    together = max(1, min(MOST_TOGETHER, len(jobs) // (BATCHES * max(1, workers))))
    sources = sources_in_use()
    for at in range(0, len(jobs), together):
        yield JobBatch(tuple(jobs[at : at + together]), sources)


@cache
def sources_in_use() -> str:
    """SHA-256, hex, over all that decides what a job comes to: rules, bots, their numbers."""
    digest = hashlib.sha256()
    for package in COUNTED:
        for path, source in _all_in(package, files(package)):
            digest.update(f"{path}\0".encode() + source.read_bytes())
    return digest.hexdigest()


def _all_in(path: str, folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _all_in(f"{path}/{entry.name}", entry)
        elif entry.name.endswith((".py", ".toml", ".json")):
            yield f"{path}/{entry.name}", entry
