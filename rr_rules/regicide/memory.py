"""What a table remembers from one game to the next: who begins (RG-SETUP-08)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.customs import NextGame
from rr_rules.regicide.view import View

WORDS = {
    "kingslayer": "struck down the last King at this table",
    "rotate": "the first turn goes around",
}
"""Why somebody begins, by the option."""


def follow(options: Mapping[str, str], ended: View, seats: Sequence[int]) -> NextGame:
    """The next game: its declarations mark the seat that begins."""
    way = options["first_player"]
    marks = first_marks(way, ended, seats)
    note = f"{{{marks.index(1)}}} begins: {WORDS[way]}." if any(marks) else ""
    return NextGame(options, marks, note)


def first_marks(first_player: str, ended: View | None, seats: Sequence[int]) -> tuple[int, ...]:
    """What to declare for each seat of the next game: 1 for the one that begins, or only zeros.

    `ended` is anybody's view of the game before, and `seats` says for each seat of the next game
    which seat its player had then, -1 for a newcomer.
    """
    first = -1
    if ended is not None and first_player == "kingslayer":
        first = _now_at(ended.slayer, seats)
    if ended is not None and first_player == "rotate":
        began = _now_at(ended.began, seats)
        # Where that player has gone the turn still passes to the seat after the empty chair.
        first = ((began if began >= 0 else ended.began) + 1) % len(seats)
    return tuple([int(seat == first) for seat in range(len(seats))])


def _now_at(seat: int, seats: Sequence[int]) -> int:
    """Where the player of an earlier seat sits now, or -1."""
    return seats.index(seat) if seat >= 0 and seat in seats else -1
