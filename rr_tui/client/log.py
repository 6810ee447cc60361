"""The messages: log lines, chat and notices in the order in which they came, in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from rr_net.link import Chat, LogLine
from rr_net.safetext import whole
from rr_tui.looks.spans import Row, Span
from rr_tui.looks.wording import LONGEST, OF_THE_RECORD, chat_words, log_words

ARRIVAL = "arrival"
"""What a notice is about that says who has come among many."""
LOSSES = frozenset({"must_skip"})
"""Kinds of log line that take something from a seat, whoever did it."""
KEPT = 1000
"""Entries that are kept; a game has some hundreds."""


class Entry(NamedTuple):
    """One entry in words."""

    kind: Literal["log", "chat", "notice"]
    words: Row
    clause: str = ""
    """The rule that answers "why?", for a log line."""
    about: str = ""
    """What a notice is about."""
    is_refusal: bool = False
    """Whether it says why something was not done."""
    is_about_me: bool = False
    """Whether it tells what was done to this player."""


class MessageLog:
    """What one player has been told, the newest last."""

    def __init__(self) -> None:
        self.entries: deque[Entry] = deque(maxlen=KEPT)
        self._count = 0
        self._read_up_to = 0

    def caught_up(self) -> None:
        """Notes that what came until now was played before this player was here to answer."""
        self._read_up_to = self._count

    def add_lines(self, lines: Sequence[LogLine], names: Sequence[str], seat: int = -1) -> None:
        """Adds log lines for whoever has a seat; names are of now, for seats may change hands.

        What is about the proof alone is told on its own page.
        """
        for line in lines:
            if line.kind not in OF_THE_RECORD:
                words, is_about_me = log_words(line, names), _is_about(line, seat)
                self.entries.append(Entry("log", words, line.clause, is_about_me=is_about_me))
                self._count += 1

    def answered(self) -> None:
        """Notes that the player has answered: what came until now has been there to read.

        What was refused before is of no more use below the next question.
        """
        self._read_up_to = self._count
        self._forget(lambda entry: entry.is_refusal)

    @property
    def since(self) -> tuple[Row, ...]:
        """The log lines since this player answered last, as the board tells them."""
        return tuple(entry.words for entry in self._unanswered)

    @property
    def about_me(self) -> Row:
        """The newest of them that tells what was done to this player; () where none does."""
        told = (entry.words for entry in reversed(self._unanswered) if entry.is_about_me)
        return next(told, ())

    @property
    def _unanswered(self) -> Sequence[Entry]:
        count = self._count - self._read_up_to
        return [entry for entry in self.entries if entry.kind == "log"][-count:] if count else []

    def said(self, chat: Chat) -> None:
        """Adds what somebody said."""
        self.entries.append(Entry("chat", chat_words(chat)))

    def noticed(self, text: str, role: str = "warning", about: str = "") -> None:
        """Adds a sentence for this player alone."""
        self.entries.append(Entry("notice", (Span(whole(text, LONGEST), role),), about=about))

    def refused(self, text: str, about: str) -> None:
        """Adds why something was not done, in the place of what was said of the same thing."""
        self.settle(about)
        words = (Span(whole(text, LONGEST), "danger"),)
        self.entries.append(Entry("notice", words, about=about, is_refusal=True))

    def settle(self, about: str) -> None:
        """Forgets the notices about something that is settled."""
        self._forget(lambda entry: entry.kind == "notice" and entry.about == about)

    def _forget(self, is_settled: Callable[[Entry], bool]) -> None:
        self.entries = deque((e for e in self.entries if not is_settled(e)), maxlen=KEPT)

    def forget_log(self) -> None:
        """A new game begins: its log is empty, the talk goes on."""
        self._read_up_to = self._count
        self.entries = deque((e for e in self.entries if e.kind != "log"), maxlen=KEPT)

    @property
    def notices(self) -> tuple[Row, ...]:
        """The sentences for this player alone."""
        return tuple(entry.words for entry in self.entries if entry.kind == "notice")

    @property
    def _told(self) -> Sequence[Entry]:
        """What the board tells: who has come only together with what came after.

        A crowd that comes to watch would draw every player's board anew for each of its people.
        """
        entries = list(self.entries)
        while entries and entries[-1].about == ARRIVAL:
            entries.pop()
        return entries

    @property
    def ends_in_notice(self) -> bool:
        """Whether the newest of what the board tells is a sentence for this player alone."""
        return bool(told := self._told) and told[-1].kind == "notice"

    def last(self, count: int) -> tuple[Row, ...]:
        """The words of the newest entries, as the board tells them."""
        return tuple(entry.words for entry in self._told)[-count:]

    def lines(self, count: int) -> tuple[Row, ...]:
        """The newest entries that nobody said."""
        return tuple(entry.words for entry in self._told if entry.kind != "chat")[-count:]

    def talk(self, count: int = KEPT) -> tuple[Row, ...]:
        """What was said last, with the notices."""
        return tuple(entry.words for entry in self.entries if entry.kind != "log")[-count:]

    def last_talk(self, count: int) -> tuple[Row, ...]:
        """What people have said last: on a board the notices stand beside it, in the log."""
        return tuple(entry.words for entry in self.entries if entry.kind == "chat")[-count:]


def _is_about(line: LogLine, seat: int) -> bool:
    """Whether a line tells what was done to a seat, and not by it."""
    is_own = line.event.get("by") == seat and line.kind not in LOSSES
    return seat >= 0 and line.event.get("of") == seat and not is_own
