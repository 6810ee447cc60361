"""People on seats: what they are called, and what everybody should know of them in a word."""

from __future__ import annotations

from rr_tui.board.scene import Scene
from rr_tui.looks.spans import Row, Span, fit
from rr_tui.looks.wording import seat_role


def called(scene: Scene, seat: int) -> str:
    """What the looking player reads for a seat: whoever looks is "You"."""
    return "You" if seat == scene.seat else scene.name(seat)


def who(scene: Scene, seat: int, most: int) -> Span:
    """The same in the colour of the seat and in so many cells at the most."""
    return Span(fit(called(scene, seat), most), seat_role(seat))


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
