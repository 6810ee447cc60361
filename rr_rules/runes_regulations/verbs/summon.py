"""The verb summon."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.casting import Act, pick_lawn, summon
from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.possible import summonable_cards
from rr_rules.runes_regulations.events.things import hand_count, pick_from_hand
from rr_rules.runes_regulations.faces.verb import Filter, Narrowed
from rr_rules.runes_regulations.faces.vocabulary import (
    LEFT_OUT,
    SPELLS,
    Flag,
    FromOne,
    Scope,
    Single,
    Unfit,
)
from rr_rules.runes_regulations.state.event import Picked, Target
from rr_rules.runes_regulations.state.matching import fits
from rr_rules.runes_regulations.state.places import pile_named
from rr_rules.runes_regulations.text.words import OWNERS, source, things


@dataclass(frozen=True, slots=True, kw_only=True)
class Summon(Narrowed, Doable):
    """SUMMON a Creature as an effect, from the hand or from a discard pile (RR-TERM-05)."""

    do: Literal["summon"] = "summon"
    what: Literal["creature", "sacrificial", "beast"] = LEFT_OUT
    who: Scope = "you"
    may: Flag = False
    then: Flag = False
    place: FromOne[Literal["hand", "main_discard", "forbidden_discard"]] = "hand"
    to: Single = LEFT_OUT

    aims = True

    def clause(self, possessive: str, that: str) -> str:
        """SUMMON a Creature from your hand."""
        onto = f" onto {OWNERS[self.to]} Lawn" if self.to else ""
        return f"SUMMON {things(self, 'Creature')} from {source(self.place, possessive)}{onto}"

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """It goes to the Lawn of the one who summons."""
        if self.to not in ("", self.who):
            expected = f"{self.who}: the Lawn of the one who summons"
            yield Unfit("is another's Lawn", expected, word="to")

    @property
    def names_target(self) -> bool:
        """Only a Creature of a pile."""
        return self.place != "hand"

    def able(self, deed: Deed, seat: int) -> bool:
        """Hands by their number; a caster who names a Spell counts the own cards as they are."""
        if self.place != "hand":
            return bool(self._in_pile(deed, seat))
        # Not when it resolves: a Spell that does nothing at once would tell what is not held.
        is_named = deed.counted and deed.effect.face.kind in SPELLS
        if is_named and seat == deed.effect.seat:
            return bool(self._in_hand(deed, seat))
        return hand_count(deed, seat) > 0

    def _in_hand(self, deed: Deed, seat: int) -> list[int]:
        state, wanted = deed.state, self._wanted()
        cards = [card for card in state.hand[seat] if fits(state.face[card], wanted)]
        return summonable_cards(state, seat, cards, deed.effect.card, deed.beside)

    def _in_pile(self, deed: Deed, seat: int) -> list[tuple[Option, int]]:
        state, wanted = deed.state, self._wanted()
        pile = pile_named(state, self.place)
        cards = [card for card in pile if fits(state.face[card], wanted)]
        free = [
            card
            for card in summonable_cards(state, seat, cards, deed.effect.card)
            if deed.is_new(card) and not deed.is_busy(card)
        ]
        return [
            (Option("pick", self.place, -1, at), card)
            for at, card in enumerate(pile)
            if card in free
        ]

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Name the Creature of a face-up pile."""
        await self._name(deed, picked, deed.effect.seat)

    async def _name(self, deed: Deed, picked: Picked, seat: int) -> None:
        choices = self._in_pile(deed, seat) if self.place != "hand" else []
        if choices:
            card = await pick(seat, "summon_from_pile", choices, source=deed.source)
            picked.targets = (Target(card, deed.state.stamp[card]),)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer brings out one Creature."""
        done = False
        for seat in seats:
            card = await self._card(deed, seat)
            if card is not None:
                deed.effect.moved += (card,)
                lawn = seat if self.to else await pick_lawn(deed.state, seat, deed.source)
                act = await summon(deed.state, seat, card, lawn, deed.effect.lineage)
                done = act is Act.DONE
        return done

    async def _card(self, deed: Deed, seat: int) -> int | None:
        if self.place == "hand":
            cards = self._in_hand(deed, seat)
            held = deed.state.hand[seat]
            return await pick_from_hand(deed, seat, "summon", cards) if held else None
        picked = deed.named_by(seat)
        if picked.targets is None:
            await self._name(deed, picked, seat)
        stamp = deed.state.stamp
        return next((t.card for t in picked.targets or () if stamp[t.card] == t.stamp), None)

    def _wanted(self) -> Filter:
        """What may be summoned: a card that names nothing means a Creature, never a Beast."""
        return self.filter if self.what else replace(self.filter, what="creature")
