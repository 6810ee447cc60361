"""Two people at screens in this process, one behind a slow line, while time stands still.

The real room, the real interface and the same players as over ssh, on an event loop whose time goes
on when nothing is left to be done: what is computed takes no time, and no core can be busy.
"""

import asyncio
import contextlib

from rr_net import link
from rr_net.clocks import LoopClock
from rr_tui.app import TableApp
from rr_tui.looks.profile import Profile
from rr_tui.terminal.session import start
from tests.lab.evening.player import now
from tests.lab.evening.still import SEGMENT
from tests.support.rr_net.journals import journalled
from tests.support.rr_net.roomplay import Hall, told_of
from tests.support.rr_tui.terminals import MemoryTerminal
from tests.support.tasks import beside

USED = "declare"
"""The kind of the event that says that a Rune is used."""


class Onlooker:
    """Reads what a table tells those who watch, and counts the Runes that one player uses."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._seat = -1
        self.used = 0
        self.opened_at = 0.0
        """When the window opened that is open, or was last."""
        self.about = ""
        """That window in words."""

    def seated(self, names) -> None:
        """Who sits where."""
        self._seat = [*names, self._name].index(self._name)

    def used_runes(self, lines) -> None:
        """New lines of the log; each with its kind and its event."""
        self.used += sum(kind == USED and event["by"] == self._seat for kind, event in lines)

    def opened(self, kind: str, lasts: float) -> None:
        """A window is open."""
        self.opened_at = now()
        self.about = f"{kind}, {lasts:.1f} s"

    def receive(self, message) -> None:
        """A message of the room, in this process."""
        if isinstance(message, link.Log):
            self.used_runes((line.kind, line.event) for line in message.lines)
        elif isinstance(message, link.Lobby):
            self.seated(seat.name for seat in message.seats)
        elif isinstance(message, link.Pending) and message.window is not None:
            self.opened(message.window.kind, message.window.lasts)


class FarTerminal(MemoryTerminal):
    """A terminal at the end of a line, with a driver at the other end; what it gets comes late."""

    def __init__(self, delay: float) -> None:
        super().__init__((80, 24))
        self._delay = delay

    def write(self, content):
        self._later(super().write, content)

    def answer(self, count=None):
        count, self.unanswered = self.unanswered, 0
        self._later(self.driver.feed, b"\x1b[0n" * count)

    def _later(self, call, content):
        asyncio.get_running_loop().call_later(self._delay, call, content)

    def send(self, keys: str) -> None:
        """Somebody presses keys."""
        self._later(self.driver.feed, keys.encode())


class Desk:
    """Where somebody sits in front of such a terminal, as a player of evenings wants it."""

    def __init__(self, terminal: FarTerminal) -> None:
        self._terminal = terminal
        self.send = terminal.send

    def text(self) -> str:
        return "\n".join(self._terminal.text)


@contextlib.asynccontextmanager
async def two_desks(seed: int, delay: float, deck, *, lag: float):
    """A running table of two people and an onlooker; the first of them is behind a slow line."""
    clock = LoopClock()
    archive = journalled(luck=seed, seconds=SEGMENT)
    place = Hall(
        archive=archive, clock=clock, game="runes-regulations", pace=None, deck=deck,
        options={"deck_check": "custom"}, fairness="table",
    )  # fmt: skip
    place.running = asyncio.get_running_loop().create_future()
    watcher = Onlooker("quick")
    async with beside(told_of(place.room.run(), place.running)):
        async with contextlib.AsyncExitStack() as stack:
            lines = [place.room.connect(f"SHA256:{name}", name) for name in ("quick", "other")]
            lines[0].lag = lambda: lag
            desks = [
                await stack.enter_async_context(_desk(line, late))
                for line, late in zip(lines, (delay, 0.0), strict=True)
            ]
            place.room.connect("SHA256:eve", "eve").attach(watcher.receive)
            for seat, line in enumerate(lines):
                line.send(link.Sit(seat=seat, declare=seat))
            for line in lines:
                line.send(link.Ready())
            yield desks, watcher
        place.room.close()
        await place.running


@contextlib.asynccontextmanager
async def _desk(line, delay):
    terminal = FarTerminal(delay)
    session = start(lambda: TableApp(line, Profile(tips=False)), terminal, (80, 24))
    terminal.driver = session.driver
    try:
        yield Desk(terminal)
    finally:
        await session.stop()
