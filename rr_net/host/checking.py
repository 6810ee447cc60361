"""The second verifier, run for the host in a process that has no code of ours."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import as_file, files
from pathlib import Path

from rr_net.fairness.base.levels import Slow
from rr_net.fairness.base.slow import long_hash
from rr_net.fairness.proof.verdict import about
from rr_net.link.command import own_command

Expect = Callable[[str], None]
"""Is told about how long something takes here, in words, before it begins."""
Check = Callable[[Expect], Awaitable[tuple[str, ...]]]
"""Checks the last game once more; what is to be said of it, a sentence a line."""

SECONDS = 300.0
"""The longest that it may take."""
MINUTE = 60.0
"""Seconds that it takes for all slow hashes of a shorter game; else it does a sample of them."""
PIECE = 2**20
"""Blocks of SHA-256 that are worked out to see how fast this machine is."""
MANY = 20
"""Random events from which on it does a sample of the slow hashes: all take a minute or more."""
EVENT = b'"type":"freeze"'
NO_RECORD = "There is no record of a finished game to check."
NOT_HERE = "The second verifier, docs/verify_minimal.py, is not part of this installation."
TOO_LONG = "The second verifier has not come to an end in five minutes, and was stopped."
RAN = "docs/verify_minimal.py has read the record, in a process of its own. It says:"
WHOLE = (
    "This game had {count} random events, so that is of a sample of their long calculations. All "
    "of them take minutes: {command} verify --second --full last"
)
BROKE = "The second verifier broke:"
HASH = re.compile(r"\b[0-9a-f]{64}\b")
USUAL = "given up: False"
"""What it says of every game that nobody gave up."""
SHORT = 8
"""The digits of a hash that are told: enough to see that two programs mean the same one."""


def second_verifier() -> Path | None:
    """Where docs/verify_minimal.py is, if it is anywhere."""
    return _shipped("verify_minimal.py")


def page_that_checks() -> Path | None:
    """Where docs/check.html is, if it is anywhere."""
    return _shipped("check.html")


def _shipped(name: str) -> Path | None:
    """A file of docs/: in a checkout, inside an installed package, or nowhere."""
    package = files("rr_rules")
    for parts in (("..", "docs"), ("pages",)):
        page = package.joinpath(*parts, name)
        if page.is_file():
            with as_file(page) as path:
                return path.resolve()
    return None


def shortened(line: str) -> str:
    """A line with its hashes cut short."""
    return HASH.sub(lambda found: f"{found[0][:SHORT]}…", line)


def seconds_of(bundle: bytes, many: float = MANY) -> float:
    """About how many seconds it takes here to work the slow hashes of a record out.

    0 where there is none of them, and for what is no record. From `many` random events on it is a
    sample.
    """
    try:
        source = json.loads(bundle)
        slow = Slow.model_validate(source["manifest"]["slow"])
        kinds = [row["type"] for row in source["rows"]]
    except (ValueError, KeyError, TypeError):
        return 0.0
    began = time.perf_counter()
    long_hash(bytes(32), PIECE)
    a_block = (time.perf_counter() - began) / PIECE
    blocks = sum(map(slow.blocks, (kind for kind in kinds if kind in ("shuffle", "roll"))))
    whole = blocks * a_block / (os.cpu_count() or 1)
    is_whole = bundle.count(EVENT) < many and whole <= MINUTE
    # Of a sample one piece of each is worked out, and that by one core.
    return whole if is_whole else blocks * a_block / slow.segments


async def check_again(bundle: bytes | None, expect: Expect) -> tuple[str, ...]:
    """What the second verifier says of a record, in its own words."""
    page = second_verifier()
    if bundle is None:
        return (NO_RECORD,)
    if page is None:
        return (NOT_HERE,)
    if seconds := await asyncio.to_thread(seconds_of, bundle):
        expect(about(seconds))
    with tempfile.TemporaryDirectory(prefix="runes-check-") as folder:
        record = Path(folder, "bundle.json")
        await asyncio.to_thread(record.write_bytes, bundle)
        # -I: neither the environment nor the folder we stand in brings any code of ours along.
        count = bundle.count(EVENT)
        words = ["--sample"] if count >= MANY else []
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", str(page), *words, str(record),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said = await _said(process)
        return (*said, WHOLE.format(count=count, command=own_command())) if words else said


async def run_second(page: Path, words: Sequence[str]) -> int:
    """Runs the second verifier in this terminal; its exit status."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-I", str(page), *words)
    return await process.wait()


def _is_told(line: str) -> bool:
    """Whether a line says something to people; what it is compared by stands under `proof`."""
    return not HASH.search(line) and line.strip() != USUAL


async def _said(process: asyncio.subprocess.Process) -> tuple[str, ...]:
    try:
        async with asyncio.timeout(SECONDS):
            out, errors = await process.communicate()
    except TimeoutError:
        return (TOO_LONG,)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()
    lines = tuple(line for line in out.decode("utf-8", "replace").splitlines() if _is_told(line))
    if lines:
        return (RAN, *lines)
    return (BROKE, *errors.decode("utf-8", "replace").splitlines()[-1:])
