"""The host's secret R: everything random and everything hidden of one game derives from it."""

from __future__ import annotations

import hmac

from rr_net.fairness.base.hash import Tag, hash_of, hashed, keyed, number

LENGTH = 32
ONE_NUMBER = number(8)
"""What frames a number: it is eight bytes long."""


class Secret:
    """R of one game, which never shows itself in a log, a traceback or a repr.

    Every derivation names the game, so that a secret used twice by mistake deals two decks.
    """

    __slots__ = ("_game", "_key")

    def __init__(self, key: bytes, gid: str) -> None:
        """Bind 32 random bytes to the game `gid`."""
        assert len(key) == LENGTH, "a secret is 32 bytes"
        self._key = key
        self._game = bytes.fromhex(gid)

    def __repr__(self) -> str:
        return "Secret(hidden)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(self._key + self._game, other._key + other._game)

    __hash__ = None  # type: ignore[assignment]

    @property
    def commitment(self) -> str:
        """cR, hex: what is published before the deal, and what the opened secret must give."""
        return hashed(Tag.COMMITMENT, self._game, self._key).hex()

    def derive(self, tag: Tag, *parts: bytes) -> bytes:
        """32 bytes for one purpose of this game, which tell nothing about any others."""
        return keyed(self._key, tag, self._game, *parts)

    def derive_each(self, tag: Tag, parts: tuple[bytes, ...], count: int) -> list[bytes]:
        """What `derive` gives for these parts and each number below `count` after them."""
        begun = hash_of(tag, self._game, *parts)
        found = []
        for at in range(count):
            said = begun.copy()
            said.update(ONE_NUMBER + number(at))
            found.append(hmac.digest(self._key, said.digest(), "sha256"))
        return found

    def reveal(self) -> bytes:
        """The bytes themselves: for the journal's locked file, and for everybody at the close."""
        return self._key
