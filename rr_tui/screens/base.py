"""What all screens of a table share: a client of it, and what they need from their app."""

from __future__ import annotations

from typing import cast

from rr_net.link import FromPlayer
from rr_tui.client.chairs import knocks
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.friends import FriendsDialog
from rr_tui.looks.keys import Keys
from rr_tui.terminal.app import SteadyScreen
from rr_tui.widgets.messages import Send
from rr_tui.widgets.player_app import PlayerApp


class TableScreen(SteadyScreen, inherit_bindings=False):
    """One phase of an evening at the table."""

    def __init__(self, client: TableClient) -> None:
        super().__init__()
        self.client = client

    @property
    def surroundings(self) -> PlayerApp:
        """The app, as far as a screen knows it."""
        return cast("PlayerApp", self.app)

    @property
    def keys(self) -> Keys:
        """The keys as this player has them."""
        return Keys(self.surroundings.profile.keymap)

    def on_mount(self) -> None:
        """The first picture."""
        self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Shows what the client has heard since."""
        raise NotImplementedError

    def action_answer_named(self, yes: bool, name: str) -> None:
        """Answers somebody who may have gone meanwhile."""
        self.answer_knock(yes=yes, name=name)

    def action_friends(self) -> None:
        """Opens what is sent to friends."""
        self.app.push_screen(FriendsDialog(self.client, self.surroundings.profile))

    def answer_knock(self, *, yes: bool, name: str = "") -> None:
        """Answers who asks to be let in or for a chair: the first, or the one of that name."""
        found = knocks(self.client.model)
        first = next((each for each in found if name in ("", each.name)), None)
        answer = first.answer(yes=yes) if first is not None else None
        if answer is not None:
            self.say(answer)

    def say(self, message: FromPlayer) -> None:
        """Says something to the room."""
        self.post_message(Send(message))
