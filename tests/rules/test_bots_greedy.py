"""How the greedy bot tries options: to the end of the step, and own later choices one by one."""

from __future__ import annotations

from collections import Counter

from rr_rules.bots.greedy import MOST_TRIES, TRIES, GreedyBot
from rr_rules.stream import Stream
from tests.support.story import story

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

        view = table.rules.view(table.state, choose.seat)
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
