"""The slow hash: work that nobody can have done before the contributions were fixed.

It is a chain of segments whose values are all kept, so that each can be checked alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from rr_net.fairness.base.hash import Tag, hashed, number

LENGTH = 32


@dataclass(frozen=True, slots=True)
class Grind:
    """The slow hash of one frozen event: whoever has a thread for it calls `values`."""

    gid: str
    event: int
    digest: str
    """F, hex: where it begins."""
    iterations: int
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
        salt = hashed(Tag.SLOW, bytes.fromhex(self.gid), number(self.event), number(at))
        rounds = self.iterations // self.segments
        return hashlib.pbkdf2_hmac("sha256", bytes.fromhex(before), salt, rounds, LENGTH).hex()
