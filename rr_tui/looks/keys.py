"""Every key of the interface: its id, what it does and the keys that do it unless remapped.

None clashes with tmux (Ctrl+B), screen (Ctrl+A) or flow control (Ctrl+S, Ctrl+Q).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count
from typing import NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS, key_to_character

from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import fit


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
    helps: Callable[[Idiom], bool] = lambda _: True
    """Whether it ever does anything in a game."""
    reacting: str = ""
    """What is said of it besides in a game that has reactions."""


BOARD = (
    Key("board.up", "up,k", "step('up')", "Move the cursor up"),
    Key("board.down", "down,j", "step('down')", "Move the cursor down"),
    Key("board.left", "left", "step('left')", "Move the cursor left"),
    Key("board.right", "right", "step('right')", "Move the cursor right"),
    Key("board.choose", "enter", "choose", "Choose what the cursor is on"),
    Key("board.next", "tab", "next_option(1)", "Go to the next thing that can be chosen"),
    Key("board.previous", "shift+tab", "next_option(-1)", "Go to the one before"),
    Key("board.decline", "space", "decline", "Pass, skip or say no; be done with what you picked"),
    Key("board.draw", "d", "draw", "Draw instead", helps=lambda idiom: "draw" in idiom.lettered),
    Key("board.where", "x", "ask_where", "Choose yourself what is usually your own Lawn",
        helps=lambda idiom: bool(idiom.asks)),
    Key("board.news", "a", "news", "Read what has happened since you answered last"),
    Key("board.rule", "v", "rule", "Read the rule that is in force for everybody",
        helps=lambda idiom: idiom.rules),
    Key("board.role", "e", "role", "Read your secret role", helps=lambda idiom: idiom.roles),
    Key("board.hint", "h", "hint", "A hint: what a bot would do, and why",
        reacting="; not in reactions"),
    Key("board.yes", "y", "say('yes')", "Say yes"),
    Key("board.no", "n", "say('no')", "Say no", yields=True),
    Key("board.wait", "w", "wait", "Hold the open reactions, or beforehand the next ones",
        helps=lambda idiom: bool(idiom.windows)),
    Key("board.orders", "f", "app.orders", "File orders for your Runes: you are not asked then",
        helps=lambda idiom: bool(idiom.windows)),
    Key("board.faster", "plus,equals_sign", "app.tempo(1)", "Events stay shorter"),
    Key("board.slower", "minus", "app.tempo(-1)", "Events stay longer; at last Space shows each"),
    Key("board.back", "escape,backspace", "back", "Take back what is not sent yet"),
    Key("board.lesson", "b", "lesson_back", "In a lesson: go back a step"),
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
    Key("board.other", "n", "other(1)", "Hold your next card; going to the next thing does it too",
        True, helps=_where_one_lays),
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
    Key("app.glossary", "g", "app.glossary", "What a word means: the one under the cursor first"),
    Key("app.search", "slash", "app.search", "Search in rules, words, cards and the log"),
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


VI = {"board.left": "left,h", "board.right": "right,l", "board.hint": "upper_h",
      "app.log": "upper_l"}  # fmt: skip
"""With hjkl all four move; the hint and the log then have other keys."""
_VI_ONCE = {"board.right": "right,l"}
"""What was kept of that before hints had a key."""


def can_share(one: Key, other: Key) -> bool:
    """Whether two actions may have the same key."""
    return (one.while_holding and other.yields) or (one.yields and other.while_holding)


class SettledKeys(NamedTuple):
    """A player's keys in which no key means two things."""

    keymap: dict[str, str]
    words: tuple[str, ...]
    """Of each action that gave a key up: why, and where it is now."""


def settled(keymap: Mapping[str, str]) -> SettledKeys:
    """The keys of a player, who may have chosen one before a newer version gave it a meaning.

    What the player chose counts, then the order of the list above. An action that loses its last
    key gets its usual one, the capital letter, or the first function key that is free.
    """
    made, words = _settled(tuple(keymap.items()))
    return SettledKeys(dict(made), words)


@lru_cache(64)
def _settled(chosen: tuple[tuple[str, str], ...]) -> SettledKeys:
    keymap = dict(chosen)
    if _VI_ONCE.items() <= keymap.items() and not {"board.left", "board.hint"} & keymap.keys():
        keymap = VI | dict(keymap)
    made, words = dict(keymap), []
    owners: dict[str, list[Key]] = {}
    for key in sorted(ALL, key=lambda each: each.id not in keymap):
        wanted = keymap.get(key.id, key.keys).split(",")
        lost = [each for each in wanted if _owner(owners, each, key) is not None]
        kept = [each for each in wanted if each not in lost] or [
            _spare(key, wanted[0], owners, keymap)
        ]
        for each in kept:
            owners.setdefault(each, []).append(key)
        if lost:
            made[key.id] = ",".join(kept)
            words.append(f"{shown(kept[0])} instead of {shown(lost[0])}: {key.words}. "
                         f"{shown(lost[0])} does what you chose for it.")  # fmt: skip
    return SettledKeys(made, tuple(words))


def _owner(owners: Mapping[str, list[Key]], pressed: str, key: Key) -> Key | None:
    """The action that has a key and cannot share it with another one."""
    return next((each for each in owners.get(pressed, ()) if not can_share(key, each)), None)


def _spare(key: Key, lost: str, owners: Mapping[str, list[Key]], keymap: Mapping[str, str]) -> str:
    """A key for an action that has none left: its usual one, the capital letter, any other."""
    own = key.keys.split(",")
    capital = [f"upper_{lost}"] if len(lost) == 1 and lost.isalpha() else []
    taken = {each for keys in keymap.values() for each in keys.split(",")}
    taken |= {each for other in ALL for each in other.keys.split(",")} - {*own}
    spare = chain(own, capital, (f"f{number}" for number in count(3)))
    return next(each for each in spare if each not in owners and each not in taken)


def bindings(keys: tuple[Key, ...]) -> list[BindingType]:
    """The keys as Textual binds them."""
    return [
        Binding(key.keys, key.action, key.words, show=False, id=key.id, priority=key.id in URGENT)
        for key in keys
    ]


def instead(binding: str, action: str) -> BindingType:
    """What a screen does by itself on the key of an action, whichever key that is."""
    return bindings((next(key for key in ALL if key.id == binding)._replace(action=action),))[0]


# --- as one player has them ---------------------------------------------------------------------

_USUAL = {key.id: key.keys for key in ALL}
LONGEST = 12
"""Cells of a key's name in a row of keys."""
_CAPITAL = re.compile(r"upper_[a-z]")
_ARROWS = ("up", "down", "left", "right")
_WORDS = {"space": "Space", "escape": "Esc"}
_SIGNS = {replaced: sign for sign, replaced in KEY_NAME_REPLACEMENTS.items()}


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys as one player has them: whatever names a key on a screen asks here."""

    keymap: Mapping[str, str] = field(default_factory=dict)
    """The keys of the actions that the player has given others."""

    def of(self, binding: str) -> tuple[str, ...]:
        """All keys of an action, as the terminal calls them."""
        return tuple(self.keymap[binding].split(",")) if binding in self.keymap else _usual(binding)

    def shown(self, binding: str) -> str:
        """The first key of an action, as people write it."""
        return shown(self.of(binding)[0])

    def short(self, binding: str) -> str:
        """The same for a row of keys: what a key does matters more than the whole of its name."""
        return fit(self.shown(binding), LONGEST)

    def all_shown(self, binding: str) -> str:
        """All of them, as people write them."""
        return ", ".join(map(shown, self.of(binding)))

    def mark(self, digit: str) -> str:
        """What stands in one cell before a thing that can be picked.

        A key with a longer name leaves the digit there, by which the list of keys calls the thing.
        """
        key = self.shown(f"board.pick-{digit}")
        return key if cell_len(key) == 1 else digit

    @property
    def arrows(self) -> str:
        """What moves the cursor, in a word or in four keys."""
        if all(arrow in self.of(f"board.{arrow}") for arrow in _ARROWS):
            return "arrows"
        return " ".join(self.shown(f"board.{arrow}") for arrow in _ARROWS)

    def whole(self) -> dict[str, str]:
        """The keymap for Textual, which also says who keeps a key that another gives up or gets.

        Left to itself Textual takes such a key from all that share it.
        """
        moved = {key for each in self.keymap for key in (*_usual(each), *self.of(each))}
        stay = {each: keys for each, keys in _USUAL.items() if moved & {*_usual(each)}}
        mapped = stay | dict(self.keymap)
        return {each: ",".join(map(_pressed, keys.split(","))) for each, keys in mapped.items()}


def _pressed(key: str) -> str:
    """A key as Textual hears it: it calls a capital letter by itself."""
    return key[-1].upper() if _CAPITAL.fullmatch(key) else key


def kept_as(pressed: str) -> str:
    """A key that was pressed as a profile keeps it."""
    return f"upper_{pressed.lower()}" if len(pressed) == 1 and pressed.isupper() else pressed


def _usual(binding: str) -> tuple[str, ...]:
    return tuple(_USUAL[binding].split(",")) if binding in _USUAL else ()


@lru_cache(maxsize=256)
def shown(key: str) -> str:
    """A key as people write it."""
    if _CAPITAL.fullmatch(key):
        return key[-1].upper()
    sign = key_to_character(_SIGNS.get(key, key))
    if key not in _WORDS and sign is not None and sign.isprintable():
        return sign
    return _WORDS.get(key, key.title().replace("_", " "))
