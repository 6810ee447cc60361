"""What every game's header says alike."""

from __future__ import annotations

from rr_tui.board.scene import Scene
from rr_tui.board.spans import Row, Span


def calls(scene: Scene) -> Row:
    """What calls for attention; it takes the place of the round."""
    found = [f" {scene.at_the_door} at the door "] if scene.at_the_door else []
    found += [" PAUSED "] if scene.paused else []
    return tuple(span for call in found for span in (Span(" "), Span(call, ground="alert")))
