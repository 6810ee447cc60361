"""A deed: one item of an effect, about to be judged, aimed or carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from rr_rules.kernel.flow import confirm, pick
from rr_rules.runes_regulations.faces.verb import Verb
from rr_rules.runes_regulations.faces.vocabulary import ANY
from rr_rules.runes_regulations.state.event import RULES, Effect, Path, Picked, Target
from rr_rules.runes_regulations.state.matching import seats_of
from rr_rules.runes_regulations.state.places import players
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.state.zones import log

Seats = Sequence[int]


class Deed(NamedTuple):
    """An item in the hands of an effect."""

    state: State
    effect: Effect
    item: Doable
    path: Path
    counted: bool = False
    """Judge with busy things counted: they may be free when the time comes (RR-CHAIN-03)."""
    picker: int | None = None
    """Inside a choice of others the one who picked: there it is `that_player`."""
    beside: Sequence[Deed] = ()
    """What else is paid: what that takes is not there for this (RR-EFF-13)."""

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
    def source(self) -> str:
        """The id of the face that asks."""
        return self.effect.face.id

    def named_by(self, seat: int) -> Picked:
        """What `seat` has named for this item: only the controller could beforehand."""
        return self.picked_now if seat == self.effect.seat else Picked()

    @property
    def is_payment(self) -> bool:
        """Whether it must be done in full: an item of a price or a surcharge."""
        return self.path[0] < 0

    def owners(self, performer: int) -> tuple[int, ...]:
        """Whose things are affected when `performer` carries this out."""
        if not self.item.of:
            return (performer,)
        if self.state.settings.nefarious.regulations_spare_things:
            return self.scope(self.item.of)
        return self._named(self.item.of)


class Doable(Verb):
    """A verb with its act: how it is judged, aimed and carried out."""

    __slots__ = ()

    @property
    def uses_up(self) -> bool:
        """Whether its thing is not there any more for the next item of a price."""
        return False

    @property
    def aims(self) -> bool:
        """Whether its controller names its thing when the link comes up (vocabulary, section 1)."""
        return False

    @property
    def is_done_with_none(self) -> bool:
        """Whether what it leads to happens also if there was nothing to do it to (RR-EFF-09)."""
        return self.up_to

    @property
    def names_target(self) -> bool:
        """Whether what its controller names is a target: a card of a hand is none."""
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
        return any(self.able(deed, seat) for seat in deed.scope(self.who))

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Carry it out for these performers; whether all of it was done."""
        raise NotImplementedError


def deeds_of(
    state: State, effect: Effect, items: Iterable[Verb], path: Path = (), *,
    counted: bool = False, picker: int | None = None, beside: Sequence[Deed] = (),
) -> list[Deed]:  # fmt: skip
    """Items in the hands of an effect; `path` is where their list stands."""
    # A face knows its verbs by their words alone; the union has none without an act.
    found = enumerate(cast("Iterable[Doable]", items))
    return [Deed(state, effect, item, (*path, at), counted, picker, beside) for at, item in found]


def gives_to_any(item: Verb) -> bool:
    """Whether the controller names who is to receive what is given; a summon goes to its doer."""
    return item.do == "give" and item.to in ANY


def could(deed: Deed) -> bool:
    """Whether anybody named could carry out some part of an item, by public facts."""
    able = can_be_named(deed.item)
    for seat in deed.scope(deed.item.who):  # noqa: SIM110 - asked for each card of a hand
        if able(deed, seat):
            return True
    return False


def can_be_named(item: Doable) -> Callable[[Deed, int], bool]:
    """What a performer must be able to do: all of a must, of whom it names (RR-EFF-05)."""
    return item.fully if item.who in ANY and not item.may else item.able


def comes_to(wanted: Iterable[Deed], able: Callable[[Deed], bool]) -> Iterator[Deed]:
    """Those of an effect's items that it can come to: not what an impossible one leads to."""
    is_open = True
    for deed in wanted:
        is_open = is_open or not deed.item.then
        if is_open:
            yield deed
            is_open = deed.item.is_done_with_none or able(deed)


def payable(deed: Deed) -> bool:
    """Whether an item can be carried out in full by all it names (RR-EFF-05)."""
    item, seats = deed.item, deed.scope(deed.item.who)
    if item.who in ANY:
        return any(item.fully(deed, seat) for seat in seats)
    return bool(seats) and all(item.fully(deed, seat) for seat in seats)


def could_still(deed: Deed) -> bool:
    """Whether an item that has been aimed can do anything now (RR-CHAIN-11, -12)."""
    item, picked = deed.item, deed.picked
    if picked is None:
        return could(deed)
    if gives_to_any(item) and picked.to < 0:
        return False
    if item.who in ANY:
        return picked.player >= 0 and item.able(deed, picked.player)
    return item.can_still(deed, picked)


def reveals(item: Verb, chosen: int = -1) -> bool:
    """Whether what follows it is chosen only then; of a choice a list that draws is enough."""
    lists = item.lists if chosen < 0 else item.lists[chosen : chosen + 1]
    return item.reveals or any(reveals(inner) for each in lists for inner in each)


async def aim_item(deed: Deed) -> bool:
    """Have the controller name what this item aims at; False if later items must wait.

    Targets are players of an `any_*` scope, and the things of verbs that the controller itself
    carries out (vocabulary, section 1).
    """
    item = deed.item
    await aim_at_players(deed)
    if item.who == "you" and item.aims:
        await item.aim(deed, deed.picked_now)
    picked = deed.picked
    return not reveals(item, picked.list if picked is not None else -1)


async def aim_at_players(deed: Deed, suited: Callable[[Seats], Seats] = tuple) -> None:
    """Have the controller name the players of `any_*` scopes: who does it, then who gets it.

    `suited` says which of those that could be named there is any use in naming.
    """
    item = deed.item
    if item.who in ANY:
        able = item.fully if deed.is_payment else can_be_named(item)
        found = [seat for seat in deed.scope(item.who) if able(deed, seat)]
        deed.picked_now.player = await _name(deed, suited(found))
    if gives_to_any(item):
        givers = (deed.picked_now.player,) if item.who in ANY else deed.scope(item.who)
        others = [seat for seat in deed.scope(item.to)
                  if any(item.may_receive(deed, each, seat) for each in givers)]  # fmt: skip
        deed.picked_now.to = await _name(deed, suited(others))


async def _name(deed: Deed, seats: Sequence[int]) -> int:
    """The player that the controller names, who is singled out by that; RULES if there is none."""
    if not seats:
        return RULES
    effect = deed.effect
    effect.that = await pick(effect.seat, "player", players(seats), source=effect.face.id)
    return effect.that


async def carry_out_each(items: Sequence[Deed]) -> bool:
    """Carry items out in order; whether all of all was done.

    An item that another one leads to happens only if that was done wholly (RR-EFF-09).
    """
    every = done = True
    for deed in items:
        if len(deed.path) == 1:
            deed.effect.start = deed.path[0] + 1
        if done or not deed.item.then:
            done = await carry_out(deed) or deed.item.is_done_with_none
        else:
            effect = deed.effect
            log(deed.state, LogEvent("cut_short", effect.seat, effect.acts_on, effect.face.id))
        every = every and done
    return every


async def carry_out(deed: Deed) -> bool:
    """Carry an item out for everybody it names; whether all of it was done."""
    item = deed.item
    seats = await _performers(deed)
    if item.may:
        able = [seat for seat in seats if could_still(deed) and item.able(deed, seat)]
        seats = [seat for seat in able if await confirm(seat, "may", source=deed.source)]
    elif item.who not in ("you", "that_player") and not deed.is_payment:
        seats = [seat for seat in seats if item.able(deed, seat)]
    return bool(seats) and await item.act(deed, seats)


async def _performers(deed: Deed) -> Sequence[int]:
    item, picked = deed.item, deed.picked
    if item.who not in ANY and not gives_to_any(item):
        return deed.scope(item.who)
    if picked is None:
        await aim_at_players(deed)
    picked, left = deed.picked_now, deed.state.left
    for player in (picked.player, picked.to):
        if player >= 0:
            deed.effect.that = player
    if item.who not in ANY:
        return deed.scope(item.who)
    return () if picked.player < 0 or picked.player in left else (picked.player,)
