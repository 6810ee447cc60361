"""How far a player is: five dots."""

from __future__ import annotations

from rr_tui.board.spans import Row, Span
from rr_tui.games.runes_regulations.scene import TO_WIN, StreetScene


def dots(scene: StreetScene, count: int, words: int = 10) -> Row:
    """Five dots that show how far a player is, and words when it is nearly over.

    The words are shorter where less than `words` cells can be had for them.
    """
    glyphs = scene.glyphs
    full = min(count, TO_WIN)
    more = f"+{count - TO_WIN}" if count > TO_WIN else ""
    row: Row = (
        Span(glyphs.dot * full + more, "mythical"),
        Span(glyphs.dot_empty * (TO_WIN - full), "muted"),
    )
    if count < TO_WIN - 1:
        return row
    long, short = ("HAS FIVE", "FIVE") if count >= TO_WIN else ("ONE TO WIN", "1 TO WIN")
    return (*row, Span(" "), Span(long if len(long) <= words else short, ground="alert"))
