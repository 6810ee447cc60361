"""Whether an effect may be used at all: conditions, price, something to do (RR-EFF-04, EDGE-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rr_rules.runes_regulations.faces import Item
from rr_rules.runes_regulations.happenings import RULES, Effect, Happening
from rr_rules.runes_regulations.items import ANY, could, could_still, payable, verb_of
from rr_rules.runes_regulations.kinds import CREATURES, RUNES, SPELLS
from rr_rules.runes_regulations.lasting import cannot, surcharges
from rr_rules.runes_regulations.matching import all_hold
from rr_rules.runes_regulations.state import State
from rr_rules.runes_regulations.verbs.deed import Deed

PRICE = -1
"""The first part of the path of a price item; effects count from 0."""
SURCHARGE = -2
_CARDS = ("draw", "discard")
"""Own price items that are counted one after the other."""


def deeds(state: State, effect: Effect, *, counted: bool = False) -> list[Deed]:
    """The items of an effect."""
    items = enumerate(effect.face.effects)
    return [Deed(state, effect, item, (at,), counted) for at, item in items]


def price_deeds(state: State, effect: Effect, *, counted: bool = False) -> list[Deed]:
    """The items of its price."""
    items = enumerate(effect.face.price)
    return [Deed(state, effect, item, (PRICE, at), counted) for at, item in items]


def declarable(state: State, effect: Effect) -> bool:
    """Whether a triggered effect may be used now, by public facts, busy things counted."""
    if not all_hold(state, effect.face, effect.seat, effect.that):
        return False
    act = "activate" if effect.face.kind in RUNES else ""
    return any(_usable(state, effect, act, strict=True) for _ in _readings(state, effect))


def castable(state: State, seat: int, card: int) -> bool:
    """Whether `seat` may name this Spell: price payable, some part could change something."""
    if state.face[card].kind not in SPELLS:
        return False
    cast = Happening("cast", seat, seat, card)
    if cannot(state, cast):
        return False
    effect = Effect(seat, card, state.face[card], cast, that=seat, acts_on=seat)
    if not all_hold(state, effect.face, seat, seat):
        return False
    return any(_usable(state, effect, "cast", strict=False) for _ in _readings(state, effect))


def summonable(state: State, seat: int, card: int) -> bool:
    """Whether `seat` may summon this Creature from its hand: what it owes must be payable."""
    if state.face[card].kind not in CREATURES or cannot(
        state, Happening("summon", seat, seat, card)
    ):
        return False
    owed = [item for found in surcharges(state, "summon", seat, card) for item in found.rule.price]
    return _enough_cards(state, seat, len(state.hand[seat]) - 1, owed)


def _usable(state: State, effect: Effect, act: str, *, strict: bool) -> bool:
    """Price and surcharges payable, and something to do; `strict`: something to aim at, too."""
    if not _price_payable(state, effect, act, counted=True):
        return False
    wanted = deeds(state, effect, counted=True)
    if not wanted:
        return True
    aimed = [deed for deed in wanted if _aims(deed)]
    if strict and aimed and not any(_could_after_price(deed) for deed in aimed):
        return False
    return any(_could_after_price(deed) for deed in wanted)


def _price_payable(state: State, effect: Effect, act: str, *, counted: bool) -> bool:
    """Whether surcharges and price can be paid, step by step (RR-EFF-04, RR-EDGE-03)."""
    price = price_deeds(state, effect, counted=counted)
    if not all(payable(deed) for deed in price if not _own(deed) or deed.item.do not in _CARDS):
        return False
    owed = _owed(state, effect, act) + [deed.item for deed in price if _own(deed)]
    return not owed or _enough_cards(state, effect.seat, _hand(state, effect), owed)


def _could_after_price(deed: Deed) -> bool:
    """With `price_then_choose` a sacrificed card may be what is summoned (RR-EDGE-02)."""
    if could(deed):
        return True
    pays = any(item.do == "sacrifice" for item in deed.effect.face.price)
    return deed.state.choices.price_first and pays and deed.item.place == "main_discard"


def _aims(deed: Deed) -> bool:
    verb = verb_of(deed.item)
    return deed.item.who in ANY or (deed.item.who == "you" and verb.aims)


def _own(deed: Deed) -> bool:
    return deed.item.who == "you"


def _owed(state: State, effect: Effect, act: str) -> list[Item]:
    if not act or effect.seat == RULES:
        return []
    found = surcharges(state, act, effect.seat, effect.card)
    return [item for one in found for item in one.rule.price]


def _hand(state: State, effect: Effect) -> int:
    if effect.seat == RULES:
        return 0
    return len(state.hand[effect.seat]) - (effect.card in state.hand[effect.seat])


def _enough_cards(state: State, seat: int, hand: int, owed: Sequence[Item]) -> bool:
    """Step by step: a DRAW counts as possible while any Main card is left (RR-EDGE-03)."""
    drawable = len(state.deck) + len(state.discard)
    for item in owed:
        if item.do == "draw" and drawable:
            hand += min(item.n, drawable)
        elif item.do == "discard":
            hand -= item.n
            if hand < 0:
                return False
    return True


def _readings(state: State, effect: Effect) -> Iterator[int]:
    """Each player that the price may single out before the targets; else just one reading."""
    picks = [item for item in effect.face.price if item.to in ANY or item.who in ANY]
    if not picks:
        yield effect.that
        return
    item, that = picks[0], effect.that
    deed = Deed(state, effect, item, (PRICE, 0), counted=True)
    for seat in deed.scope(item.to if item.to in ANY else item.who):
        if seat != effect.seat:
            effect.that = seat
            yield seat
    effect.that = that


def doable(state: State, effect: Effect) -> bool:
    """Whether any part of an aimed effect can be done now, its price included."""
    that = effect.that
    if not _price_payable(state, effect, "", counted=False):
        return False
    for deed in price_deeds(state, effect):
        if deed.picked is not None and deed.picked.player >= 0:
            effect.that = deed.picked.player
    wanted = deeds(state, effect)
    found = not wanted or any(could_still(deed) or _could_after_price(deed) for deed in wanted)
    effect.that = that
    return found
