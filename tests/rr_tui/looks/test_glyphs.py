"""Two sets of glyphs that differ in nothing but the characters."""

from dataclasses import asdict
from pathlib import Path

import pytest
from rich.cells import cell_len

import rr_tui
from rr_tui.games.regicide.words import JESTER_GLYPHS, SUIT_GLYPHS, SUIT_LETTERS
from rr_tui.games.runes_regulations.scene import STREET_ASCII, STREET_UNICODE
from rr_tui.looks.glyphs import ASCII, UNICODE, glyphs_of
from rr_tui.terminal.depth import ASCII_TWINS, GlyphSet
from rr_tui.terminal.ink import cells

PACKAGE = Path(rr_tui.__file__).parent
IN_UNICODE, IN_ASCII = (
    {**asdict(common), **asdict(street), **suits, "jester": jester}
    for common, street, suits, jester in (
        (UNICODE, STREET_UNICODE, SUIT_GLYPHS, JESTER_GLYPHS[0]),
        (ASCII, STREET_ASCII, SUIT_LETTERS, JESTER_GLYPHS[1]),
    )
)
"""Every glyph by its name: those of all boards and those of single games."""
NAMES = list(IN_UNICODE)


@pytest.mark.parametrize("name", NAMES)
def test_a_glyph_is_one_cell_wide_in_both_sets(name):
    assert cell_len(IN_UNICODE[name]) == cell_len(IN_ASCII[name]) == 1


@pytest.mark.parametrize("name", NAMES)
def test_ascii_is_ascii(name):
    glyph = IN_ASCII[name]
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
@pytest.mark.parametrize("glyphs", [IN_UNICODE, IN_ASCII], ids=["unicode", "ascii"])
def test_glyphs_that_must_not_be_mixed_up_differ(glyphs, names):
    assert len({glyphs[name] for name in names}) == len(names)


def test_a_shrub_is_a_hash_in_both_sets():
    assert STREET_UNICODE.shrub == STREET_ASCII.shrub == "#"


def test_every_glyph_is_drawn_somewhere():
    sources = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    names = [*asdict(UNICODE), *asdict(STREET_UNICODE)]
    assert [name for name in names if f".{name}" not in sources] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_unicode_glyph_is_drawn_as_something_on_an_ascii_terminal(name):
    # Texts are written with one set; a player with the other set must not read question marks.
    assert cells(IN_UNICODE[name], ascii_only=True) != ["?"]


def test_every_twin_is_one_plain_cell():
    for char, twin in ASCII_TWINS.items():
        assert cell_len(char) == 1, char
        assert twin.isascii()
        assert len(twin) == 1


def test_a_set_is_found_by_its_name():
    assert glyphs_of(GlyphSet.ASCII) is ASCII
    assert glyphs_of(GlyphSet.UNICODE) is UNICODE
