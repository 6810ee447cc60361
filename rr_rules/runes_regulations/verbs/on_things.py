"""Verbs on Creatures and Runes: hex, restore, destroy, steal, return, sacrifice, give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import ANY, EACH, Deed, Seats, Verb
from rr_rules.runes_regulations.events.lasting import bans_on, cannot, is_banned
from rr_rules.runes_regulations.events.road import enforce, propose
from rr_rules.runes_regulations.faces.vocabulary import CREATURES, IMMUNE, RUNES
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Event, Picked, Target
from rr_rules.runes_regulations.state.matching import fits
from rr_rules.runes_regulations.state.view import LogEvent

Choice = tuple[Option, int]
"""An option and the card behind it."""

ONE = (*ANY, "that_player")
"""Scopes whose choice singles a player out."""

Thing = tuple[str, int, int, int]
"""Zone, owner, position and card."""


class OnThings(Verb):
    """A verb that moves or marks things that lie on Lawns or Fences."""

    kind = ""
    aims = True

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is at least one thing it could be done to."""
        return next(self._things(deed, seat), None) is not None

    def fully(self, deed: Deed, seat: int) -> bool:
        """Whether there are as many things as it asks for; an "all" over nothing is done."""
        if deed.item.all:
            return True
        found = Counter(option.seat for option, _ in self.choices(deed, seat))
        if deed.item.of in EACH:
            return all(found[owner] for owner in deed.owners(seat))
        # Several things are all of one player.
        most = max(found.values(), default=0)
        return most >= (1 if deed.item.up_to else deed.item.n)

    def candidates(self, deed: Deed, seat: int) -> Sequence[int]:
        """The things that `seat` could choose for it now."""
        return [card for _, card in self.choices(deed, seat)]

    def choices(self, deed: Deed, seat: int) -> list[Choice]:
        """Everything `seat` may choose for it now, each with its place."""
        return [
            (Option("pick", zone, owner, at), card)
            for zone, owner, at, card in self._things(deed, seat)
        ]

    def _things(self, deed: Deed, seat: int) -> Iterator[Thing]:
        """Everything `seat` may choose for it now."""
        what, state = deed.item.filter.what, deed.state
        if what in ("that", "this"):
            yield from self._reference(deed, seat, what)
            return
        zone, rows = ("fence", state.fence) if what == "rune" else ("lawn", state.lawn)
        bans, crossing = bans_on(state, self.kind), bool(state.exempt)
        for owner in deed.owners(seat):
            for at, card in enumerate(rows[owner]):
                if not self.allowed(deed, seat, owner, card) or deed.is_busy(card):
                    continue
                if bans and is_banned(state, bans, self.happening(seat, owner, card)):
                    continue
                if crossing and cannot(state, self.happening(seat, owner, card)):
                    continue
                yield zone, owner, at, card

    def _reference(self, deed: Deed, seat: int, what: str) -> Iterator[Thing]:
        effect, state = deed.effect, deed.state
        if what == "that":
            card, stamp = effect.happening.card, effect.that_stamp
        else:
            card, stamp = effect.card, effect.this_stamp
        if state.stamp[card] != stamp and not (what == "this" and card in effect.moved):
            return
        zone, owner = "lawn", state.lawn_of(card)
        if owner < 0:
            zone, owner = "fence", state.fence_of(card)
        if owner < 0 or not self.allowed(deed, seat, owner, card):
            return
        if deed.item.of and owner not in deed.owners(seat):
            return
        if not cannot(state, self.happening(seat, owner, card)):
            cards = (state.lawn if zone == "lawn" else state.fence)[owner]
            yield zone, owner, cards.index(card), card

    def allowed(self, deed: Deed, seat: int, owner: int, card: int) -> bool:
        """Whether `seat` may do it to a thing of `owner`, as far as its own words go."""
        state, wanted = deed.state, deed.item.filter
        hexed = card in state.hexed
        if not fits(state.face[card], wanted, hexed=hexed) or not self.suits(state.face[card].kind,
                                                                             hexed):  # fmt: skip
            return False
        return deed.is_new(card)

    def suits(self, kind: str, hexed: bool) -> bool:
        """Whether the verb can be done to a thing of this kind in this state at all."""
        if kind in IMMUNE and self.kind in IMMUNE[kind]:
            return False
        return kind in CREATURES or kind in RUNES

    def happening(self, seat: int, owner: int, card: int) -> Event:
        """What is proposed for one thing."""
        return Event(self.kind, seat, owner, card)

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Have the controller name its targets; "all" chooses nothing (RR-CHAIN-09)."""
        if deed.item.all:
            return
        cards = await self.pick(deed, deed.effect.seat)
        picked.targets = tuple(Target(card, deed.state.stamp[card]) for card in cards)
        if cards and deed.item.of in ONE:
            picked.player = owner_of(deed, cards[0])

    async def pick(self, deed: Deed, seat: int, taken: Sequence[int] = ()) -> list[int]:
        """Have `seat` choose the things: all from one player where there are several.

        `taken` is what others have chosen for the same moment: it is no choice any more.
        """
        if deed.item.all:
            return [card for _, card in self.choices(deed._replace(counted=True), seat)]
        if deed.item.of in EACH:
            return await self._pick_of_each(deed, seat, taken)
        chosen: list[int] = []
        while len(chosen) < deed.item.n:
            card = await self._pick_next(deed, seat, chosen, taken)
            if card is None:
                break
            chosen.append(card)
        if chosen and deed.item.of in ONE:
            deed.effect.that = owner_of(deed, chosen[0])
        return chosen

    async def _pick_next(
        self, deed: Deed, seat: int, chosen: list[int], taken: Sequence[int]
    ) -> int | None:
        found = [choice for choice in self.choices(deed, seat) if choice[1] not in taken]
        owners = {owner_of(deed, chosen[0])} if chosen else _owners_to_begin_with(deed, found)
        left: list[tuple[Option, int | None]] = [
            (option, card) for option, card in found if card not in chosen and option.seat in owners
        ]
        if not left:
            return None
        if chosen and deed.item.up_to:
            left.append((Option("done"), None))
        return await _ask(deed, seat, self.kind, left)

    async def _pick_of_each(self, deed: Deed, seat: int, taken: Sequence[int]) -> list[int]:
        chosen = []
        for owner in deed.owners(seat):
            left: list[tuple[Option, int | None]] = [
                (option, card)
                for option, card in self.choices(deed, seat)
                if option.seat == owner and card not in taken
            ]
            if left and (card := await _ask(deed, seat, self.kind, left)) is not None:
                chosen.append(card)
        return chosen

    def standing(self, deed: Deed, targets: Sequence[Target]) -> list[int]:
        """The targets it can still be done to; a busy one was legal when it was chosen."""
        choices = self.choices(deed._replace(counted=True), deed.effect.seat)
        legal = [card for _, card in choices]
        return [card for card in super().standing(deed, targets) if card in legal]

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Do it to what was chosen, all performers' things at the same moment."""
        chosen: list[tuple[int, int]] = []
        for seat in seats:
            taken = [card for _, card in chosen]
            chosen += [(seat, card) for card in await self._targets(deed, seat, taken)]
        # Chosen one after the other, done together: an earlier pick may have moved nothing yet.
        group = [self.happening(seat, owner_of(deed, card), card) for seat, card in chosen]
        deed.effect.moved += tuple(card for _, card in chosen)
        done = await self.do(deed, group)
        wanted = 1 if deed.item.up_to else 0 if deed.item.all else deed.item.n * len(seats)
        return sum(done) >= wanted and all(done)

    async def do(self, deed: Deed, group: list[Event]) -> list[bool]:
        """Let it happen; for each thing, whether it did."""
        return await propose(deed.state, group, deed.effect.lineage) if group else []

    async def _targets(self, deed: Deed, seat: int, taken: Sequence[int]) -> list[int]:
        """What was named when the link came up, as far as it is still legal; else pick now."""
        picked = deed.picked
        if picked is None or picked.targets is None or seat != deed.effect.seat:
            return await self.pick(deed, seat, taken)
        if picked.player >= 0:
            # Whoever was named is singled out, also if the thing itself is gone.
            deed.effect.that = picked.player
        return self.standing(deed, picked.targets)


def _owners_to_begin_with(deed: Deed, found: Sequence[Choice]) -> set[int]:
    """Whose things may be chosen first: in a price those of a player with enough of them."""
    counts = Counter(option.seat for option, _ in found)
    wanted = deed.item.n if deed.is_payment and not deed.item.up_to else 1
    return {owner for owner, count in counts.items() if count >= wanted}


async def _ask(
    deed: Deed, seat: int, verb: str, choices: list[tuple[Option, int | None]]
) -> int | None:
    # The number of a Fence's slots is public, but which one is meant is not (RR-HID-13).
    always = any(option.zone == "fence" for option, _ in choices)
    return await pick(seat, verb, choices, source=deed.effect.face.id, always=always)


def owner_of(deed: Deed, card: int) -> int:
    """On whose Lawn or Fence a card is."""
    owner = deed.state.lawn_of(card)
    return owner if owner >= 0 else deed.state.fence_of(card)


class Hex(OnThings):
    """HEX: put a Shrub token on a Mythical Creature (RR-TERM-07)."""

    kind = "hex"

    def suits(self, kind: str, hexed: bool) -> bool:
        """Only an unhexed Creature that can be a shrub (NN-CARD-09)."""
        return kind == "creature" and not hexed


class Restore(OnThings):
    """RESTORE: take the token off; the Creature enters anew (RR-TERM-08)."""

    kind = "restore"

    def suits(self, kind: str, hexed: bool) -> bool:
        """Only a Hexed Creature."""
        return kind in CREATURES and hexed


class Destroy(OnThings):
    """DESTROY: from a Lawn or a Fence to its discard pile (RR-TERM-09)."""

    kind = "destroy"
    uses_up = True


class Steal(OnThings):
    """STEAL: from a neighbor's Lawn or Fence to one's own (RR-TERM-10)."""

    kind = "steal"
    uses_up = True

    def allowed(self, deed: Deed, seat: int, owner: int, card: int) -> bool:
        """Nobody steals from themselves."""
        return owner != seat and super().allowed(deed, seat, owner, card)


class Return(OnThings):
    """RETURN: from a Lawn to the hand of the player whose Lawn it is (RR-TERM-12)."""

    kind = "return"
    uses_up = True

    def suits(self, kind: str, hexed: bool) -> bool:
        """A Sacrificial Creature is never a legal choice (NN-REP-05)."""
        return kind == "creature"


class Sacrifice(OnThings):
    """SACRIFICE: a price paid with own Creatures; nothing answers it (RR-TERM-13)."""

    kind = "sacrifice"
    aims = False
    uses_up = True

    async def do(self, deed: Deed, group: list[Event]) -> list[bool]:
        """Move the Creatures to the discard pile: no event."""
        for it in group:
            zones.off_lawn(deed.state, it.card)
            zones.to_discard(deed.state, it.card)
            face = deed.state.face[it.card].id
            zones.log(deed.state, LogEvent("sacrifice", it.by, it.of, face))
        await enforce(deed.state)
        return [True] * len(group)


class GiveCreature(OnThings):
    """Give a Creature from the own Lawn to another player's, where it enters."""

    kind = "give"
    uses_up = True

    def allowed(self, deed: Deed, seat: int, owner: int, card: int) -> bool:
        """Only own Creatures, and only if there is somebody else to take them."""
        if owner != seat or not self._receivers(deed, seat):
            return False
        return super().allowed(deed, seat, owner, card)

    def _receivers(self, deed: Deed, giver: int) -> list[int]:
        return [seat for seat in deed.scope(deed.item.to) if seat != giver]

    async def do(self, deed: Deed, group: list[Event]) -> list[bool]:
        """Move each Creature to the receiver, the player that was singled out."""
        named = deed.picked.to if deed.picked else -1
        given = []
        for it in group:
            others = self._receivers(deed, it.by)
            given.append(it._replace(of=named if named in others else others[0]))
        return await propose(deed.state, given) if given else []
