"""The messages about a game that is over, step by step: what a script is told that looks back."""

from __future__ import annotations

from typing import Literal

from rr_net.link.player import Message


class MomentTold(Message):
    """A step after which the table looked very different."""

    step: int
    """Its number."""
    turn: int
    """The turn it belongs to."""
    text: str
    """In words of the log."""


class ReelTold(Message):
    """What there is to see of a game that is over."""

    type: Literal["reel"] = "reel"
    title: str
    """What the table or the game is called."""
    game: str
    """The id of its rules."""
    names: tuple[str, ...]
    """Who sat where when the cards were dealt."""
    turns: tuple[int, ...]
    """The turn of each step; step 0 is the table before its first card."""
    moments: tuple[MomentTold, ...]
    """In the order in which they came."""
    eyes: tuple[int, ...]
    """Whose eyes may be taken: a seat's, -1 for a watcher's, -2 for all that was hidden at once."""
    check: str
    """How far the check of the record is, in a few words."""
    warning: str
    """What is to be known at every step of it: that it does not verify; else `""`."""
    open: bool
    """Whether all that was hidden has been opened."""
    start: int
    """The step to begin with."""
    note: str
    """What whoever shared it has to say, or `""`."""


class StepTold(Message):
    """The game as it stood at one step, for certain eyes."""

    type: Literal["step"] = "step"
    step: int
    """Its number."""
    turn: int
    """The turn it belongs to."""
    eyes: int
    """For whose eyes it is, as in `reel.eyes`."""
    lines: tuple[str, ...]
    """What the step has added to the log; `{0}` stands for seat 0."""
    answer: str
    """What was answered, for eyes that may know it, or `""`."""
    waiting: tuple[int, ...]
    """The seats that the table waits for; nobody is named of a window."""
    chance: str
    """What is decided by chance next, or `""`."""
    view: object
    """The table as these eyes see it: see the views below."""
    views: tuple[object, ...]
    """What each seat sees, where `eyes` is -2; else nothing."""
    warning: str
    """As in `reel`, so that no step is taken for more than it is."""
