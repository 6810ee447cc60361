"""Has the record of a whole game checked in a process beside, so that keys stay live meanwhile.

This file starts processes. What it starts is fixed, this package and nothing else.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

from pydantic import ValidationError

from rr_net.client.whole.bundles import CheckedHere, CheckJob

COMMAND = (sys.executable, "-P", "-m", "rr_net.client.whole")
LONGEST = 600.0
"""Seconds that a check may take, on whatever machine."""
LONGEST_LINE = 2**24
"""Bytes of what it says; a record has at most a quarter of that."""

NOT_DONE = "Not checked on your machine: {}."
NOT_STARTED = "the check did not start"
BROKEN_OFF = "the check was broken off"
TOO_SLOW = "the check took too long"


async def checked_beside(
    job: CheckJob, source: bytes, command: tuple[str, ...] = COMMAND
) -> CheckedHere:
    """What a process finds; whoever cancels this ends it. One that fails has found nothing."""
    try:
        # In a session of its own: the keys of this terminal are not for it.
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE,
            start_new_session=True,
        )  # fmt: skip
    except OSError:
        return _nothing(NOT_STARTED)
    try:
        async with asyncio.timeout(LONGEST):
            return CheckedHere.model_validate_json(await _exchange(process, job, source))
    except TimeoutError:
        return _nothing(TOO_SLOW)
    except (OSError, ValueError, ValidationError):
        return _nothing(BROKEN_OFF)
    finally:
        await _end(process)


def _nothing(why: str) -> CheckedHere:
    return CheckedHere(words=NOT_DONE.format(why), came_to="nothing")


async def _exchange(process: Process, job: CheckJob, source: bytes) -> bytes:
    assert process.stdin is not None, "it was started with pipes"
    assert process.stdout is not None, "it was started with pipes"
    process.stdin.write(b"%s\n%d\n%s" % (job.model_dump_json().encode(), len(source), source))
    await process.stdin.drain()
    # Its input stays open until it has answered: it ends with that.
    return await process.stdout.readline()


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()
