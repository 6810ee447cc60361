"""With which effects a card may answer a moment, and which of several events it answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.possible import declarable
from rr_rules.runes_regulations.faces.faces import Face, Item
from rr_rules.runes_regulations.state.event import RULES, Effect, Happening
from rr_rules.runes_regulations.state.matching import answers, singled_out
from rr_rules.runes_regulations.state.places import place_of, player
from rr_rules.runes_regulations.state.state import State

Offer = Sequence[Effect]
"""One use of a card: its effect, once for each event of the moment that makes a difference."""


def effect_of(state: State, seat: int, card: int, it: Happening) -> Effect:
    """The effect of a card of `seat` that answers a happening."""
    that_stamp = state.stamp[it.card] if it.card >= 0 else 0
    return Effect(
        seat, card, state.face[card], it, that=singled_out(it), acts_on=seat,
        that_stamp=that_stamp, this_stamp=state.stamp[card],
    )  # fmt: skip


def offer_of(state: State, moment: Sequence[Happening], would: bool, seat: int, card: int) -> Offer:
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


def _items(face: Face) -> Iterator[Item]:
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
