"""Bytes into lines: from a script, and from a person at a terminal that we must echo ourselves."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterator
from enum import Enum

from rr_net.safetext import is_safe


class NoLine(Enum):
    """What may come in the place of a line."""

    TOO_LONG = 1
    END = 2


Line = str | NoLine

ERASE = "\b \b"


class ScriptLines:
    """Splits what a program sends at its newlines; a line too long is dropped whole."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.part = bytearray()
        """The line that has begun."""
        self._dropping = False

    def feed(self, content: bytes) -> Iterator[Line]:
        """The lines that `content` completes."""
        *ended, rest = content.split(b"\n")
        for piece in ended:
            self._append(piece)
            yield self._finished()
        self._append(rest)

    def finish(self) -> Iterator[Line]:
        """What is left when the input ends: a last line without a newline counts."""
        if self.part or self._dropping:
            yield self._finished()
        yield NoLine.END

    def _append(self, piece: bytes) -> None:
        if self._dropping or len(self.part) + len(piece) > self._limit:
            self._dropping = True
            self.part.clear()
        else:
            self.part += piece

    def _finished(self) -> Line:
        line: Line = NoLine.TOO_LONG
        if not self._dropping:
            line = self.part.removesuffix(b"\r").decode("utf-8", "replace")
        self.part.clear()
        self._dropping = False
        return line


class TypedLines:
    """What a terminal's own line editor would do: a pseudo-terminal client leaves it to the host.

    What is echoed holds no escape character, whatever was typed.
    """

    def __init__(self, limit: int) -> None:
        self.echo = ""
        self._limit = limit
        self._line: list[str] = []
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._after = ""

    def feed(self, content: bytes) -> Iterator[Line]:
        """The lines that were finished; what to send back is added to `echo`."""
        for char in self._decode(content):
            line = self._typed(char)
            if line is not None:
                yield line

    def finish(self) -> Iterator[Line]:
        """The terminal is gone: what was half typed does not count."""
        yield NoLine.END

    def take_echo(self) -> str:
        """What the terminal must show of what was typed since the last call."""
        echo, self.echo = self.echo, ""
        return echo

    def _typed(self, char: str) -> Line | None:
        before, self._after = self._after, char
        if self._is_in_sequence(before, char):
            return None
        if char in "\r\n":
            return None if before + char == "\r\n" else self._entered()
        if char in "\x03\x04":
            return self._broken_off(char)
        self._edited(char)
        return None

    def _is_in_sequence(self, before: str, char: str) -> bool:
        # Arrow keys and their kind: ESC, then [ or O, then up to a letter or ~. None of it is text.
        if char == "\x1b" or (before == "\x1b" and char in "[O"):
            self._after = char if char == "\x1b" else "\x1b["
            return True
        if before == "\x1b[" and not "@" <= char <= "~":
            self._after = before
            return True
        return before in {"\x1b", "\x1b["}

    def _entered(self) -> Line:
        line = "".join(self._line)
        self._line.clear()
        self.echo += "\r\n"
        return line

    def _broken_off(self, char: str) -> Line | None:
        if not self._line:
            self.echo += "\r\n"
            return NoLine.END
        if char == "\x03":
            self._line.clear()
            self.echo += "^C\r\n"
        return None

    def _edited(self, char: str) -> None:
        if char in "\b\x7f":
            self._erase(1)
        elif char == "\x15":
            self._erase(len(self._line))
        elif is_safe(char) and len(self._line) < self._limit:
            self._line.append(char)
            self.echo += char

    def _erase(self, count: int) -> None:
        for _ in range(min(count, len(self._line))):
            self.echo += ERASE * _cells(self._line.pop())


def _cells(char: str) -> int:
    if unicodedata.category(char).startswith("M"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
