"""Where bots think that think ahead: in processes beside the host's.

A thought in a thread holds the interpreter for long enough to make every screen stutter. This file
starts processes. What it starts is fixed, this package and nothing else, and only the commands that
open a table import it: whatever a stranger sends, a host cannot be made to start anything.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Coroutine
from functools import partial

from rr_net.bots.jobs import done as thought_out
from rr_net.bots.jobs import written
from rr_net.bots.seat import BotJob, PendingThought
from rr_net.bots.thinkers import Done, InThread, Think

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-P", "-m", "rr_net.bots")
WORKERS = 2
LONG = frozenset({"search"})
"""The kinds that think for as long as they may."""
SHORT = frozenset({"greedy"})
"""The kinds that are mostly done in a moment, but not where many at once have much to try."""
GRACE = 10.0
"""Seconds beyond its time in which an answer may come; the first needs the games to be loaded."""


class Elsewhere:
    """Bots that think ahead do so in processes, which begin with the first; others in threads."""

    def __init__(self, workers: int = WORKERS, command: tuple[str, ...] = COMMAND) -> None:
        self._near = InThread()
        self._workers = workers
        self._command = command
        self._free = asyncio.Semaphore(workers)
        self._idle: list[Process] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_warming = self._is_warm = False

    def think(self, thought: Think, done: Done) -> None:
        """Thinks where it holds nobody up; the answer comes in the running event loop."""
        if not isinstance(thought, PendingThought) or thought.kind not in LONG | SHORT:
            self._near.think(thought, done)
            return
        job = thought.job()
        if thought.kind in LONG or self._is_warm:
            self._begin_task(self._ask(job, done))
            return
        # A short thought is not kept waiting for a process that has to load the games first.
        self._near.think(partial(thought_out, job), done)
        if not self._is_warming:
            self._is_warming = True
            self._begin_task(self._warm_up(job))

    async def close(self) -> None:
        """Ends all processes, in the middle of a thought too."""
        await self._near.close()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._idle:
            await _end(self._idle.pop())

    def _begin_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _warm_up(self, job: BotJob) -> None:
        """Has every process answer once, for nobody; if one cannot, threads go on as before."""
        answers = [asyncio.Queue[int | None](1) for _ in range(self._workers)]
        # A group waits for all of its tasks, also when it is cancelled: none outlives `close`.
        async with asyncio.TaskGroup() as group:
            for each in answers:
                group.create_task(self._ask(job, each.put_nowait))
        self._is_warm = all(each.get_nowait() is not None for each in answers)

    async def _ask(self, job: BotJob, done: Done) -> None:
        async with self._free:
            answer = await self._answer(job)
        done(answer)

    async def _answer(self, job: BotJob) -> int | None:
        """The answer of a process; one that gives none is not asked again."""
        try:
            process = self._idle.pop() if self._idle else await self._begin()
        except OSError as error:
            log.warning("no process for a bot: %s", error.strerror)
            return None
        line = b""
        try:
            async with asyncio.timeout(job.seconds + GRACE):
                line = (await _exchange(process, written(job))).strip()
        except (OSError, TimeoutError) as error:
            log.warning("a bot's process failed: %s", type(error).__name__)
        finally:
            if line.isdigit():
                self._idle.append(process)
            else:
                await _end(process)
        return int(line) if line.isdigit() else None

    async def _begin(self) -> Process:
        # In a session of its own: the keys of the host's terminal are not for it.
        return await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )


async def _exchange(process: Process, line: bytes) -> bytes:
    assert process.stdin is not None, "it was started with pipes"
    assert process.stdout is not None, "it was started with pipes"
    process.stdin.write(line)
    await process.stdin.drain()
    return await process.stdout.readline()


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()
