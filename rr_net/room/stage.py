"""What a game in progress gets from its room: clocks, the queue, and work beside the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from rr_net.clocks import Clock, TableClock
from rr_net.game.timers import Job


@dataclass(frozen=True, slots=True)
class Stage:
    """A room, as far as its game has to do with it."""

    clock: TableClock
    """The table's clock, which the host may pause."""
    wall: Clock
    """The clock of everybody: random events last as long as was promised, come what may."""
    post: Callable[[Job], None]
    """Has a job done in the room's queue."""
    changed: Callable[[], None]
    """Has the screens brought up to date."""
    aside: Callable[[Coroutine[None, None, None]], asyncio.Task[None]]
    """Has something long done beside the queue."""
