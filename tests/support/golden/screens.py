"""Golden screens: every cell of the real interface, recorded and compared.

`python -m tests.support.golden.screens` records them anew. A scene stands in its file as it looks,
and under it, for each way of wearing the interface that shows the same characters, a hash for
the colours and the style of each row.
"""

import asyncio
import contextlib
import hashlib
import itertools
import re
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rr_net.link import Welcome
from rr_tui.looks.profile import Profile
from tests.support.loops import on_a_stepped_loop
from tests.support.rr_tui.fakelink import FakeLink, welcome
from tests.support.rr_tui.sitting import sitting

FOLDER = Path(__file__).parents[2] / "golden" / "screens"
BYTES = FOLDER / "bytes.txt"
NARROW, WIDE = (80, 24), (120, 40)
STILL = 2.0
"""Seconds of the loop after which a screen has surely come to rest."""

DARK = ("dark",)
THEMES = ("dark", "light", "high-contrast", "colour-blind", "ansi")
LOOKS = {theme: {"theme": theme} for theme in THEMES} | {
    "ascii": {"glyphs": "ascii"},
    "colourless": {"depth": "none"},
    "plain": {"glyphs": "ascii", "depth": "none"},
    "sixteen": {"depth": "16"},
    "true": {"depth": "truecolor"},
}
EVERY = tuple(LOOKS)
BARE = ("dark", "plain")
"""The two that have nothing in common."""
FEWER = frozenset({"sixteen", "true"})
"""Looks that one size is enough for."""

PATIENCE = 4.0
"""Seconds in which a story's screens may come to look as recorded, all waits together."""
STYLES = ("underlined", "struck", "reversed", "bold", "italic")
SLACK = 1.1
"""A frame that a busy machine cuts in two costs a little more."""
HASHES_A_LINE = 5


@dataclass(frozen=True)
class Shot:
    """A screen: its rows as they look, and what is to be known of the colours of each."""

    rows: tuple[str, ...]
    styles: tuple[str, ...]
    """In words where it was just taken, hashed where it was recorded."""

    @property
    def hashed(self):
        """The same as it is recorded."""
        marks = (hashlib.sha256(words.encode()).hexdigest()[:16] for words in self.styles)
        return Shot(self.rows, tuple(marks))


def shot_of(terminal):
    """What a terminal shows now; the last row is the window's title."""
    cells = terminal.picture()
    title = f"title: {terminal.screen.title}"
    return Shot((*terminal.text, title), (*map(_styled, cells), ""))


def _styled(row):
    """The colours of a row in words: each run of cells once."""
    words, start = [], 0
    for seen, run in itertools.groupby(row, key=lambda cell: cell[1:]):
        end = start + len(list(run))
        ink, paper, *on = seen
        styles = [name for name, is_on in zip(STYLES, on, strict=False) if is_on]
        words.append(" ".join([f"{start}-{end - 1}", ink or "-", "on", paper or "-", *styles]))
        start = end
    return ", ".join(words)


# --- the files ---------------------------------------------------------------------------------


def written(taken):
    """Scenes as the text of a file."""
    lines = []
    for scene, shots in itertools.groupby(taken.items(), key=lambda named: named[0][0]):
        alike = {}
        for (_, look), shot in shots:
            alike.setdefault(shot.rows, []).append((look, shot.hashed.styles))
        for rows, looks in alike.items():
            lines += [f"== {scene}", *(f"|{row}" for row in rows)]
            for look, hashes in looks:
                starts = range(0, len(hashes), HASHES_A_LINE)
                lines += [f"-- {look}", *(_joined(hashes[n : n + HASHES_A_LINE]) for n in starts)]
    return "\n".join([*lines, ""])


def _joined(words):
    return " ".join(words)


def read(text):
    """The scenes of a file's text, by name and look."""
    found, scene, look, rows, hashes = {}, "", "", [], []
    for line in text.splitlines():
        kind, rest = line[:2], line[3:]
        if kind in {"==", "--"} and look:
            found[scene, look] = Shot(tuple(rows), tuple(hashes))
            look = ""
        if kind == "==":
            scene, rows = rest, []
        elif kind == "--":
            look, hashes = rest, []
        elif line.startswith("|"):
            rows.append(line[1:])
        else:
            hashes += line.split()
    if look:
        found[scene, look] = Shot(tuple(rows), tuple(hashes))
    return found


def limits():
    """How many bytes each key may cost, as recorded."""
    named = (line.rpartition(" ") for line in BYTES.read_text("utf-8").splitlines())
    return {name: int(count) for name, _, count in named}


# --- the stories -------------------------------------------------------------------------------


class Tour:
    """Leads one app through the scenes of a story."""

    def __init__(self, sat, me, expected):
        self.sat = sat
        self.me = me
        """The room's welcome, which also brings what the player wears."""
        self.expected = expected
        self.taken = {}
        self.bytes = {}
        self._worn = "dark"
        self._patience = PATIENCE

    async def press(self, *names, costs=""):
        """Presses keys; what they cost is noted under a name, where it is given one."""
        used = await self.sat.bytes_for(self.sat.press(*names))
        if costs:
            width, height = self.sat.terminal.screen.columns, self.sat.terminal.screen.lines
            self.bytes[f"{costs} at {width}x{height}"] = used

    async def hear(self, *messages):
        """The room says something; what it asks can be answered then."""
        await self.sat.hear(*messages)

    async def shot(self, scene, looks=DARK):
        """Takes what the screen shows, in each look; those come in the order least to do."""
        is_wide = self.sat.terminal.screen.columns > NARROW[0]
        wanted = [look for look in looks if not (is_wide and look in FEWER)]
        for look in sorted(wanted, key=lambda each: each != self._worn):
            await self._wear(look)
            self.taken[scene, look] = await self._still((scene, look))

    async def _wear(self, look):
        if look != self._worn:
            self._worn = look
            self.me = self.me.model_copy(update={"profile": profile(look).to_json()})
            await self.sat.hear(self.me)

    async def _still(self, name):
        """The screen when it looks as recorded, or as it stays."""
        expected, seen = self.expected.get(name), []

        def is_so():
            seen.append(shot_of(self.sat.terminal))
            return seen[-1].hashed == expected if expected else seen[-3:] == seen[-1:] * 3

        loop = asyncio.get_running_loop()
        began = loop.time()
        with contextlib.suppress(TimeoutError):
            # Where nothing is recorded yet, a screen that stays says nothing more: time tells.
            async with asyncio.timeout(self._patience if expected else STILL):
                await self.sat.until(is_so)
        if not expected:
            return shot_of(self.sat.terminal)
        self._patience = max(0.0, self._patience - (loop.time() - began))
        return seen[-1]


def profile(look):
    """What a player wears; nothing moves."""
    return Profile(**({"motion": False, "tips": False} | LOOKS[look]))


@dataclass(frozen=True)
class Story:
    """What a room has told each of those who share a screen, and what is done there then."""

    name: str
    tour: Callable[[Tour], Awaitable[None]]
    begins: tuple[Callable[[], Iterable[object]], ...]
    sizes: tuple[tuple[int, int], ...]

    async def played(self, size, expected):
        """The story from its beginning: what was seen, and what its keys cost."""
        first, *others = (tuple(begin()) for begin in self.begins)
        me = next((message for message in first if isinstance(message, Welcome)), welcome())
        shared = tuple(FakeLink(*each) for each in others)
        async with sitting(FakeLink(*first), size=size, others=shared) as sat:
            tour = Tour(sat, me, expected)
            await self.tour(tour)
            return tour.taken, tour.bytes

    def path(self, size):
        """Where its screens lie."""
        return FOLDER / f"{self.name}-{size[0]}x{size[1]}.txt"


def told(*begins, sizes=(NARROW, WIDE)):
    """Says what the room has told before a story begins, to each who shares the screen."""

    def decorate(tour):
        return Story(tour.__name__.replace("_", "-"), tour, begins, sizes)

    return decorate


# --- what is different --------------------------------------------------------------------------


def differences(expected, taken):
    """What is not as recorded, in lines that a person reads."""
    for scene, look in sorted(expected.keys() - taken.keys()):
        yield f"{scene}, {look}: is not taken any more"
    for (scene, look), shot in taken.items():
        recorded = expected.get((scene, look))
        if recorded is None:
            yield f"{scene}, {look}: was never recorded"
        elif recorded != shot.hashed:
            yield f"{scene}, {look}:"
            yield from _rows_apart(recorded, shot)


def _rows_apart(recorded, shot):
    pairs = itertools.zip_longest(recorded.rows, shot.rows, fillvalue="")
    marks = itertools.zip_longest(recorded.styles, shot.hashed.styles, shot.styles, fillvalue="")
    for number, ((old, new), (was, is_now, words)) in enumerate(zip(pairs, marks, strict=False)):
        if old != new:
            yield f"  row {number:2} was |{old}"
            yield f"     and is |{new}"
        elif was != is_now:
            yield f"  row {number:2} has other colours: |{new}"
            yield f"     now {re.sub(r'(^|, )([0-9]+)-([0-9]+)', _cells(new), words)}"


def _cells(row):
    """Says what stands in a run of cells."""

    def worded(found):
        text = row[int(found[2]) : int(found[3]) + 1].strip()
        return f"{found[0]} {text!r}" if text else found[0]

    return worded


# --- recording ----------------------------------------------------------------------------------


async def record():
    """Writes every file anew."""
    from tests.support.golden.scenes import TOLD

    FOLDER.mkdir(parents=True, exist_ok=True)
    costs = {}
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for story, size in TOLD:
        taken, used = await story.played(size, {})
        story.path(size).write_text(written(taken), "utf-8")
        costs |= used
        print(story.path(size).name, len(taken), "screens", file=sys.stderr)
    lines = [f"{name} {int(count * SLACK) + 32}" for name, count in sorted(costs.items())]
    BYTES.write_text("\n".join([*lines, ""]), "utf-8")


if __name__ == "__main__":
    on_a_stepped_loop(record())
