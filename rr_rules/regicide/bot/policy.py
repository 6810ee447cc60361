"""What a turn is worth: every play of a hand priced in points of hand worth, quickly.

Bots advise by these prices and play games out with them, so that all is kept that can be: hands
are sets of cards, one bit a card, and what only depends on a hand is worked out once.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rr_rules.bots.numbers import BotNumbers
from rr_rules.kernel.transcript import Plain
from rr_rules.regicide.bot.prices import Prices, read_numbers
from rr_rules.regicide.cards import (
    ACE,
    CLUBS,
    COMMON,
    DIAMONDS,
    HEARTS,
    JACK,
    RANK,
    SPADES,
    SUIT,
    VALUE,
    card_of,
)
from rr_rules.regicide.plays import FIVE, MOST, TWO

DEATH = -1000.0
VICTORY = 1000.0
HEART, DIAMOND, CLUB, SPADE = (1 << suit for suit in (HEARTS, DIAMONDS, CLUBS, SPADES))
BIT = [1 << card for card in range(len(RANK))]
ACES = sum([BIT[card_of(ACE, suit)] for suit in range(4)])
EQUALS = [sum([BIT[card_of(rank, suit)] for suit in range(4)]) for rank in range(TWO, FIVE + 1)]
"""The cards of each number that makes sets."""
PLAIN = [1 << 4 * value for value in VALUE]
DOUBLED = [1 << 4 * value * (2 if suit == CLUBS else 1)
           for value, suit in zip(VALUE, SUIT, strict=True)]  # fmt: skip
POINTS = 10
TOLD = [
    (VALUE[card] << POINTS * SUIT[card]) + ((RANK[card] >= JACK) << POINTS * 4)
    for card in range(COMMON)
]
FEW_DRAWN = 3
NEVER_SHORT = 99.0
"""What the next hand is worth where nobody else has one."""
MOST_KEPT = 30_000
"""How many hands and covers a policy remembers before it begins anew."""


class PricedPlay(NamedTuple):
    """Cards that may be played together."""

    mask: int
    cards: tuple[int, ...]
    worth: int
    suits: int
    cost: float
    """What it is to lose them."""
    dealt: tuple[int, int]
    """What each card alone would deal, as in a hand."""


class Hand(NamedTuple):
    """All that a set of cards says by itself."""

    worth: int
    size: int
    jester: int
    """A Jester in it, or -1."""
    plays: tuple[PricedPlay, ...]
    dealt: tuple[int, int]
    """By damage, four bits each: how many of its cards deal just that. Clubs blocked, and not."""
    points: int
    """By suit, `POINTS` bits each: what its cards are worth; then how many are royal."""


class PricedTurn(NamedTuple):
    """What a turn is priced by, beside the hand."""

    left: int
    """What the enemy can still suffer."""
    attack: int
    immune: int
    """The bit of the suit whose powers do nothing, or 0."""
    rank: int
    """Of the enemy."""
    is_last: bool
    tavern: int
    discard: int
    room: tuple[int, ...]
    """By seat, from the own one clockwise, how many more cards it can hold."""
    next_worth: float
    """Of the hand that plays next; what one expects of it where it cannot be seen."""
    next_dealt: int
    """What each card of the next hand deals, as in a hand; 0 where it cannot be seen."""
    flips: int


class Policy:
    """Prices, and what they make of hands and turns."""

    def __init__(self, prices: Prices) -> None:
        """Keep to these prices."""
        self.prices = prices
        self._hands: dict[int, Hand] = {}
        self._plays: dict[int, PricedPlay] = {}
        self._covers: dict[int, int] = {}
        self._spent = [prices.spent_on(card) for card in range(COMMON)]
        self._single = [self._play(BIT[card]) for card in range(COMMON)]
        self._kept = [max(1, round(100 * prices.kept_for(card))) for card in range(len(RANK))]

    # --- hands -----------------------------------------------------------------------

    def hand(self, mask: int) -> Hand:
        """What a set of cards says."""
        found = self._hands.get(mask)
        if found is None:
            if len(self._hands) > MOST_KEPT:
                self._hands.clear()
            found = self._hands[mask] = self._hand(mask)
        return found

    def _hand(self, mask: int) -> Hand:
        cards = cards_of(mask)
        jester = cards[-1] if cards and cards[-1] >= COMMON else -1
        number = len(cards)
        while cards and cards[-1] >= COMMON:
            cards.pop()
        found = [self._single[card] for card in cards]
        for ace in cards_of(mask & ACES):
            found += [
                self._together(BIT[ace] | BIT[card])
                for card in cards if card > ace or RANK[card] != ACE
            ]  # fmt: skip
        for equal in EQUALS:
            both = mask & equal
            if both & (both - 1):
                found += self._sets(both)
        return Hand(
            worth=sum([VALUE[card] for card in cards]),
            size=number,
            jester=jester,
            plays=tuple(found),
            dealt=(sum([PLAIN[card] for card in cards]), sum([DOUBLED[card] for card in cards])),
            points=sum([TOLD[card] for card in cards]),
        )

    def _sets(self, mask: int) -> list[PricedPlay]:
        """All that may be played together of some equal numbers."""
        cards = cards_of(mask)
        most = min(len(cards), MOST // RANK[cards[0]])
        return [
            self._together(sum([BIT[card] for card in chosen]))
            for size in range(2, most + 1)
            for chosen in combinations(cards, size)
        ]

    def _together(self, mask: int) -> PricedPlay:
        return self._plays.get(mask) or self._plays.setdefault(mask, self._play(mask))

    def _play(self, mask: int) -> PricedPlay:
        cards, suits = cards_of(mask), 0
        for card in cards:
            suits |= 1 << SUIT[card]
        dealt = sum([PLAIN[card] for card in cards]), sum([DOUBLED[card] for card in cards])
        worth = sum([VALUE[card] for card in cards])
        cost = sum([self._spent[card] for card in cards])
        return PricedPlay(mask, tuple(cards), worth, suits, cost, dealt)

    # --- covering --------------------------------------------------------------------

    def cover(self, mask: int, owed: int) -> int:
        """The cards that cover an attack and are missed least; the hand is worth enough."""
        key = mask << 5 | owed
        found = self._covers.get(key)
        if found is None:
            if len(self._covers) > MOST_KEPT:
                self._covers.clear()
            found = self._covers[key] = self._cover(cards_of(mask), owed)
        return found

    def _cover(self, cards: list[int], owed: int) -> int:
        # By what is owed, the least cost of covering it, with the chosen cards in the low bits.
        least = [0] + [1 << 60] * owed
        for at, card in enumerate(cards):
            value, cost = VALUE[card], self._kept[card] << 10 | 1 << at
            with_it = [0] + [cost] * value + [cost + each for each in least[1:]]
            least = [
                one if one < two else two  # noqa: FURB136 - this loop is half of a cover's time
                for one, two in zip(least, with_it, strict=False)
            ]
        chosen = least[owed]
        return sum([BIT[card] for at, card in enumerate(cards) if chosen >> at & 1])

    def cost_of(self, mask: int) -> int:
        """How much cards are missed that cover."""
        return sum([self._kept[card] for card in cards_of(mask)])

    # --- a turn ----------------------------------------------------------------------

    def price_plays(self, hand: Hand, scene: PricedTurn) -> list[float]:
        """The price of each play of a hand."""
        p, clubs = self.prices, scene.immune != CLUB
        left, whole, late = scene.left, hand.worth, p.late if scene.is_last else 1.0
        active = ~scene.immune
        each_deals = hand.dealt[clubs]
        found = []
        for _, cards, worth, suits, cost, bits in hand.plays:
            price, own = -cost * late, 0
            suits &= active  # noqa: PLW2901 - from here on only powers count
            dealt = worth + worth if suits & CLUB else worth
            if suits & (HEART | DIAMOND):
                gain, own = self._gain(scene, worth, suits, len(cards))
                price += gain
            if dealt >= left:
                found.append(price + self._killed(scene, dealt, whole - worth + own * p.own_draw))
                continue
            hit, after = scene.attack, left - dealt
            if suits & SPADE:
                stopped = min(worth, hit)
                hit -= stopped
                price += stopped * p.shield * after / p.a_turn
            if len(scene.room) == 1:
                if (each_deals - bits[clubs]) >> 4 * after & 15:
                    price += p.setup
            elif scene.next_dealt >> 4 * after & 15:
                price += p.next_setup
            found.append(price + dealt * p.damage + self.after(scene, hit, whole - worth, own))
        return found

    def _gain(self, scene: PricedTurn, worth: int, suits: int, played: int) -> tuple[float, int]:
        """What Hearts and Diamonds bring, and how many cards the player draws."""
        p = self.prices
        gain, healed, own = 0.0, 0, 0
        if suits & HEART:
            healed = min(worth, scene.discard)
            gain = healed * p.healed
            if scene.tavern < p.low:
                gain += min(healed, p.low - scene.tavern) * p.healed_low
        if suits & DIAMOND:
            drawn, own = draws(min(worth, scene.tavern + healed), played, scene.room)
            gain += drawn * p.drawn
            if own > FEW_DRAWN:
                gain += (own - FEW_DRAWN) * p.drawn_full
        return gain, own

    def _killed(self, scene: PricedTurn, dealt: int, rest: float) -> float:
        """The price of a kill that leaves a hand of some worth."""
        p = self.prices
        price = scene.left * p.damage + p.kill + VICTORY * scene.is_last
        if dealt == scene.left:
            price += p.exact + p.exact_rank * (scene.rank - JACK)
        if rest < p.ready:
            price -= (p.ready - rest) * p.thin
        return price

    def after(self, scene: PricedTurn, hit: int, worth: int, own: int = 0) -> float:
        """The price of an attack on a hand of this worth into which `own` cards were drawn."""
        p = self.prices
        price = -hit * p.covered
        left = worth + own * p.own_draw - hit
        if hit > scene.next_worth:
            price -= (hit - scene.next_worth) * p.next_short
        if left < 0:
            # Whatever is not played now is thrown away.
            return price + p.flip - worth * p.spent if scene.flips else price + DEATH
        if hit > worth:
            price -= hit - worth  # cards that were only hoped for may be worth less
        if hit > left:
            price -= (hit - left) * p.short
        return price

    def price_jester(self, scene: PricedTurn) -> float:
        """The price of a Jester."""
        return self.prices.jester + scene.attack * self.prices.jester_attack

    def price_yield(self, scene: PricedTurn, worth: int) -> float:
        """The price of a yield with a hand of this worth."""
        return self.prices.yielded + self.after(scene._replace(flips=0), scene.attack, worth)

    def price_flip(self, scene: PricedTurn, worth: int) -> float:
        """The price of a new hand for one of this worth."""
        if not scene.flips:
            return DEATH / 2 if scene.tavern else DEATH * 1.5
        return max(DEATH / 2, self.prices.flip - worth * self.prices.flip_worth)


@lru_cache(maxsize=1 << 16)
def draws(count: int, played: int, room: tuple[int, ...]) -> tuple[int, int]:
    """How many cards are drawn in all, and by the player alone, who has just played some."""
    rooms = [room[0] + played, *room[1:]]
    total = min(count, sum(rooms))
    own, left = 0, total
    while left > 0 and own < rooms[0]:
        own += 1
        left -= sum([own <= each for each in rooms])
    return total, own


def cards_of(mask: int) -> list[int]:
    """The cards of a set, ascending."""
    cards = []
    while mask:
        last = mask & -mask
        cards.append(last.bit_length() - 1)
        mask ^= last
    return cards


class PolicyBook(NamedTuple):
    """What bots play by."""

    policies: tuple[Policy, ...]
    """By the number of seats, from one."""
    odds: tuple[tuple[tuple[float, ...], ...], ...]
    """By the number of seats and of the enemies defeated, weights of what `insight` looks at."""


def _read(numbers: Plain) -> PolicyBook:
    said = read_numbers(numbers)
    return PolicyBook(tuple(map(Policy, said.prices)), said.odds)


NUMBERS = BotNumbers("rr_rules.regicide.bot", _read)


def policy_of(seats: int) -> Policy:
    """How a game of so many seats is played."""
    return NUMBERS.now.policies[seats - 1]
