"""A terminal in memory: a byte channel in front of pyte, which answers like a real terminal."""

import asyncio
import re

import pyte
from textual.screen import UPDATE_PERIOD

from tests.support.fakeclock import passes
from tests.support.quickscreen import QuickScreen

SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-B]|.)")


class MemoryTerminal:
    """What the driver writes is drawn by pyte; status requests are answered at once."""

    def __init__(self, size=(80, 24), *, answers=True, draws_whole=False):
        self._screen = QuickScreen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._unread = []
        self.answers = answers
        self.draws_whole = draws_whole
        self.congested = False
        self.held = False
        self.closed = False
        self.writes = []
        self.driver = None
        self.unanswered = 0

    def write(self, content):
        self.writes.append(content)
        self._unread.append(content)
        self._answer(content)

    def hold(self, held):
        self.held = held

    def close(self):
        self.closed = True

    def resize(self, width, height):
        self.screen.resize(height, width)
        self.driver.resized(width, height)

    def answer(self, count=None):
        """Sends the answers that were withheld, all of them or some."""
        count = self.unanswered if count is None else count
        self.unanswered -= count
        self.driver.feed(b"\x1b[0n" * count)

    @property
    def screen(self):
        """What is on the screen, drawn when somebody looks: pyte is slow, and many never do."""
        content = b"".join(self._unread)
        self._unread.clear()
        # pyte knows neither window operations nor the question about synchronized output.
        self._stream.feed(re.sub(rb"\x1b\[2[23];0t|\x1b\[\?2026\$p", b"", content))
        return self._screen

    @property
    def sent(self):
        return b"".join(self.writes)

    @property
    def bytes_sent(self):
        return sum(map(len, self.writes))

    @property
    def text(self):
        """The rows as they look."""
        return self.screen.text

    def picture(self):
        """Every cell with all that one sees of it."""
        return picture_of(self.screen)

    def sequences(self):
        return SEQUENCE.findall(self.sent)

    def _answer(self, content):
        loop = asyncio.get_running_loop()
        if self.draws_whole and b"\x1b[?2026$p" in content:
            loop.call_soon(self.driver.feed, b"\x1b[?2026;2$y")
        self.unanswered += content.count(b"\x1b[5n")
        if self.answers and self.unanswered:
            loop.call_soon(self.answer)


def picture_of(screen):
    """Every cell of a pyte screen with all that one sees of it."""
    columns = range(screen.columns)
    return [[_seen(screen.buffer[y][x]) for x in columns] for y in range(screen.lines)]


def _seen(cell):
    lines = (cell.underscore, cell.strikethrough, cell.reverse)
    if cell.data == " ":
        return (" ", cell.fg if any(lines) else None, cell.bg, *lines)
    return (cell.data, cell.fg, cell.bg, *lines, cell.bold, cell.italics)


async def settled(*apps):
    """Waits until the apps have nothing to do and what they drew is on the screen."""
    await passes(2 * UPDATE_PERIOD)
    while any(node.message_queue_size for app in apps for node in _nodes(app)):
        await passes(UPDATE_PERIOD)


def drawn(app):
    """A future that is done when the app's terminal shows what was changed until now."""
    shown = asyncio.get_running_loop().create_future()
    app.when_drawn(shown.set_result)
    return shown


async def eventually(holds, seconds=3.0):
    """Waits until something is true, and fails if it never is."""
    async with asyncio.timeout(seconds):
        while not holds():
            await passes(0.005)


def _nodes(app):
    screens = app.screen_stack
    return [app, *screens, *(widget for screen in screens for widget in screen.walk_children())]
