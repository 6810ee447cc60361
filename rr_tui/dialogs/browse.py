"""A list to look through: the log with its reasons, a pile with its cards, the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from rr_tui.client.table_client import Ear
from rr_tui.dialogs.base import Dialog
from rr_tui.dialogs.reader import ReaderDialog
from rr_tui.looks.spans import Row
from rr_tui.widgets.menu import Item, Menu
from rr_tui.widgets.pager import Pager

Explain = Callable[[str], tuple[str, list[Row]]]
"""What there is to read about the line of a key: a title and a text."""


class BrowseDialog(Dialog[None]):
    """A menu above, and below it what there is to read about the line under the cursor."""

    BINDINGS = [Binding("q", "give_up", "Back", id="browse.back", show=False)]

    def __init__(
        self,
        title: str,
        items: Sequence[Item],
        explain: Explain,
        ear: Ear | None = None,
        *,
        at: str = "",
    ) -> None:
        super().__init__(ear, "arrows move · Enter reads on · Esc or left goes back")
        self._explain = explain
        self._menu = Menu(title, numbered=False, id="list")
        self._menu.offer(items, at)
        self._text = Pager(id="text")
        self._text.can_focus = False

    def compose(self) -> ComposeResult:
        """The list and the text."""
        with Vertical(id="box", classes="wide browse"):
            yield self._menu
            yield self._text
            yield self.status

    @on(Menu.Moved)
    def explain(self, message: Menu.Moved) -> None:
        """Shows what there is to read about the line."""
        if message.item is not None:
            self._text.read(*self._explain(message.item.key))

    @on(Menu.Chosen)
    def read_on(self, message: Menu.Chosen) -> None:
        """Opens the text in a box of its own."""
        title, text = self._explain(message.key)
        if text:
            self.app.push_screen(ReaderDialog(title, text, self.ear))
