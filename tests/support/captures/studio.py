"""What takes the captures: each screen in both sizes, as it is, without colours, and in ASCII."""

import re
from pathlib import Path

from rr_tui.terminal.depth import GlyphSet
from rr_tui.widgets.messages import Wear
from tests.support.rr_tui.sitting import REPAINT_KEY

FOLDER = Path(__file__).parents[3] / "docs" / "screens"
SIZES = ((80, 24), (120, 40))
GAUGE = re.compile("[█░]+")
COLOUR = re.compile(rb"\x1b\[[\d;]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])[\d;]*m")


def path_of(name, size, look=""):
    """Where a capture lies; `look` is "" or "ascii"."""
    return FOLDER / f"{'-'.join(filter(None, (name, look)))}-{size[0]}x{size[1]}.txt"


class Studio:
    """Keeps what was taken."""

    def __init__(self):
        self.taken = {}

    def write(self, *, whole):
        """Puts all captures where they lie; `whole` takes away what was not taken."""
        for old in FOLDER.glob("*.txt") if whole else ():
            old.unlink()
        for path, rows in self.taken.items():
            path.write_text("\n".join([*rows, ""]), "utf-8")

    def keep(self, name, rows, width):
        """Keeps what the text mode has said."""
        self.taken[FOLDER / f"{name}-{width}.txt"] = rows

    async def take(self, name, sat):
        """Takes what somebody sees; afterwards it looks as before."""
        before = sat.terminal.screen.columns, sat.terminal.screen.lines
        for size in SIZES:
            await _resized(sat, size)
            self.taken[path_of(name, size)] = await _in_colours_and_without(name, sat)
            self.taken[path_of(name, size, "ascii")] = await _in_ascii(sat)
        await _resized(sat, before)


async def _resized(sat, size):
    if size != (sat.terminal.screen.columns, sat.terminal.screen.lines):
        sat.terminal.resize(*size)
        await sat.rest()


async def _in_colours_and_without(name, sat):
    """The rows, which NO_COLOR must leave as they are."""
    await sat.press(REPAINT_KEY)
    seen = sat.terminal.text
    sat.app.is_colourless = True
    await _worn(sat, glyphs=sat.app.profile.glyphs)
    mark = len(sat.terminal.writes)
    await sat.press(REPAINT_KEY)
    bare, sent = sat.terminal.text, b"".join(sat.terminal.writes[mark:])
    sat.app.is_colourless = False
    await _worn(sat, glyphs=sat.app.profile.glyphs)
    assert not COLOUR.search(sent), f"{name}: NO_COLOR has colours"
    apart = [pair for pair in zip(_still(seen), _still(bare), strict=True) if len({*pair}) > 1]
    assert not apart, f"{name}: NO_COLOR says something else: {apart}"
    return seen


def _still(rows):
    """Rows without their gauges, which run on."""
    return [GAUGE.sub("", row) for row in rows]


async def _in_ascii(sat):
    before = sat.app.profile.glyphs
    await _worn(sat, glyphs=GlyphSet.ASCII)
    await sat.press(REPAINT_KEY)
    seen = sat.terminal.text
    await _worn(sat, glyphs=before)
    return seen


async def _worn(sat, **changes):
    sat.screen.post_message(Wear(sat.app.profile.changed(**changes)))
    await sat.rest()
