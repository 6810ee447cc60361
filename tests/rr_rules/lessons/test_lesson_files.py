"""Lesson files that say what cannot be: refused in a sentence that names the place."""

import pytest

from rr_rules.kernel.game import TAKE_BACK
from rr_rules.lessons.places import BadLesson
from rr_rules.lessons.shelf import lesson, read_lesson
from rr_rules.lessons.tutored import TutoredGame

HEAD = """
[lesson]
id = "rr-9"
game = "runes-regulations"
edition = "Runes & Regulations"
number = 9
title = "A title"
about = "What it is about."
people = ["Bob"]
"""
START = """
[start]
hand0 = ["Newts in Bulk", "Sneaky Griffin"]
"""
STEP = """
[[step]]
at = { verb = "cast_phase" }
say = "CAST something."
expect = [{ act = "cast" }]
[[step.else]]
say = "No, CAST."
"""


def read(*parts):
    return read_lesson("".join(parts), "file.toml")


def taken(*parts):
    return TutoredGame(read(*parts))


def test_a_lesson_of_one_step_is_one():
    game = taken(HEAD, START, STEP)
    assert game.answer(game.expected[0])
    assert game.is_done


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((HEAD, START), "file.toml, step: Field required"),
        ((HEAD, START, "[["), "file.toml: "),
        ((HEAD.replace("Bob", "B" * 13), START, STEP), "file.toml, lesson.people.0"),
        ((HEAD, START, STEP, "colour = 1"), "file.toml, step.0.else.0.colour"),
        ((HEAD, START, "[[step]]\npoint = []"), "a step that answers nothing says something"),
        ((HEAD, START, '[[step]]\nsay = "x"\nexpect = [{}]'), "says at which request"),
        ((HEAD, START, STEP.replace("expect", "free = true\nexpect")), "one of expect, answer"),
        ((HEAD, START, '[[step]]\nsay = "x"\n[[step.else]]\nsay = "y"'), "has an else"),
        ((HEAD, START, STEP.replace("No, CAST.", "x" * 78)), "at most 77 characters"),
    ],
)
def test_a_file_of_the_wrong_shape_is_refused_by_its_place(parts, said):
    with pytest.raises(BadLesson, match=said.replace("[", r"\[")):
        read(*parts)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ('[start]\nhand0 = ["No Such Card"]\n', "no card .left. is called 'No Such Card'"),
        ("[start]\nhand9 = []\n", "hand9: expected one of"),
        ("[start]\nhand0 = 3\n", "hand0: expected a list of names"),
        ('[start]\nseats = "two"\n', "seats: expected a whole number"),
        ("[start]\nphase = 1\n", "phase: expected a text"),
        ('[start]\nsettings = "on"\n', "expected texts by name"),
    ],
)
def test_a_position_that_cannot_be_is_refused(start, said):
    with pytest.raises(BadLesson, match=said):
        taken(HEAD, start, STEP)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (STEP.replace("cast_phase", "no_such"), "its request never comes"),
        ('[[step]]\nat = { verb = "cast_phase" }\nanswer = { card = "Nobody" }\n', "not among"),
    ],
)
def test_a_step_that_never_comes_is_a_mistake_of_the_lesson(step, said):
    with pytest.raises(BadLesson, match=said):
        taken(HEAD, START, step)


def test_pointing_at_what_is_not_there_is_a_mistake():
    game = taken(HEAD, START, STEP.replace("say =", 'point = ["hand:Alley Cat"]\nsay =', 1))
    with pytest.raises(BadLesson, match="'hand:Alley Cat' is not there"):
        _ = game.points


def test_an_answer_without_an_else_is_a_mistake():
    game = taken(HEAD, START, STEP.split("[[step.else]]", maxsplit=1)[0])
    with pytest.raises(BadLesson, match="no else"):
        game.answer(len(game.asked.options) - 1)


@pytest.mark.parametrize("pick", [0, -1])
@pytest.mark.parametrize("name", ["rr-1", "rr-4", "rg-2", "rg-3", "rn-2"])
def test_a_free_step_leads_to_the_end_whatever_is_chosen(name, pick):
    game = TutoredGame(lesson(name))
    while not game.is_done:
        if game.asked is None:
            game.turn_page()
            continue
        # Who takes back what was laid lays it again: that could go on for ever.
        found = [i for i in game.expected if game.asked.options[i].act != TAKE_BACK]
        assert game.answer(found[pick if game.step.free else 0])
