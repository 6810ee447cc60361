"""Playing: what keys say to the room, and what they must never say."""

import re

import pytest

from rr_net.link import Give, HoldWindow, Rearrange, Sit
from rr_tui.looks.spans import Place
from rr_tui.screens.game import GameScreen
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import (
    FakeLink,
    game,
    lobby,
    log,
    pending,
    person,
    problem,
    seen,
    welcome,
)
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import ask, option


def given(link):
    return [(message.option, message.done) for message in link.said if isinstance(message, Give)]


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], 0),
        (["down", "enter"], 1),
        (["2"], 1),
        (["d"], 2),
        (["space"], 3),
        (["tab", "enter"], 1),
        (["down", "down", "down", "down", "down", "enter"], 2),
        (["down", "down", "down", "down", "down", "right", "enter"], 3),
    ],
)
async def test_a_phase_is_answered_with_keys(keys, answer):
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press(*keys)
        assert given(link) == [(answer, True)]
        assert link.last(Give).number == 7


@pytest.mark.parametrize("key", ["1", "9", "y", "n", "w", "d", "enter", "space"])
async def test_without_a_question_no_key_answers(key):
    link = FakeLink(*game(None, waiting=(2,)))
    async with sitting(link) as sat:
        await sat.press(key)
        assert link.said == []


async def test_a_card_that_may_not_be_played_is_not_played():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("down", "down", "enter")
        assert "✗ A Creature is summoned" in sat.text
        assert link.said == []


async def test_an_answer_is_given_once_however_often_enter_is_pressed():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        sat.session.driver.feed(b"\r\r\r\r")
        await sat.rest()
        assert given(link) == [(0, True)]
        assert "[Space] Skip" not in sat.text


async def test_a_refused_answer_brings_the_question_back():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("enter")
        assert "[Space] Skip" not in sat.foot
        await sat.hear(problem("not an option: expected another"))
        assert "[Space] Skip" in sat.foot
        assert "not an option: expected another" in sat.text


async def test_targets_are_chosen_where_they_lie():
    link = FakeLink(*game(views.target()))
    async with sitting(link) as sat:
        assert sat.screen.scene.focus == Place("lawn", 1, 0)
        await sat.press("right", "down", "enter")
        assert given(link) == [(4, True)]


@pytest.mark.parametrize(("key", "answer"), [("y", 0), ("n", 1), ("space", 1), ("enter", 0)])
async def test_yes_and_no(key, answer):
    question = ask(option(0, "yes", label="Yes"), option(1, "no", label="No"), prompt="DRAW one?")
    link = FakeLink(*game(question))
    async with sitting(link) as sat:
        await sat.press(key)
        assert given(link) == [(answer, True)]


async def test_an_act_nobody_knows_is_chosen_from_a_menu():
    words = ("sing a song", "dance", "a very long label that surely does not fit into the bar")
    options = [option(n, "perform", "stage", 5, n, label=text) for n, text in enumerate(words)]
    link = FakeLink(*game(ask(*options, verb="perform", prompt="What will it be?")))
    async with sitting(link) as sat:
        assert "What will it be?" in sat.text
        assert "▸1 sing a song" in sat.text
        await sat.press("down", "down", "enter")
        assert given(link) == [(2, True)]


async def test_a_thing_that_can_be_used_in_two_ways_asks_which():
    question = ask(
        option(0, "cast", "hand", 0, 0, label="Cast it"),
        option(1, "discard", "hand", 0, 0, label="Throw it away"),
        option(2, "pass", label="Pass"),
    )
    link = FakeLink(*game(question))
    async with sitting(link) as sat:
        await sat.press("1")
        assert "▸1 Cast it" in sat.text
        assert "Back" in sat.text
        await sat.press("escape")
        assert link.said == []
        await sat.press("1", "down", "enter")
        assert given(link) == [(1, True)]


async def test_the_way_back_out_of_a_menu_of_ways_is_reached_with_arrows_and_enter():
    question = ask(
        option(0, "cast", "hand", 0, 0, label="Cast it"),
        option(1, "discard", "hand", 0, 0, label="Throw it away"),
    )
    link = FakeLink(*game(question))
    async with sitting(link) as sat:
        await sat.press("enter", "down", "down", "enter")
        assert link.said == []
        assert "Throw it away" not in sat.text or "Enter: Cast it / Throw it away" in sat.text


async def test_an_order_of_several_things_is_named_one_by_one():
    orders = [(0, 1), (1, 0)]
    question = ask(
        *[option(n, "order", "fence", 0, order=o, label=str(o)) for n, o in enumerate(orders)]
    )
    link = FakeLink(*game(question))
    async with sitting(link) as sat:
        await sat.press("2", "1")
        assert given(link) == [(1, True)]


async def test_an_order_that_points_at_nothing_is_a_menu():
    question = ask(
        option(0, "order", order=(0, 1, 2), label="A, then B, then C"),
        option(1, "order", order=(2, 1, 0), label="C, then B, then A"),
    )
    link = FakeLink(*game(question))
    async with sitting(link) as sat:
        await sat.press("2")
        assert given(link) == [(1, True)]


# --- reaction windows ----------------------------------------------------------------------


async def test_in_a_sealed_window_each_pick_counts_at_once_and_done_ends_it():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link) as sat:
        await sat.press("2")
        assert given(link) == [(2, False)]
        assert "Toastinator 2000: one more?" in sat.foot
        assert "[Space] Done" in sat.foot
        await sat.press("1")
        assert given(link) == [(2, False), (4, True)]


async def test_done_answers_with_what_was_picked():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link) as sat:
        await sat.press("1", "enter")
        assert given(link) == [(1, False), (1, True)]


async def test_a_pick_can_be_taken_back_in_a_sealed_window():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link) as sat:
        await sat.press("1", "escape")
        assert given(link) == [(1, False), (0, False)]
        assert "Reactions are open" in sat.foot


async def test_where_a_window_waits_for_all_a_pick_is_sent_only_when_it_is_done():
    window = views.open_window(closes_in=0.0, lasts=0.0)
    link = FakeLink(*game(views.reactions(), window=window))
    async with sitting(link) as sat:
        await sat.press("1")
        assert given(link) == []
        await sat.press("space")
        assert given(link) == [(1, True)]


async def test_a_window_passes_without_a_key_and_enter_alone_declines():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link) as sat:
        assert link.said == []
        await sat.press("enter")
        assert given(link) == [(0, True)]
        assert "your answer is in" not in sat.foot


async def test_time_is_asked_for_once_it_is_offered():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link) as sat:
        await sat.press("w")
        assert link.last(HoldWindow) == HoldWindow(number=7)


async def test_time_is_not_asked_for_where_it_is_not_offered():
    link = FakeLink(*game(views.reactions(), window=views.open_window(can_hold=False)))
    async with sitting(link) as sat:
        assert "[w]" not in sat.foot
        await sat.press("w")
        assert link.said == []


async def test_the_same_window_sent_again_keeps_what_is_picked():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link) as sat:
        await sat.press("1")
        again = views.open_window(somebody_holds=True, closes_in=15.0, lasts=17.5)
        await sat.hear(pending(views.reactions(), window=again))
        assert "Tricky Trap: one more?" in sat.foot


async def test_the_first_space_after_a_window_skips_nothing():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link) as sat:
        await sat.press("space")
        await sat.hear(seen(number=8), pending(views.cast_phase(), 8))
        await sat.press("space")
        assert given(link) == [(0, True)]
        assert "That Space was for the window" in sat.text
        await sat.press("space")
        assert given(link) == [(0, True), (3, True)]


async def test_without_a_window_before_the_first_space_skips():
    link = FakeLink(*game(views.target()))
    async with sitting(link) as sat:
        await sat.press("1")
        await sat.hear(seen(number=8), pending(views.cast_phase(), 8))
        await sat.press("space")
        assert given(link)[-1] == (3, True)


# --- a key answers only what was on the screen -------------------------------------------------


async def test_a_key_pressed_before_the_question_was_drawn_answers_nothing():
    link = FakeLink(*game(None, waiting=(2,)))
    async with sitting(link, answers=False) as sat:
        sat.terminal.answer()
        await sat.rest()
        await sat.hear(seen(number=8), pending(views.cast_phase(), 8))
        assert "[Space] Skip" in sat.foot
        await sat.press(" ", "\r", "1", "d")
        assert link.said == []
        sat.terminal.answer()
        await sat.rest()
        await sat.press("space")
        assert given(link) == [(3, True)]


async def test_a_key_that_arrives_together_with_the_answer_of_the_terminal_came_before_it():
    link = FakeLink(*game(None, waiting=(2,)))
    async with sitting(link, answers=False) as sat:
        sat.terminal.answer()
        await sat.rest()
        await sat.hear(seen(number=8), pending(views.cast_phase(), 8))
        sat.session.driver.feed(b" \r" + b"\x1b[0n" * sat.terminal.unanswered)
        sat.terminal.unanswered = 0
        await sat.rest()
        assert link.said == []
        await sat.press("enter")
        assert given(link) == [(0, True)]


async def test_keys_sent_for_one_question_do_not_answer_the_next():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, answers=False) as sat:
        sat.terminal.answer()
        await sat.rest()
        link.tell(seen(number=8), pending(views.cast_phase(), 8))
        sat.session.driver.feed(b"   ")
        await sat.rest()
        assert [message.number for message in link.said if isinstance(message, Give)] in ([], [7])


async def test_a_view_that_is_newer_than_the_question_hides_it():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.hear(seen(number=9))
        await sat.press("enter", "space")
        assert link.said == []


# --- the board besides answers -----------------------------------------------------------------


async def test_the_own_hand_is_sorted_card_by_card():
    link = FakeLink(*game(None, waiting=(1,)))
    async with sitting(link) as sat:
        await sat.press("s")
        assert link.last(Rearrange) == Rearrange(zone="hand", order=(1, 0, 2, 3, 4))
        assert sat.screen.scene.focus.at in (0, 1)


async def test_nobody_elses_cards_are_sorted():
    link = FakeLink(*game(views.target()))
    async with sitting(link) as sat:
        await sat.press("s")
        assert link.said == []


async def test_hjkl_move_where_the_player_wants_it():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, keymap={"board.right": "right,l", "app.log": "g"}) as sat:
        await sat.press("j", "enter")
        assert given(link) == [(1, True)]


async def test_a_new_line_of_the_log_is_read_at_once():
    link = FakeLink(*game(None, waiting=(1,)))
    async with sitting(link) as sat:
        await sat.hear(log("{1} DRAWS a card", start=2))
        assert "Bob DRAWS a card" in sat.text


async def test_a_small_terminal_is_asked_to_grow_and_says_who_waits():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, size=(60, 20)) as sat:
        assert "Please enlarge your terminal" in sat.text
        assert "60x20" in sat.text
        assert "You are asked" in sat.text
        sat.terminal.resize(80, 24)
        await passes(0.15)
        await sat.rest()
        assert "[Space] Skip" in sat.foot
        sat.terminal.resize(20, 8)
        await passes(0.15)
        await sat.rest()
        assert "Please enlarge" in sat.text


@pytest.mark.parametrize("size", [(20, 8), (79, 24), (80, 23), (80, 24), (120, 40), (400, 200)])
async def test_no_size_breaks_the_board(size):
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, size=size) as sat:
        assert isinstance(sat.screen, GameScreen)
        await sat.press("down")
        assert not sat.session.task.done()


async def test_the_spinner_shows_its_result_and_goes_away():
    link = FakeLink(*game(None, waiting=(1,)))
    async with sitting(link) as sat:
        await sat.hear(seen(views.table(phase="spin", spinner=views.spun(4)), 8), pending(None, 8))
        assert "▸ 4 New Regulation" in sat.text
        await sat.press("down")
        assert "The Spinner" not in sat.text


async def test_an_event_spin_shows_the_other_six_faces():
    link = FakeLink(*game(None, waiting=(1,)))
    async with sitting(link) as sat:
        await sat.hear(seen(views.table(phase="spin", spinner=views.spun(6)), 8))
        await sat.press("down")
        await sat.hear(seen(views.table(phase="spin", spinner=views.spun(6, events=[3])), 9))
        assert "▸ 3 Animal Control" in sat.text


async def test_the_mouse_moves_the_cursor_and_twice_chooses():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, mouse=True) as sat:
        for _ in range(2):
            sat.session.driver.feed(b"\x1b[<0;10;16M\x1b[<0;10;16m")
            await sat.rest()
        assert given(link) == [(1, True)]


async def test_the_grace_of_a_dropped_player_counts_down():
    link = FakeLink(*game(None, waiting=(3,)))
    async with sitting(link, size=(120, 40)) as sat:
        first = away(sat)
        assert 30 < first <= 42  # a slow machine may need a while for its first picture
        await passes(1.1)
        await sat.rest()
        assert away(sat) < first


def away(sat):
    """For how many seconds more a seat is waited for."""
    return int(re.search(r"away (\d+)s", sat.text)[1])


async def test_after_a_window_one_reads_on_where_one_was():
    link = FakeLink(*game(None, waiting=(2,)))
    async with sitting(link) as sat:
        await sat.press("up", "up")
        reading = sat.screen.scene.focus
        await sat.hear(seen(number=8), pending(views.reactions(), 8, window=views.open_window()))
        assert sat.screen.scene.focus == Place("button", -1, 0)
        await sat.hear(seen(number=9), pending(None, 9, waiting=(2,)))
        assert sat.screen.scene.focus == reading


async def test_a_window_with_nothing_to_use_moves_no_cursor():
    link = FakeLink(*game(None, waiting=(2,)))
    async with sitting(link) as sat:
        await sat.press("up")
        reading = sat.screen.scene.focus
        question = ask(option(0, "pass", label="Let it happen"), verb="window")
        await sat.hear(seen(number=8), pending(question, 8, window=views.open_window()))
        assert sat.screen.scene.focus == reading
        await sat.press("space")
        assert given(link) == [(0, True)]


async def test_who_is_played_by_a_bot_takes_the_seat_back():
    link = FakeLink(*game(None, waiting=(0,)))
    async with sitting(link) as sat:
        seats = tuple(
            each.model_copy(update={"stand_in": each.seat == 0}) for each in views.people(grace=0)
        )
        await sat.hear(lobby("playing", seats=seats, people=(person("Ann", 0),)))
        assert "A bot plays your seat" in sat.foot
        await sat.press("1")
        assert link.said == [Sit(seat=0)]


async def test_the_host_sees_who_is_at_the_door():
    link = FakeLink(welcome(is_host=True), *game(None, waiting=(2,))[1:])
    async with sitting(link) as sat:
        outside = (person("Ann", 0), person("Zoe", -1, admitted=False))
        await sat.hear(lobby("playing", people=outside))
        assert "1 at the door" in sat.terminal.text[0]
