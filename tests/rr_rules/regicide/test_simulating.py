"""The simulator leads where the kernel leads: same choices, same chance, same position."""

from __future__ import annotations

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import drive
from rr_rules.regicide.bot.insight import take
from rr_rules.regicide.bot.policy import BIT, cards_of, policy_of
from rr_rules.regicide.bot.simulating import Rest
from rr_rules.regicide.cards import ATTACKS, COMMON, RANK, VALUE
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.regicide import RULES
from tests.support.rr_rules.regicideplay import opened

GAMES = 400 if LONG else 8
VARIANTS = (
    {},
    {"overdiscard": "free", "undo": "off"},
    {"jester_self": "forbidden", "solo_yield": "yes"},
    {"comm": "open_hands", "discard_view": "open"},
)


def plain(cards):
    """Cards in order, with both Jesters alike."""
    return sorted([min(card, COMMON) for card in cards])


def told(rest):
    """A simulated position in the words of a state."""
    shield = 0 if rest.over == "castle" else ATTACKS[RANK[rest.enemy]] - rest.attack
    return {
        "hands": [plain(cards_of(mask)) for mask in rest.hands],
        "tavern": [min(card, COMMON) for card in rest.tavern],
        "discard": plain(rest.discard),
        "table": plain(rest.table),
        "castle": rest.castle,
        "defeated": rest.defeated,
        "flips": rest.flips,
        "over": rest.over,
        "living": bool(rest.over) or (
            rest.enemy, rest.left, shield, rest.blocked, rest.immune, rest.player, rest.yielded
        ),
    }  # fmt: skip


def stands(state):
    """The same of a state."""
    immune = BIT[state.immune] if state.enemy >= 0 and state.immune >= 0 else 0
    return {
        "hands": [plain(hand) for hand in state.hand],
        "tavern": [min(card, COMMON) for card in state.tavern],
        "discard": plain(state.discard),
        "table": plain([card for play in state.table for card in play[1:]]),
        "castle": state.castle,
        "defeated": state.defeated,
        "flips": state.solo_jesters,
        "over": state.reason,
        "living": bool(state.reason) or (
            state.enemy, state.health - state.damage, state.shield, state.blocked, immune,
            state.player, state.yielded,
        ),
    }  # fmt: skip


class Scribe(Rest):
    """Writes down what the policy does, in the order in which the kernel asks for it."""

    def __init__(self, state, policy, stream):
        self.done = []
        super().__init__(state, policy, stream)

    def strike(self, play):
        self.done.append(("play", play.mask))
        return super().strike(play)

    def jest(self, card):
        self.done.append(("jester", BIT[card]))
        super().jest(card)

    def named(self):
        seat = super().named()
        self.done.append(("player", seat))
        return seat

    def flip(self):
        self.done.append(("flip", 0))
        super().flip()

    def give_up_turn(self):
        self.done.append(("yield", 0))
        super().give_up_turn()

    def discard_cards(self, mask):
        # The kernel stops when the attack is covered: what is worth most comes last.
        for card in sorted(cards_of(mask), key=VALUE.__getitem__):
            self.done.append(("discard", BIT[card]))
        super().discard_cards(mask)

    def take_back(self, state):
        self.done.append(("undo", 0))
        super().take_back(state)


def option_for(state, choose, act, what):
    """The option of a choice that does what a scribe wrote."""
    hand = state.hand[choose.seat]
    for at, option in enumerate(choose.options):
        places = option.order or ((option.at,) if option.at >= 0 else ())
        mask = sum([BIT[hand[place]] for place in places])
        is_it = act == "jester" or (option.seat if act == "player" else mask) == what
        if option.act == act and is_it:
            return at
    raise AssertionError(f"{act} {what} is none of {choose.options}")


def is_covered(table):
    return bool(table.asked) and table.asked[0].options[-1].act == "done"


def follow(table, dealer, done):
    """Do in the kernel what a scribe wrote; nobody discards more than they must."""
    for act, what in [*done, ("", 0)]:
        if is_covered(table):
            table.answer(table.asked[0].seat, len(table.asked[0].options) - 1)
            drive(table, dealer)
        if act:
            choose = table.asked[0]
            table.answer(choose.seat, option_for(table.state, choose, act, what))
            drive(table, dealer)


def compare(table, option, key, defeated):
    """Take an option and play on by the policy, in the simulator and in the kernel."""
    choose, state = table.asked[0], table.state
    before = state.plain()
    scribe = Scribe(state, policy_of(state.seats), Stream(key))
    take(scribe, state, choose.options[option])
    scribe.play_on(state.defeated + defeated)
    assert state.plain() == before, "the simulator changed the state that it began from"
    twin, dealer = table.clone(), SeededDealer(Stream(key))
    twin.answer(choose.seat, option)
    drive(twin, dealer)
    act = choose.options[option].act
    follow(twin, dealer, scribe.done[act not in ("player", "done") :])
    if twin.state.reason == "paralysis" and not scribe.over:
        scribe.turn()  # it stopped before it looked at the turn that cannot be played
    assert told(scribe) == stands(twin.state)
    return scribe


TABLES = [(seats, at) for seats in (1, 2, 3, 4) for at in range(len(VARIANTS))]
SOME = [(seats, at) for seats, at in TABLES if (seats + at) % 2]
"""Each number of seats with every second variant, and each variant with two of them."""


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "variant"), TABLES if LONG else SOME)
def test_every_option_leads_where_the_kernel_leads(seats, variant):
    acts, ends = set(), set()
    for seed in range(GAMES):
        luck = Stream.seeded(seed)
        table, dealer = opened(seats, **VARIANTS[variant]), SeededDealer(seed)
        drive(table, dealer)
        while table.pending is not None:
            choose = table.asked[0]
            option = luck.below(len(choose.options))
            acts.add(choose.options[option].act)
            ends.add(compare(table, option, luck.take(8), 1 + luck.below(4)).over)
            if luck.below(3):  # mostly by the policy, so that games go deep
                option = RULES.advise(RULES.view(table.state, choose.seat), choose)
            table.answer(choose.seat, option)
            table.drain()
            drive(table, dealer)
    assert {"play", "discard"} <= acts
    assert ("flip" in acts) == (seats == 1)
    assert ("yield" in acts) == (seats > 1 or "solo_yield" in VARIANTS[variant])
    assert ("undo" in acts) == ("undo" not in VARIANTS[variant])
    assert ("done" in acts) == ("overdiscard" in VARIANTS[variant])
    assert ({"jester", "player"} <= acts) == (seats > 2)
    assert {"", "attack"} <= ends
