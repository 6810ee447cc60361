"""Playing at home: one screen, no network; or bots alone, as fast as they think."""

from __future__ import annotations

import asyncio
import heapq
import secrets
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from rr_net.bots.thinkers import AtOnce, Thinker
from rr_net.game.archive import HostKey
from rr_net.history.recording import GameHistory
from rr_net.host.checking import Expect, check_again
from rr_net.host.interfaces import Interfaces
from rr_net.host.process import CannotHost
from rr_net.host.serving import Say, ended, stopping
from rr_net.link import Bye, Ended, FromRoom, Keeper, Lobby
from rr_net.local.table import LocalTable
from rr_net.room.lobby import TablePlan
from rr_net.room.room import RoomLoop
from rr_net.room.state import MakePast, no_past
from rr_net.store import Journal
from rr_rules.kernel.stream import Stream

# A job may post another one; only a room that stays quiet for so many turns has nothing to do.
QUIET_TURNS = 3


class Leap:
    """Something that will happen unless it is cancelled."""

    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        """Makes it not happen."""
        self.callback = None


class LeapingClock:
    """Time that passes at once."""

    def __init__(self) -> None:
        self._now = 0.0
        self._alarms: list[tuple[float, int, Leap]] = []
        self._numbers = count()

    def time(self) -> float:
        """Seconds since the beginning."""
        return self._now

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Leap:
        """Calls `callback` once, as soon as nothing else is to be done before it."""
        leap = Leap(callback)
        heapq.heappush(self._alarms, (self._now + delay, next(self._numbers), leap))
        return leap

    async def run(self, room: RoomLoop) -> None:
        """Leaps whenever the room has nothing to do, for as long as the task lives."""
        quiet = 0
        while True:
            await asyncio.sleep(0 if quiet <= QUIET_TURNS else 0.001)
            quiet = 0 if room.is_busy else quiet + 1
            if quiet >= QUIET_TURNS and self._leap():
                quiet = 0

    def _leap(self) -> bool:
        while self._alarms:
            due, _, leap = heapq.heappop(self._alarms)
            if leap.callback is not None:
                self._now = max(self._now, due)
                leap.callback()
                return True
        return False


Random = Callable[[int], bytes]
UNHURRIED = 20
"""How many tables a searching bot imagines where no clock runs: the same luck, the same game."""


def luck(seed: int | None) -> Random:
    """Fresh random bytes, or the same ones every time for a seed."""
    if seed is None:
        return secrets.token_bytes
    stream = Stream.seeded(seed)
    return lambda count: bytes(stream.below(256) for _ in range(count))


async def play_here(  # noqa: PLR0913 - one for each thing that is lent or chosen
    settings: TablePlan,
    people: tuple[str, ...],
    interfaces: Interfaces,
    seed: int | None,
    thinker: Thinker | None = None,
    *,
    say: Say,
    journal: Journal | None = None,
    key: HostKey | None = None,
    kept: str | None = None,
    history: GameHistory | None = None,
    past: MakePast = no_past,
) -> int:
    """Plays at this screen until everybody has left it; the exit status.

    With a `journal` the game is kept, and signed by `key`; `kept` names a game in it that goes on,
    "" the latest.
    """
    keeper: Keeper = "nobody" if journal is None else "play"
    settings = replace(settings, starts_when_seated=True, keeper=keeper)
    table = LocalTable(settings, people, journal, key=key, random=luck(seed), thinker=thinker,
                       history=history, past=past)  # fmt: skip
    if kept is not None:
        await table.take_up(kept)
    running = asyncio.create_task(table.run(), name="the room")

    async def check(expect: Expect) -> tuple[str, ...]:
        return await check_again(table.archive.last_bundle, expect)

    show = (interfaces.here(table.links[0], keeper, check) if len(people) == 1
            else interfaces.hot_seat(table.links, keeper))  # fmt: skip
    interface = asyncio.ensure_future(show)
    with stopping() as stop:
        await asyncio.wait((running, interface, stop), return_when=asyncio.FIRST_COMPLETED)
    table.close()
    await asyncio.wait((running,))
    status = await ended(interface)
    if running.exception() is not None:
        raise CannotHost("the table has stopped because of a fault") from running.exception()
    return status


class Onlooker:
    """Watches a game of bots and tells how it ended."""

    def __init__(self, say: Say) -> None:
        self.over = asyncio.Event()
        self._say = say
        self._lobby: Lobby | None = None

    def hear(self, message: FromRoom) -> None:
        """A message of the room."""
        match message:
            case Lobby():
                self._lobby = message
            case Ended(verdict=verdict) if verdict:
                self._tell(message)
                self.over.set()
            case Bye():
                self.over.set()

    def _tell(self, end: Ended) -> None:
        text = end.text
        for seat in self._lobby.seats if self._lobby else ():
            text = text.replace(f"{{{seat.seat}}}", seat.name)
        self._say(text)
        self._say(end.verdict)
        self._say(f"Commitment: {end.commitment}")


async def watch_bots(settings: TablePlan, say: Say, seed: int | None) -> int:
    """Plays a whole game of bots without an interface; the exit status."""
    clock = LeapingClock()
    settings = replace(settings, bot_iterations=UNHURRIED)
    table = LocalTable(settings, (), clock=clock, thinker=AtOnce(), random=luck(seed))
    onlooker = Onlooker(say)
    table.room.connect("local", "onlooker", admitted=True).attach(onlooker.hear)
    table.room.start()
    running = asyncio.create_task(table.run(), name="the room")
    leaping = asyncio.create_task(clock.run(table.room), name="the clock")
    over = asyncio.create_task(onlooker.over.wait())
    try:
        await asyncio.wait((running, over), return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.close()
        leaping.cancel()
        over.cancel()
        await asyncio.wait((running,))
    if running.exception() is not None:
        raise CannotHost("the table has stopped because of a fault") from running.exception()
    return 0
