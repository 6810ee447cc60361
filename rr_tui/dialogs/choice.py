"""A question with a few answers: leave?, take over here?, what to do with a seat."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult

from rr_tui.client.table_client import Ear
from rr_tui.dialogs.menu import MenuDialog
from rr_tui.looks.spans import Row, Span, wrap
from rr_tui.widgets.lines import LineView
from rr_tui.widgets.menu import Item, Menu

WIDTH = 60
MOST_LINES = 14


class ChoiceDialog(MenuDialog[str]):
    """Shows some sentences and a menu; answers the key of the chosen line."""

    SHAPE = ""

    def __init__(
        self, title: str, text: str, items: Sequence[Item], ear: Ear | None = None
    ) -> None:
        super().__init__(title, ear, "Enter chooses · Esc goes back")
        self._menu.styles.height = min(len(items) + 2, MOST_LINES)
        self._menu.offer(items)
        self._said = LineView(ground="panel", id="said")
        lines: list[Row] = [(Span(f" {line}"),) for line in wrap(text, WIDTH - 2)]
        self._said.styles.height = len(lines)
        self._said.show(lines)

    def head(self) -> ComposeResult:
        """The sentences."""
        yield self._said

    @on(Menu.Chosen)
    def answer(self, message: Menu.Chosen) -> None:
        """Answers with the chosen line."""
        self.dismiss(message.key)
