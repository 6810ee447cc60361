"""Which cards may be played together (RG-STEP1-03, RG-COMP, RG-COMBO)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rr_rules.regicide.cards import ACE, COMMON, RANK

MOST = 10
"""The greatest sum of a set of equal numbers."""
TWO, FIVE = 2, 5
"""No number outside of these makes a set within the sum."""

Play = tuple[int, ...]
"""Positions in a hand, ascending."""


def plays(hand: Sequence[int]) -> list[Play]:
    """Every legal play of a hand but Jesters: singles, companion pairs, sets of one number."""
    singles: list[Play] = []
    aces: list[int] = []
    equal: dict[int, list[int]] = {}
    for at, card in enumerate(hand):
        if card >= COMMON:
            continue
        singles.append((at,))
        rank = RANK[card]
        if rank == ACE:
            aces.append(at)
        elif TWO <= rank <= FIVE:
            equal.setdefault(rank, []).append(at)
    found = singles
    if aces:
        found = singles + _with_companion(hand, aces)
    for rank, places in equal.items():
        if len(places) > 1:
            found = found + _sets(rank, places)
    return found


def _with_companion(hand: Sequence[int], aces: Sequence[int]) -> list[Play]:
    """A companion and one other card, another companion too, never a Jester."""
    pairs = {
        (min(ace, at), max(ace, at))
        for ace in aces
        for at, card in enumerate(hand)
        if at != ace and card < COMMON
    }
    return sorted(pairs)


def _sets(rank: int, places: Sequence[int]) -> list[Play]:
    most = min(len(places), MOST // rank)
    return [each for size in range(2, most + 1) for each in combinations(places, size)]
