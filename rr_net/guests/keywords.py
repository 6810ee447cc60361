"""Two words for a key, by which people tell apart who stands at the door."""

from __future__ import annotations

from functools import lru_cache
from hashlib import scrypt

from rr_net.fairness.base.note import english, words_of
from rr_net.safetext import SafeText

COUNT = 2
BETWEEN = "-"
SALT = b"runes key words"
# 22 bits are soon tried through, so that a try shall cost something: about 6 ms and 2 MiB.
WORK = {"n": 2048, "r": 8, "p": 1}


@lru_cache(4096)
def words_of_key(fingerprint: str) -> SafeText:
    """The words of a key, as in `otter-lamp`: the same on every screen, for the same fingerprint.

    They are 22 bits, made slowly. Whoever wants to be sure compares the whole fingerprint.
    """
    digest = scrypt(fingerprint.encode(), salt=SALT, dklen=32, **WORK)
    return SafeText(BETWEEN.join(words_of(digest.hex(), COUNT)))


def reads_as_words(text: str) -> bool:
    """Whether a text could be the words of some key."""
    parts = text.casefold().split(BETWEEN)
    return len(parts) == COUNT and all(part in _known() for part in parts)


@lru_cache(1)
def _known() -> frozenset[str]:
    return frozenset(english())
