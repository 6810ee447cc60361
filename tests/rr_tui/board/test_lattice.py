"""What every game on a lattice has: lines, cells to walk on, things to hold and to turn."""

import unicodedata
from itertools import product

import pytest

from rr_net.link import AskOption
from rr_tui.board.laying import (
    TURNING,
    first_held,
    held_up,
    hold,
    laying,
    other_thing,
    things,
)
from rr_tui.board.option_places import OptionPlaces
from rr_tui.board.panels import Weight, across, down, joint
from rr_tui.board.walk import hop, lattice, nearest, step
from rr_tui.dialogs.keymap import owner_of
from rr_tui.looks.glyphs import ASCII, UNICODE
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import HeldShape, Place
from rr_tui.screens.board import Cursor

ONE, TWO = Place("hand", 0, 0), Place("hand", 0, 1)


def cell(x, y):
    return Place("table", cell=(x, y))


def option(number, at, *order):
    return AskOption(option=number, act="lay", zone="hand", seat=0, at=at, order=order, label="")


FOUND = laying(
    [option(0, 0, 0, 0, 1), option(1, 0, 2, 1, 1), option(2, 0, 2, 1, 3), option(3, 1, -1, 5, 0)],
    "table",
)


# --- lines --------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [w for w in product(Weight, repeat=4) if any(w)])
def test_a_joint_has_the_lines_that_meet_there_and_no_others(weights):
    name = unicodedata.name(joint(*weights, UNICODE))
    words = name.replace("VERTICAL", "UP DOWN").replace("HORIZONTAL", "LEFT RIGHT").split()
    sides = ("UP", "RIGHT", "DOWN", "LEFT")
    drawn = {side for side in sides if side in words}
    assert drawn == {side for side, weight in zip(sides, weights, strict=True) if weight}
    assert ("HEAVY" in words) is (Weight.HEAVY in weights)
    assert ("LIGHT" in words) is (Weight.LIGHT in weights)


def test_strong_lines_differ_from_weak_ones_in_ascii_too():
    assert [across(weight, ASCII) for weight in Weight] == [" ", "-", "="]
    assert [down(weight, ASCII) for weight in Weight] == [" ", "|", "#"]
    for weights in product(Weight, repeat=4):
        assert joint(*weights, ASCII).isascii()


# --- walking --------------------------------------------------------------------------------


def test_arrows_move_by_one_cell_and_leave_at_the_edge():
    group = lattice("table", range(-1, 2), range(3))
    found = ((group,), (type(group)((ONE,), 1),))
    assert step(found, cell(0, 1), "up") == cell(0, 0)
    assert step(found, cell(0, 1), "left") == cell(-1, 1)
    assert step(found, cell(-1, 1), "left") == cell(-1, 1)
    assert step(found, cell(1, 1), "right") == cell(1, 1)
    assert step(found, cell(0, 2), "down") == ONE


def test_a_lattice_is_entered_where_the_cursor_left_it():
    found = ((lattice("table", range(3), range(3)),),)
    cursor = Cursor()
    cursor.go(cell(2, 1))
    cursor.go(ONE)
    assert cursor.spot == cell(2, 1)
    assert cursor.entering(cell(0, 0), found) == cell(2, 1)
    assert cursor.entering(TWO, found) == TWO
    smaller = ((lattice("table", range(2), range(2)),),)
    assert cursor.entering(cell(0, 0), smaller) == cell(0, 0)


def test_the_nearest_cell_is_that_of_a_spot_or_of_the_middle():
    cells = [cell(0, 0), cell(4, 0), cell(9, 0)]
    assert nearest(cells, cell(7, 1)) == cell(9, 0)
    assert nearest(cells, Place("")) == cell(4, 0)


def test_hops_go_row_by_row_round_and_round():
    places = OptionPlaces(at={cell(5, 0): (), cell(0, 1): (), cell(3, 1): (), ONE: ()})
    assert hop(places, cell(5, 0), 1) == cell(0, 1)
    assert hop(places, cell(1, 1), 1) == cell(3, 1)
    assert hop(places, cell(3, 1), 1) == cell(5, 0)
    assert hop(places, cell(5, 0), -1) == cell(3, 1)
    assert hop(places, cell(1, 1), -1) == cell(0, 1)
    assert hop(OptionPlaces(), cell(1, 1), 1) == cell(1, 1)


# --- holding --------------------------------------------------------------------------------


def test_options_are_sorted_by_thing_and_turn():
    assert things(FOUND) == (ONE, TWO)
    assert set(FOUND) == {HeldShape(ONE, 1), HeldShape(ONE, 3), HeldShape(TWO, 0)}
    assert FOUND[HeldShape(ONE, 1)][cell(2, 1)].option == 1


def test_first_held_is_what_was_held_before_if_it_can_be_laid_so():
    assert first_held(FOUND, None) == HeldShape(ONE, 1)
    assert first_held(FOUND, HeldShape(ONE, 3)) == HeldShape(ONE, 3)
    assert first_held(FOUND, HeldShape(TWO, 2)) == HeldShape(TWO, 0)
    assert first_held({}, HeldShape(TWO, 2)) is None


def test_another_thing_keeps_the_turn_where_it_can_be_laid_so():
    assert other_thing(FOUND, HeldShape(ONE, 3), 1) == HeldShape(TWO, 0)
    assert other_thing(FOUND, HeldShape(TWO, 0), 1) == HeldShape(ONE, 1)
    assert hold(FOUND, ONE, HeldShape(TWO, 3)) == HeldShape(ONE, 3)
    assert HeldShape(ONE, 3).turned() == HeldShape(ONE, 0)
    assert HeldShape(ONE, 0).turned(-1) == HeldShape(ONE, 3)


def test_what_can_be_chosen_while_something_is_held():
    made = held_up(OptionPlaces(), FOUND, HeldShape(ONE, 3))
    assert set(made.at) == {ONE, TWO, TURNING, cell(2, 1)}
    assert made.at[cell(2, 1)] == (FOUND[HeldShape(ONE, 3)][cell(2, 1)],)
    nowhere = held_up(OptionPlaces(), FOUND, HeldShape(ONE, 0))
    assert set(nowhere.at) == {ONE, TWO, TURNING}


# --- keys --------------------------------------------------------------------------------


@pytest.mark.parametrize(("pressed", "wanted", "owner"), [
    ("r", "board.draw", "app.rules"),
    ("r", "app.rules", None),
    ("r", "board.turn", None),
    ("n", "board.turn", "board.other"),
    ("d", "board.turn", "board.draw"),
    ("up", "board.turn", "board.up"),
    ("t", "app.rules", None),
])  # fmt: skip
def test_only_keys_that_yield_are_shared_with_those_of_holding(pressed, wanted, owner):
    found = owner_of(Profile(), pressed, wanted)
    assert (found.id if found else None) == owner
