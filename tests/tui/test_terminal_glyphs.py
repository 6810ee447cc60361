"""Two sets of glyphs that differ in nothing but the characters."""

from dataclasses import fields
from pathlib import Path

import pytest
from rich.cells import cell_len

import rr_tui
from rr_tui.looks.glyphs import ASCII, UNICODE, Glyphs, glyphs_of
from rr_tui.terminal.depth import ASCII_TWINS, GlyphSet
from rr_tui.terminal.ink import cells

PACKAGE = Path(rr_tui.__file__).parent
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
        ("rune", "rune_open", "rune_used"),
        ("gauge", "gauge_empty"),
        ("more_up", "more_down"),
        ("chosen", "refused"),
        ("pointer", "pointer_left", "turn", "busy", "shrub"),
        ("pointer", "legal", "shrub"),
    ],
)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_glyphs_that_must_not_be_mixed_up_differ(glyphs, names):
    assert len({getattr(glyphs, name) for name in names}) == len(names)


def test_a_shrub_is_a_hash_in_both_sets():
    assert UNICODE.shrub == ASCII.shrub == "#"


def test_every_glyph_is_drawn_somewhere():
    sources = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert [name for name in NAMES if f".{name}" not in sources] == []


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
