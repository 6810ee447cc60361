"""How long an interface that reads lines goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


async def read_until(over: asyncio.Event, reading: Coroutine[None, None, None]) -> None:
    """Read until the input ends or the talk is `over`; what goes wrong while reading is raised."""
    tasks = asyncio.ensure_future(reading), asyncio.ensure_future(over.wait())
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
