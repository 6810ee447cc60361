"""The screen that tests read shows what pyte's own shows, cell for cell."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.quickscreen import QuickScreen, row_of
from tests.support.rr_tui.terminals import picture_of

SIZE = (12, 4)
PIECES = (
    *("plain", "a row that is too long for it", "漢字", "e\u0301", "▸╭─╮", "\u200b", "\x7f"),
    *("\x1b[1;31m", "\x1b[7m", "\x1b[0m", "\x1b[38;5;200m", "\x1b[48;2;1;2;3m"),
    *("\r", "\n", "\b", "\t", "\x1b[H", "\x1b[3;11H", "\x1b[2J", "\x1b[K", "\x1b[2;3r"),
    *("\x1b[4h", "\x1b[4l", "\x1b[?7l", "\x1b[?7h", "\x1b(0", "lqk", "\x1b(B", "\x0e", "\x0f"),
    *("\x1b[L", "\x1b[M", "\x1b[2P", "\x1b[2@", "\x1b7", "\x1b8", "\x1bM", "\x1bc"),
)


def screens():
    """pyte's own screen and ours, each with what writes on it."""
    return [(screen, pyte.Stream(screen)) for screen in (pyte.Screen(*SIZE), QuickScreen(*SIZE))]


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_whatever_is_written_both_show_the_same(pieces):
    (theirs, to_theirs), (ours, to_ours) = screens()
    for piece in pieces:
        to_theirs.feed(piece)
        to_ours.feed(piece)
        assert ours.text == [row_of(theirs, number) for number in range(SIZE[1])]
    assert picture_of(ours) == picture_of(theirs)
    assert (ours.cursor.x, ours.cursor.y) == (theirs.cursor.x, theirs.cursor.y)


@pytest.mark.parametrize("size", [(5, 2), (20, 6)])
def test_it_is_read_anew_in_another_size(size):
    (theirs, to_theirs), (ours, to_ours) = screens()
    for stream in (to_theirs, to_ours):
        stream.feed("one\r\ntwo\r\nthree and more\r\nfour")
    assert ours.text[0] == row_of(theirs, 0)
    for screen in (theirs, ours):
        screen.resize(size[1], size[0])
    assert ours.text == [row_of(theirs, number) for number in range(size[1])]
