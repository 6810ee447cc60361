"""What everybody should know about the person on a seat, in a word."""

from __future__ import annotations

from rr_tui.board.scene import Scene
from rr_tui.board.spans import Row, Span


def connection(scene: Scene, seat: int) -> Row:
    """A bot, or a dropped line; nothing about oneself."""
    found = next((person for person in scene.people if person.seat == seat), None)
    if found is None or seat == scene.seat or found.kind == "empty":
        return ()
    if found.kind == "bot" or found.stand_in:
        return (Span("bot ", "muted"),)
    if found.connected:
        return ()
    return (Span(f"away {found.grace}s " if found.grace else "away ", "danger"),)
