"""Who runs jobs: processes of this machine, or whoever else takes them.

This file starts processes. Only the commands that play tournaments import it, so a host still has
no way to start anything, whatever a stranger sends to it.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import Any, Protocol, TypeVar

from rr_net.sim.jobs import ENDING, Job, JobBatch, batches, carry_out

R = TypeVar("R")

AHEAD = 2
"""Batches that are handed out for each worker: the one it runs and the one it finds next."""
HEARTBEAT = 0.2
"""Seconds after which it is asked again whether to stop."""


class LostWorkers(Exception):
    """Whoever ran the jobs is gone, and nobody runs them again; the sentence says so."""


class Executor(Protocol):
    """Whoever runs jobs; it is closed when no more of them come."""

    @property
    def failures(self) -> tuple[type[BaseException], ...]:
        """What is raised where the workers are gone."""

    @property
    def workers(self) -> int:
        """How many jobs are run at once, as far as one knows now; 0 while nobody is there."""

    def submit(self, batch: JobBatch[R]) -> Future[tuple[R, ...]]:
        """Have a batch run."""

    def close(self) -> None:
        """End, even with no workers left; what has begun is given up."""


def run_all(
    executor: Executor, jobs: Sequence[Job[R]], is_stopped: Callable[[], bool]
) -> Generator[R]:
    """The result of every job, as they end, until all have or `is_stopped`.

    No job is run in this process, not even by one worker, so that it always hears Ctrl+C. Raises
    LostWorkers, OtherSources, and what a job raises.
    """
    waiting = batches(jobs, executor.workers)
    begun = set[Future[tuple[R, ...]]]()
    try:
        while not is_stopped():
            # Workers may come and go.
            free = AHEAD * max(1, executor.workers) - len(begun)
            begun.update(map(executor.submit, islice(waiting, max(0, free))))
            if not begun:
                break
            ended, begun = wait(begun, HEARTBEAT, FIRST_COMPLETED)
            for batch in ended:
                yield from batch.result()
    except executor.failures as error:
        problem = f"the workers are gone ({type(error).__name__}): {error}"
        raise LostWorkers(problem) from None


def _end_with_parent() -> None:
    """Have this process end when the one that started it is killed: nobody else would end it."""
    parent = parent_process()
    assert parent is not None, "this runs in a worker"

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _begun_deaf() -> Iterator[None]:
    """Processes that begin here never hear Ctrl+C and the like, which are for this one.

    A process inherits what is blocked. That holds before its first line, unlike a handler.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class LocalExecutor:
    """Processes of this machine."""

    failures = (BrokenExecutor,)

    def __init__(self, workers: int) -> None:
        """Start so many, as they are needed."""
        self.workers = workers
        # Spawned, not forked: the same on every system, and no thread is cut in two.
        with _begun_deaf():
            self._pool = ProcessPoolExecutor(workers, get_context("spawn"), _end_with_parent)
        self._begun = set[Future[Any]]()

    def submit(self, batch: JobBatch[R]) -> Future[tuple[R, ...]]:
        """Have it run."""
        with _begun_deaf():
            future = self._pool.submit(carry_out, batch)
        self._begun.add(future)
        future.add_done_callback(self._begun.discard)
        return future

    def close(self) -> None:
        """End the processes."""
        # A game of searching bots may take minutes: nobody waits for those that were begun.
        for child in active_children() if self._begun else ():
            child.kill()
        self._pool.shutdown(cancel_futures=True)
