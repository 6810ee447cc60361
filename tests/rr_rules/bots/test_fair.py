"""Bots: legal, blind to what is hidden, on time; and the greedy one is worth playing against."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import permutations

import pytest

from rr_rules.bots.why import hint
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import make_bot, odds_of
from rr_rules.runes_regulations.game import load
from tests.support.rr_rules.longplay import GAME, LONG, ZONES, on_every_core
from tests.support.rr_rules.randomplay import table_of, walk
from tests.support.rr_rules.worlds import common_entry, pair_of

GAMES = dict.fromkeys((2, 3, 4), 1000) if LONG else {2: 8, 3: 6, 4: 6}
"""By seats: where the share is larger, more are needed to be as sure."""


RULES = load()
KINDS = ["random", "greedy", "easy", "normal", "hard"]


def bot(kind, seed):
    return make_bot(kind, RULES, Stream.seeded(seed))


def answer_of(table, choose, player, stream):
    """What a bot answers, given only its seat's view and sampled tables."""
    view = table.game.view(table.state, choose.seat)
    return player.choose(view, choose, lambda: table.sampled(choose.seat, stream), lambda: False)


def play(kinds, seed):
    """The kind of bot that wins one game, or None for a draw."""
    rules = load()
    table = Table(rules, len(kinds), rules.settle({"window": "fast", "turn_cap": "400"}))
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
    return Counter(on_every_core(partial(one_game, seats), range(GAMES[seats])))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_wins_far_more_than_its_share_against_random(seats):
    won = shares(seats)
    assert sum(won.values()) == GAMES[seats]
    assert won["greedy"] > 0.75 * GAMES[seats]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_answers_alike_where_only_what_it_cannot_see_differs(kind):
    rules, compared = load(), 0
    for seed in range(3):
        table = Table(rules, 3, rules.settle({"window": "fast"}))
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
    if kind == "hint":
        view, luck = table.game.view(table.state, choose.seat), Stream.seeded(seed)
        sample = partial(table.sampled, choose.seat, Stream.seeded(seed + 1))
        return hint(table.game, view, choose, sample, luck, lambda: False, odds_of(RULES))
    taken, stream = [], Stream.seeded(seed)

    def sample():
        taken.append(1)
        return table.sampled(choose.seat, stream)

    view = table.game.view(table.state, choose.seat)
    option = bot(kind, seed).choose(view, choose, sample, lambda: False)
    return option, len(taken)  # how long it thinks must tell nothing either


def looks_alike(table, other, seat):
    """Whether a seat cannot tell two tables apart: a card drawn since may tell them apart."""
    views = [each.game.view(each.state, seat) for each in (table, other)]
    return table.pending == other.pending and views[0] == views[1]


def world_like(table, seat, seed):
    """A table at the same step boundary that differs only in what `seat` cannot know."""
    state = table.state.copy()
    table.game.determinize(state, seat, Stream.seeded(-1 - seed))
    twin = Table.at(table.game, state)
    assert [face.id for face in twin.state.face] != [face.id for face in table.state.face]
    return twin


@pytest.mark.slow
@pytest.mark.parametrize("window", ["sealed", "answered"])
@pytest.mark.parametrize("kind", [*KINDS, "hint"])
def test_no_bot_can_tell_worlds_apart_in_the_middle_of_a_step_or_in_a_window(kind, window):
    compared, in_windows = 0, 0
    for seed in range(24 if LONG else 3):
        luck = Stream.seeded(seed)
        table = table_of(GAME, 4, window=window, event_choices="sealed")
        for _ in walk(table, luck, most=40 + 20 * seed):
            pass
        pair = pair_of(table, luck.below(4), luck)
        for _ in range(25):
            if pair.is_revealed() or pair.one.pending is None:
                break
            for choose in [asked for asked in pair.one.asked if asked.seat != pair.owner]:
                mine, other = [answer(table, choose, kind, seed) for table in pair[:2]]
                assert mine == other
                compared += len(choose.options) > 1
                in_windows += len(pair.one.asked) > 1 and len(choose.options) > 1
            if (entry := common_entry(pair, luck)) is None:
                break
            pair.apply(entry)
    assert compared > 20
    assert in_windows > 0


@pytest.mark.parametrize("kind", ["random", "greedy", "normal"])
def test_a_bot_does_not_know_an_answer_that_is_still_sealed(kind):
    table, luck, compared = table_of(GAME, 3), Stream.seeded(4), 0
    for _ in walk(table, luck):
        for asking, thinking in permutations(table.asked, 2):
            if min(len(asking.options), len(thinking.options)) > 1:
                worlds = [table.clone() for _ in asking.options]
                for option, world in enumerate(worlds):
                    world.answer(asking.seat, option)
                assert len({answer(world, thinking, kind, compared) for world in worlds}) == 1
                compared += 1
    assert compared > 1


@pytest.mark.parametrize("kind", ["random", "greedy", "easy", "normal"])
@pytest.mark.parametrize("window", ["sealed", "answered", "fast"])
def test_a_bot_always_answers_with_one_of_the_options(kind, window):
    options = {"window": window, "target_choices": "sealed", "event_choices": "sealed"}
    table, luck, players = table_of(GAME, 3, **options), Stream.seeded(5), {}
    for number, _ in enumerate(walk(table, luck, mixed=ZONES, most=200)):
        for choose in table.asked:
            player = players.setdefault(choose.seat, bot(kind, choose.seat))
            if kind == "random" or number % 4 == 0:
                given = answer_of(table, choose, player, luck)
                assert isinstance(given, int)
                assert 0 <= given < len(choose.options)


def test_a_random_bot_takes_every_option_and_no_sample():
    table = at_a_wide_choice()
    choose, player = table.asked[0], bot("random", 1)
    view = table.game.view(table.state, choose.seat)
    given = {player.choose(view, choose, None, lambda: False) for _ in range(200)}
    assert given == set(range(len(choose.options)))


def at_a_wide_choice():
    table, luck = table_of(GAME, 2), Stream.seeded(3)
    for _ in walk(table, luck):
        if len(table.asked) == 1 and len(table.asked[0].options) > 3:
            return table
    raise AssertionError("there was no such choice")


@pytest.mark.parametrize("kind", ["greedy", "easy", "normal", "hard"])
@pytest.mark.parametrize("allowed", [0, 1, 2, 5])
def test_a_bot_that_is_out_of_time_answers_at_once_with_an_option(kind, allowed):
    table, tries = at_a_wide_choice(), []
    choose = table.asked[0]

    def sample():
        tries.append(1)
        return table.sampled(choose.seat, Stream.seeded(1))

    view = table.game.view(table.state, choose.seat)
    option = bot(kind, 1).choose(view, choose, sample, lambda: len(tries) >= allowed)
    assert 0 <= option < len(choose.options)
    assert len(tries) == allowed


def test_a_forced_choice_costs_no_thought():
    table = at_a_wide_choice()
    choose = table.asked[0]._replace(options=table.asked[0].options[:1])
    assert bot("greedy", 1).choose(None, choose, None, lambda: False) == 0
