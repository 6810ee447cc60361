"""What words of the laboratory share: who runs the jobs, Ctrl+C, a bar."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from threading import Event
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from rr_net.sim.executors import Executor

R = TypeVar("R")

INTERRUPTED = 130
"""What a shell expects of a program that Ctrl+C has ended."""

jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), help="How many processes.  [one a core]"
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, tcp://HOST:PORT.",
)


def executor_for(cluster: str | None, jobs: int) -> Executor:
    """The workers of a cluster, or so many processes of this machine."""
    from rr_net.sim.executors import LocalExecutor

    if cluster is None:
        return LocalExecutor(jobs)
    # It takes a second to load, which only who asks for it has to wait.
    from rr_net.sim import cluster as clusters

    if not clusters.CAN_USE_CLUSTERS:
        raise click.ClickException(clusters.NO_CLUSTER)
    try:
        return clusters.DaskExecutor(cluster)
    except clusters.NoScheduler as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def sentences() -> Iterator[None]:
    """Say what can go wrong with jobs in a sentence."""
    from rr_net.sim.executors import LostWorkers
    from rr_net.sim.jobs import OtherSources
    from rr_net.sim.kept import NotKept
    from rr_rules.bots.numbers import BadNumbers

    try:
        yield
    except (BadNumbers, LostWorkers, NotKept, OtherSources) as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def interrupt() -> Iterator[Callable[[], bool]]:
    """Whether somebody has pressed Ctrl+C; a second time it interrupts as usual.

    An exception would come at any line, those of the standard library included, and leave a lock
    taken for ever where it hits one.
    """
    pressed = Event()

    def press(*_: object) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def with_bar(ended: Generator[R], games: int) -> Iterator[R]:
    """Each game as it ends, and a bar, if anybody watches.

    The bar is on stderr, for what is piped on holds figures alone.
    """
    # Closed at once where the bar cannot be written: no process plays on for nobody.
    with closing(ended):
        if not sys.stderr.isatty():
            yield from ended
            return
        with click.progressbar(ended, length=games, label="Playing", file=sys.stderr, show_pos=True,
                               update_min_steps=1) as bar:  # fmt: skip
            yield from bar


def many(number: int, word: str, ending: str = "s") -> str:
    """So many of something."""
    return f"{number} {word}{'' if number == 1 else ending}"
