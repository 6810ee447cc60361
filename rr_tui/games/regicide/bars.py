"""Bars: a number as a row of cells, one for each point where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rr_rules.regicide.cards import HEALTHIEST
from rr_tui.looks.spans import Row, Span

MOST_CELLS = 3
"""Cells for a point where there is very much room."""


class Part(NamedTuple):
    """So many points of one kind."""

    points: int
    glyph: str
    role: str


def length(points: int, room: int) -> int:
    """The cells of a bar of so many points: all bars in the same room are to one scale."""
    scale = min(MOST_CELLS, room // HEALTHIEST)
    return points * scale if scale else points * room // HEALTHIEST


def bar(parts: Sequence[Part], room: int) -> Row:
    """The parts one after the other; who has a point left is seen to have it."""
    spans: list[Span] = []
    points = drawn = 0
    scale = min(MOST_CELLS, room // HEALTHIEST)
    for part in parts:
        points += max(0, part.points)
        end = points * scale if scale else -(-points * room // HEALTHIEST)
        if end > drawn:
            spans.append(Span(part.glyph * (end - drawn), part.role))
        drawn = max(drawn, end)
    return tuple(spans)
