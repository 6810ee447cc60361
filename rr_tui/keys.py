"""Every key of the interface: its id, what it does and the keys that do it unless remapped.

None clashes with tmux (Ctrl+B), screen (Ctrl+A) or flow control (Ctrl+S, Ctrl+Q).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.binding import Binding, BindingType

from rr_tui.idiom import Idiom


def _always(idiom: Idiom) -> bool:
    return True


def _where_one_lays(idiom: Idiom) -> bool:
    return idiom.lays


class Key(NamedTuple):
    """One action with its keys."""

    id: str
    keys: str
    action: str
    words: str
    while_holding: bool = False
    """It does something only while something is held over a lattice."""
    yields: bool = False
    """Whether a key of it may mean something else while something is held."""
    helps: Callable[[Idiom], bool] = _always
    """Whether it ever does anything in a game."""


BOARD = (
    Key("board.up", "up,k", "step('up')", "Move the cursor up"),
    Key("board.down", "down,j", "step('down')", "Move the cursor down"),
    Key("board.left", "left,h", "step('left')", "Move the cursor left"),
    Key("board.right", "right", "step('right')", "Move the cursor right"),
    Key("board.choose", "enter", "choose", "Choose what the cursor is on"),
    Key("board.next", "tab", "next_option(1)", "Go to the next thing that can be chosen"),
    Key("board.previous", "shift+tab", "next_option(-1)", "Go to the one before"),
    Key("board.decline", "space", "decline", "Pass, skip or say no; be done with what you picked"),
    Key("board.draw", "d", "draw", "Draw instead", helps=lambda idiom: "draw" in idiom.lettered),
    Key("board.yes", "y", "say('yes')", "Say yes"),
    Key("board.no", "n", "say('no')", "Say no", yields=True),
    Key("board.wait", "w", "wait", "Ask for time while reactions are open",
        helps=lambda idiom: bool(idiom.windows)),
    Key("board.back", "escape,backspace", "back", "Take back what is not sent yet"),
    Key("board.details", "i", "details", "Read the card under the cursor"),
    Key("board.undo", "u", "undo", "Take back what you have just laid or played",
        helps=lambda idiom: "undo" in idiom.lettered),
    Key("board.hop", "full_stop", "hop(1)", "Go to the next square that can be chosen",
        helps=_where_one_lays),
    Key("board.hop-back", "comma", "hop(-1)", "Go to the square before", helps=_where_one_lays),
    Key("board.sort", "s", "arrange", "Move your card under the cursor down by one",
        helps=lambda idiom: bool(idiom.arranged) and not idiom.is_sorted),
)  # fmt: skip
HOLDING = (
    Key("board.turn", "r", "turn(1)", "Turn the card that you hold, clockwise", True,
        helps=_where_one_lays),
    Key("board.turn-back", "t", "turn(-1)", "Turn it the other way", True, helps=_where_one_lays),
    Key("board.other", "n", "other(1)", "Hold your next card; Tab does it too", True,
        helps=_where_one_lays),
)  # fmt: skip
"""While something is held over a lattice these come before whatever else their keys mean."""
DIGIT_KEYS = tuple(
    Key(f"board.pick-{digit}", str(digit), f"pick({digit})", f"Choose the thing marked {digit}")
    for digit in range(1, 10)
)
EVERYWHERE = (
    Key("app.log", "l", "app.log", "The whole log, with the rule behind each line"),
    Key("app.chat", "c", "app.chat", "Say something"),
    Key("app.rules", "r,f2", "app.rules", "The rules", yields=True),
    Key("app.help", "question_mark,f1", "app.help", "The keys"),
    Key("app.menu", "m", "app.table_menu", "Everything else that can be done"),
    Key("app.settings", "o", "app.settings", "Settings: colours, glyphs, keys"),
    Key("app.redraw", "ctrl+l", "app.redraw", "Draw the screen anew"),
    Key("app.commands", "ctrl+p", "app.command_palette", "All commands"),
    Key("app.leave", "q", "app.leave", "Leave"),
    Key("app.interrupt", "ctrl+c", "app.interrupt", "Leave, also from a dialog; twice: at once"),
)
URGENT = frozenset({"app.interrupt"})
"""Actions that no field and no dialog may keep to itself."""
ALL = (*BOARD, *HOLDING, *DIGIT_KEYS, *EVERYWHERE)


def can_share(one: Key, other: Key) -> bool:
    """Whether two actions may have the same key."""
    return (one.while_holding and other.yields) or (one.yields and other.while_holding)


def bindings(keys: tuple[Key, ...]) -> list[BindingType]:
    """The keys as Textual binds them."""
    return [
        Binding(key.keys, key.action, key.words, show=False, id=key.id, priority=key.id in URGENT)
        for key in keys
    ]


def shown(keys: str) -> str:
    """Keys as people write them."""
    names = {"question_mark": "?", "space": "Space", "enter": "Enter", "escape": "Esc",
             "full_stop": ".", "comma": ","}  # fmt: skip
    return ", ".join(names.get(key, key.replace("+", " ").title().replace(" ", "+")
                               if len(key) > 1 else key) for key in keys.split(","))  # fmt: skip
