"""The points of Rune, area by area."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.rune.view import RuneView
from rr_tui.looks.spans import Row, Span, fit, shortened, widen
from rr_tui.looks.wording import name_of, seat_role

NAME = 16
NUMBER = 3


class Areas:
    """Kept from the last view: nobody who comes late has missed any of it."""

    def __init__(self) -> None:
        self._last: RuneView | None = None

    def note(self, view: RuneView) -> None:
        """Notes the table as it lies now."""
        self._last = view

    def rows(self, names: Sequence[str], width: int) -> list[Row]:
        """What each player's areas are worth."""
        return [] if self._last is None else _by_area(self._last, names, width)


def _name(seat: int, names: Sequence[str]) -> Span:
    return Span(f" {widen(fit(name_of(seat, names), NAME - 2), NAME - 1)}", seat_role(seat))


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
