"""Every step of every lesson on the smallest board: all can be read, and what is meant is seen."""

from dataclasses import replace

import pytest

from rr_net import link
from rr_net.local.tutorial import LessonTable
from rr_rules.lessons.shelf import lessons
from rr_tui.board.plan import AREAS, SMALLEST
from rr_tui.client import scene_builder
from rr_tui.client.table_client import TableClient
from rr_tui.games.registry import board_of
from rr_tui.games.runes_regulations.game import StreetBoard
from rr_tui.games.runes_regulations.scene import SPIN_FACES
from rr_tui.looks.glyphs import ASCII, UNICODE
from rr_tui.looks.spans import plain, width_of
from rr_tui.looks.wording import named

EVERY = [each.lesson.id for each in lessons()]


class Pupil:
    """A pupil's interface without a screen."""

    def __init__(self, name):
        self.client = TableClient(LessonTable(name, "ann"), lambda: None, lambda: 0.0)
        self.client.listen()
        self.client.read()

    @property
    def ask(self):
        return self.client.model.pending.ask

    @property
    def lesson(self):
        return self.client.model.lesson

    def answer(self, option):
        number = self.client.model.pending.number
        self.client.send(link.Give(number=number, option=option))
        self.client.read()

    def scene(self, glyphs=UNICODE):
        client = self.client
        return scene_builder.scene(client.model, client.log, client.answering, glyphs)

    def rows(self, glyphs=UNICODE):
        """Every area of the board, by its name."""
        made, board = self.scene(glyphs), board_of(self.client.model.seen)
        plan = board.plan(made, *SMALLEST)
        return {area: board.rows(made, plan, area) for area in AREAS}


def words_of(rows):
    text = plain(rows)
    return "".join(char if char not in "│|┌┐└┘─+-" else " " for char in text).split()


def holds(rows, text):
    """Whether all words of a text stand in rows, in their order."""
    found = iter(words_of(rows))
    wanted = "".join(char if char not in "│|┌┐└┘─+-" else " " for char in text).split()
    return all(word in found for word in wanted)


def walked(name):
    """Each stop of a lesson, as its pupil stands there; the main line is gone on by itself."""
    pupil = Pupil(name)
    while True:
        yield pupil
        if any(option.act == "leave_lesson" for option in pupil.ask.options):
            return
        window = pupil.client.model.pending.window
        if window is not None and window.can_hold:
            pupil.client.send(link.HoldWindow(number=pupil.client.model.pending.number))
            pupil.client.read()
            continue
        step, number = pupil.lesson.step, pupil.client.model.pending.number
        for option in pupil.ask.options:
            pupil.answer(option.option)
            if not pupil.lesson.remark:
                break
        assert (pupil.lesson.step, pupil.client.model.pending.number) != (step, number)


@pytest.mark.slow
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("name", EVERY)
def test_all_that_a_teacher_says_stands_beside_the_hand_at_80x24(name, glyphs):
    for pupil in walked(name):
        pane = pupil.rows(glyphs)["details"]
        assert holds(pane, pupil.lesson.text), plain(pane)
        assert holds(pane, named(pupil.lesson.do, pupil.scene().names)), plain(pane)
        assert all(width_of(row) == width_of(pane[0]) for row in pane)


@pytest.mark.parametrize("name", EVERY)
def test_a_remark_stands_whole_above_the_keys(name):
    steps = next(each.step for each in lessons() if each.lesson.id == name)
    for pupil in walked(name):
        said = pupil.lesson
        step = next((each for each in steps if each.say == said.text), None)
        for other in step.other if step is not None else ():
            pupil.client.model.lesson = said.model_copy(update={"remark": other.say})
            assert holds(pupil.rows()["foot"], other.say)
        pupil.client.model.lesson = said


@pytest.mark.parametrize("name", EVERY)
def test_what_is_pointed_at_is_marked(name):
    for pupil in walked(name):
        if not pupil.lesson.points:
            continue
        made = pupil.scene()
        spans = [s for rows in pupil.rows().values() for row in rows for s in row if s.place]
        marked = {s.place for s in spans if s.ground == "window" or made.focus == s.place}
        assert any(map(made.is_pointed_at, marked)), pupil.lesson


@pytest.mark.parametrize("name", EVERY)
def test_the_keys_that_lead_on_back_and_out_are_named(name):
    for pupil in walked(name):
        foot = plain(pupil.rows()["foot"])
        # At its end an answer is called so: the key would say it twice.
        assert ("[Esc] leave the lesson" in foot) == (not pupil.lesson.done)
        assert foot.casefold().count("leave the lesson") == 1
        assert ("[b] back" in foot) == pupil.lesson.can_go_back
        assert f"step {pupil.lesson.step} of {pupil.lesson.of}" in plain(pupil.rows()["header"])


def test_the_spinner_turns_above_what_the_teacher_says_and_not_over_it():
    pupil = Pupil("rr-4")
    made, board = replace(pupil.scene(), spinning=2, spin_words=SPIN_FACES), StreetBoard()
    rows = board.rows(made, board.plan(made, *SMALLEST), "details")
    assert "The Spinner ▸ 3 Pet Return" in plain(rows)
    assert holds(rows, pupil.lesson.text)
