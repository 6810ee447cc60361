"""How likely a position is won: what a playout that stops early is worth.

A logistic model of what everybody holds at the beginning of a turn against a fresh enemy, fitted
to how hundreds of thousands of games by the policy went on from there (`weights.py`). To stop two
enemies later and ask it wins far more games than to play every game out: one end says little of
one choice. Weights fitted to games by the search itself, rather than by the policy, won fewer.
"""

from __future__ import annotations

from math import exp

from rr_rules.regicide.bot.policy import POINTS
from rr_rules.regicide.bot.simulating import Rest
from rr_rules.regicide.cards import DIAMONDS, ENEMIES, HEARTS, JESTERS, SPADES, SUIT, VALUE
from rr_rules.regicide.weights import WEIGHTS

NEAR = 0.3
"""What a lost game would be worth that fell just short; the square of how far it came counts."""
SOON = 8
"""So many cards of the Tavern are likely to be drawn soon."""
NEARLY_NONE = 5


def payoff(rest: Rest) -> float:
    """What a position that was played on to is worth, 0 to 1."""
    if rest.over:
        far = rest.defeated / ENEMIES
        return 1.0 if rest.over == "castle" else NEAR * far * far
    weights = WEIGHTS[rest.seats - 1][rest.defeated]
    found = sum([weight * seen for weight, seen in zip(weights, features(rest), strict=True)])
    return 1.0 / (1.0 + exp(-found))


def features(rest: Rest) -> list[float]:
    """What the model looks at, in the order of its weights; each about 1 at the most."""
    hands = [rest.policy.hand(mask) for mask in rest.hands]
    own, others = hands[rest.player], hands[: rest.player] + hands[rest.player + 1 :]
    tavern, worth = [VALUE[card] for card in rest.tavern], own.worth / 40
    size = len(tavern) / 20
    mine, theirs = _points(own.points), _points(sum([hand.points for hand in others]))
    return [
        1.0,
        own.size / 8,
        worth,
        sum([hand.size for hand in others]) / 10,
        sum([hand.worth for hand in others]) / 60,
        min([hand.worth for hand in others], default=0) / 30,
        size,
        len(rest.discard) / 20,
        sum(tavern) / 100,
        *mine,
        mine[SUIT[rest.enemy]],
        float(own.points >> 4 * POINTS),
        float(rest.flips),
        sum(tavern[-SOON:]) / 40,
        float(sum([(mask >> JESTERS[0]).bit_count() for mask in rest.hands])),
        theirs[HEARTS],
        theirs[DIAMONDS],
        theirs[SPADES],
        worth * worth,
        size * size,
        float(len(tavern) < NEARLY_NONE),
    ]


def _points(points: int) -> list[float]:
    """What cards of each suit are worth."""
    most = (1 << POINTS) - 1
    return [(points >> POINTS * suit & most) / 10 for suit in range(4)]
