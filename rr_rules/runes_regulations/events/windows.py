"""Reaction windows: which seats are asked for their Runes, by public facts alone (RR-HID-16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from rr_rules.kernel.flow import choose, choose_all, pick
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.runes_regulations.events.lasting import open_fences
from rr_rules.runes_regulations.events.possible import declarable
from rr_rules.runes_regulations.faces.faces import Face, Trigger
from rr_rules.runes_regulations.faces.verb import Verb
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Effect, Event
from rr_rules.runes_regulations.state.matching import (
    all_hold,
    answers,
    concerns,
    is_about,
    singled_out,
)
from rr_rules.runes_regulations.state.places import place_of, player
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent

Offer = Sequence[Effect]
"""One use of a card: its effect, once for each event of the moment that makes a difference."""


def effect_of(state: State, seat: int, card: int, it: Event) -> Effect:
    """The effect of a card of `seat` that answers a happening."""
    that_stamp = state.stamp[it.card] if it.card >= 0 else 0
    return Effect(
        seat, card, state.face[card], it, that=singled_out(it), acts_on=seat,
        that_stamp=that_stamp, this_stamp=state.stamp[card],
    )  # fmt: skip


def offer_of(state: State, moment: Sequence[Event], would: bool, seat: int, card: int) -> Offer:
    """What a card of `seat` offers on a moment; empty if it has no answer that may be used."""
    trigger = state.face[card].trigger
    if trigger is None or trigger.would != would:
        return ()
    found = []
    for it in moment:
        if answers(state, trigger, it, seat, card):
            effect = effect_of(state, seat, card, it)
            if declarable(state, effect):
                found.append(effect)
    return found if len(found) < 2 else _different(found)


def _different(effects: Offer) -> Offer:
    """One effect for each event, as far as the words of the card tell them apart."""
    face = effects[0].face
    says_that, says_player = _says_that(face), _says_player(face)
    readings: dict[tuple[int, int], Effect] = {}
    for effect in effects:
        thing = effect.happening.card if says_that else -1
        readings.setdefault((thing, effect.that if says_player else -1), effect)
    return list(readings.values())


def _says_that(face: Face) -> bool:
    return any(item.filter.what == "that" for item in _items(face))


def _says_player(face: Face) -> bool:
    scopes = {scope for item in _items(face) for scope in (item.who, item.of, item.to)}
    return "that_player" in scopes or any(each.of == "that_player" for each in face.conditions)


def _items(face: Face) -> Iterator[Verb]:
    waiting = [*face.price, *face.effects]
    while waiting:
        item = waiting.pop()
        yield item
        waiting += [inner for each in item.lists for inner in each]


async def settle_which(state: State, offer: Offer) -> Effect:
    """The effect that is used: of several simultaneous events its player names the one it means."""
    if len(offer) == 1:
        return offer[0]
    choices = [(_event(state, effect), effect) for effect in offer]
    return await pick(offer[0].seat, "event", choices, source=offer[0].face.id)


def _event(state: State, effect: Effect) -> Option:
    """The thing an event is about, where the card speaks of it in sight, else the player."""
    it = effect.happening
    thrown = any(it.card in state.thrown(side.cards) for side in state.sides)
    if _says_that(effect.face) and (thrown or state.lawn_of(it.card) >= 0):
        return place_of(state, "pick", it.card)
    return player(effect.that if effect.that != RULES else it.of)


MANY = 5
"""With more usable Runes than this only orders of at most two are offered: lists stay short."""

PASS = Option("pass")
NOTHING = (PASS,)

Reading = tuple[Face, Trigger, Event]
"""A Rune face, its trigger and a happening it may answer."""


async def rune_window(
    state: State, moment: Sequence[Event], would: bool
) -> dict[int, list[Effect]]:
    """The Runes that are activated on a moment, for each seat in the order it named."""
    if state.settings.fast:
        return await _fast(state, moment, would)
    eligible = eligible_seats(state, moment, would)
    if not eligible:
        return {}
    about = public(state, moment[0], would)
    runes = {seat: usable(state, seat, moment, would) for seat in eligible}
    asked = [_question(state, seat, runes[seat], about) for seat in eligible]
    picked = await choose_all(asked, window=True)
    if not any(picked):  # All pass: most windows, as in most of them nobody has another option.
        return {}
    chosen = {
        question.seat: _chosen(question.options[index], runes[question.seat])
        for question, index in zip(asked, picked, strict=True)
    }
    for offers in chosen.values():
        _show(state, offers)
    return {
        seat: [await settle_which(state, offer) for offer in offers]
        for seat, offers in chosen.items()
    }


async def _fast(state: State, moment: Sequence[Event], would: bool) -> dict[int, list[Effect]]:
    """Ask only seats that can act, one after the other (RR-HID-21)."""
    chosen: dict[int, list[Effect]] = {}
    about = None
    for seat in state.clockwise():
        if runes := usable(state, seat, moment, would):
            # In words as the moment was, whatever the Runes of an earlier seat have moved.
            about = about or public(state, moment[0], would)
            question = _question(state, seat, runes, about)
            index = await choose(seat, "window", question.options, about=about, always=True)
            offers = _chosen(question.options[index], runes)
            _show(state, offers)
            chosen[seat] = [await settle_which(state, offer) for offer in offers]
    return chosen


def eligible_seats(state: State, moment: Sequence[Event], would: bool) -> list[int]:
    """The seats that may be holding a matching Rune, by what everybody knows."""
    readings = _readings(state, moment, would)
    if not readings:
        return []
    unseen, opened = readings, open_fences(state)
    if opened:
        unseen = [each for each in readings if _has_unseen_copy(state, each[0], opened)]
    arrived = set() if would else {it.card for it in moment}
    found = []
    for seat in state.clockwise():
        # No Rune answers the event that brought it in (RR-EDGE-18); an empty Fence has none.
        if arrived.issuperset(state.fence[seat]):
            continue
        back = state.sides[seat].runes.back
        for face, trigger, it in _shown(state, seat, readings) if seat in opened else unseen:
            if face.back != back or not concerns(state, trigger, it, seat):
                continue
            if all_hold(state, face, seat, singled_out(it)):
                found.append(seat)
                break
    return found


def _readings(state: State, moment: Sequence[Event], would: bool) -> list[Reading]:
    """Each Rune face in play with each happening that it would answer in the right hands."""
    found = []
    for it in moment:
        for face in state.index.runes.get((would, it.kind), ()):
            trigger = face.trigger
            assert trigger is not None, "a Rune has a trigger"
            if _has_unseen_copy(state, face) and is_about(state, trigger, it, -1):
                found.append((face, trigger, it))
    return found


def _has_unseen_copy(state: State, face: Face, opened: Sequence[int] = ()) -> bool:
    """Whether a copy may lie face down somewhere: not discarded, resolving or on an open Fence."""
    # Told by the cards of the face, which are one or two, not by all that is discarded.
    thrown = state.rune_discard if face.kind == "rune" else state.forbidden_rune_discard
    for card in state.index.copies_of[face.id]:
        if card in thrown or card in state.limbo:
            continue
        if not opened or all(card not in state.fence[seat] for seat in opened):
            return True
    return False


def _shown(state: State, seat: int, readings: Sequence[Reading]) -> list[Reading]:
    """Those whose face lies on a Fence that is open to all."""
    shown = {state.face[card].id for card in state.fence[seat]}
    return [each for each in readings if each[0].id in shown]


def usable(
    state: State, seat: int, moment: Sequence[Event], would: bool
) -> list[tuple[int, Offer]]:
    """(slot, offer) of the Runes that `seat` really could activate."""
    found: list[tuple[int, Offer]] = []
    face, kinds = state.face, [it.kind for it in moment]
    for slot, card in enumerate(state.fence[seat]):
        trigger = face[card].trigger
        if trigger is None or trigger.event not in kinds or trigger.would != would:
            continue
        # No Rune answers the event that brought it in (RR-EDGE-18).
        if not would and any(it.card == card for it in moment):
            continue
        if offer := offer_of(state, moment, would, seat, card):
            found.append((slot, offer))
    return found


def _question(state: State, seat: int, runes: list[tuple[int, Offer]], about: LogEvent) -> Choose:
    """One answer names any number of Runes in order, or none (RR-HID-17)."""
    if not runes:
        return Choose(Seat(seat), "window", NOTHING, about=about)
    slots = [slot for slot, _ in runes]
    options = [PASS, *(Option("use", "fence", seat, o[0], o) for o in _orders(slots))]
    return Choose(Seat(seat), "window", tuple(options), about=about)


def _orders(slots: list[int]) -> Iterator[tuple[int, ...]]:
    for count in range(1, min(len(slots), len(slots) if len(slots) <= MANY else 2) + 1):
        yield from permutations(slots, count)


def _chosen(option: Option, runes: list[tuple[int, Offer]]) -> list[Offer]:
    by_slot = dict(runes)
    return [by_slot[slot] for slot in option.order]


def _show(state: State, offers: list[Offer]) -> None:
    """Activated Runes are shown to all and leave the Fence (RR-CARD-06)."""
    for [effect, *_] in offers:
        zones.off_fence(state, effect.seat, effect.card)
        zones.to_limbo(state, effect.card)
        state.busy.append(effect.card)
        zones.log(state, LogEvent("declare", effect.seat, effect.seat, effect.face.id))


def public(state: State, it: Event, would: bool) -> LogEvent:
    """The event that opens a window, as everybody may know it."""
    hidden = it.card < 0 or (would and it.kind == "discard") or state.fence_of(it.card) >= 0
    face = "" if hidden else state.face[it.card].id
    return LogEvent("would" if would else "moment", it.by, it.of, face, it.kind)
