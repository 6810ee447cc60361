"""What a table remembers from one game to the next: who begins (RG-SETUP-08)."""

from __future__ import annotations

from collections.abc import Mapping

from rr_rules.customs import GameBefore, NextGame
from rr_rules.regicide.view import View

WORDS = {
    "kingslayer": "struck down the last King at this table",
    "rotate": "the first turn goes around",
}
"""Why somebody begins, by the option."""


def follow(options: Mapping[str, str], before: GameBefore) -> NextGame:
    """The next game: its declarations mark the seat that begins."""
    way = options["first_player"]
    marks = first_marks(way, before)
    note = f"{{{marks.index(1)}}} begins: {WORDS[way]}." if any(marks) else ""
    return NextGame(options, marks, note)


def first_marks(first_player: str, before: GameBefore) -> tuple[int, ...]:
    """What to declare for each seat of the next game: 1 for the one that begins, or only zeros."""
    ended, first = before.view, -1
    assert isinstance(ended, View), "this game's views are its own"
    if first_player == "kingslayer":
        first = before.now_at(ended.slayer)
    if first_player == "rotate":
        began = before.now_at(ended.began)
        # Where that player has gone the turn still passes to the seat after the empty chair.
        first = ((began if began >= 0 else ended.began) + 1) % len(before.seats)
    return tuple([int(seat == first) for seat in range(len(before.seats))])
