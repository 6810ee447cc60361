"""Every place that names a key says the key as this player has it."""

import re
from dataclasses import replace
from itertools import combinations

import pytest
from textual.widgets import Input

from rr_net.link import Give, HoldWindow, KeepProfile, Say
from rr_tui.dialogs.keymap import VI
from rr_tui.games.registry import load_board
from rr_tui.looks import keys
from rr_tui.looks.keys import ALL, Keys, can_share, settled
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import plain
from rr_tui.widgets.messages import Wear
from tests.rr_tui.screens.test_play import summon_phase
from tests.support.rr_rules import rune
from tests.support.rr_rules.regicide import story
from tests.support.rr_tui import regicidescreen, runeboard, views
from tests.support.rr_tui.boards import drawn
from tests.support.rr_tui.fakelink import (
    FakeLink,
    ended,
    game,
    happening,
    lobby,
    seen,
    welcome,
)
from tests.support.rr_tui.sitting import sitting

OTHERS = {key.id: f"f{number}" for number, key in enumerate(keys.ALL, 20)}
"""For every action a key that is nobody's."""
LONG = dict.fromkeys(OTHERS, "ctrl+shift+pagedown")
USUAL = re.compile(r"\[[?durw]\]|\b(Space|Enter|Esc|Tab|arrows)\b|press c\b")


def hand():
    t = story(["5H 5S AD +5", "+5", "+4"], enemy="QD", discard="+6", tavern="+9")
    return regicidescreen.scene(t.table, picked=(0,))


def laying():
    return runeboard.scene(rune.Scene(hands=("R09 R02", "R04")).table, 0)


BOARD_SCENES = {
    "a phase": ("runes-regulations", lambda: views.scene(question=views.cast_phase())),
    "a target": ("runes-regulations", lambda: views.scene(question=views.target())),
    "a pile": ("runes-regulations", views.scene),
    "a window": (
        "runes-regulations",
        lambda: views.scene(question=views.reactions(), window=views.open_window()),
    ),
    "laying": ("rune", laying),
    "a claim": ("rune", lambda: runeboard.scene(runeboard.at("claim"), 0)),
    "cards": ("regicide", hand),
}


def told(board, made, size=(120, 40)):
    """What the board says, with the cursor on each thing in turn."""
    plan = board.plan(made, *size)
    places = [place for floor in board.floors(made, plan) for group in floor for place in group[0]]
    rows = [
        row for place in places for row in board.rows(replace(made, focus=place), plan, "details")
    ]
    return plain([*drawn(board, made, size), *rows])


# --- the board ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARD_SCENES)
def test_a_board_names_no_key_that_this_player_has_given_away(name):
    game, make = BOARD_SCENES[name]
    board, made = load_board(game), make()
    assert USUAL.search(told(board, made)), "here is nothing to be said otherwise"
    found = told(board, replace(made, keys=Keys(OTHERS)))
    assert USUAL.search(found) is None, found
    assert Keys(OTHERS).shown("board.choose") in found


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize("name", BOARD_SCENES)
def test_keys_with_long_names_break_no_width(name, size):
    game, make = BOARD_SCENES[name]
    made = replace(make(), keys=Keys(LONG))
    assert len(drawn(load_board(game), made, size)) == size[1]


async def test_the_foot_says_the_keys_of_this_player():
    link = FakeLink(*game(views.cast_phase()))
    keymap = {"board.draw": "x", "board.decline": "z", "app.help": "f9"}
    async with sitting(link, keymap=keymap) as sat:
        assert "[x] Draw" in sat.foot
        assert "[z] Skip" in sat.foot
        assert "[F9] help" in sat.foot
        await sat.press("x")
        assert link.last(Give).option == 2


async def test_a_key_given_away_in_the_settings_is_another_on_the_foot_at_once():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        assert "[d] Draw" in sat.foot
        await sat.press("o", "pagedown", "up", "enter")
        await sat.press(*["down"] * 9, "enter")
        assert "Press the new key" in sat.text
        await sat.press("z")
        assert "Press the new key" not in sat.text
        await sat.press("escape", "escape")
        assert "[z] Draw" in sat.foot
        assert "[d]" not in sat.foot


async def test_asking_for_time_has_the_key_that_the_foot_says():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link, keymap={"board.wait": "z"}) as sat:
        assert "[z] hold" in sat.foot
        await sat.press("z")
        assert link.last(HoldWindow) == HoldWindow(number=7)


async def test_an_empty_chat_says_which_key_speaks():
    async with sitting(FakeLink(*game()), size=(120, 40), keymap={"app.chat": "z"}) as sat:
        assert "press z." in " ".join(sat.text.replace("│", " ").split())


async def test_turning_a_card_has_the_key_that_the_foot_says():
    table = rune.Scene(hands=("R09 R02", "R04")).table
    keymap = {"board.turn": "z", "board.choose": "x"}
    async with sitting(FakeLink(*runeboard.messages(table, 0)), keymap=keymap) as sat:
        assert "[z] Turn it" in sat.text
        assert "arrows move it, x lays it" in sat.text


async def test_what_puts_a_random_event_away_is_escape_whatever_else_goes_back():
    # While keys are chance's, all others of them are given to it.
    link = FakeLink(*game(), happening(views.chance()))
    async with sitting(link, keymap={"board.back": "z"}) as sat:
        assert "[Esc] not me" in sat.foot
        await sat.press("x", "escape")
        assert "[Esc]" not in sat.foot


# --- the digits -----------------------------------------------------------------------------------


async def test_a_thing_is_marked_with_the_key_that_picks_it():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link, keymap={"board.pick-1": "z", "board.pick-2": "ampersand"}) as sat:
        assert re.search(r"z.*Tricky Trap", sat.text)
        assert re.search(r"&.*Toastinator 2000", sat.text)
        await sat.press("&")
        assert link.last(Give).option == 2


def test_a_key_too_long_for_its_cell_leaves_the_digit_there():
    moved = Keys({"board.pick-1": "z", "board.pick-2": "f5", "board.pick-3": "ampersand"})
    assert [moved.mark(digit) for digit in "1234"] == ["z", "2", "&", "4"]


async def test_a_word_in_the_bar_says_the_whole_key_that_picks_it():
    yes_or_no = views.ask(views.option(0, "yes", label="Yes"), views.option(1, "no", label="No"))
    link = FakeLink(*game(yes_or_no))
    async with sitting(link, keymap={"board.pick-1": "f5", "board.decline": "tab"}) as sat:
        assert "[F5] Yes [Tab] No" in sat.foot


# --- elsewhere ------------------------------------------------------------------------------------


async def test_the_lobby_says_the_keys_of_this_player_and_talks_on_the_key_for_talking():
    keymap = {"app.chat": "v", "app.help": "x", "app.rules": "c", "app.leave": "f12"}
    link = FakeLink(welcome(), lobby())
    async with sitting(link, keymap=keymap) as sat:
        assert "[v] chat [c] rules [o] settings [x] keys [F12] leave" in sat.foot
        assert "press v to say something" in sat.text
        await sat.press("v", *"hi all", "enter")
        assert link.last(Say) == Say(text="hi all")
        await sat.press("c")
        assert "Rules" in sat.text


async def test_no_key_is_read_as_markup():
    keymap = {"app.chat": "left_square_bracket"}
    async with sitting(FakeLink(welcome(), lobby()), keymap=keymap) as sat:
        assert "press [ to say something" in sat.text
        assert "[[] chat" in sat.foot


async def test_a_row_of_keys_that_is_too_long_for_the_lobby_says_so():
    own = {key.id: f"ctrl+shift+pagedown_{number}" for number, key in enumerate(ALL)}
    async with sitting(FakeLink(welcome(), lobby()), keymap=own) as sat:
        assert "[Ctrl+Shift+…] chat" in sat.foot
        assert sat.foot.rstrip().endswith("…")


async def test_the_lobby_follows_the_settings_at_once():
    async with sitting(FakeLink(welcome(), lobby())) as sat:
        sat.app.post_message(Wear(Profile(keymap={"app.chat": "v"})))
        await sat.rest()
        assert "[v] chat" in sat.foot
        assert "press v to say something" in sat.text


async def test_the_door_says_which_key_leaves():
    async with sitting(FakeLink(welcome(admitted=False)), keymap={"app.interrupt": "f12"}) as sat:
        assert "F12 leaves." in sat.text


async def test_the_end_says_which_key_comes_back_from_the_table():
    link = FakeLink(welcome(), lobby("over"), seen(), ended())
    async with sitting(link, keymap={"board.back": "z"}) as sat:
        await sat.to("The table as it ended")
        assert "z comes back." in sat.text
        await sat.press("enter", "z")
        assert "And now?" in sat.text


async def test_the_list_of_keys_has_no_other_keys_than_this_players():
    keymap = {"board.left": "a", "board.choose": "x", "board.next": "z", "board.pick-2": "v"}
    async with sitting(FakeLink(*game()), keymap=keymap | {"app.log": LONG["app.log"]}) as sat:
        await sat.press("?", "right", "right")
        assert "│ Tab" not in sat.text
        await sat.press("pagedown")
        assert "Ctrl+Shift+Pag… The whole log" in sat.text
        await sat.press("pagedown", "pagedown")
        assert "1 v 3 4 5 6 7 8 9: each chooses what it marks." in sat.text
        assert "Up Down a Right and x alone are enough for everything." in sat.text


# --- keys that are shared, and keys that stay -----------------------------------------------------


async def test_a_key_that_two_actions_share_stays_for_holding_when_no_has_another():
    table = rune.Scene(hands=("R09 R02", "R04")).table
    async with sitting(FakeLink(*runeboard.messages(table, 0)), keymap={"board.no": "z"}) as sat:
        before = sat.screen.scene.places.held.thing
        await sat.press("n")
        assert sat.screen.scene.places.held.thing != before


@pytest.mark.parametrize("keymap", [{"board.other": "z"}, {"board.other": "z", "board.turn": "n"}])
async def test_a_key_that_two_actions_share_stays_for_no_when_holding_has_another(keymap):
    yes_or_no = views.ask(views.option(0, "yes", label="Yes"), views.option(1, "no", label="No"))
    link = FakeLink(*game(yes_or_no))
    async with sitting(link, keymap=keymap) as sat:
        await sat.press("n")
        assert link.last(Give).option == 1


async def test_whoever_gives_choosing_another_key_keeps_enter_too():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("o", "pagedown", "up", "enter")
        await sat.press(*["down"] * 5, "enter", "z", "escape", "escape")
        assert link.last(KeepProfile) is not None
        keymap = Profile.from_json(link.last(KeepProfile).profile).keymap
        assert keymap == {"board.choose": "z,enter"}
        assert "z: Cast Just For the Hex of It" in sat.text
        await sat.press("enter")
        assert link.last(Give).option == 0


async def test_who_wants_to_leave_while_keys_are_chances_can_with_any_key_for_it():
    link = FakeLink(*game(), happening(views.chance()))
    async with sitting(link, keymap={"app.interrupt": "f12"}) as sat:
        sat.session.driver.feed(b"\x1b[24~")
        await sat.rest()
        assert "Leave?" in sat.text


# --- one key, one meaning -------------------------------------------------------------------------

GAME = game(views.cast_phase())
EVERY_SCREEN = {
    "the door": ((welcome(admitted=False),), ()),
    "the lobby": ((welcome(), lobby("lobby")), ()),
    "typing in the lobby": ((welcome(), lobby("lobby")), ("c",)),
    "the board": (GAME, ()),
    "the end": ((welcome(), lobby("over"), seen(), ended()), ()),
}
OVER_THE_BOARD = ("l", "c", "r", "r enter", "?", "m", "ctrl+p", "q", "i", "o",
                  "o pagedown up enter")  # fmt: skip
"""What opens each dialog from the board."""


OF_A_LINE = frozenset({"left"})
"""Keys that move in a line which is typed, whatever they do elsewhere."""


def shared_keys(sat):
    """The keys that do more than one thing on the screen on top, hidden ones too."""
    screen = sat.screen
    chain = screen._modal_binding_chain if screen.is_modal else screen._binding_chain
    found = {}
    for _, bindings in chain:
        for key, each in bindings.key_to_bindings.items():
            found.setdefault(key, []).extend(each)
    typed = OF_A_LINE if isinstance(sat.app.focused, Input) else ()
    apart = {key: each for key, each in found.items() if key not in typed and many(each)}
    return {key: [b.id or b.action for b in each] for key, each in apart.items()}


def many(bindings):
    """Whether they mean different things; what yields to a held card, or is done instead, may."""
    if any(binding.priority for binding in bindings):
        return False
    known = {key.id: key for key in keys.ALL}
    apart = [
        b for number, b in enumerate(bindings) if b.id not in {x.id for x in bindings[:number]}
    ]
    if len(apart) == 2 and all(b.id in known for b in apart):
        return not keys.can_share(known[apart[0].id], known[apart[1].id])
    return len(apart) > 1


@pytest.mark.parametrize("name", EVERY_SCREEN)
async def test_on_no_screen_has_a_key_two_meanings(name):
    begins, pressed = EVERY_SCREEN[name]
    async with sitting(FakeLink(*begins)) as sat:
        await sat.press(*pressed)
        assert shared_keys(sat) == {}


@pytest.mark.slow
async def test_in_no_dialog_over_the_board_has_a_key_two_meanings():
    async with sitting(FakeLink(*GAME)) as sat:
        board = sat.screen
        for pressed in OVER_THE_BOARD:
            await sat.press(*pressed.split())
            assert sat.screen is not board, pressed
            assert shared_keys(sat) == {}, pressed
            while sat.screen is not board:
                sat.app.pop_screen()
            await sat.rest()


def test_no_two_actions_have_a_key_that_they_cannot_share():
    for one in keys.ALL:
        for other in keys.ALL:
            both = {*one.keys.split(",")} & {*other.keys.split(",")}
            assert one is other or not both or keys.can_share(one, other), (one.id, other.id, both)


# --- keys that a newer version gave a meaning -----------------------------------------------------


NEWER = ("board.where", "board.news", "board.orders", "board.faster", "board.slower")


@pytest.mark.parametrize("newer", [key for key in ALL if key.id in NEWER], ids=lambda key: key.id)
def test_a_key_that_was_chosen_before_stays_and_the_newer_action_has_another(newer):
    chosen = newer.keys.split(",")[0]
    made, words = settled({"app.log": chosen})
    theirs = Keys(made)
    assert theirs.of("app.log") == (chosen,)
    assert chosen not in theirs.of(newer.id)
    assert len(words) == 1
    assert words[0].startswith(f"{theirs.shown(newer.id)} instead of ")
    assert newer.words in words[0]
    assert settled(made) == (made, ())


@pytest.mark.parametrize("keymap", [
    {"app.log": "z", "app.chat": "z", "app.help": "z"}, {key.id: "x" for key in ALL},
    {"board.no": "upper_x", "app.log": "x"}, {"app.log": "enter"}, {"an.old.action": "x"}, VI,
])  # fmt: skip
def test_whatever_was_stored_no_key_has_two_meanings_and_no_action_is_without(keymap):
    theirs = Keys(settled(keymap).keymap)
    for one, other in combinations(ALL, 2):
        assert can_share(one, other) or not {*theirs.of(one.id)} & {*theirs.of(other.id)}
    assert all(theirs.of(key.id) for key in ALL)


async def test_a_moved_key_is_told_once_works_and_is_kept():
    stored = Profile(keymap={"app.log": "x"}).to_json()
    link = FakeLink(*game(summon_phase())[1:])
    async with sitting(link) as sat:
        await sat.hear(welcome(profile=stored))
        assert "X instead of x: Choose yourself" in plain([sat.app.client.log.notices[-1]])
        kept = link.last(KeepProfile).profile
        assert Profile.from_json(kept).keymap == {"app.log": "x", "board.where": "upper_x"}
        await sat.press("x")
        assert "Log (3)" in sat.text
        await sat.press("escape", "X")
        assert "onto whose Lawn?" in sat.text
        del link.said[:]
        await sat.hear(welcome(profile=kept))
        assert link.said == []


async def told_with(keymap, stored):
    """What a start says of keys that a config file has, and what is stored after it."""
    link = FakeLink(*game(summon_phase())[1:])
    async with sitting(link, keymap=keymap) as sat:
        before = len(sat.app.client.log.notices)
        await sat.hear(welcome(profile=stored))
        told = [plain([notice]) for notice in sat.app.client.log.notices[before:]]
        kept = link.said[-1].profile if link.said else stored
        assert sat.app.profile.keymap["app.log"] == "x"
        return [words for words in told if "instead of" in words], kept


async def test_a_clash_in_the_config_file_is_told_once_until_the_file_changes():
    told, kept = await told_with({"app.log": "x"}, "")
    assert len(told) == 1
    assert "X instead of x" in told[0]
    # Nothing was chosen on the screen: another file, or another terminal, still counts.
    assert not Profile.from_json(kept).is_whole
    assert await told_with({"app.log": "x"}, kept) == ([], kept)
    changed, again = await told_with({"app.log": "x", "app.chat": "h"}, kept)
    assert len(changed) == 2
    assert await told_with({"app.log": "x", "app.chat": "h"}, again) == ([], again)


async def test_tips_that_were_kept_before_do_not_hide_a_clash():
    tips_alone = Profile().meeting("begin").to_keep(is_whole=False)
    told, kept = await told_with({"app.log": "x"}, tips_alone)
    assert len(told) == 1
    assert "begin" in Profile.from_json(kept).met
