"""Clients as `runes join` has them at a room in this process: their lines are in memory."""

import asyncio
import contextlib
from collections import deque

from rr_net import link
from rr_net.client.notes import NoteShelf
from rr_net.client.remote import RemoteTable
from rr_net.client.signer import SigningMeans
from rr_net.client.whole.bundles import CheckedHere
from rr_net.link.wire import read_line, write_line
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.lines import NoLine
from tests.support.rr_net.hostkeys import HOST, key_of, signed
from tests.support.rr_net.joining import Guest, Kept
from tests.support.rr_net.recorded import TINY
from tests.support.tasks import beside, turn

HOST_KEY = fingerprint_of(HOST)
QUIET = 15
"""So many turns of the loop in which nothing is on its way: whoever could go on has gone on."""
TURNS = 50_000


class NearLine:
    """A line to a room that is right here."""

    beside, host_key = "", HOST_KEY

    def __init__(self, place, key, name, *, is_host):
        self.place, self.key = place, key
        self.lines, self._news = deque(), asyncio.Event()
        self.is_over = self.is_deaf = self.is_slow = False
        """Whether it has ended; nothing comes through, unnoticed; nothing is read for now."""
        self._far = place.room.connect(key, name, is_host=is_host)
        self._far.attach(self._receive)

    def _receive(self, message):
        if not (self.is_over or self.is_deaf):
            self.lines.append(write_line(message).decode().rstrip("\n"))
            self._news.set()

    async def read(self):
        while not self.lines or self.is_slow:
            if self.is_slow:
                await turn()
                continue
            if self.is_over:
                return NoLine.END
            self._news.clear()
            await self._news.wait()
        return self.lines.popleft()

    def write(self, line):
        if not (self.is_over or self.is_deaf):
            self._far.send(read_line(line))
        return not self.is_over

    async def answers(self):
        await self._is_open()

    async def fetch(self, word):
        await self._is_open()
        record = self.place.archive.last_bundle
        found = self.place.room.receipts(self.key) if word == "receipts" else record
        if found is None:
            raise ConnectionError("there is no such file")
        return found

    async def _is_open(self):
        await turn()
        if self.is_over:
            raise ConnectionError("the line is gone")

    def close(self):
        if not self.is_over:
            self.is_over = True
            self.lines.clear()
            self._news.set()
            self._far.close()


async def unproved(job, source):
    """Believes a whole record, which is verified by whoever wants to know."""
    return CheckedHere(words="not looked at", came_to="sound")


class NearGuest(Guest):
    """Somebody who has joined from here, with a client that signs."""

    def __init__(self, place, name, folder, *, is_host=False, prove=unproved):
        self.place, self.name, self.key = place, name, fingerprint_of(key_of(name))
        self.is_host, self.line = is_host, None
        means = SigningMeans(NoteShelf(folder), self._signs, lambda: "2026-11-23")
        self.settings, opens = Kept(), (self._opened(), self._opens)
        remote = RemoteTable(*opens, place.clock, self.settings, (0.0,), TINY, means, prove)
        super().__init__(remote)

    def _opened(self):
        self.line = NearLine(self.place, self.key, self.name, is_host=self.is_host)
        return self.line

    async def _opens(self):
        return self._opened()

    async def _signs(self, owner, text, namespace):
        return signed(key_of(self.name), text, namespace)

    @property
    def pending(self):
        return self.last(link.Pending)

    async def does(self, message):
        self.remote.send(message)
        await settled(self.place, self)

    async def presses(self, act=None, **more):
        """Gives the first option of that act, or the first one."""
        options = self.pending.ask.options
        wanted = next(each.option for each in options if act in (None, each.act))
        await self.does(link.Give(number=self.pending.number, option=wanted, **more))

    async def comes_back_to(self, place):
        """The line is lost; the next one leads to this room, where the host goes on."""
        self.place = place
        self.line.close()
        await settled(place, self)


async def settled(place, *guests):
    """Lets a room, and those who have joined it, do all that is to be done at this moment."""
    quiet = 0
    for _ in range(TURNS):
        await turn()
        if place.running.done():
            place.running.result()
            return
        is_busy = place.room.is_busy or any(each.line.lines for each in guests)
        quiet = 0 if is_busy else quiet + 1
        if quiet == QUIET:
            return
    raise AssertionError("they are never done")


@contextlib.asynccontextmanager
async def near(place, name, folder=None, **how):
    """Somebody who joins a room from here, until the block is over."""
    guest = NearGuest(place, name, folder, **how)
    async with beside(guest.remote.run()):
        guest.sits_down()
        try:
            await settled(place, guest)
            yield guest
        finally:
            guest.remote.close()
    await guest.place.settle()
