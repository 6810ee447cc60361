"""What a player's own client says of the line to the table: it never crosses one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

CameTo = Literal["sound", "unproved", "wrong", "nothing"]
"""What the own check of a whole game finds: unproved where nothing is wrong in it, and a deck could
be stacked; nothing where it was not done, or not to its end."""


class LineState(NamedTuple):
    """How it stands with the line, and with what came over it."""

    trouble: str = ""
    """What is wrong with the line now, or ""."""
    checked: int = -1
    """How many rows of the record were checked and found right; -1 where nothing checks."""
    findings: tuple[str, ...] = ()
    """What was found wrong, a sentence each: they never go away."""
    at_end: str = ""
    """What the own check of the whole game has come to, in a sentence; "" until then."""
    came_to: CameTo = "nothing"
    """Whether it found the game sound."""
    kept_in: str = ""
    """The folder in which the own client keeps its notes of games, and their records."""
    has_record: bool = False
    """Whether the record of the game that is over is there: not if it came when all was done."""


ALL_WELL = LineState()
"""Nothing is wrong, and nothing is checked."""


class OwnLine(Protocol):
    """The line of somebody who plays from another machine."""

    @property
    def state(self) -> LineState:
        """How it stands now."""

    def watch(self, changed: Callable[[], object]) -> None:
        """Have `changed` called whenever that is something else."""
