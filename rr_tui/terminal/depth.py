"""How many colours and which glyphs a terminal shows."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType

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


class ColourDepth(StrEnum):
    """How many colours a terminal shows."""

    TRUE = "truecolor"
    MANY = "256"
    FEW = "16"
    NONE = "none"


class GlyphSet(StrEnum):
    """Which characters the board may be drawn with."""

    UNICODE = "unicode"
    ASCII = "ascii"
