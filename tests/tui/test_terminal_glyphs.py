"""Two sets of glyphs that differ in nothing but the characters."""

from dataclasses import fields

import pytest
from rich.cells import cell_len

from rr_tui.glyphs import ASCII, ASCII_TWINS, UNICODE, Glyphs, glyphs_of
from rr_tui.ink import cells
from rr_tui.profile import GlyphSet

NAMES = [field.name for field in fields(Glyphs)]


@pytest.mark.parametrize("name", NAMES)
def test_a_glyph_is_one_cell_wide_in_both_sets(name):
    assert cell_len(getattr(UNICODE, name)) == cell_len(getattr(ASCII, name)) == 1


@pytest.mark.parametrize("name", NAMES)
def test_ascii_is_ascii(name):
    glyph = getattr(ASCII, name)
    assert glyph.isascii()
    assert glyph.isprintable()


@pytest.mark.parametrize(
    "names",
    [
        ("dot", "dot_empty"),
        ("rune", "rune_used"),
        ("gauge", "gauge_half", "gauge_empty"),
        ("more_up", "more_down"),
        ("chosen", "refused"),
        ("dragon", "unicorn", "pegasus", "griffin", "creature"),
        ("pointer", "pointer_left", "legal", "shrub"),
    ],
)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_glyphs_that_must_not_be_mixed_up_differ(glyphs, names):
    assert len({getattr(glyphs, name) for name in names}) == len(names)


def test_families_have_the_same_letters_in_both_sets_and_a_shrub_is_a_hash():
    letters = [getattr(UNICODE, name) for name in ("dragon", "unicorn", "pegasus", "griffin")]
    assert letters == [getattr(ASCII, n) for n in ("dragon", "unicorn", "pegasus", "griffin")]
    assert letters == ["D", "U", "P", "G"]
    assert UNICODE.shrub == ASCII.shrub == "#"


@pytest.mark.parametrize("name", NAMES)
def test_a_unicode_glyph_is_drawn_as_something_on_an_ascii_terminal(name):
    # Texts are written with one set; a player with the other set must not read question marks.
    assert cells(getattr(UNICODE, name), ascii_only=True) != ["?"]


def test_every_twin_is_one_plain_cell():
    for char, twin in ASCII_TWINS.items():
        assert cell_len(char) == 1, char
        assert twin.isascii()
        assert len(twin) == 1


def test_a_set_is_found_by_its_name():
    assert glyphs_of(GlyphSet.ASCII) is ASCII
    assert glyphs_of(GlyphSet.UNICODE) is UNICODE
