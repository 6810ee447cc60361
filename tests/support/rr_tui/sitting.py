"""Somebody sitting at a terminal in memory, in front of the real interface and a scripted room."""

import asyncio
import contextlib
import re
from threading import Event

from rr_net.cli.screens import OVER
from rr_tui.app import TableApp
from rr_tui.looks.profile import Profile
from rr_tui.screens.end import EndScreen
from rr_tui.screens.front import FrontApp
from rr_tui.screens.history import PastApp
from rr_tui.terminal.reader import ESCAPE_PAUSE
from rr_tui.terminal.session import start
from tests.support.fakeclock import passes
from tests.support.rr_tui.terminals import MemoryTerminal, drawn, eventually, settled

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "space": " ",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "escape": "\x1b",
    "backspace": "\x7f",
    "ctrl+c": "\x03",
    "ctrl+p": "\x10",
    "f1": "\x1bOP",
    "pagedown": "\x1b[6~",
    "home": "\x1b[H",
    "end": "\x1b[F",
}
REPAINT_KEY = "\x0c"
READING = 0.6
"""Seconds in which a question is read before it is declined."""
READING_THE_END = 3.1
"""Seconds in which one has read how the game ended."""

COVERED = 1.0
"""Seconds of the loop after which a screen that has not said that it is drawn never will."""


class Sitting:
    """Presses keys, reads the screen, and lets the room speak."""

    def __init__(self, session, terminal, link):
        self.session = session
        self.app = session.app
        self.terminal = terminal
        self.link = link

    async def press(self, *names):
        """Presses keys one after the other, each when the one before is done."""
        for name in names:
            if isinstance(self.screen, EndScreen):
                await passes(READING_THE_END)
            elif name == "space":
                await passes(READING)
            self.session.driver.feed(KEYS.get(name, name).encode())
            if name == "escape":
                await passes(ESCAPE_PAUSE)
            await self.rest()

    async def to(self, label):
        """Brings the cursor of a list to the item whose words begin so, by arrows."""
        # From the top, row by row, with a look at the column beside it.
        for key in (*["up"] * 15, *["right", "left", "down"] * 15):
            if re.search(rf"▸.? ?{re.escape(label)}", self.text):
                return
            await self.press(key)
        raise AssertionError(f"no item {label!r} in the list; the screen:\n{self.text}")

    async def choose(self, label):
        """Chooses that item."""
        await self.to(label)
        await self.press("enter")

    async def hear(self, *messages):
        """The room says something, and the screen shows it."""
        self.link.tell(*messages)
        await self.rest()

    async def rest(self):
        """Waits until nothing is left to do, and what was done is drawn."""
        # A terminal whose answers are the test's to give would be waited for in vain.
        if self.terminal.answers and self.app.is_running:
            shown = set()
            while not shown:
                # A screen that another one has covered meanwhile tells nobody: ask the one on top.
                ways = {drawn(self.app), self.session.task}
                shown, _ = await asyncio.wait(
                    ways, timeout=COVERED, return_when=asyncio.FIRST_COMPLETED
                )
        await settled(self.app)

    async def until_worked_out(self, is_so):
        """Waits for what comes from a thread, in its own time: the loop's may be a stepped one."""
        for _ in range(2000):
            if is_so():
                break
            await asyncio.to_thread(Event().wait, 0.005)
        assert is_so()
        await self.rest()

    async def until(self, is_so):
        """Waits for something that comes by itself."""
        await eventually(is_so, seconds=20)
        await self.rest()

    @property
    def text(self):
        """The screen as text."""
        return "\n".join(self.terminal.text)

    @property
    def foot(self):
        """The lowest line."""
        return self.terminal.text[-1]

    @property
    def screen(self):
        """The screen on top."""
        return self.app.screen

    async def bytes_to_repaint(self):
        """How many bytes a whole repaint takes."""
        before = self.terminal.bytes_sent
        await self.press(REPAINT_KEY)
        await self.until(lambda: self.terminal.bytes_sent > before)
        return self.terminal.bytes_sent - before

    async def bytes_for(self, doing):
        """How many bytes reach the terminal while something is done."""
        before = self.terminal.bytes_sent
        await doing
        return self.terminal.bytes_sent - before


@contextlib.asynccontextmanager
async def sitting(
    link,
    *,
    size=(80, 24),
    others=(),
    answers=True,
    keeper=None,
    dress=lambda app: None,
    replay=None,
    kind=TableApp,
    **profile,
):
    """An interface that runs, ended with the test; `dress` does something to it before."""
    made = Profile(**{"motion": False, "tips": False} | profile)

    def build():
        app = kind(link, made, others=others, keeper=keeper, replay=replay)
        dress(app)
        return app

    async with running(build, size, link, answers=answers) as sat:
        yield sat


@contextlib.asynccontextmanager
async def running(build, size, link=None, *, answers=True):
    """An app on a terminal of its own, once it has drawn itself; ended with the block."""
    terminal = MemoryTerminal(size, answers=answers)
    session = start(build, terminal, size)
    terminal.driver = session.driver
    sat = Sitting(session, terminal, link)
    try:
        await eventually(lambda: session.driver.frames)
        await sat.rest()
        yield sat
    finally:
        await session.stop()


def choosing(page, size=(80, 24)):
    """Somebody in front of the first screen."""
    return running(lambda: FrontApp(page, Profile(motion=False), over=OVER), size)


def looking_back(acts, size=(80, 24), at="", **profile):
    """Somebody in front of past games, where there is no table."""
    made = Profile(**{"motion": False} | profile)
    return running(lambda: PastApp(acts, made, at), size)
