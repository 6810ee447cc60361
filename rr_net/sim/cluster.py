"""Jobs on the workers of a Dask scheduler, where its package is installed."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError, Future
from typing import TypeVar
from weakref import WeakSet

from rr_net.safetext import clean
from rr_net.sim.jobs import JobBatch, carry_out
from rr_net.sim.kept import problem_of

try:
    import distributed
except ImportError:  # the extra `cluster` brings it
    CAN_USE_CLUSTERS = False
else:
    CAN_USE_CLUSTERS = True

R = TypeVar("R")

NO_CLUSTER = (
    "--cluster wants a package that is not installed: `make install EXTRA=cluster` in the "
    "checkout, here and on every worker"
)
PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


class NoScheduler(Exception):
    """No scheduler answers at that address; the sentence says so."""


class DaskExecutor:
    """The workers of a scheduler. What a worker was at when it died, another one does again."""

    @property
    def failures(self) -> tuple[type[BaseException], ...]:
        """The scheduler is gone, or one batch after another has ended its worker."""
        return (distributed.KilledWorker, CancelledError, OSError)

    def __init__(self, address: str) -> None:
        """Connect. Raises NoScheduler."""
        # In two steps: one that is half made has to be closed too, or it waits at the end for what
        # never comes.
        self._client = distributed.Client.__new__(distributed.Client)
        try:
            # It is not made the one that other code in this process finds by itself.
            self._client.__init__(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            self._client.close()
            problem = f"no Dask scheduler answers at {clean(address)}: {problem_of(error)}"
            raise NoScheduler(problem) from None
        self._begun: WeakSet[distributed.Future] = WeakSet()

    @property
    def workers(self) -> int:
        """How many threads all workers have together."""
        return sum(self._client.nthreads().values())

    def submit(self, batch: JobBatch[R]) -> Future[tuple[R, ...]]:
        """Have it run by whoever is free."""
        begun = self._client.submit(carry_out, batch)
        self._begun.add(begun)
        loop = self._client.loop.asyncio_loop
        return asyncio.run_coroutine_threadsafe(self._outcome(begun), loop)

    async def _outcome(self, begun: distributed.Future) -> tuple[R, ...]:
        """Its result, once it has come.

        Not by the executor of the package (2026.8): that asks how the job is once more when its
        result is there, and takes the result for an error if its worker has died in between.
        """
        result: tuple[R, ...] = await self._client.gather(begun, asynchronous=True)
        return result

    def close(self) -> None:
        """Part from the scheduler; it and its workers go on."""
        self._client.cancel(list(self._begun))
        self._client.close()
