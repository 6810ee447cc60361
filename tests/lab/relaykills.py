"""Games through a relay where whatever stands between is killed: nothing is lost, all come back.

    python -m tests.lab.relaykills --kills 20
    python -m tests.lab.relaykills --kills 1 --seed 7

The relay is killed and started again, the host is killed and goes on, a guest's line is cut: each
so often, in as many games as that takes. The relay and the host are processes; one guest has joined
as `runes join` does, the other one has stock ssh -J and types the same line again.
"""

import argparse
import asyncio
import contextlib
import logging
import random
import statistics
import sys
import tempfile
from pathlib import Path

import pytest

from rr_net import link
from rr_net.client.address import Hop, TableAddress
from rr_net.client.dial import Dial
from rr_net.client.remote import RemoteTable
from rr_net.clocks import LoopClock
from tests.lab.nights import PERILS, Evening, less_work
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.relayed import Networks, RelayProcess, Stock
from tests.support.rr_net.joining import Asked, Guest, Kept, OwnHome
from tests.support.tasks import beside

KILLS = ("relay", "kill", "line")
A_GAME = 6
"""The kills of one game."""
TABLE = ("--game", "regicide", "--seats", "2", "--open", "--fairness", "solo")
LONGEST = 300.0
TYPED_AGAIN = 1.0
"""Seconds after which somebody has typed the line again."""


class RelayedEvening(Evening):
    """One game, which is reached through a relay alone."""

    def __init__(self, seed, folder, kills):
        super().__init__(seed, folder, dict.fromkeys(PERILS, 0))
        self.perils = list(kills)
        self.night.game = "regicide through a relay"
        self.back = []
        """What was killed, and the seconds until whom that hit was back."""

    async def play(self, home):
        """From the deal to the verdict."""
        async with (
            contextlib.AsyncExitStack() as self.relays,
            contextlib.AsyncExitStack() as self.house,
            asyncio.timeout(LONGEST),
        ):
            self.relay = RelayProcess(self.folder / "relay", Networks())
            await self.relays.enter_async_context(self.relay)
            self.words = ("--via", self.relay.via, *TABLE)
            self.host = HostProcess(self.folder / "data", *self.words)
            await self.house.enter_async_context(self.host)
            self.table = self.host.first["table"]
            bob = await Stock.make(self.folder / "bob", Networks(), self.relay)
            async with beside(self._plain_player(bob)):
                await self._joined_player()
            await self._look_at_the_bundle()
        return self.night

    async def _plain_player(self, home):
        while not self.over.is_set():
            async with home.pipe("bob", self.table, "json") as self.pipe:
                with contextlib.suppress(TimeoutError, AssertionError, BrokenPipeError,
                                         ConnectionResetError):  # fmt: skip
                    await self._plain_talk(self.pipe, 1)
            await asyncio.sleep(TYPED_AGAIN)

    async def _joined_player(self):
        relay = Hop("127.0.0.1", self.relay.port)
        dial = Dial(TableAddress(Hop(self.table, None, "ann"), (relay,)), "ann", Asked())

        async def opened():
            self.own_line = await dial.open()
            return self.own_line

        remote = RemoteTable(await opened(), opened, LoopClock(), Kept())
        self.guest = Guest(remote)
        async with beside(remote.run()):
            self.guest.sits_down()
            try:
                await self._sits_down()
                await self._plays()
            finally:
                self._notes()
                remote.close()

    # --- what is killed ------------------------------------------------------------------

    async def _relay(self):
        async with self._timed("relay", self._joined_is_back):
            port = self.relay.port
            await self.relays.aclose()
            self.relay = RelayProcess(self.folder / "relay", Networks(), port=port)
            await self.relays.enter_async_context(self.relay)

    async def _kill(self):
        if self._has_ended() or self.guest.last(link.Ended) is not None:
            return  # a game that is over is checked, and that is not what is timed
        async with self._timed("host", self._joined_is_back):
            self.host.kill()
            await self.house.aclose()
            self.host = HostProcess(self.folder / "data", *self.words, "--resume=auto")
            await self.house.enter_async_context(self.host)

    async def _line(self):
        if self.dice.random() < 0.5:
            async with self._timed("joined line", self._joined_is_back):
                self.own_line.close()
        else:
            async with self._timed("stock line", self._plain_is_back):
                with contextlib.suppress(ProcessLookupError):
                    self.pipe.process.kill()

    @contextlib.asynccontextmanager
    async def _timed(self, called, is_back):
        """Kills at some moment, and measures from the end of it until whom it hit is back."""
        await asyncio.sleep(self.dice.random() * 0.3)
        before = len(self.guest.states), self.welcomes
        yield
        began = asyncio.get_running_loop().time()
        async with asyncio.timeout(60):
            await is_back(*before)
        self.back.append((called, asyncio.get_running_loop().time() - began))

    async def _joined_is_back(self, since, _):
        """The joined guest has lost its line, and stands at the table again."""
        remote = self.guest.remote
        await self.guest.hears(lambda: self._has_ended() or (
            any(state.trouble for state in self.guest.states[since:]) and not remote.state.trouble
        ), patience=60)  # fmt: skip

    async def _plain_is_back(self, _, since):
        """The other one has typed the line again, and was greeted."""
        while self.welcomes == since and not self._has_ended():
            await asyncio.sleep(0.02)


async def evening(seed, kills):
    """One game by its seed; what became of it, and how long it took to come back."""
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    less_work()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        home = OwnHome(Path(folder) / "ann", patch)
        played = RelayedEvening(seed, Path(folder), kills)
        return await played.play(home), played.back


def main(words=None):
    """Plays until each was killed so often, and prints a line a game."""
    asked = argparse.ArgumentParser(prog="python -m tests.lab.relaykills", description=__doc__)
    asked.add_argument("--kills", type=int, default=20)
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args(words)
    left = [kind for kind in KILLS for _ in range(given.kills)]
    random.Random(given.seed).shuffle(left)
    seed, back, well = given.seed, [], True
    while left:
        night, took = asyncio.run(evening(seed, left[:A_GAME]))
        told = ", ".join(f"{called} {seconds:.1f} s" for called, seconds in took)
        print(f"{night}; back: {told}", flush=True)
        done = night.perils.copy()
        for kind in tuple(left):
            if done[kind]:
                done[kind] -= 1
                left.remove(kind)
        back, well, seed = back + took, well and night.is_well, seed + 1
    longest = max(seconds for _, seconds in back)
    for called in sorted({called for called, _ in back}):
        found = sorted(seconds for each, seconds in back if each == called)
        print(f"{called}: {len(found)}, median {statistics.median(found):.1f} s, "
              f"longest {found[-1]:.1f} s")  # fmt: skip
    print(f"{len(back)} kills; back by themselves after {longest:.1f} s at the most")
    return 0 if well and longest < 10 else 1


if __name__ == "__main__":
    sys.exit(main())
