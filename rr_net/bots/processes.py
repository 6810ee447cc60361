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
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TypeVar, cast

from rr_net.bots.jobs import done as thought_out
from rr_net.bots.jobs import heard, written
from rr_net.bots.kinds import quick_in
from rr_net.bots.seat import HINT, BotJob, PendingHint, PendingThought
from rr_net.bots.thinkers import InThread
from rr_rules.bots.why import Hint
from rr_rules.registry import FOLLOWERS, STRENGTHS

log = logging.getLogger(__name__)

T = TypeVar("T")
Tell = Callable[[int | Hint | None], None]
"""Is told what a process has found; None where it found nothing."""

COMMAND = (sys.executable, "-P", "-m", "rr_net.bots")
WORKERS = 2
SENT = frozenset({*STRENGTHS, *FOLLOWERS, "greedy", "search", HINT})
"""What is mostly done in a moment is sent too: not all of it is where many have much to try."""
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

    def think(self, thought: Callable[[], T], done: Callable[[T | None], None]) -> None:
        """Thinks where it holds nobody up; the answer comes in the running event loop."""
        if not isinstance(thought, PendingThought | PendingHint) or thought.kind not in SENT:
            self._near.think(thought, done)
            return
        job, tell = thought.job(), cast("Tell", done)
        # Somebody waits for a hint: it does not wait for a process that is busy with a bot.
        is_there = bool(self._idle) if thought.kind == HINT else self._is_warm
        if _is_long(thought) or is_there:
            self._begin_task(self._ask(job, tell))
            return
        # A short thought is not kept waiting for a process that has to load the games first.
        self._near.think(partial(thought_out, job), tell)
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
        answers = [asyncio.Queue[int | Hint | None](1) for _ in range(self._workers)]
        # A group waits for all of its tasks, also when it is cancelled: none outlives `close`.
        async with asyncio.TaskGroup() as group:
            for each in answers:
                group.create_task(self._ask(job, each.put_nowait))
        self._is_warm = all(each.get_nowait() is not None for each in answers)

    async def _ask(self, job: BotJob, done: Tell) -> None:
        async with self._free:
            answer = await self._answer(job)
        done(answer)

    async def _answer(self, job: BotJob) -> int | Hint | None:
        """The answer of a process; one that gives none is not asked again."""
        try:
            process = self._idle.pop() if self._idle else await self._begin()
        except OSError as error:
            log.warning("no process for a bot: %s", error.strerror)
            return None
        answer: int | Hint | None = None
        try:
            async with asyncio.timeout(job.seconds + GRACE):
                answer = heard(await _exchange(process, written(job)))
        except (OSError, TimeoutError) as error:
            log.warning("a bot's process failed: %s", type(error).__name__)
        finally:
            if answer is not None:
                self._idle.append(process)
            else:
                await _end(process)
        return answer

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


def _is_long(thought: PendingThought | PendingHint) -> bool:
    """Whether it may take as long as the table lets it."""
    if isinstance(thought, PendingHint):
        return False
    return thought.kind not in quick_in(thought.question.table.game)
