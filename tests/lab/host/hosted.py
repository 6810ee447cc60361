"""The host that is measured: as `runes host --headless` runs it, and it says what it costs.

A word on its standard input is a question, a line of JSON on its standard output the answer.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import signal
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from textual import events
from textual.message import Message

from rr_net.bots.processes import Elsewhere
from rr_net.cli.screens import Screens, scrubbed_environment
from rr_net.host.config import Config
from rr_net.host.process import Games, HostPlan
from rr_net.host.serving import OwnCalled, serve
from rr_net.room.lobby import TablePlan
from rr_net.ssh import Limits
from rr_rules.kernel.settings import PACES
from rr_rules.registry import load_game, make_bot
from rr_tui.terminal import ChannelDriver

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

# To a host everybody here is one source, and such a source may not have a hundred terminals.
WIDE = Limits(
    waiting=2048,
    waiting_per_source=2048,
    arrivals=100_000,
    connections=4096,
    connections_per_source=4096,
    login_seconds=120,
)

SESSION_PARTS = (
    "SSHServerConnection",
    "SSHServerChannel",
    "Session",
    "TerminalSession",
    "Connection",
    "SshConnection",
    "TableApp",
    "ChannelDriver",
    "TableClient",
    "GameScreen",
    "BoardView",
)
"""The classes of which a session has objects of its own, which must go with it."""
MOST_WITHOUT = 4
"""More seats play the expansion."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table that the bench wants, all of its seats taken by bots."""

    data: str
    host: str
    """The fingerprint of the key that is the host's."""
    seats: int = 4
    bot: str = "greedy"
    pace: float = PACES["normal"].stay
    """Seconds before a bot acts."""
    window: str = "sealed"

    def written(self) -> str:
        """As an argument of a command."""
        return json.dumps(asdict(self))

    def plan(self) -> HostPlan:
        """As a host takes it."""
        options = {"window": self.window}
        if self.seats > MOST_WITHOUT:
            options["nefarious"] = "on"
        settings = TablePlan(
            name="Bench", seats=self.seats, bots=self.seats, bot=self.bot, pace=self.pace,
            is_open=True, options=options,
        )  # fmt: skip
        return HostPlan(settings, Path(self.data), port=0, hosts=(self.host,), limits=WIDE)


class LoopClock:
    """What the loop's own processor time was at first frames, and what keys took of it.

    Beside other work a machine's clock says how long one waited for the processor. What the loop
    does while a picture waits for its turn counts here as well.
    """

    def __init__(self) -> None:
        self.firsts: list[float] = []
        """Seconds at each first frame."""
        self.keys: list[float] = []
        """Seconds between a key and its frame."""
        # Who has gone is not to be kept alive by a key that nothing came of.
        self._pressed: WeakKeyDictionary[ChannelDriver, float] = WeakKeyDictionary()

    def watch(self) -> None:
        """Looks at every terminal of this process from now on."""
        show, take = ChannelDriver.show, ChannelDriver.process_message

        def shown(driver: ChannelDriver, body: str) -> None:
            show(driver, body)
            if driver.frames == 1:
                self.firsts.append(time.thread_time())
            if (pressed := self._pressed.pop(driver, None)) is not None:
                self.keys.append(time.thread_time() - pressed)

        def taken(driver: ChannelDriver, message: Message) -> None:
            if isinstance(message, events.Key):
                self._pressed.setdefault(driver, time.thread_time())
            take(driver, message)

        ChannelDriver.show = shown  # type: ignore[method-assign]
        ChannelDriver.process_message = taken  # type: ignore[method-assign]

    def begin(self) -> None:
        """Forgets what was."""
        self.firsts.clear()
        self.keys.clear()
        self._pressed.clear()


CLOCK = LoopClock()


def answer(word: str) -> dict[str, float]:
    """The answer to one question."""
    match word:
        case "cost":
            return {
                "cpu": time.process_time() + thought(),
                "loop": time.thread_time(),
                "waited": waited(),
                "rss": resident(),
            }
        case "alive":
            gc.collect()
            return {**alive(), "tasks": len(asyncio.all_tasks()), "rss": resident()}
        case "begin":
            CLOCK.begin()
            return {"loop": time.thread_time()}
        case "firsts" | "keys":
            return {str(number): at for number, at in enumerate(getattr(CLOCK, word))}
    raise ValueError(f"the question {word!r}: expected cost, alive, begin, firsts or keys")


def alive() -> dict[str, float]:
    """How many parts of sessions there are."""
    counted = Counter(type(each).__name__ for each in gc.get_objects())
    return {name: counted[name] for name in SESSION_PARTS}


def resident() -> float:
    """The memory of this process in MB; where only the most it ever had is known, that."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20) if resource else 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def thought() -> float:
    """Seconds that the processes of this one's bots have worked; 0 where that is not known."""
    return sum(map(_worked_for_us, Path("/proc").glob("[0-9]*/stat")))


def _worked_for_us(process: Path) -> float:
    try:
        # What follows the name, which may hold anything.
        fields = process.read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0  # it has just ended
    parent, user, system = (int(fields[at]) for at in (1, 11, 12))
    return (user + system) / os.sysconf("SC_CLK_TCK") if parent == os.getpid() else 0.0


def waited() -> float:
    """Seconds that this thread could not run because others did; 0 where that is not known."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text("ascii").split()[1]) / 1e9
    except OSError:
        return 0.0


async def host(table: Table) -> int:
    """Hosts until a signal comes or the input ends, and answers meanwhile."""
    screens = Screens(Config(), scrubbed_environment())
    answering = asyncio.ensure_future(_answer_all())
    games = Games(load_game, make_bot, Elsewhere)
    CLOCK.watch()
    try:
        return await serve(
            table.plan(), screens, games, _say, headless=True, called=OwnCalled("bench")
        )
    finally:
        answering.cancel()


async def _answer_all() -> None:
    questions = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(questions)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while word := (await questions.readline()).decode().strip():
        _say(json.dumps({"answer": answer(word)}))
    # Whoever asked is gone, perhaps without a word: a host must not be left behind.
    signal.raise_signal(signal.SIGTERM)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "table", type=json.loads, help="the table as JSON: `tests.lab.host` starts this"
    )
    sys.exit(asyncio.run(host(Table(**parser.parse_args().table))))
