"""The state: what all parts of a room share, and how it reaches the people around the table."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable, Coroutine, Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, Literal, NamedTuple, TypeVar, cast

from rr_net import link
from rr_net.bots.seat import MakeBot
from rr_net.bots.thinkers import Thinker
from rr_net.clocks import Clock, TableClock, Timer
from rr_net.fairness.base.manifest import LoadGame
from rr_net.game.archive import JournalArchive, UnopenedGame
from rr_net.game.autoplay import MOST_SLEPT
from rr_net.game.live import LiveGame
from rr_net.game.log import RoomNote
from rr_net.game.services import Job, RoomServices, VerdictShown
from rr_net.guests.codes import fresh_code
from rr_net.history.recording import GameHistory
from rr_net.link.refusals import Refused, code_of
from rr_net.room.chairs import Chair
from rr_net.room.lobby import LobbyState, TableMemory, TablePlan
from rr_net.room.people import Connection, Participant, People
from rr_net.safetext import clean, places_of
from rr_net.store import KeyBook, Loss
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import Outcome, Talk
from rr_rules.kernel.recounting import Recounted
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.settings import PACES

log = logging.getLogger(__name__)
BROKE = "that could not be done: a fault of the program, which is noted for the host"

M = TypeVar("M")
G = TypeVar("G")
S = TypeVar("S")


EVERYBODY_ALIKE: Mapping[Seat, str] = MappingProxyType({})


class Cached(NamedTuple, Generic[M]):
    """A message, and what tells whether a screen shows it already."""

    message: M
    same: object
    """Equal for two messages that differ only in what counts down."""


class MessageCache:
    """The messages of one room, made once for all who see alike.

    A message that has not changed keeps its `same`, the very object: a hundred screens are then
    compared by identity and not field by field.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, object] = {}
        self._made: dict[Hashable, Cached[object]] = {}
        self._cards: tuple[object, link.Cards] | None = None

    def renew(self) -> None:
        """Has every message made anew: something has changed."""
        self._made.clear()

    def cards_of(self, game: G, make: Callable[[G], link.Cards]) -> link.Cards:
        """The message with every face of a game, one for everybody who comes: it is large."""
        if self._cards is None or self._cards[0] != game:
            self._cards = (game, make(game))
        return self._cards[1]

    def cached(self, key: Hashable, make: Callable[[], Cached[M]]) -> Cached[M]:
        """The message for all who share `key`, made if it has not been since `renew`."""
        if key not in self._made:
            new = make()
            self._made[key] = Cached(new.message, self.known(key, new.same))
        return self._made[key]  # type: ignore[return-value]  # a key has one kind of message

    def known(self, key: Hashable, new: S) -> S:
        """The value that was known by `key` if it equals the new one, which is known from now on.

        Who compares it finds the same object, and screens that show it share what they drew.
        """
        known = self._known.get(key)
        same = known if known is not None and known == new else new
        self._known[key] = same
        return same


CHATS_KEPT = 50

Phase = Literal["lobby", "playing", "over"]
Tempo = Literal["relaxed", "normal", "brisk", "days", "step"]


def nothing_changed(code: str) -> None:
    """Tells nobody that there is another invite code."""


def unreminded(key: str, name: str, turn: int) -> None:
    """Reminds nobody."""


class SeenBy(NamedTuple):
    """Somebody who looks at a game that is over."""

    name: str
    seat: Seat | None
    """The own seat in it."""
    since: int
    """The first turn that it was the own one in."""


@dataclass(slots=True)
class Ending:
    """What is known of a game that is over."""

    play: LiveGame
    told: Recounted
    """What it comes to, by what everybody could see."""
    together: str = ""
    """What it and the game before come to, or ""."""
    verdict: VerdictShown | None = None
    audit_began: bool = False
    alone: Mapping[str, Seat] = field(default_factory=dict)
    """The seat of the host, by key, where only bots had the others."""
    since: Mapping[Seat, int] = field(default_factory=dict)
    """From which turn on those seats were their players' that were dealt to bots."""
    when: str = ""
    """The day, and how long it was played, in words; "" where nothing is kept of that."""
    viewers: dict[Hashable, link.ReplayLink] = field(default_factory=dict)
    """What was made already for who looks at it again, by what they may see."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None for a game that was broken off."""
        return self.play.table.outcome


class PastAsker(NamedTuple):
    """Somebody at a table who asks for the records of past games."""

    keys: tuple[str, ...]
    """Whose games are the own ones."""
    sees_all: bool
    """Whether it is the host, who may see all of them."""
    is_own: bool
    """Whether it is the host's own terminal, where files can be kept."""


MakePast = Callable[[PastAsker], link.PastLink | None]


def no_past(asker: PastAsker) -> None:
    """No records are kept here."""


def no_replay(ending: Ending, table: str, seen: SeenBy) -> link.ReplayLink:
    """Shows nobody a game that is over."""
    raise Refused("no_game", "games cannot be looked at here once they are over")


@dataclass(frozen=True, slots=True)
class HostServices:
    """What a room needs from outside: time, storage, games and bots."""

    clock: Clock
    archive: JournalArchive
    key_book: KeyBook
    load_game: LoadGame
    make_bot: MakeBot
    thinker: Thinker
    seed: Callable[[], bytes]
    """Fresh random bytes for the bots of one game."""
    today: Callable[[], int]
    """Seconds since 1970."""
    remind: Callable[[str, str, int], object] = unreminded
    """Reminds the owner of a key, who has this name, that it is their turn of this number."""
    code_changed: Callable[[str], object] = nothing_changed
    """Hears the new invite code where the old one was given up."""
    fresh_code: Callable[[], str] = fresh_code
    """Makes codes that nobody guesses."""
    history: GameHistory = field(default_factory=GameHistory)
    """Where it is written down what becomes of games; nowhere, unless one is given."""
    replay: Callable[[Ending, str, SeenBy], link.ReplayLink] = no_replay
    """Shows a game of the table of that name again, to whom may see it so. Raises Refused."""
    past: MakePast = no_past
    """The records of past games, for whom may see them."""


MOST_NAMED = 3
"""The most games that are not open of which a lobby speaks one by one."""


LEFT_FOR = 60.0
"""Seconds in which the last one may come back to a table that welcomes strangers."""
SLEEPS = "{seat} has let the clock run out {times} times in a row"


@dataclass(slots=True)
class RoomState:
    """The state of a room."""

    settings: TablePlan
    services: HostServices
    post: Callable[[Job], None]
    people: People = field(init=False)
    lobby: LobbyState = field(init=False)
    clock: TableClock = field(init=False)
    phase: Phase = "lobby"
    play: LiveGame | None = None
    last_play: LiveGame | None = None
    """The game before: who played it may still fetch what is theirs."""
    ending: Ending | None = None
    last_ending: Ending | None = None
    """The last one, also while another game is played."""
    leavers: list[Chair] = field(default_factory=list)
    """Who is taken out of the game as soon as the random event is over."""
    losses: tuple[Loss, ...] = ()
    """Every time the host's journal had lost its end, and the host went on all the same."""
    abandoned: tuple[str, ...] = ()
    """The games that were dealt here and never opened, by gid."""
    unopened: tuple[UnopenedGame, ...] = ()
    """What is known of the latest of them."""
    slow_luck: dict[str, str] = field(default_factory=dict)
    """What is said of the levels whose luck takes this machine long."""
    too_late: dict[str, str] = field(default_factory=dict)
    """By their keys, what those are told who come back to a game that is over meanwhile."""
    freshens: Timer | None = None
    """Counts down to the moment when a table that welcomes strangers is fresh again."""
    awaits_first_key: bool = False
    """A resumed game stands still until the first of its players is there."""
    is_stale: bool = True
    """Something has changed since the screens were brought up to date."""
    coming: dict[Participant, float] = field(default_factory=dict)
    """Who was let in to a table of one, and at what time of the host's clock it takes effect."""
    left: dict[str, int] = field(default_factory=dict)
    """The keys of those who have left for good, and the turn in which they did."""
    sent_away: set[str] = field(default_factory=set)
    """The keys of those who were sent away since the table was opened."""
    chosen_tempo: Tempo | None = None
    """How long an event stays on the screens, where somebody has chosen that since the deal."""
    elsewhere: set[Connection] = field(default_factory=set)
    """Second interfaces of keys, waiting for "take over here?"."""
    asks: dict[Participant, Chair] = field(default_factory=dict)
    """Who would like to have which bot's seat, the first first."""
    is_deserted: bool = False
    """The clocks stand still, since all who play have stepped away."""
    memory: TableMemory = field(default_factory=TableMemory)
    cache: MessageCache = field(default_factory=MessageCache)
    chats: deque[link.Chat] = field(default_factory=lambda: deque(maxlen=CHATS_KEPT))
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """What is done beside the queue, and soon."""
    slow_tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """The slow hash of a random event: the room is not busy with it."""

    def __post_init__(self) -> None:
        self.clock = TableClock(self.services.clock)
        services, settings = self.services, self.settings
        rules = settings.door_rules(services.fresh_code)
        self.people = People(services.clock, services.today, services.key_book, rules)
        self.lobby = LobbyState(self.settings, self.services.load_game)

    @property
    def stage(self) -> RoomServices:
        """What a game gets from this room."""
        clock = self.services.clock
        return RoomServices(
            self.clock, clock, self.post, self.changed, self._slowly, lambda: self.is_alone,
            self._remind, self._sleeps,
        )  # fmt: skip

    def _remind(self, seat: Seat, turn: int) -> None:
        owner = self.lobby.chairs[seat].owner
        if owner is not None:
            self.services.remind(owner.fingerprint, owner.name, turn)

    def _sleeps(self, seat: Seat) -> None:
        """Has somebody be away who does not answer: the others shall not wait each time.

        Across days the clock is for who is absent, and that is all it does.
        """
        if self.current is not None and self.current.setting("pace") != "days":
            self.lobby.chairs[seat].away = True
            self.note(SLEEPS.format(seat=f"{{{seat}}}", times=MOST_SLEPT), "leaver")

    @property
    def tempo(self) -> Tempo:
        """How long an event stays on the screens, in a word."""
        return self.chosen_tempo or cast(Tempo, self.lobby.setting("pace", "normal"))

    @property
    def stay(self) -> float:
        """How many seconds an event stays; infinity waits for a word each time."""
        if self.tempo == "step":
            return math.inf
        return PACES[self.tempo].stay if self.settings.pace is None else self.settings.pace

    @property
    def is_alone(self) -> bool:
        """Whether one person is let in, and nobody is about to see the table (RR-HID-24)."""
        return not self.coming and len(self.persons()) <= 1

    @property
    def is_at_home(self) -> bool:
        """Whether the one person let in is the host, at the host's own terminal."""
        guests = self.guests()
        if self.settings.is_open or len(guests) != 1 or len(self.persons()) != 1:
            return False
        [host] = guests
        return host.connection is not None and host.connection.is_own

    def persons(self) -> set[str]:
        """The keys of all who are let in: who is away counts, and who watches.

        Who has left for good counts until the end of that turn.
        """
        here = {person.fingerprint for person in self.guests()}
        away = {chair.key for chair in self.lobby.chairs.away()} - self.left.keys()
        turn = -1 if self.current is None else self.current.turn
        return here | away | {key for key, left in self.left.items() if left == turn}

    @property
    def commitment(self) -> str:
        """The commitment to the game on the table, hex; "" while there is none."""
        no_game = self.play is None or self.phase == "lobby"
        return "" if no_game or self.play is None else self.play.record.commitment

    @property
    def talk(self) -> Talk:
        """How far people may talk while the game of this table is on."""
        fixed = None if self.phase == "lobby" or self.play is None else self.play.terms.options
        return self.lobby.rules.talk(fixed or self.lobby.options)

    @property
    def is_chat_free(self) -> bool:
        """Whether anybody may write what they like now."""
        return self.current is None or self.talk.is_free

    @property
    def current(self) -> LiveGame | None:
        """The game that is being played, or None."""
        return self.play if self.phase == "playing" else None

    def seat_of(self, person: Participant) -> Seat | None:
        """The seat whose view of the game a person gets: None for a spectator.

        It is the seat in that game: who sits there for the next one must not see its hand.
        """
        return None if self.play is None else self.play.players.get(person.fingerprint)

    def guests(self) -> list[Participant]:
        """Everybody who is connected and was let in."""
        return [person for person in self.people.connected() if person.admitted]

    def tell_all(self, message: link.FromRoom) -> None:
        """Sends a message to everybody who was let in."""
        for person in self.guests():
            person.tell(message)

    def changed(self) -> None:
        """Has the screens brought up to date after this job."""
        self.is_stale = True

    def note(self, text: str, topic: str = "", own: Mapping[Seat, str] = EVERYBODY_ALIKE) -> None:
        """Writes something that the room reports into the log of the game.

        Some seats may read it in words of their `own`.
        """
        if self.play is not None:
            self.play.log.add([RoomNote("room", text, topic, own=own)])
        self.is_stale = True

    async def write_down_turn(self) -> None:
        """Has the history know in which turn the game stands."""
        if self.current is not None:
            gid = self.current.record.gid
            await self.services.history.stands(gid, self.current.turn)

    async def write_down_pause(self) -> None:
        """Has the history know how far a game is that its table leaves."""
        if self.current is not None:
            gid = self.current.record.gid
            await self.services.history.pause(gid, self.current.turn)

    async def count_abandoned(self) -> None:
        """Looks up which games were dealt here and never opened: everybody may know."""
        archive = self.services.archive
        self.abandoned = await archive.abandoned()
        self.losses = await archive.losses()
        unopened = await archive.unopened(self.abandoned[:MOST_NAMED])
        days = [await self.services.history.day(each.gid) for each in unopened]
        self.unopened = tuple(
            each._replace(day=day) for each, day in zip(unopened, days, strict=True)
        )
        self.is_stale = True

    def begin_task(self, work: Coroutine[None, None, None]) -> None:
        """Has something done beside the queue; a fault in it stops the room."""
        self._begin(work, self.tasks)

    def begin_errand(self, person: Participant, work: Coroutine[None, None, None]) -> None:
        """Has something done beside the queue that only `person` waits for: a fault is theirs."""
        self.begin_task(_run_errand(person, work))

    def _slowly(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        return self._begin(work, self.slow_tasks)

    def _begin(
        self, work: Coroutine[None, None, None], tasks: set[asyncio.Task[None]]
    ) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self.slow_tasks.discard(task)
        if not task.cancelled():
            self.post(task.result)


async def _run_errand(person: Participant, work: Coroutine[None, None, None]) -> None:
    """Does it; what goes wrong costs who waits for it a line, and the table nothing."""
    try:
        await work
    except (Refused, RulesError) as error:
        person.tell(link.Problem(code=code_of(error), text=clean(str(error), 400)))
    except Exception as error:  # noqa: BLE001 - whatever it is, the others play on
        log.error("an errand failed: %s", places_of(error))
        person.tell(link.Problem(code="fault", text=BROKE))
