"""A line to type: the invite code, a name, a number, a message to everybody."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from rr_tui.client.table_client import Ear
from rr_tui.dialogs.base import Dialog
from rr_tui.dialogs.choice import WIDTH
from rr_tui.looks.spans import Span, wrap
from rr_tui.widgets.lines import LineView


def line_to_type(*, limit: int, value: str = "") -> Input:
    """Textual's own field without anything that moves by itself."""
    field = Input(value=value, max_length=limit, compact=True, select_on_focus=False)
    field.cursor_blink = False
    return field


class EntryDialog(Dialog[str]):
    """Asks for one line; answers what was typed."""

    def __init__(
        self, question: str, *, limit: int, value: str = "", ear: Ear | None = None
    ) -> None:
        super().__init__(ear, "Enter sends it · Esc goes back")
        self._field = line_to_type(limit=limit, value=value)
        lines = wrap(question, WIDTH - 2)
        self._said = LineView(ground="panel", id="said")
        self._said.styles.height = len(lines)
        self._said.show([(Span(f" {line}", "title"),) for line in lines])

    def compose(self) -> ComposeResult:
        """The question above the line."""
        with Vertical(id="box"):
            yield self._said
            yield self._field
            yield self.status

    @on(Input.Submitted)
    def answer(self, message: Input.Submitted) -> None:
        """Answers with the line."""
        self.dismiss(message.value)
