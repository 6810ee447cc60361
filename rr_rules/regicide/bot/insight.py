"""How a game of Regicide goes on: what searches play out for the options they weigh."""

from __future__ import annotations

from math import exp

from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.stream import Stream
from rr_rules.regicide.bot.policy import BIT, NUMBERS, POINTS, policy_of
from rr_rules.regicide.bot.simulating import Rest
from rr_rules.regicide.cards import DIAMONDS, ENEMIES, HEARTS, JESTERS, SPADES, SUIT, VALUE
from rr_rules.regicide.state import RegicideState

NEAR = 0.3
"""What a lost game would be worth that fell just short; the square of how far it came counts."""
SOON = 8
"""How many cards of the Tavern are likely to be drawn soon."""
NEARLY_NONE = 5


def payoff(rest: Rest) -> float:
    """What a position that was played on to is worth, 0 to 1."""
    if rest.over:
        far = rest.defeated / ENEMIES
        return 1.0 if rest.over == "castle" else NEAR * far * far
    weights = NUMBERS.now.odds[rest.seats - 1][rest.defeated]
    found = sum([weight * seen for weight, seen in zip(weights, features(rest), strict=True)])
    return 1.0 / (1.0 + exp(-found))


def features(rest: Rest) -> list[float]:
    """What the odds are told by, in the order of `ODDS`; each about 1 at the most."""
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


AHEAD = 2
"""A playout ends when so many enemies more are defeated, and is judged as it stands then: with one
it sees too little, with more it takes too long."""


def play_out(state: RegicideState, choose: Choose, option: int, stream: Stream) -> float:
    """Take an option and play on; what that is worth, 0 to 1."""
    rest = Rest(state, policy_of(state.seats), stream)
    take(rest, state, choose.options[option])
    rest.play_on(state.defeated + AHEAD)
    return payoff(rest)


def take(rest: Rest, state: RegicideState, option: Option) -> None:
    """Take an option of a state, and end the turn that it leads into."""
    hand = state.hand[state.player]
    match option.act:
        case "play":
            chosen = sum([BIT[hand[at]] for at in option.order or (option.at,)])
            plays = rest.policy.hand(rest.hands[rest.player]).plays
            if rest.strike(next(play for play in plays if play.mask == chosen)):
                rest.suffer()
        case "jester":
            rest.jest(hand[option.at])
            rest.player = rest.named()
        case "player":
            rest.player = option.seat
        case "yield":
            rest.give_up_turn()
        case "undo":
            rest.take_back(state)
        case _:
            _take_cover(rest, state, option)


def _take_cover(rest: Rest, state: RegicideState, option: Option) -> None:
    if option.act == "flip":
        rest.flip()
        if state.phase == "play":
            return
        rest.cover(state.owed)
    elif option.act == "discard":
        card = state.hand[state.player][option.at]
        rest.discard_cards(BIT[card])
        if (owed := state.owed - VALUE[card]) > 0:
            rest.discard_cards(rest.policy.cover(rest.hands[rest.player], owed))
    rest.player = (rest.player + 1) % rest.seats
