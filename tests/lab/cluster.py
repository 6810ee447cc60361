"""One tournament on a Dask cluster of one, two and three workers, one killed in the middle of each.

`python -m tests.lab.cluster --games 200` prints a row for each: the seconds, the games of a second
and the digest of the table, which has to be the same every time. As many processes of this machine
alone, with nobody killed, stand beside them.
"""

import argparse
import hashlib
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter

from rr_net.sim.cluster import DaskExecutor
from rr_net.sim.executors import LocalExecutor, run_all
from rr_net.sim.games import GameJob, TournamentPlan
from rr_net.sim.report import written
from tests.support.rr_net.lab import DeadlyJob, cluster


def measured(executor, jobs):
    """Run them all: the seconds that it took, and the digest of the table."""
    began = perf_counter()
    with closing(executor):
        played = list(run_all(executor, jobs, lambda: False))
        seconds = perf_counter() - began
    return seconds, hashlib.sha256(written(played).encode()).hexdigest()


def rows(jobs, most):
    for workers in range(1, most + 1):
        yield f"processes here, {workers}", measured(LocalExecutor(workers), jobs)
    for workers in range(1, most + 1):
        with tempfile.TemporaryDirectory() as folder, cluster(workers) as made:
            deadly = [DeadlyJob(job, Path(folder) / "dead", len(jobs) // 2) for job in jobs]
            yield (
                f"Dask, {workers}, one killed",
                measured(DaskExecutor(made.scheduler_address), deadly),
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=20)
    given = parser.parse_args()
    plan = TournamentPlan("regicide", 3, ("search",), 1, iterations=given.iterations)
    jobs = [GameJob(plan, number) for number in range(given.games)]
    print("| workers | seconds | games a second | digest of the table |")
    print("| --- | ---: | ---: | --- |")
    for name, (seconds, digest) in rows(jobs, given.workers):
        rate = given.games / seconds
        print(f"| {name} | {seconds:.1f} | {rate:.2f} | {digest[:16]} |", flush=True)


if __name__ == "__main__":
    main()
