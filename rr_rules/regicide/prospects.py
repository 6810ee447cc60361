"""How likely a position is won: what a playout that stops early is worth.

A logistic model of what everybody holds at the beginning of a turn against a fresh enemy, fitted
to how hundreds of thousands of games by the policy went on from there (`weights.py`).
"""

from __future__ import annotations

from math import exp

from rr_rules.regicide.cards import JESTERS, SUIT, VALUE
from rr_rules.regicide.simulating import Rest
from rr_rules.regicide.weights import WEIGHTS

ENEMIES = 12
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
    hearts, diamonds, clubs, spades = [points / 10 for points in own.points]
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
        hearts,
        diamonds,
        clubs,
        spades,
        own.points[SUIT[rest.enemy]] / 10,
        float(own.royals),
        float(rest.flips),
        sum(tavern[-SOON:]) / 40,
        float(sum([(mask >> JESTERS[0]).bit_count() for mask in rest.hands])),
        sum([hand.points[0] for hand in others]) / 10,
        sum([hand.points[1] for hand in others]) / 10,
        sum([hand.points[3] for hand in others]) / 10,
        worth * worth,
        size * size,
        float(len(tavern) < NEARLY_NONE),
    ]
