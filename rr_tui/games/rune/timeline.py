"""The timeline of Rune: the points of both players turn by turn, and at last area by area."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.rune.view import RuneView
from rr_tui.looks.spans import Row, Span, fit, shortened, widen
from rr_tui.looks.wording import name_of, seat_role

NAME = 16
NUMBER = 3


class Points:
    """Kept from the views as they come; who joins later has a shorter one."""

    def __init__(self) -> None:
        self.turns: dict[int, tuple[int, ...]] = {}
        self._last: RuneView | None = None

    def note(self, view: RuneView) -> None:
        """Notes the points as they are now; another game begins another timeline."""
        if self.turns and view.turn < max(self.turns):
            self.turns.clear()
        self.turns[view.turn] = tuple(seat.score for seat in view.seats)
        self._last = view

    def rows(self, names: Sequence[str], width: int) -> list[Row]:
        """A line of numbers for each seat, one for each turn, then what its areas are worth."""
        turns = sorted(turn for turn in self.turns if turn)
        if not turns or self._last is None:
            return []
        shown = turns[-max(1, (width - NAME) // NUMBER) :]
        head = f" {'Points by turn':<{NAME - 1}}"
        rows: list[Row] = [(Span(head, "title"), Span(_numbers(shown), "muted"))]
        for seat in range(len(self._last.seats)):
            points = [self.turns[turn][seat] for turn in shown]
            rows.append((_name(seat, names), Span(_numbers(points))))
        return [*rows, *_by_area(self._last, names, width)]


def _name(seat: int, names: Sequence[str]) -> Span:
    return Span(f" {widen(fit(name_of(seat, names), NAME - 2), NAME - 1)}", seat_role(seat))


def _numbers(found: Sequence[int]) -> str:
    return "".join(f"{number:>{NUMBER}}" for number in found)


def _by_area(view: RuneView, names: Sequence[str], width: int) -> list[Row]:
    """What each player's areas are worth, the best first."""
    rows: list[Row] = [(Span(" Points by area", "title"),)]
    for seat in view.seats:
        own = sorted((a for a in view.areas if a.controller == seat.seat), key=lambda a: -a.worth)
        words = ", ".join(f"{area.colour} {len(area.cells)} = {area.worth}" for area in own)
        total = Span(f"{seat.score:>{NUMBER}}", "title")
        told = (_name(seat.seat, names), total, Span(f": {words}" if words else ""))
        rows.append(shortened(told, width))
    return rows
