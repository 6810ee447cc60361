"""What all screens of a table share: a client of it, and what they need from their app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from textual.screen import Screen

from rr_net.link import FromPlayer
from rr_tui.client.table_client import TableClient
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.keys import Keys
from rr_tui.looks.profile import Profile
from rr_tui.widgets.messages import Send


class Surroundings(Protocol):
    """What a screen needs of the app: the player's settings, and what the terminal says."""

    profile: Profile
    glyphs: Glyphs
    pressed_at: float

    def when_drawn(self, call: Callable[[float], object]) -> None:
        """Calls back when the terminal has drawn everything so far, with the time."""


class TableScreen(Screen[None], inherit_bindings=False):
    """One phase of an evening at the table."""

    def __init__(self, client: TableClient) -> None:
        super().__init__()
        self.client = client

    @property
    def surroundings(self) -> Surroundings:
        """The app, as far as a screen knows it."""
        return cast("Surroundings", self.app)

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

    def say(self, message: FromPlayer) -> None:
        """Says something to the room."""
        self.post_message(Send(message))
