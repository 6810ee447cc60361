"""The shape of lesson files: strict pydantic models, and nothing that plays them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from rr_rules.lessons.places import BadLesson

Words = Annotated[str, Field(min_length=1, max_length=240)]
"""What is said at once: what fits beside the hand at 80x24."""
LessonId = Annotated[str, Field(pattern=r"^[a-z]+-[a-z0-9]+$", max_length=24)]


class LessonPart(BaseModel):
    """A part of a lesson file: no word but its own, no value of another type."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class LessonHead(LessonPart):
    """`[lesson]`: what it is called, for people and for whoever asks for it."""

    id: LessonId
    """How it is asked for."""
    game: str
    """The id of its game."""
    title: Annotated[str, Field(max_length=30)]
    """How people call it."""
    about: Annotated[str, Field(max_length=120)]
    """What it teaches, in a sentence."""
    number: int = 0
    """Which lesson of its edition it is, from 1; 0 is the tour."""
    edition: str
    """The game as people choose it: an entry of the list of games."""
    people: tuple[Annotated[str, Field(max_length=12)], ...]
    """Who else sits there, from seat 1 on."""


class LessonAnswer(LessonPart):
    """An answer: all that it says must be so of an option."""

    act: str = ""
    """What it does."""
    card: str = ""
    """What it points at, as the position's words call it."""
    seat: int | None = None
    """Whose zone, or which player."""
    zone: str = ""
    """Where what it points at lies."""
    at: int | None = None
    """The number of a mode."""


class LessonElse(LessonAnswer):
    """`[[step.else]]`: what is said to another answer; without `act` and `card` to every other."""

    say: Annotated[str, Field(min_length=1, max_length=77)]
    """One line above the keys."""


class LessonMoment(LessonPart):
    """A request that a step waits for."""

    seat: int = 0
    """Who is asked; the pupil is 0."""
    verb: str
    """What for, in the game's word."""
    source: str = ""
    """The face that asks, where that matters."""


class LessonStep(LessonPart):
    """`[[step]]`: what is said at one moment, and what goes on from there."""

    at: LessonMoment | None = None
    """When; without it at once."""
    say: Words | None = None
    """What the teacher says."""
    typed: Words | None = None
    """The same where lines are typed, and `say` names what only a board has."""
    do: Annotated[str, Field(max_length=60)] = ""
    """What to do, in a few words without a key; left out it is the expected option's name."""
    point: tuple[str, ...] = ()
    """What is pointed at: `hand:Alley Cat`, `lawn:1`, `player:1`, `regulation`."""
    expect: tuple[LessonAnswer, ...] = ()
    """What is taken from the pupil: any of these."""
    other: tuple[LessonElse, ...] = Field(default=(), alias="else")
    """What is said to anything else."""
    answer: LessonAnswer | None = None
    """What is answered without asking the pupil."""
    free: bool = False
    """Whether any answer of the pupil counts."""
    until: LessonMoment | None = None
    """How long that lasts; left out, for one answer."""

    @model_validator(mode="after")
    def _is_one_thing(self) -> LessonStep:
        kinds = [bool(self.expect), self.answer is not None, self.free]
        if sum(kinds) > 1:
            raise ValueError("a step has one of expect, answer and free")
        if any(kinds) and self.at is None:
            raise ValueError("a step with expect, answer or free says at which request")
        if self.answer is None and self.say is None:
            raise ValueError("a step that answers nothing says something")
        if self.typed is not None and self.say is None:
            raise ValueError("typed is another wording of say, which is missing")
        if self.other and not self.expect:
            raise ValueError("only a step that expects something has an else")
        return self


class LessonStack(LessonPart):
    """`[stack]`: what chance brings."""

    spins: tuple[int, ...] = ()
    """What the Spinner shows, spin by spin, counted from 1 as on its face."""


class LessonFile(LessonPart):
    """A whole lesson."""

    lesson: LessonHead
    start: dict[str, object]
    """A position in the words of the game's stage."""
    stack: LessonStack = LessonStack()
    step: Annotated[tuple[LessonStep, ...], Field(min_length=1)]


def lesson_from(parsed: dict[str, object], name: str) -> LessonFile:
    """A lesson out of what a file holds. Raises BadLesson with the first thing that is wrong."""
    try:
        return LessonFile.model_validate(parsed)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadLesson(f"{name}, {place}: {first['msg']}") from None
