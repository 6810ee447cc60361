"""What it is for an event to happen: the cards that move, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable

from rr_rules.runes_regulations.faces.vocabulary import RUNES
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Event
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent


def _face(state: State, card: int) -> str:
    return state.face[card].id


def _hex(state: State, it: Event) -> list[Event]:
    if state.lawn_of(it.card) != it.of or it.card in state.hexed:
        return []
    state.hexed.add(it.card)
    zones.log(state, LogEvent("hex", it.by, it.of, _face(state, it.card)))
    return [it]


def _restore(state: State, it: Event) -> list[Event]:
    if state.lawn_of(it.card) != it.of or it.card not in state.hexed:
        return []
    state.hexed.remove(it.card)
    # Its rules come into force anew, but it has not moved (RR-EFF-08).
    state.clock += 1
    state.since[it.card] = state.clock
    zones.log(state, LogEvent("restore", it.by, it.of, _face(state, it.card)))
    return [it, entering(it.of, it.card)]


def _destroy(state: State, it: Event) -> list[Event]:
    if state.face[it.card].kind in RUNES:
        if state.fence_of(it.card) != it.of:
            return []
        zones.off_fence(state, it.of, it.card)
        zones.to_discard(state, it.card)
        zones.log(state, LogEvent("destroy_rune", it.by, it.of, _face(state, it.card)))
        return [it]
    if state.lawn_of(it.card) != it.of:
        return []
    hexed = zones.off_lawn(state, it.card)
    zones.to_discard(state, it.card)
    zones.log(state, LogEvent("destroy", it.by, it.of, _face(state, it.card)))
    return [it._replace(hexed=hexed)]


def _steal(state: State, it: Event) -> list[Event]:
    if state.face[it.card].kind in RUNES:
        return _steal_rune(state, it)
    if state.lawn_of(it.card) != it.of:
        return []
    hexed = zones.off_lawn(state, it.card)
    zones.to_lawn(state, it.by, it.card, hexed=hexed)
    zones.log(state, LogEvent("steal", it.by, it.of, _face(state, it.card)))
    return [it._replace(hexed=hexed), entering(it.by, it.card, hexed=hexed)]


def _steal_rune(state: State, it: Event) -> list[Event]:
    if state.fence_of(it.card) != it.of:
        return []
    zones.to_other_fence(state, it.of, it.by, it.card)
    seen = (it.by, it.of)
    zones.log(state, LogEvent("steal_rune", it.by, it.of, _face(state, it.card), seen=seen))
    return [it]


def _return(state: State, it: Event) -> list[Event]:
    if state.lawn_of(it.card) != it.of:
        return []
    hexed = zones.off_lawn(state, it.card)
    zones.to_hand(state, it.of, it.card, zones.EVERYBODY)
    zones.log(state, LogEvent("return", it.by, it.of, _face(state, it.card)))
    return [it._replace(hexed=hexed)]


def _discard(state: State, it: Event) -> list[Event]:
    if it.card not in state.hand[it.by]:
        return []
    zones.from_hand(state, it.by, it.card)
    zones.to_discard(state, it.card)
    zones.log(state, LogEvent("discard", it.by, it.by, _face(state, it.card)))
    return [it]


def _summon(state: State, it: Event) -> list[Event]:
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
    zones.log(state, LogEvent("summon", it.by, it.of, _face(state, it.card)))
    return [it, entering(it.of, it.card)]


def _give(state: State, it: Event) -> list[Event]:
    """A Creature of `by` moves to the Lawn `of`."""
    if state.lawn_of(it.card) != it.by:
        return []
    hexed = zones.off_lawn(state, it.card)
    zones.to_lawn(state, it.of, it.card, hexed=hexed)
    zones.log(state, LogEvent("give", it.by, it.of, _face(state, it.card)))
    return [entering(it.of, it.card, hexed=hexed)]


def _new_regulation(state: State, it: Event) -> list[Event]:
    if not state.regulation_deck:
        # The only Regulation of a deck simply stays (RR-CARD-07).
        return []
    zones.turn_up_regulation(state)
    zones.log(state, LogEvent("new_regulation", it.by, face=_face(state, state.regulation)))
    return [it._replace(card=state.regulation)]


def entering(seat: int, card: int, *, hexed: bool = False) -> Event:
    """A Creature's arrival on the Lawn of `seat`."""
    return Event("enters_lawn", RULES, seat, card, hexed)


_HAPPEN: dict[str, Callable[[State, Event], list[Event]]] = {
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
