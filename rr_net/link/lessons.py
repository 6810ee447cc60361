"""The messages of a lesson: what the teacher says, points at and waits for."""

from __future__ import annotations

from typing import Literal

from rr_net.link.player import Message


class LessonOffered(Message):
    """One lesson."""

    id: str
    """What `learn` calls it."""
    game: str
    """The id of its game."""
    edition: str
    """The game as people choose it."""
    number: int
    """Which of its edition it is, from 1; 0 is the tour of 90 seconds."""
    title: str
    """How people call it."""
    about: str
    """What it teaches."""


class Lessons(Message):
    """Every lesson, for who asked."""

    type: Literal["lessons"] = "lessons"
    lessons: tuple[LessonOffered, ...]
    """Edition by edition, the tour first."""


class LessonPoint(Message):
    """Things on the table that the teacher points at, as your view counts them."""

    name: str
    """What they are called, with `{0}` for the name of seat 0."""
    zone: str
    """The zone."""
    seat: int = -1
    """Whose; -1 for everybody's, or nobody's."""
    at: int = -1
    """The position in the zone; -1 for all of it."""
    cell: tuple[int, ...] = ()
    """Where on a lattice; empty for what lies on none."""


class Lesson(Message):
    """A step of the lesson; `lobby`, `cards`, `events`, `view` and `pending` are the lesson's then.

    What the room itself has to say waits meanwhile, but for talk and notices. When its game begins
    the lesson is over.
    """

    type: Literal["lesson"] = "lesson"
    lesson: str
    """The lesson's id."""
    title: str
    """What it is called, with its number."""
    step: int
    """Which step it is, from 1."""
    of: int
    """How many there are."""
    text: str
    """What the teacher says."""
    do: str = ""
    """What is to be done, in a few words that name no key."""
    typed: str = ""
    """What the teacher says where lines are typed, if `text` names what only a board has."""
    expected: tuple[int, ...] = ()
    """The options of the question that the step takes; none where any will do, or a held window."""
    points: tuple[LessonPoint, ...] = ()
    """What the teacher points at."""
    remark: str = ""
    """What the teacher says to your last answer, where that was not taken; else `""`."""
    can_go_back: bool = False
    """Whether there is a step to go back to."""
    done: bool = False
    """Whether its last step was taken."""
    over: bool = False
    """Whether the lesson is over: the table that follows is the room's own again."""
