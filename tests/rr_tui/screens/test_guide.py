"""What explains a game: its words, how it is played, what is found, tips, the own role."""

import pytest

from rr_net.link import OptionState
from rr_tui.dialogs.guide.glossary import CardWordsDialog
from rr_tui.dialogs.reading import BrowseDialog
from rr_tui.screens.game import GameScreen
from rr_tui.terminal.depth import GlyphSet
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, welcome
from tests.support.rr_tui.sitting import sitting

OWN = ("hand", "lawn", "fence")
SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_words_of_the_card_under_the_cursor_are_walked(size):
    async with sitting(FakeLink(*game(views.cast_phase())), size=size) as sat:
        await sat.press("g")
        assert isinstance(sat.screen, CardWordsDialog)
        assert "A card that works once, in your Cast phase, and is gone." in sat.text
        await sat.press("tab")
        assert "Turn a Mythical Creature into a shrub" in sat.text
        assert "RR-TERM-07" in sat.text
        await sat.press("shift+tab")
        assert "RR-CARD-02" in sat.text
        await sat.press("enter")
        assert isinstance(sat.screen, BrowseDialog)
        assert "Words (51)" in sat.text
        await sat.press("escape", "escape")
        assert isinstance(sat.screen, GameScreen)


async def test_where_there_is_no_card_the_word_for_the_place_is_read():
    async with sitting(FakeLink(*game(None, waiting=(1,)))) as sat:
        for key in (*["up"] * 4, "right", "right"):
            if sat.screen.scene.focus.zone != "main_discard":
                await sat.press("up" if sat.screen.scene.focus.zone in OWN else key)
        await sat.press("g")
        assert "The face-up pile of used Spells" in sat.text


async def test_the_words_are_read_in_the_lobby_too():
    async with sitting(FakeLink(welcome(), lobby())) as sat:
        await sat.press("g")
        assert "Words (51)" in sat.text
        await sat.press("down")
        assert "For example" in sat.text


async def test_the_words_of_the_expansion_are_there_where_it_is_played():
    nefarious = OptionState(
        name="nefarious", value="on", values=("off", "on"), default="off", clause="", help=""
    )
    async with sitting(FakeLink(welcome(), lobby(options=(nefarious,)))) as sat:
        await sat.press("g")
        assert "Words (77)" in sat.text


# --- how to play -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_how_to_play_has_two_pages_and_the_keys_last(size):
    async with sitting(FakeLink(*game(views.cast_phase())), size=size) as sat:
        await sat.press("?")
        assert "The street, and a turn (1 of 3)" in sat.text
        assert "five Mythical Creatures on your Lawn now" in sat.text.replace("Five", "five")
        await sat.press("right")
        assert "Three things that beginners miss" in sat.text
        await sat.press("right", "right")
        assert "Keys (3 of 3)" in sat.text
        await sat.press("1", "left")
        assert isinstance(sat.screen, GameScreen)
        await sat.press("f1", "3", "escape")
        assert isinstance(sat.screen, GameScreen)


async def test_how_to_play_is_drawn_in_ascii_too():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, glyphs=GlyphSet.ASCII) as sat:
        await sat.press("?")
        assert sat.text.isascii()
        assert "| D Sparkly Dragon" in sat.text
