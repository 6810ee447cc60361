"""The sixteen colours of plain terminals, which no two terminals show alike.

A theme's own colours cannot be had there. What stands on what is chosen so that it can be read with
the two palettes that lie farthest apart: xterm's and the Linux console's.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorSystem

from rr_tui.looks.themes import Ground, contrast

READABLE = 4.5

_XTERM = "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
_XTERM += " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
_CONSOLE = "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
_CONSOLE += " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
PALETTES = tuple(tuple(f"#{each}" for each in one.split()) for one in (_XTERM, _CONSOLE))

BLACK, WHITE = 0, 15

_DARK: dict[Ground, int] = {
    "background": BLACK,
    "panel": BLACK,
    "focus": 6,
    "target": BLACK,
    "window": 7,
    "alert": 1,
    "tile1": 4,
    "tile2": 2,
    "tile3": 1,
}
_LIGHT = _DARK | {"background": WHITE, "panel": WHITE, "focus": 4, "target": WHITE, "tile1": 6}


def ground_of_sixteen(ground: Ground, *, dark: bool) -> int:
    """The number of the colour that a ground has where a theme's own cannot be had."""
    return (_DARK if dark else _LIGHT)[ground]


def front_of_sixteen(colour: str, ground: int) -> int:
    """The number of the colour nearest to a theme's own that can be read on a ground."""
    number = Color.parse(colour).downgrade(ColorSystem.STANDARD).number
    if number is not None and worst_contrast(number, ground) >= READABLE:
        return number
    return max((BLACK, WHITE), key=lambda each: worst_contrast(each, ground))


@lru_cache(maxsize=256)
def worst_contrast(front: int, back: int) -> float:
    """The contrast of two of the sixteen on the palette that does worst by them."""
    found = (contrast(palette[front], palette[back]) for palette in PALETTES)
    return min(each for each in found if each is not None)
