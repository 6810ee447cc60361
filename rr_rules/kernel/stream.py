"""A counter stream over HMAC-SHA-256: the one source of seeded numbers.

Block i of the stream is HMAC-SHA-256(key, "drbg" || u64(i)), big-endian. A number below n takes
ceil(bits / 8) bytes of the stream for bits = bit_length(n - 1), drops the surplus high bits and
is drawn anew while it is not below n (fairness.md, derivations).
"""

from __future__ import annotations

import hmac

BYTE = 256
"""How many values a byte has."""


class Stream:
    """An endless, reproducible sequence of uniform numbers."""

    __slots__ = ("_buffer", "_counter", "_key", "_used")

    def __init__(self, key: bytes) -> None:
        """Start the stream of `key`; equal keys give equal streams."""
        self._key = key
        self._counter = 0
        self._buffer = b""
        self._used = 0

    @classmethod
    def seeded(cls, seed: int) -> Stream:
        """The stream of a small number, for tests, bots and searches."""
        return cls(b"seed" + seed.to_bytes(16, "big", signed=True))

    def take(self, count: int) -> bytes:
        """The next `count` bytes."""
        while len(self._buffer) - self._used < count:
            self._buffer = self._buffer[self._used :] + self._block()
            self._used = 0
        taken = self._buffer[self._used : self._used + count]
        self._used += count
        return taken

    def _block(self) -> bytes:
        block = hmac.digest(self._key, b"drbg" + self._counter.to_bytes(8, "big"), "sha256")
        self._counter += 1
        return block

    def below(self, bound: int) -> int:
        """A uniform number in range(bound); `bound` is at least 1."""
        assert bound > 0, "there is no number below 0"
        bits = (bound - 1).bit_length()
        count = (bits + 7) // 8
        while True:
            number = int.from_bytes(self.take(count), "big") & ((1 << bits) - 1)
            if number < bound:
                return number

    def order(self, count: int) -> tuple[int, ...]:
        """A uniform permutation of range(count): Fisher-Yates from the top index down."""
        order = list(range(count))
        for i in range(count - 1, BYTE - 1, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        self._mix(order, min(count, BYTE))
        return tuple(order)

    def _mix(self, order: list[int], count: int) -> None:
        """Permute the first `count`, at most 256, in place: `below` written out for one byte."""
        # Decks are shuffled here, and every table that a bot imagines: 0.2 us a card, not 0.6.
        buffer, used, i = self._buffer, self._used, count - 1
        while i > 0:
            mask = (1 << i.bit_length()) - 1
            while i > mask >> 1:
                if used == len(buffer):
                    buffer, used = self._block(), 0
                j = buffer[used] & mask
                used += 1
                if j <= i:
                    order[i], order[j] = order[j], order[i]
                    i -= 1
        self._buffer, self._used = buffer, used
