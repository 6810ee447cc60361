"""`python -m tests.support.captures.film` films twenty seconds of a real game: `make cast`.

Somebody is let in, a Spell is CAST, a Rune answers, and the record holds at the end. All
that is shown came from a real room, bots and cards; only the waiting between is cut out.
"""

import contextlib
from pathlib import Path

from rr_net import link
from rr_tui.terminal.cast import Film, FilmFrame, without_questions
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.svg import moving
from tests.support.captures.evening import deals, table
from tests.support.captures.scenes import LIVELY, asks, in_a_window
from tests.support.loops import on_a_stepped_loop
from tests.support.rr_tui.sitting import REPAINT_KEY

FOLDER = Path(__file__).parents[3] / "docs" / "screens"
NAME = "evening"
SIZE = (80, 24)
TITLE = "An evening at the table, in twenty seconds"


class Director:
    """Puts one shot after the other."""

    def __init__(self, sat):
        self._sat = sat
        self._output, self._frames, self._now = [], [], 0.0

    async def shows(self, seconds):
        """What somebody sees now, for so long."""
        await self._sat.settles()
        mark = len(self._sat.terminal.writes)
        await self._sat.press(REPAINT_KEY)
        sent = b"".join(self._sat.terminal.writes[mark:]).decode()
        clear = "" if self._output else "\x1b[?1049h\x1b[?25l"
        self._output.append((self._now, clear + without_questions(sent)))
        self._frames.append(FilmFrame(self._now, self._sat.app.painter.picture))
        self._now += seconds

    @property
    def film(self):
        last = (self._now, "\x1b[0m\x1b[?25h\x1b[?1049l")
        return Film(SIZE, TITLE, (*self._output, last), tuple(self._frames), self._now)


async def filmed():
    """The film, with the first luck in which somebody steals from ann while she has a Rune."""
    for luck in range(LIVELY, LIVELY + 40):
        with contextlib.suppress(AssertionError):
            return await _filmed(luck)
    raise AssertionError("nobody steals from ann")


async def _filmed(luck):
    dressed = {"depth": ColourDepth.TRUE, "size": SIZE}
    async with table("ann", luck=luck, bots=2) as made, made.sits(**dressed) as ann:
        director = Director(ann)
        await director.shows(2.5)
        bob = await made.place.comes("bob")
        bob.screen.name = "bob"
        await director.shows(1.5)
        await made.people[0].does(link.Host(act="approve", key="SHA256:bob"))
        await bob.does(link.Sit(seat=1, declare=0))
        made.people.append(bob)
        await director.shows(1.5)
        await deals(made)
        await made.plays_until(lambda: asks("cast_phase")(made.ann))
        await director.shows(2.0)
        await made.plays_until(lambda: _is_cast(made.ann.window))
        await director.shows(2.0)
        await made.plays_until(lambda: in_a_window(made.ann))
        await director.shows(2.0)
        await ann.press("1")
        await director.shows(1.0)
        heard = len(made.ann.lines)
        await made.plays_until(lambda: _says(made.ann.lines[heard:], "{0} has ACTIVATED"))
        await director.shows(2.0)
        await made.plays_until(lambda: bool(made.ann.all(link.Ended)))
        await director.shows(1.5)
        while not made.ann.last(link.Ended).verdict:
            await made.place.passes(0.5)
        await director.shows(4.0)
        return director.film


def _is_cast(window):
    return window is not None and "{0} is about to CAST" in window.about


def _says(lines, words):
    return any(words in line.text for line in lines)


async def write():
    """Puts the film beside the captures: to be played by asciinema, and by itself."""
    made = await filmed()
    for ending, content in (("cast", made.cast), ("svg", moving(made))):
        (FOLDER / f"{NAME}.{ending}").write_bytes(content)


if __name__ == "__main__":
    on_a_stepped_loop(write())
