"""Playing: what keys say to the room, and what they must never say."""

import re

import pytest

from rr_net.link import (
    Beforehand,
    FileOrders,
    Give,
    HoldWindow,
    NextWindow,
    Order,
    Rearrange,
    SetTempo,
    ShowNext,
    Sit,
    TakeBackOrders,
)
from rr_rules.kernel.game import Reason
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
        (["down", "down", "down", "down", "down", "down", "enter"], 2),
        (["down", "down", "down", "down", "down", "down", "right", "enter"], 3),
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
        assert "Toastinator 2000: Enter is done, 1 adds one" in sat.foot
        assert "[Space] Done" in sat.foot
        fence = [row.partition("││")[2] for row in sat.terminal.text]
        assert any(row.startswith(" 1 ▮ Tricky Trap") for row in fence)
        assert any(row.startswith(" 2✓▮ Toastinator 2000") for row in fence)
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
        assert "Tricky Trap: Enter is done, 2 adds one" in sat.foot


NO_DECLINE = ask(option(0, "pick", "lawn", 1, 0, label="Sparkly Dragon"), verb="target")


@pytest.mark.acceptance(8)
async def test_a_space_too_soon_after_any_question_is_swallowed_without_a_word():
    link = FakeLink(*game(views.reactions(), window=views.open_window()))
    async with sitting(link) as sat:
        await sat.press("space")
        await sat.hear(seen(number=8), pending(views.cast_phase(), 8))
        before = sat.text
        await sat.press(" ", " ", " ")
        assert sat.text == before
        assert given(link) == [(0, True)]
        await sat.press("space")
        assert given(link) == [(0, True), (3, True)]


async def test_a_space_that_is_held_down_through_a_whole_round_declines_nothing():
    link = FakeLink(*game(None, waiting=(2,)))
    asked = (views.cast_phase(), views.reactions(), NO_DECLINE, None)
    async with sitting(link) as sat:
        for number in range(8, 20):
            question = asked[number % 4]
            window = views.open_window() if question == views.reactions() else None
            await sat.hear(seen(number=number), pending(question, number, window=window))
            for _ in range(20):
                await passes(0.05)
                await sat.press(" ")
        assert link.said == []
        await sat.hear(seen(number=20), pending(views.cast_phase(), 20))
        await sat.press("space")
        assert given(link) == [(3, True)]


async def test_who_taps_space_to_step_on_does_not_decline_the_question_that_comes_under_it():
    told = list(game(None, waiting=(2,)))
    told[1] = lobby("playing", alone=True, tempo="step")
    link = FakeLink(*told)
    async with sitting(link) as sat:
        assert "Space shows what comes next" in sat.foot
        await sat.press("space")
        assert link.said == [ShowNext()]
        await sat.hear(seen(number=8), pending(views.cast_phase(), 8))
        for _ in range(5):
            await passes(0.6)
            await sat.press(" ")
        assert link.said == [ShowNext()]
        await passes(1.1)
        await sat.press(" ")
        assert given(link) == [(3, True)]


async def test_the_key_that_changes_the_pace_says_so_also_during_a_reaction():
    told = list(game(views.reactions(), window=views.open_window(closes_in=0.0, lasts=0.0)))
    told[1] = lobby("playing", alone=True, tempo="normal")
    link = FakeLink(*told)
    async with sitting(link) as sat:
        await sat.press("-")
        assert link.said == [SetTempo(tempo="relaxed")]
        assert "The pace is relaxed now" in sat.foot


async def test_one_key_reads_the_regulation_in_force():
    async with sitting(FakeLink(*game(views.cast_phase()))) as sat:
        await sat.press("v")
        assert "┌ Loose Paper Ordinance" in sat.text


@pytest.mark.acceptance(8)
async def test_on_a_question_that_cannot_be_declined_space_does_nothing_at_all():
    link = FakeLink(*game(NO_DECLINE))
    async with sitting(link) as sat:
        before = sat.foot
        await sat.press("space", "space")
        assert sat.foot == before
        assert link.said == []


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


async def test_where_all_have_stepped_away_the_table_says_that_it_waits_and_offers_what_works():
    link = FakeLink(welcome(is_host=True), *game(None, waiting=(0,))[1:])
    async with sitting(link) as sat:
        seats = tuple(each.model_copy(update={"away": True}) for each in views.people(grace=0))
        await sat.hear(lobby("playing", seats=seats, paused=True))
        assert "Nobody is at the table: it waits" in sat.foot
        assert "A bot plays your seat" not in sat.text
        await sat.press("m")
        assert "Let the clocks run again" not in sat.text
        await sat.press("escape", "1")
        assert link.said == [Sit(seat=0)]


async def test_the_host_sees_who_is_at_the_door():
    link = FakeLink(welcome(is_host=True), *game(None, waiting=(2,))[1:])
    async with sitting(link) as sat:
        outside = (person("Ann", 0), person("Zoe", -1, admitted=False))
        await sat.hear(lobby("playing", people=outside))
        assert "At the door: Zoe, not let in, otter-lamp  [y]" in sat.terminal.text[0]


# --- what has a usual answer ---------------------------------------------------------------------


def summon_phase():
    return ask(
        option(0, "summon", "hand", 0, 2, label="SUMMON Griffin With a Tiny Head"),
        option(1, "summon", "hand", 0, 4, label="SUMMON Sparkly Dragon"),
        option(2, "skip", label="Skip"),
        verb="summon_phase",
    )


def whose_lawn(face):
    lawns = (option(n, "player", seat=seat) for n, seat in enumerate((0, 1, 2, 3)))
    return ask(*lawns, verb="lawn", prompt="Choose whose Lawn it enters", source=views.ID[face])


TINY = "Griffin With a Tiny Head"


@pytest.mark.acceptance(9)
async def test_twenty_summons_with_enter_go_to_the_own_lawn_and_nobody_is_asked_whose():
    link = FakeLink(*game(None))
    async with sitting(link) as sat:
        for number in range(10, 50, 2):
            await sat.hear(seen(number=number), pending(summon_phase(), number))
            await sat.press("enter")
            link.tell(seen(number=number + 1), pending(whose_lawn(TINY), number + 1))
            await sat.rest()
            assert sat.screen.scene.ask is None
            assert given(link)[-2:] == [(0, True), (0, True)]
            assert link.last(Give).number == number + 1
        assert len(given(link)) == 40


@pytest.mark.acceptance(9)
async def test_x_before_enter_asks_to_whose_lawn():
    link = FakeLink(*game(summon_phase()))
    async with sitting(link) as sat:
        assert "own Lawn" in sat.text
        await sat.press("x")
        assert "onto whose Lawn?" in sat.text
        await sat.press("enter")
        await sat.hear(seen(number=8), pending(whose_lawn(TINY), 8))
        assert given(link) == [(0, True)]
        assert "Choose whose Lawn it enters" in sat.text
        await sat.press("2")
        assert len(given(link)) == 2


@pytest.mark.parametrize("verb", ["summon", "adopt"])
async def test_where_a_card_has_one_summon_no_lawn_is_promised_and_enter_asks_as_the_card_says(
    verb,
):
    question = summon_phase().model_copy(update={"verb": verb})
    link = FakeLink(*game(question))
    async with sitting(link) as sat:
        assert "SUMMON Griffin" in sat.text
        assert "Lawn?" not in sat.text
        assert "own Lawn" not in sat.text
        before = sat.foot
        await sat.press("x")
        assert sat.foot == before
        await sat.press("enter")
        await sat.hear(seen(number=8), pending(whose_lawn(TINY), 8))
        assert given(link) == [(0, True)]
        assert sat.screen.scene.ask is not None


async def test_x_twice_asks_nothing_and_without_a_summon_it_does_nothing():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        before = sat.foot
        await sat.press("x")
        assert sat.foot == before
        await sat.hear(seen(number=8), pending(summon_phase(), 8))
        await sat.press("x", "x", "enter")
        await sat.hear(seen(number=9), pending(whose_lawn(TINY), 9))
        assert given(link) == [(0, True), (0, True)]


@pytest.mark.parametrize(
    ("question", "own"),
    [(whose_lawn("Sparkly Dragon"), 0), (summon_phase(), 0), (whose_lawn(TINY), 3)],
)
async def test_another_question_is_not_answered_as_usual(question, own):
    """That of another card, the phase once more, or one that does not offer the own Lawn."""
    options = tuple(each for each in question.options if own == 0 or each.seat != 0)
    link = FakeLink(*game(summon_phase()))
    async with sitting(link) as sat:
        await sat.press("enter")
        question = question.model_copy(update={"options": options})
        await sat.hear(seen(number=8), pending(question, 8))
        assert given(link) == [(0, True)]
        assert sat.screen.scene.ask is not None


async def test_a_summon_of_an_earlier_turn_answers_nothing():
    link = FakeLink(*game(summon_phase()))
    async with sitting(link) as sat:
        await sat.press("enter")
        await sat.hear(seen(views.table(player=1), 8), pending(views.reactions(), 8))
        await sat.hear(seen(number=9), pending(whose_lawn(TINY), 9))
        assert given(link) == [(0, True)]


# --- why a key does nothing ----------------------------------------------------------------------


async def test_enter_on_what_cannot_be_played_says_why_in_the_row_of_the_question():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("down", "down", "enter")
        assert "A Creature is summoned in the Summon phase (rule RR-CARD-03)" in "\n".join(
            sat.terminal.text[-2:]
        )
        assert link.said == []
        await sat.press("up")
        assert "Your Cast phase" in sat.foot


async def test_without_a_question_enter_on_a_card_says_nothing():
    link = FakeLink(*game(None, waiting=(2,)))
    async with sitting(link) as sat:
        await sat.press("down", "down", "enter")
        assert "RR-CARD-03" not in sat.foot


async def test_i_on_a_seat_opens_the_seat_with_all_its_cards():
    link = FakeLink(*game(views.target()))
    async with sitting(link) as sat:
        await sat.press("up", "i")
        assert sat.screen is not sat.app.screen_stack[0]
        assert "Lawn: 3 Mythical, 1 shrub." in sat.text
        assert "D Sparkly Dragon" in sat.text
        assert "U Spoiled Unicorn" in sat.text
        await sat.press("escape")
        assert isinstance(sat.screen, GameScreen)


# --- what the settings do without a question -----------------------------------------------------

NO_SPELL = ask(option(0, "draw", label="DRAW instead"), option(1, "skip", label="Skip"))
NO_CREATURE = ask(option(0, "draw"), option(1, "skip", label="Skip"), verb="summon_phase")
OF_BOTS = tuple(
    each.model_copy(update={"kind": "player" if each.seat == 0 else "bot"})
    for each in views.people(grace=0)
)
ALONE = {"seats": OF_BOTS, "people": (person("Ann", 0),)}
FAST = lobby().options[0].model_copy(update={"value": "fast"})


@pytest.mark.parametrize(
    ("table", "auto", "question", "answer"),
    [
        (ALONE, {"draw": True}, NO_SPELL, [(0, True)]),
        (ALONE, {"draw": True}, NO_CREATURE, []),
        (ALONE, {"skip": True}, NO_CREATURE, [(1, True)]),
        (ALONE, {"skip": True}, NO_SPELL, [(1, True)]),
        (ALONE, {"draw": True, "skip": True}, NO_SPELL, [(0, True)]),
        (ALONE, {"draw": True, "skip": True}, views.cast_phase(), []),
        (ALONE, {}, NO_SPELL, []),
        ({"options": (FAST,)}, {"draw": True}, NO_SPELL, [(0, True)]),
        # Among people a fast answer would tell of the hand, also to who only watches or is away.
        ({}, {"draw": True, "skip": True}, NO_SPELL, []),
        (ALONE | {"seats": views.people()}, {"draw": True}, NO_SPELL, []),
        (ALONE | {"people": (person("Ann", 0), person("Eve", -1))}, {"skip": True}, NO_SPELL, []),
    ],
)
async def test_the_settings_answer_only_where_the_speed_of_it_tells_nobody_anything(
    table, auto, question, answer
):
    link = FakeLink(welcome(), lobby("playing", **table), *game(question)[2:])
    async with sitting(link, auto=auto):
        assert given(link) == answer


FOR_LATER = Reason("hand", 0, 2, False, "Not now: it is for later", "RR-TURN-01")


def reason(at, words):
    return Reason("hand", 0, at, False, words, "RR-EDGE-06")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ([FOR_LATER], "No Spell can be CAST. You hold none"),
        ([reason(0, "Quiet Hours forbids CASTING it now"), FOR_LATER],
         "No Spell can be CAST. Quiet Hours forbids CASTING it now"),
        ([reason(0, "It would change nothing now"), reason(1, "It would change nothing now")],
         "No Spell can be CAST. It would change nothing now"),
        ([reason(0, "It would change nothing now"), reason(1, "Its price cannot be paid")],
         "No Spell can be CAST now. Each card says why"),
    ],
)  # fmt: skip
async def test_where_no_spell_can_be_cast_it_is_said_why(reasons, said, size):
    told = game(NO_SPELL, views.table(reasons=tuple(reasons)))
    async with sitting(FakeLink(*told), size=size) as sat:
        assert said in sat.text


async def test_where_no_spell_can_be_cast_the_cursor_is_on_what_can_be_done():
    link = FakeLink(*game(NO_SPELL))
    async with sitting(link) as sat:
        assert "No Spell can be CAST" in sat.text
        assert "▸[d] DRAW instead" in sat.foot
        await sat.press("enter")
        assert given(link) == [(0, True)]


# --- both questions of a beat, holds, orders -----------------------------------------------------


def one_rune(number, at, name):
    return option(number, "use", "fence", 0, order=(at,), label=name)


def both_questions(**changes):
    """Tricky Trap may answer the Spell as it is about to happen, Toastinator 2000 as it happens."""
    later = ask(option(0, "pass", label="Pass"), one_rune(1, 1, "Toastinator 2000"), verb="window")
    following = NextWindow(
        about="{2} CASTS This Spells Disaster", kind="cast", mine=True, ask=later
    )
    return views.open_window(next=following, **changes)


FIRST = ask(option(0, "pass", label="Pass"), one_rune(1, 0, "Tricky Trap"), verb="window")


def answers(link):
    return [(m.option, m.next, m.done) for m in link.said if isinstance(m, Give)]


async def test_both_questions_of_a_beat_stand_on_one_row_and_either_is_answered():
    link = FakeLink(*game(FIRST, window=both_questions()))
    async with sitting(link) as sat:
        row = "Instead: 1 Tricky Trap     When it happens: 2 Toastinator 2000"
        assert row in sat.text
        assert "Cem would CAST This Spells Disaster" in sat.text
        assert "[w] hold [f] orders" not in sat.foot  # nothing can be said beforehand here
        await sat.press("2")
        assert answers(link) == [(-1, 1, True)]
        await sat.hear(seen(number=8), pending(FIRST, 8, window=both_questions()))
        await sat.press("1")
        assert answers(link)[1:] == [(1, -1, True)]
        await sat.hear(seen(number=9), pending(FIRST, 9, window=both_questions()))
        await sat.press("space")
        assert answers(link)[2:] == [(0, -1, True)]


async def test_who_is_asked_only_as_it_happens_passes_that():
    link = FakeLink(*game(None, window=both_questions()))
    async with sitting(link) as sat:
        assert "When it happens: 1 Toastinator 2000" in sat.text
        assert "Instead" not in sat.text
        await sat.press("space")
        assert answers(link) == [(-1, 0, True)]


SAID = Beforehand()


async def test_the_next_window_is_held_beforehand_and_not_after_all():
    link = FakeLink(*game(None, waiting=(2,), beforehand=SAID))
    async with sitting(link) as sat:
        await sat.press("w")
        assert link.said == [HoldWindow(on=True)]
        said = Beforehand(holds_next=True)
        await sat.hear(pending(None, waiting=(2,), beforehand=said))
        assert "Waiting for Cem · chooses · You hold the next window" in sat.foot
        await sat.press("w")
        assert link.said[1:] == [HoldWindow(on=False)]


async def test_an_open_window_says_how_it_is_held_and_how_orders_are_filed():
    window = views.open_window()
    link = FakeLink(*game(views.reactions(), window=window, beforehand=SAID))
    async with sitting(link) as sat:
        assert "[w] hold [f] orders" in sat.foot
        assert "[Space] " in sat.foot
        await sat.press("w")
        assert link.said == [HoldWindow(number=7)]


async def test_orders_are_filed_rune_by_rune_or_for_none():
    link = FakeLink(*game(None, waiting=(2,), beforehand=SAID))
    async with sitting(link) as sat:
        await sat.press("f")
        assert "Tricky Trap                not used" in sat.text
        await sat.press("1", "down", "down", "enter")  # a Spell is CAST
        assert re.search(r"a Spell is CAST +yes", sat.text)
        await sat.press("pagedown", "enter", "escape")  # by the last of them
        assert "a Spell is CAST, by Dee" in sat.text
        await sat.press("3")
        trap = Order(zone="fence", at=0, face=views.ID["Tricky Trap"], when=("cast",), by=(3,))
        assert link.last(FileOrders).orders == (trap,)
        assert isinstance(sat.screen, GameScreen)
        await sat.press("f", "3")
        assert link.last(FileOrders).orders == ()


async def test_filed_orders_are_seen_beside_the_fence_and_taken_back():
    trap = Order(at=1, face=views.ID["Toastinator 2000"], when=("all",))
    said = Beforehand(filed=True, orders=(trap,))
    link = FakeLink(*game(None, waiting=(2,), beforehand=said))
    async with sitting(link) as sat:
        seats = tuple(
            each.model_copy(update={"filed": each.seat in (0, 1)}) for each in views.people(grace=0)
        )
        await sat.hear(lobby("playing", seats=seats))
        assert "Your Fence 2/3 filed" in sat.text
        assert "▮▮▮ filed" in sat.text
        assert "Your orders are filed" in sat.foot
        await sat.press("f")
        assert "Toastinator 2000           whenever it can" in sat.text
        await sat.press("4")
        assert link.last(TakeBackOrders) is not None


# --- alone, and how long an event stays ---------------------------------------------------------

UNHURRIED = ALONE | {"alone": True, "tempo": "normal", "stay": 0.7}


async def test_alone_space_shows_the_next_event_and_plus_and_minus_change_the_speed():
    link = FakeLink(welcome(), lobby("playing", **UNHURRIED), *game(None, waiting=(2,))[2:])
    async with sitting(link) as sat:
        assert "[Space] next [-][+] normal" in sat.foot
        await sat.press("space", "+", "-")
        assert link.said == [ShowNext(), SetTempo(tempo="brisk"), SetTempo(tempo="relaxed")]
        await sat.hear(lobby("playing", **UNHURRIED | {"tempo": "relaxed"}))
        await sat.press("-")
        assert link.last(SetTempo) == SetTempo(tempo="step")


async def test_alone_a_space_for_a_question_shows_nothing_next():
    link = FakeLink(welcome(), lobby("playing", **UNHURRIED), *game(views.cast_phase())[2:])
    async with sitting(link) as sat:
        await sat.press("space")
        assert given(link) == [(3, True)]
        assert link.last(ShowNext) is None


async def test_among_people_only_the_host_sets_how_long_events_stay():
    link = FakeLink(*game(None, waiting=(2,)))
    async with sitting(link) as sat:
        await sat.press("space", "+", "-")
        assert link.said == []
        await sat.hear(welcome(is_host=True), lobby("playing", tempo="relaxed"))
        await sat.press("-", "+")
        assert link.said == [SetTempo(tempo="normal")]


# --- what has happened meanwhile ------------------------------------------------------------------


async def test_what_was_played_before_somebody_came_is_not_counted_as_news():
    """After a resume the whole log comes at once: no answer of this player came before it."""
    told = tuple(f"{{1}} does thing number {n}" for n in range(171))
    words = [*game(views.cast_phase())]
    words[3] = log(*told)
    async with sitting(FakeLink(*words)) as sat:
        assert "thing number 170" in sat.text
        assert "before" not in sat.text
        assert sat.screen.scene.since == ()
        await sat.press("enter")
        await sat.hear(
            seen(number=8), pending(None, 8, waiting=(1,)), log("{1} goes on", start=171)
        )
        assert len(sat.screen.scene.since) == 1


async def test_all_that_happened_since_the_last_answer_can_be_read_on_the_board():
    link = FakeLink(*game(views.cast_phase()))
    told = [
        f"{{1}} does thing number {n}, which takes more words than one line holds"
        for n in range(30)
    ]
    async with sitting(link) as sat:
        await sat.press("enter")
        await sat.hear(seen(number=8), pending(None, 8, waiting=(1,)), log(*told, start=2))
        await sat.hear(seen(number=9), pending(views.cast_phase(), 9))
        assert "[a] 29 before" in sat.text
        for key in ("escape", "enter", "a"):
            await sat.press("a")
            assert "Since you answered last · [a] back" in sat.text
            await sat.press(key)
            assert "Since you answered last" not in sat.text
        assert given(link) == [(0, True)]  # who has read the news has chosen nothing
        await sat.press("a")
        for n in range(30):
            pane = " ".join(line[33:].strip("│ ") for line in sat.terminal.text)
            shown = " ".join(pane.replace("▸", " ").split())
            assert f"Bob does thing number {n}, which takes more words than one line holds" in shown
            await sat.press("right")
        await sat.press("a", "enter")
        assert given(link) == [(0, True), (0, True)]
        await sat.hear(seen(number=10), pending(None, 10), log("{1} goes on", start=40))
        assert "[a]" not in sat.text
        assert sat.screen.scene.since != ()
