"""The first screen, and the dialog by which an evening ends: no state without a way on."""

import asyncio

import pytest

from rr_net.link import Sit, StepAway
from rr_tui.looks.profile import Profile
from rr_tui.screens.front import (
    QUIT,
    FrontLine,
    FrontPage,
    choose_in_lines,
    meant,
    narrowed,
    spoken,
)
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, person
from tests.support.rr_tui.sitting import choosing, sitting

GAMES = FrontPage(
    "Which game?", (FrontLine("game:0", "Rune, 2", ("Rune", "The most points win."), game="rune"),)
)
KEPT = FrontPage(
    "Kept games",
    (
        FrontLine(
            "go:1", "Rune, turn 3: ann, cem", ("Rune", "With ann, cem."), sought=("ann", "cem")
        ),
        FrontLine(
            "go:2", "Rune, turn 9: ann, Zoë", ("Rune", "With ann, Zoë."), sought=("ann", "Zoë")
        ),
        FrontLine("go:3", "Regicide, turn 2: ann, bob, c…", ("Regicide",), sought=("bob", "cem")),
    ),
    find="Which games?",
)
PAGE = FrontPage(
    "What shall it be?",
    (
        FrontLine("play", "Play now: you and two bots", ("Runes", "Five Creatures win.")),
        FrontLine("games", "Another game", ("Another game",), lambda: GAMES),
        FrontLine("go:1", "Go on: Rune", ("Rune", "Another version dealt it."), is_open=False),
    ),
    "play",
)


async def ended(sat):
    await asyncio.wait({sat.session.task}, timeout=2)
    assert sat.session.task.done()
    return sat.app.chosen


@pytest.mark.acceptance(1)
async def test_it_names_the_goal_of_the_game_under_the_cursor_and_enter_chooses():
    async with choosing(PAGE) as sat:
        assert "Five Creatures win." in sat.text
        await sat.press("enter")
        assert await ended(sat) == "play"


async def test_a_line_leads_to_a_page_and_escape_back():
    async with choosing(PAGE) as sat:
        await sat.press("2")
        await sat.until_worked_out(lambda: "Which game?" in sat.text)
        assert "The most points win." in sat.text
        await sat.press("escape")
        assert "What shall it be?" in sat.text
        await sat.press("2")
        await sat.until_worked_out(lambda: "Which game?" in sat.text)
        await sat.press("enter")
        assert await ended(sat) == "game:0"


def kept_page(words):
    """A first page, one of whose lines keeps a choice on a page of its own."""
    kept = FrontLine("bots:easy", "Easy", ("Easy", "Each errs."), keep=lambda: kept_page("easy"))
    page = FrontPage("How well shall they play?", (kept,), is_explained=True)
    line = FrontLine("bots", f"Bots: {words}…", ("Bots",), lambda: page)
    behind = FrontPage("A table is open here", (FrontLine("to:0", "Go to it", ("It",)),))
    return FrontPage("What shall it be?", (line,), "bots", behind=behind)


async def test_a_line_that_keeps_a_choice_leads_back_to_the_page_made_anew():
    async with choosing(kept_page("hard")) as sat:
        await sat.press("1")
        await sat.until_worked_out(lambda: "Each errs." in sat.text)
        await sat.press("1")
        await sat.until_worked_out(lambda: "Bots: easy…" in sat.text)
        await sat.press("left")
        assert "A table is open here" in sat.text


async def test_in_words_a_line_that_keeps_a_choice_says_what_it_is_about_and_leads_back():
    lines = Typed("1", "1", "b", "q")
    assert await choose_in_lines(kept_page("hard"), lines) == QUIT
    assert "1 Easy: Each errs." in lines.told
    at = lines.told.index("1 Bots: easy… (Enter)")
    assert "A table is open here" in lines.told[at:]


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
async def test_who_wants_nothing_leaves(key):
    async with choosing(PAGE) as sat:
        await sat.press(key)
        assert await ended(sat) == QUIT


async def test_what_cannot_be_chosen_says_why_and_stays():
    async with choosing(PAGE) as sat:
        await sat.press("3")
        assert "Another version dealt it." in sat.text
        assert not sat.session.task.done()


async def test_the_rules_of_the_game_under_the_cursor_are_one_key_away():
    async with choosing(GAMES) as sat:
        await sat.press("?")
        await sat.until(lambda: "A turn in six lines" in sat.text)
        await sat.press("left")
        assert "Which game?" in sat.text


async def test_settings_are_changed_before_any_table_is_open():
    async with choosing(PAGE) as sat:
        await sat.press("o")
        await sat.until(lambda: "Settings" in sat.text)
        await sat.press("enter", "escape")
        assert sat.app.profile.theme != Profile().theme
        await sat.press("enter")
        assert await ended(sat) == "play"


async def test_beside_an_open_table_it_is_said_where_its_settings_are():
    words = "The open table keeps your settings"
    page = FrontPage("A table is open here", (*PAGE.lines[:2],), no_settings=words)
    async with choosing(page) as sat:
        assert "[o]" not in sat.foot
        await sat.press("o")
        assert words in sat.text
        await sat.press("down")
        assert words not in sat.text
        await sat.press("enter")
        await sat.until_worked_out(lambda: "Which game?" in sat.text)
        await sat.press("o")
        await sat.until(lambda: "Enter: the next one." in sat.text)


@pytest.mark.parametrize("key", ["?", "o"])
async def test_one_can_go_from_what_is_open_over_it(key):
    async with choosing(PAGE) as sat:
        await sat.press(key, "ctrl+c")
        assert await ended(sat) == QUIT


async def test_a_page_of_many_is_narrowed_down_by_people_and_by_what_it_says():
    async with choosing(KEPT) as sat:
        assert "[/] filter: all" in sat.text
        await sat.press("/")
        await sat.until(lambda: "Which games?" in sat.text)
        await sat.press(*"CEM rune", "enter")
        assert "filter: CEM rune" in sat.text
        assert ["turn 3" in sat.text, "turn 9" in sat.text, "Regicide" in sat.text] == [
            True,
            False,
            False,
        ]
        assert "With ann, cem." in sat.text
        await sat.press("/", "end", *["backspace"] * 8, *"zoë", "enter", "enter")
        assert await ended(sat) == "go:2"


async def test_where_nothing_fits_the_filter_says_so_and_nothing_can_be_chosen():
    async with choosing(KEPT) as sat:
        await sat.press("/", *"nobody", "enter", "enter")
        assert "Nothing fits." in sat.text
        assert not sat.session.task.done()
        await sat.press("/", "end", *["backspace"] * 6, "enter", "enter")
        assert await ended(sat) == "go:1"


async def test_a_page_of_few_has_no_filter():
    async with choosing(PAGE) as sat:
        assert "filter" not in sat.text
        await sat.press("/", *"xyz", "enter")
        assert await ended(sat) == "play"


def test_in_words_it_is_narrowed_down_too():
    assert any("/" in line and "narrow" in line for line in spoken(KEPT))
    assert not any("narrow" in line for line in spoken(PAGE))
    page = narrowed(KEPT, " / bob ")
    assert spoken(page)[1].startswith("1 Regicide")
    assert meant(page, "1").key == meant(page, "").key == "go:3"
    assert meant(page, "2") is None
    assert narrowed(page, "/").words == ""
    nobody = narrowed(KEPT, "/nobody")
    assert not meant(nobody, "").is_open
    assert [narrowed(PAGE, "/x"), narrowed(KEPT, "2")] == [None, None]


class Typed:
    """Somebody who types these lines, and what they are told."""

    is_terminal = True

    def __init__(self, *typed):
        self._typed, self.told = [*typed], []

    async def read_line(self):
        return self._typed.pop(0) if self._typed else None

    def write_line(self, text):
        self.told.append(text)

    async def drain(self):
        pass


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        (("",), "play"),
        (("2", "b", "1"), "play"),
        (("2", "1"), "game:0"),
        (("3", "i 1", "99", "q"), QUIT),
        ((), QUIT),
    ],
)
async def test_in_words_one_chooses_by_numbers(typed, chosen):
    lines = Typed(*typed)
    assert await choose_in_lines(PAGE, lines) == chosen
    if "99" in typed:
        assert {"Another version dealt it.", "Five Creatures win."} <= {*lines.told}
        assert "There is no line 99 here." in lines.told


async def test_in_words_the_list_is_narrowed_down_before_a_number_is_typed():
    lines = Typed("/cem", "/ Zoë", "1")
    assert await choose_in_lines(KEPT, lines) == "go:2"
    assert "Kept games, Zoë" in lines.told


def test_in_words_it_is_numbered_and_enter_is_the_usual_line():
    assert spoken(PAGE)[1] == "1 Play now: you and two bots (Enter)"
    assert meant(PAGE, "").key == "play"
    assert meant(PAGE, "2").page() is GAMES
    assert meant(PAGE, "7") is meant(PAGE, "x") is None


def hosting(*guests):
    """The table's own terminal, with guests or alone."""
    told = list(game(views.cast_phase()))
    me = person("Ann", 0, is_host=True)
    people = (me, *(person(name, seat, is_host=False) for seat, name in enumerate(guests, 1)))
    return FakeLink(*told, lobby("playing", people=people))


async def test_closing_the_table_for_others_takes_an_answer_and_says_what_becomes_of_the_game():
    link = hosting("bob", "cem")
    async with sitting(link, keeper="host") as sat:
        await sat.press("ctrl+c", "ctrl+c")
        assert not link.is_closed
        await sat.press("down", "down")
        assert "Close the table for bob and cem" in sat.text
        assert "`make play` (or" in sat.text
        await sat.press("enter")
        await asyncio.wait({sat.session.task}, timeout=2)
        assert link.is_closed


async def test_stepping_away_is_one_line_above_closing():
    link = hosting("bob")
    async with sitting(link, keeper="host") as sat:
        await sat.press("q", "2")
        assert link.said == [StepAway()]
        assert not sat.session.task.done()


async def test_who_is_alone_leaves_by_the_same_key_pressed_twice():
    link = hosting()
    async with sitting(link, keeper="play") as sat:
        await sat.press("ctrl+c")
        assert "Step away" not in sat.text
        await sat.press("ctrl+c")
        await asyncio.wait({sat.session.task}, timeout=2)
        assert link.is_closed


async def test_who_comes_while_the_question_is_open_is_named_in_it():
    link = hosting()
    async with sitting(link, keeper="host") as sat:
        await sat.press("ctrl+c")
        people = (person("Ann", 0, is_host=True), person("dee", 1, is_host=False))
        await sat.hear(lobby("playing", people=people))
        assert "Close the table for dee" in sat.text
        await sat.press("ctrl+c")
        assert not link.is_closed


@pytest.mark.acceptance(12)
async def test_who_has_stepped_away_from_an_open_question_takes_the_seat_back_with_enter():
    link = hosting("bob")
    async with sitting(link, keeper="host") as sat:
        seats = tuple(
            seat.model_copy(update={"away": seat.seat == sat.app.client.model.seat})
            for seat in lobby("playing").seats
        )
        await sat.hear(lobby("playing", people=sat.app.client.model.lobby.people, seats=seats))
        await sat.press("enter")
        assert link.last(Sit) is not None
