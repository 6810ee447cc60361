"""A question with a few answers: leave?, take over here?, what to do with a seat."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from rr_tui.board.spans import Row, Span, wrap
from rr_tui.dialogs.base import Dialog, Status
from rr_tui.ear import Ear
from rr_tui.lines import LineView
from rr_tui.widgets.menu import Item, Menu
from rr_tui.widgets.note import NoteView

WIDTH = 60


class ChoiceDialog(Dialog[str]):
    """Shows some sentences and a menu; answers the key of the chosen line."""

    def __init__(
        self, title: str, text: str, items: Sequence[Item], ear: Ear | None = None
    ) -> None:
        super().__init__(ear)
        self._title = title
        self._text = text
        self._items = tuple(items)

    def compose(self) -> ComposeResult:
        """The sentences above, the menu below; what a line means is said under it."""
        lines: list[Row] = [(Span(line),) for line in wrap(self._text, WIDTH - 2)]
        with Vertical(id="box"):
            said = LineView(id="said")
            said.styles.height = max(1, len(lines))
            yield said
            menu = Menu(self._title)
            menu.styles.height = min(len(self._items) + 2, 14)
            yield menu
            yield NoteView(id="note")
            yield Status("Enter chooses · Esc goes back")
        said.show(lines)
        menu.offer(self._items)

    def on_mount(self) -> None:
        """The menu has the keys."""
        super().on_mount()
        self.query_one(Menu).focus()

    @on(Menu.Moved)
    def explain(self, message: Menu.Moved) -> None:
        """Says what the line under the cursor means."""
        self.query_one(NoteView).tell(message.item.note if message.item is not None else "")

    @on(Menu.Chosen)
    def answer(self, message: Menu.Chosen) -> None:
        """Answers with the chosen line."""
        self.dismiss(message.key)
