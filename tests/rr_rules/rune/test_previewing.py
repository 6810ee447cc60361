"""Previews: the points before and after, told without playing."""

from collections import Counter

import pytest

from rr_rules.kernel.requests import Option
from rr_rules.lessons.lattice import laid
from rr_rules.rune.forbidding import why_no_master
from rr_rules.rune.preview import preview
from tests.support.rr_rules.rune import RULES, Scene, dealt, walk


def scores(table, seat):
    return tuple(each.score for each in RULES.view(table.state, seat).seats)


def test_a_preview_is_what_the_table_is_worth_once_it_is_done():
    compared = Counter()
    for seed in range(3):
        table = dealt(seed, grand_master="on")
        for choose in walk(table, seed, patient=True):
            for index in range(0, len(choose.options), 9):
                option, twin = choose.options[index], table.clone()
                found = preview(RULES.view(table.state, choose.seat), option)
                if found is not None:
                    twin.answer(choose.seat, index)
                    assert found.before == scores(table, choose.seat)
                    assert found.after == scores(twin, choose.seat)
                    compared[option.act] += 1
    assert min(compared[act] for act in ("lay", "master", "token")) > 3


def test_a_card_says_how_many_runes_it_covers_and_which_areas_it_joins():
    scene = Scene(hands=("R01", "R02"), m1=[(1, 1), (0, 0)])
    found = lay(scene, "R01@(1,-1)/270")
    assert (found.covered, found.joined, found.parted) == (1, 2, 0)
    assert found.before == (2, 0)
    assert found.after == (5, 0)


def test_an_area_that_falls_apart_is_counted_once():
    scene = Scene("R01@(1,-2)/180", hands=("R04", "R02"), m1=[(2, -1)])
    found = lay(scene, "R04@(0,0)/270")
    assert found.parted == 1
    assert found.before == (5, 0)
    assert found.after == (2, 0)


def lay(scene, words):
    placed, view = laid(words), scene.view()
    at = view.seats[0].hand.index(f"R{placed.card + 1:02}")
    order = (placed.x, placed.y, placed.quarter)
    return preview(view, Option("lay", "hand", 0, at, order))


@pytest.mark.rule("RN-MASTER-05", "RN-CTRL-03")
def test_a_master_in_an_own_area_is_warned_of_and_no_other():
    scene = Scene(hands=("R09", "R02"), m1=[(0, 0)]).lay("R09@(0,1)/0")
    for at, clause in (((0, 1), "RN-MASTER-05"), ((1, 0), "")):
        found = preview(scene.view(), Option("master", "table", order=at))
        assert (found.warning.clause if found.warning else "") == clause
        assert (found.before == found.after) == bool(clause)


def test_why_no_master_may_be_placed_is_said_with_its_clause():
    scene = Scene(hands=("R09", "R02"), m1=[(0, 0)], m2=[(1, 1)], own_area_master="forbidden")
    assert clause(scene, (1, 0)) == "RN-TURN-02"
    scene.lay("R09@(0,2)/0")
    assert clause(scene, (9, 9)) == "RN-MASTER-01"
    assert clause(scene, (1, 1)) == "RN-MASTER-04"
    assert clause(scene, (1, 0)) == ""
    assert why_no_master(scene.view(1), (1, 0)).clause == "RN-TURN-01"


def test_a_master_is_refused_exactly_where_no_option_places_one():
    for own in ("allowed", "forbidden"):
        table = dealt(4, own_area_master=own)
        for choose in walk(table, 4, patient=True):
            if choose.verb != "claim":
                continue
            view = RULES.view(table.state, choose.seat)
            offered = {option.order for option in choose.options if option.act == "master"}
            free = {(c.x, c.y) for c in view.cells if why_no_master(view, (c.x, c.y)) is None}
            assert free == offered


def clause(scene, at):
    found = why_no_master(scene.view(), at)
    return "" if found is None else found.clause
