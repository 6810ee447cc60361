"""A text to read: a card, a clause, the keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from rr_tui.client.table_client import Ear
from rr_tui.dialogs.base import Dialog
from rr_tui.looks.spans import Row
from rr_tui.widgets.pager import Pager


class ReaderDialog(Dialog[None]):
    """Shows a text until it is closed."""

    BINDINGS = [Binding("q", "give_up", "Back", id="reader.back", show=False)]

    def __init__(self, title: str, text: Sequence[Row], ear: Ear | None = None) -> None:
        super().__init__(ear, "arrows scroll · Esc or left goes back")
        self._pager = Pager()
        self._pager.read(title, text)

    def compose(self) -> ComposeResult:
        """The text, and how to close it."""
        with Vertical(id="box", classes="wide tall"):
            yield self._pager
            yield self.status
