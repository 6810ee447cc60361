"""Items of an effect: could it be done, can it be paid, what is it aimed at, carry it out."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.flow import confirm, pick
from rr_rules.requests import Option
from rr_rules.runes_regulations.faces import Item
from rr_rules.runes_regulations.kinds import CREATURES
from rr_rules.runes_regulations.verbs.deed import VERBS, Deed, Verb

ANY = ("any_player", "any_neighbor")


def verb_of(item: Item) -> Verb:
    """The verb that an item's word names."""
    if item.do == "give":
        nouns = (*CREATURES, "mythical", "hexed")
        return VERBS["give_creature" if item.filter.what in nouns else "give_card"]
    return VERBS[item.do]


def could(deed: Deed) -> bool:
    """Whether anybody named could carry out some part of an item, by public facts."""
    verb = verb_of(deed.item)
    for seat in deed.scope(deed.item.who):  # noqa: SIM110 - asked for each card of a hand
        if verb.able(deed, seat):
            return True
    return False


def payable(deed: Deed) -> bool:
    """Whether an item can be carried out in full by all it names (RR-EFF-05)."""
    verb, seats = verb_of(deed.item), deed.scope(deed.item.who)
    if deed.item.who in ANY:
        return any(verb.fully(deed, seat) for seat in seats)
    return bool(seats) and all(verb.fully(deed, seat) for seat in seats)


def could_still(deed: Deed) -> bool:
    """Whether an item that has been aimed can do anything now (RR-CHAIN-11, -12)."""
    picked, verb = deed.picked, verb_of(deed.item)
    if picked is None:
        return could(deed)
    if picked.targets is not None:
        return bool(verb.standing(deed, picked.targets))
    if picked.player >= 0 and deed.item.who in ANY:
        return verb.able(deed, picked.player)
    return could(deed)


async def aim_item(deed: Deed) -> bool:
    """Have the controller name what this item aims at; False if later items must wait.

    Targets are players of an `any_*` scope, and the things of verbs that the controller itself
    carries out (vocabulary, section 1).
    """
    verb = verb_of(deed.item)
    if deed.item.who in ANY:
        await aim_at_player(deed, deed.item.who)
    elif deed.item.to in ANY:
        await aim_at_player(deed, deed.item.to)
    elif deed.item.who == "you" and verb.aims:
        await verb.aim(deed, deed.picked_now)
    return not verb.reveals


async def aim_at_player(deed: Deed, scope: str) -> None:
    """Have the controller name a player: one for whom the item is not impossible."""
    verb, you = verb_of(deed.item), deed.effect.seat
    seats = [
        seat
        for seat in deed.scope(scope)
        if (scope == deed.item.to and seat != you)
        or (scope == deed.item.who and verb.able(deed, seat))
    ]
    if seats:
        choices = [(Option("player", "", seat), seat) for seat in seats]
        picked = deed.picked_now
        picked.player = await pick(you, "player", choices, source=deed.effect.face.id)
        deed.effect.that = picked.player


async def carry_out(deed: Deed) -> bool:
    """Carry an item out for everybody it names; whether all of it was done."""
    verb, item = verb_of(deed.item), deed.item
    seats = await _performers(deed)
    if item.may:
        seats = [
            seat
            for seat in seats
            if verb.able(deed, seat) and await confirm(seat, "may", source=deed.effect.face.id)
        ]
    elif item.who not in ("you", "that_player"):
        seats = [seat for seat in seats if verb.able(deed, seat)]
    return bool(seats) and await verb.act(deed, seats)


async def _performers(deed: Deed) -> Sequence[int]:
    item = deed.item
    if item.who not in ANY:
        picked = deed.picked
        if item.to in ANY and picked is not None and picked.player >= 0:
            deed.effect.that = picked.player
        return deed.scope(item.who)
    if deed.picked_now.player < 0:
        await aim_at_player(deed, item.who)
    player = deed.picked_now.player
    if player < 0 or player in deed.state.left:
        return ()
    deed.effect.that = player
    return (player,)
