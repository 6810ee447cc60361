"""The cover between two players at one screen: nobody's cards are on it (RR-HID-23)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding

from rr_net.safetext import clean
from rr_tui.client.table_client import TableClient
from rr_tui.looks.spans import BLANK, Row, Span
from rr_tui.screens.base import TableScreen
from rr_tui.widgets.lines import LineView
from rr_tui.widgets.messages import Uncovered
from rr_tui.widgets.player_app import STYLES


class CoverScreen(TableScreen):
    """The same page before every decision, whatever it is about."""

    CSS_PATH = STYLES / "cover.tcss"
    BINDINGS = [Binding("enter", "uncover", "Show my cards", id="cover.uncover", show=False)]

    def __init__(self, client: TableClient) -> None:
        super().__init__(client)
        self._page = LineView(id="cover")

    def compose(self) -> ComposeResult:
        """The one page."""
        yield self._page

    def bring_up_to_date(self) -> None:
        """Says who comes to the screen; nothing that is heard changes it."""
        welcome = self.client.model.welcome
        name = clean(welcome.name, 32) if welcome is not None else "The next player"
        rows: list[Row] = [
            (Span(name, "accent"), Span(", the screen is yours")),
            BLANK,
            (Span("Everybody else looks away now, please", "muted"),),
            BLANK,
            (Span("[Enter]", "keyword"), Span(" show my cards")),
        ]
        self._page.show(rows)

    def action_uncover(self) -> None:
        """The right player is here."""
        self.post_message(Uncovered())
