"""The end: who won and how, the timeline of the Lawns, and what the verification says."""

from __future__ import annotations

from textual.app import ComposeResult

from rr_tui.board.spans import BLANK, Row, Span, wrap
from rr_tui.lines import LineView
from rr_tui.screens.base import TableScreen
from rr_tui.wording import sentence


class EndScreen(TableScreen):
    """What remains to be said."""

    def compose(self) -> ComposeResult:
        """One page."""
        yield LineView(id="end")

    def on_mount(self) -> None:
        """The first picture."""
        self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Says how the game ended."""
        ended = self.ear.known.ended
        if ended is None:
            return
        seats = self.ear.known.lobby.seats if self.ear.known.lobby else ()
        names = [seat.name for seat in seats]
        rows: list[Row] = [BLANK, (Span(" "), *sentence(ended.text, names, "title")), BLANK]
        rows += [(Span(f" {line}"),) for line in wrap(ended.verdict, 76)]
        self.query_one("#end", LineView).show(rows)
