"""The shelf: every lesson of every game of ours, by its id.

for lesson in lessons(): print(lesson.lesson.id, lesson.lesson.title)
pupil = TutoredGame(lesson("rr-1"))
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from rr_rules.lessons.castle import CastleScenery
from rr_rules.lessons.lattice import LatticeScenery
from rr_rules.lessons.models import LessonFile, lesson_from
from rr_rules.lessons.places import BadLesson, Scenery
from rr_rules.lessons.street import StreetScenery
from rr_rules.registry import EDITIONS

SHELVES = {
    "runes-regulations": "rr_rules.runes_regulations",
    "regicide": "rr_rules.regicide",
    "rune": "rr_rules.rune",
}
"""The packages of the games that have lessons: each in its folder `tutorial`."""
SCENERIES: dict[str, Scenery] = {
    "runes-regulations": StreetScenery(),
    "regicide": CastleScenery(),
    "rune": LatticeScenery(),
}


@cache
def lessons() -> tuple[LessonFile, ...]:
    """All lessons, edition by edition, the tour first, then by their numbers. Raises BadLesson."""
    every = [lesson for package in SHELVES.values() for lesson in _of(package)]
    order = [edition.name for edition in EDITIONS]
    every.sort(key=lambda each: (order.index(each.lesson.edition), each.lesson.number))
    return tuple(every)


def lessons_from(edition: str) -> tuple[LessonFile, ...]:
    """All lessons, those of an edition first, then the others of its game. Raises BadLesson."""
    game = next((each.game for each in EDITIONS if each.name == edition), "")
    every = lessons()
    return tuple(sorted(every, key=lambda each: (
        each.lesson.edition != edition, each.lesson.game != game)))  # fmt: skip


def _of(package: str) -> list[LessonFile]:
    folder = files(package) / "tutorial"
    if not folder.is_dir():
        return []
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return [read_lesson((folder / name).read_text("utf-8"), name) for name in names]


def read_lesson(source: str, name: str) -> LessonFile:
    """The lesson that a file holds. Raises BadLesson."""
    try:
        parsed = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"{name}: {error}") from None
    return lesson_from(parsed, name)


def lesson(name: str) -> LessonFile:
    """The lesson of an id. Raises BadLesson."""
    for each in lessons():
        if each.lesson.id == name:
            return each
    known = ", ".join(each.lesson.id for each in lessons())
    raise BadLesson(f"there is no lesson {name!r}: there are {known}")


def after(taken: LessonFile) -> LessonFile | None:
    """The lesson that comes next in the same edition, None after the last."""
    same = [each for each in lessons() if each.lesson.edition == taken.lesson.edition]
    later = [each for each in same if each.lesson.number > taken.lesson.number]
    return min(later, key=lambda each: each.lesson.number, default=None)
