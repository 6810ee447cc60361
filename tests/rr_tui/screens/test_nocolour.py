"""Without colours and without Unicode the board says the same in letters and words."""

import re

import pytest

from rr_net.cli import screens
from rr_net.host.config import Config
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.profile import Profile
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from rr_tui.widgets.player_app import PlayerApp
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, welcome
from tests.support.rr_tui.ownterminal import own_terminal
from tests.support.rr_tui.sitting import sitting

COLOUR = re.compile(rb"\x1b\[[\d;]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])[\d;]*m")


def bare(question, size=(80, 24), **profile):
    changes = {"depth": ColourDepth.NONE, "glyphs": GlyphSet.ASCII} | profile
    return sitting(FakeLink(*game(question)), size=size, **changes)


async def test_no_colour_is_sent_to_who_wants_none():
    async with bare(views.cast_phase()) as sat:
        await sat.press("down", "o", "escape", "l", "escape", "r", "escape", "c", "escape")
        assert not COLOUR.search(sat.terminal.sent)


async def test_no_color_alone_takes_the_colours_and_leaves_the_glyphs():
    # The settings that the table keeps speak of colours: they come from another terminal.
    stored = Profile(depth=ColourDepth.TRUE).to_json()
    link = FakeLink(*game(views.cast_phase()))
    colourless = PlayerApp.go_without_colours
    async with sitting(link, dress=colourless, depth=ColourDepth.MANY) as sat:
        await sat.hear(welcome(profile=stored))
        await sat.press("down", "o", "enter", "down", "enter", "escape", "l", "escape", "?")
        assert not COLOUR.search(sat.terminal.sent)
        assert "│" in sat.text
        assert sat.app.profile.depth is not ColourDepth.NONE  # nor is that forgotten elsewhere


@pytest.mark.parametrize(("interface", "is_colourless"), [({}, True), ({"depth": "256"}, False)])
async def test_no_color_stands_above_all_but_the_config_file(monkeypatch, interface, is_colourless):
    shown = []
    own_terminal(monkeypatch, lambda build: shown.append(build()))
    own = {"NO_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    await screens.Screens(Config(interface=interface), own).here(FakeLink())
    assert shown[0].no_color is is_colourless
    assert shown[0].glyphs is UNICODE


async def test_colours_are_sent_to_who_wants_them():
    async with bare(views.cast_phase(), depth=ColourDepth.FEW) as sat:
        assert COLOUR.search(sat.terminal.sent)


@pytest.mark.parametrize("glyphs", list(GlyphSet))
async def test_letters_and_words_alone_say_everything(glyphs):
    async with bare(views.target(), glyphs=glyphs) as sat:
        text = sat.text
        pointer = ">" if glyphs is GlyphSet.ASCII else "▸"
        assert f"{pointer}1 D Sparkly Dragon" in text
        assert " 2 U Spoiled Unicorn" in text
        assert "   # Bratty Dragon" in text
        assert "your turn" in text
        assert f"{pointer}CAST" in text
        assert "1 TO WIN" in text
        assert "choose a Mythical Creature to HEX" in text
        assert "Enter: Creature 1" in text


async def test_a_shrub_under_the_cursor_is_explained():
    async with bare(views.target(), size=(120, 40)) as sat:
        await sat.press("down", "down", "down")
        assert "A shrub now: no effect, and not Mythical" in sat.text


async def test_ascii_is_all_that_an_ascii_terminal_gets():
    async with bare(views.reactions(), size=(120, 40)) as sat:
        await sat.press("m", "escape", "?", "escape", "r", "enter", "escape", "escape", "l")
        assert sat.terminal.sent.isascii()


async def test_the_attributes_that_are_left_mark_the_cursor_and_the_targets():
    async with bare(views.target()) as sat:
        row = next(y for y, line in enumerate(sat.terminal.text) if ">1 D" in line)
        cells = sat.terminal.screen.buffer[row]
        column = sat.terminal.text[row].index("Sparkly")
        assert cells[column].reverse
        below = sat.terminal.screen.buffer[row + 1]
        assert below[sat.terminal.text[row + 1].index("Spoiled")].underscore
