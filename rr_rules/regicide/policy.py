"""What a turn is worth: every play of a hand priced in points of hand worth, quickly.

Bots advise by these prices and play games out with them, so that all is kept that can be: hands
are sets of cards, one bit a card, and what only depends on a hand is worked out once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rr_rules.regicide.cards import (
    CLUBS,
    COMMON,
    DIAMONDS,
    HEARTS,
    JACK,
    RANK,
    SPADES,
    SUIT,
    VALUE,
)
from rr_rules.regicide.plays import SHAPE, plays_of
from rr_rules.regicide.prices import PRICES, Prices

DEATH = -1000.0
VICTORY = 1000.0
HEART, DIAMOND, CLUB, SPADE = (1 << suit for suit in (HEARTS, DIAMONDS, CLUBS, SPADES))
BIT = [1 << card for card in range(len(RANK))]
SUIT_BIT = [1 << suit if suit >= 0 else 0 for suit in SUIT]
FEW_DRAWN = 3
MOST_KEPT = 100_000
"""So many hands and covers a policy remembers before it begins anew."""


class Play(NamedTuple):
    """Cards that may be played together."""

    mask: int
    cards: tuple[int, ...]
    worth: int
    suits: int
    cost: float
    """What it is to lose them."""
    dealt: tuple[int, int]
    """As bits, the damage that each card alone would deal: Clubs blocked, and not."""


class Hand(NamedTuple):
    """All that a set of cards says by itself."""

    worth: int
    size: int
    jester: int
    """A Jester in it, or -1."""
    plays: tuple[Play, ...]
    dealt: tuple[int, int]
    """As bits, the damage that a single card of it can deal: Clubs blocked, and not."""
    twice: tuple[int, int]
    """The same for what two of its cards can deal."""
    points: tuple[int, ...]
    """By suit, what its cards are worth."""
    royals: int


class Scene(NamedTuple):
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
    """As bits, the damage that a single card of the next hand can deal, as far as known."""
    flips: int


class Policy:
    """Prices, and what they make of hands and turns."""

    def __init__(self, prices: Prices) -> None:
        """Keep to these prices."""
        self.prices = prices
        self._hands: dict[int, Hand] = {}
        self._plays: dict[int, Play] = {}
        self._covers: dict[int, int] = {}
        self._spent = [prices.spent_on(card) for card in range(COMMON)]
        self._kept = [round(100 * prices.kept_for(card)) for card in range(len(RANK))]

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
        found, worth, dealt, twice = [], 0, [0, 0], [0, 0]
        for places in _plays_of(bytes([SHAPE[card] for card in cards])):
            bits = sum([BIT[cards[at]] for at in places])
            play = self._plays.get(bits) or self._play(bits, [cards[at] for at in places])
            found.append(play)
            if len(places) == 1:
                worth += play.worth
                for at in (0, 1):
                    twice[at] |= dealt[at] & play.dealt[at]
                    dealt[at] |= play.dealt[at]
        jester = cards[-1] if cards and cards[-1] >= COMMON else -1
        points = [0, 0, 0, 0]
        for card in cards:
            points[SUIT[card]] += VALUE[card]  # a Jester's is 0, wherever it goes
        royals = sum([RANK[card] >= JACK for card in cards])
        return Hand(worth, len(cards), jester, tuple(found), (dealt[0], dealt[1]),
                    (twice[0], twice[1]), tuple(points), royals)  # fmt: skip

    def _play(self, mask: int, cards: list[int]) -> Play:
        plain = doubled = suits = 0
        for card in cards:
            suits |= SUIT_BIT[card]
            plain |= 1 << VALUE[card]
            doubled |= 1 << VALUE[card] * (2 if SUIT[card] == CLUBS else 1)
        worth, cost = (
            sum([VALUE[card] for card in cards]),
            sum([self._spent[card] for card in cards]),
        )
        play = self._plays[mask] = Play(mask, tuple(cards), worth, suits, cost, (plain, doubled))
        return play

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
            least = list(map(min, least, with_it))
        chosen = least[owed]
        return sum([BIT[card] for at, card in enumerate(cards) if chosen >> at & 1])

    def cost_of(self, mask: int) -> int:
        """How much cards are missed that cover."""
        return sum([self._kept[card] for card in cards_of(mask)])

    # --- a turn ----------------------------------------------------------------------

    def price_plays(self, hand: Hand, scene: Scene) -> list[float]:
        """The price of each play of a hand."""
        p, clubs = self.prices, scene.immune != CLUB
        left, whole, late = scene.left, hand.worth, p.late if scene.is_last else 1.0
        active = ~scene.immune
        one, two = hand.dealt[clubs], hand.twice[clubs]
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
                if ((one & ~bits[clubs]) | two) >> after & 1:
                    price += p.setup
            elif scene.next_dealt >> after & 1:
                price += p.next_setup
            found.append(price + dealt * p.damage + self.after(scene, hit, whole - worth, own))
        return found

    def _gain(self, scene: Scene, worth: int, suits: int, played: int) -> tuple[float, int]:
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

    def _killed(self, scene: Scene, dealt: int, rest: float) -> float:
        """The price of a kill that leaves a hand of some worth."""
        p = self.prices
        price = scene.left * p.damage + p.kill + VICTORY * scene.is_last
        if dealt == scene.left:
            price += p.exact + p.exact_rank * (scene.rank - JACK)
        if rest < p.ready:
            price -= (p.ready - rest) * p.thin
        return price

    def after(self, scene: Scene, hit: int, worth: int, own: int = 0) -> float:
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

    def price_jester(self, scene: Scene) -> float:
        """The price of a Jester."""
        return self.prices.jester + scene.attack * self.prices.jester_attack

    def price_yield(self, scene: Scene, worth: int) -> float:
        """The price of a yield with a hand of this worth."""
        return self.prices.yielded + self.after(scene._replace(flips=0), scene.attack, worth)

    def price_flip(self, scene: Scene, worth: int) -> float:
        """The price of a new hand for one of this worth."""
        if not scene.flips:
            return DEATH / 2 if scene.tavern else DEATH * 1.5
        return max(DEATH / 2, self.prices.flip - worth * self.prices.flip_worth)


_plays_of = lru_cache(maxsize=1 << 13)(plays_of)


@lru_cache(maxsize=1 << 16)
def draws(count: int, played: int, room: tuple[int, ...]) -> tuple[int, int]:
    """How many cards are drawn in all, and by the player alone, who has just played some."""
    rooms = [room[0] + played, *room[1:]]
    total = min(count, sum(rooms))
    own, left = 0, total
    while left > 0 and own < rooms[0]:
        own += 1
        left -= sum([own <= each for each in rooms[:left]])
    return total, own


def cards_of(mask: int) -> list[int]:
    """The cards of a set, ascending."""
    cards = []
    while mask:
        last = mask & -mask
        cards.append(last.bit_length() - 1)
        mask ^= last
    return cards


POLICIES = [Policy(prices) for prices in PRICES]
"""By the number of seats, from one."""
