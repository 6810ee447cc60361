"""What explains a game: its words, how it is played, what is found, tips, the own role."""

import json
import re
from dataclasses import replace

import pytest

from rr_net.link import KeepProfile, Log, LogLine, OptionState
from rr_tui.dialogs.guide.glossary import CardWordsDialog
from rr_tui.dialogs.reading import BrowseDialog, ReaderDialog
from rr_tui.looks.profile import Profile
from rr_tui.screens.game import GameScreen
from rr_tui.terminal.depth import GlyphSet
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, log, pending, seen, welcome
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
        assert "Words (52)" in sat.text
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
        assert "Words (52)" in sat.text
        await sat.press("down")
        assert "For example" in sat.text


async def test_the_words_of_the_expansion_are_there_where_it_is_played():
    nefarious = OptionState(
        name="nefarious", value="on", values=("off", "on"), default="off", clause="", help=""
    )
    async with sitting(FakeLink(welcome(), lobby(options=(nefarious,)))) as sat:
        await sat.press("g")
        assert "Words (78)" in sat.text


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


# --- the goal --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, (160, 48)])
async def test_the_head_says_what_wins_while_the_game_goes_on(size):
    async with sitting(FakeLink(*game(views.cast_phase())), size=size) as sat:
        head = sat.terminal.text[0]
        assert head.startswith(" Five Creatures at your End win")
        assert "your turn" in head
        assert "CAST" in head
        assert ("round 4" in head) == (size[0] >= 160)


async def test_long_names_take_the_goal_its_long_wording():
    told = lobby("playing", seats=views.people())
    seats = tuple(each.model_copy(update={"name": "Bartholomew of Maple"}) for each in told.seats)
    link = FakeLink(*game(None, views.table(player=1), waiting=(1,)))
    async with sitting(link) as sat:
        await sat.hear(told.model_copy(update={"seats": seats}))
        assert sat.terminal.text[0].startswith(" Five win · Bartholomew of Maple's turn")


# --- tips ------------------------------------------------------------------------------------

TIP = "One Spell a turn. Nothing good? DRAW a card instead."


@pytest.mark.parametrize("size", SIZES)
async def test_a_first_question_has_a_tip_above_it_once(size):
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, size=size, tips=True) as sat:
        assert f"New: {TIP}" in sat.text
        assert "[o] no more tips" in sat.text
        assert "Skip" in sat.foot
        assert json.loads(link.last(KeepProfile).profile) == {
            "version": 1, "tips": True, "met": ["rr-cast"],
        }  # fmt: skip
        await sat.hear(seen(number=8), pending(views.cast_phase(), 8))
        assert "New: " not in sat.text


@pytest.mark.parametrize(
    ("prompt", "is_taught", "is_helped"),
    [
        ("Cast?", True, True),
        ("Your Cast phase: CAST a Spell, or draw one", True, False),
        ("Your Cast phase: CAST a Spell from hand, or draw a card", False, True),
    ],
)
async def test_what_is_asked_stands_whole_beside_a_tip_or_in_its_place(
    prompt, is_taught, is_helped
):
    link = FakeLink(*game(views.cast_phase().model_copy(update={"prompt": prompt})))
    async with sitting(link, tips=True) as sat:
        assert f" {prompt}  " in f"{sat.text}  ".replace("\n", "  ")
        assert "[d] Draw instead [Space] Skip" in sat.text
        assert (TIP in sat.text) is is_taught
        assert ("[?] help" in sat.text) is is_helped


def done_to(seat, by=2, n=2, kind="must_skip"):
    line = LogLine(n=n, kind=kind, text=f"{{{seat}}} must skip their next Summon phase", clause="",
                   event={"by": by, "of": seat})  # fmt: skip
    return Log(lines=(line,))


LOST = "must skip their next Summon phase"


@pytest.mark.parametrize("kind", ["must_skip", "steal"])
async def test_what_was_done_to_this_player_stays_until_the_answer_and_no_tip_covers_it(kind):
    welcomed, begun, faces, *_ = game()
    link = FakeLink(welcomed, begun, faces, log("{1} SPINS"), seen())
    async with sitting(link, tips=True) as sat:
        await sat.hear(done_to(0, n=1, kind=kind), log("{2} draws a card", start=2))
        await sat.hear(log(*(f"{{2}} does this and that, number {n}" for n in range(4)), start=3))
        await sat.hear(pending(views.cast_phase()))
        assert LOST in sat.text
        assert "New: " not in sat.text
        assert link.last(KeepProfile) is None  # the tip waits for another question
        await sat.press("space")
        await sat.hear(seen(number=8), pending(views.cast_phase(), 8))
        assert f"New: {TIP}" in sat.text


@pytest.mark.parametrize(("seat", "by"), [(1, 2), (0, 0)])
async def test_what_others_lost_and_own_deeds_keep_no_tip_away(seat, by):
    welcomed, begun, faces, *_ = game()
    link = FakeLink(welcomed, begun, faces, log("{1} SPINS"), seen())
    async with sitting(link, tips=True) as sat:
        await sat.hear(done_to(seat, by, n=1, kind="steal"), pending(views.cast_phase()))
        assert f"New: {TIP}" in sat.text


async def test_news_of_oneself_that_comes_after_a_tip_takes_its_place():
    async with sitting(FakeLink(*game(views.cast_phase())), tips=True) as sat:
        assert "New: " in sat.text
        await sat.hear(done_to(0))
        assert LOST in sat.text
        assert "New: " not in sat.text


async def test_a_turn_has_one_tip_and_the_next_one_another():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, tips=True) as sat:
        summon = views.ask(
            views.option(0, "summon", "hand", 0, 2), views.option(1, "draw"), verb="summon_phase"
        )
        await sat.hear(seen(number=8), pending(summon, 8))
        assert "New: " not in sat.text
        later = views.table(turn=15, round=5)
        await sat.hear(seen(later, number=9), pending(summon, 9))
        assert "New: It goes onto your own Lawn; [x] first asks whose." in sat.text


async def test_the_same_turn_of_another_game_has_a_tip_of_its_own():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, tips=True) as sat:
        assert "New: " in sat.text
        summon = views.ask(
            views.option(0, "summon", "hand", 0, 2), views.option(1, "draw"), verb="summon_phase"
        )
        another = lobby("playing", commitment="5a2d" * 16)
        await sat.hear(another, seen(number=8), pending(summon, 8))
        assert "New: It goes onto your own Lawn" in sat.text


async def test_a_reaction_window_has_no_tip():
    link = FakeLink(*game())
    async with sitting(link, tips=True) as sat:
        await sat.hear(pending(views.reactions(), 8, window=views.open_window()), seen(number=8))
        assert "New: " not in sat.text
        assert not [each for each in link.said if isinstance(each, KeepProfile)]


async def test_what_was_met_is_not_told_again_and_tips_can_be_ended():
    kept = '{"version":1,"tips":true,"met":["rr-cast"]}'
    link = FakeLink(welcome(profile=kept), *game(views.cast_phase())[1:])
    async with sitting(link, tips=True, theme="light") as sat:
        assert TIP not in sat.text
        assert sat.app.profile.theme == "light"
        assert "rr-cast" in sat.app.profile.met
    off = Profile(tips=False).to_json()
    link = FakeLink(welcome(profile=off), *game(views.cast_phase())[1:])
    async with sitting(link, tips=True) as sat:
        assert "New: " not in sat.text


NEW_RUNE = "You take the top Rune, face down; only you see it."


def spun(*results, player=0):
    """The table once a player has turned the Spinner."""
    return replace(views.table(), player=player, spinner=views.spun(*results))


async def test_the_first_own_result_of_the_spinner_stays_with_what_it_means():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, tips=True) as sat:
        await sat.hear(seen(spun(1)))
        await passes(3.0)
        assert "The Spinner ▸ 1 New Rune" in sat.text
        assert holds(sat, NEW_RUNE)
        await sat.press("down")
        assert "The Spinner ▸" not in sat.text
        assert "spin:New Rune" in json.loads(link.last(KeepProfile).profile)["met"]


def holds(sat, text):
    """Whether all words of a text stand on the screen, in their order."""
    found = iter(sat.text.split())
    return all(word in found for word in text.split())


@pytest.mark.parametrize(
    ("player", "tips", "met"), [(1, True, ()), (0, False, ()), (0, True, ("spin:New Rune",))]
)
async def test_results_of_others_and_known_ones_stay_as_long_as_ever(player, tips, met):
    kept = Profile(motion=False, tips=tips, met=met).to_json()
    link = FakeLink(welcome(profile=kept), *game()[1:])
    async with sitting(link) as sat:
        await sat.hear(seen(spun(1, player=player)))
        assert "▸ 1 New Rune" in sat.text
        assert not holds(sat, NEW_RUNE)
        await passes(3.0)
        assert "The Spinner" not in sat.text


async def test_tips_are_a_setting():
    async with sitting(FakeLink(*game())) as sat:
        await sat.press("o")
        assert "Tips" in sat.text


async def test_who_has_chosen_settings_keeps_them_beside_the_tips():
    whole = Profile(theme="light").to_json()
    link = FakeLink(welcome(profile=whole), *game(views.cast_phase())[1:])
    async with sitting(link) as sat:
        assert TIP in sat.text
        assert json.loads(link.last(KeepProfile).profile)["theme"] == "light"


# --- the search ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_what_is_typed_is_found_and_n_goes_on(size):
    async with sitting(FakeLink(*game(views.cast_phase())), size=size) as sat:
        await sat.press("/", *"summoning limit")
        assert re.search("Word Summoning limit.*\n.*Rule RR-SLIM-0", sat.text)
        assert "Esc goes back   You are asked" in sat.text
        first = sat.text
        await sat.press("enter", "n")
        assert sat.text != first
        await sat.press("p", "enter")
        assert isinstance(sat.screen, ReaderDialog)
        await sat.press("escape", "/", *" bananas")
        assert "Nothing has all of these words." in sat.text
        await sat.press("escape")
        assert isinstance(sat.screen, GameScreen)


async def test_the_log_is_searched_too():
    async with sitting(FakeLink(*game(None, waiting=(1,)))) as sat:
        await sat.press("/", *"stole sparkly")
        assert "Log  Cem stole Sparkly Dragon from Bob" in sat.text
