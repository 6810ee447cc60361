"""Whether an effect may be used at all: conditions, price, something to do (RR-EFF-04, EDGE-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rr_rules.runes_regulations.faces import Item
from rr_rules.runes_regulations.happenings import RULES, Effect, Happening
from rr_rules.runes_regulations.items import ANY, could, could_still, payable, verb_of
from rr_rules.runes_regulations.kinds import CREATURES, RUNES, SPELLS
from rr_rules.runes_regulations.lasting import InForce, bans_on, in_force, is_banned, owed_by
from rr_rules.runes_regulations.matching import all_hold
from rr_rules.runes_regulations.state import State
from rr_rules.runes_regulations.verbs.deed import Deed

Rules = Sequence[InForce]

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
    owed: list[Item] = []
    if effect.face.kind in RUNES:
        owed = _owed(state, effect, "activate", in_force(state, "surcharge"))
    return _usable_somehow(state, effect, owed, strict=True)


def castable(state: State, seat: int, card: int) -> bool:
    """Whether `seat` may name this Spell: price payable, some part could change something."""
    return bool(castable_cards(state, seat, (card,)))


def castable_cards(state: State, seat: int, cards: Sequence[int]) -> list[int]:
    """The Spells among these cards that `seat` may name."""
    spells = [card for card in cards if state.face[card].kind in SPELLS]
    if not spells:
        return []
    bans, demands = bans_on(state, "cast"), in_force(state, "surcharge")
    return [card for card in spells if _castable(state, seat, card, bans, demands)]


def _castable(state: State, seat: int, card: int, bans: Rules, demands: Rules) -> bool:
    cast = Happening("cast", seat, seat, card)
    if bans and is_banned(state, bans, cast):
        return False
    effect = Effect(seat, card, state.face[card], cast, that=seat, acts_on=seat)
    if not all_hold(state, effect.face, seat, seat):
        return False
    return _usable_somehow(state, effect, _owed(state, effect, "cast", demands), strict=False)


def summonable(state: State, seat: int, card: int) -> bool:
    """Whether `seat` may summon this Creature from its hand: what it owes must be payable."""
    return bool(summonable_cards(state, seat, (card,)))


def summonable_cards(state: State, seat: int, cards: Sequence[int]) -> list[int]:
    """The Creatures among these cards that `seat` may summon from its hand."""
    creatures = [card for card in cards if state.face[card].kind in CREATURES]
    if not creatures:
        return []
    bans, demands = bans_on(state, "summon"), in_force(state, "surcharge")
    if not bans and not demands:
        return creatures
    return [card for card in creatures if _summonable(state, seat, card, bans, demands)]


def _summonable(state: State, seat: int, card: int, bans: Rules, demands: Rules) -> bool:
    if is_banned(state, bans, Happening("summon", seat, seat, card)):
        return False
    found = owed_by(state, demands, "summon", seat, card)
    owed = [item for one in found for item in one.rule.price]
    return _enough_cards(state, seat, len(state.hand[seat]) - 1, owed)


def _usable_somehow(state: State, effect: Effect, owed: Sequence[Item], *, strict: bool) -> bool:
    """Whether it is usable in any reading of its price."""
    if not effect.face.price:
        return _usable(state, effect, owed, strict=strict)
    return any(_usable(state, effect, owed, strict=strict) for _ in _readings(state, effect))


def _usable(state: State, effect: Effect, owed: Sequence[Item], *, strict: bool) -> bool:
    """Price and surcharges payable, and something to do; `strict`: something to aim at, too."""
    if not _price_payable(state, effect, owed, counted=True):
        return False
    wanted = deeds(state, effect, counted=True)
    if strict:
        wanted = [deed for deed in wanted if _aims(deed)] or wanted
    for deed in wanted:
        if _could_after_price(deed):
            return True
    return not wanted


def _price_payable(state: State, effect: Effect, owed: Sequence[Item], *, counted: bool) -> bool:
    """Whether surcharges and price can be paid, step by step (RR-EFF-04, RR-EDGE-03)."""
    if effect.face.price:
        price = price_deeds(state, effect, counted=counted)
        if not all(payable(deed) for deed in price if not _own(deed) or deed.item.do not in _CARDS):
            return False
        owed = [*owed, *(deed.item for deed in price if _own(deed))]
    return not owed or _enough_cards(state, effect.seat, _hand(state, effect), owed)


def _could_after_price(deed: Deed) -> bool:
    """With `price_then_choose` a sacrificed card may be what is summoned (RR-EDGE-02)."""
    if could(deed):
        return True
    if not deed.state.choices.price_first:
        return False
    pays = any(item.do == "sacrifice" for item in deed.effect.face.price)
    return pays and deed.item.place == "main_discard"


def _aims(deed: Deed) -> bool:
    verb = verb_of(deed.item)
    return deed.item.who in ANY or (deed.item.who == "you" and verb.aims)


def _own(deed: Deed) -> bool:
    return deed.item.who == "you"


def _owed(state: State, effect: Effect, act: str, demands: Rules) -> list[Item]:
    """What surcharges ask of whoever uses an effect."""
    if not demands or effect.seat == RULES:
        return []
    found = owed_by(state, demands, act, effect.seat, effect.card)
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
    if not _price_payable(state, effect, (), counted=False):
        return False
    for deed in price_deeds(state, effect):
        if deed.picked is not None and deed.picked.player >= 0:
            effect.that = deed.picked.player
    wanted = deeds(state, effect)
    found = not wanted or any(could_still(deed) or _could_after_price(deed) for deed in wanted)
    effect.that = that
    return found
