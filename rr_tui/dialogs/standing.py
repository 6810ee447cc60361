"""A standing order: the kinds of event whose windows pass without asking (RR-HID-19)."""

from __future__ import annotations

from textual import on

from rr_net.link import NeverWait
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import MenuDialog
from rr_tui.games.registry import idiom_of
from rr_tui.looks.spans import Span
from rr_tui.widgets.menu import Menu, MenuItem

ALL = {"all": "all windows"}
NOTE = "Nobody sees this, and it changes nothing that anybody could see."


class StandingOrderDialog(MenuDialog[None]):
    """A menu of kinds to switch on and off; sent at once."""

    client: TableClient

    def __init__(self, client: TableClient) -> None:
        title = "Pass without asking me when …"
        super().__init__(title, client, "Enter switches · Esc goes back")
        self._kinds = {**ALL, **idiom_of(client.model).windows}

    def on_mount(self) -> None:
        """The first picture."""
        self._look()

    def explain(self, item: MenuItem | None) -> None:
        """Says what is true of every line."""
        self._note.tell(NOTE)

    @on(Menu.Chosen)
    def switch(self, message: Menu.Chosen) -> None:
        """Switches one kind and tells the room all of them."""
        self.client.never_wait ^= {message.key}
        self.say(NeverWait(kinds=tuple(sorted(self.client.never_wait))))
        self._look()

    def _look(self) -> None:
        chosen = self.client.never_wait
        items = []
        for kind, words in self._kinds.items():
            state = Span("passes" if kind in chosen else "asks", "accent")
            items.append(MenuItem(kind, (Span(f"{words:<40} "), state)))
        self._menu.offer(items)
