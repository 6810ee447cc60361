"""What dialogs with a menu share: the lines, and under them what the one under the cursor means."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from rr_tui.client.table_client import Ear
from rr_tui.dialogs.base import Dialog, Result
from rr_tui.widgets.menu import Item, Menu
from rr_tui.widgets.note import NoteView


class MenuDialog(Dialog[Result]):
    """A menu with a note under it; a subclass offers the lines and hears which is chosen."""

    SHAPE: ClassVar[str] = "tall"
    """The classes of the box (dialogs.tcss)."""

    def __init__(self, title: str, ear: Ear | None, status: str) -> None:
        super().__init__(ear, status)
        self._menu = Menu(title)
        self._note = NoteView()

    def compose(self) -> ComposeResult:
        """What stands above, the menu, and what its line means."""
        with Vertical(id="box", classes=self.SHAPE):
            yield from self.head()
            yield self._menu
            yield self._note
            yield self.status

    def head(self) -> ComposeResult:
        """What stands above the menu."""
        yield from ()

    @on(Menu.Moved)
    def look_at(self, message: Menu.Moved) -> None:
        """The cursor has moved, or the lines have changed."""
        self.explain(message.item)

    def explain(self, item: Item | None) -> None:
        """Says what the line under the cursor means."""
        self._note.tell(item.note if item is not None else "")
