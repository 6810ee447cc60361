"""A line to type: the invite code, a name, a number, a message to everybody."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from rr_tui.board.spans import Span, wrap
from rr_tui.dialogs.base import Dialog, Status
from rr_tui.dialogs.choice import WIDTH
from rr_tui.ear import Ear
from rr_tui.lines import LineView


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
        super().__init__(ear)
        self._question = question
        self._limit = limit
        self._value = value

    def compose(self) -> ComposeResult:
        """The question above the line."""
        lines = wrap(self._question, WIDTH - 2)
        with Vertical(id="box"):
            said = LineView(id="said")
            said.styles.height = max(1, len(lines))
            yield said
            yield line_to_type(limit=self._limit, value=self._value)
            yield Status("Enter sends it · Esc goes back")
        said.show([(Span(line, "title"),) for line in lines])

    @on(Input.Submitted)
    def answer(self, message: Input.Submitted) -> None:
        """Answers with the line."""
        self.dismiss(message.value)
