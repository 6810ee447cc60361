"""What a player of some experience would do: one look ahead, from what the seat sees alone.

Pure and quick, so that bots can lean on it and searches can play games out with it. Every option
of a turn is priced in points of hand worth: what it hurts, draws, heals and shields, less what it
spends and what the attack will cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rr_rules.regicide.cards import CLUBS, DIAMONDS, FACE, HEARTS, SPADES, SUIT, SUITS, VALUE
from rr_rules.regicide.view import View
from rr_rules.requests import Choose, Option

CARD = {face: card for card, face in enumerate(FACE)}
DEATH = -1000.0


class Prices(NamedTuple):
    """What things are worth, found by playing thousands of games."""

    damage: float = 1.1
    kill: float = 2.0
    exact: float = 8.0
    spent: float = 1.35
    covered: float = 0.7
    drawn: float = 3.5
    healed: float = 1.4
    healed_low: float = 3.0
    """For each healed card while the Tavern is nearly empty."""
    shield: float = 1.0
    """For each point, and each turn that the enemy will go on living."""
    jester: float = -8.0
    flip: float = -30.0
    own_draw: float = 4.0
    """What one expects of a card that is drawn before the attack."""
    short: float = 0.3
    """For each point that the hand is short of after the attack, should another like it come."""


PRICES = Prices()
LOW = 8
"""A Tavern of so few cards is nearly empty."""
A_TURN = 12.0
"""About so much damage is dealt in a turn."""
KEPT = (1.0, 1.35, 1.15, 1.0)
"""By suit: how much rather one keeps a card than its number says."""


class Table(NamedTuple):
    """What a turn is priced by, read off the view once."""

    cards: list[int]
    left: int
    """What the enemy can still suffer."""
    attack: int
    immune: int
    worth: int
    """Of the own hand."""
    room: list[int]
    """By seat, from the own one clockwise, how many more cards it can hold."""
    tavern: int
    discard: int
    can_flip: bool
    enemies: int


def advise(view: View, choose: Choose, prices: Prices = PRICES) -> int:
    """The number of the option to take."""
    match choose.verb:
        case "play":
            table = _table(view, choose.seat)
            priced = [_price(table, option, prices) for option in choose.options]
            return priced.index(max(priced))
        case "cover":
            return _cover(view, choose)
        case _:
            return _next(view, choose)


def _table(view: View, seat: int) -> Table:
    enemy = view.enemy
    assert enemy is not None, "whoever plays has an enemy"
    cards = [CARD[face] for face in view.seats[seat].hand]
    seats = [*view.seats[seat:], *view.seats[:seat]]
    return Table(
        cards=cards,
        left=enemy.health - enemy.damage,
        attack=enemy.attack,
        immune=SUITS.index(enemy.immune) if enemy.immune else -1,
        worth=sum([VALUE[card] for card in cards]),
        room=[view.hand_limit - len(each.hand) for each in seats],
        tavern=view.tavern,
        discard=len(view.discard) + view.veiled,
        can_flip=view.jesters > 0 and view.tavern > 2,
        enemies=view.defeated,
    )


def _price(table: Table, option: Option, prices: Prices) -> float:
    match option.act:
        case "play":
            places = option.order or (option.at,)
            return _price_play(table, [table.cards[at] for at in places], prices)
        case "jester":
            return prices.jester + table.attack * prices.covered
        case "yield":
            return _after(table, table.attack, table.worth, 0, prices)
        case _:
            # As bad as that is, death is worse.
            return DEATH / 2 if table.tavern else DEATH * 2


def _price_play(table: Table, cards: Sequence[int], prices: Prices) -> float:
    worth = sum([VALUE[card] for card in cards])
    suits = {SUIT[card] for card in cards} - {table.immune}
    dealt = 2 * worth if CLUBS in suits else worth
    price = min(dealt, table.left) * prices.damage - worth * prices.spent
    healed = min(worth, table.discard) if HEARTS in suits else 0
    low = max(0, min(healed, LOW - table.tavern))
    price += healed * prices.healed + low * prices.healed_low
    own = 0
    if DIAMONDS in suits:
        room = [table.room[0] + len(cards), *table.room[1:]]
        drawn, own = _draws(min(worth, table.tavern + healed), room)
        price += drawn * prices.drawn
    if dealt >= table.left:
        return price + prices.kill + (prices.exact if dealt == table.left else 0.0)
    attack = table.attack
    if SPADES in suits:
        stopped = min(attack, worth)
        attack -= stopped
        price += stopped * prices.shield * (table.left - dealt) / A_TURN
    return price + _after(table, attack, table.worth - worth, own, prices)


def _after(table: Table, attack: int, worth: int, own: int, prices: Prices) -> float:
    """The price of an attack on a hand of this worth into which `own` cards were drawn."""
    price = -attack * prices.covered
    left = worth + own * prices.own_draw - attack
    if left < 0 and table.can_flip:
        # Whatever is not played now is thrown away.
        return price + prices.flip - worth * prices.spent
    if left < 0:
        return price + DEATH
    # Cards that were only hoped for may be worth less.
    return price - max(0, attack - worth) - max(0.0, attack - left) * prices.short


def _draws(count: int, room: Sequence[int]) -> tuple[int, int]:
    """How many cards are drawn in all, and by the player alone."""
    total = min(count, sum(room))
    own, left = 0, total
    while left and own < room[0]:
        own += 1
        left -= sum([own <= each for each in room[: left + 1]])
        left = max(left, 0)
    return total, own


# --- the attack -------------------------------------------------------------------------------


def _cover(view: View, choose: Choose) -> int:
    options = choose.options
    last = options[-1]
    if last.act == "done":
        return len(options) - 1
    if options[0].act == "flip":
        return 0
    hand = [CARD[face] for face in view.seats[choose.seat].hand]
    flips = [at for at, option in enumerate(options) if option.act == "flip"]
    left = sum([VALUE[card] for card in hand]) - view.owed
    if flips and left < WEAK and view.tavern >= LOW:
        return flips[0]
    return max(_cheapest(tuple(hand), view.owed), key=lambda at: VALUE[hand[at]])


WEAK = 1
"""A hand that would be worth less than this after covering is better given back for a new one."""


@lru_cache(maxsize=1 << 12)
def _cheapest(hand: tuple[int, ...], owed: int) -> tuple[int, ...]:
    """The positions of cards that cover and are missed least."""
    sums, costs = [0], [0.0]
    for card in hand:
        value, cost = VALUE[card], _kept(card)
        sums += [each + value for each in sums]
        costs += [each + cost for each in costs]
    best, least = 0, float("inf")
    for chosen, cost in enumerate(costs):
        if cost < least and sums[chosen] >= owed:
            best, least = chosen, cost
    return tuple([at for at in range(len(hand)) if best >> at & 1])


def _kept(card: int) -> float:
    """How much a card is missed."""
    return VALUE[card] * KEPT[SUIT[card]] + 1.0 if SUIT[card] >= 0 else 12.0


def _next(view: View, choose: Choose) -> int:
    """Who goes on after a Jester: the largest hand, oneself if in doubt."""
    sizes = [
        len(view.seats[option.seat].hand) * 2 + (option.seat == view.me)
        for option in choose.options
    ]
    return sizes.index(max(sizes))
