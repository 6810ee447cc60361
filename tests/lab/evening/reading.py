"""What a player can tell from the screen: whether it is their move, a reaction, luck or a wait."""

import re
from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """What a screen asks of the person before it."""

    BEFORE = "before"
    """No board yet: a first screen, a lobby."""
    QUESTION = "question"
    """An own question, the turn's or another's, without a clock of fractions of a second."""
    REACTION = "reaction"
    """A reaction window in which something can be done."""
    EMPTY = "empty"
    """A reaction window that asks this player, with Pass and nothing else."""
    WINDOW = "window"
    """A reaction window for others, or one that has been answered."""
    KEYS = "keys"
    """A random event that wants keys."""
    LUCK = "luck"
    """A random event under way: a riffle, a Spinner."""
    WAIT = "wait"
    """Anything else that happens: others think, an event stays on the screen."""
    OVER = "over"
    """The game has ended."""


class Moment(NamedTuple):
    """A screen, read."""

    state: State
    mine: bool
    """Whether the head says that it is one's own turn."""
    asked: str
    """The foot in which a question stands, and the row of the cursor: it changes with both."""
    can_choose: bool
    """Whether Enter does something where the cursor stands."""
    may_hold: bool = False
    """Whether the open window may be held."""


IN_A_WINDOW = re.compile(
    r"Reactions? (are|is) open|Reactions  |Somebody (asks|holds)|When it happens|Instead: "
)
A_USE = re.compile(
    r"│[▸ ]\d [▮◇]|(Instead|When it happens): \d|┌ Reactions [^\n]*\n[^\n]*│ \d [A-Z]"
)
"""A Rune that can be named by a digit: on the Fence, face down or open, in the foot, or in words.

A Fence of more Runes than it has rows shows those that come first, and the words beside it all.
"""
LUCKY = re.compile(r"^\s*[◐⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|The players give|Your seat gives")
KEYS_WANTED = re.compile(r"Press any keys|\[Esc\] not me")
WAITING = re.compile(
    r"^ *(Waiting for|…|A bot plays your seat|Nobody is at the table|The host has paused"
    r"|The game is over|\.\.\.)"
)
CHOOSABLE = re.compile(r"✓ Enter|▸\[\w|▸\d [A-Z#·▮]|\[Enter\] [A-Z]")
BOARD = re.compile(r"Your (Lawn|hand)|hand \(|The table: |Castle|Tavern")


def read(lines: list[str]) -> Moment:
    """What a screen of the full interface says, row by row."""
    text = "\n".join(lines)
    feet = [line for line in lines[-3:] if line.strip()]
    foot = " ".join(feet[-2:])
    last = feet[-1] if feet else ""
    mine = "your turn" in lines[0]
    asked = foot + next((line for line in lines[:-2] if "▸" in line and "·▸" not in line), "")
    state = _state(text, foot, last)
    may_hold = state in (State.WINDOW, State.EMPTY, State.REACTION) and "[w] hold" in foot
    return Moment(state, mine, asked, CHOOSABLE.search(text) is not None, may_hold)


def _state(text: str, foot: str, last: str) -> State:
    if "And now?" in text:
        return State.OVER
    if KEYS_WANTED.search(foot):
        return State.KEYS
    if IN_A_WINDOW.search(foot):
        return _window(text, foot, last)
    if not BOARD.search(text) or "I am ready" in text:
        return State.BEFORE
    if LUCKY.search(last):
        return State.LUCK
    if WAITING.search(last) or not last:
        return State.WAIT
    return State.QUESTION


def _window(text: str, foot: str, last: str) -> State:
    if "your answer is in" in foot or "[Space] Pass" not in last:
        return State.WINDOW
    return State.REACTION if A_USE.search(text) else State.EMPTY
