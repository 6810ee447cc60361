"""Rooms to play in without a network: a clock that stands still, keys, and what each was sent."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from rr_net import link
from rr_net.bots.thinkers import AtOnce
from rr_net.history.recording import GameHistory
from rr_net.room.lobby import TablePlan
from rr_net.room.room import RoomLoop
from rr_net.room.state import HostServices, no_past, no_replay, unreminded
from rr_net.store import MemoryJournal
from rr_rules.bots.base import RandomBot
from rr_rules.kernel.dealers import SeededDealer
from tests.support.fakeclock import FakeClock
from tests.support.rr_net.journals import (
    Died,
    FailingJournal,
    Millstone,
    StackedDealer,
    at_once,
    journalled,
    load_any,
    pebbles_stacked,
    runes_stacked,
    stacked_journal,
)
from tests.support.rr_net.watched import SLOW, VERDICT, WatchedArchive
from tests.support.tasks import beside, turn

__all__ = [
    "SLOW",
    "TODAY",
    "VERDICT",
    "Died",
    "FailingJournal",
    "Hall",
    "Millstone",
    "Player",
    "Screen",
    "StackedDealer",
    "WatchedArchive",
    "at_once",
    "dealt",
    "hall",
    "journalled",
    "load_any",
    "pebbles_stacked",
    "runes_stacked",
    "seated",
    "stacked_journal",
]

PATIENCE = 20.0
"""Seconds in which a room at rest has surely said what it has to say."""
TODAY = 1_800_000_000
THREADLESS = 10_000
"""Turns of the loop after which a room that works without threads is long done."""


def plain_bot(kind, rules, stream, settings):
    """Whatever kind is named, a bot that picks at random."""
    return RandomBot(stream)


@dataclass
class Screen:
    """An interface that keeps all it is told, with the time it was told."""

    clock: FakeClock
    told: list = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    def receive(self, message):
        self.told.append((self.clock.time(), message))
        self.heard.set()

    async def has(self, is_so):
        """Waits until `is_so()`, looked at after each message."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                self.heard.clear()
                await self.heard.wait()

    def all(self, kind):
        return [message for _, message in self.told if isinstance(message, kind)]

    def last(self, kind):
        return next(message for _, message in reversed(self.told) if isinstance(message, kind))

    @property
    def pending(self):
        return self.last(link.Pending)

    @property
    def ask(self):
        return self.pending.ask

    @property
    def view(self):
        return self.last(link.Seen).view

    @property
    def lobby(self):
        return self.last(link.Lobby)

    @property
    def seats(self):
        return self.lobby.seats

    @property
    def window(self):
        return self.pending.window

    @property
    def problem(self):
        return self.last(link.Problem)

    @property
    def lines(self):
        return [line for log in self.all(link.Log) for line in log.lines]

    def since(self, mark):
        """What was told after the first `mark` messages, with its times."""
        return self.told[mark:]


class Player:
    """Somebody with a key and one interface."""

    def __init__(self, hall, key, name, is_host):
        self.hall, self.key = hall, key
        self.link = hall.room.connect(key, name, is_host=is_host)
        self.screen = Screen(hall.clock)
        self.link.attach(self.screen.receive)

    async def does(self, message):
        self.link.send(message)
        await self.hall.settle()

    async def answers(self, act=None, **more):
        """Answers the open choice with the first option of that act, or the first one."""
        ask = self.screen.ask
        wanted = next(o.option for o in ask.options if act in (None, o.act))
        await self.does(link.Give(number=self.screen.pending.number, option=wanted, **more))

    async def drops(self):
        self.link.close()
        await self.hall.settle()


class Hall:
    """A running room and everybody in it; pebbles, unless another game is named."""

    def __init__(
        self, archive=None, dealer=None, make_bot=None, thinker=None, key_book=None,
        load_game=load_any, remind=unreminded, book=None, *, replay=no_replay, past=no_past,
        clock=None, **settings
    ):  # fmt: skip
        self.clock = clock or FakeClock()
        self.archive = archive or WatchedArchive(dealer or SeededDealer(1))
        self.archive.grinder.clock = self.clock
        self.key_book = key_book or MemoryJournal()
        self.services = HostServices(
            clock=self.clock,
            archive=self.archive,
            key_book=self.key_book,
            load_game=load_game,
            make_bot=make_bot or plain_bot,
            thinker=thinker or AtOnce(),
            seed=lambda: b"the same luck every time",
            today=lambda: TODAY + int(self.clock.time()),
            remind=remind,
            replay=replay,
            past=past,
            history=GameHistory(book, now=lambda: TODAY + self.clock.time(), aside=at_once),
        )
        given = {"game": "pebbles", "seats": 2, "is_open": True, "pace": 0.0, "bot_iterations": 1}
        given |= settings
        self.room = RoomLoop(TablePlan(**given), self.services)
        self.players = {}
        self.running = None

    @property
    def record(self):
        return self.archive.records[-1]

    async def comes(self, name, key=None, *, is_host=False, waits=True, kind=Player):
        """Somebody comes, and at a table of one waits until it is shown."""
        player = self.players[name] = kind(self, key or f"SHA256:{name}", name, is_host)
        await self.settle()
        lobby = player.screen.all(link.Lobby)[-1:]
        if waits and lobby and not player.screen.last(link.Welcome).admitted:
            await self.passes(lobby[0].letting_in)
        return player

    async def settle(self):
        """Lets the room do all that is to be done at this moment."""
        for round_ in range(100_000):
            # Whoever still waits then waits for a thread, which a busy machine may not let run.
            await (turn() if round_ < THREADLESS else asyncio.to_thread(int))
            if self.running.done():
                self.running.result()
                return
            if not self.room.is_busy:
                await turn()
                if not self.room.is_busy:
                    return
        raise AssertionError("the room is never done")

    async def passes(self, seconds):
        """Lets time pass; whatever falls due is done at its moment."""
        end = self.clock.time() + seconds
        while (due := self.clock.next_due()) is not None and due <= end:
            self.clock.advance(due - self.clock.time())
            await self.settle()
        self.clock.advance(end - self.clock.time())
        await self.settle()


@contextlib.asynccontextmanager
async def hall(**settings):
    """A room that runs as long as the block."""
    place = Hall(**settings)
    place.running = asyncio.get_running_loop().create_future()
    async with beside(told_of(place.room.run(), place.running)):
        yield place
        if not place.running.done():
            place.room.close()
            await place.running


async def told_of(running, ended):
    """Runs a room; whoever asks is told of its fault, which ends nothing else."""
    try:
        ended.set_result(await running)
    except Exception as fault:  # noqa: BLE001 - some tests want one
        ended.set_exception(fault)


async def seated(place, *names: str, pets: Sequence[int] = (), host: int = 0):
    """Players who have come and sat down, in seat order; the first is the host."""
    players = []
    for seat, name in enumerate(names):
        player = await place.comes(name, is_host=seat == host)
        await player.does(link.Sit(seat=seat, declare=pets[seat] if pets else 0))
        players.append(player)
    return players


async def dealt(place, *names: str, pets: Sequence[int] = (), host: int = 0):
    """Players in a game that has just been dealt; with windows, in its first random event."""
    players = await seated(place, *names, pets=pets, host=host)
    for player in players:
        await player.does(link.Ready())
    return players
