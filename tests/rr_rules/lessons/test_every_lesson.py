"""Each lesson on the real cards: its main line, and every answer that a step does not expect.

A card that changes breaks the build here, not the pupil.
"""

from itertools import groupby

import pytest

from rr_rules.lessons.shelf import after, lesson, lessons
from rr_rules.lessons.tutored import TutoredGame

EVERY = [each.lesson.id for each in lessons()]
READ = 200 / 60
"""Words a second."""
PRESS = 2.0
"""Seconds for the keys of one answer."""


def stops(game):
    """Plays the main line: yields at each moment at which the pupil is waited for."""
    while not game.is_done:
        yield game
        if game.asked is None:
            game.turn_page()
        elif game.holds:
            game.hold()
        else:
            assert game.answer(game.expected[0])


def standing(game):
    return game.at, game.number, game.table.number, game.table.save(), len(game.told)


@pytest.mark.parametrize("name", EVERY)
def test_the_main_line_comes_to_its_end(name):
    game = TutoredGame(lesson(name))
    seen = [step for step, _ in groupby(each.step for each in stops(game))]
    spoken = [step for step in game.lesson.step if step.say is not None]
    assert seen == spoken
    assert game.is_done
    with pytest.raises(Exception, match="over"):
        game.step  # noqa: B018 - there is none any more


@pytest.mark.parametrize("name", EVERY)
def test_an_unexpected_answer_is_spoken_to_and_changes_nothing(name):
    for game in stops(TutoredGame(lesson(name))):
        choose = game.asked
        for option in range(len(choose.options)) if choose is not None else ():
            if option in game.expected:
                continue
            before = standing(game)
            assert game.answer(option) is False
            assert game.remark in {other.say for other in game.step.other}
            assert standing(game) == before


@pytest.mark.parametrize("name", EVERY)
def test_every_else_is_said_to_something(name):
    for game in stops(TutoredGame(lesson(name))):
        choose, said = game.asked, set()
        for option in range(len(choose.options)) if choose is not None else ():
            if option not in game.expected and not game.answer(option):
                said.add(game.remark)
        assert {other.say for other in game.step.other} == said


@pytest.mark.parametrize("name", EVERY)
def test_what_is_expected_and_pointed_at_is_there(name):
    for game in stops(TutoredGame(lesson(name))):
        assert len(game.points) == len(game.step.point)
        assert (game.asked is None or game.holds) == (game.expected == ())
        wanted = [each for each in game.step.expect if each.act != "hold"]
        assert not wanted or any(game.fitting(each) for each in wanted)


@pytest.mark.parametrize("name", EVERY)
def test_a_step_back_leads_through_the_whole_lesson_to_its_beginning(name):
    stood = [standing(each) for each in stops(TutoredGame(lesson(name)))]
    again = TutoredGame(lesson(name))
    for number, _ in enumerate(stops(again)):
        if number == len(stood) - 1:
            break
    for before in reversed(stood):
        assert standing(again) == before
        again.back()
    assert standing(again) == stood[0]
    assert [standing(each) for each in stops(again)] == stood


@pytest.mark.parametrize("name", EVERY)
def test_it_is_read_in_four_minutes_and_the_tour_in_ninety_seconds(name):
    game, seconds = TutoredGame(lesson(name)), 0.0
    for each in stops(game):
        words = len(f"{each.step.say} {each.step.do}".split())
        seconds += words / READ + PRESS
    assert seconds <= (90 if game.lesson.lesson.number == 0 else 240)


def test_lesson_one_ends_with_the_goal_in_the_pupils_hands():
    game = TutoredGame(lesson("rr-1"))
    said = [each.step.say for each in stops(game)][-1]
    assert game.table.outcome.winners == (0,)
    assert "five mythical creatures on my own lawn" in said.casefold()


def test_lessons_are_counted_edition_by_edition():
    counted = {}
    for each in lessons():
        counted.setdefault(each.lesson.edition, []).append(each.lesson.number)
    assert all(sorted(numbers) == list(range(len(numbers))) for numbers in counted.values())
    assert len({each.lesson.id for each in lessons()}) == len(lessons())


def test_the_last_lesson_of_an_edition_has_none_after_it():
    for each in lessons():
        following = after(each)
        same = [e for e in lessons() if e.lesson.edition == each.lesson.edition]
        is_last = each.lesson.number == max(e.lesson.number for e in same)
        assert (following is None) == is_last
