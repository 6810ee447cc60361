"""Menus about the table itself: all that can be done, and what is asked before it is done."""

from __future__ import annotations

from textual.binding import Binding

from rr_net.link import Keeper
from rr_net.safetext import clean
from rr_tui.client.commands import commands, key_of
from rr_tui.client.leaving import guests, ways_to_leave
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog
from rr_tui.looks.profile import Profile
from rr_tui.looks.wording import came_twice
from rr_tui.widgets.menu import item

HERE = "Your seat, your hand and what you do next come here. The other window says so and ends."
THERE = "Nothing changes there. This window ends."


def table_menu(client: TableClient, profile: Profile) -> ChoiceDialog:
    """Everything that can be done; answers the action of the app that does it."""
    items = [
        item(
            command.action, f"{command.words:<34} {key_of(command, profile)}", command.note
        )._replace(digit=command.digit)
        for command in commands(client.model)
    ]
    return ChoiceDialog("The table", "", items, client)


class TakeOverDialog(ChoiceDialog):
    """Which of two windows has the seat, where the same key is connected twice."""

    KEYS = "Enter chooses · q: no, stay there"
    BINDINGS = [Binding("q", "give_up", "No", id="dialog.no", show=False)]

    def __init__(self, name: str) -> None:
        """`name` is what the key is called that has come twice."""
        items = [
            item("here", "Play on in this window", HERE),
            item("there", "Stay in the other one", THERE),
        ]
        super().__init__("Take over here?", came_twice(name), items)


NOBODY_WINS = "Nobody wins. Its cards stay closed until all of you ask to open them."


def end_dialog(client: TableClient) -> ChoiceDialog:
    """Whether the host means to end the game."""
    items = [item("stay", "Play on"), item("end", "End the game", NOBODY_WINS)]
    return ChoiceDialog("End the game?", "", items, client)


def bot_dialog(client: TableClient) -> ChoiceDialog:
    """Which player's seat a bot shall play; answers its number."""
    lobby = client.model.lobby
    items = [
        item(str(seat.seat), clean(seat.name, 32), "A bot plays on in this seat.")
        for seat in (lobby.seats if lobby is not None else ())
        if seat.kind == "player"
    ]
    return ChoiceDialog("A bot", "Whose seat shall a bot play?", items, client)


NOTE_ROWS = 5
"""As many as the longest of these notes takes."""


class LeaveDialog(ChoiceDialog):
    """Whether to leave, and how; with a `keeper` the table ends with this terminal."""

    def __init__(self, client: TableClient, keeper: Keeper | None = None) -> None:
        self._keeper = keeper
        ways = ways_to_leave(client.model, keeper)
        self.usual = ways[-1].key
        """How one leaves where nothing is asked."""
        super().__init__("Leave?", "", ways, client)
        if keeper is not None:
            self._note.styles.height = NOTE_ROWS

    @property
    def needs_an_answer(self) -> bool:
        """Whether the key that leaves must not do so by being pressed twice."""
        return (
            self._keeper is not None and self.client is not None and bool(guests(self.client.model))
        )

    def bring_up_to_date(self) -> None:
        """Names those who have come, or gone, since it was opened."""
        super().bring_up_to_date()
        if self.client is not None:
            ways = ways_to_leave(self.client.model, self._keeper)
            self._menu.styles.height = len(ways) + 2
            self._menu.offer(ways)
