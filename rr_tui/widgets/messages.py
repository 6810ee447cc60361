"""What the parts of the interface tell each other, upwards from widgets to screens and the app."""

from __future__ import annotations

from textual.message import Message

from rr_net.link import FromPlayer
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import Place


class TableSpoke(Message):
    """The room has said something: it waits in the app's letterbox."""


class Send(Message):
    """Something is to be said to the room."""

    def __init__(self, message: FromPlayer) -> None:
        super().__init__()
        self.message = message


class Pointed(Message):
    """The mouse has pointed at a thing of the board; twice chooses it."""

    def __init__(self, place: Place, at: float, *, twice: bool) -> None:
        super().__init__()
        self.place = place
        self.at = at
        """When the button was pressed."""
        self.twice = twice


class Asked(Message):
    """A question for this player has appeared: the terminal may ring."""

    def __init__(self, *, in_window: bool) -> None:
        super().__init__()
        self.in_window = in_window


class QuestionClosed(Message):
    """The question has been answered, or has gone."""


class Uncovered(Message):
    """The player who has to decide has come to the screen."""


class Wear(Message):
    """The player wants other settings of the terminal."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.profile = profile
