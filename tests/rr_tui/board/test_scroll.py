"""Scrolling: the rows in sight stay within what there is, and the cursor among them."""

import pytest

from rr_tui.board.scroll import Scroll, listed_part, with_ends


def in_sight(scroll):
    return list(range(scroll.length))[scroll.first : scroll.last]


def test_what_fits_is_all_in_sight():
    assert in_sight(Scroll(3, 5)) == [0, 1, 2]
    assert (Scroll(3, 5).below, Scroll(3, 5).hidden) == (0, 0)


def test_scrolling_goes_on_from_where_one_is():
    scroll = Scroll(10, 4).by(3).by(2)
    assert in_sight(scroll) == [5, 6, 7, 8]
    assert (scroll.below, scroll.hidden) == (1, 6)


def test_nothing_scrolls_beyond_either_end():
    assert in_sight(Scroll(10, 4).by(2).by(-99)) == [0, 1, 2, 3]
    assert in_sight(Scroll(10, 4).by(99).over(10, 4)) == [6, 7, 8, 9]
    assert in_sight(Scroll(10, 4, 6).over(3, 4)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("row", "first"), [(None, 3), (3, 3), (6, 3), (7, 4), (9, 6), (2, 2), (0, 0)]
)
def test_a_cursor_is_brought_into_sight_by_the_least_move(row, first):
    assert Scroll(10, 4, 3).showing(row).first == first


def test_a_list_that_fits_leaves_no_line_for_what_is_hidden():
    assert in_sight(listed_part(4, 4, 3)) == [0, 1, 2, 3]
    assert listed_part(4, 4, 3).hidden == 0


@pytest.mark.parametrize("focus", range(9))
def test_a_list_that_is_too_long_keeps_a_line_for_what_is_hidden(focus):
    shown = listed_part(9, 4, focus)
    assert focus in in_sight(shown)
    rows = with_ends(in_sight(shown), shown, 4, lambda count: f"+{count} more")
    assert len(rows) == 4
    # Each end that is cut says how many come there, and no other does.
    above, below = shown.first, 9 - shown.last
    assert (rows[0] == f"+{above} more") == bool(above)
    assert (rows[-1] == f"+{below} more") == bool(below)
    assert above + below == shown.hidden


def test_with_room_for_one_line_the_lowest_says_how_many_are_hidden():
    shown = listed_part(9, 2, 5)
    assert with_ends(in_sight(shown), shown, 2, str) == [5, "8"]


def test_a_list_without_room_shows_nothing():
    assert in_sight(listed_part(5, 0, 2)) == []
