"""Idiom: what the players of one game call the things that are at every table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rr_rules.kernel.game import CardText


@dataclass(frozen=True, slots=True)
class Idiom:
    """One game's words, where those of its rules are not what people say.

    A game that has none is spoken of by the labels and kinds that its rules name.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    """What kinds of card are called where that is not the kind's own word."""
    families: Mapping[str, str] = field(default_factory=dict)
    """The families of cards, by the letter that stands for each."""
    piles: Mapping[str, str] = field(default_factory=dict)
    """Piles that are shuffled, by the label without "_deck" and "_"."""
    rolls: Mapping[str, str] = field(default_factory=dict)
    """What a roll decides, by its label."""
    acts: Mapping[str, str] = field(default_factory=dict)
    """Acts of which the labels are too long for the prompt's bar, in short."""
    spins: frozenset[str] = frozenset()
    """The labels of rolls that are shown on a Spinner."""
    declaring: str = ""
    """What comes of what a seat declares in the lobby."""
    windows: Mapping[str, str] = field(default_factory=dict)
    """The kinds of event that open reaction windows, as one passes them."""

    does: Mapping[str, str] = field(default_factory=dict)
    """What whoever has the turn does in a phase of it, as the others read who wait."""

    asks: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Acts after which something is asked that has a usual answer: that answer, and the question.
    """
    asks_after: frozenset[str] = frozenset()
    """The questions of which those acts are answers; elsewhere a card says what follows."""

    # What not every game has, so that nobody is told of keys that do nothing.
    arranged: tuple[str, ...] = ("hand",)
    """The zones whose order is their owner's to change."""
    is_sorted: bool = False
    """Whether the board shows them sorted, whatever their order is."""
    rules: bool = False
    """Whether a rule for everybody may be in force, which stands on the board."""
    roles: bool = False
    """Whether players may have secret roles."""
    lays: bool = False
    """Whether things are held over a lattice and laid."""
    lettered: frozenset[str] = frozenset({"draw", "undo"})
    """Acts with a letter of their own, besides those that say yes or decline."""

    def asked_after(self, verb: str) -> Mapping[str, tuple[str, str]]:
        """Answers to such a question after which something is asked that has a usual answer."""
        return self.asks if verb in self.asks_after else {}

    def kind_of(self, card: CardText) -> str:
        """Of what kind a card is, and of what family."""
        if card.kind in self.kinds:
            return self.kinds[card.kind]
        family = self.families.get(card.letter, "")
        return f"{card.kind.capitalize()}{f', {family}' if family else ''}"
