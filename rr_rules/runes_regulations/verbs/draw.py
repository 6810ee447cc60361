"""Verbs on cards in hands, decks and piles: draw, discard, take, give, add_rune, reshuffle."""

from __future__ import annotations

from rr_rules.kernel.flow import confirm, pick, roll
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import EACH, Deed, Seats, Verb
from rr_rules.runes_regulations.events.replacements import may_hold, share_cards
from rr_rules.runes_regulations.events.road import draw, enforce, propose, settle
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Event, Picked, Target
from rr_rules.runes_regulations.state.knowing import looked_at
from rr_rules.runes_regulations.state.matching import fits
from rr_rules.runes_regulations.state.places import pile_named, players, stock_named
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent


def hand_count(deed: Deed, seat: int) -> int:
    """How many cards `seat` has to give: a Spell that is about to be cast is not one of them."""
    hand = deed.state.hand[seat]
    return len(hand) - (deed.effect.card in hand)


def suits(deed: Deed, card: int) -> bool:
    """Whether a card that lies on no Lawn is what the item speaks of."""
    return fits(deed.state.face[card], deed.item.filter) and deed.is_new(card)


class Draw(Verb):
    """DRAW from the top of the own deck, one card at a time (RR-TERM-01, NN-EX-01)."""

    reveals = True

    def able(self, deed: Deed, seat: int) -> bool:
        """A DRAW counts as possible while any card of the own deck is left (RR-EDGE-03)."""
        return zones.can_draw(deed.state, seat)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Draw `n` for each, the hand limit enforced after each card (RR-EDGE-14)."""
        drew = [await draw(deed.state, seat, deed.item.n) for seat in seats]
        return all(drew)


class Discard(Verb):
    """DISCARD own cards, one after the other; each is an event of its own (RR-TERM-02)."""

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is a card: hands are judged by their number alone (RR-EDGE-04)."""
        return hand_count(deed, seat) > 0

    def fully(self, deed: Deed, seat: int) -> bool:
        """Whether there are as many cards as it asks for."""
        return hand_count(deed, seat) >= deed.item.n

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer discards; those of one round at the same moment."""
        paid = True
        for _ in range(deed.item.n):
            # Of several players one who holds cards, but no such card, is passed over (RR-EDGE-04).
            holding = [s for s in seats if deed.item.who not in EACH or self.able(deed, s)]
            group = [it for seat in seats if (it := await self._choose(deed, seat)) is not None]
            deed.effect.moved += tuple(it.card for it in group)
            done = await propose(deed.state, group, deed.effect.lineage) if group else []
            passed = deed.item.who in EACH and len(holding) == len(seats)
            paid = paid and all(done) and (len(group) == len(seats) or passed)
        return paid

    async def _choose(self, deed: Deed, seat: int) -> Event | None:
        choices = self._choices(deed, seat)
        if not choices:
            return None
        chooser = deed.effect.seat if deed.item.chooser else seat
        face = deed.effect.face.id
        card = await pick(chooser, "discard", choices, source=face, always=True)
        return Event("discard", seat, seat, card)

    def _choices(self, deed: Deed, seat: int) -> list[tuple[Option, int]]:
        state = deed.state
        if deed.item.chooser:
            seen = looked_at(state, deed.effect.seat)
            places = [("seen", deed.effect.seat, at, card) for at, card in enumerate(seen)]
        else:
            places = [("hand", seat, at, card) for at, card in enumerate(state.hand[seat])]
        return [
            (Option("pick", zone, whose, at), card)
            for zone, whose, at, card in places
            if card in state.hand[seat] and suits(deed, card)
        ]


class Take(Verb):
    """Move a card to the performer's hand: `that`, from a face-up pile, or blind from a hand."""

    aims = True

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is a card to take."""
        if deed.item.place == "hand":
            return any(deed.state.hand[owner] for owner in self._owners(deed, seat))
        return bool(self._choices(deed, seat))

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Name the card of a face-up pile, or the player whose hand it is."""
        await self._name(deed, picked, deed.effect.seat)

    async def _name(self, deed: Deed, picked: Picked, seat: int) -> None:
        if deed.item.place == "hand":
            await self._aim_at_player(deed, picked, seat)
        elif chosen := await self._pick_open(deed, seat):
            picked.targets = tuple(Target(card, deed.state.stamp[card]) for card in chosen)

    async def _pick_open(self, deed: Deed, seat: int) -> list[int]:
        """As many face-up cards as it says; of "up to" so many at least one."""
        chosen: list[int] = []
        while len(chosen) < deed.item.n:
            left: list[tuple[Option, int | None]] = [
                (option, card) for option, card in self._choices(deed, seat) if card not in chosen
            ]
            if left and chosen and deed.item.up_to:
                left.append((Option("done"), None))
            card = await pick(seat, "take", left, source=deed.effect.face.id) if left else None
            if card is None:
                break
            chosen.append(card)
        return chosen

    async def _aim_at_player(self, deed: Deed, picked: Picked, seat: int) -> None:
        owners = [owner for owner in self._owners(deed, seat) if deed.state.hand[owner]]
        if owners:
            face = deed.effect.face.id
            picked.player = await pick(seat, "take_from", players(owners), source=face)

    def _owners(self, deed: Deed, seat: int) -> list[int]:
        state = deed.state
        return [o for o in deed.owners(seat) if o != seat and share_cards(state, o, seat)]

    def _choices(self, deed: Deed, seat: int) -> list[tuple[Option, int]]:
        state, effect = deed.state, deed.effect
        if deed.item.filter.what == "that":
            card = effect.happening.card
            takes = may_hold(state, seat, card) and self._still_there(deed, card)
            return [(Option("pick"), card)] if takes else []
        return [
            (Option("pick", deed.item.place, -1, at), card)
            for at, card in enumerate(pile_named(state, deed.item.place))
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
            # Only the controller has named beforehand.
            picked = deed.picked_now if seat == deed.effect.seat else Picked()
            if deed.item.place == "hand":
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
        return len(standing) >= (1 if deed.item.up_to else deed.item.n)

    async def _take_blind(self, deed: Deed, picked: Picked, seat: int) -> bool:
        """Take as many as it says, one at a time and each at random."""
        state, taken = deed.state, 0
        if picked.player < 0:
            await self._aim_at_player(deed, picked, seat)
        if picked.player < 0:
            return False
        deed.effect.that = picked.player
        while taken < deed.item.n and (hand := state.hand[picked.player]):
            if taken and deed.item.up_to and not await self._goes_on(deed, seat):
                break
            card = hand[await roll(len(hand), "random card")]
            hand_over(state, picked.player, seat, card, "take")
            await enforce(state)
            taken += 1
        return taken >= (1 if deed.item.up_to else deed.item.n)

    async def _goes_on(self, deed: Deed, seat: int) -> bool:
        return await confirm(seat, "may", source=deed.effect.face.id)


def hand_over(state: State, giver: int, taker: int, card: int, kind: str) -> None:
    """Move a hand card to another hand, and tell the two of them its face."""
    zones.hand_over(state, giver, taker, card)
    face, seen = state.face[card].id, (giver, taker)
    zones.log(state, LogEvent(f"{kind}_card", giver, taker, face, seen=seen))


class GiveCard(Verb):
    """Give a card of one's own choice from the hand, hidden, to another player."""

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is a card to give and somebody else to take it."""
        return bool(self.receivers(deed, seat)) and hand_count(deed, seat) > 0

    def may_receive(self, deed: Deed, giver: int, seat: int) -> bool:
        """Nobody of the other side may (NN-REP-10)."""
        return giver != seat and share_cards(deed.state, giver, seat)

    def receivers(self, deed: Deed, giver: int) -> list[int]:
        """Who may get a card from `giver`."""
        return [s for s in deed.scope(deed.item.to) if self.may_receive(deed, giver, s)]

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer picks a card, which goes to the receiver."""
        state, done = deed.state, True
        for seat in seats:
            receivers = self.receivers(deed, seat)
            choices = [
                (Option("pick", "hand", seat, at), card)
                for at, card in enumerate(state.hand[seat])
                if suits(deed, card)
            ]
            if not choices or not receivers:
                done = False
                continue
            picked = deed.picked
            to = picked.to if picked and picked.to in receivers else receivers[0]
            card = await pick(seat, "give", choices, source=deed.effect.face.id, always=True)
            deed.effect.moved += (card,)
            hand_over(state, seat, to, card, "give")
            await enforce(state)
        return done


class AddRune(Verb):
    """Put the top Runes on the Fence one by one (RR-SPIN-02)."""

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether a Rune of its own kind is left in deck or discard."""
        return zones.can_take(deed.state, deed.state.sides[seat].runes)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Add `n` for each, the Rune limit enforced after each."""
        added = True
        for seat in seats:
            for _ in range(deed.item.n):
                added = await zones.add_rune(deed.state, seat) and added
                await enforce(deed.state)
        return added


class NewRegulation(Verb):
    """Turn up the top Regulation; the old one goes under the deck (RR-SPIN-05)."""

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is another one: the only Regulation of a deck stays (RR-CARD-07)."""
        return bool(deed.state.regulation_deck)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Turn one up for each performer."""
        done = [await propose(deed.state, [Event("new_regulation", seat)], deed.effect.lineage)
                for seat in seats]  # fmt: skip
        return all(all(one) for one in done)


class Reshuffle(Verb):
    """Shuffle a discard pile into its deck: nobody knows any position afterwards."""

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is anything to shuffle in."""
        return bool(pile_named(deed.state, deed.item.place))

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Shuffle the discard pile and its deck together."""
        if not pile_named(deed.state, deed.item.place):
            return False
        await zones.reform(deed.state, stock_named(deed.state, deed.item.place))
        await settle(deed.state, [])
        return True
