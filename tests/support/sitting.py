"""Somebody sitting at a terminal in memory, in front of the real interface and a scripted room."""

import asyncio
import contextlib

from rr_tui.app import TableApp
from rr_tui.looks.profile import Profile
from rr_tui.screens.game import GameScreen
from rr_tui.terminal.session import start
from tests.support.terminals import MemoryTerminal, settled

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
}
REPAINT_KEY = "\x0c"


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
            self.session.driver.feed(KEYS.get(name, name).encode())
            if name == "escape":
                await asyncio.sleep(0.12)
            await self.rest()

    async def hear(self, *messages):
        """The room says something, and the screen shows it."""
        self.link.tell(*messages)
        await self.rest()

    async def rest(self):
        """Waits until nothing is left to do, and what was done is drawn."""
        await settled(self.app, turns=2)
        while any(screen._dirty_widgets for screen in self.app.screen_stack):
            await settled(self.app, turns=1)

    async def may_answer(self):
        """Waits until a first question is drawn: no key pressed before that would answer it."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5 if self.terminal.answers else 0.5):
                while not all(map(_is_shown, self.app.screen_stack)):
                    await settled(self.app, turns=1)

    async def until(self, is_so):
        """Waits for something that comes by itself, as long as a busy machine may need."""
        async with asyncio.timeout(20):
            while not is_so():
                await asyncio.sleep(0.02)
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


def _is_shown(screen):
    """Whether a screen has drawn the question that it was told, if it was told one."""
    if not isinstance(screen, GameScreen) or screen.scene is None or screen.scene.ask is None:
        return True
    return screen._guard.lets(float("inf"))


@contextlib.asynccontextmanager
async def sitting(link, *, size=(80, 24), others=(), answers=True, **profile):
    """An interface that runs, ended with the test."""
    terminal = MemoryTerminal(size, answers=answers)
    made = Profile(**{"motion": False} | profile)
    session = start(lambda: TableApp(link, made, others=others), terminal, size)
    terminal.driver = session.driver
    sat = Sitting(session, terminal, link)
    try:
        await asyncio.sleep(0.05)
        await sat.rest()
        await sat.may_answer()
        yield sat
    finally:
        await session.stop()
