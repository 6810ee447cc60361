"""What words of the laboratory share: who runs the jobs, Ctrl+C, a bar."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from threading import Event
from typing import TYPE_CHECKING

import click

from rr_net.cli.arguments import for_reader
from rr_net.sim.jobs import ENDING

if TYPE_CHECKING:
    from rr_net.sim.executors import Executor
    from rr_net.sim.games import GamePlayed, TournamentPlan
    from rr_net.sim.kept import KeptResults

INTERRUPTED = 130
"""What a shell expects of a program that Ctrl+C has ended."""
LONGEST_BAR, LEAST_BAR = 36, 8
"""Columns of a bar."""
BESIDE_A_BAR = 34
"""Columns of brackets, blanks, positions and the time that is left: of a million games, or days."""
CLEARED = "\r\x1b[K"
"""Empties the row that the cursor stands in."""

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
    """Whether somebody ends this: by Ctrl+C, by `kill`, or by closing the terminal.

    A second time it ends as usual. An exception would come at any line, those of the standard
    library included, and leave a lock taken for ever where it hits one.
    """
    pressed = Event()

    def press(number: int, _: object) -> None:
        pressed.set()
        # Nothing can be written to a terminal that is gone, and a table still goes to its file.
        for terminal in terminals if number == signal.SIGHUP else ():
            os.dup2(nowhere, terminal)
        for each, handler in before.items():
            signal.signal(each, handler)

    streams = (sys.stdout, sys.stderr)
    terminals = [stream.fileno() for stream in streams if stream.isatty()]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    # Where `nohup` has it ignored, it stays ignored.
    heard = [each for each in ENDING if signal.getsignal(each) != signal.SIG_IGN]
    before = {each: signal.signal(each, press) for each in heard}
    try:
        yield pressed.is_set
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        os.close(nowhere)


@contextmanager
def progress(label: str, games: int, kept: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar with the time that is left, if anybody watches; it is told how many more have ended.

    It is on stderr, for what is piped on holds figures alone, and of the games that are left:
    those that were kept before took no time.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    label = f"{label}, {kept} kept" if kept else label
    room = shutil.get_terminal_size().columns - BESIDE_A_BAR
    label = label if len(label) <= room - LEAST_BAR else f"{label[: room - LEAST_BAR - 3]}..."
    width = min(LONGEST_BAR, room - len(label))
    with click.progressbar(length=games - kept, label=label, file=sys.stderr, show_pos=True,
                           update_min_steps=1, width=width) as bar:  # fmt: skip

        def more(games: int) -> None:
            # A terminal that is closed may fail before its signal is heard.
            with suppress(OSError):
                bar.update(games)

        yield more


def say(text: str) -> None:
    """Say what people read, on a terminal broken between words."""
    click.echo(for_reader(text, sys.stdout))


def tell(line: str) -> None:
    """Say a line on stderr; a bar that stands there goes on below it."""
    click.echo(f"{CLEARED}{line}" if sys.stderr.isatty() else line, err=True)


def played_with_bar(
    plan: TournamentPlan,
    games: int,
    executor: Executor,
    is_stopped: Callable[[], bool],
    kept: KeptResults[GamePlayed] | None,
    label: str = "Playing",
) -> list[GamePlayed]:
    """The games of a tournament with those that were kept, and a bar meanwhile; fewer if stopped.

    Raises what `play_on` does.
    """
    from rr_net.sim.tournament import kept_before, play_on

    before, played = len(kept_before(kept, games)), []
    # Closed at once where the bar cannot be written: no process plays on for nobody.
    with (
        closing(play_on(plan, games, executor, is_stopped, kept)) as running,
        progress(label, games, before) as advance,
    ):
        for game in running:
            played.append(game)
            if len(played) > before:
                advance(1)
    return played


def many(number: int, word: str, ending: str = "s") -> str:
    """So many of something."""
    return f"{number} {word}{'' if number == 1 else ending}"
