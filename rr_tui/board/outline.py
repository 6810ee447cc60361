"""Outlines: the line between two cells, and the joint where four of them meet."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from functools import lru_cache

from rr_tui.looks.glyphs import ASCII_TWINS, UNICODE, Glyphs

_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""By the weights of the lines that go up, right, down and left, as the digits of a number."""


class Weight(IntEnum):
    """How strong a line is."""

    NONE = 0
    LIGHT = 1
    HEAVY = 2


@lru_cache(maxsize=256)
def joint(up: Weight, right: Weight, down: Weight, left: Weight, glyphs: Glyphs) -> str:
    """What stands where up to four lines meet; two opposite ones of a kind are a line."""
    char = _JOINTS[((up * 3 + right) * 3 + down) * 3 + left]
    return char if glyphs.across == UNICODE.across else ASCII_TWINS.get(char, char)


def across(weight: Weight, glyphs: Glyphs) -> str:
    """A line from left to right."""
    return joint(Weight.NONE, weight, Weight.NONE, weight, glyphs)


def down(weight: Weight, glyphs: Glyphs) -> str:
    """A line from top to bottom."""
    return joint(weight, Weight.NONE, weight, Weight.NONE, glyphs)


@lru_cache(maxsize=4)
def doubled(glyphs: Glyphs) -> Glyphs:
    """The same glyphs with double lines for boxes."""
    if glyphs.across != UNICODE.across:
        return replace(glyphs, across="=")
    return replace(
        glyphs, across="═", down="║", top_left="╔", top_right="╗", bottom_left="╚", bottom_right="╝"
    )
