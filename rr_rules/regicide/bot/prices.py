"""What things are worth in a game of Regicide, by the number of seats.

Found by playing: for each number of seats an evolution strategy (CMA-ES) played some millions of
games by these prices alone, and kept what won most. A price is worth nothing by itself, only
beside the others.
"""

from __future__ import annotations

from typing import NamedTuple

from rr_rules.regicide.cards import ACE, COMMON, JACK, RANK, SUIT, VALUE


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
    """So much of what cards are worth is left against the last enemy."""
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


PRICES = (
    Prices(
        damage=2.73,
        kill=-1.55,
        exact=7.94,
        exact_rank=7.72,
        spent=3.42,
        covered=1.36,
        drawn=11.66,
        drawn_full=2.63,
        own_draw=9.46,
        healed=1.39,
        healed_low=2.17,
        low=23.16,
        shield=2.73,
        a_turn=19.8,
        setup=16.04,
        next_setup=0.0,
        short=0.77,
        next_short=0.0,
        thin=-2.2,
        ready=21.09,
        late=0.02,
        jester=0.0,
        jester_attack=0.0,
        yielded=-5.0,
        flip=-31.3,
        flip_worth=0.52,
        weak=-0.25,
        spent_suit=(-0.12, 24.46, 5.07, 3.76),
        spent_card=1.47,
        spent_royal=0.06,
        kept=(1.0, 3.71, 0.91, 1.06),
        kept_card=-1.53,
        kept_ace=12.41,
        kept_royal=9.77,
        kept_jester=14.51,
    ),
    Prices(
        damage=1.81,
        kill=5.72,
        exact=10.85,
        exact_rank=-2.18,
        spent=1.96,
        covered=0.1,
        drawn=8.57,
        drawn_full=-1.26,
        own_draw=6.5,
        healed=1.89,
        healed_low=0.46,
        low=0.0,
        shield=1.68,
        a_turn=16.31,
        setup=0.0,
        next_setup=11.86,
        short=0.28,
        next_short=1.0,
        thin=1.3,
        ready=11.42,
        late=0.46,
        jester=0.0,
        jester_attack=0.0,
        yielded=-19.2,
        flip=-30.0,
        flip_worth=1.0,
        weak=0.0,
        spent_suit=(-0.46, 9.5, 1.64, -0.87),
        spent_card=2.88,
        spent_royal=1.04,
        kept=(1.17, 3.11, 1.09, 1.08),
        kept_card=-2.84,
        kept_ace=7.14,
        kept_royal=2.92,
        kept_jester=4.57,
    ),
    Prices(
        damage=1.18,
        kill=10.51,
        exact=6.54,
        exact_rank=4.71,
        spent=2.03,
        covered=0.6,
        drawn=10.19,
        drawn_full=-0.35,
        own_draw=5.33,
        healed=1.56,
        healed_low=3.0,
        low=22.36,
        shield=2.34,
        a_turn=12.17,
        setup=0.0,
        next_setup=13.82,
        short=0.3,
        next_short=1.53,
        thin=2.73,
        ready=22.75,
        late=0.24,
        jester=4.55,
        jester_attack=-0.41,
        yielded=-10.81,
        flip=-30.0,
        flip_worth=1.0,
        weak=0.0,
        spent_suit=(1.64, 10.06, -1.01, 2.39),
        spent_card=0.9,
        spent_royal=1.76,
        kept=(0.75, 2.63, 0.67, 0.78),
        kept_card=-2.02,
        kept_ace=4.21,
        kept_royal=0.93,
        kept_jester=12.49,
    ),
    Prices(
        damage=0.56,
        kill=3.73,
        exact=17.48,
        exact_rank=-1.43,
        spent=1.48,
        covered=1.06,
        drawn=7.22,
        drawn_full=0.6,
        own_draw=5.82,
        healed=1.27,
        healed_low=2.16,
        low=22.85,
        shield=1.32,
        a_turn=10.94,
        setup=0.0,
        next_setup=10.43,
        short=0.03,
        next_short=0.8,
        thin=2.73,
        ready=24.86,
        late=0.57,
        jester=3.4,
        jester_attack=-0.55,
        yielded=0.58,
        flip=-30.0,
        flip_worth=1.0,
        weak=0.0,
        spent_suit=(2.53, 8.76, -0.08, 2.02),
        spent_card=-1.29,
        spent_royal=0.19,
        kept=(1.11, 2.39, 0.75, 1.12),
        kept_card=-2.73,
        kept_ace=4.82,
        kept_royal=-0.17,
        kept_jester=9.1,
    ),
)
