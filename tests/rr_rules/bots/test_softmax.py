"""Bots that draw among what looks good: how often a worse option is taken."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import exp

import pytest

from rr_rules.bots.softmax import EASY, NORMAL, SoftmaxBot, by_odds
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.stream import Stream
from tests.support.rr_rules.story import story

TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
LESS = 0.03
"""So much worse, in log odds, is one Creature less on the own Lawn."""


@pytest.fixture
def told():
    """Who may SUMMON, draw or do nothing."""
    return story(2, phase="summon", hand0=[TINY], deck=[LEASH])


def leaning(told, temperature):
    [asked] = told.table.asked
    view = told.table.game.view(told.table.state, Seat(0))
    sample = partial(told.table.sampled, Seat(0), Stream(b"tables"))
    lean = by_odds(Stream(b"luck"), judge, temperature)
    return lambda: lean(view, asked, sample, lambda: False)


def judge(view, seat):
    return LESS * len(view.seats[seat].lawn)


@pytest.mark.parametrize("temperature", [EASY, NORMAL])
def test_an_option_is_as_likely_as_it_is_good_and_the_best_the_likeliest(told, temperature):
    found = dict(zip(told.labels(), leaning(told, temperature)().values(), strict=True))
    assert found[TINY] == 1.0
    assert found["draw"] == found["skip"] == pytest.approx(exp(-LESS / temperature))


def test_normal_errs_less_often_than_easy_where_it_costs_something(told):
    taken = {}
    for temperature in (EASY, NORMAL):
        lean = leaning(told, temperature)
        bot = SoftmaxBot(Stream(b"draws"), lambda *_, lean=lean: lean())
        drawn = Counter(bot.choose(None, told.table.asked[0], None, None) for _ in range(300))
        taken[temperature] = drawn[told.labels().index(TINY)]
    # 39 and 69 of 100 are to be expected: one of 1 + 2 * exp(-LESS / temperature).
    assert 0.3 < taken[EASY] / 300 < 0.5
    assert 0.6 < taken[NORMAL] / 300 < 0.8
