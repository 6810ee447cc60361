"""Boxes with a title in their frame, and the lines for cards that stand in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from rr_tui.board.scene import Scene
from rr_tui.board.scroll import listed_part, with_ends
from rr_tui.looks.glyphs import UNICODE, Glyphs
from rr_tui.looks.spans import Place, Row, Span, block, cut, fit, pad, width_of
from rr_tui.terminal.depth import ASCII_TWINS

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


MARKS = 3
"""Cells before a card's letter: the cursor, the key that picks it, a state."""


class Box(NamedTuple):
    """How a frame is dressed."""

    title: Row = ()
    foot: Row = ()
    role: str = "border"
    mark: Span | None = None
    """What stands down its left side instead of a line."""


def framed(inner: Sequence[Row], box: Box, width: int, height: int, glyphs: Glyphs) -> list[Row]:
    """Rows inside a frame of exactly this size."""
    edge = Span(glyphs.down, box.role)
    body = block(inner, width - 2, height - 2)
    top = _edge(box.title, (glyphs.top_left, glyphs.top_right), box.role, width, glyphs)
    bottom = _edge(box.foot, (glyphs.bottom_left, glyphs.bottom_right), box.role, width, glyphs)
    left = box.mark or edge
    return [top, *((left, *row, edge) for row in body), bottom]


def _edge(words: Row, corners: tuple[str, str], role: str, width: int, glyphs: Glyphs) -> Row:
    shown = cut(words, width - 3)
    line = glyphs.across * max(width - 2 - width_of(shown), 0)
    return (Span(corners[0], role), *shown, Span(line + corners[1], role))


def marks(scene: Scene, place: Place, state: str = " ") -> Row:
    """The cells before a thing: whether the cursor is on it, which key picks it, its state."""
    ground = ground_of(scene, place)
    pointer = scene.glyphs.pointer if scene.focus == place else " "
    if state == " " and scene.is_pointed_at(place):
        state = scene.glyphs.arrow
    is_picked = place in scene.places.picked
    key, role = scene.mark(place, " "), "success" if is_picked else "legal"
    state = scene.glyphs.chosen if is_picked else state
    return (
        Span(pointer, "text", place, ground),
        Span(key, role, place, ground),
        Span(state, "warning", place, ground),
    )


def ground_of(scene: Scene, place: Place) -> str:
    """What lies behind a thing: the cursor, a mark that it can be picked, or nothing special."""
    if scene.focus == place:
        return "focus"
    if scene.is_pointed_at(place):
        return "window"
    return "target" if place in scene.places.at else ""


def thing(scene: Scene, place: Place, words: Row, width: int, state: str = " ") -> Row:
    """One line for a thing that can be pointed at."""
    ground = ground_of(scene, place)
    fitted = pad(_fitted(words, width - MARKS), width - MARKS)
    shown = (span._replace(place=place, ground=ground) for span in fitted)
    return (*marks(scene, place, state), *shown)


def _fitted(words: Row, room: int) -> Row:
    """Words with the last one shortened where they are too long."""
    if width_of(words) <= room or not words:
        return words
    *first, last = words
    left = room - width_of(tuple(first))
    return (*first, last._replace(text=fit(last.text, left))) if left > 1 else cut(words, room)


def beyond(count: int) -> Row:
    """The line at a cut end of a list in a box: how many are not shown there."""
    return (Span(" " * MARKS), Span(f"+{count} more", "muted"))


def listed(
    scene: Scene, places: Sequence[Place], height: int, line: Callable[[Place], Row]
) -> list[Row]:
    """A line for each place, or for as many as fit, the one under the cursor among them."""
    focused = places.index(scene.focus) if scene.focus in places else None
    shown = listed_part(len(places), height, focused)
    rows = [line(place) for place in places[shown.first : shown.last]]
    return with_ends(rows, shown, height, beyond)
