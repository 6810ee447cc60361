"""The slow hash: work that nobody can have done before the contributions were fixed.

It is a chain of segments whose values are all kept, so that each can be checked alone. A segment is
a chain of hashes of messages that are long, so that a library spends its time on the blocks as the
best program would, and none of it on framing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from rr_net.fairness.base.hash import Tag, hashed, number

MESSAGE = 8_192
"""The most blocks in a message, which is 2**19 bytes then: browsers copy longer ones slowly."""
TWICE = 2
"""So many values of 32 bytes fill a block."""


def long_hash(value: bytes, blocks: int) -> bytes:
    """The 32 bytes that so many blocks of SHA-256 make of 32 bytes: LONG of docs/fairness.md.

    At 20 million blocks a second, which is usual, a second of work for each 20 million.
    """
    while blocks > 0:
        some = min(blocks, MESSAGE)
        value = hashlib.sha256(value * (TWICE * some)).digest()
        blocks -= some
    return value


@dataclass(frozen=True, slots=True)
class Grind:
    """The slow hash of one frozen event: whoever has a thread for it calls `values`."""

    gid: str
    event: int
    opening: int
    """Of the event, from 1: the last one."""
    digest: str
    """F, hex: where it begins."""
    blocks: int
    """Of all segments together."""
    segments: int

    def values(self) -> tuple[str, ...]:
        """y[1] to the last, hex: seconds of work, during which other threads may run."""
        found: list[str] = []
        for at in range(1, self.segments + 1):
            found.append(self.segment(at, found[-1] if found else self.digest))
        return tuple(found)

    def segment(self, at: int, before: str) -> str:
        """y[at], hex, from the value before it; the first is number 1."""
        place = (number(self.event), number(self.opening), number(at))
        begin = hashed(Tag.SLOW, bytes.fromhex(self.gid), *place, bytes.fromhex(before))
        return long_hash(begin, self.blocks // self.segments).hex()
