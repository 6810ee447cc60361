"""What the system gives a host: open files, and so connections, and memory."""

from __future__ import annotations

import asyncio
import logging
import math
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from rr_net.ssh import Limits

resource: ModuleType | None
try:
    import resource
except ImportError:  # not on Windows
    resource = None

log = logging.getLogger(__name__)

WANTED = 4096
"""As many open files as a host asks for."""
FILES = 64
"""Those of its own: journal, logs, bots' pipes."""
OWN = FILES + 128
"""Those, and lines that are accepted and turned away."""
FEWEST = 8
"""Fewer connections make no table."""


def open_files() -> int:
    """How many files this process may have open, after asking for enough; 0 where none tells."""
    if resource is None:
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 0 if soft == resource.RLIM_INFINITY else int(soft)


def within(limits: Limits, files: int) -> Limits:
    """The limits for a process that may have so many files open; 0 is as many as it likes."""
    if not files or limits.connections + OWN <= files:
        return limits
    most = max(FEWEST, files - OWN)
    share = most / limits.connections
    log.warning("only %d files may be open here: %d connections at most", files, most)
    return replace(
        limits,
        connections=most,
        kept_for_known=max(2, int(limits.kept_for_known * share)),
        waiting=max(4, int(limits.waiting * share)),
    )


STATM = Path("/proc/self/statm")
OWN_GROUP = Path("/proc/self/cgroup")
GROUPS = Path("/sys/fs/cgroup")


def memory_mb() -> int:
    """How much memory this process has in use, in millions of bytes; 0 where none tells."""
    return int(_pages(1))


def _pages(which: int) -> float:
    """A figure of this process's memory, in millions of bytes: 0 all addresses, 1 what is there."""
    try:
        pages = int(STATM.read_text("ascii").split()[which])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


NEWCOMERS = 96.0
"""Of so few millions of bytes that are left none are for somebody whom nobody knows."""
GOODBYE = 40.0
"""So few are kept for the end: everybody hears it, and what was played is on the disk."""
LOOKS_EVERY = 0.5


def memory_left() -> float:
    """How many millions of bytes this process may still take, infinite where nothing bounds it.

    By the bound of its addresses (`ulimit -v`) and by that of its control group, which a service
    manager or a container sets.
    """
    return min(_left_of_addresses(), _left_of_group())


async def memory_ends() -> None:
    """Returns when there is only so much memory left as the end of a table takes."""
    while memory_left() >= GOODBYE:  # noqa: ASYNC110 - nobody says when there is less
        await asyncio.sleep(LOOKS_EVERY)


def _left_of_addresses() -> float:
    if resource is None:
        return math.inf
    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    return math.inf if soft == resource.RLIM_INFINITY else soft / 1e6 - _pages(0)


def _left_of_group() -> float:
    try:
        own = OWN_GROUP.read_text("ascii").strip().rpartition("::")[2]
        group = GROUPS / own.lstrip("/")
        most = float((group / "memory.max").read_text("ascii"))
        used = float((group / "memory.current").read_text("ascii"))
        lines = (group / "memory.stat").read_text("ascii").splitlines()
    except (OSError, ValueError):  # no bound, or no such group: "max" is no number
        return math.inf
    # What was only read from files is given back as soon as somebody wants it.
    told = dict(each.split(" ", 1) for each in lines if " " in each)
    return (most - used + float(told.get("inactive_file", 0))) / 1e6
