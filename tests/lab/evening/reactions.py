"""`python -m tests.lab.evening.reactions`: whether reactions come in time, of people and of bots.

People: two at a table at Normal, one of them behind a line of 300 ms there and back. That one
presses the digit of a Rune 0.8 s after the first frame of a window in which it has a use, and a
reaction counts where a script that watches the table reads that the Rune is used. The Runes are
those of `alarms.toml`, which are used often; nothing else is hastened. Still: the same in one
process, while time stands still: no core can be busy. Bots: three of them beside
one person, while other processes keep the cores busy; a thought counts that was done when the bots'
answers count.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.lab.evening.__main__ import seeded, sits_down
from tests.lab.evening.far import Onlooker, two_desks
from tests.lab.evening.player import LOOK, Player, now
from tests.lab.evening.reading import Moment, State
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SPACE, SshHome, Terminal
from tests.support.loops import on_a_stepped_loop

DECK = Path(__file__).with_name("alarms.toml")
PATIENCE = 4.0
"""Seconds after which a key that was heard has surely shown an effect."""
COUNTING = """
import atexit, json, rr_net.game.autoplay as autoplay
in_time, late, thought = 0, 0, autoplay.AutoPlayers.thought
def counted(self, answer):
    global in_time, late
    option = thought(self, answer)
    if answer.option is None:
        in_time, late = in_time + (option is not None), late + (option is None)
        with open({path!r}, "w") as file:
            json.dump([in_time, late], file)
    return option
autoplay.AutoPlayers.thought = counted
"""


@dataclass
class SlowLine:
    """A port on this machine that leads to another one; everything comes `delay` seconds late."""

    target: int
    delay: float

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._joins, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()

    async def _joins(self, reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        with contextlib.suppress(OSError):
            await asyncio.gather(
                self._carries(reader, far_writer), self._carries(far_reader, writer)
            )

    async def _carries(self, source, sink):
        loop = asyncio.get_running_loop()
        while content := await source.read(65536):
            loop.call_later(self.delay, self._writes, sink, content)
        loop.call_later(self.delay, sink.close)

    @staticmethod
    def _writes(sink, content):
        if not sink.is_closing():
            sink.write(content)


async def reads(script, watcher: Onlooker) -> None:
    """Tells an onlooker what a script over ssh reads, until that is closed."""
    while line := await script.read_line():
        message = json.loads(line)
        if message["type"] == "events":
            watcher.used_runes((each["kind"], each["event"]) for each in message["lines"])
        elif message["type"] == "lobby":
            watcher.seated(seat["name"] for seat in message["seats"])
        elif message["type"] == "pending" and message["window"] is not None:
            watcher.opened(message["window"]["kind"], message["window"]["lasts"])


class QuickPlayer(Player):
    """Reacts with the first Rune, so many seconds after a window's first frame."""

    def __init__(self, *arguments, reacts_after: float, watcher: Onlooker, **more) -> None:
        super().__init__(*arguments, **more)
        self._reacts_after, self._watcher = reacts_after, watcher
        self.offered = self.taken = 0
        self._drawn_at = 0.0
        """When the first frame of the open window was seen."""

    def looks(self, moment: Moment, at: float) -> None:
        """Notes when a window comes, also while this player is busy with another key."""
        if moment.state is State.REACTION and self._state is not State.REACTION:
            self._drawn_at = at
        super().looks(moment, at)

    async def _reacts(self, moment: Moment) -> None:
        self.offered += 1
        before, about = self._watcher.used, self._watcher.about
        drawn = self._drawn_at - self._watcher.opened_at
        await asyncio.sleep(max(0.0, self._drawn_at + self._reacts_after - now()))
        self._press("1")
        for _ in range(int(PATIENCE / LOOK)):
            await self._sees()
            if self._watcher.used > before:
                self.taken += 1
                break
        else:
            print(f"too late: {about}, drawn after {drawn:.2f} s", file=sys.stderr, flush=True)
        while self._state is State.REACTION:
            self._press(SPACE)
            await self._watches(0.7)


async def people(folder: Path, given) -> tuple[int, int]:
    """How many windows were offered to the quick one, and in how many the reaction was taken."""
    words = (
        "--seats", "2", "--open", "--fairness", "table", "--deck", str(DECK),
        "--option", "deck_check=custom",
    )  # fmt: skip
    async with contextlib.AsyncExitStack() as stack:
        enter = stack.enter_async_context
        host = await enter(HostProcess(folder / "data", *words, config=""))
        line = await enter(SlowLine(host.port, given.line / 2))
        homes = [await SshHome.make(folder / name) for name in ("quick", "other")]
        terminals = [
            await enter(homes[0].terminal("quick", line.port)),
            await enter(homes[1].terminal("other", host.port)),
        ]
        for terminal in terminals:
            await sits_down(terminal)
        onlooker = await SshHome.make(folder / "onlooker")
        watcher = Onlooker("quick")
        script = await enter(onlooker.pipe("onlooker", host.port, "json"))
        reading = asyncio.create_task(reads(script, watcher))
        try:
            return await _played(terminals, watcher, given)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


async def _played(terminals, watcher: Onlooker, given) -> tuple[int, int]:
    """What the first of two people was offered, and took, in an evening."""
    common = {"think": 0.4, "turns": given.turns}
    quick = QuickPlayer(
        terminals[0], seed=1, reacts_after=given.reacts_after, watcher=watcher, **common
    )
    other = Player(terminals[1], seed=2, **common)
    playing = [asyncio.create_task(one.plays(given.patience)) for one in (quick, other)]
    await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return quick.taken, quick.offered


def still(seed: int, given) -> tuple[int, int]:
    """The same as `people` in this process, while time stands still."""
    found = []

    async def evening() -> None:
        deck = (DECK.stem, DECK.read_bytes())
        lag = 0.0 if given.unmeasured else given.line
        async with two_desks(seed, given.line / 2, deck, lag=lag) as (desks, watcher):
            found.append(await _played(desks, watcher, given))

    on_a_stepped_loop(evening())
    return found[0]


async def bots(folder: Path, seed: int, given) -> tuple[int, int]:
    """How many thoughts of bots about windows were done in time, of how many."""
    counts = folder / "counts.json"
    words = ("host", "--front", "--seats", "4", "--bots", "3", "--port", "0",
             "--option", "pace=normal")  # fmt: skip
    command = [
        sys.executable, "-c", COUNTING.format(path=str(counts)) + seeded(seed), *words,
        "--data", str(folder / "data"),
    ]  # fmt: skip
    environment = {**os.environ, "HOME": str(folder), "TERM": "xterm-256color"}
    environment |= {f"XDG_{each}_HOME": str(folder / each) for each in ("CONFIG", "DATA", "STATE")}
    busy = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", "while True: pass")
        for _ in range(given.busy)
    ]
    try:
        async with Terminal(command, environment) as terminal:
            player = Player(terminal, think=0.4, turns=given.turns, seed=seed)
            with contextlib.suppress(TimeoutError):
                await player.plays(given.patience)
    finally:
        for process in busy:
            process.kill()
            await process.wait()
    in_time, late = json.loads(counts.read_text()) if counts.exists() else (0, 0)
    return in_time, in_time + late


def every(given) -> None:
    """Prints the figures that are asked for."""
    for name in given.who:
        taken = offered = 0
        for seed in range(1, given.seeds + 1):
            good, of = _measured(name, seed, given)
            taken, offered = taken + good, offered + of
            print(f"{name}, evening {seed}: {good} of {of}", flush=True)
        if offered:
            print(f"{name}: {taken} of {offered} in time, {100 * taken / offered:.1f} %")


def _measured(name: str, seed: int, given) -> tuple[int, int]:
    if name == "still":
        return still(seed, given)
    with tempfile.TemporaryDirectory() as folder:
        measure = (
            people(Path(folder), given) if name == "people" else bots(Path(folder), seed, given)
        )
        return asyncio.run(measure)


def main() -> None:
    """Measures what the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.lab.evening.reactions", description=__doc__
    )
    option = parser.add_argument
    option("who", nargs="*", default=["still", "people", "bots"], help="some of these")
    option("--seeds", type=int, default=3, help="so many evenings of each")
    option("--turns", type=int, default=15, help="own turns of each player")
    option("--line", type=float, default=0.3, help="seconds of a round trip on the slow line")
    option("--reacts-after", type=float, default=0.8, help="seconds from a frame to the key")
    option("--unmeasured", action="store_true", help="`still` as if nobody knew of slow lines")
    option("--busy", type=int, default=2, help="processes that keep cores busy beside the bots")
    option("--patience", type=float, default=600, help="seconds that an evening may last")
    every(parser.parse_args())


if __name__ == "__main__":
    main()
