"""Casting a Spell and summoning a Creature, as a phase action or as an effect."""

from __future__ import annotations

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


async def cast(state: State, seat: int, card: int, lineage: tuple[int, ...] = ()) -> bool:
    """CAST a Spell from the hand: named, surcharges, would-window, then its link is queued.

    False if a surcharge was not paid: then the cast has not started and the card is back.
    """
    zones.from_hand(state, seat, card)
    zones.to_limbo(state, card, seat)
    face = state.face[card]
    zones.log(state, LogEvent("name", seat, seat, face.id))
    if not await pay_surcharges(state, "cast", seat, card):
        zones.out_of_limbo(state, card)
        zones.to_hand(state, seat, card, zones.EVERYBODY)
        await enforce(state)
        return False
    it = Event("cast", seat, seat, card)
    if await replaced(state, it, lineage):
        if card in state.limbo:
            zones.out_of_limbo(state, card)
            zones.to_discard(state, card)
        await settle(state, [])
        return True
    zones.log(state, LogEvent("cast", seat, seat, face.id))
    # The Spell's own link precedes the link of what its being cast triggers (RR-CHAIN-13).
    state.busy.append(card)
    state.queue.append([Effect(seat, card, face, it, acts_on=seat)])
    await settle(state, [it])
    return True


async def summon(
    state: State, seat: int, card: int, lawn: int, lineage: tuple[int, ...] = ()
) -> bool:
    """SUMMON a Creature onto a Lawn; False if a surcharge was not paid."""
    if not await pay_for_summon(state, seat, card):
        return False
    await propose(state, [Event("summon", seat, lawn, card)], lineage)
    return True


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
