"""Resolving one effect: condition, surcharge, price, items; a Rune that cannot goes back."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.kernel.flow import choose
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.announcing import announce

# `moments` is imported as a module: what happens ends in effects of its own.
from rr_rules.runes_regulations.events import road
from rr_rules.runes_regulations.events.deed import Deed
from rr_rules.runes_regulations.events.lasting import in_force
from rr_rules.runes_regulations.events.paying import payments, summoning_cost
from rr_rules.runes_regulations.events.possible import deeds, doable, price_deeds
from rr_rules.runes_regulations.items import aim_at_players, aim_item, carry_out
from rr_rules.runes_regulations.kinds import RUNES
from rr_rules.runes_regulations.limits import enforce
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Effect, Happening
from rr_rules.runes_regulations.state.matching import all_hold
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import Event


async def aim(state: State, effect: Effect) -> None:
    """Have the controller name all targets of an effect; none of it happens yet (RR-CHAIN-03)."""
    effect.picks = {}
    that = effect.that
    for number, deed in enumerate(price_deeds(state, effect), 2):
        # A player that the price picks comes first and is `that_player`.
        if number > effect.paid:
            await aim_at_players(deed)
    if not (effect.face.price and state.choices.price_first):
        for deed in deeds(state, effect):
            if deed.path[0] >= effect.start and not await aim_item(deed):
                break
    effect.that = that


async def resolve(state: State, effect: Effect) -> bool:
    """Resolve a declared effect; whether it did."""
    if effect.picks is None:
        await aim(state, effect)
        announce(state, effect, targets=False)
    effect.lineage = (*effect.lineage, effect.card) if _is_would(effect) else ()
    # What this effect looks at is chosen from by its own items alone, and by no other's.
    before = state.seen
    state.seen = {seat: cards for seat, cards in before.items() if seat != effect.seat}
    did = await _carry_out(state, effect)
    state.seen = before
    if effect.face.kind in RUNES:
        await (_spend(state, effect) if did else withdraw(state, effect))
        return did
    _release(state, effect)
    if effect.card in state.limbo:
        zones.out_of_limbo(state, effect.card)
        zones.to_discard(state, effect.card)
    return did


def _is_would(effect: Effect) -> bool:
    trigger = effect.face.trigger
    return trigger is not None and trigger.would


async def _carry_out(state: State, effect: Effect) -> bool:
    """Whether the effect resolved: its condition held, its price was paid, it could do anything."""
    face = effect.face
    # What was begun before a seat was removed is finished, whatever the table looks like now.
    if effect.paid == 0 and not (
        all_hold(state, face, effect.seat, effect.that) and doable(state, effect)
    ):
        zones.log(state, Event("fizzle", effect.seat, effect.acts_on, face.id))
        return False
    if not await _pay(state, effect):
        return False
    for deed in deeds(state, effect):
        if deed.path[0] >= effect.start:
            effect.start = deed.path[0] + 1
            await carry_out(deed)
    return True


async def _pay(state: State, effect: Effect) -> bool:
    """Pay surcharges, then the price item by item; a replaced payment is none (RR-EFF-09)."""
    if effect.paid == 0:
        effect.paid = 1
        act = "activate" if effect.face.kind in RUNES else ""
        if act and not await pay_surcharges(state, act, effect.seat, effect.card):
            return False
    for number, deed in enumerate(price_deeds(state, effect), 2):
        if number > effect.paid:
            effect.paid = number
            if not await carry_out(deed):
                zones.log(state, Event("unpaid", effect.seat, effect.seat, effect.face.id))
                return False
    return True


async def pay_surcharges(state: State, act: str, seat: int, card: int) -> bool:
    """Pay what others' rules ask before an act; False if a payment failed or was replaced."""
    demands = in_force(state, "surcharge")
    return await _pay_all(state, seat, payments(state, demands, act, seat, card, counted=False))


async def pay_summoning_cost(state: State, seat: int, card: int) -> bool:
    """Pay what a card's own Summoning Cost asks; False if a payment failed or was replaced."""
    zones.log(state, Event("name", seat, seat, state.face[card].id))
    return await _pay_all(state, seat, summoning_cost(state, seat, card, counted=False))


async def _pay_all(state: State, seat: int, owed: Sequence[Deed]) -> bool:
    """Pay one after the other; False at the first that failed or was replaced."""
    for deed in owed:
        if not await carry_out(deed):
            zones.log(state, Event("unpaid", seat, seat, deed.effect.face.id))
            return False
    return True


async def _spend(state: State, effect: Effect) -> None:
    """A Rune that has resolved goes to the Rune discard: it was activated (RR-TERM-06)."""
    _release(state, effect)
    zones.out_of_limbo(state, effect.card)
    zones.to_discard(state, effect.card)
    zones.log(state, Event("activate", effect.seat, effect.seat, effect.face.id))
    await road.settle(state, [Happening("activate", effect.seat, effect.seat, effect.card)])


async def withdraw(state: State, effect: Effect) -> None:
    """End an effect that does not resolve: a Rune goes back face down (RR-CHAIN-11)."""
    _release(state, effect)
    if effect.face.kind not in RUNES or effect.card not in state.limbo:
        return
    fence = state.fence[effect.seat]
    options = [Option("slot", "fence", effect.seat, at) for at in range(len(fence) + 1)]
    slot = await choose(effect.seat, "slot", options, source=effect.face.id)
    zones.out_of_limbo(state, effect.card)
    zones.to_fence(state, effect.seat, effect.card, zones.EVERYBODY, slot)
    zones.log(state, Event("goes_back", effect.seat, effect.seat, effect.face.id))
    await enforce(state)


def _release(state: State, effect: Effect) -> None:
    """From now on its card can be chosen again (RR-CHAIN-10)."""
    if effect.seat != RULES and effect.card in state.busy:
        state.busy.remove(effect.card)
