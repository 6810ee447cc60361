"""Lessons in words: what the teacher says, and which lessons there are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from rr_net.link import FromPlayer, Give, Learn, Lesson, Lessons, Pending
from rr_tui.board.answers import hold_of
from rr_tui.board.model import PlayerModel
from rr_tui.linear.items import BACK, HOLD, NumberedMenu
from rr_tui.looks.profile import BEGUN_ONLY, DONE, mark_of

HOW = "Type b to go back a step, q to leave the lesson."
OVER = "The lesson is over."
LEARNING = "learn: which lessons there are; learn ID: take one; learn tour: the tour of this game"
"""What help says of them."""


def taught_words(lesson: Lesson, before: str, typed: Sequence[str]) -> Iterator[str]:
    """What the teacher says; `before` is the lesson that had been begun already.

    `typed` is what may be typed for what is to be done.
    """
    if lesson.over:
        yield OVER
        return
    if lesson.lesson != before:
        yield f"{lesson.title}, {lesson.of} steps. {HOW}"
    if lesson.remark:
        yield f"Pat: {lesson.remark}"
    else:
        yield f"Step {lesson.step}. Pat: {lesson.typed or lesson.text}"
        if lesson.points:
            yield f"Pat points at {', '.join(point.name for point in lesson.points)}."
    if lesson.do:
        how = either(typed)
        yield f"To do: {lesson.do}. Type {how}." if how else f"To do: {lesson.do}."


def typed_for(lesson: Lesson, pending: Pending | None, menu: NumberedMenu) -> tuple[str, ...]:
    """What is typed for what a step takes: for each answer its number, letter or words."""
    if pending is None:
        return ()
    if pending.window is not None and hold_of(pending) is not None:
        return (HOLD,)
    found = (menu.words_for(Give(number=pending.number, option=at)) for at in lesson.expected)
    return tuple(" ".join(words) for words in found if words)


def either(words: Sequence[str]) -> str:
    """One of several: "1, 2 or 4"."""
    *first, last = words or ("",)
    return f"{', '.join(first)} or {last}" if first else last


def offered_words(lessons: Lessons, met: Collection[str] = ()) -> Iterator[str]:
    """Every lesson, with how to ask for it, and whether it was begun or taken."""
    edition = ""
    for each in lessons.lessons:
        if each.edition != edition:
            edition = each.edition
            yield f"{edition}:"
        yield f"learn {each.id}: {each.title}{STANDS[mark_of(each.id, met)]}. {each.about}"


STANDS = {"": "", DONE: " (done)", BEGUN_ONLY: BEGUN_ONLY}
"""How the marks of lessons are read out."""
LEAVES = "Leave the lesson? q again leaves it, and everything else goes on."


class PupilInText:
    """Takes what a typed line means to a teacher; who wants to leave is asked once."""

    def __init__(self, say: Callable[[str], object], send: Callable[[FromPlayer], object]) -> None:
        """`say` writes a line, `send` gives the teacher a message."""
        self._say, self._send = say, send
        self._leaving: tuple[str, int] | None = None
        """The lesson and the step in which it was asked."""

    def takes(self, text: str, model: PlayerModel) -> bool:
        """Whether a line is for the teacher; it is heard then."""
        word, _, rest = text.casefold().partition(" ")
        lesson, asked = model.lesson, self._leaving
        self._leaving = None
        if word == "learn":
            self._send(Learn(lesson=rest.strip()[:24]))
        elif lesson is None or rest:
            return False
        elif word == BACK:
            self._send(Learn(act="back"))
        elif word == "q" and (lesson.done or asked == (lesson.lesson, lesson.step)):
            self._send(Learn(act="leave"))
        elif word == "q":
            self._leaving = lesson.lesson, lesson.step
            self._say(LEAVES)
        else:
            return False
        return True
