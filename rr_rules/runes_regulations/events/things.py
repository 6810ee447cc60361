"""What a verb can be done to: things on Lawns and Fences, chosen and then moved; cards of hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.lasting import bans_on, cannot, is_banned
from rr_rules.runes_regulations.events.paying import taken
from rr_rules.runes_regulations.events.road import propose
from rr_rules.runes_regulations.faces.verb import Filter, Narrowed
from rr_rules.runes_regulations.faces.vocabulary import (
    ALL,
    ANY,
    CREATURES,
    EACH,
    IMMUNE,
    RUNES,
    Amount,
    Flag,
    Scope,
    Unfit,
)
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Event, Picked, Target
from rr_rules.runes_regulations.state.matching import fits
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.text.words import things, where

Choice = tuple[Option, int]
"""An option and the card behind it."""

Pickable = list[tuple[Option, int | None]]
"""The same, where nothing can be chosen too."""

ONE = (*ANY, "that_player")
"""Scopes whose choice singles a player out."""

Thing = tuple[str, int, int, int]
"""Zone, owner, position and card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnThings(Narrowed, Doable):
    """A verb that moves or marks things that lie on Lawns or Fences."""

    who: Scope = "you"
    n: Amount = 1
    up_to: Flag = False
    may: Flag = False
    then: Flag = False

    @property
    def aims(self) -> bool:
        """Things on the table are named when the link comes up."""
        return True

    def clause(self, possessive: str, that: str) -> str:
        """HEX a Mythical Creature on any neighbor's Lawn."""
        return f"{self.do.upper()} {self.target(that)}{where(self, possessive)}"

    def target(self, that: str) -> str:
        """The things that it is done to."""
        return that if self.filter.what == "that" else things(self, "Creature")

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """An "all" is of everybody's things, and one of each is one."""
        if self.n == ALL and self.of in ANY:
            expected = "each_player, each_neighbor, that_player or no of"
            yield Unfit("is one of many", expected, word="of")
        if self.n == ALL and self.up_to:
            yield Unfit("bounds nothing", "a whole number in n", "all", word="up_to")
        if self.of in EACH and (self.n > 1 or (self.n == 1 and self.up_to)):
            yield Unfit("is more than one of each", '1 or "all"', self.n, word="n")

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is at least one thing it could be done to."""
        return next(self._things(deed, seat), None) is not None

    def fully(self, deed: Deed, seat: int) -> bool:
        """Whether there are as many things as it asks for; an "all" over nothing is done."""
        if self.n == ALL:
            return True
        found = Counter(option.seat for option, _ in self.choices(deed, seat))
        if self.of in EACH:
            return all(found[owner] for owner in deed.owners(seat))
        # Several things are all of one player.
        most = max(found.values(), default=0)
        return most >= (1 if self.up_to else self.n)

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
        what, state = self.filter.what, deed.state
        if what in ("that", "this"):
            yield from self._reference(deed, seat, what)
            return
        zone, rows = ("fence", state.fence) if what == "rune" else ("lawn", state.lawn)
        bans, crossing = bans_on(state, self.do), bool(state.exempt)
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
        if self.of and owner not in deed.owners(seat):
            return
        if not cannot(state, self.happening(seat, owner, card)):
            cards = (state.lawn if zone == "lawn" else state.fence)[owner]
            yield zone, owner, cards.index(card), card

    def allowed(self, deed: Deed, seat: int, owner: int, card: int) -> bool:
        """Whether `seat` may do it to a thing of `owner`, as far as its own words go."""
        state, wanted = deed.state, self.filter
        hexed = card in state.hexed
        if not fits(state.face[card], wanted, hexed=hexed) or not self.suits(state.face[card].kind,
                                                                             hexed):  # fmt: skip
            return False
        return deed.is_new(card)

    def suits(self, kind: str, hexed: bool) -> bool:
        """Whether the verb can be done to a thing of this kind in this state at all."""
        if kind in IMMUNE and self.do in IMMUNE[kind]:
            return False
        return kind in CREATURES or kind in RUNES

    def happening(self, seat: int, owner: int, card: int) -> Event:
        """What is proposed for one thing."""
        return Event(self.do, seat, owner, card)

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """Have the controller name its targets; "all" chooses nothing (RR-CHAIN-09)."""
        if self.n == ALL:
            return
        cards = await self.pick(deed, deed.effect.seat)
        picked.targets = tuple(Target(card, deed.state.stamp[card]) for card in cards)
        if cards and self.of in ONE:
            picked.player = owner_of(deed, cards[0])

    async def pick(self, deed: Deed, seat: int, taken: Sequence[int] = ()) -> list[int]:
        """Have `seat` choose the things: all from one player where there are several.

        `taken` is what others have chosen for the same moment: it is no choice any more.
        """
        if self.n == ALL:
            return [card for _, card in self.choices(deed._replace(counted=True), seat)]
        if self.of in EACH:
            return await self._pick_of_each(deed, seat, taken)
        chosen: list[int] = []
        while len(chosen) < self.n:
            card = await self._pick_next(deed, seat, chosen, taken)
            if card is None:
                break
            chosen.append(card)
        if chosen and self.of in ONE:
            deed.effect.that = owner_of(deed, chosen[0])
        return chosen

    async def _pick_next(
        self, deed: Deed, seat: int, chosen: list[int], taken: Sequence[int]
    ) -> int | None:
        found = [choice for choice in self.choices(deed, seat) if choice[1] not in taken]
        owners = {owner_of(deed, chosen[0])} if chosen else _owners_to_begin_with(deed, found)
        left: Pickable = [
            (option, card) for option, card in found if card not in chosen and option.seat in owners
        ]
        if not left:
            return None
        is_one = len({option.seat for option, _ in left}) == 1
        if is_one and not self.up_to and len(left) <= self.n - len(chosen) and not _is_blind(deed):
            # All that there are: nobody is asked which of them comes first (RR-EFF-12).
            return left[0][1]
        if chosen and self.up_to:
            left.append((Option("done"), None))
        return await _ask(deed, seat, self.do, left)

    async def _pick_of_each(self, deed: Deed, seat: int, taken: Sequence[int]) -> list[int]:
        chosen = []
        for owner in deed.owners(seat):
            left: Pickable = [
                (option, card)
                for option, card in self.choices(deed, seat)
                if option.seat == owner and card not in taken
            ]
            if left and (card := await _ask(deed, seat, self.do, left)) is not None:
                chosen.append(card)
        return chosen

    def standing(self, deed: Deed, targets: Sequence[Target]) -> list[int]:
        """The targets it can still be done to; a busy one was legal when it was chosen."""
        choices = self.choices(deed._replace(counted=True), deed.effect.seat)
        legal = [card for _, card in choices]
        return [card for card in Doable.standing(self, deed, targets) if card in legal]

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Do it to what was chosen, all performers' things at the same moment."""
        chosen: list[tuple[int, int]] = []
        for seat in seats:
            taken = [card for _, card in chosen]
            chosen += [(seat, card) for card in await self._targets(deed, seat, taken)]
        # Chosen one after the other, done together: an earlier pick may have moved nothing yet.
        group = [self.happening(seat, owner_of(deed, card), card) for seat, card in chosen]
        deed.effect.moved += tuple(card for _, card in chosen)
        done = await self.happen(deed, group)
        wanted = 1 if self.up_to else 0 if self.n == ALL else self.n * len(seats)
        return sum(done) >= wanted and all(done)

    async def happen(self, deed: Deed, group: list[Event]) -> list[bool]:
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


async def _ask(deed: Deed, seat: int, verb: str, choices: Pickable) -> int | None:
    return await pick(seat, verb, choices, source=deed.source, always=_is_blind(deed))


def _is_blind(deed: Deed) -> bool:
    """Whether faces that not everybody sees decide which Runes are among the choices."""
    item = deed.item
    if item.filter.what != "rune":
        return False
    spoken_of = [ban.rule.filter for ban in bans_on(deed.state, item.do)]
    runes = [item.filter, *(each for each in spoken_of if each.what == "rune")]
    return not all(map(is_plain, runes))


def owner_of(deed: Deed, card: int) -> int:
    """On whose Lawn or Fence a card is."""
    owner = deed.state.lawn_of(card)
    return owner if owner >= 0 else deed.state.fence_of(card)


# --- cards of hands ------------------------------------------------------------------------------


def hand_count(deed: Deed, seat: int) -> int:
    """How many cards `seat` has to give: a Spell that is about to be cast is not one of them."""
    hand = deed.state.hand[seat]
    count = len(hand) - (deed.effect.card in hand)
    return count - taken(deed, seat) if deed.beside else count


def is_plain(wanted: Filter) -> bool:
    """Whether everybody can count the things of a hand or a Fence that a filter means."""
    if wanted.family or wanted.family_not or wanted.names or wanted.other:
        return False
    return wanted.collar is None and wanted.what in ("", "card", "rune")


def suits(deed: Deed, card: int) -> bool:
    """Whether a card that lies on no Lawn is what the item speaks of."""
    return fits(deed.state.face[card], deed.item.filter) and deed.is_new(card)


async def pick_from_hand(deed: Deed, seat: int, verb: str, cards: list[int]) -> int | None:
    """One of the own cards in `cards`, or None; asked even with nothing to choose."""
    hand = deed.state.hand[seat]
    choices: Pickable = [(Option(verb, "hand", seat, hand.index(card)), card) for card in cards]
    if _may_decline(deed, seat) or not choices:
        choices.append((Option("pass"), None))
    return await pick(seat, f"{verb}_effect", choices, source=deed.source, always=True)


def _may_decline(deed: Deed, seat: int) -> bool:
    """A "you may" lets its user decline, also with cards (RR-HID-14); whom it names it binds."""
    return deed.effect.face.optional and seat == deed.effect.seat


def hand_over(state: State, giver: int, taker: int, card: int, kind: str) -> None:
    """Move a hand card to another hand, and tell the two of them its face."""
    zones.hand_over(state, giver, taker, card)
    face, seen = state.face[card].id, (giver, taker)
    zones.log(state, LogEvent(f"{kind}_card", giver, taker, face, seen=seen))
