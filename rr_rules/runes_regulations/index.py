"""What a deck can do at all, worked out once: which events have answers, which rules exist."""

from __future__ import annotations

from dataclasses import dataclass

from rr_rules.runes_regulations.faces import Deck, Face
from rr_rules.runes_regulations.kinds import RUNES

Key = tuple[bool, str]
"""(would, event): the moment a trigger waits for."""


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """Facts about a deck that never change during a game."""

    answered: frozenset[Key]
    """Moments that some card other than a Rune answers."""
    runes: dict[Key, tuple[Face, ...]]
    """The Rune faces for each moment: who may react is told from these (RR-HID-16)."""
    rules: frozenset[str]
    """The kinds of lasting rule in the deck."""
    by_id: dict[str, Face]

    @classmethod
    def of(cls, deck: Deck) -> Index:
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
        rules = [rule for face in deck.faces for rule in face.rules] + given
        return cls(
            frozenset(answered), runes, frozenset(rule.rule for rule in rules),
            {face.id: face for face in deck.faces},
        )  # fmt: skip
