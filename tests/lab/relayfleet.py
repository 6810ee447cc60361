"""Three relays with a real PostgreSQL: one is killed, one stands still, the database is away.

    python -m tests.lab.relayfleet --rounds 10 --hosts 4

In each round one relay is killed under load and started again, another one stands still for two
leases, and the database is away for a minute. Each host is a process that names all three; one of
its guests has joined as `runes join` does and the other one has stock ssh -J, both by one name that
leads to any relay. They play all the time. Measured is how long a table has no line to its joined
guest, and how long no relay holds its name.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import pytest

from rr_net import link
from rr_net.client.address import Hop, TableAddress
from rr_net.client.dial import Dial
from rr_net.client.remote import RemoteTable
from rr_net.clocks import LoopClock
from rr_net.relay.directory import LEASE
from tests.lab.nights import less_work
from tests.lab.relay import own
from tests.support.e2e.fleet import Fleet
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.postgres import Database, Postgres
from tests.support.e2e.relayed import Networks, Stock
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import run
from tests.support.rr_net.joining import Asked, Guest, Kept, OwnHome
from tests.support.rr_net.jsonclient import JsonPlayer
from tests.support.tasks import beside

TABLE = ("--game", "regicide", "--seats", "2", "--open", "--fairness", "solo")
PINGED_EVERY = 0.1
TYPED_AGAIN = 1.0
CALM = 0.5
SETTLED_WITHIN = 60.0
LONGEST_BACK = 10.0
LOADED = 20
"""Tables that echo at each relay, with guests who press a key a second: the load."""


class FleetTable:
    """A host, its two guests, and what is measured of them."""

    def __init__(self, number, fleet, folder):
        self.number, self.fleet = number, fleet
        self.folder = folder / f"table{number}"
        self.folder.mkdir()
        self.dice = random.Random(number)
        self.games = self.welcomes = 0
        self.verified = []
        self.pings = []
        """When the joined guest's table was asked for a sign of life, and when it gave it."""
        self._line = None

    @contextlib.asynccontextmanager
    async def open(self):
        """The host and both guests, who play for as long as the block lasts."""
        words = ("--via", self.fleet.via, "--name", f"maple{self.number}", *TABLE)
        async with HostProcess(self.folder / "data", *words) as self.host:
            self.name = self.host.first["table"]
            bob = await Stock.make(self.folder / "bob", Networks(), self.fleet)
            async with (
                self._joined() as self.guest,
                ending(self._plain(bob)),
                ending(self._plays()),
                ending(self._pings()),
            ):
                yield self

    # --- guests --------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def _joined(self):
        relay = Hop("127.0.0.1", self.fleet.door.port)
        dial = Dial(TableAddress(Hop(self.name, None, "ann"), (relay,)), "ann", Asked())

        async def opened():
            self._line = await dial.open()
            return self._line

        remote = RemoteTable(await self._first(opened), opened, LoopClock(), Kept())
        guest = Guest(remote)
        async with beside(remote.run()):
            guest.sits_down()
            try:
                yield guest
            finally:
                remote.close()

    async def _first(self, opened):
        """The first line: the relays may not know the table yet."""
        async with asyncio.timeout(SETTLED_WITHIN):
            while True:
                with contextlib.suppress(Exception):
                    return await opened()
                await asyncio.sleep(CALM)

    async def _plays(self):
        """Sits, and gives any answer to whatever is asked, game after game."""
        guest, answered, ended = self.guest, -1, None
        guest.remote.send(link.Sit(seat=0))
        guest.remote.send(link.Ready())
        while True:
            last = guest.last(link.Ended)
            if last is not None and last.verdict and last is not ended:
                ended = last
                self.games += 1
                self.verified.append(await self._verified())
                guest.remote.send(link.Rematch())
            pending = guest.last(link.Pending)
            if pending is not None and pending.ask is not None and pending.number != answered:
                answered = pending.number
                option = self.dice.choice(pending.ask.options).option
                guest.remote.send(link.Give(number=pending.number, option=option))
            await asyncio.sleep(PINGED_EVERY)

    async def _verified(self):
        kept = self.folder / "bundle.json"
        shutil.copy(self.host.bundle, kept)
        return (await run([*RUNES, "verify", str(kept)], dict(os.environ))).code == 0

    async def _plain(self, home):
        """Types the line again whenever it ends."""
        while True:
            async with home.pipe("bob", self.name, "json") as pipe:
                with contextlib.suppress(TimeoutError, AssertionError, OSError):
                    await self._plain_talk(JsonPlayer(pipe))
            await asyncio.sleep(TYPED_AGAIN)

    async def _plain_talk(self, player):
        player.patience = 3600.0
        welcome = await player.hears_of("hello")
        self.welcomes += 1
        if welcome["elsewhere"]:
            player.says("take_over")
        player.says("sit", seat=1)
        player.says("ready")
        while (message := await player.hears()) is not None:
            match message:
                case {"type": "pending", "ask": {"options": options}, "number": number}:
                    option = self.dice.choice(options)["option"]
                    player.says("answer", number=number, option=option)
                case {"type": "outcome", "verdict": verdict} if verdict:
                    player.says("rematch")

    # --- what is measured ----------------------------------------------------------------

    async def _pings(self):
        while True:
            asked, line = time.monotonic(), self._line
            with contextlib.suppress(OSError):
                await line.answers()
                if line is self._line and not self.guest.remote.state.trouble:
                    self.pings.append((asked, time.monotonic()))
            await asyncio.sleep(PINGED_EVERY)

    def guest_back(self, since):
        """When the joined guest's table answered what was asked after a moment; None for not."""
        return next((until for asked, until in self.pings if asked > since), None)

    def held_again(self, since):
        """When a relay said that it holds the name, asked after a moment."""
        looks = self.fleet.looks.every
        return next(
            (each.answered for each in looks if each.asked > since and self.name in each.held), None
        )

    def longest_silence(self, since, until):
        """The longest time within two moments in which the table gave the guest no sign."""
        moments = [since, *(at for _, at in self.pings if since < at < until), until]
        return max(later - at for at, later in pairwise(moments))


@contextlib.asynccontextmanager
async def ending(coroutine):
    """Runs something without an end for as long as the block."""
    async with beside(coroutine) as task:
        yield
        task.cancel()


class Rounds:
    """What befalls the relays, and what is found."""

    def __init__(self, fleet, tables, database):
        self.fleet, self.tables, self.database = fleet, tables, database
        self.back = {"kill": [], "stop": [], "database": []}
        self.held = {"kill": [], "stop": [], "database": []}
        self.silences = []
        self._hosts = 0

    async def settled(self):
        """Waits until every table answers its guest and is held by one relay."""
        since = time.monotonic()
        async with asyncio.timeout(SETTLED_WITHIN):
            while not all(each.guest_back(since) and each.held_again(since)
                          for each in self.tables):  # fmt: skip
                await asyncio.sleep(PINGED_EVERY)
        await asyncio.sleep(CALM)

    async def _measured(self, called, since):
        """Until every guest's table answers, and until every name is held, since a moment."""
        async with asyncio.timeout(SETTLED_WITHIN):
            while not all(each.guest_back(since) and each.held_again(since)
                          for each in self.tables):  # fmt: skip
                await asyncio.sleep(PINGED_EVERY / 2)
        self.back[called].append(max(each.guest_back(since) - since for each in self.tables))
        self.held[called].append(max(each.held_again(since) - since for each in self.tables))

    def _fullest(self):
        return self.fleet.looks.fullest([each.name for each in self.tables])

    async def kill(self):
        """The relay with most guests is killed under load, and started again when all are back."""
        at = self._fullest()
        self.fleet.relays[at].process.kill()
        await self._measured("kill", time.monotonic())
        await self.fleet.again(at)

    async def stop(self, seconds=2 * LEASE):
        """The relay with most guests stands still for two leases."""
        at = self._fullest()
        process, since = self.fleet.relays[at].process, time.monotonic()
        process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            process.send_signal(signal.SIGCONT)
        # By then whoever came meanwhile was led to another relay.
        self.held["stop"].append(max((each.held_again(since) or time.monotonic()) - since
                                     for each in self.tables))  # fmt: skip
        await self._measured("stop", time.monotonic())
        self.held["stop"].pop()

    async def away(self, seconds):
        """The database is away: games notice nothing, newcomers hear it in words."""
        since = time.monotonic()
        await asyncio.to_thread(self.database.down)
        try:
            await asyncio.sleep(seconds)
            words = await self._newcomer()
            silent = max(each.longest_silence(since, time.monotonic()) for each in self.tables)
            self.silences.append(silent)
        finally:
            await asyncio.to_thread(self.database.up)
        await self._measured("database", time.monotonic())
        return words

    async def _newcomer(self):
        """What is read by a guest and by a host who come while the database is away."""
        words = (await self.newcomer.run("carl", self.tables[0].name, "json")).err.decode()
        self._hosts += 1
        data = self.fleet.folder / f"late{self._hosts}"
        async with HostProcess(data, "--via", self.fleet.relays[0].via, *TABLE) as host:
            return words, await host.says("cannot ask just now")

    def told(self):
        """The figures, a line for each kind."""
        for called, words in (("kill", "a relay is killed"), ("stop", "a relay stood still"),
                              ("database", "the database is back")):  # fmt: skip
            if back := self.back[called]:
                held = self.held[called]
                yield f"{words}, {len(back)} times: joined guests back after {spread_of(back)}"
                yield f"    names held after {spread_of(held)}"
        if self.silences:
            yield (f"while the database was away no joined guest waited longer than "
                   f"{max(self.silences):.2f} s")  # fmt: skip


def spread_of(found):
    """The middle and the largest of some seconds."""
    return f"median {statistics.median(found):.1f}, at most {max(found):.1f} s"


@contextlib.asynccontextmanager
async def evening(folder, database, hosts):
    """The relays, the tables with their guests, and what befalls them."""
    async with Fleet(folder, database.url) as fleet, contextlib.AsyncExitStack() as stack:
        tables = [FleetTable(number, fleet, folder) for number in range(hosts)]
        for each in tables:
            await stack.enter_async_context(each.open())
        rounds = Rounds(fleet, tables, database)
        rounds.newcomer = await Stock.make(folder / "carl", Networks(), fleet)
        await rounds.settled()
        yield rounds


@contextlib.asynccontextmanager
async def load(fleet, count):
    """So many tables that echo at each relay, with guests."""
    async with contextlib.AsyncExitStack() as stack:
        for each in fleet.relays if count else ():
            hosts = await stack.enter_async_context(own("tables", each.port, count))
            names = await hosts.stdout.readline()
            guests = await stack.enter_async_context(
                own("guests", each.port, stdin=asyncio.subprocess.PIPE)
            )
            guests.stdin.write(names)
        yield


async def rounds(folder, database, given):
    async with evening(folder, database, given.hosts) as found:
        for number in range(given.rounds):
            await found.settled()
            async with load(found.fleet, given.load):
                await asyncio.sleep(3 if given.load else 0)
                await found.kill()
            await found.settled()
            await found.stop()
            await found.settled()
            words = await found.away(given.away)
            if not all("cannot ask just now" in each for each in words):
                print(f"newcomers read: {words}")
            last = {called: round(took[-1], 1) for called, took in found.back.items() if took}
            held = {called: round(took[-1], 1) for called, took in found.held.items() if took}
            print(f"round {number}: back {last}, held {held}", flush=True)
        for line in found.told():
            print(line)
        games = sum(each.games for each in found.tables)
        verified = all(ok for each in found.tables for ok in each.verified)
        both = found.fleet.looks.both()
        print(
            f"{games} games, {'all verify' if verified else 'NOT ALL VERIFY'}; "
            f"{len(found.fleet.looks.every)} looks, one name at two relays {len(both)} times"
        )
        longest = max(took for all_of_them in found.back.values() for took in all_of_them)
        return 0 if verified and not both and longest < LONGEST_BACK else 1


def main(words=None):
    """Has it all befall so often, and prints the figures."""
    asked = argparse.ArgumentParser(prog="python -m tests.lab.relayfleet", description=__doc__)
    asked.add_argument("--rounds", type=int, default=10)
    asked.add_argument("--hosts", type=int, default=4)
    asked.add_argument("--away", type=float, default=60.0)
    asked.add_argument("--load", type=int, default=LOADED)
    given = asked.parse_args(words)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    less_work()
    programs = Path(shutil.which("initdb")).resolve().parent
    with (
        Postgres(programs) as server,
        tempfile.TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        OwnHome(Path(folder) / "ann", patch)
        return asyncio.run(rounds(Path(folder), Database(server), given))


if __name__ == "__main__":
    sys.exit(main())
