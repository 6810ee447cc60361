"""How far a player is: five dots, and for the Nefarious Neighbor five Beasts."""

from __future__ import annotations

from rr_rules.runes_regulations.state.sides import GOAL
from rr_rules.runes_regulations.state.view import SeatView
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.looks.spans import Row, Span


def standing(scene: StreetScene, seat: SeatView, words: int = 10) -> Row:
    """How far a seat is from the number that wins, and words when it is nearly over."""
    night = scene.night
    if night is None or night.seat != seat.seat:
        return dots(scene, seat.mythical, words)
    count = night.beasts
    row: Row = (
        Span(scene.glyphs.beast * min(count, GOAL), "nefarious"),
        Span(scene.glyphs.beast_empty * max(0, GOAL - count), "muted"),
        *_alarm(count, words),
    )
    said = f" {count}/{GOAL} Beasts"
    return (*row, Span(said, "nefarious")) if count < GOAL - 1 and words >= len(said) else row


def dots(scene: StreetScene, count: int, words: int = 10) -> Row:
    """Five dots that show how far a player is, and words when it is nearly over.

    The words are shorter where less than `words` cells can be had for them.
    """
    glyphs = scene.glyphs
    full = min(count, GOAL)
    more = f"+{count - GOAL}" if count > GOAL else ""
    return (
        Span(glyphs.dot * full + more, "mythical"),
        Span(glyphs.dot_empty * (GOAL - full), "muted"),
        *_alarm(count, words),
    )


def _alarm(count: int, words: int) -> Row:
    if count < GOAL - 1:
        return ()
    long, short = ("HAS FIVE", "FIVE") if count >= GOAL else ("ONE TO WIN", "1 TO WIN")
    return (Span(" "), Span(long if len(long) <= words else short, ground="alert"))
