"""What is measured at one size: who comes, who types, what happens, and what it costs the host."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from rr_net.ssh import fingerprint_of
from rr_rules.kernel.settings import PACES
from tests.lab.host.child import MeasuredHost, measured_host
from tests.lab.host.conductor import Conductor, conductor
from tests.lab.host.hosted import Table
from tests.lab.host.terminals import Guest, Size, Walker, arrive, new_key

QUIET, QUIET_WITHIN = 0.75, 60.0
"""No byte for so long (a gauge moves twice a second) is rest; it is waited for this long."""
AT_REST = 0.5
"""So much of a core is none: boards that nothing moves on keep their loop at work as well."""
IDLE_SECONDS = 2.0
LEAVING_SECONDS = 10.0
"""So long nobody else may have gone before whoever is left counts as left over."""
BETWEEN_QUESTIONS = 0.25
PLAYERS = 4
"""So many type while others come, each one key after the other."""
THINKING = 0.25
"""Seconds between two keys of theirs, at most."""


@dataclass(frozen=True, slots=True)
class Load:
    """One size."""

    sessions: int
    seconds: float = 12.0
    """How long each of the three loads lasts."""
    period: float = 3.0
    """Seconds between two keys of one guest."""
    size: Size = (80, 24)
    seats: int = 4
    bot: str = "greedy"
    pace: float = PACES["normal"].stay
    window: str = "sealed"
    """How a reaction window closes."""
    at_once: int = 1
    """How many guests come at the same time."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Many times in two numbers, in milliseconds."""

    median: float
    worst: float
    """The 99th percentile."""
    count: int

    @classmethod
    def of(cls, times: Sequence[float]) -> Spread:
        """The spread of some times; all zero of none."""
        if not times:
            return cls(0.0, 0.0, 0)
        rising = sorted(times)
        return cls(rising[len(rising) // 2], rising[min(len(rising) - 1, len(rising) * 99 // 100)],
                   len(rising))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stretch:
    """What one stretch of time cost the host."""

    seconds: float
    cpu: float
    """Seconds of the host with all its threads and processes."""
    loop: float
    """Seconds of the thread that draws; the others are bots thinking."""
    waited: float
    """Seconds in which the machine was too busy to let it run."""
    bytes: int
    frames: int
    """What all guests got."""
    events: int
    keys: Spread
    lost: int
    """Keys that were not seen to do anything."""

    @property
    def percent(self) -> float:
        """The loop's part of one core."""
        return 100 * self.loop / self.seconds

    @property
    def percent_with_bots(self) -> float:
        """The whole host's part of one core."""
        return 100 * self.cpu / self.seconds


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that was measured at one size."""

    load: Load
    idle_mb: float
    load_mb: float
    """Memory for each session, at rest and at the end."""
    first: Spread
    arrival_cpu: float
    """Milliseconds of the host for each guest that comes."""
    idle: Stretch
    keys: Stretch
    """Everybody types, and nothing else happens."""
    play: Stretch
    """Bots play, and nobody types."""
    both: Stretch
    coming: Spread = Spread(0.0, 0.0, 0)
    """Keys of those who are there, while as many more come."""
    unseen: int = 0
    """Such keys that were not seen to do anything."""
    left: Mapping[str, float] = field(default_factory=dict)
    """What is still alive of the guests when they are gone."""

    @property
    def key_bytes(self) -> float:
        """What a key brings to its own screen."""
        return self.keys.bytes / max(1, self.keys.keys.count)

    @property
    def event_bytes(self) -> float:
        """What a public event brings to each screen."""
        return self.play.bytes / max(1, self.play.events * self.load.sessions)


class House:
    """A measured host with its conductor and whoever is there."""

    def __init__(self, data: Path, host: MeasuredHost, conductor: Conductor, load: Load) -> None:
        self.data = data
        self.host = host
        self.conductor = conductor
        self.guests: list[Guest] = []
        self._walkers: list[Walker] = []
        self._size = load.size
        self._door = asyncio.Semaphore(load.at_once)
        self._numbers = iter(range(1, 1_000_000))

    async def fill(self, count: int) -> list[Guest]:
        """Lets some more guests come; those who came."""
        came = await asyncio.gather(*(self.arrive() for _ in range(count)))
        self.guests += came
        return came

    async def arrive(self) -> Guest:
        """Lets one more come, who is nobody to `clear` away. Raises TimeoutError or HungUp."""
        async with self._door:
            return await arrive(self.host.port, f"guest-{next(self._numbers)}", self._size)

    async def clear(self, *, politely: bool = True) -> None:
        """Has all guests go."""
        going, self.guests = self.guests, []
        await asyncio.gather(*(guest.go(politely=politely) for guest in going))

    def bytes(self) -> int:
        """What all guests have got so far."""
        return sum(guest.terminal.bytes for guest in self.guests)

    def frames(self) -> int:
        """How many frames that were."""
        return sum(guest.terminal.frames for guest in self.guests)

    async def quiet(self) -> None:
        """Waits until no screen changes any more, but not for ever."""
        until = perf_counter() + QUIET_WITHIN
        before, worked, is_at_rest = -1, 0.0, False
        while not is_at_rest and perf_counter() < until:
            got, loop = self.bytes(), (await self.host.ask("cost"))["loop"]
            # A host takes in many keys and farewells that no screen shows.
            is_at_rest = got == before and loop - worked < AT_REST * QUIET
            before, worked = got, loop
            await asyncio.sleep(QUIET)

    async def stretch(self, seconds: float, period: float | None) -> Stretch:
        """Measures for some seconds; with a period everybody types."""
        cost, events = await self.host.ask("cost"), self.conductor.events
        got, frames = self.bytes(), self.frames()
        began = perf_counter()
        if period is None:
            await asyncio.sleep(seconds)
            pressed: list[float | None] = []
        else:
            pressed = await self._type(seconds, period)
        took = perf_counter() - began
        after = await self.host.ask("cost")
        return Stretch(
            seconds=took,
            cpu=after["cpu"] - cost["cpu"],
            loop=after["loop"] - cost["loop"],
            waited=after["waited"] - cost["waited"],
            bytes=self.bytes() - got,
            frames=self.frames() - frames,
            events=self.conductor.events - events,
            keys=Spread.of([time for time in pressed if time is not None]),
            lost=pressed.count(None),
        )

    async def find_a_way(self) -> None:
        """Finds two keys that always do something, the same for all, while nothing else happens."""
        await asyncio.gather(*(guest.terminal.to_corner() for guest in self.guests))
        await self.quiet()
        walk = await self.guests[0].terminal.walk()
        self._walkers = [Walker(guest.terminal, walk) for guest in self.guests]

    async def others_come(self, count: int) -> list[float | None]:
        """Milliseconds of the keys of some, until so many others have come, who go again."""
        coming = asyncio.gather(*(self.arrive() for _ in range(count)))
        typing = (_type_during(walker, coming) for walker in self._walkers[:PLAYERS])
        times = [time for times in await asyncio.gather(*typing) for time in times]
        others = await coming
        await self.quiet()
        await asyncio.gather(*(guest.go() for guest in others))
        return times

    async def _type(self, seconds: float, period: float) -> list[float | None]:
        until = perf_counter() + seconds
        typing = (_type(walker, until, period) for walker in self._walkers)
        return [time for times in await asyncio.gather(*typing) for time in times]


async def _type(walker: Walker, until: float, period: float) -> list[float | None]:
    """Moves the cursor to and fro, at a moment of one's own in each period."""
    times: list[float | None] = []
    due = perf_counter() + random.random() * period
    while due < until:
        await asyncio.sleep(due - perf_counter())
        times.append(await walker.goes(max(period, 2.0)))
        due += period
    return times


async def _type_during(walker: Walker, work: asyncio.Future[list[Guest]]) -> list[float | None]:
    """Moves the cursor to and fro for as long as something else lasts."""
    times: list[float | None] = []
    while not work.done():
        await asyncio.sleep(random.random() * THINKING)
        times.append(await walker.goes(2.0))
    return times


@asynccontextmanager
async def open_house(load: Load) -> AsyncIterator[House]:
    """A host with a game of bots that is being played. Raises HostFailed."""
    key = new_key()
    async with AsyncExitStack() as stack:
        data = stack.enter_context(TemporaryDirectory(prefix="runes-bench-"))
        table = Table(data, fingerprint_of(key), load.seats, load.bot, load.pace, load.window)
        host = await stack.enter_async_context(measured_host(table))
        leader = await stack.enter_async_context(conductor(host.port, key))
        # Who comes to a table of one is counted down to: that is the rules' time, and not ours.
        first = await arrive(host.port, "somebody", load.size)
        stack.push_async_callback(first.go)
        yield House(Path(data), host, leader, load)


async def measure(load: Load) -> Figures:
    """Everything about one size. Raises HostFailed, HungUp or TimeoutError."""
    async with open_house(load) as house:
        await house.conductor.pause()
        await house.quiet()
        before = await house.host.ask("alive")
        cost = await house.host.ask("cost")
        came = await house.fill(load.sessions)
        await house.quiet()
        settled = await house.host.ask("cost")
        idle = await house.stretch(IDLE_SECONDS, None)
        await house.find_a_way()
        keys = await house.stretch(load.seconds, load.period)
        coming = await house.others_come(load.sessions)
        await house.quiet()
        await house.conductor.resume()
        play = await house.stretch(load.seconds, None)
        both = await house.stretch(load.seconds, load.period)
        loaded = await house.host.ask("cost")
        await house.conductor.pause()
        await house.clear()
        return Figures(
            load=load,
            idle_mb=(settled["rss"] - cost["rss"]) / load.sessions,
            load_mb=(loaded["rss"] - cost["rss"]) / load.sessions,
            first=Spread.of([guest.first for guest in came]),
            arrival_cpu=1000 * (settled["loop"] - cost["loop"]) / load.sessions,
            idle=idle,
            keys=keys,
            play=play,
            both=both,
            coming=Spread.of([time for time in coming if time is not None]),
            unseen=coming.count(None),
            left=await left_over(house, before),
        )


async def left_over(house: House, before: Mapping[str, float]) -> Mapping[str, float]:
    """What is alive that was not before, when nobody else goes any more."""
    least, until = math.inf, 0.0
    while True:
        asked = perf_counter()
        after = await house.host.ask("alive")
        took = perf_counter() - asked
        more = {name: after[name] - before[name] for name in after if name != "rss"}
        left = {name: count for name, count in more.items() if count > 0}
        if sum(left.values()) < least:
            least, until = sum(left.values()), perf_counter() + LEAVING_SECONDS
        elif perf_counter() > until:
            return left
        if not left:
            return left
        # To count stops the host, for seconds where many are left: it must get on with the rest.
        await asyncio.sleep(max(BETWEEN_QUESTIONS, 2 * took))
