"""Whether an effect may be used at all: conditions, price, something to do (RR-EFF-04, EDGE-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rr_rules.runes_regulations.events.deed import (
    Deed,
    Seats,
    comes_to,
    could,
    could_still,
    deeds_of,
    gives_to_any,
    payable,
    reveals,
)
from rr_rules.runes_regulations.events.lasting import bans_on, in_force, is_banned
from rr_rules.runes_regulations.events.paying import (
    PRICE,
    SURCHARGE,
    Rules,
    is_payable,
    payments,
    summoning_cost,
)
from rr_rules.runes_regulations.faces.vocabulary import ALL, ANY, EACH, RUNES
from rr_rules.runes_regulations.state.event import RULES, Effect, Event
from rr_rules.runes_regulations.state.matching import all_hold
from rr_rules.runes_regulations.state.state import State


def deeds(
    state: State, effect: Effect, *, counted: bool = False, beside: Sequence[Deed] = ()
) -> list[Deed]:
    """The items of an effect."""
    return deeds_of(state, effect, effect.face.effects, counted=counted, beside=beside)


def price_deeds(state: State, effect: Effect, *, counted: bool = False) -> list[Deed]:
    """The items of its price."""
    return deeds_of(state, effect, effect.face.price, (PRICE,), counted=counted)


def declarable(state: State, effect: Effect) -> bool:
    """Whether a triggered effect may be used now, by public facts, busy things counted."""
    if not all_hold(state, effect.face, effect.seat, effect.that):
        return False
    return _usable_somehow(state, effect, owed_for(state, effect), strict=True)


def owed_for(state: State, effect: Effect, *, counted: bool = True) -> list[Deed]:
    """What surcharges ask before a declared effect resolves: only Runes are ACTIVATED."""
    if effect.face.kind not in RUNES:
        return []
    demands = in_force(state, "surcharge")
    return payments(state, demands, "activate", effect.seat, effect.card, counted=counted)


def castable_cards(
    state: State, seat: int, cards: Sequence[int], *, free: bool = False
) -> list[int]:
    """The Spells, or Curses, among these cards that `seat` may name.

    Its price must be payable, and some part of it could change something. `free`: as if others'
    rules asked nothing for it.
    """
    kinds = state.sides[seat].casts
    spells = [card for card in cards if state.face[card].kind in kinds]
    if not spells:
        return []
    bans, demands = bans_on(state, "cast"), [] if free else in_force(state, "surcharge")
    return [card for card in spells if _castable(state, seat, card, bans, demands)]


def _castable(state: State, seat: int, card: int, bans: Rules, demands: Rules) -> bool:
    cast = Event("cast", seat, seat, card)
    if bans and is_banned(state, bans, cast):
        return False
    effect = Effect(seat, card, state.face[card], cast, acts_on=seat)
    if not all_hold(state, effect.face, seat, RULES):
        return False
    return _usable_somehow(
        state, effect, payments(state, demands, "cast", seat, card), strict=False
    )


def summonable_cards(
    state: State, seat: int, cards: Sequence[int], spell: int = -1, beside: Sequence[Deed] = ()
) -> list[int]:
    """The Creatures among these cards that `seat` may summon, by a spell that is no payment.

    `beside` is what is paid before, and must leave enough.
    """
    kinds = state.sides[seat].summons
    creatures = [card for card in cards if state.face[card].kind in kinds]
    if not creatures:
        return []
    bans, demands = bans_on(state, "summon"), in_force(state, "surcharge")
    if not bans and not demands and not beside and "beast" not in kinds:
        return creatures

    def is_summonable(card: int) -> bool:
        if is_banned(state, bans, Event("summon", seat, seat, card)):
            return False
        owed = payments(state, demands, "summon", seat, card)
        owed += summoning_cost(state, seat, card)
        return is_payable(state, seat, (card, spell), [*beside, *owed], own=True)

    return [card for card in creatures if is_summonable(card)]


def _usable_somehow(state: State, effect: Effect, owed: Sequence[Deed], *, strict: bool) -> bool:
    """Whether it is usable in any reading of its price."""
    if not effect.face.price:
        return _usable(state, effect, owed, strict=strict)
    that = effect.that
    found = any(_usable(state, effect, owed, strict=strict) for _ in _readings(state, effect))
    effect.that = that
    return found


def _usable(state: State, effect: Effect, owed: Sequence[Deed], *, strict: bool) -> bool:
    """Price and surcharges payable, and something to do; `strict`: something to aim at, too."""
    price = [*owed, *price_deeds(state, effect, counted=True)]
    # A Spell's caster knows the own cards; all else is judged by what everybody can count.
    if not is_payable(state, effect.seat, (effect.card,), price, own=not strict):
        return False
    items = deeds(state, effect, counted=True, beside=price)
    wanted = items
    if len(items) > 1 and any(deed.item.then for deed in items):
        wanted = [deed for each in _sentences(items) if _can_begin(each) for deed in each]
    if strict:
        wanted = _aimed(wanted) or wanted
    for deed in wanted:
        if could(deed) or _brings_its_own(deed):
            return True
    return not items


def _sentences(items: Sequence[Deed]) -> list[list[Deed]]:
    """The items of an effect, those of "X, then Y" together (RR-EFF-09)."""
    found: list[list[Deed]] = []
    for deed in items:
        if deed.item.then and found:
            found[-1].append(deed)
        else:
            found.append([deed])
    return found


def _can_begin(sentence: Sequence[Deed]) -> bool:
    """Whether what others depend on is possible, and what these aim at is there (RR-EFF-09)."""
    return all(
        (first.item.is_done_with_none or _wholly(first) or _brings_its_own(first))
        and (not _is_aimed(second) or could(second))
        for first, second in pairwise(sentence)
    )


def _wholly(deed: Deed) -> bool:
    """Whether an item can be done in full; of many it asks those alone who can."""
    if deed.item.may or deed.item.who in EACH:
        return could(deed)
    return payable(deed)


def _brings_its_own(deed: Deed) -> bool:
    """With `price_then_choose` a sacrificed card may be what is summoned (RR-EDGE-02)."""
    if not deed.state.settings.price_first:
        return False
    pays = any(item.do == "sacrifice" for item in deed.effect.face.price)
    return pays and deed.item.place.endswith("_discard")


def _aimed(wanted: Sequence[Deed]) -> list[Deed]:
    """The items that name a target when the link comes up: none after one that reveals."""
    found = []
    for deed in wanted:
        if _is_aimed(deed):
            found.append(deed)
        if reveals(deed.item):
            break
    return found


def _is_aimed(deed: Deed) -> bool:
    """Whether its controller names a thing or a player for it."""
    item = deed.item
    # "All" chooses nothing (RR-CHAIN-09).
    aims = item.who == "you" and item.names_target and item.n != ALL
    return aims or item.who in ANY or gives_to_any(item)


def _readings(state: State, effect: Effect) -> Iterator[int]:
    """Each player that the price may single out before the targets; else just one reading."""
    price = deeds_of(state, effect, effect.face.price, (PRICE,), counted=True)
    picks = [deed for deed in price if gives_to_any(deed.item) or deed.item.who in ANY]
    if not picks:
        yield effect.that
        return
    deed, item = picks[0], picks[0].item
    for seat in deed.scope(item.to if gives_to_any(item) else item.who):
        giver = gives_to_any(item) and item.who == "you" and seat == effect.seat
        if not giver and (gives_to_any(item) or item.fully(deed, seat)):
            effect.that = seat
            yield seat


def doable(state: State, effect: Effect) -> bool:
    """Whether any part of an aimed effect can be done now, its price included."""
    that = effect.that
    price = [*owed_for(state, effect, counted=False), *price_deeds(state, effect)]
    if not is_payable(state, effect.seat, (effect.card,), price):
        return False
    for deed in price:
        for player in (deed.picked.player, deed.picked.to) if deed.picked is not None else ():
            effect.that = player if player >= 0 else effect.that
    wanted = deeds(state, effect, beside=price)
    found = not wanted or any(
        could_still(deed) or _brings_its_own(deed) for deed in comes_to(wanted, could_still)
    )
    effect.that = that
    return found


def of_use(state: State, effect: Effect, seats: Seats) -> Seats:
    """Of the players that a price may name those whose naming leaves something to do."""
    that, found = effect.that, []
    for seat in seats:
        effect.that = seat
        if any(could(deed) or _brings_its_own(deed) for deed in deeds(state, effect)):
            found.append(seat)
    effect.that = that
    return found or seats


def may_pay(deed: Deed, card: int, rest: Sequence[Deed]) -> bool:
    """Whether a card may pay for the Spell that is being named: what is left must do (RR-EFF-13).

    `rest` is what is still to be paid after it.
    """
    state, seat, it = deed.state, deed.effect.seat, deed.effect.happening
    if it.kind != "cast" or deed.path[0] != SURCHARGE:
        return True
    hand = state.hand[seat]
    state.hand[seat] = [each for each in hand if each != card]
    effect = Effect(seat, it.card, state.face[it.card], it, acts_on=seat)
    found = _usable_somehow(state, effect, rest, strict=False)
    state.hand[seat] = hand
    return found
