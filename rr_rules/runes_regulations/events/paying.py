"""Prices and surcharges: what is owed, and whether all of it can be paid in full (RR-EFF-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from rr_rules.runes_regulations.events.deed import Deed, deeds_of, payable
from rr_rules.runes_regulations.events.lasting import InForce, owed_by
from rr_rules.runes_regulations.faces.verb import Filter
from rr_rules.runes_regulations.faces.vocabulary import ALL, ANY
from rr_rules.runes_regulations.state.event import Effect, Event
from rr_rules.runes_regulations.state.matching import fits
from rr_rules.runes_regulations.state.state import State

Rules = Sequence[InForce]

PRICE = -1
"""The first part of the path of a price item; effects count from 0."""
SURCHARGE = -2
COST = -3
_CARDS = ("draw", "discard")
"""Own price items that are counted one after the other."""


def payments(
    state: State, demands: Rules, act: str, seat: int, card: int, *, counted: bool = True
) -> list[Deed]:
    """What these surcharges ask of `seat` before an act with `card`, source by source."""
    if not demands or seat < 0:
        return []
    found: list[Deed] = []
    for number, each in enumerate(owed_by(state, demands, act, seat, card)):
        face = state.face[each.card if each.card >= 0 else card]
        happening = Event(act, seat, seat, card)
        payer = Effect(seat, each.card, face, happening, acts_on=seat, picks={})
        found += deeds_of(state, payer, each.rule.price, (SURCHARGE, number), counted=counted)
    return found


def summoning_cost(state: State, seat: int, card: int, *, counted: bool = True) -> list[Deed]:
    """What a card itself asks of `seat` before it is summoned (NN-CARD-02)."""
    face = state.face[card]
    happening = Event("summon", seat, seat, card)
    payer = Effect(seat, card, face, happening, acts_on=seat, picks={})
    return deeds_of(state, payer, face.cost, (COST,), counted=counted)


def is_payable(
    state: State, seat: int, used: Collection[int], price: Sequence[Deed], *, own: bool = False
) -> bool:
    """Whether `seat` can pay all of it with what is left beside the cards that are used.

    `own`: by the faces of the own cards too, which only their holder knows.
    """
    if not price:
        return True
    cards = [deed for deed in price if _is_of_cards(deed)]
    others = [deed for deed in price if not _is_of_cards(deed)]
    if not all(map(payable, others)) or not _has_enough_things(others):
        return False
    hand = [each for each in state.hand[seat] if each not in used] if seat >= 0 else []
    mine = [deed for deed in cards if deed.item.who == "you"]
    return _have_enough_cards(state, seat, len(hand), cards) and (
        not own or _fits(state, hand, mine)
    )


def taken(deed: Deed, seat: int) -> int:
    """How many cards of a hand what else is paid leaves out of reach of a deed (RR-EFF-13)."""
    count = 0
    for each in deed.beside:
        if each.item.do in _CARDS and seat in each.scope(each.item.who):
            count += each.item.n if each.item.do == "discard" else -each.item.n
    return max(count, 0)


def _is_of_cards(deed: Deed) -> bool:
    """Whether those who pay are certain and pay in cards, which are counted one by one."""
    return deed.item.do in _CARDS and deed.item.who not in ANY


def _have_enough_cards(state: State, seat: int, hand: int, price: Sequence[Deed]) -> bool:
    """Whether everybody who has to can pay all that falls to them; `hand` is what `seat` has."""
    payers = [deed.scope(deed.item.who) for deed in price]
    return all(payers) and all(
        _has_enough_cards(
            state,
            each,
            hand if each == seat else len(state.hand[each]),
            [deed for deed, seats in zip(price, payers, strict=True) if each in seats],
        )
        for each in {each for seats in payers for each in seats}
    )


def _has_enough_cards(state: State, seat: int, hand: int, price: Sequence[Deed]) -> bool:
    """Step by step: a DRAW counts as possible while any card of the own deck is left (EDGE-03)."""
    stock = state.sides[seat].cards
    drawable = len(state.pile(stock)) + (len(state.thrown(stock)) if stock.reforms else 0)
    for deed in price:
        if deed.item.do == "draw":
            hand += min(deed.item.n, drawable)
        else:
            hand -= deed.item.n
        if hand < 0:
            return False
    return True


def _fits(state: State, hand: Sequence[int], price: Sequence[Deed]) -> bool:
    """Whether the hand holds what is to be discarded; what is drawn first might be anything."""
    wanted: Counter[Filter] = Counter()
    for deed in price:
        if deed.item.do == "draw":
            break
        wanted[deed.item.filter] += deed.item.n
    return all(
        sum(fits(state.face[card], each) for card in hand) >= count
        for each, count in wanted.items()
    )


def _has_enough_things(price: Sequence[Deed]) -> bool:
    """Whether each item can have things of its own: what one takes is gone for the next."""
    needs: list[Collection[int]] = []
    for deed in price:
        item = deed.item
        if item.uses_up and item.who == "you" and item.n != ALL:
            cards = item.candidates(deed, deed.effect.seat)
            needs += [cards] * (1 if item.up_to else item.n)
    return len(needs) < 2 or can_share_out(needs)


def can_share_out(needs: Sequence[Collection[int]]) -> bool:
    """Whether every need can have a card of its own (augmenting paths)."""
    holder: dict[int, int] = {}

    def place(need: int, tried: set[int]) -> bool:
        for card in needs[need]:
            if card not in tried:
                tried.add(card)
                if card not in holder or place(holder[card], tried):
                    holder[card] = need
                    return True
        return False

    return all(place(need, set()) for need in range(len(needs)))
