"""A lesson that is being taken: the real table, the step of the lesson, and the pupil's answers.

    game = TutoredGame(lesson("rr-1"))
    game.step.say                    # what the teacher says
    game.turn_page()                 # where the step asks for nothing
    game.answer(0)                   # True, or False and game.remark says why not
    game.back()

The table goes on by itself to the next step: requests that no step lists are answered PASS or by
their first option, chance as the lesson's stack says. Nothing here knows of a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rr_rules.bots.base import Bot, declining
from rr_rules.kernel.dealers import ScriptedDealer
from rr_rules.kernel.errors import GameIsOver, NotAnOption
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.lessons.models import LessonAnswer, LessonFile, LessonMoment, LessonStep
from rr_rules.lessons.places import BadLesson, PointedThing, settings
from rr_rules.lessons.shelf import SCENERIES
from rr_rules.registry import make_bot

PUPIL = Seat(0)
OVER = "over"
"""What a step waits for that speaks once the game has ended."""
HOLD = "hold"
"""What a step expects that has the pupil hold a window."""
MOST = 400
"""Requests between two stops; a lesson whose step never comes has a mistake."""


class PupilStop(NamedTuple):
    """A moment at which the pupil was waited for."""

    at: int
    table: Table[GameState]
    rolls: tuple[int, ...]
    told: int
    in_stretch: bool


class TutoredGame:
    """One pupil in one lesson."""

    def __init__(self, lesson: LessonFile) -> None:
        """Begin it. Raises BadLesson, or another RulesError for a position that cannot be."""
        self.lesson = lesson
        self.scenery = SCENERIES[lesson.lesson.game]
        self.table = self.scenery.table(lesson.start)
        self.settled = self.table.game.settle(settings(lesson.start))
        """What its table has settled."""
        self.told: list[object] = []
        """All that has happened, unredacted, the oldest first."""
        self.remark = ""
        """What the teacher says to the last answer, where that was not taken."""
        self._dealer = ScriptedDealer([spin - 1 for spin in lesson.stack.spins])
        self._stops: list[PupilStop] = []
        self._bot: Bot | None = None
        self._at = 0
        self._in_stretch = False
        self._go_on()

    # --- where it stands ---------------------------------------------------------------

    @property
    def number(self) -> int:
        """How many stops there were, this one included, from 1."""
        return len(self._stops)

    @property
    def is_done(self) -> bool:
        """Whether nothing more is said."""
        return self._at >= len(self.lesson.step)

    @property
    def step(self) -> LessonStep:
        """The step that waits for the pupil. Raises GameIsOver once the lesson is done."""
        if self.is_done:
            raise GameIsOver("the lesson is over")
        return self.lesson.step[self._at]

    @property
    def at(self) -> int:
        """Which of the steps that say something it is, from 1."""
        return sum(step.say is not None for step in self.lesson.step[: self._at + 1])

    @property
    def of(self) -> int:
        """How many of them there are."""
        return sum(step.say is not None for step in self.lesson.step)

    @property
    def asked(self) -> Choose | None:
        """What the pupil may answer now; None where a page is turned instead."""
        if self.is_done or not (self.step.expect or self.step.free):
            return None
        return self._pupils()

    @property
    def points(self) -> tuple[PointedThing, ...]:
        """What the step points at. Raises BadLesson where that is not there."""
        words = () if self.is_done else self.step.point
        return tuple(self.scenery.pointed(self.table.state, each) for each in words)

    @property
    def pointed_at(self) -> tuple[str, ...]:
        """The same in words; "{0}" stands for the name of seat 0."""
        return tuple(map(self.scenery.title, () if self.is_done else self.step.point))

    @property
    def expected(self) -> tuple[int, ...]:
        """The options that the step takes."""
        choose = self.asked
        if choose is None:
            return ()
        if self.step.free:
            return tuple(range(len(choose.options)))
        found = (option for each in self.step.expect for option in self.fitting(each))
        return tuple(dict.fromkeys(found))

    def fitting(self, wanted: LessonAnswer) -> list[int]:
        """The options of what the pupil is asked that fit an answer in words."""
        return [] if self.asked is None else list(self._fitting(self.asked, wanted))

    @property
    def holds(self) -> bool:
        """Whether the step waits for the pupil to hold the open window."""
        return not self.is_done and any(each.act == HOLD for each in self.step.expect)

    @property
    def can_go_back(self) -> bool:
        """Whether there was a stop before this one."""
        return len(self._stops) > int(not self.is_done)

    # --- what the pupil does -----------------------------------------------------------

    def turn_page(self) -> None:
        """Go on from a step that asks for nothing. Raises NotAnOption where it does."""
        if self.asked is not None:
            raise NotAnOption("this step waits for an answer")
        self.remark = ""
        step = self.step
        if step.answer is not None:
            self._give(self._moment(step), step.answer)
        self._at += 1
        self._go_on()

    def hold(self) -> None:
        """Hold the open window. Raises NotAnOption where the step does not wait for that."""
        if not self.holds:
            raise NotAnOption("there is no window to hold now")
        self.remark = ""
        self._at += 1
        self._go_on()

    def answer(self, option: int) -> bool:
        """Answer; False, and a remark, where the step does not take that. Raises NotAnOption."""
        choose = self.asked
        if choose is None or not 0 <= option < len(choose.options):
            raise NotAnOption(f"option {option}: that is not asked")
        if option not in self.expected:
            self.remark = self._said_to(choose, choose.options[option])
            return False
        self.remark = ""
        self.table.answer(PUPIL, option)
        if self.step.until is None:
            self._at += 1
        else:
            self._in_stretch = True
        self._go_on()
        return True

    def back(self) -> None:
        """Stand where the pupil was waited for before; at the first stop nothing changes."""
        if not self.can_go_back:
            return
        if not self.is_done:
            self._stops.pop()
        stop = self._stops.pop()
        self._at, self.table, self._in_stretch = stop.at, stop.table, stop.in_stretch
        self._dealer.rolls, self.remark = list(stop.rolls), ""
        del self.told[stop.told :]
        self._stand()

    def _said_to(self, choose: Choose, option: Option) -> str:
        for other in self.step.other:
            if self._fits(choose, option, other):
                return other.say
        raise BadLesson(f"{self.lesson.lesson.id}, step {self.at}: no else for {option}")

    # --- going on ----------------------------------------------------------------------

    def _stand(self) -> None:
        """Wait for the pupil here."""
        rolls = tuple(self._dealer.rolls)
        told = len(self.told)
        self._stops.append(PupilStop(self._at, self.table.clone(), rolls, told, self._in_stretch))

    def _go_on(self) -> None:
        """Run to the next moment at which the pupil is waited for, or to the end."""
        for _ in range(MOST):
            drive(self.table, self._dealer)
            self.told += self.table.drain()
            if self.is_done:
                return
            if self._goes_on_by_itself():
                self._at, self._in_stretch = self._at + 1, False
            elif self._stops_here():
                self._stand()
                return
            else:
                self._answer_by_itself()
        raise BadLesson(f"{self._where}: its request never comes")

    @property
    def _where(self) -> str:
        return f"{self.lesson.lesson.id}, step {self.at}"

    def _goes_on_by_itself(self) -> bool:
        """Whether the step is done without the pupil: its stretch is over, or it only answers."""
        step = self.step
        if self._in_stretch and step.until is not None:
            return self.table.pending is None or self._asked_at(step.until) is not None
        if step.answer is None or step.say is not None:
            return False
        choose = self._asked_at(step.at) if step.at is not None else None
        if choose is not None:
            self._give(choose, step.answer)
        return choose is not None

    def _stops_here(self) -> bool:
        """Whether the pupil is waited for now. Raises BadLesson where that can never be."""
        step = self.step
        if self._in_stretch:
            return self._pupils() is not None
        if step.at is None or (step.at.verb == OVER and self.table.pending is None):
            return True
        if self.table.pending is None:
            raise BadLesson(f"{self._where}: the game is over before it")
        return step.say is not None and self._asked_at(step.at) is not None

    def _pupils(self) -> Choose | None:
        return self.table.asked_of(PUPIL)

    def _asked_at(self, moment: LessonMoment) -> Choose | None:
        for choose in self.table.asked:
            same_source = moment.source in ("", choose.source)
            if (choose.seat, choose.verb) == (moment.seat, moment.verb) and same_source:
                return choose
        return None

    def _moment(self, step: LessonStep) -> Choose:
        found = self._asked_at(step.at) if step.at is not None else None
        if found is None:
            raise BadLesson(f"{self._where}: that is not asked")
        return found

    def _give(self, choose: Choose, wanted: LessonAnswer) -> None:
        found = list(self._fitting(choose, wanted))
        if not found:
            names = ", ".join(self.scenery.name(self.table.state, each) for each in choose.options)
            raise BadLesson(f"{self._where}: {wanted} is not among {names}")
        self.table.answer(choose.seat, found[0])

    def _answer_by_itself(self) -> None:
        """Answer what no step lists: PASS or the first; in a free stretch others think."""
        for choose in self.table.asked:
            if self._in_stretch and choose.seat != PUPIL:
                self.table.answer(choose.seat, self._thought(choose))
            else:
                self.table.answer(choose.seat, max(0, declining(choose)))

    def _thought(self, choose: Choose) -> int:
        game = self.table.game
        if self._bot is None:
            self._bot = make_bot("greedy", game, Stream.seeded(1))
        view = game.view(self.table.state, choose.seat)
        luck = Stream.seeded(self.table.number)
        sample = self.table.clone().sampled
        return self._bot.choose(view, choose, lambda: sample(choose.seat, luck), lambda: False)

    # --- answers in words --------------------------------------------------------------

    def _fitting(self, choose: Choose, wanted: LessonAnswer) -> Iterator[int]:
        for index, option in enumerate(choose.options):
            if self._fits(choose, option, wanted):
                yield index

    def _fits(self, choose: Choose, option: Option, wanted: LessonAnswer) -> bool:
        called = not wanted.card or self.scenery.is_called(
            self.scenery.name(self.table.state, option), wanted.card
        )
        return (
            called
            and wanted.act in ("", option.act)
            and wanted.zone in ("", option.zone)
            and wanted.seat in (None, option.seat)
            and wanted.at in (None, option.at)
        )
