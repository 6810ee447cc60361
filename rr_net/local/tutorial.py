"""Lessons over a link: at a table of its own, or beside the one where somebody waits.

A teacher speaks the messages of a room, so that every interface shows a lesson as it shows a game:
it needs no network, no clock and no record. `Learning` is a room's link with a teacher beside it:
what the room says meanwhile waits, and when its game begins the lesson is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rr_net import link
from rr_net.clocks import LoopClock, TokenBucket
from rr_net.game.log import LogBook, RoomNote
from rr_net.link.command import own_command
from rr_net.link.refusals import Refused, code_of
from rr_net.names import look_alike
from rr_net.room.showing import question
from rr_net.safetext import clean
from rr_rules import __version__
from rr_rules.kernel.errors import RulesError, StaleAnswer
from rr_rules.kernel.requests import Choose
from rr_rules.lessons.models import LessonFile
from rr_rules.lessons.shelf import after, lesson, lessons, lessons_from
from rr_rules.lessons.tutored import PUPIL, TutoredGame
from rr_rules.registry import edition_of, games

GO_ON, NEXT, LEAVE = "done", "next_lesson", "leave_lesson"
"""What the teacher's own questions offer."""
TOUR = "tour"
PAT, YOU = "Pat", "{} (you)"
"""Who teaches; and a pupil who is called like somebody in the lesson."""
BEGINS = "The game begins: the lesson is over for now. Later: runes learn {}."
AT_THE_DOOR = "{} is at the door: leave the lesson to let them in."
HEARD_A_SECOND, HEARD_AT_ONCE, TO_BEGIN = 5, 60, 5
"""How much of a pupil a teacher hears, as a room does; to lay another table counts for more."""
NOT_NOW = "lessons are taken before the deal; `runes learn` has them at any time"
Tell = Callable[[link.FromRoom], None]


def offered(edition: str = "") -> link.Lessons:
    """Every lesson, as an interface offers it, those of one edition first."""
    heads = [each.lesson for each in lessons_from(edition)]
    return link.Lessons(
        lessons=tuple(
            link.LessonOffered(
                id=head.id, game=head.game, edition=head.edition, number=head.number,
                title=head.title, about=head.about,
            )
            for head in heads
        )
    )  # fmt: skip


def titled(taken: LessonFile) -> str:
    """What a lesson is called, with its number."""
    head = taken.lesson
    return f"Lesson {head.number} · {head.title}" if head.number else head.title


def called(name: str, people: Sequence[str]) -> str:
    """What a pupil is called among those of a lesson, none of whom can be taken for another."""
    return YOU.format(name) if any(look_alike(name, each) for each in (PAT, *people)) else name


class Teacher:
    """One lesson, told in the messages of a room."""

    def __init__(self, taken: LessonFile, me: str, tell: Tell) -> None:
        """Begin to teach who is called `me`. Raises a RulesError for a lesson that is broken."""
        self.taken = taken
        self._me, self._tell = called(me, taken.lesson.people), tell
        self._game = TutoredGame(taken)
        self._rules = self._game.table.game
        self._log = LogBook(self._rules)
        self._logged = 0
        """How much of what has happened is in the log."""
        self._sent = 0
        """How many lines of it were told."""
        self._read = 0
        self._number = 0
        self.wants = ""
        """What the pupil wants next, once the lesson is over: another lesson, or LEAVE."""

    @property
    def is_done(self) -> bool:
        """Whether every step has been taken."""
        return self._game.is_done

    def begin(self, tell: Tell | None = None) -> None:
        """Lay the table, and speak first; once more where it was left, be it to another `tell`."""
        self._tell = tell or self._tell
        self._read = self._sent = 0
        self._tell(self._said())
        self._tell(self._lobby())
        faces = self._rules.cards(self._game.settled)
        self._tell(link.Cards(game=self._rules.id, cards=faces))
        self._show()

    def hear(self, message: link.FromPlayer) -> None:
        """Take what the pupil says. Raises Refused or a RulesError; nothing has changed then."""
        match message:
            case link.Give(number=number, option=option):
                if number != self._number:
                    raise StaleAnswer(f"answer for {number}: the lesson is at {self._number}")
                self._answer(option)
            case link.HoldWindow():
                self._game.hold()
            case link.Learn(act="back"):
                self._back()
            case _:
                raise Refused("in_lesson", "that is for the table: leave the lesson first")
        if not self.wants:
            self._tell(self._said())
            self._show()

    def _answer(self, option: int) -> None:
        if self._game.is_done:
            following = after(self.taken)
            goes_on = following is not None and option == 0
            self.wants = following.lesson.id if following is not None and goes_on else LEAVE
        elif self._game.asked is None:
            self._game.turn_page()
        else:
            self._game.answer(option)

    def _back(self) -> None:
        if self._game.can_go_back:
            self._write_down()
            self._game.back()
            self._logged = len(self._game.told)
            self._log.add([RoomNote("lesson", "One step back.")])

    # --- what is shown -----------------------------------------------------------------

    def _said(self) -> link.Lesson:
        game = self._game
        step = None if game.is_done else game.step
        return link.Lesson(
            lesson=self.taken.lesson.id,
            title=titled(self.taken),
            step=game.at,
            of=game.of,
            text=(step.say or "") if step is not None else "That is all for this lesson.",
            do=self._to_do(),
            typed=(step.typed or "") if step is not None else "",
            expected=() if step is None or step.free else game.expected,
            points=tuple(
                link.LessonPoint(name=name, **each._asdict())
                for name, each in zip(game.pointed_at, game.points, strict=True)
            ),
            remark=game.remark,
            can_go_back=game.can_go_back,
            done=game.is_done,
        )

    def _to_do(self) -> str:
        """What is to be done: in the lesson's words, else what the expected option is called."""
        game = self._game
        if game.is_done or game.asked is None:
            return ""
        choose, words = game.asked, game.step.do
        if words or game.step.free or not game.expected:
            return words
        view = self._rules.view(game.table.state, PUPIL)
        return self._rules.label(choose, choose.options[game.expected[0]], view)

    def _lobby(self) -> link.Lobby:
        names = (self._me, *self.taken.lesson.people)
        head = self.taken.lesson
        return link.Lobby(
            phase="playing",
            game=head.game,
            game_name=games()[head.game].name,
            declaration="",
            seats=tuple(
                link.SeatState(seat=seat, kind="player", name=name, ready=False, connected=True,
                               declared=0)
                for seat, name in enumerate(names)
            ),
            people=(link.Person(name=self._me, seat=PUPIL, is_host=False, admitted=True),),
            options=(),
            commitment="",
            notes=(),
        )  # fmt: skip

    def _write_down(self) -> None:
        self._log.add(self._game.told[self._logged :])
        self._logged = len(self._game.told)

    def _show(self) -> None:
        """Tell how the table stands now, and what is asked."""
        self._write_down()
        self._number += 1
        lines = self._log.read(PUPIL, self._read, self._sent)
        self._read, self._sent = len(self._log), self._sent + len(lines)
        if lines:
            self._tell(link.Log(lines=lines))
        view = self._rules.view(self._game.table.state, PUPIL)
        self._tell(link.Seen(number=self._number, game=self._rules.id, view=view))
        choose = self._game.asked
        ask = self._own_question() if choose is None else question(self._rules, choose, view)
        window = None if choose is None else self._window(choose)
        self._tell(link.Pending(number=self._number, ask=ask, window=window))

    def _own_question(self) -> link.Ask:
        """What is asked where the table is not waited for: to read on, or what comes next."""
        if not self._game.is_done:
            return _asked("Read, then go on", (GO_ON, "Go on"))
        following = after(self.taken)
        offers = [] if following is None else [(NEXT, f"Next: {following.lesson.title}")]
        return _asked("What now?", *offers, (LEAVE, "Leave the lesson"))

    def _window(self, choose: Choose) -> link.Window | None:
        """The reaction window that is open: its clock stands."""
        if choose.verb != "window" or choose.about is None:
            return None
        seen = self._rules.redact(choose.about, None)
        return link.Window(
            about="" if seen is None else self._rules.line(seen).text,
            closes_in=0.0, lasts=0.0, somebody_holds=False, mine=True, answered=False,
            can_hold=self._game.holds,
        )  # fmt: skip


def _asked(prompt: str, *offers: tuple[str, str]) -> link.Ask:
    options = tuple(
        link.AskOption(option=n, act=act, zone="", seat=-1, at=-1, order=(), label=label)
        for n, (act, label) in enumerate(offers)
    )
    return link.Ask(verb="lesson", prompt=prompt, source="", options=options)


def over(taken: LessonFile) -> link.Lesson:
    """The last word of a lesson."""
    return link.Lesson(
        lesson=taken.lesson.id, title=titled(taken), step=0, of=0, text="", over=True
    )


def tour_of(edition: str) -> str:
    """The id of the tour of an edition. Raises Refused where it has none."""
    found = [e.lesson for e in lessons() if e.lesson.number == 0 and e.lesson.edition == edition]
    if not found:
        raise Refused("bad_lesson", "there is no tour of this game")
    return found[0].id


def _farewell(taken: LessonFile, *, is_done: bool) -> str:
    """How a lesson was left, and which one to take then."""
    if not is_done:
        return (
            f"{titled(taken)}: left before its end. Again: {own_command()} learn {taken.lesson.id}"
        )
    following = after(taken)
    then = f" Next: {own_command()} learn {following.lesson.id}" if following is not None else ""
    return f"{titled(taken)}: finished.{then}"


class LessonTable:
    """A link to lessons alone: what `runes learn` sits down at."""

    def __init__(self, name: str, me: str, left: Teacher | None = None) -> None:
        """Raises BadLesson for an unknown one; `left` is one that was left, and may go on."""
        self._me = me
        self._tell: Tell = lambda _: None
        self._taken = lesson(name)
        self.left = left
        """The lesson that was left before its end."""
        self._teacher: Teacher | None = None
        self.kept = ""
        """The settings that the pupil's interface wants kept, "" where it wants nothing."""

    def attach(self, receive: link.Receive) -> None:
        """Have every message of the lesson handed to `receive`, the welcome first."""
        self._tell = receive
        receive(
            link.Welcome(
                version=__version__,
                table=self._taken.lesson.edition,
                name=self._me,
                fingerprint="",
                is_host=False,
                admitted=True,
                tries_left=0,
                commitment="",
                games=(),
                profile="",
            )
        )
        self._begin(self._taken)

    def _begin(self, taken: LessonFile) -> None:
        if self._teacher is not None:
            self._tell(over(self._taken))
        self._taken, left = taken, self.left
        is_left = left is not None and left.taken.lesson.id == taken.lesson.id
        self._teacher = left if is_left and left else Teacher(taken, self._me, self._tell)
        self._teacher.begin(self._tell)

    def send(self, message: link.FromPlayer) -> None:
        """Hand the teacher a message; a refusal comes back as a Problem."""
        if isinstance(message, link.KeepProfile):
            self.kept = message.profile
            return
        if self._teacher is None:
            return
        if isinstance(message, link.Leave | link.Learn) and _leaves(message):
            self._leave()
            return
        try:
            self._teacher.hear(message)
            if self._teacher.wants == LEAVE:
                self._leave()
            elif self._teacher.wants:
                self._begin(lesson(self._teacher.wants))
        except (Refused, RulesError) as error:
            self._tell(link.Problem(code=code_of(error), text=clean(str(error), 400)))

    def _leave(self) -> None:
        is_done = self._teacher is not None and self._teacher.is_done
        self.close()
        self._tell(link.Bye(text=_farewell(self._taken, is_done=is_done), commitment=""))

    def close(self) -> None:
        """Hang up."""
        if self._teacher is not None:
            self.left = None if self._teacher.is_done else self._teacher
        self._teacher = None

    def replay(self) -> link.ReplayLink:
        """A lesson leaves nothing to look back at. Raises Refused."""
        raise Refused("no_game", "lessons leave no game behind")

    def past(self) -> None:
        """No other games belong to it."""


def _leaves(message: link.FromPlayer) -> bool:
    return not isinstance(message, link.Learn) or message.act == "leave"


FOR_THE_TABLE = (
    link.Say | link.KeepProfile | link.Enter | link.TakeOver | link.Host | link.Ready | link.Sit
    | link.Stand
)  # fmt: skip
"""What somebody in a lesson may say to the table all the same."""
SPOKEN = link.Chat | link.Notice | link.Problem | link.Welcome
"""What the room may say into a lesson."""


class Learning:
    """A room's link with a teacher beside it."""

    def __init__(self, room: link.TableLink) -> None:
        self._room = room
        self._tell: Tell = lambda _: None
        self._lobby: link.Lobby | None = None
        self._me = ""
        self._teacher: Teacher | None = None
        self._allowance = TokenBucket(HEARD_A_SECOND, HEARD_AT_ONCE, LoopClock())
        self._left: Teacher | None = None
        """The lesson that was left last, if it was not at its end: it goes on from there."""
        self._waiting: list[link.FromRoom] = []
        """What the room has said since the lesson began."""

    def attach(self, receive: link.Receive) -> None:
        """Have every message handed to `receive`, the welcome first."""
        self._tell = receive
        self._room.attach(self._hear)

    def close(self) -> None:
        """Hang up: a dropped line, not a Leave."""
        self._teacher = None
        self._room.close()

    def replay(self) -> link.ReplayLink:
        """The game that is over at the table. Raises Refused."""
        return self._room.replay()

    def past(self) -> link.PastLink | None:
        """The games that this player may know of. Raises Refused."""
        return self._room.past()

    # --- what the room says ------------------------------------------------------------

    def _hear(self, message: link.FromRoom) -> None:
        if isinstance(message, link.Welcome):
            self._me = message.name
        if isinstance(message, link.Bye):
            self._end()
        if self._teacher is None:
            self._lobby = message if isinstance(message, link.Lobby) else self._lobby
            self._tell(message)
        elif isinstance(message, SPOKEN):
            self._tell(message)
        else:
            self._keep(message, self._teacher)

    def _keep(self, message: link.FromRoom, teacher: Teacher) -> None:
        """Have a message wait; the deal waits for nobody."""
        if isinstance(message, link.Lobby):
            for name in _knocking(self._lobby, message):
                self._tell(link.Notice(text=AT_THE_DOOR.format(name)))
            self._lobby = message
            self._waiting = [each for each in self._waiting if not isinstance(each, link.Lobby)]
        self._waiting.append(message)
        if isinstance(message, link.Lobby) and message.phase != "lobby":
            self._end()
            self._tell(link.Notice(text=BEGINS.format(teacher.taken.lesson.id)))

    def _end(self) -> None:
        """Lead back to the table, as it stands now."""
        if self._teacher is None:
            return
        taken = self._teacher.taken
        self._left, self._teacher = None if self._teacher.is_done else self._teacher, None
        waiting, self._waiting = self._waiting, []
        self._tell(over(taken))
        if self._lobby is not None and not any(isinstance(each, link.Lobby) for each in waiting):
            waiting.insert(0, self._lobby)
        for each in waiting:
            self._tell(each)

    # --- what the player says ----------------------------------------------------------

    def send(self, message: link.FromPlayer) -> None:
        """Hand the room, or the teacher, a message; a refusal comes back as a Problem."""
        is_talk = isinstance(message, FOR_THE_TABLE)
        if not isinstance(message, link.Learn) and (self._teacher is None or is_talk):
            self._room.send(message)
            return
        if isinstance(message, link.Leave):
            self._end()
            self._room.send(message)
            return
        try:
            self._taught(message)
        except (Refused, RulesError) as error:
            self._tell(link.Problem(code=code_of(error), text=clean(str(error), 400)))

    def _taught(self, message: link.FromPlayer) -> None:
        begins = isinstance(message, link.Learn) and message.act == "begin"
        if not self._allowance.take(TO_BEGIN if begins else 1):
            raise Refused("too_fast", "that was too much at once: slow down")
        if isinstance(message, link.Learn) and message.act == "begin":
            self._begin(message.lesson)
            return
        if self._teacher is None:
            raise Refused("no_lesson", "you are in no lesson")
        if isinstance(message, link.Learn) and message.act == "leave":
            self._end()
            return
        self._teacher.hear(message)
        if self._teacher.wants == LEAVE:
            self._end()
        elif self._teacher.wants:
            self._begin(self._teacher.wants)

    def _begin(self, name: str) -> None:
        lobby = self._lobby
        if not name:
            self._tell(offered(_edition_of(lobby)))
            return
        if lobby is None or not lobby.seats:
            raise Refused("not_admitted", "the invite code comes first")
        if lobby.phase != "lobby":
            raise Refused("too_late", NOT_NOW)
        name = tour_of(_edition_of(lobby)) if name == TOUR else name
        teacher = self._left
        if teacher is None or teacher.taken.lesson.id != name:
            teacher = Teacher(lesson(name), self._me, self._tell)
        if self._teacher is not None:
            self._tell(over(self._teacher.taken))
        self._teacher, self._left = teacher, None
        teacher.begin()


def _edition_of(lobby: link.Lobby | None) -> str:
    """The edition on the table, "" where nobody is told what is played there."""
    if lobby is None or lobby.game not in games():
        return ""
    return edition_of(lobby.game, {each.name: each.value for each in lobby.options}).name


def _knocking(before: link.Lobby | None, now: link.Lobby) -> list[str]:
    """Who has come to the door."""
    known = {person.name for person in before.people} if before is not None else set()
    return [each.name for each in now.people if not each.admitted and each.name not in known]
