"""What things are worth in a game of Regicide, by the number of seats.

They are those of `numbers.json`, found by playing: for each number of seats an evolution strategy
(CMA-ES) plays many games by these prices alone and keeps what wins most (`fitting.py`). A price is
worth nothing by itself, only beside the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rr_rules.bots.numbers import models
from rr_rules.kernel.transcript import Plain
from rr_rules.regicide.cards import ACE, COMMON, ENEMIES, JACK, RANK, SUIT, SUITS, VALUE


class Prices(NamedTuple):
    """What a turn gives and takes, in points."""

    damage: float
    """For each point that the enemy still has to suffer."""
    kill: float
    exact: float
    exact_rank: float
    """For an exact kill, for each rank above the Jack."""
    spent: float
    """For each point of a played card."""
    covered: float
    """For each point of an attack."""
    drawn: float
    drawn_full: float
    """For each card that the player draws beyond a few."""
    own_draw: float
    """What one expects of a card that is drawn before the attack."""
    healed: float
    healed_low: float
    """For each healed card while the Tavern is low."""
    low: float
    """A Tavern of fewer cards is low."""
    shield: float
    """For each point, and each turn that the enemy will go on living."""
    a_turn: float
    """About so much damage is dealt in a turn."""
    setup: float
    """For leaving what one card of the own hand strikes down exactly."""
    next_setup: float
    """The same for a card of the next hand."""
    short: float
    """For each point that the hand is short of after the attack, should another like it come."""
    next_short: float
    """For each point that the next hand is short of."""
    thin: float
    """For each point that the hand is short of `ready` after a kill."""
    ready: float
    late: float
    """The share of what cards are worth that is left against the last enemy."""
    jester: float
    jester_attack: float
    """For each point of the attack that a Jester saves."""
    yielded: float
    flip: float
    flip_worth: float
    """For each point of a hand that is flipped away."""
    weak: float
    """A hand that would be worth less than this after covering is better flipped."""
    spent_suit: tuple[float, float, float, float]
    """For each played card of a suit."""
    spent_card: float
    spent_royal: float
    kept: tuple[float, float, float, float]
    """By suit, for each point of a card that covers."""
    kept_card: float
    kept_ace: float
    kept_royal: float
    kept_jester: float

    def spent_on(self, card: int) -> float:
        """What it is to lose a card by playing it."""
        suit = self.spent_suit[SUIT[card]] + self.spent_card
        return VALUE[card] * self.spent + suit + self.spent_royal * (RANK[card] >= JACK)

    def kept_for(self, card: int) -> float:
        """What it is to lose a card by covering with it."""
        if card >= COMMON:
            return self.kept_jester
        price = VALUE[card] * self.kept[SUIT[card]] + self.kept_card
        return price + self.kept_ace * (RANK[card] == ACE) + self.kept_royal * (RANK[card] >= JACK)


STARTS = Prices(
    damage=1.0,
    kill=10.0,
    exact=5.0,
    exact_rank=0.0,
    spent=1.0,
    covered=1.0,
    drawn=5.0,
    drawn_full=0.0,
    own_draw=6.0,
    healed=1.0,
    healed_low=1.0,
    low=10.0,
    shield=1.0,
    a_turn=12.0,
    setup=5.0,
    next_setup=5.0,
    short=0.5,
    next_short=0.5,
    thin=1.0,
    ready=15.0,
    late=0.5,
    jester=0.0,
    jester_attack=0.0,
    yielded=-5.0,
    flip=-30.0,
    flip_worth=1.0,
    weak=0.0,
    spent_suit=(0.0, 0.0, 0.0, 0.0),
    spent_card=0.0,
    spent_royal=0.0,
    kept=(1.0, 1.0, 1.0, 1.0),
    kept_card=0.0,
    kept_ace=0.0,
    kept_royal=0.0,
    kept_jester=10.0,
)
"""Where nothing was fitted yet: about what a beginner would say that things are worth."""

ODDS = (
    "one",
    "own cards",
    "own worth",
    "other cards",
    "other worth",
    "least worth",
    "tavern",
    "discard",
    "tavern worth",
    "own hearts",
    "own diamonds",
    "own clubs",
    "own spades",
    "own immune",
    "own royal",
    "flips",
    "soon worth",
    "jesters",
    "other hearts",
    "other diamonds",
    "other spades",
    "own worth squared",
    "tavern squared",
    "tavern low",
)
"""What the odds of a game are told by (`insight.features`), in that order."""
MOST_SEATS = 4


class RegicideNumbers(NamedTuple):
    """What `numbers.json` says, each by the number of seats from one."""

    prices: tuple[Prices, ...]
    odds: tuple[tuple[tuple[float, ...], ...], ...]
    """And by the enemies defeated: the weight of each of `ODDS`."""


def read_numbers(numbers: Plain) -> RegicideNumbers:
    """The numbers of a file; where it has none, the plain ones, and nobody knows the odds."""
    prices, odds = models(numbers, "prices"), models(numbers, "odds")
    seats = range(1, MOST_SEATS + 1)
    return RegicideNumbers(
        tuple([_prices(prices[str(each)]) if str(each) in prices else STARTS for each in seats]),
        tuple([
            tuple([_odds(odds.get(f"{each}/{defeated}", {})) for defeated in range(ENEMIES)])
            for each in seats
        ]),
    )  # fmt: skip


def _prices(said: Mapping[str, float]) -> Prices:
    return spread_out([said[name] for name in PRICE_NAMES])


def _odds(said: Mapping[str, float]) -> tuple[float, ...]:
    return tuple([said.get(name, 0.0) for name in ODDS])


BY_SUIT = ("spent_suit", "kept")
PRICE_NAMES = tuple([
    name
    for field in Prices._fields
    for name in ([f"{field} {suit}" for suit in SUITS] if field in BY_SUIT else [field])
])  # fmt: skip
"""Every single price, in the order of the fields."""


def spread_out(values: Sequence[float]) -> Prices:
    """The prices of which every single one is said, in the order of `PRICE_NAMES`."""
    named = dict(zip(PRICE_NAMES, values, strict=True))
    fields = [
        tuple([named[f"{field} {suit}"] for suit in SUITS]) if field in BY_SUIT else named[field]
        for field in Prices._fields
    ]
    return Prices._make(fields)


def laid_flat(prices: Prices) -> list[float]:
    """Every single price, in the order of `PRICE_NAMES`."""
    found = list[float]()
    for value in prices:
        found += value if isinstance(value, tuple) else (value,)
    return found
