"""Tables to take captures at: real rooms and real games, with somebody's interface in front."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from types import SimpleNamespace

from rr_net import link
from rr_net.local.tutorial import LessonTable
from rr_rules.registry import load_game, make_bot
from rr_tui.linear import TextInterface
from rr_tui.linear.replay import ReplayInText
from rr_tui.linear.teller import Paper
from tests.support.fakeclock import FakeClock, passes
from tests.support.rr_net.roomplay import hall, journalled
from tests.support.rr_tui.sitting import sitting

LIKED = ("summon", "cast", "use", "pick", "yes")
"""What is done first, so that a table fills."""
A_MOMENT = 0.3
"""Seconds that are waited for bots and beats."""
SHOWN = 2.0
"""Seconds in which a Spinner has surely been put away."""
ENOUGH = 1500


@dataclass
class Guest:
    """Somebody who sits in front of the interface, at a room."""

    place: object
    sat: object

    def __getattr__(self, name):
        return getattr(self.sat, name)

    async def press(self, *names):
        for name in names:
            await self.sat.press(name)
            await self.settles()

    async def settles(self):
        """What was done reaches the room, and what that says the screen."""
        await self.place.settle()
        await self.sat.rest()

    async def passes(self, seconds):
        await self.place.passes(seconds)
        await self.sat.rest()


@dataclass
class Shared:
    """A line to the room which two hear: the interface, and who plays by what is told."""

    line: object
    screen: object
    sat: object = None

    def attach(self, receive):
        def both(message):
            self.screen.receive(message)
            receive(message)

        self.line.attach(both)

    def send(self, message):
        self.line.send(message)

    def close(self):
        self.line.close()


@dataclass
class Table:
    """A room with ann, its host, and bob; bots have the other chairs."""

    place: object
    people: list = field(default_factory=list)

    @property
    def ann(self):
        return self.people[0].screen

    @property
    def is_over(self):
        return self.place.room.phase != "playing"

    @contextlib.asynccontextmanager
    async def sits(self, number=0, **profile):
        """One of them sits down in front of the interface, in the place of a line of their own."""
        player = self.people[number]
        await player.drops()
        line = self.place.room.connect(player.key, player.screen.name, is_host=number == 0)
        player.link = Shared(line, player.screen)
        await self.place.settle()
        keeper = "host" if number == 0 else None
        async with sitting(player.link, keeper=keeper, **profile) as sat:
            player.link.sat = sat
            guest = Guest(self.place, sat)
            await guest.settles()
            yield guest

    async def plays_until(self, is_so):
        """Everybody answers for as long as it is not so; fails where it never is."""
        if not await self.comes_to(is_so):
            raise AssertionError("it never came to that")

    async def comes_to(self, is_so):
        """Everybody answers until it is so, or the game is over: whether it came to that."""
        for _ in range(ENOUGH):
            if is_so() or self.is_over:
                return is_so()
            asked = next((each for each in self.people if each.screen.ask), None)
            if asked is None:
                await self.place.passes(A_MOMENT)
                await passes(SHOWN * len(self.ann.view.spinner))
            else:
                if isinstance(asked.link, Shared):
                    # As a key does it: what the answer comes to is drawn after that.
                    asked.link.sat.app.client.log.answered()
                await asked.does(_answer(asked.screen.pending))
        return False


def _answer(pending):
    """What fills the table; in windows nobody reacts."""
    options = pending.ask.options
    best = min(options, key=lambda each: LIKED.index(each.act) if each.act in LIKED else len(LIKED))
    chosen = options[0] if pending.ask.verb == "window" else best
    return link.Give(number=pending.number, option=chosen.option)


class Words:
    """The text mode of somebody at a room: what it says, and what is typed."""

    def __init__(self, place, line, width=80):
        self.is_terminal, self.lines, self._place = True, [], place
        self._typed = asyncio.Queue()
        self.run = TextInterface(line, self, place.clock, width).run

    async def read_line(self):
        return await self._typed.get()

    def write_line(self, text):
        self.lines.append(text)

    async def drain(self):
        pass

    async def type(self, line):
        self.lines.append(f"> {line}")
        self._typed.put_nowait(line)
        await self.rests()

    async def rests(self):
        """Waits until everything is said."""
        for _ in range(3):
            await self._place.settle()
            await self._place.passes(0.01)
            await passes(0.01)

    def leaves(self):
        self._typed.put_nowait(None)


class Reader:
    """The text mode where there is no room: what it says, and what is typed."""

    def __init__(self, make):
        """`make` begins what is talked to: with a channel and a clock, for so many columns."""
        self.lines, self._clock = [], FakeClock()
        channel = SimpleNamespace(is_terminal=True, write_line=self.lines.append)
        self._said = make(channel, self._clock)
        self._clock.advance(SHOWN)

    def types(self, *lines):
        for line in lines:
            self.lines.append(f"> {line}")
            self._said(line)
            self._clock.advance(SHOWN)
        return self.lines


def learning(lesson, width):
    """Somebody in a lesson, in lines of text."""

    def begin(channel, clock):
        taken = LessonTable(lesson, "ann")
        interface = TextInterface(taken, channel, clock, width)
        taken.attach(interface.hear)
        return interface.said

    return Reader(begin)


def replaying(viewer, width):
    """Somebody who looks at a game that is over, in lines of text."""

    def begin(channel, clock):
        replay = ReplayInText(viewer, Paper(channel.write_line, width), clock, lambda aside: None)
        replay.begin()
        return replay.said

    return Reader(begin)


@contextlib.asynccontextmanager
async def table(*names, luck=1, seconds=0.0, **settings):
    """A table in its lobby, whose host has come, and whoever else is named, and sat down."""
    given = {"game": "runes-regulations", "name": "Maple Court", "seats": 4, "bots": 4 - len(names),
             "bot": "greedy", "pace": None, "invite": "plum-42-tree", "is_open": False,
             "fairness": "solo"}  # fmt: skip
    archive = journalled(luck=luck, seconds=seconds, how_to_fetch="ssh -p 2222 NAME@HOST bundle")
    archive.seconds = _as_usual
    means = {"load_game": load_game, "make_bot": make_bot, "archive": archive}
    async with hall(**means, **(given | settings)) as place:
        made = Table(place)
        for number, name in enumerate(names):
            made.people += await _comes(place, name, number, made.people)
        yield made


async def _as_usual(level, kind):
    """The slow hash takes no longer than it usually does, however busy this machine is."""
    return 1.0


async def _comes(place, name, number, there):
    player = await place.comes(name, is_host=number == 0)
    player.screen.name = name
    if there:
        await there[0].does(link.Host(act="approve", key=player.key))
    if number < len(player.screen.seats):
        await player.does(link.Sit(seat=number, declare=0))
    return [player]


async def deals(made):
    """Everybody is ready: the cards are dealt."""
    for player in made.people:
        await player.does(link.Ready())
