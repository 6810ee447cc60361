"""Random events on the board: what is shown, what keys give, and what they must never do."""

from itertools import product

import pytest

from rr_net.link import Contribute, Give, Notice, Pledge
from rr_tui.board.chance import chance
from rr_tui.client.spinner import HOLD_SECONDS
from rr_tui.dialogs.standing import PledgeDialog
from rr_tui.dialogs.table_menu import LeaveDialog
from rr_tui.looks.spans import width_of
from rr_tui.screens.game import GameScreen
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import (
    FakeLink,
    checkpoint,
    game,
    happening,
    lobby,
    pending,
    person,
    problem,
    seen,
    welcome,
)
from tests.support.rr_tui.sitting import sitting

SPUN = views.table(phase="spin", spinner=views.spun(4))
SPINNING = views.table(phase="spin")


@pytest.fixture(autouse=True)
def slow_fingers(monkeypatch):
    """Who mashes in these tests does not stop because a machine is busy."""
    monkeypatch.setattr("rr_tui.client.contributing.PAUSE", 60.0)
    monkeypatch.setattr("rr_tui.client.contributing.REACTION", 60.0)
    monkeypatch.setattr("rr_tui.client.contributing.LONGEST", 60.0)


def at_table(question=None, **profile):
    told = list(game(question))
    told[1] = lobby("playing", seats=views.people(grace=0), fairness="table")
    return sitting(FakeLink(*told), **profile)


def given(sat):
    return [each.keys for each in sat.link.said if isinstance(each, Contribute)]


def paste(sat, text):
    sat.session.driver.feed(b"\x1b[200~" + text.encode() + b"\x1b[201~")
    return sat.rest()


# --- what is shown ---------------------------------------------------------------------------


async def test_a_shuffle_says_what_it_is_for_who_has_given_and_what_came_of_the_own_keys():
    async with at_table() as sat:
        await sat.hear(happening(views.chance(given=(2,))))
        assert "Shuffle together!" in sat.text
        assert "shuffles the main, rune and" in sat.text
        assert "1 of 4 are in" in sat.text
        assert "In so far: Cem" in sat.text
        assert "Press any keys" in sat.foot
        await sat.hear(happening(views.chance(given=(0, 2), mine="kjh")))
        assert "Received: kjh (3)" in sat.text
        assert "In so far: Ann, Cem" in sat.text


async def test_a_roll_asks_for_a_push():
    async with at_table() as sat:
        await sat.hear(happening(views.chance("roll")))
        assert "Give the Spinner a push!" in sat.text
        assert "turns the Spinner: nobody can" in sat.text


async def test_another_roll_says_what_it_decides():
    async with at_table() as sat:
        await sat.hear(happening(views.chance("roll", labels=("first player",))))
        assert "Give chance a push!" in sat.text
        assert "What you give decides who goes first." in sat.text


async def test_no_line_of_the_pane_is_cut_however_narrow_a_board_makes_it():
    async with at_table() as sat:
        scene = sat.screen.scene
    for width, how in product((28, 45), ("keys", "pledge", "signed", "chain", "watch")):
        for event in (views.chance(how=how), views.slow(how=how), views.slow(how=how, mine="")):
            rows = chance(scene, event, width, 20)
            assert max(map(width_of, rows)) <= width, (width, how)
            assert not [span.text for row in rows for span in row if "…" in span.text]


async def test_the_gauge_empties():
    async with at_table() as sat:
        await sat.hear(happening(views.chance(closes_in=1.5, lasts=1.5)))
        assert "██████████  1 of 4" in sat.text
        await sat.hear(happening(views.chance(closes_in=0.6, lasts=1.5)))
        assert "████░░░░░░  1 of 4" in sat.text


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("chain", "Nothing to press: your seat gives"),
        ("watch", "You watch: the players give."),
    ],
)
async def test_who_has_nothing_to_do_is_told_so(how, words):
    async with at_table() as sat:
        await sat.hear(happening(views.chance(how=how)))
        assert words in sat.text
        assert "Press any keys" not in sat.text


async def test_the_freeze_says_how_many_gave_who_did_not_and_the_digest():
    async with at_table() as sat:
        await sat.hear(happening(views.slow()))
        assert "fixed: what 3 of 4 gave; nothing from Dee" in sat.text
        assert "its hash: 3fa9 17c2 88d0 11ee" in sat.text
        assert "The main, rune and regulation cards are being shuffled" in sat.foot


async def test_who_missed_an_event_is_told_so_and_when_the_next_chance_is():
    async with at_table() as sat:
        await sat.hear(happening(views.slow(mine="")))
        assert "You gave nothing this time: press any keys" in " ".join(sat.text.split())
        await sat.hear(happening(views.slow(mine="asdf")))
        assert "You gave nothing" not in sat.text
        await sat.hear(happening(views.slow(mine="", how="watch")))
        assert "You gave nothing" not in sat.text


async def test_all_of_that_stands_beside_the_riffle_at_80_columns_and_24_rows():
    async with at_table(motion=True, size=(80, 24)) as sat:
        await sat.hear(happening(views.slow(mine="", given=(1, 2))))
        assert "at the next." in sat.text
        assert "its hash: 3fa9" in sat.text


async def test_who_waits_for_somebody_sees_the_turn_clock_run_but_not_for_days():
    async with at_table() as sat:
        await sat.hear(pending(None, 8, waiting=(1,), clock=30.0), seen(number=8))
        assert "Waiting for Bob · chooses · 30s" in sat.foot
        await sat.hear(pending(None, 9, waiting=(1,), clock=80000.0), seen(number=9))
        assert "Waiting for Bob" in sat.foot
        assert "80000" not in sat.foot


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ("first player", "Chance decides who goes first"),
        ("main_deck, rune_deck", "The main and rune cards are being shuffled"),
        ("spin", "The Spinner turns"),
    ],
)
async def test_what_chance_is_dealt_for_is_said_in_words(labels, words):
    async with at_table() as sat:
        await sat.hear(pending(None, 8, chance=labels))
        assert words in sat.foot


async def test_the_spinner_does_not_hide_what_can_be_done_in_a_window():
    spun = views.table(phase="spin", spinner=views.spun(4))
    async with at_table() as sat:
        await sat.hear(seen(spun, 8), pending(None, 8))
        assert "▸ 4 New Regulation" in sat.text
        window = views.open_window(kind="cast")
        await sat.hear(seen(spun, 9), pending(views.reactions(), 9, window=window))
        assert "The Spinner" not in sat.text
        assert "Tricky Trap: When a neighbor CASTS" in sat.text
    async with at_table() as sat:
        window = views.open_window(kind="spin", about="The result of {1}'s SPIN is about to apply")
        await sat.hear(seen(spun, 8), pending(views.reactions(), 8, window=window))
        assert "▸ 4 New Regulation" in sat.text


@pytest.mark.parametrize(
    ("shown", "kind", "named"),
    [
        (views.spun(4), "spin", ": New Regulation"),
        (views.spun(6, events=(1,)), "spin", ": Block Party"),
        # Which of them is chosen is not what the Spinner says.
        (views.spun(4, 2), "spin", ""),
        (views.spun(4), "cast", ""),
        ((), "spin", ""),
    ],
)
async def test_a_window_about_a_spin_names_its_result(shown, kind, named):
    said = "The result of {1}'s SPIN is about to apply"
    view = views.table(phase="spin", spinner=shown)
    async with at_table() as sat:
        window = views.open_window(kind=kind, about=said)
        await sat.hear(seen(view, 8), pending(views.reactions(), 8, window=window))
        told = " ".join(sat.text.split())
        assert f"The result of Bob's SPIN is about to apply{named}" in told
        assert ("to apply:" in told) == bool(named)


async def test_so_many_decks_that_they_cannot_be_named_in_a_row_are_counted():
    labels = ("roles", "forbidden", "forbidden_rune", "main", "rune", "regulation")
    async with at_table() as sat:
        await sat.hear(happening(views.slow(labels=labels)))
        assert "All 6 decks are being shuffled" in sat.foot


async def test_a_long_echo_shows_its_end_and_its_length():
    keys = "abcdefghij" * 12
    async with at_table() as sat:
        await sat.hear(happening(views.chance(mine=keys)))
        assert f"{keys[-20:]} (120)" in sat.text
        assert "Received: …" in sat.text


async def test_eight_players_fit():
    view = views.table(seats=tuple(views.seat(n) for n in range(8)))
    async with at_table() as sat:
        await sat.hear(
            lobby("playing", seats=views.people(8, grace=0), people=(person("Ann", 0),)),
            seen(view, 8),
            happening(views.chance(given=tuple(range(8)), mine="kjhasd")),
        )
        assert "8 of 8 are in" in sat.text
        assert "Received: kjhasd (6)" in sat.text
        assert "Hal" in sat.text.split("Received", maxsplit=1)[1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("event", [views.chance(mine="kjh"), views.slow()])
async def test_an_event_in_ascii_without_colours(size, event):
    async with at_table(
        size=size, glyphs=GlyphSet.ASCII, depth=ColourDepth.NONE, motion=True
    ) as sat:
        await sat.hear(happening(event))
        await passes(0.2)
        assert sat.terminal.sent.isascii()
        assert "Shuffle together!" in sat.text or "[[" in sat.text


async def test_what_is_about_the_proof_stands_on_its_own_page_alone():
    async with at_table() as sat:
        await sat.hear(checkpoint(4), pending(None, waiting=(1,)))
        assert "Waiting for Bob" in sat.foot
        assert "maple river" not in sat.text
        assert "#4f1c" not in sat.text
        await sat.press("l")
        assert "is signed" not in sat.text
        await sat.press("escape", "ctrl+p", *"what is proved", "enter")
        assert "maple river" not in sat.text  # first comes the plain answer
        await sat.press("end")
        assert "Turn 4 is signed: maple river stone cloud" in " ".join(sat.text.split())
        assert "The deck was committed to" in sat.text


# --- what keys give --------------------------------------------------------------------------


async def test_every_key_is_sent_at_once():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.press("k", "J", "7", "~", "!")
        assert given(sat) == ["k", "J", "7", "~", "!"]
        assert {each.event for each in sat.link.said} == {3}


async def test_keys_pressed_together_are_all_sent():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        sat.session.driver.feed(b"kjhasdkjhqweiou")
        await sat.rest()
        assert "".join(given(sat)) == "kjhasdkjhqweiou"


@pytest.mark.parametrize(
    "key",
    ["up", "down", "left", "right", "tab", "shift+tab", "enter", "space", "backspace", "f1", "é"],
)
async def test_keys_that_do_not_count_are_not_sent_and_do_nothing(key):
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        focus = sat.screen.scene.focus
        await sat.press(key)
        assert sat.link.said == []
        assert type(sat.screen) is GameScreen
        assert sat.screen.scene.focus == focus


async def test_a_paste_is_keys_too():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await paste(sat, "a b\nc" * 100)
        assert given(sat) == [("abc" * 100)[:128]]


async def test_mashing_opens_and_chooses_nothing():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.press(*"qclmro?iswdyn123456789 ", "enter", "space", "tab", "ctrl+p")
        assert type(sat.screen) is GameScreen
        assert all(isinstance(each, Contribute) for each in sat.link.said)


async def test_keys_that_came_too_late_are_not_complained_about():
    async with at_table() as sat:
        await sat.hear(problem("random event 3 takes nothing any more", code="no_event"))
        assert "takes nothing" not in sat.text
        await sat.hear(problem("that pledge does not open so", code="bad_contribution"))
        assert "that pledge does not open so" in sat.text


# --- what they must not do afterwards ------------------------------------------------------------


async def test_keys_that_are_on_their_way_when_it_ends_answer_nothing():
    async with at_table(answers=False) as sat:
        sat.terminal.answer()
        await sat.rest()
        await sat.hear(happening(views.chance()))
        sat.terminal.answer()
        await sat.rest()
        await sat.hear(seen(number=9), pending(views.cast_phase(), 9))
        assert "[Space] Skip" in sat.foot
        await sat.press("1", "d", "s", "q", "c", "enter", "space")
        assert sat.link.said == []
        assert type(sat.screen) is GameScreen


async def test_the_first_key_after_it_ends_answers_nothing():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.press("k")
        await sat.hear(seen(number=9), pending(views.cast_phase(), 9))
        await sat.press("1")
        assert not [each for each in sat.link.said if isinstance(each, Give)]


async def test_who_mashes_on_answers_nothing_until_there_is_a_pause(monkeypatch):
    monkeypatch.setattr("rr_tui.client.contributing.REACTION", 0.0)
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.press("k")
        await sat.hear(happening(views.slow()))
        await sat.hear(seen(number=9), pending(views.cast_phase(), 9))
        for key in "1d1d1d":
            await sat.press(key)
        assert given(sat) == ["k"]
        assert len(sat.link.said) == 1
        monkeypatch.setattr("rr_tui.client.contributing.PAUSE", 0.0)
        await sat.press("1")
        assert sat.link.last(Give) == Give(number=9, option=0)


async def test_mashing_into_the_end_of_the_game_asks_for_no_rematch():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.press("1")
        await sat.hear(lobby("over"))
        await sat.press("1", "enter", "space")
        assert [type(each) for each in sat.link.said] == [Contribute]


async def test_who_pressed_nothing_answers_with_the_first_key_after_a_moment(monkeypatch):
    monkeypatch.setattr("rr_tui.client.contributing.REACTION", 0.0)
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.hear(seen(number=9), pending(views.cast_phase(), 9))
        await sat.press("1")
        assert sat.link.last(Give) == Give(number=9, option=0)


async def test_who_missed_an_event_and_begins_now_opens_and_chooses_nothing():
    async with at_table() as sat:
        await sat.hear(happening(views.slow(mine="")))
        await sat.press(*"qclmro1", "enter", "space")
        assert type(sat.screen) is GameScreen
        assert sat.link.said == []


async def test_between_the_rolls_of_a_deal_keys_are_still_for_luck():
    async with at_table() as sat:
        deal = views.table(turn=0, player=-1)
        await sat.hear(seen(deal, 8), happening(views.slow("roll", labels=("first player",))))
        await sat.press(*"qcl")
        assert type(sat.screen) is GameScreen


async def test_keys_that_move_or_help_or_leave_work_at_once_while_others_are_for_luck():
    async with at_table() as sat:
        await sat.hear(happening(views.slow(mine="")))
        await sat.press("?")
        assert type(sat.screen) is not GameScreen
        await sat.press("escape", "ctrl+c")
        assert isinstance(sat.screen, LeaveDialog)
    async with at_table() as sat:
        await sat.hear(happening(views.slow(mine="")))
        await sat.press("escape", "l")
        assert type(sat.screen) is not GameScreen


async def test_who_is_at_rest_opens_what_they_like_while_chance_decides():
    async with at_table() as sat:
        await sat.hear(happening(views.slow()))
        await sat.press("l")
        assert type(sat.screen) is not GameScreen


async def test_who_mashes_beside_a_client_that_gives_by_itself_opens_nothing_and_gives_nothing():
    async with at_table() as sat:
        await sat.hear(happening(views.chance(how="signed")))
        await sat.press(*"qcl1", "enter")
        assert type(sat.screen) is GameScreen
        assert sat.link.said == []


# --- the ways out ----------------------------------------------------------------------------


async def test_escape_gives_the_board_back_and_its_keys():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.press("escape")
        assert "Shuffle together!" not in sat.text
        await sat.press("l")
        assert given(sat) == []
        assert "Log (" in sat.text
        await sat.press("escape")
        await sat.hear(happening(views.chance(given=(1, 2))))
        assert "Shuffle together!" not in sat.text


async def test_what_was_put_away_comes_back_with_the_next_event():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.press("escape")
        await sat.hear(happening(views.chance(number=4)))
        assert "Shuffle together!" in sat.text
        await sat.hear(pending(None, 9), lobby("playing"))
        await sat.hear(happening(views.chance(number=4)))
        assert "Shuffle together!" in sat.text


async def test_ctrl_c_asks_about_leaving_and_the_dialog_has_the_keys():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        await sat.press("ctrl+c")
        assert isinstance(sat.screen, LeaveDialog)
        assert "Shuffle together!" in sat.foot or "Shuffle together!" in sat.text
        await sat.press("1")
        assert sat.link.said == []
        assert type(sat.screen) is GameScreen


async def test_what_is_typed_in_a_dialog_is_nobodys_contribution():
    async with at_table() as sat:
        await sat.press("c")
        await sat.hear(happening(views.chance()))
        await sat.press(*"secret")
        assert sat.link.said == []
        assert "secret" in sat.text
        assert "Shuffle together!" in sat.text


async def test_the_end_of_an_event_takes_no_key_from_who_types_in_a_dialog():
    async with at_table() as sat:
        await sat.press("c")
        await sat.hear(happening(views.chance()))
        await sat.press(*"ab")
        await sat.hear(happening(views.slow()))
        await sat.press(*"cdef")
        assert "abcdef" in sat.text


async def test_who_closes_a_dialog_in_time_joins_in():
    async with at_table() as sat:
        await sat.press("l")
        await sat.hear(happening(views.chance()))
        await sat.press("escape", "k")
        assert given(sat) == ["k"]


@pytest.mark.parametrize("how", ["chain", "watch"])
async def test_who_gives_nothing_by_hand_keeps_the_keys(how):
    async with at_table() as sat:
        await sat.hear(happening(views.chance(how=how)))
        await sat.press("down")
        assert "Shuffle together!" not in sat.text
        assert sat.link.said == []
        await sat.press("l")
        assert "Log (" in sat.text


# --- pledges ---------------------------------------------------------------------------------


async def test_a_pledge_is_opened_by_a_paste():
    async with at_table() as sat:
        await sat.hear(happening(views.chance(how="pledge")))
        assert "Paste what opens your pledge" in sat.text
        await paste(sat, "deadbeef" * 4 + "\n")
        assert sat.link.said == [Contribute(event=3, opening="deadbeef" * 4)]
        await sat.hear(happening(views.chance(how="pledge", mine="deadbeef" * 4)))
        assert "Your pledge is open and fits." in sat.text


async def test_a_pledge_is_opened_by_typing_and_enter():
    async with at_table() as sat:
        await sat.hear(happening(views.chance(how="pledge")))
        await sat.press(*"deadbeeg", "backspace", "f")
        assert sat.link.said == []
        assert "▸ deadbeef (8)" in sat.text
        await sat.press("enter")
        assert sat.link.said == [Contribute(event=3, opening="deadbeef")]


async def test_what_was_typed_for_one_event_is_gone_at_the_next():
    async with at_table() as sat:
        await sat.hear(happening(views.chance(how="pledge")))
        await sat.press(*"dead")
        await sat.hear(happening(views.slow(how="pledge")))
        await sat.hear(happening(views.chance(how="pledge", number=4)))
        await sat.press("enter")
        assert sat.link.said == []


@pytest.mark.parametrize("phase", ["lobby", "playing"])
async def test_a_hash_is_pledged_from_the_menu(phase):
    told = list(game()) if phase == "playing" else [welcome(), lobby()]
    told[1] = lobby(phase, fairness="table")
    async with sitting(FakeLink(*told)) as sat:
        await sat.press("ctrl+p", *"bind", "enter")
        assert isinstance(sat.screen, PledgeDialog)
        assert "e=$(openssl rand -hex 16)" in sat.text
        assert 'printf %s "$e" | sha256sum' in sat.text
        await paste(sat, "nonsense")
        await sat.press("enter")
        assert "That is no SHA-256" in sat.text
        await sat.press(*["backspace"] * 8)
        await paste(sat, "0A" * 32 + "  -")
        await sat.press("enter")
        assert sat.link.said == [Pledge(hash="0a" * 32)]
        assert not isinstance(sat.screen, PledgeDialog)
        await sat.hear(Notice(text="Your pledge stands."))


@pytest.mark.parametrize(
    ("table", "me"),
    [
        ({"fairness": "solo"}, {}),
        ({"fairness": "table"}, {"is_host": True}),
        ({"fairness": "table"}, {"name": "Zoe"}),
    ],
)
async def test_who_gives_nothing_by_hand_is_offered_no_pledge(table, me):
    told = list(game())
    told[:2] = [welcome(**me), lobby("playing", **table)]
    async with sitting(FakeLink(*told)) as sat:
        await sat.press("ctrl+p")
        assert "Bind yourself" not in sat.text
        assert "What is proved" in sat.text


# --- the wait --------------------------------------------------------------------------------


async def test_the_riffle_lets_one_card_after_the_other_fall():
    async with at_table(motion=True) as sat:
        await sat.hear(happening(views.slow(closes_in=5.0)))
        assert sat.screen.scene.riffle == 0
        await sat.hear(happening(views.slow(closes_in=2.5)))
        assert sat.screen.scene.riffle == 9
        assert "▌▐▌▐▌▐▌▐▌" in sat.text
        await sat.hear(happening(views.slow(closes_in=0.0)))
        assert sat.screen.scene.riffle == 17


@pytest.mark.parametrize("motion", [True, False])
async def test_a_shuffle_over_its_time_says_so_and_how_long_it_has_been_going(motion):
    async with at_table(motion=motion, size=(80, 24)) as sat:
        await sat.hear(happening(views.slow(closes_in=2.0, lasts=6.0)))
        assert "regulation cards are being shuffled" in sat.foot
        await passes(2.5)
        assert "so far" not in sat.text
        await passes(10.0)
        assert "cards are being shuffled · 16 s  " in sat.foot
        said = " ".join(sat.text.split())
        assert "It takes longer than thought: 16 s so far." in said
        assert "its hash: 3fa9" in said


async def test_the_riffle_moves_by_itself():
    async with at_table(motion=True) as sat:
        await sat.hear(happening(views.slow(closes_in=1.0, lasts=1.0)))
        await sat.until(lambda: sat.screen.scene.riffle >= 2)


async def test_without_motion_the_wait_is_a_line_and_a_gauge():
    async with at_table(motion=False) as sat:
        await sat.hear(happening(views.slow(closes_in=2.5)))
        assert "█████░░░░░" in sat.text
        assert "The main, rune and regulation cards are" in sat.text
        assert "▌▐" not in sat.text


async def test_the_spinner_turns_while_the_result_is_awaited_and_stops_on_it_once():
    async with at_table(motion=True) as sat:
        await sat.hear(seen(SPINNING, 8), happening(views.slow("roll", closes_in=1.0, lasts=1.0)))
        assert "The Spinner" in sat.text
        assert "3fa9 17c2 88d0 11ee" in sat.text
        before = sat.session.driver.frames
        await sat.until(lambda: sat.session.driver.frames - before >= 2)
        await sat.hear(seen(SPUN, 9), pending(None, 9))
        await sat.until(lambda: "▸ 4 New Regulation" in sat.text)
        await passes(2 * HOLD_SECONDS)
        assert "3fa9" not in sat.text
        frames = sat.session.driver.frames
        await passes(0.3)
        assert sat.session.driver.frames == frames


@pytest.mark.parametrize("comes_late", [False, True])
async def test_the_marker_has_stopped_where_the_words_name_the_result(comes_late):
    window = views.open_window(kind="spin", about="The result of {1}'s SPIN is about to apply")
    async with at_table(motion=True) as sat:
        await sat.hear(seen(SPINNING, 8), happening(views.slow("roll", closes_in=1.0, lasts=1.0)))
        before = sat.session.driver.frames
        await sat.until(lambda: sat.session.driver.frames - before >= 2)
        if comes_late:
            await sat.hear(seen(SPUN, 9), pending(None, 9))
        await sat.hear(seen(SPUN, 9), pending(views.reactions(), 9, window=window))
        assert "is about to apply: New Regulation" in " ".join(sat.text.split())
        assert "▸ 4 New Regulation" in sat.text


async def test_without_motion_the_spinner_shows_a_gauge_and_then_the_result():
    async with at_table(motion=False) as sat:
        await sat.hear(seen(SPINNING, 8), happening(views.slow("roll", closes_in=1.0, lasts=2.0)))
        assert "█████░░░░░" in sat.text
        assert "The Spinner turns" in sat.text
        await sat.hear(seen(SPUN, 9), pending(None, 9))
        assert "▸ 4 New Regulation" in sat.text


async def test_a_push_for_an_event_takes_the_place_of_the_spin_before():
    async with at_table(motion=True) as sat:
        await sat.hear(seen(SPINNING, 8), happening(views.slow("roll")))
        spun = views.table(phase="spin", spinner=views.spun(6))
        next_one = views.chance("roll", number=4, labels=("event spin",))
        await sat.hear(seen(spun, 9), happening(next_one, 9))
        assert "Give the Spinner a push!" in sat.text
        waits = views.slow("roll", number=4, labels=("event spin",))
        await sat.hear(happening(waits, 9))
        assert "Pet Adoption Day" in sat.text


async def test_a_roll_without_the_spinner_is_waited_for_with_a_gauge():
    async with at_table(motion=True) as sat:
        await sat.hear(happening(views.slow("roll", labels=("random card",))))
        assert "Chance decides which card it is." in sat.text
        await sat.hear(pending(None, 9))
        assert "Chance decides which" not in sat.text


async def test_who_moves_the_cursor_reads_on_while_the_cards_are_shuffled():
    async with at_table(motion=True) as sat:
        await sat.hear(happening(views.slow()))
        await sat.press("down")
        assert "The shuffle" not in sat.text
        before = sat.terminal.bytes_sent
        await passes(0.4)
        assert sat.terminal.bytes_sent == before
