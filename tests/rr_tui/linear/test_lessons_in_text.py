"""A lesson in lines of text: what is said, and what b, q and learn do."""

from types import SimpleNamespace

import pytest

from rr_net.local.tutorial import Learning, LessonTable
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


def test_b_goes_back_and_q_leaves(ann):
    ann.types("1")
    assert "Step 1. Pat: Welcome" in ann.types("b")
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
        assert "Lesson 1 · Laying, 7 steps." in bob.types("learn rn-1")
        assert "The lesson is over." in bob.types("q")
        assert "The tour, 90 seconds, 6 steps." in bob.types("learn tour")
        bob.types("q")
        assert "there is no lesson 'x'" in bob.types("learn x")
