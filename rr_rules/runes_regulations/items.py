"""Items of an effect: could it be done, can it be paid, what is it aimed at, carry it out."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.kernel.flow import confirm, pick
from rr_rules.runes_regulations.events.deed import VERBS, Deed, Verb
from rr_rules.runes_regulations.faces.faces import Item
from rr_rules.runes_regulations.kinds import CREATURES
from rr_rules.runes_regulations.state.event import RULES
from rr_rules.runes_regulations.state.places import players

ANY = ("any_player", "any_neighbor")
EACH = ("each_player", "each_neighbor")


def verb_of(item: Item) -> Verb:
    """The verb that an item's word names."""
    if item.do == "give":
        nouns = (*CREATURES, "mythical", "hexed", "this")
        return VERBS["give_creature" if item.filter.what in nouns else "give_card"]
    return VERBS[item.do]


def gives_to_any(item: Item) -> bool:
    """Whether the controller names who is to receive what is given; a summon goes to its doer."""
    return item.do == "give" and item.to in ANY


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
    item, picked = deed.item, deed.picked
    if picked is None:
        return could(deed)
    if gives_to_any(item) and picked.to < 0:
        return False
    if item.who in ANY:
        return picked.player >= 0 and verb_of(item).able(deed, picked.player)
    return verb_of(item).can_still(deed, picked)


def reveals(item: Item, chosen: int = -1) -> bool:
    """Whether what follows it is chosen only then; of a choice a list that draws is enough."""
    lists = item.lists if chosen < 0 else item.lists[chosen : chosen + 1]
    return bool(item.do != "choose" and verb_of(item).reveals) or any(
        reveals(inner) for each in lists for inner in each
    )


async def aim_item(deed: Deed) -> bool:
    """Have the controller name what this item aims at; False if later items must wait.

    Targets are players of an `any_*` scope, and the things of verbs that the controller itself
    carries out (vocabulary, section 1).
    """
    item, verb = deed.item, verb_of(deed.item)
    await aim_at_players(deed)
    if item.who == "you" and verb.aims:
        await verb.aim(deed, deed.picked_now)
    picked = deed.picked
    return not reveals(item, picked.list if picked is not None else -1)


async def aim_at_players(deed: Deed) -> None:
    """Have the controller name the players of `any_*` scopes: who does it, then who gets it."""
    item = deed.item
    if item.who in ANY:
        able = verb_of(item).fully if deed.is_payment else verb_of(item).able
        deed.picked_now.player = await _name(deed, [s for s in deed.scope(item.who)
                                                    if able(deed, s)])  # fmt: skip
    if gives_to_any(item):
        givers = (deed.picked_now.player,) if item.who in ANY else deed.scope(item.who)
        verb = verb_of(item)
        others = [seat for seat in deed.scope(item.to)
                  if any(verb.may_receive(deed, each, seat) for each in givers)]  # fmt: skip
        deed.picked_now.to = await _name(deed, others)


async def _name(deed: Deed, seats: Sequence[int]) -> int:
    """The player that the controller names, who is singled out by that; RULES if there is none."""
    if not seats:
        return RULES
    effect = deed.effect
    effect.that = await pick(effect.seat, "player", players(seats), source=effect.face.id)
    return effect.that


async def carry_out(deed: Deed) -> bool:
    """Carry an item out for everybody it names; whether all of it was done."""
    verb, item = verb_of(deed.item), deed.item
    seats = await _performers(deed)
    if item.may:
        able = [seat for seat in seats if could_still(deed) and verb.able(deed, seat)]
        source = deed.effect.face.id
        seats = [seat for seat in able if await confirm(seat, "may", source=source)]
    elif item.who not in ("you", "that_player") and not deed.is_payment:
        seats = [seat for seat in seats if verb.able(deed, seat)]
    return bool(seats) and await verb.act(deed, seats)


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
