"""Whoever has started the process: systemd hears when it is ready, and that it goes on."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LONGEST = 108
"""The most bytes of a socket's address."""
WATCHED_EVERY = 0.5
"""A part of the time in which a watchdog wants to hear something."""


def notify(words: str) -> bool:
    """Tells the service manager something, where one listens (sd_notify)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")) or len(address) > LONGEST:
        return False
    where = f"\0{address[1:]}" if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            # The table does not stand still for a manager that does not listen.
            line.setblocking(False)
            line.sendto(words.encode(), where)
    except OSError:
        return False
    return True


@asynccontextmanager
async def watched() -> AsyncIterator[None]:
    """Has the service manager know that the process is ready, for as long as the block lasts."""
    notify("READY=1")
    calm = asyncio.create_task(_keep_watchdog_calm(), name="the watchdog")
    try:
        yield
    finally:
        calm.cancel()
        notify("STOPPING=1")


async def _keep_watchdog_calm() -> None:
    """Tells the service manager that the loop goes round, as often as it wants to hear it."""
    every = os.environ.get("WATCHDOG_USEC", "")
    if not every.isdecimal() or os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(
        os.getpid()
    ):
        return
    while True:
        # One word that does not arrive, while the manager starts itself again, is not the last.
        notify("WATCHDOG=1")
        await asyncio.sleep(int(every) / 1e6 * WATCHED_EVERY)
