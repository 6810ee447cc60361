"""Which cards may be played together (RG-STEP1-03, RG-COMP, RG-COMBO)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from rr_rules.kernel.requests import Option
from rr_rules.regicide.cards import ACE, COMMON, JESTERS, RANK

MOST = 10
"""The greatest sum of a set of equal numbers."""
TWO, FIVE = 2, 5
"""No number outside of these makes a set within the sum."""
ALONE, JESTER = 0, 6
SHAPES = bytes(
    [rank if rank <= FIVE else ALONE for rank in RANK[:COMMON]] + [JESTER] * len(JESTERS)
).ljust(256, b"\0")
"""By card, all of it that says with which others it may be played; for `bytes.translate`."""

Play = tuple[int, ...]
"""Positions in a hand, ascending."""

Options = tuple[Option, ...]

SMALL = [bytes([rank]) for rank in range(TWO, FIVE + 1)]
YIELD, FLIP = Option("yield"), Option("flip")


def shape_of(hand: Iterable[int]) -> bytes:
    """All of a hand that says which of its cards may be played together."""
    return bytes(hand).translate(SHAPES)


def plays_of(shape: bytes) -> list[Play]:
    """Every legal play of a hand but Jesters: singles, companion pairs, sets of one number."""
    places = [at for at, kind in enumerate(shape) if kind != JESTER]
    found: list[Play] = [(at,) for at in places]
    aces = [at for at in places if shape[at] == ACE]
    if aces:
        found += _with_companion(places, aces)
    for rank in range(TWO, FIVE + 1):
        if shape.count(rank) > 1:
            found += _sets(rank, [at for at in places if shape[at] == rank])
    return found


def _with_companion(places: Sequence[int], aces: Sequence[int]) -> list[Play]:
    """A companion and one other card, another companion too, never a Jester."""
    return sorted({(min(ace, at), max(ace, at)) for ace in aces for at in places if at != ace})


def _sets(rank: int, places: Sequence[int]) -> list[Play]:
    most = min(len(places), MOST // rank)
    return [each for size in range(2, most + 1) for each in combinations(places, size)]


def play_options(seat: int, hand: Iterable[int], may_yield: bool, may_flip: bool) -> Options:
    """All that a seat may do at the beginning of its turn."""
    shape = shape_of(hand)
    for kind in SMALL:
        if shape.count(kind) == 1:  # without an equal it is a card like any other
            shape = shape.replace(kind, b"\0")
    return _options_of(seat, shape, may_yield, may_flip)


# Kept: every turn begins with this question, and most hands have a shape that was seen before.
@lru_cache(maxsize=1 << 14)
def _options_of(seat: int, shape: bytes, may_yield: bool, may_flip: bool) -> Options:
    options = [_option(seat, places) for places in plays_of(shape)]
    # Two Jesters are alike: the first stands for both.
    if (at := shape.find(JESTER)) >= 0:
        options.append(Option("jester", "hand", seat, at))
    if may_yield:
        options.append(YIELD)
    if may_flip:
        options.append(FLIP)
    return tuple(options)


@lru_cache(maxsize=1 << 12)
def _option(seat: int, places: Play) -> Option:
    if len(places) == 1:
        return Option("play", "hand", seat, places[0])
    return Option("play", "hand", seat, -1, places)
