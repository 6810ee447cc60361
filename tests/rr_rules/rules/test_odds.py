"""The odds of Runes & Regulations: what a view says of who will win, and how they are fitted."""

from __future__ import annotations

from math import exp

import pytest

from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.registry import fit_of, load_game, odds_of
from rr_rules.runes_regulations.bot.odds import DUEL, MODEL, NUMBERS, PART, ROUND, STREET
from tests.support.rr_rules.nefarious import night
from tests.support.rr_rules.story import story

TINY, PARCEL, DRAGON = "Griffin With a Tiny Head", "Parcel Pegasus", "Sparkly Dragon"
RULES = load_game("runes-regulations")
ODDS = odds_of(RULES)
FIT = fit_of("runes-regulations")


def odds(seat, seats=3, **told):
    return ODDS.of(story(seats, **told).view(seat), seat)


def test_odds_are_shares_and_rise_with_what_a_seat_has():
    few, more = odds(0, lawn0=[TINY]), odds(0, lawn0=[TINY, PARCEL, DRAGON])
    assert 0.0 < few < more < 1.0
    assert odds(0, hand0=[TINY, PARCEL, DRAGON]) > odds(0, hand0=[TINY])


def test_odds_fall_where_somebody_else_is_about_to_win():
    threat = {"lawn1": [TINY, TINY, PARCEL, DRAGON]}
    assert odds(0, **threat) < odds(0, lawn1=[TINY])


def test_what_a_seat_has_alone_does_not_fall_with_what_others_have():
    threat = story(3, lawn1=[TINY, TINY, PARCEL, DRAGON]).view(0)
    assert ODDS.alone(threat, 0) == pytest.approx(ODDS.alone(story(3).view(0), 0), abs=0.5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chances_of_all_seats_come_to_one(seats):
    chances = ODDS.chances(story(seats, lawn0=[TINY]).view(0), 0)
    assert sum(chances.values()) == pytest.approx(1.0)
    assert len(chances) == seats


def test_the_henchman_has_the_odds_of_the_nefarious_neighbor():
    view = night(player=1, roles={1: "Henchman"}).view(1)
    chances = ODDS.chances(view, 1)
    assert ODDS.of(view, 1) == pytest.approx(chances[view.nefarious.seat])


@pytest.mark.parametrize("weight", [5000.0, -5000.0, 1e6, -1e6])
def test_numbers_of_any_file_give_odds(weight):
    with NUMBERS.replaced(NUMBERS.read({PART: {MODEL: {"cards": weight, "own": 3 * weight}}})):
        wild, view = odds_of(RULES), story(3, hand0=[TINY], hand1=[PARCEL, DRAGON]).view(0)
        assert 0.0 <= wild.of(view, 0) <= 1.0
        assert sum(wild.chances(view, 0).values()) == pytest.approx(1.0)


def test_the_odds_know_of_a_hand_no_more_than_its_size():
    one, two = (story(2, hand1=[card]).view(0) for card in (TINY, "Newts in Bulk"))
    assert ODDS.of(one, 0) == ODDS.of(two, 0)


@pytest.mark.parametrize("setup", FIT.stages[0].setups, ids=str)
def test_a_quick_game_says_how_each_position_looked_and_what_it_came_to(setup):
    seats, options = setup
    samples = []
    for seed in range(4):
        table = Table(RULES, seats, RULES.settle(dict(options)))
        samples += FIT.stages[0].watch(table, Stream.seeded(seed))
    assert samples
    for sample in samples:
        assert sample.model == MODEL
        assert len(sample.rows) == len(sample.came) == seats
        assert sum(sample.came) == pytest.approx(1.0)


def test_with_no_numbers_only_the_end_counts_and_all_are_as_likely():
    with NUMBERS.replaced(NUMBERS.read({})):
        view = story(4, lawn0=[TINY]).view(0)
        assert odds_of(RULES).of(view, 0) == pytest.approx(0.25)
        table = Table(RULES, 2, RULES.settle({"window": "fast"}))
        came = [each.came for each in FIT.stages[0].watch(table, Stream.seeded(2))]
        assert came
        assert {tuple(sorted(each)) for each in came} == {(0.0, 1.0)}


def test_the_file_has_the_part_that_the_fit_makes():
    assert FIT.stages[0].part == PART
    weights = NUMBERS.now[MODEL]
    assert weights["creatures 4"] > weights["creatures 3"] > weights["creatures 0"]


@pytest.mark.parametrize("kind", [DUEL, ROUND, STREET])
def test_each_kind_of_table_has_weights_of_its_own_beside_those_of_all(kind):
    only = NUMBERS.read({PART: {MODEL: {"cards": 1.0}, kind: {"cards": 1.0}}})
    tables = {DUEL: story(2, hand0=[TINY, PARCEL, DRAGON], hand1=[TINY]),
              ROUND: story(3, hand0=[TINY, PARCEL, DRAGON], hand1=[TINY]),
              STREET: night(hand0=[TINY, PARCEL, DRAGON], hand1=[TINY])}  # fmt: skip
    with NUMBERS.replaced(only):
        odds = odds_of(RULES)
        for each, table in tables.items():
            view, weight = table.view(0), 4.0 if each == kind else 2.0
            parts = {at: sum(worth for _, worth in odds.told(view, found))
                     for at, found in odds.rows(view, 0)}  # fmt: skip
            assert parts[0] - parts[1] == pytest.approx(weight)
            chances = odds.chances(view, 0)
            assert chances[0] / chances[1] == pytest.approx(exp(weight))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [DUEL, ROUND, STREET])
def test_games_of_the_bots_say_what_a_kind_of_table_adds(kind):
    stage = FIT.stage(kind)
    seats, options = stage.setups[0]
    table = Table(RULES, seats, RULES.settle(dict(options)))
    samples = [*stage.watch(table, Stream.seeded(1))]
    assert samples
    assert {sample.model for sample in samples} == {kind}
    assert {sum(sample.came) for sample in samples} == {1.0}
    ends = [sample for sample in samples if not sample.goes_on]
    assert len(ends) == seats  # one chain of positions for each seat that looked on
