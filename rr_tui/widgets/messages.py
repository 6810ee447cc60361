"""What the parts of the interface tell each other, upwards from widgets to screens and the app."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from rr_net.link import FromPlayer
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import Place


class TableSpoke(Message):
    """The room has said something: it waits in the app's letterbox."""


@dataclass
class Send(Message):
    """Something is to be said to the room."""

    message: FromPlayer


@dataclass
class Pointed(Message):
    """The mouse has pointed at a thing of the board; twice chooses it."""

    place: Place
    at: float
    """When the button was pressed."""
    twice: bool


@dataclass
class Asked(Message):
    """A question for this player has appeared: the terminal may ring."""

    in_window: bool


class QuestionClosed(Message):
    """The question has been answered, or has gone."""


class Uncovered(Message):
    """The player who has to decide has come to the screen."""


@dataclass
class Wear(Message):
    """The player wants other settings of the terminal."""

    profile: Profile
