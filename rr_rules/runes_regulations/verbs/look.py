"""The verb look: the performer alone sees a hand, a Fence or the top of the Main deck."""

from __future__ import annotations

from rr_rules.kernel.flow import choose, pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import Deed, Seats, Verb
from rr_rules.runes_regulations.events.road import enforce
from rr_rules.runes_regulations.faces.faces import Item
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Picked
from rr_rules.runes_regulations.state.knowing import see
from rr_rules.runes_regulations.state.places import players
from rr_rules.runes_regulations.state.view import LogEvent


class Look(Verb):
    """Look; what was seen stays known to the looker until it moves."""

    aims = True
    reveals = True

    def names_target(self, item: Item) -> bool:
        """Only the player whose cards they are."""
        return item.place != "main_deck"

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is anything to see."""
        if deed.item.place == "main_deck":
            # What is kept goes to a hand: only those who may hold such cards look (NN-REP-10).
            stock = deed.state.street.regular.cards
            holds = deed.state.sides[seat].cards is stock or not deed.item.keep
            return holds and zones.can_take(deed.state, stock)
        return any(self._cards(deed, owner) for owner in self._owners(deed, seat))

    def _owners(self, deed: Deed, seat: int) -> list[int]:
        return [owner for owner in deed.owners(seat) if owner != seat or not deed.item.of]

    def _cards(self, deed: Deed, owner: int) -> list[int]:
        return (deed.state.hand if deed.item.place == "hand" else deed.state.fence)[owner]

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Name the player whose cards are looked at."""
        if deed.item.place != "main_deck":
            await self._name(deed, picked, deed.effect.seat)

    async def _name(self, deed: Deed, picked: Picked, seat: int) -> None:
        owners = [owner for owner in self._owners(deed, seat) if self._cards(deed, owner)]
        if owners:
            face = deed.effect.face.id
            picked.player = await pick(seat, "look", players(owners), source=face)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Look once for each performer."""
        done = False
        for seat in seats:
            if deed.item.place == "main_deck":
                done = self.able(deed, seat) and await self._look_at_deck(deed, seat)
            else:
                done = await self._look_at_player(deed, seat)
        return done

    async def _look_at_player(self, deed: Deed, seat: int) -> bool:
        state = deed.state
        # Only the controller has named somebody beforehand.
        picked = deed.picked_now if seat == deed.effect.seat else Picked()
        if picked.player < 0:
            await self._name(deed, picked, seat)
        if picked.player < 0:
            return False
        deed.effect.that = picked.player
        cards = self._cards(deed, picked.player)
        see(state, seat, cards)
        seen = state.seen.get(seat, [])
        state.seen[seat] = seen + [card for card in cards if card not in seen]
        place = deed.item.place
        if cards:
            zones.log(state, LogEvent("look", seat, picked.player, other=place, n=len(cards)))
        return bool(cards)

    async def _look_at_deck(self, deed: Deed, seat: int) -> bool:
        state = deed.state
        cards = await zones.look_at_top(state, seat, deed.item.n)
        if not cards:
            return False
        zones.log(state, LogEvent("look", seat, seat, other="main_deck", n=len(cards)))
        before, state.seen = state.seen, state.seen | {seat: cards}
        kept: list[int] = []
        while len(kept) < deed.item.keep and len(cards) > 0:
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
        return cards.pop(await choose(seat, verb, options, source=deed.effect.face.id))
