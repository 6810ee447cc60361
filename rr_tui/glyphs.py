"""Two sets of glyphs, one for terminals that know Unicode and one of plain ASCII.

Both have the same names and each glyph has the same width in both, so a layout never changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from rr_tui.profile import GlyphSet


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What the board is drawn with; every glyph is one cell wide."""

    # Boxes: corners, sides, and where lines meet.
    top_left: str = "┌"
    top_right: str = "┐"
    bottom_left: str = "└"
    bottom_right: str = "┘"
    across: str = "─"
    down: str = "│"
    tee_left: str = "├"
    tee_right: str = "┤"
    tee_top: str = "┬"
    tee_bottom: str = "┴"
    cross: str = "┼"

    # Progress to the winning number.
    dot: str = "●"
    dot_empty: str = "○"

    # The Nefarious Neighbor, and its Beasts to their winning number.
    nefarious: str = "◈"
    beast: str = "■"
    beast_empty: str = "□"

    # Runes on the board, and a rune that was used.
    rune: str = "▮"
    rune_used: str = "▯"

    # A gauge is drawn from full cells, one partial cell and empty ones.
    gauge: str = "█"
    gauge_half: str = "▌"
    gauge_empty: str = "░"

    # Cards seen from the edge, from either packet of a riffle.
    card_left: str = "▌"
    card_right: str = "▐"

    # Pointers: what has the focus, whose turn it is, what goes on where.
    pointer: str = "▸"
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
    dash: str = "–"
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

    # Families of cards have letters, so that colour never has to tell them apart.
    dragon: str = "D"
    unicorn: str = "U"
    pegasus: str = "P"
    griffin: str = "G"
    creature: str = "·"


UNICODE = Glyphs()

ASCII = Glyphs(
    top_left="+",
    top_right="+",
    bottom_left="+",
    bottom_right="+",
    across="-",
    down="|",
    tee_left="+",
    tee_right="+",
    tee_top="+",
    tee_bottom="+",
    cross="+",
    dot="o",
    dot_empty=".",
    beast_empty=".",
    nefarious="%",
    beast="B",
    rune="I",
    rune_used=".",
    gauge="=",
    gauge_half="-",
    gauge_empty=".",
    card_left="[",
    card_right="]",
    pointer=">",
    pointer_left="<",
    more_up="^",
    more_down="v",
    arrow=">",
    bullet="-",
    chosen="+",
    refused="x",
    ellipsis="~",
    dash="-",
    times="x",
    clause="S",
    hidden=":",
    spinner="@",
    hearts="H",
    diamonds="D",
    clubs="C",
    spades="S",
    jester="*",
    creature="-",
)

_TWINS = {
    "-": "─┄┅┈┉╌╍╴╶╸╺╼╾–—·•−¬▌▐▬",
    "=": "═━█▉▊▋▓▒≈",
    "|": "│┆┇┊┋╎╏║╵╷╹╻╽╿▎▏▕▍¦",
    "+": "┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╯╰✓✔†‡±",
    "_": "▁▂▃▄▅▆▇",
    "#": "■▪◼┃┍┎┏┑┒┓┕┖┗┙┚┛┝┞┟┠┡┢┣┥┦┧┨┩┪┫┭┮┯┰┱┲┳┵┶┷┸┹┺┻┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋",
    "o": "●◉◍°",
    ".": "○◯◌□▫▯▱░◇☆",
    "I": "▮▰",
    "^": "▲△▴▵↑⌃▀▔",
    "v": "▼▽▾▿↓⌄",
    ">": "▶▷▸▹→⇒›»",
    "<": "◀◁◂◃←⇐‹«",
    "*": "◆★✱",
    "@": "◐◑◒◓◔◕♜♖",
    "&": "♛♕",
    "%": "♞♘◈",
    "$": "♝♗",
    "x": "✗✘✕×",
    "~": "…",
    "'": "‘’‚′",
    '"': "“”„″",
    "/": "÷╱",
    "\\": "╲",
    "X": "╳",
    "S": "§♠♤",
    "H": "♥♡",
    "D": "♦♢",
    "C": "♣♧",
}

ASCII_TWINS = MappingProxyType({char: twin for twin, chars in _TWINS.items() for char in chars})
"""What stands for a character of the interface on a terminal that only knows ASCII."""


def glyphs_of(which: GlyphSet) -> Glyphs:
    """The glyphs of a set."""
    return ASCII if which is GlyphSet.ASCII else UNICODE
