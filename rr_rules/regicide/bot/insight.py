"""How a game of Regicide goes on: what searches play out for the options they weigh."""

from __future__ import annotations

from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.stream import Stream
from rr_rules.regicide.bot.policy import BIT, POLICIES
from rr_rules.regicide.bot.simulating import Rest
from rr_rules.regicide.cards import VALUE
from rr_rules.regicide.prospects import payoff
from rr_rules.regicide.state import State

AHEAD = 2
"""A playout ends when so many enemies more are defeated, and is judged as it stands then: with one
it sees too little, with more it takes too long."""


def play_out(state: State, choose: Choose, option: int, stream: Stream) -> float:
    """Take an option and play on; what that is worth, 0 to 1."""
    rest = Rest(state, POLICIES[state.seats - 1], stream)
    take(rest, state, choose.options[option])
    rest.play_on(state.defeated + AHEAD)
    return payoff(rest)


def take(rest: Rest, state: State, option: Option) -> None:
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


def _take_cover(rest: Rest, state: State, option: Option) -> None:
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
