"""How the greedy bot tries options: to the end of the step, and own later choices one by one."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from rr_rules.bots.greedy import MOST_TRIES, TRIES, GreedyBot
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import load_game
from tests.support.rr_rules.regicide import story as regicide_story
from tests.support.rr_rules.story import story

TINY = "Griffin With a Tiny Head"


def decide(told, seed, tried=None):
    """What a greedy bot answers the seat whose turn it is, and onto whose lawn it summons."""
    stream, bot = Stream.seeded(seed), GreedyBot(Stream.seeded(seed + 1))
    table = told.table.clone()
    said = []
    while True:
        [choose] = table.asked

        def sample(seat=choose.seat, verb=choose.verb):
            if tried is not None:
                tried[verb] += 1
            return table.sampled(seat, stream)

        view = table.game.view(table.state, choose.seat)
        at = bot.choose(view, choose, sample, lambda: False)
        said.append(choose.options[at])
        table.answer(choose.seat, at)
        if not table.asked or table.asked[0].seat != choose.seat:
            return said


def at_summon(seats, hand):
    return story(seats, phase="summon", hand0=hand)


def test_a_summon_is_never_judged_by_the_spin_that_follows_it():
    draws = {decide(at_summon(2, []), seed)[0].act for seed in range(12)}
    assert draws == {"draw"}


def test_an_option_without_luck_is_tried_once_and_no_other_more_often_than_eight_times():
    tried = Counter()
    decide(at_summon(2, []), 1, tried)
    assert tried == {"summon_phase": 2}  # draw and skip
    tried = Counter()
    decide(at_summon(4, [TINY]), 1, tried)
    assert TRIES + 2 <= tried["summon_phase"] <= MOST_TRIES + 2


def test_among_four_lawns_a_creature_comes_onto_the_own_one():
    for seed in range(12):
        summon, lawn, *_ = decide(at_summon(4, [TINY]), seed)
        assert (summon.act, lawn.seat) == ("summon", 0)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_what_can_be_taken_back_leads_no_bot_in_circles(seats):
    rules, dealer = load_game("regicide"), SeededDealer(seats)
    table = Table(rules, seats, rules.settle({}))
    bot, luck, taken, could = GreedyBot(Stream.seeded(1)), Stream.seeded(2), Counter(), False
    drive(table, dealer)
    while table.pending is not None:
        [choose] = table.asked
        sample = partial(table.sampled, choose.seat, luck)
        view = rules.view(table.state, choose.seat)
        option = choose.options[bot.choose(view, choose, sample, lambda: False)]
        could = could or "undo" in [each.act for each in choose.options]
        taken[option.act] += 1
        table.answer(choose.seat, choose.options.index(option))
        drive(table, dealer)
        assert taken.total() < 400
    assert could
    assert not taken["undo"]


def test_a_bot_without_any_time_takes_nothing_back_either():
    t = regicide_story(["2C 3C +4", "+3"], enemy="QD")
    t.play("2C")
    [choose] = t.table.asked
    bot, view = GreedyBot(Stream.seeded(3)), t.view(0)
    acts = {choose.options[bot.choose(view, choose, t.table.clone, lambda: True)].act
            for _ in range(40)}  # fmt: skip
    assert "undo" in [option.act for option in choose.options]
    assert acts == {"discard"}
