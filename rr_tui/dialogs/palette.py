"""The palette: every command, found by typing a part of its words."""

from __future__ import annotations

from textual import events, on
from textual.widgets import Input

from rr_tui.client.commands import Command, commands, key_of, matching
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog, line_to_type
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import Span
from rr_tui.widgets.menu import Menu, MenuItem

LIMIT = 40


class PaletteDialog(Dialog[str]):
    """Answers the action of the chosen command."""

    SHAPE = "tall wide"

    def __init__(self, client: TableClient, profile: Profile) -> None:
        menu = Menu("Commands", numbered=False)
        status = "type to find · Enter does it · Esc goes back"
        super().__init__(client, status, line_to_type(LIMIT), menu)
        menu.can_focus = False
        self._menu, self._profile, self._commands = menu, profile, commands(client.model)
        self._offer(self._commands)

    def _offer(self, found: tuple[Command, ...]) -> None:
        items = [
            MenuItem(
                command.action,
                (
                    Span(f"{command.words:<32} "),
                    Span(f"{key_of(command, self._profile):<12} ", "keyword"),
                    Span(command.note, "muted"),
                ),
            )
            for command in found
        ]
        self._menu.offer(items)

    @on(Input.Changed)
    def find(self, message: Input.Changed) -> None:
        """Offers what fits."""
        self._offer(matching(self._commands, message.value))

    @on(Input.Submitted)
    def do(self) -> None:
        """Does what the cursor is on."""
        current = self._menu.current
        if current is not None:
            self.dismiss(current.key)

    @on(Menu.Chosen)
    def clicked(self, message: Menu.Chosen) -> None:
        """Does what was clicked."""
        self.dismiss(message.key)

    def on_key(self, event: events.Key) -> None:
        """The arrows belong to the menu."""
        if event.key in {"up", "down"}:
            event.stop()
            self._menu.action_step(1 if event.key == "down" else -1)
