"""Two sets of glyphs, one for terminals that know Unicode and one of plain ASCII.

Both have the same names and each glyph has the same width in both, so a layout never changes.
What only one game draws is in two sets of its own, of which `own_set` takes one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from rr_tui.terminal.depth import GlyphSet

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What the board is drawn with; every glyph is one cell wide."""

    # Boxes: corners and sides; where lines meet is worked out (board/panels.py).
    top_left: str = "┌"
    top_right: str = "┐"
    bottom_left: str = "└"
    bottom_right: str = "┘"
    across: str = "─"
    down: str = "│"

    # Progress to the winning number.
    dot: str = "●"
    dot_empty: str = "○"

    # A gauge is drawn from full cells and empty ones.
    gauge: str = "█"
    gauge_empty: str = "░"

    # Cards seen from the edge, from either packet of a riffle.
    card_left: str = "▌"
    card_right: str = "▐"

    # Pointers: what has the focus, whose turn it is, what goes on where.
    pointer: str = "▸"
    turn: str = "◆"
    pointer_left: str = "◂"
    more_up: str = "↑"
    more_down: str = "↓"
    arrow: str = "→"
    bullet: str = "·"
    legal: str = "*"
    chosen: str = "✓"
    refused: str = "✗"

    # Text and signs.
    ellipsis: str = "…"
    busy: str = "~"
    times: str = "×"
    hidden: str = "▒"
    spinner: str = "◐"


UNICODE = Glyphs()

ASCII = Glyphs(
    top_left="+",
    top_right="+",
    bottom_left="+",
    bottom_right="+",
    across="-",
    down="|",
    dot="o",
    dot_empty=".",
    gauge="=",
    gauge_empty=".",
    card_left="[",
    card_right="]",
    pointer=">",
    turn="*",
    pointer_left="<",
    more_up="^",
    more_down="v",
    arrow=">",
    bullet="-",
    chosen="+",
    refused="x",
    ellipsis="~",
    times="x",
    hidden=":",
    spinner="@",
)


def glyphs_of(which: GlyphSet) -> Glyphs:
    """The glyphs of a set."""
    return ASCII if which is GlyphSet.ASCII else UNICODE


def own_set(glyphs: Glyphs, in_unicode: T, in_ascii: T) -> T:
    """The one of a game's own two sets that goes with the common one."""
    return in_ascii if glyphs is ASCII else in_unicode
