"""What can be due in a game: its parts return these, and the game alone carries them out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from rr_net.fairness.base.rows import Given
from rr_rules.kernel.requests import Seat


class Cue(Enum):
    """Something that is due, of which there is no more to say."""

    CLOSE_WINDOW = auto()
    """The beat of a sealed window is over."""
    SIGN_TURN = auto()
    """A turn has ended since the host signed last."""
    SIGN_HOST_FIRST = auto()
    """The host has answered what all choose: the others are asked once that is signed."""
    TURN_CLOCK_OUT = auto()
    """The turn clock has run out."""
    REMIND = auto()
    """Much of the turn clock has run: whoever is waited for is reminded, where days pass so."""
    DEAL_CHANCE = auto()
    """The slow hash of a random event is done."""


@dataclass(frozen=True, slots=True)
class Think:
    """A bot is to think about the choice that is open for its seat."""

    seat: Seat
    number: int
    """What an answer to that choice must carry."""
    in_window: bool
    """Whether it reacts: its answer counts at a moment that does not depend on it."""


@dataclass(frozen=True, slots=True)
class LoneAnswer:
    """The room gives the only answer there is, for the one person at the table."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """A bot's answer counts now."""

    seat: Seat
    number: int
    option: int | None
    """None where the bot has failed, or its time is over: what it thought of a window, or a plain
    answer, counts."""


@dataclass(frozen=True, slots=True)
class FreezeGiven:
    """A random event takes no contributions any more."""

    given: tuple[Given, ...]


Due = Cue | Think | BotAnswer | LoneAnswer | FreezeGiven
