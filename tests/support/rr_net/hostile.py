"""What a hostile host may say: messages of real games, with anything in the place of anything."""

import asyncio
import contextlib
import json
from functools import cache
from pathlib import Path

from rr_net.client.hostkeys import CannotReach
from rr_net.client.remote import RemoteTable
from rr_net.ssh.lines import NoLine
from tests.support.rr_net.joining import Kept

RECORDED = Path(__file__).parents[2] / "golden" / "json"
EVIL = "EVIL"
ESCAPES = ("\x1b[31m", "\x1b]0;", "\x9b2J", "\x1b[2J", "\x07", "\x1bP", "\x9d0;", "\x1b[6n")
"""What a terminal would obey; before EVIL it is no escape of ours."""
TEXTS = [
    "",
    "\u202e" + EVIL,
    "a\u0300" * 500,
    "{0}{1}{7}{9}{x}",
    "\ud83c\udfff" * 40,
    "\n\r\t\x00" + EVIL,
    "wide 語" * 50,
    "[bold red]x[/]",
    *(each + EVIL for each in ESCAPES),
]
VALUES = [
    *TEXTS, None, True, False, 0, -1, 1, 2, 7, 99, 10**12, -(10**12), 2**70, 0.5, -0.5, 1e300,
    [], {}, [[]], [0] * 50, ["x"] * 300, [None], {"x": 1},
]  # fmt: skip


@cache
def recorded():
    """Lines that a host of ours has said."""
    lines = []
    for path in sorted(RECORDED.glob("*.txt")):
        for line in path.read_text().splitlines():
            _, said, text = line.partition(" < ")
            with contextlib.suppress(ValueError):  # what is shortened there is no message
                lines.append(json.loads(text if said else ""))
    return lines


def places(value, at=()):
    """Every place in a message, by the way that leads there."""
    yield at
    match value:
        case dict():
            for key, each in value.items():
                yield from places(each, (*at, key))
        case list():
            for number, each in enumerate(value):
                yield from places(each, (*at, number))


def changed(message, way, value):
    """A copy of a message with something else at one place."""
    if not way:
        return value
    copy = dict(message) if isinstance(message, dict) else list(message)
    copy[way[0]] = changed(message[way[0]], way[1:], value)
    return copy


def hostile(chance):
    """One line of a hostile host; most are of a kind that is known, and nearly right."""
    message = chance.choice(recorded())
    for _ in range(chance.choice((0, 1, 1, 1, 2, 5))):
        way = chance.choice(list(places(message)))
        message = changed(message, way, chance.choice(VALUES))
    line = json.dumps(message, ensure_ascii=chance.random() < 0.5)
    if chance.random() < 0.02:
        line = line[: chance.randrange(len(line) + 1)]
    return line.encode("utf-8", "replace").decode()


class TestLine:
    """A line in memory, without a network."""

    __test__ = False

    def __init__(self, *lines):
        self.lines = list(lines)
        self.said = []
        self.is_closed = False
        self.beside = self.host_key = ""
        self.read_count = 0
        self._news = asyncio.Event()

    def brings(self, *lines):
        self.lines += lines
        self._news.set()

    async def read(self):
        while not self.lines:
            if self.is_closed:
                return NoLine.END
            self._news.clear()
            await self._news.wait()
        self.read_count += 1
        return self.lines.pop(0)

    def write(self, line):
        self.said.append(json.loads(line))
        return not self.is_closed

    async def answers(self):
        raise ConnectionError("there is no other end")

    async def fetch(self, word):
        raise ConnectionError("there is no other end")

    def close(self):
        self.is_closed = True
        self._news.set()


def remote_over(line, clock, *more, pauses=(0.0,)):
    """A table over this line, and over those that come after it."""
    rest = list(more)

    async def open_line():
        if not rest:
            raise CannotReach("nobody is there")
        return rest.pop(0)

    return RemoteTable(line, open_line, clock, Kept(), pauses=pauses)
