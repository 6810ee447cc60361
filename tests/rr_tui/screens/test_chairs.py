"""Chairs for people who come later, as the screens offer them; who knocks, and who has come."""

import re

import pytest

from rr_net.link import (
    Chat,
    Enter,
    Fill,
    Host,
    Notice,
    OptionPointedAt,
    Problem,
    Rematch,
    Sit,
    Start,
)
from rr_tui.client.chairs import other_way
from rr_tui.client.table_client import names_somebody
from rr_tui.dialogs.lobby_lines import seat_items
from rr_tui.screens.end import EndScreen
from rr_tui.screens.guard import JUST_COME
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, people, person, welcome
from tests.support.rr_tui.sitting import sitting

WATCHER = (person("Ann", 0), person("Bob", 1), person("Zoe", -1))
"""Dee's chair is free for a bot, and Zoe has none."""


def with_bot(phase, *, seats=(), **changes):
    """A table where Cem is a bot, as Zoe sees it."""
    made = [seat if seat.seat != 2 else bot(seat) for seat in people()]
    for seat, more in seats:
        made[seat] = made[seat].model_copy(update=more)
    return lobby(phase, **{"seats": tuple(made), "people": WATCHER} | changes)


def bot(seat):
    return seat.model_copy(update={"kind": "bot", "name": "bot3", "bot": "greedy"})


def zoe(**changes):
    return welcome(name="Zoe", **changes)


async def test_the_lobbys_cursor_stands_on_the_first_chair_to_be_had_and_says_what_enter_does():
    link = FakeLink(zoe(), with_bot("lobby"))
    async with sitting(link) as sat:
        assert "a seat for you" in sat.text
        assert "Enter: sit down here, bot3 gets up." in sat.text
        await sat.press("enter")
        assert link.said == [Sit(seat=2)]
        seated = (*WATCHER[:2], person("Zoe", 2))
        await sat.hear(lobby("lobby", people=seated, seats=people()))
        assert "Enter takes it back." in sat.text
        assert "when all seats are taken and ready." in sat.text


@pytest.mark.parametrize("has_free", [False, True])
async def test_bots_for_free_seats_are_offered_where_one_is_free(has_free):
    *seats, last = lobby().seats
    free = last.model_copy(update={"kind": "empty", "name": ""})
    table = lobby(seats=(*seats, free if has_free else last))
    async with sitting(FakeLink(welcome(is_host=True), table)) as sat:
        await sat.press("end")
        assert "Deal now" in sat.text
        assert ("with bots on the free seats" in sat.text) is has_free
        assert ("A bot takes each free seat." in " ".join(sat.text.split())) is has_free


@pytest.mark.parametrize("is_host", [False, True])
async def test_the_lobby_says_what_the_deal_waits_for(is_host):
    waits = "The deal waits: seat 4 is free. The host puts a bot there."
    link = FakeLink(welcome(is_host=is_host), lobby(waits=waits))
    async with sitting(link) as sat:
        right = " ".join(line[43:].strip() for line in sat.text.splitlines())
        assert waits in " ".join(right.split())
        if is_host:
            await sat.press("end")
            assert "The game begins at once, whoever is" in sat.text


async def test_a_notice_stands_in_the_log_of_a_wide_board_and_not_in_its_chat_too():
    async with sitting(FakeLink(*game()), size=(120, 40)) as sat:
        await sat.hear(Notice(text="The line is back."), Chat(name="Bob", seat=1, text="hello"))
        assert sum("The line is back." in row[84:] for row in sat.terminal.text) == 1
        assert any("hello" in row[84:] for row in sat.terminal.text)


@pytest.mark.parametrize(("was", "words"), [(True, "sent away before"), (False, "not let in")])
async def test_the_door_says_of_whom_the_host_has_sent_away_already(was, words):
    outside = person("Eve", -1).model_copy(
        update={"admitted": False, "words": "teal-fox", "sent_away": was}
    )
    at_the_door = lobby(people=(*lobby().people, outside), doorkeeper=True)
    async with sitting(FakeLink(welcome(is_host=True), at_the_door)) as sat:
        assert f"At the door: Eve, {words}, teal-fox" in sat.text


async def test_the_lobby_says_who_plays_with_a_client_that_checks():
    seats = tuple(each.model_copy(update={"checks": each.seat == 1}) for each in people())
    async with sitting(FakeLink(zoe(), lobby(seats=seats, people=WATCHER))) as sat:
        [bobs] = [row for row in sat.text.splitlines() if " (checks)" in row]
        assert "Bob" in bobs
        await sat.press("up")
        told = " ".join(row[:41].strip() for row in sat.terminal.text[-5:])
        assert "(checks): their client checks the record, and signs their answers." in told


async def test_the_own_row_of_the_lobby_is_whole_at_80_columns_and_counts_no_pets_before_some():
    seats = tuple(each.model_copy(update={"checks": True}) for each in people())
    async with sitting(FakeLink(welcome(), lobby("lobby", seats=seats))) as sat:
        rows = sat.text.splitlines()
        assert "│ 1 Ann       you ready (checks)         │" in [row[:42] for row in rows]
        assert "pets 0" not in sat.text
        told = seats[1].model_copy(update={"declared": 2})
        await sat.hear(lobby("lobby", seats=(seats[0], told, *seats[2:])))
        assert "(checks) pets 2" in sat.text


async def test_the_lobbys_digits_are_the_same_before_and_after_one_sits():
    async with sitting(FakeLink(zoe(), lobby(people=WATCHER, seats=people()))) as sat:
        before = numbered(sat)
        seated = (*WATCHER[:2], person("Zoe", 2))
        await sat.hear(lobby("lobby", people=seated, seats=people()))
        after = numbered(sat)
        assert before["Options"] == after["Options"]
        assert {digit for digit, _ in before.items()} <= {digit for digit, _ in after.items()}


def numbered(sat):
    """The first word of each line that has a digit, with it."""
    found = (re.match(r".[▸ ](\d) +([\w]+)", row) for row in sat.text.splitlines())
    return {match[2]: match[1] for match in found if match}


def eve_sits(*, first):
    """Two chairs were to be had, of which Eve has taken the first."""
    other = people()[2].model_copy(update={"kind": "player", "name": "Eve", "ready": False})
    seats = tuple(bot4(each) for each in people())
    if first:
        return with_bot("lobby", seats=[(3, bot4(people()[3]).model_dump())])
    return lobby("lobby", seats=(*seats[:2], other, seats[3]), people=(*WATCHER, person("Eve", 2)))


def bot4(seat):
    changes = {"kind": "bot", "name": "bot4", "bot": "greedy", "ready": True}
    return seat.model_copy(update=changes) if seat.seat == 3 else seat


async def test_the_lobbys_cursor_goes_to_the_next_chair_when_somebody_else_takes_the_first():
    link = FakeLink(zoe(), eve_sits(first=True))
    async with sitting(link) as sat:
        assert "Enter: sit down here, bot3 gets up." in sat.text
        await sat.hear(eve_sits(first=False))
        assert "Enter: sit down here, bot4 gets up." in sat.text
        await sat.press("enter")
        assert link.said == [Sit(seat=3)]


async def test_the_lobbys_cursor_stays_where_the_player_has_moved_it():
    link = FakeLink(zoe(), eve_sits(first=True))
    async with sitting(link) as sat:
        await sat.press("up")
        await sat.hear(eve_sits(first=False))
        assert "Bob sits here: this seat is taken." in sat.text


@pytest.mark.parametrize(("level", "is_told"), [("table", True), ("solo", False)])
async def test_who_gets_ready_is_told_of_the_keys_that_the_deal_asks_for(level, is_told):
    async with sitting(FakeLink(welcome(), lobby("lobby", fairness=level))) as sat:
        while not re.search("▸. I am not ready", sat.text):
            await sat.press("down")
        told = " ".join(row[:41].strip() for row in sat.terminal.text[-4:])
        assert ("At the deal press any keys, many and at once: that shuffles." in told) is is_told


async def test_who_is_let_in_to_a_table_of_one_is_told_so_until_it_is_shown():
    link = FakeLink(zoe(admitted=False), lobby(people=(), seats=()))
    async with sitting(link) as sat:
        assert "Invite code:" in sat.text
        await sat.press(*"plum", "enter")
        await sat.hear(lobby(people=(), seats=(), letting_in=5.0))
        assert "You are let in." in sat.text
        assert "Who plays here alone reads that you come" in sat.text
        assert "Invite code:" not in sat.text


async def test_the_door_speaks_of_an_ssh_line_only_to_who_has_typed_one():
    outside = zoe(admitted=False, fingerprint=f"SHA256:{'A' * 43}")
    async with sitting(FakeLink(outside, lobby(people=(), seats=()))) as sat:
        assert "With the word text behind your ssh line" in " ".join(sat.text.split())

    def joined(app):
        app.shelf = object()

    link = FakeLink(outside, lobby(people=(), seats=()))
    async with sitting(link, dress=joined) as sat:
        said = " ".join(sat.text.split())
        assert "ssh line" not in said
        assert "With TERM=dumb before runes join" in said


async def test_a_refused_code_is_forgotten_once_the_right_one_came():
    link = FakeLink(zoe(admitted=False), lobby(people=(), seats=()))
    async with sitting(link) as sat:
        await sat.press(*"plum", "enter")
        assert link.said == [Enter(code="plum", name="Zoe")]
        await sat.hear(Problem(code="wrong_code", text="that is not the invite code: 5 tries left"))
        assert "5 tries left" in sat.text
        await sat.hear(Problem(code="wrong_code", text="that is not it; 4 tries are left"))
        assert "5 tries left" not in sat.text
        await sat.hear(zoe(), with_bot("lobby"))
        assert "5 tries left" not in sat.text


@pytest.mark.acceptance(10)
async def test_who_watches_a_game_takes_a_bots_chair_with_one_key():
    link = FakeLink(*game(None, waiting=(2,)))
    async with sitting(link) as sat:
        await sat.hear(zoe(), with_bot("playing"))
        assert "You watch" in sat.text
        assert "Take bot3's seat" in sat.text
        await sat.press("enter")
        assert link.said == [Sit(seat=2)]
        asking = (*WATCHER[:2], person("Zoe", -1, asks_for=2))
        await sat.hear(with_bot("playing", people=asking))
        assert "The host is asked for bot3's seat for you" in sat.text
        await sat.hear(with_bot("playing", seats=[(2, {"next": "Zoe"})]))
        assert "You have bot3's seat from the next turn on" in sat.text


async def test_the_host_reads_in_the_head_who_would_like_a_chair_and_answers_with_one_key():
    link = FakeLink(welcome(is_host=True), *game(None, waiting=(2,))[1:])
    async with sitting(link) as sat:
        asking = (person("Ann", 0), person("Zoe", -1, asks_for=2))
        await sat.hear(with_bot("playing", people=asking))
        assert "Zoe would like bot3's seat  [y] [n]" in sat.terminal.text[0]
        await sat.press("y")
        assert link.said == [Host(act="seat", name="Zoe")]
        await sat.press("n")
        assert link.said[-1] == Host(act="refuse", name="Zoe")


async def test_the_people_are_listed_with_the_bots_and_how_strong_these_are():
    link = FakeLink(welcome(is_host=True), *game(None)[1:])
    async with sitting(link) as sat:
        await sat.hear(with_bot("playing", seats=[(2, {"bot": "greedy"})]))
        await sat.press("m")
        while "▸  People" not in sat.text:
            await sat.press("down")
        await sat.press("enter")
        assert re.search(r"bot3 +seat 3: bot, greedy", sat.text)
        await sat.press("4")
        assert "It looks one step ahead." in sat.text
        assert link.said == []


async def test_a_knock_is_never_over_a_question_and_waits_in_the_menu():
    link = FakeLink(welcome(is_host=True), *game(views.cast_phase())[1:])
    async with sitting(link) as sat:
        asking = (person("Ann", 0), person("Zoe", -1, asks_for=2))
        await sat.hear(with_bot("playing", people=asking))
        assert "Zoe would like bot3's seat  [m] answers" in sat.terminal.text[0]
        assert "CAST" in sat.terminal.text[0]
        await sat.press("y")
        assert link.said == []
        assert "Zoe would like bot3's seat: [m] answers" in "".join(sat.terminal.text[-2:])
        await sat.press("m")
        assert "▸  Zoe would like bot3's seat: yes" in sat.text
        # What comes and goes has no digit, so that those of all else stay.
        assert "1 Read the log" in sat.text
        assert "   Zoe would like bot3's seat: no" in sat.text
        await sat.press("enter")
        assert link.said == [Host(act="seat", name="Zoe")]
        await sat.press("m", "down", "enter")
        assert link.said[1:] == [Host(act="refuse", name="Zoe")]
        await sat.hear(with_bot("playing", people=(person("Ann", 0), person("Zoe", -1))))
        assert "would like" not in sat.text


async def test_a_wide_terminal_says_whose_turn_it_is_too_while_somebody_knocks():
    link = FakeLink(welcome(is_host=True), *game(views.cast_phase())[1:])
    async with sitting(link, size=(140, 40)) as sat:
        asking = (person("Ann", 0), person("Zoe", -1, asks_for=2))
        await sat.hear(with_bot("playing", people=asking))
        head = sat.terminal.text[0]
        assert "Zoe would like bot3's seat  [m] answers" in head
        assert " win · your turn  Zoe" in head
        assert "CAST" in head


async def test_a_long_name_is_cut_before_the_key_that_answers():
    link = FakeLink(welcome(is_host=True), *game(views.cast_phase())[1:])
    async with sitting(link) as sat:
        name = "Maximilian-Wilhelmina-of-Maples"
        asking = (person("Ann", 0), person(name, -1, asks_for=2))
        await sat.hear(with_bot("playing", people=asking))
        assert name in sat.terminal.text[0]
        assert "[m] answers" in sat.terminal.text[0]


async def test_while_a_question_is_open_the_menu_begins_with_everybody_who_waits():
    link = FakeLink(welcome(is_host=True), *game(views.cast_phase())[1:])
    name = "it's \"(True, 'Zoe')\", \\"
    async with sitting(link) as sat:
        waiting = (
            person("Ann", 0),
            person("Zoe", -1, asks_for=2),
            person(name, -1, admitted=False),
        )
        await sat.hear(with_bot("playing", people=waiting))
        assert "Zoe would like bot3's seat +1  [m] answers" in sat.terminal.text[0]
        await sat.press("m", "down", "down", "enter")
        assert link.said == [Host(act="approve", key="otter-lamp")]
        # Whoever has gone while the menu was open is not answered.
        await sat.press("m")
        await sat.hear(with_bot("playing", people=waiting[:1]))
        await sat.press("1")
        assert link.said == [Host(act="approve", key="otter-lamp")]


@pytest.mark.acceptance(23)
async def test_who_comes_is_told_to_everybody_and_the_host_lets_in_with_one_key():
    link = FakeLink(welcome(is_host=True), lobby("lobby", doorkeeper=True))
    async with sitting(link) as sat:
        at_the_door = (*lobby().people, person("Zoe", -1, admitted=False))
        await sat.hear(lobby("lobby", doorkeeper=True, people=at_the_door))
        assert "At the door: Zoe, not let in, otter-lamp  [y] let in" in sat.terminal.text[0]
        await sat.press("y")
        assert link.said == [Host(act="approve", key="otter-lamp")]
        inside = (*lobby().people, person("Zoe", -1))
        await sat.hear(lobby("lobby", doorkeeper=True, people=inside))
        assert "Zoe has come" in sat.text


@pytest.mark.acceptance(22)
async def test_after_a_game_everybody_reads_who_wants_another_one():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        rested = [(0, {"ready": False}), (1, {"ready": False}), (3, {"ready": False})]
        await sat.hear(with_bot("over", seats=rested, people=lobby().people))
        await sat.press("1")
        assert link.said == [Rematch()]
        want = [(0, {"ready": True}), *rested[1:]]
        await sat.hear(with_bot("over", seats=want, people=lobby().people))
        assert "You want another game: waiting for Bob" in sat.text


@pytest.mark.parametrize(
    ("is_left", "told"),
    [
        (True, ("Play again, a bot for Bob", "Bob has left. Dee: away, the seat is kept.")),
        (False, ("Play again ", "Bob and Dee: away, the seat is kept.")),
    ],
)
async def test_after_a_game_it_is_said_who_plays_no_other_one_and_who_is_only_away(is_left, told):
    link = FakeLink(*game())
    async with sitting(link) as sat:
        gone = {"ready": False, "connected": False, "stand_in": is_left}
        rested = [(0, {"ready": False}), (1, gone), (3, {"ready": False})]
        await sat.hear(with_bot("over", seats=rested, people=lobby().people[:1]))
        for words in told:
            assert words in sat.text
        assert "With the same people" not in sat.text


async def test_the_second_game_of_a_match_is_asked_for_by_its_name():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        told = with_bot("over", seats=[(0, {"ready": False})], people=lobby().people)
        await sat.hear(told.model_copy(update={"again": "Play the second game"}))
        assert "1 Play the second game" in sat.text
        assert "Play again" not in sat.text
        await sat.press("1")
        assert link.said == [Rematch()]


async def test_what_was_said_before_the_end_is_no_news_below_it():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.hear(Notice(text="Bob has come long ago."))
        await sat.hear(with_bot("over", people=lobby().people))
        assert isinstance(sat.screen, EndScreen)
        assert "long ago" not in sat.text


async def test_an_enter_that_runs_past_the_end_asks_for_no_other_game():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        rested = [(0, {"ready": False}), (1, {"ready": False}), (3, {"ready": False})]
        await sat.hear(with_bot("over", seats=rested, people=lobby().people))
        for _ in range(3):
            sat.session.driver.feed(b"\r")
            await sat.rest()
        assert link.said == []
        await sat.press("enter")
        assert link.said == [Rematch()]


@pytest.mark.parametrize(("after", "said"), [(1.1, []), (2.9, []), (3.1, [Rematch()])])
@pytest.mark.parametrize("key", [b"\r", b"1"])
async def test_nobody_plays_again_before_the_result_can_have_been_read(key, after, said):
    link = FakeLink(*game())
    async with sitting(link) as sat:
        rested = [(0, {"ready": False}), (1, {"ready": False}), (3, {"ready": False})]
        await sat.hear(with_bot("over", seats=rested, people=lobby().people))
        await passes(after)
        sat.session.driver.feed(key)
        await sat.rest()
        assert link.said == said
        assert (JUST_COME in sat.text) == (not said), "whole, in the one row that there is"


async def test_what_leaves_the_page_of_the_end_there_is_chosen_a_second_after_it_has_come():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(with_bot("over", people=lobby().people))
        number = re.search(r"(\d) The log", sat.text)[1]
        await passes(1.1)
        sat.session.driver.feed(number.encode())
        await sat.rest()
        assert not isinstance(sat.screen, EndScreen)


async def test_the_host_deals_at_once_and_who_watched_takes_a_chair_for_the_next_game():
    link = FakeLink(welcome(is_host=True), *game()[1:])
    async with sitting(link) as sat:
        await sat.hear(with_bot("over", people=lobby().people))
        assert "Deal now, bots for the others" in sat.text
        await sat.press("2")
        assert link.said == [Start()]
    link = FakeLink(zoe(), *game()[1:])
    async with sitting(link) as sat:
        await sat.hear(with_bot("over"))
        assert "Take bot3's seat" in sat.text
        await sat.press("1")
        assert link.said == [Sit(seat=2)]


async def test_any_key_takes_the_chair_back_that_a_bot_keeps_warm():
    link = FakeLink(*game(None))
    async with sitting(link) as sat:
        await sat.hear(with_bot("playing", seats=[(0, {"stand_in": True})], people=WATCHER))
        await sat.press("k")
        assert link.said == [Sit(seat=0)]


async def test_the_result_says_from_which_turn_on_a_chair_was_whose():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.hear(lobby("over", seats=tuple(
            seat.model_copy(update={"since": 9}) if seat.seat == 2 else seat for seat in people()
        )))  # fmt: skip
        assert "bot3, from turn 9 Cem (the host's word)" in sat.text


@pytest.mark.parametrize(
    ("text", "is_named"),
    [("ann?", True), ("hi Ann!", True), ("annals", False), ("planned", False), ("", False)],
)
def test_a_name_in_the_chat_is_a_word_of_its_own(text, is_named):
    assert names_somebody(text, "ann") is is_named
    assert Chat(name="bob", seat=1, text=text).text == text


async def test_who_comes_back_to_a_seat_in_a_game_is_told_of_by_the_log_alone():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        ready = {"grace": 0, "connected": True}
        come = (*lobby().people, person("Zoe", -1))
        there = tuple(each for each in come if each.name not in {"Dee", "Zoe"})
        await sat.hear(with_bot("playing", people=there))
        await sat.hear(with_bot("playing", people=come, seats=[(3, ready)]))
        assert "Zoe has come" in sat.text
        assert "Dee has come" not in sat.text


FOLLOWS = "plays its hand, leaves the plan to people"


def castle(kind, **changes):
    """A lobby of a game that is played together, with a bot of this kind in the last chair."""
    *seats, last = people()
    sits = last.model_copy(update={"kind": "bot", "name": "bot3", "bot": kind})
    kinds = ("easy", "hard", "easy-follows", "hard-follows", "greedy", "search")
    bots = tuple(
        OptionPointedAt(id=each, text=FOLLOWS if each.endswith("follows") else "plays")
        for each in kinds
    )
    return lobby(seats=(*seats, sits), bots=bots, best="search", declaration="", **changes)


@pytest.mark.parametrize(
    ("kind", "line", "wanted"),
    [("hard", "Follow", "hard-follows"), ("search", "Follow", "hard-follows"),
     ("hard-follows", "Lead", "hard"), ("easy-follows", "Lead", "easy")],
)  # fmt: skip
def test_the_menu_of_a_bots_seat_has_it_follow_or_lead_again(kind, line, wanted):
    table = castle(kind)
    *_, last = seat_items(table, table.seats[-1])
    assert last.words[0].text.split() == [line]
    assert last.key == wanted


def test_a_bot_of_another_strength_follows_where_the_bot_of_the_seat_did():
    table = castle("hard-follows")
    found = [each.key for each in seat_items(table, table.seats[-1])]
    assert found == ["free", "easy-follows", "hard-follows", "greedy", "hard-follows", "hard"]


def test_no_bot_is_offered_to_follow_in_a_game_that_is_not_played_together_nor_a_greedy_one():
    table = castle("greedy")
    assert other_way(table, table.seats[-1]) is None
    alone = table.model_copy(update={"bots": lobby().bots})
    hard = alone.seats[-1].model_copy(update={"bot": "hard"})
    assert other_way(alone, hard) is None
    assert [each.key for each in seat_items(alone, hard)] == ["free", "random", "greedy"]


async def test_the_lobby_says_that_a_bot_follows_and_its_menu_what_that_means():
    link = FakeLink(welcome(is_host=True), castle("hard-follows"))
    async with sitting(link) as sat:
        assert "bot, hard, follows" in sat.text
        await sat.press("4", "end")
        assert "Lead" in sat.text
        await sat.press("enter")
        assert link.said == [Fill(seat=3, bot="hard")]


async def test_a_bot_that_leads_can_be_had_follow_and_it_is_said_what_that_means():
    async with sitting(FakeLink(welcome(is_host=True), castle("hard"))) as sat:
        await sat.press("4", "end")
        assert FOLLOWS in sat.text
        assert "people have the last blow" in " ".join(sat.text.split())
