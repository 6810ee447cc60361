"""The one road for events: forbidden? replaced? it happens; limits; what it triggers is queued.

Everything that triggers could look at goes through `propose`, one happening or a group of them
that occurs at the same moment (RR-CHAIN-02).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rr_rules.kernel.flow import choose, pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.declare import announce, declare
from rr_rules.runes_regulations.events.deed import (
    Deed,
    aim_at_players,
    aim_item,
    carry_out,
    carry_out_each,
    comes_to,
    could,
)
from rr_rules.runes_regulations.events.happen import _HAPPEN
from rr_rules.runes_regulations.events.lasting import cannot, in_force, limit, limit_by, open_fences
from rr_rules.runes_regulations.events.paying import payments, summoning_cost
from rr_rules.runes_regulations.events.possible import deeds, doable, of_use, price_deeds
from rr_rules.runes_regulations.events.replacements import instead, is_mute
from rr_rules.runes_regulations.faces.faces import LimitRule
from rr_rules.runes_regulations.faces.vocabulary import RUNES
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Effect, Event, Link
from rr_rules.runes_regulations.state.knowing import reveal
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent


async def propose(
    state: State, group: Sequence[Event], lineage: tuple[int, ...] = ()
) -> list[bool]:
    """Let a group of happenings occur together; for each, whether it did.

    `lineage` names the sources that have replaced what these stand for (RR-CHAIN-08).
    """
    # What it is just before decides what it is called: a shrub is no Mythical Creature.
    group = [it._replace(hexed=True) if it.card in state.hexed else it for it in group]
    if state.nefarious >= 0:
        group = [_on_this_side(state, it) for it in group]
    stands = [await _stands(state, happening, lineage) for happening in group]
    occurred: list[bool] = []
    moment: list[Event] = []
    for happening, stand in zip(group, stands, strict=True):
        found = _HAPPEN[happening.kind](state, happening) if stand else []
        occurred.append(bool(found))
        moment += found
    await settle(state, moment)
    return occurred


def _on_this_side(state: State, it: Event) -> Event:
    """A happening as it is where it happens: replaced by rule, or to a card without a voice."""
    if cannot(state, it):
        return it
    lawn = state.lawn_of(it.card)
    it = instead(state, it)
    return it._replace(mute=True) if lawn >= 0 and is_mute(state, lawn, it.card) else it


async def _stands(state: State, it: Event, lineage: tuple[int, ...]) -> bool:
    """Whether a happening is neither forbidden nor replaced, and its cost is paid."""
    if cannot(state, it):
        return False
    # What an earlier replacement has moved away is not about to happen to it any more.
    if _is_due(state, it) and await replaced(state, it, lineage):
        return False
    return it.kind != "summon" or await pay_cost(state, it)


async def pay_cost(state: State, it: Event) -> bool:
    """Pay a Summoning Cost after the would-window; without one nothing is due (NN-CARD-07)."""
    face, card, seat = state.face[it.card], it.card, it.by
    if not face.cost:
        return True
    was_held = card in state.hand[seat]
    if was_held:
        zones.from_hand(state, seat, card)
        zones.to_limbo(state, card, seat)
    paid = await pay_summoning_cost(state, seat, card)
    if was_held and card in state.limbo:
        zones.out_of_limbo(state, card)
        zones.to_hand(state, seat, card, zones.EVERYBODY)
    return paid


def _is_due(state: State, it: Event) -> bool:
    """Whether the thing is where it would happen to it."""
    if it.kind == "new_regulation":
        return bool(state.regulation_deck)
    if it.kind == "discard":
        return it.card in state.hand[it.by]
    owner = it.by if it.kind == "give" else it.of
    if it.kind in ("summon", "give") or it.card not in state.fence[owner]:
        return it.kind == "summon" or it.card in state.lawn[owner]
    return True


async def settle(state: State, moment: Sequence[Event]) -> None:
    """Enforce the limits after a moment, then queue what it triggered as one link."""
    link: Link = []
    # The link takes its place before the limits do: its moment was the earlier one.
    state.queue.append(link)
    await enforce(state)
    awaited = state.index.awaited
    for happening in moment:
        if (False, happening.kind) in awaited:
            link += await declare(state, moment)
            break
    if not link:
        if state.queue[-1] is link:
            state.queue.pop()
        else:
            state.queue = [waiting for waiting in state.queue if waiting is not link]


async def replaced(state: State, happening: Event, lineage: tuple[int, ...]) -> bool:
    """Whether a `would` effect takes the place of a happening (RR-CHAIN-06 to -08)."""
    if (True, happening.kind) not in state.index.awaited:
        return False
    effects = await declare(state, [happening], would=True, lineage=lineage)
    for number, effect in enumerate(effects):
        effect.lineage = lineage
        if await resolve(state, effect):
            zones.log(state, LogEvent("replaced", effect.seat, happening.by, effect.face.id,
                                   happening.kind))  # fmt: skip
            for late in effects[number + 1 :]:
                await withdraw(state, late)
            return True
    return False


# --- what it is for a thing to happen ------------------------------------------------------


ATTEMPTS = 20
"""How often a limit is tried: a custom deck could replace every DESTROY for ever."""


async def enforce(state: State) -> None:
    """Bring every seat within its limits, clockwise from the turn player, until all are.

    A moment inside leaves its own excess to the loop that is under way: the duty is one.
    """
    for seat in open_fences(state):
        # What lies open is known to all, also when it is turned down again.
        for card in state.fence[seat]:
            state.known[card] = zones.EVERYBODY
            reveal(state, card)
    if state.enforcing:
        return
    if not _is_anybody_over(state):
        return
    state.enforcing = True
    for _ in range(ATTEMPTS):
        if not await _one_round(state) or not _is_anybody_over(state):
            break
    state.enforcing = False


def _is_anybody_over(state: State) -> bool:
    """Whether any seat holds more than it may."""
    # Most of the time nobody is near a limit: the rules are asked only when it could matter.
    least_hand, least_fence = _least(state, "hand"), _least(state, "rune")
    if max(map(len, state.hand)) <= least_hand and max(map(len, state.fence)) <= least_fence:
        return False
    limits = in_force(state, "limit")
    for seat in range(state.seats):
        hand, fence = len(state.hand[seat]), len(state.fence[seat])
        if hand > least_hand and hand > limit_by(state, limits, "hand", seat):
            return True
        if fence > least_fence and fence > limit_by(state, limits, "rune", seat):
            return True
    return False


def _least(state: State, which: str) -> int:
    """The least a limit can be now, told from the Regulation without a look at the Lawns."""
    least, card = state.index.least_beside[which], state.regulation
    if card < 0 or "limit" not in state.face[card].carries:
        return least
    for rule in state.face[card].rules:
        if isinstance(rule, LimitRule) and rule.which == which:
            least = min(least, rule.set if rule.set is not None else least) + min(rule.add or 0, 0)
    return least


async def draw(state: State, seat: int, count: int) -> bool:
    """DRAW `count` cards; the hand limit is checked after each, or at the end (RR-HLIM-02)."""
    drew, late = True, state.settings.limit_after_instruction
    for left in range(count, 0, -1):
        drew = await zones.draw(state, seat) and drew
        if left == 1 or not late:
            await enforce(state)
    return drew


async def _one_round(state: State) -> bool:
    """Whether anybody had to give something up."""
    changed = False
    for seat in state.clockwise():
        if _over(state, "hand", seat) > 0:
            changed |= await _discard_down(state, seat)
        if _over(state, "rune", seat) > 0:
            changed |= await _destroy_down(state, seat)
    return changed


def _over(state: State, which: str, seat: int) -> int:
    count = len(state.hand[seat] if which == "hand" else state.fence[seat])
    if count <= state.index.least[which]:
        return 0
    return count - limit(state, which, seat)


async def _discard_down(state: State, seat: int) -> bool:
    """Discard to the hand limit: no event, nothing answers it (RR-HLIM-03)."""
    for left in range(_over(state, "hand", seat), 0, -1):
        choices = [(Option("pick", "hand", seat, i), c) for i, c in enumerate(state.hand[seat])]
        # Where all must go, nobody is asked which (RR-EFF-12).
        choices = choices if len(choices) > left else choices[:1]
        card = await pick(seat, "hand_limit", choices)
        zones.from_hand(state, seat, card)
        zones.to_discard(state, card)
        zones.log(state, LogEvent("discard", seat, seat, state.face[card].id, "hand_limit"))
    return True


async def _destroy_down(state: State, seat: int) -> bool:
    """DESTROY own Runes one after the other: real events (RR-RLIM-02)."""
    changed = False
    for _ in range(ATTEMPTS):
        over = _over(state, "rune", seat)
        if over <= 0:
            break
        choices = [
            (Option("pick", "fence", seat, slot), Event("destroy", RULES, seat, card))
            for slot, card in enumerate(state.fence[seat])
            if not cannot(state, Event("destroy", RULES, seat, card))
        ]
        if not choices:
            return changed
        changed = True
        # Where all must go, nobody is asked which; a rule may spare some by their faces, so that a
        # single choice on a Fence of several is asked all the same (RR-EFF-12, RR-HID-14).
        is_open = len(state.fence[seat]) > over
        choices = choices if is_open else choices[:1]
        await propose(state, [await pick(seat, "rune_limit", choices, always=is_open)])
    return changed


async def aim(state: State, effect: Effect) -> None:
    """Have the controller name all targets of an effect; none of it happens yet (RR-CHAIN-03)."""
    effect.picks = {}
    that = effect.that
    for number, deed in enumerate(price_deeds(state, effect), 2):
        # A player that the price picks comes first and is `that_player`.
        if number > effect.paid:
            await aim_at_players(deed, partial(of_use, state, effect))
    if not (effect.face.price and state.settings.price_first):
        left = deeds(state, effect)[effect.start :]
        for deed in comes_to(left, could):
            if not await aim_item(deed):
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
    """Whether the effect resolved: its price was paid, and it could do anything.

    Its conditions were judged when its trigger occurred, once and for all (RR-EFF-10).
    """
    # What was begun before a seat was removed is finished, whatever the table looks like now.
    if effect.paid == 0 and not doable(state, effect):
        zones.log(state, LogEvent("fizzle", effect.seat, effect.acts_on, effect.face.id))
        return False
    if not await _pay(state, effect):
        return False
    await carry_out_each(deeds(state, effect)[effect.start :])
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
                zones.log(state, LogEvent("unpaid", effect.seat, effect.seat, effect.face.id))
                return False
    return True


async def pay_surcharges(state: State, act: str, seat: int, card: int) -> bool:
    """Pay what others' rules ask before an act; False if a payment failed or was replaced."""
    demands = in_force(state, "surcharge")
    return await _pay_all(state, seat, payments(state, demands, act, seat, card, counted=False))


async def pay_summoning_cost(state: State, seat: int, card: int) -> bool:
    """Pay what a card's own Summoning Cost asks; False if a payment failed or was replaced."""
    zones.log(state, LogEvent("name", seat, seat, state.face[card].id))
    return await _pay_all(state, seat, summoning_cost(state, seat, card, counted=False))


async def _pay_all(state: State, seat: int, owed: Sequence[Deed]) -> bool:
    """Pay one after the other; False at the first that failed or was replaced."""
    for number, deed in enumerate(owed, 1):
        if not await carry_out(deed._replace(beside=owed[number:])):
            zones.log(state, LogEvent("unpaid", seat, seat, deed.effect.face.id))
            return False
    return True


async def _spend(state: State, effect: Effect) -> None:
    """A Rune that has resolved goes to the Rune discard: it was activated (RR-TERM-06)."""
    _release(state, effect)
    zones.out_of_limbo(state, effect.card)
    zones.to_discard(state, effect.card)
    zones.log(state, LogEvent("activate", effect.seat, effect.seat, effect.face.id))
    await settle(state, [Event("activate", effect.seat, effect.seat, effect.card)])


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
    zones.log(state, LogEvent("goes_back", effect.seat, effect.seat, effect.face.id))
    await enforce(state)


def _release(state: State, effect: Effect) -> None:
    """From now on its card can be chosen again (RR-CHAIN-10)."""
    if effect.seat != RULES and effect.card in state.busy:
        state.busy.remove(effect.card)
