"""Ink: what a cell shows and in which colours, as one terminal can show it.

Textual keeps the rendered colours of a style in the style itself, and styles are shared by all apps
of a process: a terminal with 16 colours would get another one's true colours. So nothing of it is
used here, and no sequence leaves but the colours and attributes named below.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.style import Style

from rr_tui.terminal.depth import ASCII_TWINS, ColourDepth

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

SYSTEMS = {
    ColourDepth.TRUE: ColorSystem.TRUECOLOR,
    ColourDepth.MANY: ColorSystem.EIGHT_BIT,
    ColourDepth.FEW: ColorSystem.STANDARD,
    ColourDepth.NONE: None,
}
"""The colours of a depth, as Rich calls them."""

# Underlined, reversed, struck through.
_SEEN_ON_BLANKS = frozenset({"4", "7", "9"})

_NARROW: dict[str, str] = {}
"""What is shown for characters that fill one cell, whatever stands beside them."""
MOST_NARROW = 4096

# The six steps of each colour in the cube of 256.
_CUBE = (0, 95, 135, 175, 215, 255)


class Pen(NamedTuple):
    """How a cell is drawn: attribute codes, and the codes of its two colours; "" is the default."""

    attributes: frozenset[str] = frozenset()
    colour: str = ""
    ground: str = ""


PLAIN = Pen()


@lru_cache(maxsize=8192)
def pen_of(style: Style | None, depth: ColourDepth) -> Pen:
    """The pen that comes nearest to a style on a terminal of that depth."""
    if style is None:
        return PLAIN
    attributes = _attributes(style, depth)
    if (system := SYSTEMS[depth]) is None:
        return _shared(Pen(attributes))
    colour, ground = _downgraded(style.color, system), _downgraded(style.bgcolor, system)
    if depth is ColourDepth.FEW and _is_invisible(colour, ground):
        colour = _opposite(ground)
    return _shared(Pen(attributes, _code(colour, foreground=True), _code(ground, foreground=False)))


@lru_cache(maxsize=8192)
def blank_pen(pen: Pen) -> Pen:
    """What one sees of a pen where it draws a blank: the colour of the text only on its lines."""
    lines = pen.attributes & _SEEN_ON_BLANKS
    return _shared(Pen(lines, pen.colour if lines else "", pen.ground))


@lru_cache(maxsize=8192)
def blank_with(held: Pen, wanted: Pen) -> Pen:
    """The pen nearest to `held` that draws the same blank as `wanted`."""
    if wanted.attributes or held.attributes & _SEEN_ON_BLANKS:
        return wanted
    return _shared(held._replace(ground=wanted.ground))


@lru_cache(maxsize=8192)
def change(old: Pen, new: Pen) -> str:
    """The shortest sequence that turns one pen into the other."""
    codes: list[str] = []
    if old.attributes - new.attributes:
        codes.append("0")
        old = PLAIN
    codes += sorted(new.attributes - old.attributes)
    if new.colour != old.colour:
        codes.append(new.colour or "39")
    if new.ground != old.ground:
        codes.append(new.ground or "49")
    return f"\x1b[{';'.join(codes)}m" if codes else ""


def cells(text: str, *, ascii_only: bool) -> list[str]:
    """The cells that a text fills; the second cell of a wide character is empty.

    What could control a terminal is replaced, whoever let it through.
    """
    if text.isascii() and text.isprintable():
        return list(text)
    if ascii_only:
        return _ascii_cells(text)
    try:
        return list(map(_NARROW.__getitem__, text))
    except KeyError:
        found: list[str] = []
        for char in text:
            _append(found, char)
        return found


def printable(text: str) -> str:
    """`text` with everything replaced that could control a terminal or hide in it."""
    return text if text.isprintable() else "".join(map(_printable, text))


def _append(found: list[str], char: str) -> None:
    shown = _printable(char)
    width = cell_len(shown)
    if width:
        # Characters beyond Latin-1 are objects of their own: a board has thousands of the same few.
        found.append(sys.intern(shown))
        found.extend([""] * (width - 1))
        if width == 1 and len(_NARROW) < MOST_NARROW:
            _NARROW[char] = found[-1]
    elif found and found[-1] and not unicodedata.category(char).startswith("C"):
        found[-1] = sys.intern(found[-1] + shown) if len(found[-1]) < 3 else found[-1]


def _printable(char: str) -> str:
    if char.isprintable():
        # Terminals disagree about the width of what follows a variation selector.
        return "" if "\ufe00" <= char <= "\ufe0f" else char
    return " " if unicodedata.category(char) == "Zs" else REPLACEMENT


def _ascii_cells(text: str) -> list[str]:
    found: list[str] = []
    for char in text:
        width = cell_len(_printable(char))
        if width:
            found.append(_ascii_twin(char))
            found.extend([" "] * (width - 1))
    return found


@lru_cache(maxsize=4096)
def _ascii_twin(char: str) -> str:
    if char.isascii() and char.isprintable():
        return char
    if twin := ASCII_TWINS.get(char):
        return twin
    if not char.isprintable():
        return " " if unicodedata.category(char) == "Zs" else "?"
    base = unicodedata.normalize("NFKD", char)[0]
    return base if base.isascii() and base.isprintable() else "?"


@lru_cache(maxsize=4096)
def _shared(pen: Pen) -> Pen:
    """The same object for equal pens, so that comparing them is cheap."""
    return pen


def _attributes(style: Style, depth: ColourDepth) -> frozenset[str]:
    found = {"1": style.bold, "4": style.underline, "7": style.reverse}
    if depth is not ColourDepth.NONE:
        found |= {"2": style.dim, "3": style.italic, "9": style.strike}
    # Blinking is left out on purpose, and concealed text would be a lie.
    return frozenset(code for code, is_on in found.items() if is_on)


def _downgraded(colour: Color | None, system: ColorSystem) -> Color | None:
    if colour is None or colour.is_default:
        return None
    if system is ColorSystem.EIGHT_BIT and colour.triplet is not None:
        return Color.from_ansi(nearest_of_256(*colour.triplet))
    return colour.downgrade(system)


def nearest_of_256(red: int, green: int, blue: int) -> int:
    """The nearest fixed colour of a terminal with 256: of its cube or of its greys.

    Rich knows no dark greys with a tint: it would make a dark slate ground teal.
    """
    wanted = (red, green, blue)
    steps = tuple(min(range(6), key=lambda step: abs(_CUBE[step] - part)) for part in wanted)
    level = round(min(max((sum(wanted) / 3 - 8) / 10, 0), 23))
    cube = (16 + 36 * steps[0] + 6 * steps[1] + steps[2], tuple(_CUBE[step] for step in steps))
    grey = (232 + level, (8 + 10 * level,) * 3)
    return min(cube, grey, key=lambda each: _distance(wanted, each[1]))[0]


def _distance(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    # The eye minds green most and blue least.
    return sum(w * (a - b) ** 2 for w, a, b in zip((3, 6, 1), one, other, strict=True))


def _is_invisible(colour: Color | None, ground: Color | None) -> bool:
    """Whether two colours became one when a terminal with few colours had to show them."""
    if colour is None or ground is None or colour.number is None:
        return False
    return colour.number == ground.number


def _opposite(ground: Color | None) -> Color:
    assert ground is not None
    red, green, blue = ground.get_truecolor()
    is_light = 0.3 * red + 0.59 * green + 0.11 * blue > 127
    return Color.parse("black" if is_light else "bright_white")


def _code(colour: Color | None, *, foreground: bool) -> str:
    return "" if colour is None else ";".join(colour.get_ansi_codes(foreground=foreground))
