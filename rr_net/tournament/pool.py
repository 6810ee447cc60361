"""The games of a tournament, spread over processes.

This file starts processes. Only the command that plays tournaments imports it, so a host still has
no way to start anything, whatever a stranger sends to it.
"""

from __future__ import annotations

import signal
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import active_children, get_context

from rr_net.tournament.playing import Plan, Played, play


def play_all(plan: Plan, games: int, jobs: int) -> Generator[Played]:
    """Every game once, as they end; close it to give up those that have not."""
    if min(jobs, games) == 1:
        yield from map(partial(play, plan), range(games))
        return
    # Spawned, not forked: the same on every system, and no thread is cut in two.
    pool = ProcessPoolExecutor(min(jobs, games), get_context("spawn"), _leave_interrupts)
    try:
        futures = [pool.submit(play, plan, number) for number in range(games)]
        for future in as_completed(futures):
            yield future.result()
    except (GeneratorExit, KeyboardInterrupt):
        # A game of searching bots may take minutes: nobody waits for those that were begun.
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Leave Ctrl+C to the process that has started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
