"""A head as a QR code: small enough for 80x24, and every module where it belongs."""

import re

import pytest
import segno

from rr_tui.dialogs.head_view import half_blocks, modules, text_of
from tests.support.rr_tui.fakelink import HEAD

UPPER = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}


@pytest.mark.parametrize("size", [1, 412, 99_999])
def test_a_head_fits_33_by_17_cells(size):
    rows = half_blocks(text_of(size, HEAD))
    assert (len(rows), {len(row) for row in rows}) == (17, {33})


def test_the_code_holds_as_many_bits_as_twelve_words():
    text = text_of(412, HEAD)
    # Letters and digits that a code holds in eleven bits a pair: no others.
    assert re.fullmatch(r"[0-9A-Z ]+", text)
    size, head = text.split()[1:]
    assert int(size) == 412
    assert len(head) * 4 == 12 * 11
    assert HEAD.startswith(head.lower())


def test_every_half_of_a_cell_is_the_module_that_belongs_there():
    text = text_of(412, HEAD)
    drawn = []
    for row in half_blocks(text):
        upper, lower = zip(*(UPPER[cell] for cell in row), strict=True)
        drawn += [upper, lower]
    made = segno.make(text, error="l", boost_error=False, micro=False)
    wanted = [tuple(bool(dark) for dark in row) for row in made.matrix_iter(border=4)]
    assert made.designator == "2-L"
    assert drawn[:33] == wanted
    assert drawn[33] == (False,) * 33


def test_the_code_stands_in_four_light_modules():
    rows = modules(text_of(412, HEAD))
    assert not any(any(row) for row in (*rows[:4], *rows[-4:]))
    assert not any(any((*row[:4], *row[-4:])) for row in rows)
