"""A record's head as a QR code: rows of half blocks, or of two characters a module.

It holds what the twelve words hold, 132 bits, so that it stays a version 2 code: 33 by 17 cells
with its quiet zone.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

import segno

HEAD_DIGITS = 33
"""Hexadecimal digits of the head in the code: 132 bits, as many as twelve words."""
QUIET = 4
"""Light modules around the code: the standard asks for four."""

# By what is dark: the upper half of a cell, then the lower.
_HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def text_of(size: int, head: str) -> str:
    """What a phone reads: the record's size, and the beginning of its head."""
    return f"RR1 {size} {head[:HEAD_DIGITS].upper()}"


@lru_cache(maxsize=64)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code with its quiet zone: true is dark."""
    code = segno.make(text, error="l", boost_error=False, micro=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.matrix_iter(border=QUIET))


def half_blocks(text: str) -> tuple[str, ...]:
    """Two modules a cell, one above the other; what is light is drawn."""
    rows = modules(text)
    light = (False,) * len(rows[0])
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=light)
    return tuple("".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs)
