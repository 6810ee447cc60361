"""Windows of contribution over a bad line: how many are reached by `runes join` and by plain ssh.

    python -m tests.lab.badline --games 3

Two people at level `table`, each over a line of 300 ms there and back that stands still for 2 s now
and then: one has joined, the other types keys by plain ssh for as long as a window is seen to be
open. Stalls are another one for each line, about one in ten seconds.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import sys
import tempfile
from pathlib import Path

import pytest

from tests.lab.nights import CAP, STANDS, Evening, less_work
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.joining import BadLine, OwnHome
from tests.support.rr_net.jsonclient import JsonPlayer
from tests.support.tasks import beside

DELAY = 0.15
"""Seconds each way."""
STALL = 2.0
APART = (6.0, 14.0)
"""Seconds from one stall to the next."""
AT_THE_TABLE = 5.0
"""Seconds until the deal, in which who has joined has said its key."""
TYPING = 0.12
"""Seconds from one key to the next."""
NAMES = ("runes join", "plain ssh")


class BadEvening(Evening):
    """Nothing befalls here but that lines are bad."""

    async def play(self, home):
        plain = await SshHome.make(self.folder / "bob")
        words = ("--game", "runes-regulations", "--seats", "2", "--open", *CAP)
        async with (
            HostProcess(self.folder / "data", *words, "--fairness", "table") as self.host,
            BadLine(self.host.port) as self.line,
            BadLine(self.host.port) as self.other,
        ):
            self.line.delay = self.other.delay = DELAY
            async with asyncio.TaskGroup() as group:
                bad = [group.create_task(self._stalls(each)) for each in (self.line, self.other)]
                async with beside(self._plain_player(plain)):
                    await self._joined_player()
                for each in bad:
                    each.cancel()
            return reached(json.loads(self.host.bundle.read_bytes())), self.night

    async def _stalls(self, line):
        while True:
            await asyncio.sleep(self.dice.uniform(*APART))
            line.stall(STALL)

    async def _plain_player(self, home):
        async with home.pipe("bob", self.other.port, "json") as pipe:
            player = JsonPlayer(pipe)
            player.patience = STANDS
            await player.hears_of("hello")
            player.says("sit", seat=1)
            await asyncio.sleep(AT_THE_TABLE)
            player.says("ready")
            typing = None
            with contextlib.suppress(AssertionError):
                while not self.over.is_set() and (message := await player.hears()) is not None:
                    if message["type"] != "pending":
                        continue
                    event, ask = message["event"], message["ask"]
                    if typing is not None:
                        typing.cancel()
                    if event and event["stage"] == "contribute":
                        typing = asyncio.ensure_future(self._types(player, event["number"]))
                    if ask:
                        option = self.dice.choice(ask["options"])["option"]
                        player.says("answer", number=message["number"], option=option)

    async def _types(self, player, number):
        while True:
            player.says("contribute", event=number, keys=self.dice.choice("abcdefgh#%+"))
            await asyncio.sleep(TYPING)


def reached(bundle):
    """Of how many windows each seat's part is in the record."""
    frozen = [row["pub"] for row in bundle["rows"] if row["type"] == "freeze"]
    given = [{each["seat"] for each in row["given"]} for row in frozen]
    return len(frozen), [sum(seat in seats for seats in given) for seat in range(len(NAMES))]


async def game(seed):
    """One game by its seed."""
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    less_work()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        home = OwnHome(Path(folder) / "ann", patch)
        perils = dict.fromkeys(("cut", "stall", "kill", "away", "plain"), 0)
        return await BadEvening(seed, Path(folder), perils).play(home)


def main(words=None):
    """Plays, and prints a line of JSON for each game and one for all."""
    asked = argparse.ArgumentParser(prog="python -m tests.lab.badline", description=__doc__)
    asked.add_argument("--games", type=int, default=3)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args(words)
    windows, by_seat = 0, [0] * len(NAMES)
    for seed in range(given.seed, given.seed + given.games):
        random.seed(seed)
        (count, seats), night = asyncio.run(game(seed))
        windows, by_seat = windows + count, [a + b for a, b in zip(by_seat, seats, strict=True)]
        told = dict(zip(NAMES, seats, strict=True))
        print(json.dumps({"seed": seed, "windows": count, **told, "findings": night.findings}),
              flush=True)  # fmt: skip
    shares = {name: round(got / windows, 3) for name, got in zip(NAMES, by_seat, strict=True)}
    print(json.dumps({"windows": windows, "shares": shares, "load": os.getloadavg()[0]}))


if __name__ == "__main__":
    sys.exit(main())
