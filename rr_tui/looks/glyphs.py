"""Two sets of glyphs, one for terminals that know Unicode and one of plain ASCII.

Both have the same names and each glyph has the same width in both, so a layout never changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from rr_tui.terminal.depth import GlyphSet


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What the board is drawn with; every glyph is one cell wide."""

    # Boxes: corners and sides; where lines meet is worked out (board/outline.py).
    top_left: str = "┌"
    top_right: str = "┐"
    bottom_left: str = "└"
    bottom_right: str = "┘"
    across: str = "─"
    down: str = "│"

    # Progress to the winning number.
    dot: str = "●"
    dot_empty: str = "○"

    # The Nefarious Neighbor, and its Beasts to their winning number.
    nefarious: str = "◈"
    beast: str = "■"
    beast_empty: str = "□"

    # Runes on a Fence: face down, open, and room for one.
    rune: str = "▮"
    rune_open: str = "◇"
    rune_used: str = "▯"

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
    clause: str = "§"
    shrub: str = "#"
    hidden: str = "▒"
    spinner: str = "◐"

    # Suits of cards: in ASCII the letters by which they are called anyway.
    hearts: str = "♥"
    diamonds: str = "♦"
    clubs: str = "♣"
    spades: str = "♠"
    jester: str = "★"


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
    beast_empty=".",
    nefarious="%",
    beast="B",
    rune="I",
    rune_open="O",
    rune_used=".",
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
    clause="S",
    hidden=":",
    spinner="@",
    hearts="H",
    diamonds="D",
    clubs="C",
    spades="S",
    jester="*",
)


def glyphs_of(which: GlyphSet) -> Glyphs:
    """The glyphs of a set."""
    return ASCII if which is GlyphSet.ASCII else UNICODE
