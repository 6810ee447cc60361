"""The gauge: what is left of a time, of which everybody sees the same."""

from __future__ import annotations

from rr_tui.board.scene import Scene
from rr_tui.looks.spans import Row, Span

GAUGE = 10
"""Its cells."""


def gauge(scene: Scene) -> Row:
    """What is left of a reaction window's time, or of a random event's."""
    glyphs = scene.glyphs
    full = max(0, min(GAUGE, scene.gauge))
    return (Span(glyphs.gauge * full + glyphs.gauge_empty * (GAUGE - full) + " "),)
