"""A question with a few answers: leave?, take over here?, what to do with a seat."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from rr_tui.board.spans import Row, Span, wrap
from rr_tui.dialogs.base import Dialog
from rr_tui.ear import Ear
from rr_tui.lines import LineView
from rr_tui.widgets.menu import Item, Menu
from rr_tui.widgets.note import NoteView

WIDTH = 60
MOST_LINES = 14


class ChoiceDialog(Dialog[str]):
    """Shows some sentences and a menu; answers the key of the chosen line."""

    def __init__(
        self, title: str, text: str, items: Sequence[Item], ear: Ear | None = None
    ) -> None:
        super().__init__(ear, "Enter chooses · Esc goes back")
        self._menu = Menu(title)
        self._menu.styles.height = min(len(items) + 2, MOST_LINES)
        self._menu.offer(items)
        self._note = NoteView()
        self._said = LineView(ground="panel", id="said")
        lines: list[Row] = [(Span(f" {line}"),) for line in wrap(text, WIDTH - 2)]
        self._said.styles.height = len(lines)
        self._said.show(lines)

    def compose(self) -> ComposeResult:
        """The sentences above, the menu below; what a line means is said under it."""
        with Vertical(id="box"):
            yield self._said
            yield self._menu
            yield self._note
            yield self.status

    @on(Menu.Moved)
    def explain(self, message: Menu.Moved) -> None:
        """Says what the line under the cursor means."""
        self._note.tell(message.item.note if message.item is not None else "")

    @on(Menu.Chosen)
    def answer(self, message: Menu.Chosen) -> None:
        """Answers with the chosen line."""
        self.dismiss(message.key)
