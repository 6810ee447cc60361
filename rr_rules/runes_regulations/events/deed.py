"""A deed: one item of an effect, about to be judged, aimed or carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rr_rules.runes_regulations.faces.faces import Item
from rr_rules.runes_regulations.state.event import RULES, Effect, Path, Picked, Target
from rr_rules.runes_regulations.state.matching import seats_of
from rr_rules.runes_regulations.state.state import State

Seats = Sequence[int]


class Deed(NamedTuple):
    """An item in the hands of an effect."""

    state: State
    effect: Effect
    item: Item
    path: Path
    counted: bool = False
    """Judge with busy things counted: they may be free when the time comes (RR-CHAIN-03)."""
    picker: int | None = None
    """Inside a choice of others the one who picked: there it is `that_player`."""

    @property
    def picked(self) -> Picked | None:
        """What was chosen for this item when its link came up, or None."""
        return (self.effect.picks or {}).get(self.path)

    @property
    def picked_now(self) -> Picked:
        """What was chosen for this item, or a fresh place to choose into."""
        picks = self.effect.picks
        assert picks is not None, "an effect's choices are opened before it resolves"
        return picks.setdefault(self.path, Picked())

    def scope(self, word: str) -> tuple[int, ...]:
        """The seats that a scope word of this item names; a Regulation leaves some alone."""
        seats = self._named(word)
        if self.effect.seat != RULES or not self.state.exempt:
            return seats
        return tuple(seat for seat in seats if seat not in self.state.exempt)

    def _named(self, word: str) -> tuple[int, ...]:
        effect = self.effect
        # A Regulation has no "you": what it just says is done by the player it acts on.
        you = effect.seat if effect.seat != RULES else effect.acts_on
        that = effect.that if self.picker is None else self.picker
        return seats_of(self.state, word, you, that)

    def is_busy(self, card: int) -> bool:
        """Whether a waiting effect keeps this card from being chosen (RR-CHAIN-09, -10)."""
        if self.counted or card not in self.state.busy:
            return False
        return card != self.effect.card and card not in self.effect.free

    def is_new(self, card: int) -> bool:
        """Whether it is neither the source nor moved or named before, where "other" asks that."""
        effect = self.effect
        if not self.item.filter.other:
            return True
        if card == effect.card or card in effect.moved:
            return False
        earlier = [picked for path, picked in (effect.picks or {}).items() if path < self.path]
        return all(card != target.card for picked in earlier for target in picked.targets or ())

    @property
    def is_payment(self) -> bool:
        """Whether it must be done in full: an item of a price or a surcharge."""
        return self.path[0] < 0

    def owners(self, performer: int) -> tuple[int, ...]:
        """Whose things are affected when `performer` carries this out."""
        if not self.item.of:
            return (performer,)
        if self.state.choices.nefarious.regulations_spare_things:
            return self.scope(self.item.of)
        return self._named(self.item.of)


class Verb:
    """How one verb of the vocabulary works; each subclass is one word."""

    aims = False
    """Its controller names its thing when the link comes up (vocabulary, section 1)."""
    reveals = False
    """What follows it in the same effect is chosen only when it is carried out."""
    uses_up = False
    """Its thing is not there any more for the next item of a price."""

    def names_target(self, item: Item) -> bool:
        """Whether its controller names a target for this item: a card of a hand is none."""
        return self.aims

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether `seat` could carry out some part of it, by public facts."""
        raise NotImplementedError

    def fully(self, deed: Deed, seat: int) -> bool:
        """Whether `seat` could carry out all of it: what a price asks (RR-EFF-04)."""
        return self.able(deed, seat)

    def may_receive(self, deed: Deed, giver: int, seat: int) -> bool:
        """Whether a seat can be given what `giver` gives."""
        return giver != seat

    def candidates(self, deed: Deed, seat: int) -> Sequence[int]:
        """The things on the table that `seat` could choose for it now."""
        return ()

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Have the controller name the targets."""

    def standing(self, deed: Deed, targets: Sequence[Target]) -> list[int]:
        """The targets that are still where they were chosen, and legal (RR-CHAIN-12)."""
        stamp = deed.state.stamp
        return [target.card for target in targets if stamp[target.card] == target.stamp]

    def can_still(self, deed: Deed, picked: Picked) -> bool:
        """Whether anything of what was named for it can be done now."""
        if picked.targets is not None:
            return bool(self.standing(deed, picked.targets))
        return any(self.able(deed, seat) for seat in deed.scope(deed.item.who))

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Carry it out for these performers; whether all of it was done."""
        raise NotImplementedError


VERBS: dict[str, Verb] = {}
"""The verbs by word; `words.py` fills it, because some verbs are made of others."""
