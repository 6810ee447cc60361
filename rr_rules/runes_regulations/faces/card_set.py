"""What a deck can do at all, worked out once: which events have answers, which rules exist."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rr_rules.runes_regulations.faces.faces import Deck, Face, LimitRule
from rr_rules.runes_regulations.faces.verb import Rule
from rr_rules.runes_regulations.faces.vocabulary import RUNES

DEFAULTS = {"hand": 7, "rune": 3, "summoning": 2}
"""The limits without any rule (RR-HLIM-01, RR-RLIM-01, RR-SLIM-01)."""

Key = tuple[bool, str]
"""(would, event): the moment a trigger waits for."""


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """Facts about a deck that never change during a game."""

    answered: frozenset[Key]
    """Moments that some card other than a Rune answers."""
    runes: dict[Key, tuple[Face, ...]]
    """The Rune faces for each moment: who may react is told from these (RR-HID-16)."""
    awaited: frozenset[Key]
    """Moments that any card answers."""
    lawn_rules: frozenset[str]
    """The kinds of lasting rule that Creatures carry."""
    regulation_rules: frozenset[str]
    """The kinds of lasting rule that Regulations carry."""
    granted_rules: frozenset[str]
    """The kinds of lasting rule that effects put in force."""
    forbidden: frozenset[str]
    """The acts that some rule of the deck can forbid."""
    least: dict[str, int]
    """For each limit the smallest it can become: below it nobody need ask the rules."""
    least_beside: dict[str, int]
    """The same without the Regulations' part, which the active one alone plays."""
    by_id: dict[str, Face]
    copies_of: dict[str, range]
    """By the face's id its physical cards: copies of one face have neighbouring ids."""

    @staticmethod
    @lru_cache(maxsize=8)
    def of(deck: Deck) -> Index:
        """The index of a deck."""
        runes: dict[Key, tuple[Face, ...]] = {}
        answered: set[Key] = set()
        for face in deck.faces:
            if face.trigger is None:
                continue
            key = (face.trigger.would, face.trigger.event)
            if face.kind in RUNES:
                runes[key] = (*runes.get(key, ()), face)
            else:
                answered.add(key)
        given = [item.gives for face in deck.faces for item in face.effects if item.gives]
        regulations = [r for face in deck.faces if face.kind == "regulation" for r in face.rules]
        creatures = [r for face in deck.faces if face.kind != "regulation" for r in face.rules]
        rules = regulations + creatures + given
        beside = [face for face in deck.faces if face.kind != "regulation"]
        return Index(
            frozenset(answered), runes, frozenset(answered | set(runes)),
            _kinds(creatures), _kinds(regulations), _kinds(given),
            frozenset(act for rule in rules if rule.rule == "cannot" for act in rule.act),
            {which: _least(deck.faces, which) for which in DEFAULTS},
            {which: _least(beside, which) for which in DEFAULTS},
            {face.id: face for face in deck.faces}, _copies_of(deck.faces),
        )  # fmt: skip


def _copies_of(faces: Iterable[Face]) -> dict[str, range]:
    found: dict[str, range] = {}
    first = 0
    for face in faces:
        found[face.id] = range(first, first + face.copies)
        first += face.copies
    return found


def _kinds(rules: Iterable[Rule]) -> frozenset[str]:
    return frozenset(rule.rule for rule in rules)


def _least(faces: Iterable[Face], which: str) -> int:
    """The smallest value that a limit can take with the rules of these faces."""
    least, taken = DEFAULTS[which], 0
    for face in faces:
        for rule in face.rules:
            if isinstance(rule, LimitRule) and rule.which == which:
                least = min(least, rule.set if rule.set is not None else least)
                taken += min(rule.add or 0, 0) * face.copies
        # A grant may be given again and again: with one there is no telling.
        gives = [item.gives for item in face.effects if item.gives]
        if any(rule.rule == "limit" and rule.which == which for rule in gives):
            return 0
    return max(least + taken, 0)
