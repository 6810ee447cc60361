"""The timeline of the Lawns: how many Mythical Creatures each seat had, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.runes_regulations.state.sides import GOAL
from rr_rules.runes_regulations.state.view import View
from rr_tui.looks.spans import Row, Span, fit, widen
from rr_tui.looks.wording import name_of, seat_role

NAME = 16
BEASTS = " Beasts"
"""Beside the name of the Nefarious Neighbor."""


class StreetTimeline:
    """Kept from the views as they come; who joins later has a shorter one."""

    def __init__(self) -> None:
        self.turns: dict[int, tuple[int, ...]] = {}
        self.dark = -1
        """The seat whose Beasts are counted instead of its Mythical Creatures."""

    def note(self, view: View) -> None:
        """Notes how the Lawns stand now; another game begins another timeline."""
        if self.turns and view.turn < max(self.turns):
            self.turns.clear()
        night = view.nefarious
        self.dark = night.seat if night is not None else -1
        counts = [seat.mythical for seat in view.seats]
        if night is not None and night.seat >= 0:
            counts[night.seat] = night.beasts
        self.turns[view.turn] = tuple(counts)

    def rows(self, names: Sequence[str], width: int) -> list[Row]:
        """A line of digits for each seat, one for each turn; the last one is as it ended."""
        turns = sorted(turn for turn in self.turns if turn)
        if not turns:
            return []
        every, shown = _thinned(turns, max(1, width - NAME - 2))
        rows: list[Row] = []
        for seat in range(len(self.turns[turns[-1]])):
            kind = BEASTS if seat == self.dark else ""
            name = f"{fit(name_of(seat, names), NAME - 2 - len(kind))}{kind}"
            label = f" {widen(name, NAME - 1)}"
            counts = (self.turns[turn][seat] for turn in shown)
            digits = (Span(str(min(count, 9)), _role(count)) for count in counts)
            rows.append((Span(label, seat_role(seat)), *digits))
        apart = "" if every == 1 else f", every {_ordinal(every)}"
        words = f" The Lawns, turns {turns[0]} to {turns[-1]}{apart}"
        return [(Span(words, "title"),), *rows]


def _ordinal(number: int) -> str:
    ending = {2: "nd", 3: "rd"}.get(number, "th")
    return f"{number}{ending}"


def _thinned(turns: list[int], room: int) -> tuple[int, list[int]]:
    """As many turns as there is room for, evenly apart, the last one among them."""
    every = -(-len(turns) // room)
    return every, turns[(len(turns) - 1) % every :: every]


def _role(count: int) -> str:
    if count >= GOAL - 1:
        return "mythical"
    return "text" if count else "muted"
