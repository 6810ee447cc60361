"""Items: what can be chosen in words and where it leads, and what is asked beside the menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rr_net.link import FromPlayer

A_PAGE = 30
BACK = "b"
"""Leads back from a step to the one before."""
HOLD = "w"
"""Holds the open window, or beforehand the next one."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One thing that can be chosen."""

    label: str
    message: FromPlayer | None = None
    letter: str = ""
    declares: bool = False
    """Choosing it asks first for what the seat declares."""
    names: tuple[str, ...] = ()
    """What else it may be called: a square, or the word whose letter it has."""
    into: NumberedMenu | None = None
    """Where it leads on: it is not all of the answer, or what is left can be said as well."""


@dataclass(slots=True)
class NumberedMenu:
    """A question and its answers; numbers count from 1 as they were read out."""

    question: str = ""
    items: tuple[MenuEntry, ...] = ()
    is_step: bool = False
    """Whether another question leads here, and a letter leads back to it."""
    why_not: Callable[[Sequence[str]], Iterable[str]] | None = field(default=None, compare=False)
    """Says of words that lead nowhere why that is so."""
    read_out: int = field(default=0, compare=False)
    """How many of the items have been said."""

    def find(self, text: str) -> MenuEntry | None:
        """The item that a number or a letter names."""
        if text.isascii() and text.isdecimal():
            number = int(text)
            if 1 <= number <= len(self.items):
                return self.items[number - 1]
        called = (item for item in self.items if text and text in (item.letter, *item.names))
        return next(called, None) or self._only(text)

    def _only(self, name: str) -> MenuEntry | None:
        """The square that is named, where only one item leads on to squares."""
        steps = [item.into for item in self.items if item.into is not None]
        if len(steps) != 1 or "," not in name:
            return None
        return next((item for item in steps[0].items if name in item.names), None)

    def follow(self, words: Sequence[str]) -> tuple[list[MenuEntry], str]:
        """The items that several words lead to, step by step, and the first word that does not."""
        found: list[MenuEntry] = []
        menu: NumberedMenu | None = self
        for word in words:
            item = menu.find(word) if menu is not None else None
            if item is None:
                return found, word
            found.append(item)
            menu = item.into
        return found, ""

    def words_for(self, message: FromPlayer) -> list[str]:
        """What is typed, step by step, to send a message; nothing where it is not among these."""
        for number, item in enumerate(self.items, 1):
            beyond = item.into.words_for(message) if item.into is not None else []
            if item.message == message or beyond:
                own = item.letter or next(iter(item.names), f"{number}")
                return [own, *(beyond if item.message != message else ())]
        return []

    def lines(self) -> Iterator[str]:
        """The next items in words, a page at a time."""
        if self._is_one_letter_question:
            self.read_out = len(self.items)
            yield ", ".join(f"{item.letter} {item.label}" for item in self.items)
            return
        start = self.read_out
        self.read_out = min(len(self.items), start + A_PAGE)
        for number, item in enumerate(self.items[start : self.read_out], start + 1):
            yield f"{number}{f' or {item.letter}' if item.letter else ''}: {item.label}"
        if self.read_out < len(self.items):
            yield f"m: {len(self.items) - self.read_out} more"
        elif self.is_step:
            yield f"{BACK}: back"

    @property
    def _is_one_letter_question(self) -> bool:
        return 2 <= len(self.items) <= 3 and all(item.letter for item in self.items)


NOTHING = NumberedMenu()


Answer = Callable[[str], bool]
"""Takes a typed line as the answer to a question; False asks it again."""


class SideQuestion:
    """What a typed word has asked: the next line answers it, unless the table asks before."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._answer: Answer | None = None
        self._gone = ""

    def ask(self, answer: Answer, gone: str) -> None:
        """Has the next line be its answer; `gone` is said where it is not asked any more."""
        self._answer, self._gone = answer, gone

    def takes(self, text: str) -> bool:
        """Whether a typed line is the answer to it, which is taken."""
        answer = self._answer
        if answer is not None and answer(text):
            self._answer = None
        return answer is not None

    def drop(self) -> None:
        """Forgets it, and says so: another question comes."""
        if self._answer is not None:
            self._answer = None
            self._say(self._gone)
