"""The games of a tournament, spread over processes.

This file starts processes. Only the command that plays tournaments imports it, so a host still has
no way to start anything, whatever a stranger sends to it.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context

from rr_net.sim.games import GamePlayed, TournamentPlan, play

AHEAD = 2
"""Games that are handed out for each process: the one it plays and the one it finds next."""
HEARTBEAT = 0.2
"""Seconds after which it is asked again whether to stop."""


def play_all(
    plan: TournamentPlan, games: int, jobs: int, is_stopped: Callable[[], bool]
) -> Generator[GamePlayed]:
    """Every game once, as they end; those that have not are given up once `is_stopped`.

    No game is played in this process, not even with one job, so that it always hears Ctrl+C.
    """
    # Spawned, not forked: the same on every system, and no thread is cut in two.
    pool = ProcessPoolExecutor(min(jobs, games), get_context("spawn"))
    waiting = map(partial(_begin, pool, plan), range(games))
    begun = set[Future[GamePlayed]]()
    try:
        begun.update(islice(waiting, AHEAD * jobs))
        while begun and not is_stopped():
            ended, begun = wait(begun, HEARTBEAT, FIRST_COMPLETED)
            begun.update(islice(waiting, len(ended)))
            yield from (game.result() for game in ended)
    finally:
        # A game of searching bots may take minutes: nobody waits for those that were begun.
        for child in active_children() if begun else ():
            child.terminate()
        pool.shutdown(cancel_futures=True)


def _begin(pool: ProcessPoolExecutor, plan: TournamentPlan, number: int) -> Future[GamePlayed]:
    """Hand a game out; a process that begins with it never hears Ctrl+C, which is for this one."""
    # A process inherits what is blocked here. That holds before its first line, unlike a handler.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(play, plan, number)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
