"""A lesson in lines of text: what is said, and what b, q and learn do."""

import re
from types import SimpleNamespace

import pytest

from rr_net.local.tutorial import Learning, LessonTable
from rr_rules.lessons.shelf import lesson, lessons
from rr_tui.linear import TextInterface
from tests.support.fakeclock import FakeClock
from tests.support.rr_net.roomplay import hall


class Listener:
    """Somebody at a line of text."""

    def __init__(self, place):
        self.lines, self._clock = [], FakeClock()
        channel = SimpleNamespace(is_terminal=False, write_line=self.lines.append)
        self.interface = TextInterface(place, channel, self._clock)
        place.attach(self.interface.hear)
        self._clock.advance(0.01)

    @property
    def text(self):
        return " ".join(" ".join(self.lines).split())

    def types(self, text):
        """What is said after a line was typed."""
        del self.lines[:]
        self.interface.said(text)
        self._clock.advance(0.01)
        return self.text


@pytest.fixture
def ann():
    return Listener(LessonTable("rr-1", "ann"))


def test_a_lesson_says_how_one_goes_back_and_leaves_before_anything_else(ann):
    assert "Lesson 1 · Five Creatures, 10 steps. Type b to go back a step, q to leave" in ann.text
    assert "Step 1. Pat: Welcome to Maple Court!" in ann.text
    assert "Pat points at your Lawn." in ann.text


def test_what_happened_is_said_before_the_teacher_speaks_and_the_question_after(ann):
    ann.types("1")
    ann.types("1")
    said = ann.types("d")
    places = [said.index(words) for words in ("ann DRAWS", "Step 4. Pat:", "Pat points at Griffin",
                                             "To do: SUMMON", "Your Summon phase")]  # fmt: skip
    assert places == sorted(places)


def test_a_remark_is_said_alone_and_the_question_again(ann):
    ann.types("1")
    ann.types("1")
    said = ann.types("s")
    assert "Pat: You may skip, but a card costs nothing here." in said
    assert "Step 3" not in said
    assert "d DRAW instead, s Skip" in said


def test_b_goes_back_and_q_leaves_once_it_was_asked(ann):
    ann.types("1")
    assert "Step 1. Pat: Welcome" in ann.types("b")
    assert ann.types("q").startswith("Leave the lesson? q again leaves it")
    assert "Step 2." in ann.types("1")
    assert ann.types("q").startswith("Leave the lesson?")
    assert "left before its end. Again: runes learn rr-1" in ann.types("q")


def test_names_stand_for_seats_in_what_is_to_be_done():
    ann = Listener(LessonTable("rr-2", "ann"))
    ann.types("1")
    said = ann.types("1")
    assert "To do: Bratty Dragon of Bob." in said
    assert "{" not in said


async def test_in_a_lobby_learn_lists_learn_begins_and_t_is_the_tour():
    async with hall(game="rune", seats=2, is_open=True) as place:
        bob = Listener(Learning(place.room.connect("SHA256:bob", "bob")))
        await place.settle()
        bob.types("")
        listed = bob.types("learn")
        assert "Regicide: learn rg-tour: The tour, 90 seconds." in listed
        assert "learn rn-1: Laying." in listed
        assert "Lesson 1 · Laying, 8 steps." in bob.types("learn rn-1")
        bob.types("q")
        assert "The lesson is over." in bob.types("q")
        assert "The tour, 90 seconds, 6 steps." in bob.types("learn tour")
        bob.types("q")
        bob.types("q")
        assert "there is no lesson 'x'" in bob.types("learn x")


async def test_a_lesson_goes_on_where_it_was_left_and_another_one_begins():
    async with hall(game="rune", seats=2, is_open=True) as place:
        bob = Listener(Learning(place.room.connect("SHA256:bob", "bob")))
        await place.settle()
        bob.types("learn rr-1")
        for typed in ("1", "1", "d", "q"):
            bob.types(typed)
        assert "The lesson is over." in bob.types("q")
        again = bob.types("learn rr-1")
        assert "Step 4. Pat: Now SUMMON" in again
        assert "DRAWS Garden-Hose Hydra" in again
        assert "Step 5." in bob.types("1")
        assert "Step 4." in bob.types("b")
        assert "Step 1. Pat: I am Pat" in bob.types("learn rr-tour")
        assert "Step 1. Pat: Welcome" in bob.types("learn rr-1")


OF_THE_BOARD = re.compile(
    r"\b(Enter|cursor|arrows?|Esc|Escape|Space|Tab|Shift|press|keys?|click|screen|beside|under your"
    r" Lawn)\b|[#\[\]]",
    re.IGNORECASE,
)
"""What only a board has: keys, a cursor, signs, and where something stands on it."""
TYPE = re.compile(r"To do: .+? Type (.+?)\.(?: |$)")


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.lesson.id for each in lessons()])
def test_every_step_is_taken_by_typing_what_it_says_and_names_nothing_of_the_board(name):
    ann = Listener(LessonTable(name, "ann"))
    said = ann.text
    while "What now?" not in said:
        assert OF_THE_BOARD.search(said) is None, said
        told = ann.interface.model.lesson
        typed = TYPE.search(said)
        assert bool(typed) == (told.do != "" and bool(told.expected or "Hold" in told.do)), said
        # What may be chosen freely is chosen by the first number, and a page is turned so.
        said = ann.types(typed[1].split(", ")[0].split(" or ")[0] if typed else "1")
        assert not ann.interface.model.lesson.remark
        assert (ann.interface.model.lesson.step, said) != (told.step, "")


@pytest.mark.parametrize("name", [each.lesson.id for each in lessons()])
def test_what_a_teacher_says_to_another_answer_names_nothing_of_the_board(name):
    steps = lesson(name).step
    for other in (other for step in steps for other in step.other):
        assert OF_THE_BOARD.search(other.say) is None, other.say


def test_what_is_to_be_done_is_told_with_what_one_types_for_it(ann):
    ann.types("1")
    assert "To do: DRAW instead. Type d." in ann.types("1")
    assert "To do: DRAW instead. Type d." in ann.types("s")
    assert "To do: SUMMON the Griffin. Type 1." in ann.types("d")


def test_a_card_that_is_laid_is_told_in_one_line():
    ann = Listener(LessonTable("rn-1", "ann"))
    assert "A place is a column and a row" in ann.types("1")
    assert "To do: R09 on (0,2), as it is. Type 1 0,2 0." in ann.types("1")


async def test_a_teachers_table_is_no_news_of_the_room_and_what_happened_there_is():
    async with hall(game="rune", seats=2, is_open=True) as place:
        bob = Listener(Learning(place.room.connect("SHA256:bob", "bob")))
        await place.settle()
        bob.types("")
        begun = bob.types("learn rr-1")
        assert "is gone" not in begun
        assert "The game is now" not in begun
        await place.comes("zoe")
        bob.types("q")
        back = bob.types("q")
        assert "The lesson is over." in back
        assert "zoe is here." in back
        assert "bob" not in back
        assert "The game is now" not in back


def test_the_next_lesson_asks_its_first_question():
    ann = Listener(LessonTable("rr-tour", "ann"))
    while "1: Next: Five Creatures" not in ann.types("1"):
        pass
    begun = ann.types("1")
    assert begun.index("The lesson is over.") < begun.index("Step 1. Pat: Welcome")
    assert begun.endswith("Read, then go on 1 or d: Go on")
    assert "Step 2." in ann.types("1")


async def test_another_lesson_taken_from_within_one_asks_its_first_question():
    async with hall(game="rune", seats=2, is_open=True) as place:
        bob = Listener(Learning(place.room.connect("SHA256:bob", "bob")))
        await place.settle()
        bob.types("learn rr-1")
        assert bob.types("learn rn-1").endswith("Read, then go on 1 or d: Go on")
        assert "Step 2." in bob.types("1")
