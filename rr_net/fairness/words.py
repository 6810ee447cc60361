"""A head in words that people can read aloud and compare."""

from __future__ import annotations

from functools import cache

from mnemonic import Mnemonic

FEW, ALL = 4, 12
"""How many words are read aloud at a turn's end, and how many at the game's."""

BITS = 11
"""So many bits of a head stand for a word: the list has 2048."""


def words_of(head: str, count: int = ALL) -> tuple[str, ...]:
    """The first words of a head given in hex; the few are the beginning of the many."""
    bits = int(head, 16) >> (4 * len(head) - BITS * count)
    numbers = (bits >> (BITS * at) & (1 << BITS) - 1 for at in reversed(range(count)))
    return tuple(_english()[number] for number in numbers)


@cache
def _english() -> tuple[str, ...]:
    """The word list of BIP-39."""
    return tuple(Mnemonic("english").wordlist)
