"""The verb take."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from rr_rules.kernel.flow import confirm, pick, roll
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.replacements import may_hold, share_cards
from rr_rules.runes_regulations.events.road import enforce
from rr_rules.runes_regulations.events.things import hand_over, suits
from rr_rules.runes_regulations.faces.verb import Narrowed
from rr_rules.runes_regulations.faces.vocabulary import (
    LEFT_OUT,
    Flag,
    FromOne,
    Number,
    Scope,
    Single,
    Unfit,
)
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Picked, Target
from rr_rules.runes_regulations.state.places import pile_named, players
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.text.words import OWNERS, PLACES, things


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(Narrowed, Doable):
    """Move a card to the performer's hand: `that`, from a face-up pile, or blind from a hand."""

    do: Literal["take"] = "take"
    what: Literal["card", "spell", "creature", "sacrificial", "that"]
    who: Scope = "you"
    of: Single = LEFT_OUT
    n: Number = 1
    up_to: Flag = False
    may: Flag = False
    then: Flag = False
    place: FromOne[Literal["hand", "main_discard", "forbidden_discard"]] = LEFT_OUT

    aims = True

    def clause(self, possessive: str, that: str) -> str:
        """Take a card at random from any neighbor's hand."""
        if self.what == "that":
            return f"add {that} to {possessive} hand"
        if self.place == "hand":
            owner = OWNERS.get(self.of, "any neighbor's")
            return f"take {things(self)} at random from {owner} hand"
        choice = "" if self.n > 1 or self.up_to else f" of {possessive} choice"
        return f"add {things(self)}{choice} from {PLACES[self.place]} to {possessive} hand"

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """A hand is somebody's and nobody sees its cards; of a pile it is one card."""
        if self.what != "that" and "from" not in said:
            places = "a place: hand, main_discard or forbidden_discard"
            yield Unfit("is missing", places, word="from")
        if self.place == "main_discard" and (self.n != 1 or self.up_to):
            yield Unfit("is more than one", "one card of a pile", self.n, word="n")
        if self.place != "hand":
            if "of" in said:
                expected = "no of: only a hand is somebody's"
                yield Unfit("means nothing there", expected, word="of")
            return
        if "of" not in said:
            yield Unfit("is missing", "whose hand it is", word="of")
        if self.what != "card":
            yield Unfit("is not seen in a hand", "card", word="what")
        if self.of == self.who:
            yield Unfit("is nobody to take from", "another player", word="of")

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is a card to take."""
        if self.place == "hand":
            return any(deed.state.hand[owner] for owner in self._owners(deed, seat))
        return bool(self._choices(deed, seat))

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Name the card of a face-up pile, or the player whose hand it is."""
        await self._name(deed, picked, deed.effect.seat)

    async def _name(self, deed: Deed, picked: Picked, seat: int) -> None:
        if self.place == "hand":
            await self._aim_at_player(deed, picked, seat)
        elif chosen := await self._pick_open(deed, seat):
            picked.targets = tuple(Target(card, deed.state.stamp[card]) for card in chosen)

    async def _pick_open(self, deed: Deed, seat: int) -> list[int]:
        """As many face-up cards as it says; of "up to" so many at least one."""
        chosen: list[int] = []
        while len(chosen) < self.n:
            left: list[tuple[Option, int | None]] = [
                (option, card) for option, card in self._choices(deed, seat) if card not in chosen
            ]
            if left and chosen and self.up_to:
                left.append((Option("done"), None))
            card = await pick(seat, "take", left, source=deed.source) if left else None
            if card is None:
                break
            chosen.append(card)
        return chosen

    async def _aim_at_player(self, deed: Deed, picked: Picked, seat: int) -> None:
        owners = [owner for owner in self._owners(deed, seat) if deed.state.hand[owner]]
        if owners:
            picked.player = await pick(seat, "take_from", players(owners), source=deed.source)

    def _owners(self, deed: Deed, seat: int) -> list[int]:
        state = deed.state
        return [o for o in deed.owners(seat) if o != seat and share_cards(state, o, seat)]

    def _choices(self, deed: Deed, seat: int) -> list[tuple[Option, int]]:
        state, effect = deed.state, deed.effect
        if self.filter.what == "that":
            card = effect.happening.card
            takes = may_hold(state, seat, card) and self._still_there(deed, card)
            return [(Option("pick"), card)] if takes else []
        return [
            (Option("pick", self.place, -1, at), card)
            for at, card in enumerate(pile_named(state, self.place))
            if suits(deed, card) and not deed.is_busy(card) and may_hold(state, seat, card)
        ]

    def _still_there(self, deed: Deed, card: int) -> bool:
        """Whether the event's card is where the event put it: a pile, or waiting to be cast."""
        state = deed.state
        if card not in state.limbo and card not in zones.discard_pile(state, card):
            return False
        if not suits(deed, card):
            return False
        return state.stamp[card] == deed.effect.that_stamp

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Take it; everybody saw a face-up card go (RR-HID-03)."""
        done = False
        for seat in seats:
            picked = deed.named_by(seat)
            if self.place == "hand":
                done = await self._take_blind(deed, picked, seat)
            else:
                done = await self._take_open(deed, picked, seat)
                await enforce(deed.state)
        return done

    async def _take_open(self, deed: Deed, picked: Picked, seat: int) -> bool:
        state = deed.state
        if picked.targets is None:
            await self._name(deed, picked, seat)
        standing = self.standing(deed, picked.targets or ())
        for card in standing:
            if card in state.limbo:
                zones.out_of_limbo(state, card)
            else:
                zones.off_discard(state, card)
            zones.to_hand(state, seat, card, zones.EVERYBODY)
            deed.effect.moved += (card,)
            face = state.face[card].id
            zones.log(state, LogEvent("take", seat, seat, face, deed.effect.face.id))
        return len(standing) >= (1 if self.up_to else self.n)

    async def _take_blind(self, deed: Deed, picked: Picked, seat: int) -> bool:
        """Take as many as it says, one at a time and each at random."""
        state, taken = deed.state, 0
        if picked.player < 0:
            await self._aim_at_player(deed, picked, seat)
        if picked.player < 0:
            return False
        deed.effect.that = picked.player
        while taken < self.n and (hand := state.hand[picked.player]):
            if taken and self.up_to and not await self._goes_on(deed, seat):
                break
            card = hand[await roll(len(hand), "random card")]
            hand_over(state, picked.player, seat, card, "take")
            await enforce(state)
            taken += 1
        return taken >= (1 if self.up_to else self.n)

    async def _goes_on(self, deed: Deed, seat: int) -> bool:
        return await confirm(seat, "may", source=deed.source)
