"""Escape sequences of keys and mouse, turned into Textual's events one whole sequence at a time."""

from __future__ import annotations

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

# The stock method is cached on the class and would keep dead parsers alive.
_UNCACHED = XTermParser._parse_extended_key.__wrapped__  # noqa: SLF001 - held by a contract test


class SequenceParser(XTermParser):
    """Textual's own parser, fed with whole sequences only."""

    def __init__(self) -> None:
        # In debug mode it would write every key to a file.
        super().__init__(debug=False)

    @property
    def is_waiting(self) -> bool:
        """Whether what was fed is not understood yet."""
        return self._timeout_time is not None

    def settle(self) -> list[Message]:
        """Takes what was fed for all there is: a lone Escape, or Alt with a key."""
        self._timeout_time = 0.0
        return list(self.tick())

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        if not sequence.startswith("\x1b["):
            return None
        found: list[events.Key] | None = _UNCACHED(self, sequence)
        return found


class KeyParser:
    """Reads sequences, and forgets one that makes no sense instead of typing it out."""

    def __init__(self) -> None:
        self._parser = SequenceParser()

    def read(self, sequence: str) -> list[Message]:
        """The events of plain text or of one whole escape sequence, without a leftover."""
        if not sequence:
            return []  # the stock parser takes an empty string for the end of all input
        try:
            found = list(self._parser.feed(sequence))
            if self._parser.is_waiting and len(sequence) <= 2:
                found += self._parser.settle()
        except (ValueError, OverflowError):
            # Numbers that are no character: the stock parser does not survive them.
            found = []
            self._parser = SequenceParser()
        if self._parser.is_waiting:
            self._parser = SequenceParser()
        return found
