"""The messages: log lines, chat and notices in the order in which they came, in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Literal, NamedTuple

from rr_net.link import Chat, LogLine
from rr_net.safetext import clean
from rr_tui.client.keepsakes import CHECKPOINT, words_of_head
from rr_tui.looks.spans import Row, Span
from rr_tui.looks.wording import LONGEST, chat_words, log_words

OWN_PANE = frozenset({"event", "freeze"})
"""Kinds of log line about random events: the log has them, the board shows the event itself."""
ASIDE = OWN_PANE | {CHECKPOINT}
"""Kinds of log line that are no news: the words of a checkpoint stand in the bar."""
KEPT = 1000
"""Entries that are kept; a game has some hundreds."""


class Entry(NamedTuple):
    """One entry in words."""

    kind: Literal["log", "chat", "notice"]
    words: Row
    clause: str = ""
    """The rule that answers "why?", for a log line."""
    about: str = ""
    """The kind of a log line, or what a notice is about."""


class MessageLog:
    """What one player has been told, the newest last."""

    def __init__(self) -> None:
        self.entries: deque[Entry] = deque(maxlen=KEPT)
        self.words = ""
        """The four words of the head that was signed last."""
        self._count = 0
        self._read_up_to = 0

    def add_lines(self, lines: Sequence[LogLine], names: Sequence[str]) -> None:
        """Adds log lines; names are those of now, for seats may change hands."""
        for line in lines:
            self.entries.append(Entry("log", log_words(line, names), line.clause, line.kind))
            self._count += 1
        self.words = words_of_head(lines) or self.words

    def answered(self) -> None:
        """Notes that the player has answered: what came until now has been there to read."""
        self._read_up_to = self._count

    @property
    def since(self) -> tuple[Row, ...]:
        """The log lines since this player answered last, as the board tells them."""
        count = self._count - self._read_up_to
        lines = [entry for entry in self.entries if entry.kind == "log"][-count:] if count else []
        return tuple(entry.words for entry in lines if entry.about not in ASIDE)

    def said(self, chat: Chat) -> None:
        """Adds what somebody said."""
        self.entries.append(Entry("chat", chat_words(chat)))

    def noticed(self, text: str, role: str = "warning", about: str = "") -> None:
        """Adds a sentence for this player alone."""
        self.entries.append(Entry("notice", (Span(clean(text, LONGEST), role),), about=about))

    def settle(self, about: str) -> None:
        """Forgets the notices about something that is settled."""
        kept = (e for e in self.entries if e.kind != "notice" or e.about != about)
        self.entries = deque(kept, maxlen=KEPT)

    def forget_log(self) -> None:
        """A new game begins: its log is empty, the talk goes on."""
        self.words = ""
        self._read_up_to = self._count
        self.entries = deque((e for e in self.entries if e.kind != "log"), maxlen=KEPT)

    @property
    def notices(self) -> tuple[Row, ...]:
        """The sentences for this player alone."""
        return tuple(entry.words for entry in self.entries if entry.kind == "notice")

    def last(self, count: int) -> tuple[Row, ...]:
        """The words of the newest entries, as the board tells them."""
        return tuple(entry.words for entry in self.entries if entry.about not in ASIDE)[-count:]

    def lines(self, count: int) -> tuple[Row, ...]:
        """The newest entries that nobody said, without those about random events."""
        shown = (e for e in self.entries if e.kind != "chat" and e.about not in OWN_PANE)
        return tuple(entry.words for entry in shown)[-count:]

    def talk(self, count: int = KEPT) -> tuple[Row, ...]:
        """What was said last, with the notices."""
        return tuple(entry.words for entry in self.entries if entry.kind != "log")[-count:]
