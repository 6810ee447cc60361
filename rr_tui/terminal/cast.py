"""A film of an app: what it would have sent to a terminal, as an asciicast, and what was shown.

An asciicast (version 2) is a header and one line for each piece of output, with its time; players
such as asciinema write the pieces to a terminal.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from rr_tui.terminal.app import TerminalApp
from rr_tui.terminal.driver import ChannelDriver
from rr_tui.terminal.ink import Pen
from rr_tui.terminal.session import start

Cells = tuple[tuple[tuple[str, Pen], ...], ...]
KEPT_MODES = frozenset({"25", "1049", "2026"})
"""The cursor, the other screen and whole frames: a player of a film needs no other modes."""
MODE = re.compile(r"\x1b\[\?([\d;]+)[hl]")
QUESTIONS = re.compile(
    r"\x1b\[5n|\x1b\[\?\d+\$p|\x1b\[[>=]?\d*c|\x1b\[\d*(?:;\d+)*t|\x1b\[[<>=][\d;]*u"
)
WORDS = re.compile(r"\x1b\].*?(?:\x07|\x1b\\)", re.DOTALL)
"""Titles and notices."""
PATIENCE = 10.0
"""Seconds in which an app must have drawn what was asked of it."""


class FilmTake(NamedTuple):
    """One thing that is done while the film runs: keys that are pressed, and what follows."""

    keys: bytes
    seconds: float
    """How long what they have brought about is shown."""


class FilmFrame(NamedTuple):
    """What was shown from a time on."""

    at: float
    cells: Cells


class Film(NamedTuple):
    """What was shown, from the beginning to the end."""

    size: tuple[int, int]
    title: str
    output: tuple[tuple[float, str], ...]
    frames: tuple[FilmFrame, ...]
    seconds: float

    @property
    def cast(self) -> bytes:
        """The film as an asciicast of version 2."""
        width, height = self.size
        head = {"version": 2, "width": width, "height": height, "duration": round(self.seconds, 3),
                "title": self.title, "env": {"TERM": "xterm-256color"}}  # fmt: skip
        lines = [head, *([round(at, 3), "o", text] for at, text in self.output)]
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def without_questions(text: str) -> str:
    """Output as a film shows it: it asks the terminal nothing, and changes its picture alone."""
    text = WORDS.sub("", QUESTIONS.sub("", text))
    return MODE.sub(lambda found: found[0] if found[1] in KEPT_MODES else "", text)


class Camera:
    """A byte channel that keeps what is sent, and answers as a terminal that draws at once."""

    congested = False

    def __init__(self) -> None:
        self.now = 0.0
        self.output: list[tuple[float, str]] = []
        self.driver: ChannelDriver | None = None
        self.began = asyncio.Event()

    def write(self, content: bytes) -> None:
        """Keeps what is sent."""
        self.began.set()
        asked = content.count(b"\x1b[5n")
        if asked and self.driver is not None:
            loop = asyncio.get_running_loop()
            loop.call_soon(self.driver.feed, b"\x1b[0n" * asked)
        if text := without_questions(content.decode("utf-8", "replace")):
            self.output.append((self.now, text))

    def hold(self, held: bool) -> None:
        """Reads no slower for it."""

    def close(self) -> None:
        """There is nothing to close."""


async def film(
    build: Callable[[], TerminalApp], size: tuple[int, int], takes: Iterable[FilmTake], title: str
) -> Film:
    """Runs an app without a terminal, does what the takes say, and keeps what it shows.

    The time of a film is that of its takes, however long the app needs. Raises TimeoutError.
    """
    camera = Camera()
    session = start(build, camera, size)
    camera.driver = session.driver
    frames: list[FilmFrame] = []
    try:
        async with asyncio.timeout(PATIENCE):
            await camera.began.wait()
        for take in takes:
            if session.task.done():
                break
            session.driver.feed(take.keys)
            await _drawn(session.app)
            frames.append(FilmFrame(camera.now, session.app.painter.picture))
            camera.now += take.seconds
        output = tuple(camera.output)
    finally:
        await session.stop()
    return Film(size, title, output, tuple(frames), camera.now)


async def _drawn(app: TerminalApp) -> None:
    """Waits until a key's work is done and drawn; twice, for what a screen begins when it opens."""
    for _ in range(2):
        await asyncio.sleep(0.02)
        shown: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        app.when_drawn(shown.set_result)
        async with asyncio.timeout(PATIENCE):
            await shown
