"""Verbs that play cards and the Spinner as an effect: cast, summon, spin."""

from __future__ import annotations

from dataclasses import replace

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.casting import cast, pick_lawn, summon
from rr_rules.runes_regulations.events.deed import Deed, Seats, Verb
from rr_rules.runes_regulations.events.possible import castable_cards, summonable_cards
from rr_rules.runes_regulations.faces.faces import Filter, Item
from rr_rules.runes_regulations.faces.vocabulary import SPELLS
from rr_rules.runes_regulations.state.event import Picked, Target
from rr_rules.runes_regulations.state.matching import fits
from rr_rules.runes_regulations.state.places import pile_named
from rr_rules.runes_regulations.turn.spinner import spin
from rr_rules.runes_regulations.verbs.draw import hand_count

Choices = list[tuple[Option, int | None]]


def may_decline(deed: Deed, seat: int) -> bool:
    """A "you may" lets its user decline, also with cards (RR-HID-14); whom it names it binds."""
    return deed.effect.face.optional and seat == deed.effect.seat


async def pick_from_hand(deed: Deed, seat: int, verb: str, cards: list[int]) -> int | None:
    """One of the own cards in `cards`, or None; asked even with nothing to choose."""
    hand = deed.state.hand[seat]
    choices: Choices = [(Option(verb, "hand", seat, hand.index(card)), card) for card in cards]
    if may_decline(deed, seat) or not choices:
        choices.append((Option("pass"), None))
    return await pick(seat, f"{verb}_effect", choices, source=deed.effect.face.id, always=True)


class Cast(Verb):
    """CAST a Spell as an effect: its link comes next in the chain (RR-EDGE-28)."""

    def able(self, deed: Deed, seat: int) -> bool:
        """Hands are judged by their number alone, also one without Spells (RR-EDGE-04)."""
        return hand_count(deed, seat) > 0

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer may name a Spell it can cast."""
        done = False
        for seat in seats:
            state, hand = deed.state, deed.state.hand[seat]
            kinds = state.sides[seat].casts_as_spell
            spells = [card for card in hand if state.face[card].kind in kinds]
            cards = castable_cards(state, seat, spells)
            card = await pick_from_hand(deed, seat, "cast", cards) if hand and kinds else None
            if card is not None:
                done = await cast(deed.state, seat, card, deed.effect.lineage)
        return done


class Summon(Verb):
    """SUMMON a Creature as an effect, from the hand or from a discard pile (RR-TERM-05)."""

    aims = True

    def names_target(self, item: Item) -> bool:
        """Only a Creature of a pile."""
        return item.place != "hand"

    def able(self, deed: Deed, seat: int) -> bool:
        """Hands by their number; a caster who names a Spell counts the own cards as they are."""
        if deed.item.place != "hand":
            return bool(self._in_pile(deed, seat))
        # Not when it resolves: a Spell that does nothing at once would tell what is not held.
        is_named = deed.counted and deed.effect.face.kind in SPELLS
        if is_named and seat == deed.effect.seat:
            return bool(self._in_hand(deed, seat))
        return hand_count(deed, seat) > 0

    def _in_hand(self, deed: Deed, seat: int) -> list[int]:
        state, wanted = deed.state, _wanted(deed)
        cards = [card for card in state.hand[seat] if fits(state.face[card], wanted)]
        return summonable_cards(state, seat, cards, deed.effect.card)

    def _in_pile(self, deed: Deed, seat: int) -> list[tuple[Option, int]]:
        state, wanted = deed.state, _wanted(deed)
        pile = pile_named(state, deed.item.place)
        cards = [card for card in pile if fits(state.face[card], wanted)]
        free = [
            card
            for card in summonable_cards(state, seat, cards, deed.effect.card)
            if deed.is_new(card) and not deed.is_busy(card)
        ]
        return [
            (Option("pick", deed.item.place, -1, at), card)
            for at, card in enumerate(pile)
            if card in free
        ]

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Name the Creature of a face-up pile."""
        await self._name(deed, picked, deed.effect.seat)

    async def _name(self, deed: Deed, picked: Picked, seat: int) -> None:
        choices = self._in_pile(deed, seat) if deed.item.place != "hand" else []
        if choices:
            card = await pick(seat, "summon_from_pile", choices, source=deed.effect.face.id)
            picked.targets = (Target(card, deed.state.stamp[card]),)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer brings out one Creature."""
        done = False
        for seat in seats:
            card = await self._card(deed, seat)
            if card is not None:
                deed.effect.moved += (card,)
                source = deed.effect.face.id
                lawn = seat if deed.item.to else await pick_lawn(deed.state, seat, source)
                done = await summon(deed.state, seat, card, lawn, deed.effect.lineage)
        return done

    async def _card(self, deed: Deed, seat: int) -> int | None:
        if deed.item.place == "hand":
            cards = self._in_hand(deed, seat)
            held = deed.state.hand[seat]
            return await pick_from_hand(deed, seat, "summon", cards) if held else None
        # Only the controller has named its card beforehand.
        picked = deed.picked_now if seat == deed.effect.seat else Picked()
        if picked.targets is None:
            await self._name(deed, picked, seat)
        stamp = deed.state.stamp
        return next((t.card for t in picked.targets or () if stamp[t.card] == t.stamp), None)


def _wanted(deed: Deed) -> Filter:
    """What may be summoned: a card that names nothing means a Creature, never a Beast."""
    said = deed.item.filter
    return said if said.what else replace(said, what="creature")


class Spin(Verb):
    """SPIN the Spinner and apply the result to the performer (RR-TERM-03)."""

    reveals = True

    def able(self, deed: Deed, seat: int) -> bool:
        """Always."""
        return True

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer spins."""
        for seat in seats:
            await spin(deed.state, seat, lineage=deed.effect.lineage)
        return True
