"""A lesson on a screen, by keys: those that lead on, back and out, and the way from the lobby."""

import pytest

from rr_net import link
from rr_net.cli.screens import lessons_marked
from rr_net.local.tutorial import Learning, LessonTable, offered
from rr_tui.client.table_client import Call
from rr_tui.dialogs.base import ChoiceDialog
from rr_tui.dialogs.lobby_lines import OF_EDITION, lesson_items
from rr_tui.linear.lessons import offered_words
from rr_tui.looks.profile import mark_of
from rr_tui.looks.spans import plain
from rr_tui.screens.game import GameScreen
from rr_tui.screens.lobby import LobbyScreen
from tests.support.rr_net.roomplay import hall
from tests.support.rr_tui import fakelink, views
from tests.support.rr_tui.fakelink import FakeLink
from tests.support.rr_tui.sitting import sitting

GAME = "runes-regulations"


@pytest.fixture
async def pupil():
    async with sitting(LessonTable("rr-1", "ann")) as sat:
        yield sat


async def test_space_or_enter_goes_on_b_goes_back_and_a_remark_stands_above_the_keys(pupil):
    assert "Lesson 1 · Five Creatures · step 1 of" in pupil.text
    await pupil.press("enter", "space")
    assert "step 3 of" in pupil.text
    await pupil.press("space")
    assert "You may skip, but a card costs nothing here." in pupil.text
    assert "step 3 of" in pupil.text
    await pupil.press("d")
    assert "step 4 of" in pupil.text
    assert "You may skip" not in pupil.text
    await pupil.press("b", "b")
    assert "step 2 of" in pupil.text


async def test_an_answer_that_is_not_expected_can_be_given_again_and_again(pupil):
    await pupil.press("space", "space", "d")
    for _ in range(3):
        await pupil.press("2")
        assert "the little Griffin has packed already" in pupil.text
    await pupil.press("1")
    assert "step 5 of" in pupil.text


async def test_i_reads_the_card_under_the_cursor_in_a_lesson_too(pupil):
    await pupil.press("space", "space", "d", "i")
    assert "No effect." in pupil.text
    await pupil.press("escape")
    assert "step 4 of" in pupil.text


async def test_a_lesson_that_was_taken_to_its_end_is_marked_from_then_on():
    table = LessonTable("rr-tour", "ann")
    async with sitting(table) as sat:
        assert table.kept == ""
        for _ in range(30):
            if "That is all for this lesson." in sat.text:
                break
            await sat.press("enter")
        assert "lesson:rr-tour" in sat.app.profile.met
        assert "Leave the lesson" in sat.foot
        assert sat.foot.casefold().count("leave the lesson") == 1
    assert lessons_marked(table.kept) == {"rr-tour": " ✓"}
    items = lesson_items(offered(), sat.app.profile.met)
    assert {each.key for each in items if "✓" in str(each.words)} == {"rr-tour"}


@pytest.mark.parametrize("settings", ["", "{", "[]", '{"met": ["tip"]}'])
def test_settings_of_any_kind_say_which_lessons_were_taken(settings):
    assert lessons_marked(settings) == {}


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_escape_and_q_ask_once_before_the_lesson_is_left(key):
    async with sitting(LessonTable("rr-1", "ann")) as sat:
        await sat.press(key)
        assert sat.app.is_running
        assert "Leave the lesson? The same key again leaves it" in sat.text
        await sat.press("enter")
        assert "Leave the lesson?" not in sat.text
        assert "step 2 of" in sat.text
        await sat.press(key)
        assert sat.app.is_running
        await sat.press(key)
        await sat.until(lambda: not sat.app.is_running)


async def test_a_lesson_that_is_done_is_left_at_once():
    async with sitting(LessonTable("rr-tour", "ann")) as sat:
        for _ in range(30):
            if "That is all for this lesson." in sat.text:
                break
            await sat.press("enter")
        await sat.press("escape")
        await sat.until(lambda: not sat.app.is_running)


async def test_escape_puts_back_what_was_picked_before_it_leaves():
    async with sitting(LessonTable("rg-1", "ann")) as sat:
        await sat.press("space", "space", "1", "escape")
        assert sat.app.is_running
        assert "step 3 of" in sat.text


async def test_settings_that_answer_by_themselves_do_not_answer_a_teacher(pupil):
    auto = {"draw": True, "skip": True}
    async with sitting(LessonTable("rr-1", "ann"), auto=auto) as sat:
        await sat.press("space", "space")
        assert "step 3 of" in sat.text
        assert sat.app.client.model.lesson.remark == ""


async def test_nothing_rings_for_a_lesson(pupil):
    assert Call.BEGUN not in pupil.app.client.calls


# --- from the lobby ---------------------------------------------------------------------------


class Neighbour:
    """Somebody in the lobby of a real room, in front of the interface."""

    def __init__(self, place, sat):
        self._place, self.sat = place, sat

    async def press(self, *names):
        for name in names:
            await self.sat.press(name)
            await self.settles()

    async def settles(self):
        await self._place.settle()
        await self.sat.rest()

    @property
    def text(self):
        return self.sat.text


@pytest.fixture
async def table():
    async with hall(game=GAME, seats=2, is_open=True, fairness="solo") as place:
        own = Learning(place.room.connect("SHA256:ann", "ann"))
        await place.settle()
        async with sitting(own) as sat:
            ann = Neighbour(place, sat)
            await ann.settles()
            yield ann, place


async def test_t_takes_the_tour_and_escape_leads_back_to_the_lobby(table):
    ann, _ = table
    assert "[t] tour" in ann.sat.foot
    await ann.press("t")
    assert isinstance(ann.sat.screen, GameScreen)
    assert "The tour, 90 seconds · step 1 of" in ann.text
    await ann.press("escape", "escape")
    assert isinstance(ann.sat.screen, LobbyScreen)
    assert "a free seat" in ann.text


async def test_the_line_learn_offers_every_lesson(table):
    ann, _ = table
    at = next(row for row in ann.text.splitlines() if "Learn…" in row)
    await ann.press(at.split("Learn")[0].strip("│▸ "))
    assert isinstance(ann.sat.screen, ChoiceDialog)
    assert "Five Creatures" in ann.text
    await ann.press("1")
    assert "Lesson 1 · Five Creatures" in ann.text
    await ann.press("escape", "escape")
    assert isinstance(ann.sat.screen, LobbyScreen)


async def test_a_lesson_after_another_one_that_was_left_can_be_taken(table):
    ann, _ = table
    await ann.press("t", "space", "escape")
    ann.sat.link.send(link.Learn(lesson="rr-1"))
    await ann.settles()
    assert "step 1 of" in ann.text
    assert "[Space] Go on" in ann.sat.foot
    await ann.press("space")
    assert "step 2 of" in ann.text


async def test_a_question_of_the_table_is_asked_though_one_of_a_lesson_had_its_number():
    question = fakelink.pending(views.cast_phase())
    told = link.Lesson(lesson="rr-1", title="Lesson 1", step=1, of=9, text="Read this.")
    own = FakeLink(*fakelink.game(views.cast_phase())[:-1])
    async with sitting(own) as sat:
        await sat.hear(told, question)
        await sat.press("d")
        over = told.model_copy(update={"over": True})
        await sat.hear(over, fakelink.lobby("playing"), fakelink.seen(views.table()), question)
        await sat.press("d")
    answers = [each.number for each in own.said if isinstance(each, link.Give)]
    assert answers == [question.number] * 2


async def test_the_deal_leads_from_the_lesson_to_the_table_with_a_line(table):
    ann, place = table
    host = place.room.connect("SHA256:host", "host", is_host=True)
    host.attach(lambda message: None)
    await ann.settles()
    ann.sat.link.send(link.Sit(seat=0))
    await ann.press("t")
    host.send(link.Start())
    await ann.settles()
    assert isinstance(ann.sat.screen, GameScreen)
    assert ann.sat.app.client.model.lesson is None
    told = plain(ann.sat.app.client.log.notices)
    assert "The game begins: the lesson is over for now." in told
    assert "Pat explains" not in ann.text


async def test_who_has_picked_another_card_than_the_lesson_wants_reads_how_to_put_it_back():
    async with sitting(LessonTable("rg-1", "ann"), size=(80, 24)) as sat:
        await sat.press("enter", "enter", "2")
        told = " ".join(line.rpartition("││")[2].strip("│ ") for line in sat.text.splitlines())
        assert "Play 9♣ (2 again puts 4 of Diamonds back)" in told
        await sat.press("2")
        assert "Play 9♣ (Enter on it)" in sat.text
        await sat.press("5")
        assert "puts" not in sat.text


def test_every_lesson_has_a_number_key_in_the_lobby_and_all_can_be_reached():
    first = lesson_items(offered())
    pages = [first, *(lesson_items(offered(), (), each.key.removeprefix(OF_EDITION))
                      for each in first if each.key.startswith(OF_EDITION))]  # fmt: skip
    assert all(each.key_at(at) for page in pages for at, each in enumerate(page))
    numbers = {each.id: each.number for each in offered().lessons if each.number}
    keys = {each.key: each.key_at(at) for page in pages for at, each in enumerate(page)}
    assert numbers == {lesson: keys[lesson] for lesson in numbers}
    reached = {each.key for page in pages for each in page if ":" not in each.key}
    assert reached == {each.id for each in offered().lessons}


async def test_a_lesson_that_was_begun_is_marked_so_until_it_is_taken_to_its_end():
    table = LessonTable("rr-1", "ann")
    async with sitting(table) as sat:
        assert "begun:rr-1" not in sat.app.profile.met, (
            "who has only looked at it has begun nothing"
        )
        await sat.press("enter")
        assert "begun:rr-1" in sat.app.profile.met
        words = [plain([each.words]) for each in lesson_items(offered(), sat.app.profile.met)]
        assert words[0].endswith(" (begun)")
    assert lessons_marked(table.kept) == {"rr-1": " (begun)"}
    assert mark_of("rr-1", ("begun:rr-1", "lesson:rr-1")) == " ✓"
    said = list(offered_words(offered(), ("begun:rr-1", "lesson:rr-2")))
    assert any("learn rr-1: Five Creatures (begun)." in line for line in said)
    assert any("learn rr-2: Spells and HOA rules (done)." in line for line in said)
