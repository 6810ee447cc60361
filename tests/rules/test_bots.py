"""Bots: legal, blind to what is hidden, on time; and the greedy one is worth playing against."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from rr_rules.bots.base import RandomBot
from rr_rules.bots.greedy import GreedyBot
from rr_rules.dealers import SeededDealer
from rr_rules.game import settle
from rr_rules.requests import Choose
from rr_rules.runes_regulations.game import load
from rr_rules.stream import Stream
from rr_rules.table import Table, drive

LONG = os.environ.get("RUNES_LONG") == "1"
GAMES = 1000 if LONG else 16


def bot(kind, seed):
    return (GreedyBot if kind == "greedy" else RandomBot)(Stream.seeded(seed))


def answer_of(table, choose, player, stream):
    """What a bot answers, given only its seat's view and sampled tables."""
    view = table.rules.view(table.state, choose.seat)
    return player.choose(view, choose, lambda: table.sampled(choose.seat, stream), lambda: False)


def play(kinds, seed):
    """The kind of bot that wins one game, or None for a draw."""
    rules = load()
    table = Table(rules, len(kinds), settle(rules.options, {"window": "fast", "turn_cap": "400"}))
    players = [bot(kind, 100 * seed + seat) for seat, kind in enumerate(kinds)]
    dealer, stream = SeededDealer(seed), Stream.seeded(seed + 1)
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        table.answer(choose.seat, answer_of(table, choose, players[choose.seat], stream))
        table.drain()
        drive(table, dealer)
    outcome = table.outcome
    assert outcome is not None
    return kinds[outcome.winners[0]] if outcome.winners else None


def one_game(seats, seed):
    """A game of one greedy bot, at each seat in turn, against random ones."""
    kinds = ["random"] * seats
    kinds[seed % seats] = "greedy"
    return play(kinds, seed)


def shares(seats):
    """How many of the games each kind of bot wins."""
    if not LONG:
        return Counter(one_game(seats, seed) for seed in range(GAMES))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return Counter(pool.map(one_game, [seats] * GAMES, range(GAMES), chunksize=10))


@pytest.mark.parametrize(("seats", "share"), [(2, 0.6), (3, 1 / 3), (4, 1 / 4)])
def test_greedy_wins_more_than_its_share_against_random(seats, share):
    won = shares(seats)
    assert sum(won.values()) == GAMES
    assert won["greedy"] > share * GAMES


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_a_bot_answers_alike_where_only_what_it_cannot_see_differs(kind):
    rules, compared = load(), 0
    for seed in range(3):
        table = Table(rules, 3, settle(rules.options, {"window": "fast"}))
        dealer = SeededDealer(seed)
        drive(table, dealer)
        while table.pending is not None and table.state.turn < 5:
            choose = table.asked[0]
            if not table.since and isinstance(table.pending, Choose):
                other = world_like(table, choose.seat, compared)
                if looks_alike(table, other, choose.seat):
                    assert answer(table, choose, kind, seed) == answer(other, choose, kind, seed)
                    compared += 1
            table.answer(choose.seat, len(choose.options) // 2)
            drive(table, dealer)
    assert compared > 12


def answer(table, choose, kind, seed):
    return answer_of(table, choose, bot(kind, seed), Stream.seeded(seed))


def looks_alike(table, other, seat):
    """Whether a seat cannot tell two tables apart: a card drawn since may tell them apart."""
    views = [each.rules.view(each.state, seat) for each in (table, other)]
    return table.pending == other.pending and views[0] == views[1]


def world_like(table, seat, seed):
    """A table at the same step boundary that differs only in what `seat` cannot know."""
    state = table.state.copy()
    table.rules.determinize(state, seat, Stream.seeded(-1 - seed))
    twin = Table.at(table.rules, state)
    assert [face.id for face in twin.state.face] != [face.id for face in table.state.face]
    return twin


def test_a_bot_that_is_out_of_time_still_answers_with_an_option():
    rules = load()
    table = Table(rules, 2, settle(rules.options, {"window": "fast"}))
    drive(table, SeededDealer(3))
    choose = table.asked[0]
    tries = []

    def sample():
        tries.append(1)
        return table.sampled(choose.seat, Stream.seeded(1))

    view = rules.view(table.state, choose.seat)
    option = bot("greedy", 1).choose(view, choose, sample, lambda: len(tries) >= 2)
    assert 0 <= option < len(choose.options)
    assert len(tries) == 2
