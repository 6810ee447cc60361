"""The games of a tournament, spread over processes.

This file starts processes. Only the command that plays tournaments imports it, so a host still has
no way to start anything, whatever a stranger sends to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context

from rr_net.tournament.playing import Plan, Played, play


def play_all(plan: Plan, games: int, jobs: int) -> Iterator[Played]:
    """Every game once, as they end."""
    if jobs == 1:
        yield from map(partial(play, plan), range(games))
        return
    # Spawned, not forked: the same on every system, and no thread is cut in two.
    with ProcessPoolExecutor(min(jobs, games), mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(play, plan, number) for number in range(games)]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)
