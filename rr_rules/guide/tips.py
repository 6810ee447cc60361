"""Tips: one line above a question, when a phase or a kind of card is new to a player."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rr_rules.guide.source import entries
from rr_rules.registry import Edition

FILE = "tips.toml"
LONGEST = 54
"""Characters of a tip with the usual keys: it shares a line of 80 with the key that ends them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tip:
    """One thing worth knowing when it is met for the first time."""

    id: str
    """By which a player has met it."""
    say: str
    """What is said; "{board.where}" stands for the key of that action."""
    typed: str = ""
    """What is said where lines are typed; "" for the same, which then names no key."""
    verbs: tuple[str, ...] = ()
    """What the question asks for; nothing for any question."""
    kinds: tuple[str, ...] = ()
    """Kinds of card of which one is in the hand; nothing for any hand."""
    edition: str = ""
    """The edition that it belongs to, by name; "" for every one of its game."""

    def fits(self, verb: str, kinds: Collection[str]) -> bool:
        """Whether it is about this question with these kinds of card in hand."""
        is_asked = not self.verbs or verb in self.verbs
        return is_asked and (not self.kinds or not set(self.kinds).isdisjoint(kinds))


def tips(edition: Edition) -> tuple[Tip, ...]:
    """The tips of an edition, those first that say most."""
    found = entries(edition.game, FILE, "tip", Tip)
    return tuple(each for each in found if each.edition in ("", edition.name))


def next_tip(
    edition: Edition, verb: str, kinds: Collection[str], met: Collection[str]
) -> Tip | None:
    """The first tip that fits and has not been met."""
    fitting = (each for each in tips(edition) if each.id not in met and each.fits(verb, kinds))
    return next(fitting, None)
