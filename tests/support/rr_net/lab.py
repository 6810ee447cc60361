"""Jobs and clusters for tests of the laboratory."""

import os
import signal
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from rr_net.sim.jobs import carry_out


@dataclass
class InTurn:
    """An executor that runs what it gets in this process, so many workers as are said."""

    workers: int = 1
    failures: tuple = (BrokenPipeError,)
    most: int = 0

    def submit(self, errand):
        future = Future()
        future.set_result(carry_out(errand))
        self.most = max(self.most, len(errand.jobs))
        return future

    def close(self):
        """Nothing is left behind."""


@dataclass(frozen=True)
class DeadlyJob:
    """A game; the first worker to come to one of this number dies in the middle of it."""

    job: object
    marker: Path
    number: int

    def run(self):
        if self.job.number == self.number and not self.marker.exists():
            self.marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.job.run()


def cluster(workers):
    """A real scheduler and so many processes that work for it, on ports of their own."""
    import distributed

    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1",
        scheduler_port=0, dashboard_address="127.0.0.1:0", silence_logs=50,
    )  # fmt: skip
