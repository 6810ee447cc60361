"""The one road for events: forbidden? replaced? it happens; limits; what it triggers is queued.

Everything that triggers could look at goes through `propose`, one happening or a group of them
that occurs at the same moment (RR-CHAIN-02).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

# `resolve` is imported as a module: resolving an effect ends in happenings of its own.
from rr_rules.runes_regulations import resolve
from rr_rules.runes_regulations.events.declare import declare
from rr_rules.runes_regulations.events.lasting import cannot
from rr_rules.runes_regulations.events.replacements import instead, is_mute
from rr_rules.runes_regulations.kinds import RUNES
from rr_rules.runes_regulations.limits import enforce
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Happening, Link
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import Event


async def propose(
    state: State, group: Sequence[Happening], lineage: tuple[int, ...] = ()
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
    moment: list[Happening] = []
    for happening, stand in zip(group, stands, strict=True):
        found = _HAPPEN[happening.kind](state, happening) if stand else []
        occurred.append(bool(found))
        moment += found
    await settle(state, moment)
    return occurred


def _on_this_side(state: State, it: Happening) -> Happening:
    """A happening as it is where it happens: replaced by rule, or to a card without a voice."""
    if cannot(state, it):
        return it
    lawn = state.lawn_of(it.card)
    it = instead(state, it)
    return it._replace(mute=True) if lawn >= 0 and is_mute(state, lawn, it.card) else it


async def _stands(state: State, it: Happening, lineage: tuple[int, ...]) -> bool:
    """Whether a happening is neither forbidden nor replaced, and its cost is paid."""
    if cannot(state, it):
        return False
    # What an earlier replacement has moved away is not about to happen to it any more.
    if _is_due(state, it) and await replaced(state, it, lineage):
        return False
    return it.kind != "summon" or await pay_cost(state, it)


async def pay_cost(state: State, it: Happening) -> bool:
    """Pay a Summoning Cost after the would-window; without one nothing is due (NN-CARD-07)."""
    face, card, seat = state.face[it.card], it.card, it.by
    if not face.cost:
        return True
    was_held = card in state.hand[seat]
    if was_held:
        zones.from_hand(state, seat, card)
        zones.to_limbo(state, card, seat)
    paid = await resolve.pay_summoning_cost(state, seat, card)
    if was_held and card in state.limbo:
        zones.out_of_limbo(state, card)
        zones.to_hand(state, seat, card, zones.EVERYBODY)
    return paid


def _is_due(state: State, it: Happening) -> bool:
    """Whether the thing is where it would happen to it."""
    if it.kind == "new_regulation":
        return bool(state.regulation_deck)
    if it.kind == "discard":
        return it.card in state.hand[it.by]
    owner = it.by if it.kind == "give" else it.of
    if it.kind in ("summon", "give") or it.card not in state.fence[owner]:
        return it.kind == "summon" or it.card in state.lawn[owner]
    return True


async def settle(state: State, moment: Sequence[Happening]) -> None:
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


async def replaced(state: State, happening: Happening, lineage: tuple[int, ...]) -> bool:
    """Whether a `would` effect takes the place of a happening (RR-CHAIN-06 to -08)."""
    if (True, happening.kind) not in state.index.awaited:
        return False
    effects = await declare(state, [happening], would=True, lineage=lineage)
    for number, effect in enumerate(effects):
        effect.lineage = lineage
        if await resolve.resolve(state, effect):
            zones.log(state, Event("replaced", effect.seat, happening.by, effect.face.id,
                                   happening.kind))  # fmt: skip
            for late in effects[number + 1 :]:
                await resolve.withdraw(state, late)
            return True
    return False


# --- what it is for a thing to happen ------------------------------------------------------


def _face(state: State, card: int) -> str:
    return state.face[card].id


def _hex(state: State, it: Happening) -> list[Happening]:
    if state.lawn_of(it.card) != it.of or it.card in state.hexed:
        return []
    state.hexed.add(it.card)
    zones.log(state, Event("hex", it.by, it.of, _face(state, it.card)))
    return [it]


def _restore(state: State, it: Happening) -> list[Happening]:
    if state.lawn_of(it.card) != it.of or it.card not in state.hexed:
        return []
    state.hexed.remove(it.card)
    # Its rules come into force anew, but it has not moved (RR-EFF-08).
    state.clock += 1
    state.since[it.card] = state.clock
    zones.log(state, Event("restore", it.by, it.of, _face(state, it.card)))
    return [it, entering(it.of, it.card)]


def _destroy(state: State, it: Happening) -> list[Happening]:
    if state.face[it.card].kind in RUNES:
        if state.fence_of(it.card) != it.of:
            return []
        zones.off_fence(state, it.of, it.card)
        zones.to_discard(state, it.card)
        zones.log(state, Event("destroy_rune", it.by, it.of, _face(state, it.card)))
        return [it]
    if state.lawn_of(it.card) != it.of:
        return []
    hexed = zones.off_lawn(state, it.card)
    zones.to_discard(state, it.card)
    zones.log(state, Event("destroy", it.by, it.of, _face(state, it.card)))
    return [it._replace(hexed=hexed)]


def _steal(state: State, it: Happening) -> list[Happening]:
    if state.face[it.card].kind in RUNES:
        return _steal_rune(state, it)
    if state.lawn_of(it.card) != it.of:
        return []
    hexed = zones.off_lawn(state, it.card)
    zones.to_lawn(state, it.by, it.card, hexed=hexed)
    zones.log(state, Event("steal", it.by, it.of, _face(state, it.card)))
    return [it._replace(hexed=hexed), entering(it.by, it.card, hexed=hexed)]


def _steal_rune(state: State, it: Happening) -> list[Happening]:
    if state.fence_of(it.card) != it.of:
        return []
    zones.to_other_fence(state, it.of, it.by, it.card)
    seen = (it.by, it.of)
    zones.log(state, Event("steal_rune", it.by, it.of, _face(state, it.card), seen=seen))
    return [it]


def _return(state: State, it: Happening) -> list[Happening]:
    if state.lawn_of(it.card) != it.of:
        return []
    hexed = zones.off_lawn(state, it.card)
    zones.to_hand(state, it.of, it.card, zones.EVERYBODY)
    zones.log(state, Event("return", it.by, it.of, _face(state, it.card)))
    return [it._replace(hexed=hexed)]


def _discard(state: State, it: Happening) -> list[Happening]:
    if it.card not in state.hand[it.by]:
        return []
    zones.from_hand(state, it.by, it.card)
    zones.to_discard(state, it.card)
    zones.log(state, Event("discard", it.by, it.by, _face(state, it.card)))
    return [it]


def _summon(state: State, it: Happening) -> list[Happening]:
    """A Creature comes onto the Lawn `of`, from the hand of `by` or from a discard pile."""
    if it.card in state.hand[it.by]:
        zones.from_hand(state, it.by, it.card)
    elif it.card in zones.discard_pile(state, it.card):
        zones.off_discard(state, it.card)
    else:
        return []
    zones.to_lawn(state, it.of, it.card)
    side = state.sides[it.by]
    if side.mutes and it.of == it.by and state.face[it.card].kind in side.summons:
        state.sworn.add(it.card)
    zones.log(state, Event("summon", it.by, it.of, _face(state, it.card)))
    return [it, entering(it.of, it.card)]


def _give(state: State, it: Happening) -> list[Happening]:
    """A Creature of `by` moves to the Lawn `of`."""
    if state.lawn_of(it.card) != it.by:
        return []
    hexed = zones.off_lawn(state, it.card)
    zones.to_lawn(state, it.of, it.card, hexed=hexed)
    zones.log(state, Event("give", it.by, it.of, _face(state, it.card)))
    return [entering(it.of, it.card, hexed=hexed)]


def _new_regulation(state: State, it: Happening) -> list[Happening]:
    if not state.regulation_deck:
        # The only Regulation of a deck simply stays (RR-CARD-07).
        return []
    zones.turn_up_regulation(state)
    zones.log(state, Event("new_regulation", it.by, face=_face(state, state.regulation)))
    return [it._replace(card=state.regulation)]


def entering(seat: int, card: int, *, hexed: bool = False) -> Happening:
    """A Creature's arrival on the Lawn of `seat`."""
    return Happening("enters_lawn", RULES, seat, card, hexed)


_HAPPEN: dict[str, Callable[[State, Happening], list[Happening]]] = {
    "hex": _hex,
    "restore": _restore,
    "destroy": _destroy,
    "steal": _steal,
    "return": _return,
    "discard": _discard,
    "summon": _summon,
    "give": _give,
    "new_regulation": _new_regulation,
}
