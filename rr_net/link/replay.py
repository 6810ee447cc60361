"""Looking at a game that was played: what there is to see of it, and one moment of it."""

from __future__ import annotations

from typing import NamedTuple

from rr_net.link.room import LogLine, Pending, Seen
from rr_net.link.steps import MomentTold, ReelTold, StepTold

EVERYBODY = -2
"""The eyes to which all is open."""
WATCHER = -1
"""The eyes of somebody who watches; any other number is a seat's."""


class ReplayMoment(NamedTuple):
    """A step after which the table looked very different, or one that somebody points at."""

    at: int
    """The number of the step."""
    turn: int
    text: str
    """In words of the log."""


class Reel(NamedTuple):
    """What there is to see of one game."""

    title: str
    """The table, or what the game is called."""
    turns: tuple[int, ...]
    """The turn of each step; step 0 is the table before its first card."""
    moments: tuple[ReplayMoment, ...]
    """In the order in which they came."""
    eyes: tuple[int, ...]
    """Whose eyes may be taken, those to begin with first."""
    check: str
    """How far the check of the record is, in a few words."""
    warning: str = ""
    """What is to be read on every screen of it, or ""."""
    refusal: str = ""
    """Why it may not be looked at any more, or ""."""
    is_open: bool = True
    """Whether all that was hidden has been opened."""
    can_branch: bool = False
    """Whether another game can begin at any of its steps."""
    start: int = 0
    """The step to begin with."""
    note: str = ""
    """What whoever shared it has to say, or ""."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.turns) - 1

    def told(self, game: str, names: tuple[str, ...]) -> ReelTold:
        """The same as a message, with the id of the rules and who sat where."""
        return ReelTold(
            title=self.title,
            game=game,
            names=names,
            turns=self.turns,
            moments=tuple(
                MomentTold(step=each.at, turn=each.turn, text=each.text) for each in self.moments
            ),
            eyes=self.eyes,
            check=self.check,
            warning=self.warning,
            open=self.is_open,
            start=self.start,
            note=self.note,
        )


class ReplayStep(NamedTuple):
    """A game as it stood at one step, for certain eyes."""

    at: int
    turn: int
    eyes: int
    seen: Seen
    opened: tuple[Seen, ...]
    """What each seat saw, where all is open; otherwise nothing."""
    pending: Pending
    """Whom the table waits for."""
    lines: tuple[LogLine, ...]
    """The log up to this step."""
    news: tuple[LogLine, ...]
    """What the step itself has added to it."""
    answer: str
    """What was answered at this step, for eyes that may know it: "{0}" stands for seat 0."""

    def told(self, warning: str) -> StepTold:
        """The same as a message, with what is to be read at every step."""
        return StepTold(
            step=self.at,
            turn=self.turn,
            eyes=self.eyes,
            lines=tuple(line.text for line in self.news),
            answer=self.answer,
            waiting=self.pending.waiting,
            chance=self.pending.chance,
            view=self.seen.view,
            views=tuple(each.view for each in self.opened),
            warning=warning,
        )
