"""Bots of the expansion: they play for their own role, and know nobody else's."""

from __future__ import annotations

import pytest

from rr_rules.bots.base import RandomBot
from rr_rules.bots.greedy import GreedyBot
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.nefarious import night
from tests.support.rr_rules.nightplay import night_table, other_roles
from tests.support.rr_rules.randomplay import begun, walk

TINY, PARCEL, CAT, DOG = "Griffin With a Tiny Head", "Parcel Pegasus", "Alley Cat", "A Stray Dog"
GRIFFINS = [TINY, "Sneaky Griffin", "Night-Shift Griffin"]
GOAT, HORROR, WING = "Suspiciously Willing Goat", "Bog-Standard Horror", "Bane Wing"
GAMES = 400 if LONG else 6


def answer_of(table, choose, player, stream):
    """What a bot answers, given only its seat's view and sampled tables."""
    view = table.game.view(table.state, choose.seat)
    return player.choose(view, choose, lambda: table.sampled(choose.seat, stream), lambda: False)


def play(seed):
    """Whether the greedy one of four wins a game against random ones."""
    table, dealer = night_table(4, window="fast", turn_cap="400"), SeededDealer(seed)
    players = [RandomBot(Stream.seeded(100 * seed + seat)) for seat in range(4)]
    players[seed % 4] = GreedyBot(Stream.seeded(seed))
    stream = Stream.seeded(seed + 1)
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        table.answer(choose.seat, answer_of(table, choose, players[choose.seat], stream))
        table.drain()
        drive(table, dealer)
    return seed % 4 in table.outcome.winners


def worth(seat, **told):
    """How good a table looks to a seat."""
    scene = night(player=1, **told)
    return scene.table.game.judge(scene.view(seat), seat)


def test_the_nefarious_neighbor_likes_beasts_more_than_what_they_cost():
    assert worth(0, lawn0=[HORROR]) > worth(0, lawn0=[GOAT]) > worth(0)
    assert worth(0, lawn0=[HORROR, WING]) > worth(0, lawn0=[HORROR, GOAT])
    assert worth(1, lawn0=[HORROR]) < worth(1)


def test_a_short_main_deck_pleases_the_nefarious_neighbor_alone():
    def few(state):
        state.discard, state.deck = state.deck[5:], state.deck[:5]

    assert worth(0, prepare=few) > worth(0)
    assert worth(1, prepare=few) < worth(1)


def test_a_bot_likes_what_its_own_role_asks_for():
    lawn = {"lawn1": GRIFFINS[:2]}
    assert worth(1, roles={1: "Griffin Lady"}, **lawn) > worth(1, roles={1: "Savior"}, **lawn)
    full, empty = {"hand1": [TINY, PARCEL, CAT]}, {}
    gain = [worth(1, roles={1: role}, **empty) - worth(1, roles={1: role}, **full)
            for role in ("Tidier", "Savior")]  # fmt: skip
    assert gain[0] > gain[1]


def test_the_henchman_plays_for_the_other_and_keeps_the_lawn_empty():
    serving = {"roles": {1: "Henchman"}}
    assert worth(1, lawn0=[HORROR], **serving) > worth(1, **serving)
    assert worth(1, lawn1=[TINY], **serving) < worth(1, **serving)


@pytest.mark.rule("NN-INFO-12")
@pytest.mark.parametrize("seed", range(4))
def test_a_bot_answers_the_same_whatever_roles_others_have(seed):
    luck = Stream.seeded(seed)
    table = night_table(5, window="fast")
    for _ in walk(table, luck, most=60 + luck.below(100)):
        pass
    base = Table.at(table.game, begun(table))
    if base.pending is None:
        pytest.skip("the game was over before")
    drive(base, SeededDealer(seed))
    choose = base.asked[0]
    twin = other_roles(base, choose.seat, luck)
    drive(twin, SeededDealer(seed))
    assert twin.asked == base.asked
    answers = [answer_of(each, choose, GreedyBot(Stream.seeded(7)), Stream.seeded(8))
               for each in (base, twin)]  # fmt: skip
    assert answers[0] == answers[1]


@pytest.mark.slow
def test_greedy_wins_more_than_its_share_against_random():
    won = sum(play(seed) for seed in range(GAMES))
    assert won > 0.45 * GAMES
