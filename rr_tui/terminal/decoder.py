"""What a client sends, cut into typed text, key sequences, pastes and acknowledgements.

Everything here is pure and bounded: no clock of its own, and whatever comes in, little is kept.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

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


ESC = 0x1B
ACKNOWLEDGEMENT = b"\x1b[0n"
FOCUS = {b"\x1b[I": True, b"\x1b[O": False}
PASTE_START = b"\x1b[200~"
PASTE_END = b"\x1b[201~"

PASTE_LIMIT = 4096
"""Bytes of one paste that are kept; the rest is dropped."""

SEQUENCE_LIMIT = 64
INPUT_RATE = 64_000
INPUT_BURST = 16_384
# What a paste brings beyond its limit costs only its decryption: it may come faster.
WASTE_RATE = 1_000_000
WASTE_BURST = 1_000_000
# The text of one token: small, so that a flood is handed on in small portions.
TYPED_LIMIT = 64

# Only these reach the key parser. In-band sizes, cursor reports and unknown replies never do.
KEY = re.compile(rb"\x1b(?:[^\[O]|O.|\[[\d;:]*[~^@uA-FHPQSZa-d]|\[\[[A-E])?", re.DOTALL)
MOUSE = re.compile(rb"\x1b\[<\d{1,5};-?\d{1,5};-?\d{1,5}[Mm]")
SYNCHRONIZED = re.compile(rb"\x1b\[\?2026;[123]\$y")


@dataclass(frozen=True, slots=True)
class Typed:
    """Plain text, at most `TYPED_LIMIT` characters."""

    text: str


@dataclass(frozen=True, slots=True)
class KeySequence:
    """A whole escape sequence of a key."""

    text: str


@dataclass(frozen=True, slots=True)
class MouseSequence:
    """A whole escape sequence of the mouse."""

    text: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """A paste, cut to `PASTE_LIMIT`."""

    text: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The terminal has drawn everything up to a status request."""


@dataclass(frozen=True, slots=True)
class DrawsWhole:
    """The terminal can hold a frame back until it is whole."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The terminal's window has come to the front, or has gone from there."""

    is_in_front: bool


Token = Typed | KeySequence | MouseSequence | Pasted | Acknowledged | DrawsWhole | Focus


class Allowance:
    """A bucket of bytes that fills at a steady rate."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = 0.0

    def room(self, now: float) -> int:
        """How many bytes may come now."""
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        return max(0, int(self._level))

    def spend(self, count: int) -> None:
        """Takes bytes out; the level may fall below nothing."""
        self._level -= count

    def wait(self, now: float) -> float:
        """Seconds until the bucket is half full again, 0 unless it is nearly empty."""
        if self.room(now) > self._burst / 16:
            return 0.0
        return (self._burst / 2 - self._level) / self._rate


class InputDecoder:
    """Cuts the bytes of one client into tokens and drops what is too much."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = bytearray()
        self._pasting = False
        self._paste = bytearray()
        self._tail = b""
        self._typing = Allowance(INPUT_RATE, INPUT_BURST)
        self._waste = Allowance(WASTE_RATE, WASTE_BURST)
        self._found: list[Token] = []

    @property
    def is_waiting(self) -> bool:
        """Whether an escape sequence has begun that may be a lone Escape key."""
        return bool(self._held)

    @property
    def is_pasting(self) -> bool:
        """Whether a paste has begun and not ended."""
        return self._pasting

    def breather(self, now: float) -> float:
        """Seconds for which nothing more should be read, after too much has come."""
        return max(self._typing.wait(now), self._waste.wait(now))

    def feed(self, content: bytes, now: float) -> list[Token]:
        """Cuts more bytes into tokens; beyond the allowance they are dropped."""
        position = 0
        while position < len(content):
            if self._pasting:
                position = self._pasted(content, position, now)
            elif room := self._typing.room(now):
                stop = min(len(content), position + room)
                reached = self._typed(content, position, stop)
                self._typing.spend(reached - position)
                position = reached
            else:
                self._start_afresh()
                break
        return self._taken()

    def expire(self) -> list[Token]:
        """What a sequence was that did not go on: a lone Escape, or nothing."""
        held = bytes(self._held)
        self._held.clear()
        if len(held) <= 2:
            self._found.append(KeySequence(held.decode("ascii", "replace")))
        return self._taken()

    def expire_paste(self) -> list[Token]:
        """Ends a paste whose end never came, so that keys work again."""
        self._paste += self._tail[: PASTE_LIMIT - len(self._paste)]
        self._end_paste()
        return self._taken()

    def _taken(self) -> list[Token]:
        found, self._found = self._found, []
        return found

    def _start_afresh(self) -> None:
        self._held.clear()
        self._decoder.reset()

    def _typed(self, content: bytes, position: int, stop: int) -> int:
        """Reads text and sequences up to `stop` or to the start of a paste."""
        while position < stop and not self._pasting:
            if self._held:
                position = self._sequence(content, position)
            else:
                position = self._plain(content, position, stop)
        return position

    def _plain(self, content: bytes, position: int, stop: int) -> int:
        escape = content.find(ESC, position, stop)
        end = stop if escape < 0 else escape
        # A character cut in two by an escape sequence is no character any more.
        text = self._decoder.decode(content[position:end], escape >= 0)
        for start in range(0, len(text), TYPED_LIMIT):
            self._found.append(Typed(text[start : start + TYPED_LIMIT]))
        if escape < 0:
            return stop
        self._held.append(ESC)
        return escape + 1

    def _sequence(self, content: bytes, position: int) -> int:
        byte = content[position]
        if byte == ESC:
            if len(self._held) == 1:
                self._found.append(KeySequence("\x1b"))
            self._held[:] = b"\x1b"
            return position + 1
        if byte >= 0x80 or (len(self._held) > 1 and byte < 0x20):
            self._held.clear()
            return position
        self._held.append(byte)
        if _is_whole(self._held):
            self._finished(bytes(self._held))
        elif len(self._held) > SEQUENCE_LIMIT:
            # The rest belongs to it still; no key begins like this.
            self._held[:] = b"\x1b[>"
        return position + 1

    def _finished(self, sequence: bytes) -> None:
        self._held.clear()
        if sequence == ACKNOWLEDGEMENT:
            self._found.append(Acknowledged())
        elif sequence in FOCUS:
            self._found.append(Focus(FOCUS[sequence]))
        elif sequence == PASTE_START:
            self._pasting = True
        elif SYNCHRONIZED.fullmatch(sequence):
            self._found.append(DrawsWhole())
        elif MOUSE.fullmatch(sequence):
            self._found.append(MouseSequence(sequence.decode("ascii")))
        elif sequence != PASTE_END and KEY.fullmatch(sequence):
            self._found.append(KeySequence(sequence.decode("ascii")))

    def _pasted(self, content: bytes, position: int, now: float) -> int:
        """Keeps the start of a paste; returns where it ends or the end of the content."""
        window = self._tail + content[position:]
        end = window.find(PASTE_END)
        body = window[:end] if end >= 0 else window[: -len(PASTE_END) + 1]
        kept = body[: PASTE_LIMIT - len(self._paste)]
        self._paste += kept
        self._waste.room(now)
        self._waste.spend(len(body) - len(kept))
        if end < 0:
            self._tail = window[len(body) :]
            return len(content)
        reached = position + end + len(PASTE_END) - len(self._tail)
        self._end_paste()
        return reached

    def _end_paste(self) -> None:
        # A character cut in two by the limit is left out: the decoder is not told of the end.
        text = codecs.getincrementaldecoder("utf-8")("replace").decode(bytes(self._paste))
        self._pasting = False
        self._paste.clear()
        self._tail = b""
        self._found.append(Pasted(text.replace("\0", "")))


def _is_whole(sequence: bytearray) -> bool:
    """Whether a sequence that starts with ESC is complete."""
    last = sequence[-1]
    if sequence[1] == ord("["):
        # The Linux console sends ESC [ [ A for F1.
        if sequence[2:3] == b"[":
            return len(sequence) == 4
        return len(sequence) > 2 and 0x40 <= last <= 0x7E
    return len(sequence) == 3 or sequence[1] != ord("O")
