"""What the system gives a host: open files, and so connections, and memory."""

from __future__ import annotations

import logging
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
OWN = 192
"""Those of its own: journal, logs, bots' pipes, and lines that are accepted and turned away."""
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


def memory_mb() -> int:
    """How much memory this process has in use, in millions of bytes; 0 where none tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE") // 1_000_000
