"""What is said beforehand: which windows are always held, and a pledge for the next event."""

from __future__ import annotations

from textual import on
from textual.widgets import Input

from rr_net.link import AlwaysHold, Pledge
from rr_tui.client.contributing import NO_HASH, SHELL, THEN, WHY, hash_in
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import WIDTH, Dialog, MenuDialog, line_to_type, said
from rr_tui.games.registry import idiom_of
from rr_tui.looks.spans import BLANK, Span, indented
from rr_tui.widgets.menu import Menu, MenuItem
from rr_tui.widgets.page import NoteView

ALL = {"all": "all windows"}
NOTE = "Nobody sees this list; a hold shows only that somebody holds."


class StandingOrderDialog(MenuDialog[None]):
    """The kinds of event whose windows are always held (RR-HID-18), each switched at once."""

    client: TableClient

    def __init__(self, client: TableClient) -> None:
        title = "Always hold the reactions when …"
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
        self.client.always_hold ^= {message.key}
        self.say(AlwaysHold(kinds=tuple(sorted(self.client.always_hold))))
        self._look()

    def _look(self) -> None:
        chosen = self.client.always_hold
        items = []
        for kind, words in self._kinds.items():
            state = Span("held" if kind in chosen else "not held", "accent")
            items.append(MenuItem(kind, (Span(f"{words:<40} "), state)))
        self._menu.offer(items)


PASTE = "Paste the hash here. "
MOST = 80


class PledgeDialog(Dialog[None]):
    """Binds the seat to what it will give to the next random event, by its hash."""

    def __init__(self, client: TableClient) -> None:
        commands = [(Span(f"   {line}", "accent"),) for line in SHELL]
        why, then = indented(WHY, WIDTH - 2), indented(PASTE + THEN, WIDTH - 2)
        above = said([*why, BLANK, *commands, BLANK, *then, BLANK])
        trouble = NoteView(role="danger")
        status = "Enter sends it · Esc goes back"
        super().__init__(client, status, above, line_to_type(MOST), trouble)
        self._trouble = trouble

    @on(Input.Submitted)
    def pledge(self, message: Input.Submitted) -> None:
        """Sends the hash."""
        found = hash_in(message.value)
        if not found:
            self._trouble.tell(NO_HASH)
            return
        self.say(Pledge(hash=found))
        self.dismiss(None)
