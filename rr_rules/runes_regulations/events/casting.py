"""Casting a Spell and summoning a Creature, as a phase action or as an effect."""

from __future__ import annotations

from enum import Enum

from rr_rules.kernel.flow import pick
from rr_rules.runes_regulations.events.lasting import surcharges
from rr_rules.runes_regulations.events.road import (
    enforce,
    pay_surcharges,
    propose,
    replaced,
    settle,
)
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Effect, Event
from rr_rules.runes_regulations.state.places import players
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent


class Act(Enum):
    """What became of a card that was played."""

    UNPAID = "unpaid"
    """It did not start: a surcharge was not paid, and the card is back."""
    REPLACED = "replaced"
    DONE = "done"


async def cast(state: State, seat: int, card: int, lineage: tuple[int, ...] = ()) -> Act:
    """CAST a Spell from the hand: named, surcharges, would-window, then its link is queued."""
    zones.from_hand(state, seat, card)
    zones.to_limbo(state, card, seat)
    face = state.face[card]
    zones.log(state, LogEvent("name", seat, seat, face.id))
    if not await pay_surcharges(state, "cast", seat, card):
        zones.out_of_limbo(state, card)
        zones.to_hand(state, seat, card, zones.EVERYBODY)
        await enforce(state)
        return Act.UNPAID
    it = Event("cast", seat, seat, card)
    if await replaced(state, it, lineage):
        if card in state.limbo:
            zones.out_of_limbo(state, card)
            zones.to_discard(state, card)
        await settle(state, [])
        return Act.REPLACED
    zones.log(state, LogEvent("cast", seat, seat, face.id))
    # The Spell's own link precedes the link of what its being cast triggers (RR-CHAIN-13).
    state.busy.append(card)
    state.queue.append([Effect(seat, card, face, it, acts_on=seat)])
    await settle(state, [it])
    return Act.DONE


async def summon(
    state: State, seat: int, card: int, lawn: int, lineage: tuple[int, ...] = ()
) -> Act:
    """SUMMON a Creature onto a Lawn."""
    if not await pay_for_summon(state, seat, card):
        return Act.UNPAID
    [did] = await propose(state, [Event("summon", seat, lawn, card)], lineage)
    return Act.DONE if did else Act.REPLACED


async def pay_for_summon(state: State, seat: int, card: int) -> bool:
    """Pay what is owed before a summon; the Creature itself is no payment."""
    if not surcharges(state, "summon", seat, card):
        return True
    is_held = card in state.hand[seat]
    if is_held:
        zones.from_hand(state, seat, card)
        zones.to_limbo(state, card, seat)
    zones.log(state, LogEvent("name", seat, seat, state.face[card].id))
    paid = await pay_surcharges(state, "summon", seat, card)
    if is_held:
        zones.out_of_limbo(state, card)
        zones.to_hand(state, seat, card, zones.EVERYBODY)
    if not paid:
        await enforce(state)
    return paid


async def pick_lawn(state: State, seat: int, source: str) -> int:
    """Whose Lawn a Creature is summoned onto, the own one first (RR-CARD-04, NN-CARD-14)."""
    if not state.sides[seat].summons_abroad:
        return seat
    return await pick(seat, "lawn", players(state.clockwise(seat)), source=source)
