"""The verb look."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from rr_rules.kernel.flow import choose, pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.road import enforce
from rr_rules.runes_regulations.faces.vocabulary import (
    LEFT_OUT,
    AtOne,
    Flag,
    Number,
    Scope,
    Single,
    Small,
    Unfit,
)
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Picked
from rr_rules.runes_regulations.state.knowing import see
from rr_rules.runes_regulations.state.places import players
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.text.words import OWNERS, top


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Doable):
    """Look; what was seen stays known to the looker until it moves."""

    do: Literal["look"] = "look"
    place: AtOne[Literal["hand", "fence", "main_deck"]]
    who: Scope = "you"
    of: Single = LEFT_OUT
    n: Number = 1
    may: Flag = False
    then: Flag = False
    keep: Small = 0

    aims = True
    reveals = True

    def clause(self, possessive: str, that: str) -> str:
        """Look at any neighbor's hand."""
        owner = OWNERS.get(self.of, possessive)
        if self.place == "hand":
            return f"look at {owner} hand"
        if self.place == "fence":
            return f"look at {owner} Runes"
        seen = f"look at {top(self.n)} of the Main deck"
        if self.keep:
            return f"{seen}, add {self.keep} to {possessive} hand and put the rest on the bottom"
        return f"{seen} and put {'it' if self.n == 1 else 'them'} on the bottom"

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """A deck is nobody's, and of a hand or a Fence all is seen."""
        is_deck = self.place == "main_deck"
        for word in [each for each in (("of",) if is_deck else ("n", "keep")) if each in said]:
            expected = f"no {word} with at = {self.place}"
            yield Unfit("means nothing there", expected, word, word=word)
        if not is_deck and "of" not in said:
            yield Unfit("is missing", f"whose {self.place} it is", word="of")
        if self.keep > self.n:
            yield Unfit("is more than seen", f"at most {self.n}", word="keep")

    @property
    def names_target(self) -> bool:
        """Only the player whose cards they are."""
        return self.place != "main_deck"

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is anything to see."""
        if self.place == "main_deck":
            # What is kept goes to a hand: only those who may hold such cards look (NN-REP-10).
            stock = deed.state.street.regular.cards
            holds = deed.state.sides[seat].cards is stock or not self.keep
            return holds and zones.can_take(deed.state, stock)
        return any(self._cards(deed, owner) for owner in self._owners(deed, seat))

    def _owners(self, deed: Deed, seat: int) -> list[int]:
        return [owner for owner in deed.owners(seat) if owner != seat or not self.of]

    def _cards(self, deed: Deed, owner: int) -> list[int]:
        return (deed.state.hand if self.place == "hand" else deed.state.fence)[owner]

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Name the player whose cards are looked at."""
        if self.place != "main_deck":
            await self._name(deed, picked, deed.effect.seat)

    async def _name(self, deed: Deed, picked: Picked, seat: int) -> None:
        owners = [owner for owner in self._owners(deed, seat) if self._cards(deed, owner)]
        if owners:
            picked.player = await pick(seat, "look", players(owners), source=deed.source)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Look once for each performer."""
        done = False
        for seat in seats:
            if self.place == "main_deck":
                done = self.able(deed, seat) and await self._look_at_deck(deed, seat)
            else:
                done = await self._look_at_player(deed, seat)
        return done

    async def _look_at_player(self, deed: Deed, seat: int) -> bool:
        state = deed.state
        picked = deed.named_by(seat)
        if picked.player < 0:
            await self._name(deed, picked, seat)
        if picked.player < 0:
            return False
        deed.effect.that = picked.player
        cards = self._cards(deed, picked.player)
        see(state, seat, cards)
        seen = state.seen.get(seat, [])
        state.seen[seat] = seen + [card for card in cards if card not in seen]
        place = self.place
        if cards:
            zones.log(state, LogEvent("look", seat, picked.player, other=place, n=len(cards)))
        return bool(cards)

    async def _look_at_deck(self, deed: Deed, seat: int) -> bool:
        state = deed.state
        cards = await zones.look_at_top(state, seat, self.n)
        if not cards:
            return False
        zones.log(state, LogEvent("look", seat, seat, other="main_deck", n=len(cards)))
        before, state.seen = state.seen, state.seen | {seat: cards}
        kept: list[int] = []
        while len(kept) < self.keep and len(cards) > 0:
            kept.append(await self._take_one(deed, seat, cards, "keep"))
        under = [await self._take_one(deed, seat, cards, "under") for _ in range(len(cards))]
        state.seen = before
        for card in kept:
            face = state.face[card].id
            zones.log(state, LogEvent("keep", seat, seat, face, seen=(seat,)))
        await zones.keep_and_put_under(state, seat, kept, under)
        await enforce(state)
        return True

    async def _take_one(self, deed: Deed, seat: int, cards: list[int], verb: str) -> int:
        """One of the cards that are left, chosen by the looker; the last one needs no question."""
        options = [Option("pick", "seen", seat, at) for at in range(len(cards))]
        return cards.pop(await choose(seat, verb, options, source=deed.source))
