"""Lessons in words: what the teacher says, and which lessons there are."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.link import FromPlayer, Learn, Lesson, Lessons
from rr_tui.board.model import PlayerModel

HOW = "Type b to go back a step, q to leave the lesson."
OVER = "The lesson is over."
LEARNING = "learn: which lessons there are; learn ID: take one; learn tour: the tour of this game"
"""What help says of them."""


def taught_words(lesson: Lesson, before: str) -> Iterator[str]:
    """What the teacher says; `before` is the lesson that had been begun already."""
    if lesson.over:
        yield OVER
        return
    if lesson.lesson != before:
        yield f"{lesson.title}, {lesson.of} steps. {HOW}"
    if lesson.remark:
        yield f"Pat: {lesson.remark}"
        return
    yield f"Step {lesson.step}. Pat: {lesson.text}"
    if lesson.points:
        yield f"Pat points at {', '.join(point.name for point in lesson.points)}."
    if lesson.do:
        yield f"To do: {lesson.do}."


def offered_words(lessons: Lessons) -> Iterator[str]:
    """Every lesson, with how to ask for it."""
    edition = ""
    for each in lessons.lessons:
        if each.edition != edition:
            edition = each.edition
            yield f"{edition}:"
        yield f"learn {each.id}: {each.title}. {each.about}"


def said_in_lesson(text: str, model: PlayerModel) -> FromPlayer | None:
    """What a typed line means to a teacher; None where it is for the table."""
    word, _, rest = text.casefold().partition(" ")
    if model.lesson is not None and word in LETTERS and not rest:
        return LETTERS[word]
    return Learn(lesson=rest.strip()[:24]) if word == "learn" else None


LETTERS = {"b": Learn(act="back"), "q": Learn(act="leave")}
"""What these letters mean in a lesson."""
