"""A room: one table with the people around it, and the queue in which everything happens.

All that anybody does, and every timer that rings, becomes a job in one queue. Jobs are done one
after the other, so that the table has a single writer and nobody can slip in between an entry and
its place in the journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping

from rr_net import link
from rr_net.fairness.base.rows import Opening
from rr_net.game.archive import Unfinished
from rr_net.game.live import LiveGame
from rr_net.game.orders import check_kinds
from rr_net.game.seats import Level
from rr_net.game.services import Job
from rr_net.game.signing import ClientSignatures
from rr_net.history.recording import GameHistory
from rr_net.history.results import OWN_KEY
from rr_net.history.telling import Asker
from rr_net.link.refusals import Refused, code_of
from rr_net.room import arrivals, dealing, gamekeys, host_acts, newcomers, seats
from rr_net.room.announcing import figures_of, invitations, listing_of
from rr_net.room.ending import (
    Farewell,
    ask_for_audit,
    ask_for_rematch,
    closing_words,
    fault_words,
    notice_end,
    say_goodbye,
)
from rr_net.room.host_acts import say
from rr_net.room.lobby import TablePlan
from rr_net.room.people import Connection, Lag, MayIdle, Participant, count_writing
from rr_net.room.showing import show_everybody, tell_hint, watch
from rr_net.room.state import HostServices, PastAsker, RoomState, SeenBy
from rr_net.safetext import clean
from rr_rules.kernel.errors import EndlessStep, RulesError
from rr_rules.kernel.requests import Seat


def look_back(
    person: Participant,
    replay: link.ReplayLink,
    asked: link.AskReplay,
    begin_errand: Callable[[Participant, Coroutine[None, None, None]], object],
) -> None:
    """Tell somebody what there is to see of a game that is over, or steps of it. Raises Refused."""
    if not asked.count:
        person.tell(replay.told)
    elif asked.eyes not in replay.reel.eyes:
        raise Refused("no_seat", EYES)
    else:
        begin_errand(person, _tell_steps(person, replay, asked))


async def _tell_steps(person: Participant, replay: link.ReplayLink, asked: link.AskReplay) -> None:
    """One after the other: whoever plays here is not to wait for all of them."""
    reel = replay.reel
    for at in range(asked.first, min(asked.first + asked.count, reel.last + 1)):
        person.tell(replay.picture(at, asked.eyes).told(reel.warning))
        await asyncio.sleep(0)


EYES = "these eyes may not be taken before the cards are open"


def _asker(person: Participant) -> Asker:
    """What somebody may know of past games."""
    own = (OWN_KEY,) if person.is_host else ()
    return Asker((*own, person.fingerprint), sees_all=person.is_host)


AsideFromPlay = link.StepAway | link.AskHistory | link.AskReplay | link.Watch
Beforehand = link.FileOrders | link.TakeBackOrders | link.AlwaysHold | link.SetTempo | link.ShowNext


class RoomLoop:
    """A table, its seats, its clocks and everybody who is there."""

    def __init__(self, settings: TablePlan, services: HostServices) -> None:
        """Raises BadSetup, BadOption, DeckError or Refused for settings the game refuses."""
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue()
        self._state = RoomState(settings, services, self._post)
        self._is_closed = False

    # --- for the host process ----------------------------------------------------------

    @property
    def commitment(self) -> str:
        """The commitment to the game on the table, hex; "" before the first one."""
        return self._state.commitment

    @property
    def promise(self) -> Opening | None:
        """What the host has promised about the game on the table; None before the first one."""
        play = self._state.play if self.commitment else None
        return None if play is None else play.record.promise

    @property
    def receipt(self) -> tuple[bytes, bytes] | None:
        """The last signed note of the game on the table and its armoured signature, or None."""
        return None if self._state.play is None else self._state.play.record.receipt()

    def receipts(self, fingerprint: str) -> bytes | None:
        """What only the owner of a key may see of the game, or of the one before; else None."""
        for play in (self._state.play, self._state.last_play):
            receipts = None if play is None else play.receipts(fingerprint)
            if receipts is not None:
                return receipts
        return None

    @property
    def is_busy(self) -> bool:
        """Whether something waits to be done at once."""
        return not self._queue.empty() or bool(self._state.tasks)

    @property
    def phase(self) -> str:
        """lobby, playing or over."""
        return self._state.phase

    @property
    def listing(self) -> dict[str, object]:
        """What a public table says of itself to everybody: nobody's name is in it."""
        return listing_of(self._state)

    def figures(self) -> dict[str, object]:
        """How the table is, for who runs the host: numbers and phases, and nobody's name."""
        return figures_of(self._state)

    @property
    def history(self) -> GameHistory:
        """What became of the games of this host, as far as that is kept."""
        return self._state.services.history

    def is_banned(self, fingerprint: str) -> bool:
        """Whether the host has banned a key that has been here."""
        return self._state.people.is_banned(fingerprint)

    def knows(self, fingerprint: str) -> bool:
        """Whether a key was let in here, now or on an earlier evening."""
        return self._state.people.knows(fingerprint)

    @property
    def code(self) -> str:
        """The invite code that is for everybody now, or ""."""
        return self._state.people.common.now

    async def settle_invites(self, message: link.Host | None) -> tuple[link.Invitation, ...]:
        """Make an invite or take one back for the host, and tell all. Raises Refused.

        Nothing is done for None. It works beside the host's own interface.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def settle() -> None:
            try:
                if message is not None and message.act == "invite":
                    await host_acts.invite(self._state, OWN_KEY, message)
                elif message is not None:
                    await host_acts.take_back(self._state, message)
            except Refused as error:
                done.set_exception(error)
            else:
                done.set_result(None)

        if self._is_closed:
            raise Refused("no_game", "the table is being closed")
        self._post(settle)
        await done
        return invitations(self._state.people, self._state.services.today())

    def connect(
        self,
        fingerprint: str,
        called: str,
        *,
        is_host: bool = False,
        admitted: bool = False,
        may_idle: MayIdle = bool,
        lag: Lag = float,
        is_own: bool = False,
        way_back: str = "",
    ) -> Connection:
        """A link for a key whose owner calls himself `called`; `attach` makes it live.

        `way_back` is the line to type that leads to this table again, where there is one; `lag` is
        asked at each window, and none is what a line has that nobody measures.
        """
        person = self._state.people.arrive(fingerprint, called, is_host=is_host, admitted=admitted)
        clock = self._state.services.clock
        told = (self._joined, self._received, self._dropped)
        made = Connection(person, clock, *told, may_idle, replayed=self._replayed,
                          past=self._past, is_own=is_own)  # fmt: skip
        made.way_back, made.lag = way_back, lag
        return made

    def reserve(self, seat: int, fingerprint: str, called: str) -> None:
        """Keep a free seat for a key that has not come yet. Raises Refused."""
        chair = self._state.lobby.chairs[seat]
        if not chair.is_free:
            raise Refused("seat_taken", f"seat {seat + 1} is taken: choose a free one")
        people = self._state.people
        chair.owner = people.arrive(fingerprint, called, is_host=False, admitted=True)

    def recall_house_rules(self, used: Mapping[str, tuple[Mapping[str, str], Level]]) -> None:
        """Offer the options and the levels that this host used last, by the game's id."""
        self._state.lobby.house = dict(used) | self._state.lobby.house

    def start(self) -> None:
        """Deal as soon as the queue comes to it, with bots on the free seats."""
        self._post(lambda: None if self._state.current else dealing.deal(self._state))

    def resume(self, unfinished: Unfinished) -> None:
        """Take up a game where its journal ends."""
        self._post(lambda: dealing.resume(self._state, unfinished))

    def close(self) -> None:
        """End `run` once everything that was asked for is done."""
        self._queue.put_nowait(None)

    async def run(self) -> None:
        """Do what people and timers ask for, until `close`."""
        farewell = Farewell.of_all(fault_words(None))
        try:
            await self._state.people.recall()
            await self._state.count_abandoned()
            await dealing.measure_luck(self._state)
            while (job := await self._queue.get()) is not None:
                await self._do(job)
                # Not while the next one is waited for: the last word of somebody who has gone
                # would keep a whole interface alive.
                del job
            farewell = await closing_words(self._state)
            await self._state.write_down_pause()
        except Exception as fault:
            farewell = Farewell.of_all(fault_words(fault))
            raise
        finally:
            self._shut(farewell)

    async def _do(self, job: Job) -> None:
        waiting = job()
        if waiting is not None:
            await waiting
        if self._state.current is None:
            self._state.lobby.decide_luck(is_alone=self._state.is_at_home)
        await seats.go_on_if_due(self._state)
        await newcomers.seat_if_due(self._state)
        if self._state.current is not None:
            await self._state.current.note_absences()
            gamekeys.ask_for_keys(self._state)
        await notice_end(self._state)
        dealing.mind_the_welcome(self._state)
        await self._state.write_down_turn()
        if self._state.is_stale:
            show_everybody(self._state)
        # A queue that is never empty must not keep the network waiting.
        await asyncio.sleep(0)

    def _shut(self, farewell: Farewell) -> None:
        self._is_closed = True
        if self._state.play is not None:
            self._state.play.stop()
        for chair in self._state.lobby.chairs.all:
            chair.cancel_grace()
        for task in (*self._state.tasks, *self._state.slow_tasks):
            task.cancel()
        live = [person.connection for person in self._state.people.connected()]
        for connection in (*live, *self._state.elsewhere):
            if connection is not None:
                words = farewell.host if connection.person.is_host else farewell.guests
                say_goodbye(self._state, connection, words, closes=True)

    def _post(self, job: Job) -> None:
        if not self._is_closed:
            self._queue.put_nowait(job)

    def _replayed(self, person: Participant) -> link.ReplayLink:
        """The game that was over last, as a person may look at it. Raises Refused."""
        ending = self._state.last_ending
        if ending is None or not person.admitted:
            raise Refused("no_game", "no game is over at this table")
        seat = ending.play.players.get(person.fingerprint)
        since = 0 if seat is None else ending.since.get(seat, 0)
        seen = SeenBy(person.name, seat, since)
        return self._state.services.replay(ending, self._state.settings.name, seen)

    def _past(self, connection: Connection) -> link.PastLink | None:
        """The games that a person may know of, as far as they are kept."""
        person = connection.person
        if not person.admitted:
            return None
        asker = _asker(person)
        return self._state.services.past(
            PastAsker(asker.keys, asker.sees_all, is_own=connection.is_own)
        )

    # --- people come and go ------------------------------------------------------------

    def _joined(self, connection: Connection) -> None:
        self._post(lambda: arrivals.let_in(self._state, connection))

    def _dropped(self, connection: Connection) -> None:
        self._post(lambda: arrivals.hang_up(self._state, connection))

    # --- messages ----------------------------------------------------------------------

    def _received(self, connection: Connection, message: link.FromPlayer) -> None:
        self._post(lambda: self._answer(connection, message))

    async def _answer(self, connection: Connection, message: link.FromPlayer) -> None:
        person = connection.person
        try:
            if person.connection is connection:
                await self._obey(person, connection, message)
            elif connection in self._state.elsewhere and isinstance(message, link.TakeOver):
                await arrivals.take_over(self._state, connection, yes=message.yes)
            else:
                raise Refused("elsewhere", "this key is connected elsewhere: take over first")
        except EndlessStep:
            raise  # a fault of the game: the table is not what its journal says any more
        except (Refused, RulesError) as error:
            text = clean(str(error), 400)
            connection.tell(link.Problem(code=code_of(error), text=text, of=message.type))

    async def _obey(
        self, person: Participant, connection: Connection, message: link.FromPlayer
    ) -> None:
        match message:
            case link.Enter():
                await arrivals.enter(self._state, person, message)
            case link.KeepProfile(profile=profile):
                count_writing(person)
                person.profile = profile
                await self._state.people.keep(person)
            case link.Leave():
                await self._leave(person, connection)
            case link.TakeOver():
                pass  # it has the seat already
            case _ if person.admitted:
                await self._obey_guest(person, message)
                self._state.is_stale = self._state.is_stale or not isinstance(message, link.Say)
            case _:
                raise Refused("not_admitted", "the invite code or the host lets you in")

    async def _obey_guest(self, person: Participant, message: link.FromPlayer) -> None:
        match message:
            case link.Give() | link.Rearrange() | link.HoldWindow() | link.AskHint():
                play, seat = seats.seat_at(self._state, person, only="may play")
                await self._move(play, seat, person, message)
            case (
                link.FileOrders() | link.TakeBackOrders() | link.AlwaysHold() | link.SetTempo()
                | link.ShowNext()
            ):  # fmt: skip
                await self._order(person, message)
            case link.Contribute() | link.Pledge():
                seats.give_luck(self._state, person, message)
            case link.Say():
                say(self._state, person, message)
            case link.Rematch() | link.Audit():
                await self._ask_at_the_end(person, message)
            case link.Host():
                await host_acts.act_of(self._state, person, message)
            case link.SignWith() | link.SignSeat() | link.BearWitness():
                await gamekeys.take(self._state, person, message)
            case link.StepAway() | link.AskHistory() | link.AskReplay() | link.Watch():
                self._turn_away(person, message)
            case _:
                await self._arrange_table(person, message)

    async def _ask_at_the_end(
        self, person: Participant, message: link.Rematch | link.Audit
    ) -> None:
        if isinstance(message, link.Audit):
            await ask_for_audit(self._state, person)
        elif ask_for_rematch(self._state, person) or self._state.settings.welcomes:
            await dealing.deal(self._state)

    def _turn_away(self, person: Participant, message: AsideFromPlay) -> None:
        """What somebody wants beside playing this game. Raises Refused."""
        match message:
            case link.Watch(since=since):
                watch(person, since)
            case link.StepAway():
                seats.step_away(self._state, person)
            case link.AskHistory():
                count_writing(person)
                self._state.begin_errand(person, self._tell_history(person, message.find))
            case _:
                count_writing(person)
                look_back(person, self._replayed(person), message, self._state.begin_errand)

    async def _tell_history(self, person: Participant, words: str) -> None:
        """Tells somebody of past games, when the room comes to it."""
        found = await self.history.shown(words, _asker(person))
        self._post(lambda: person.tell(found))

    async def _leave(self, person: Participant, connection: Connection) -> None:
        await seats.leave(self._state, person)
        say_goodbye(
            self._state, connection, "You have left the table. The same key finds it again."
        )
        person.connection = None

    # --- before the deal ---------------------------------------------------------------

    async def _arrange_table(self, person: Participant, message: link.FromPlayer) -> None:
        if isinstance(message, link.Sit):
            newcomers.sit(self._state, person, message)
            await self._deal_if_welcome(person)
            return
        if self._state.phase == "playing":
            raise Refused("too_late", "that is settled before the deal")
        match message:
            case link.Stand():
                newcomers.stand(self._state, person)
            case link.Ready(ready=ready):
                newcomers.set_ready(self._state, person, ready=ready)
                await self._deal_if_complete()
            case link.SetUp():
                host_acts.refuse_others(person)
                newcomers.seat_claimants(self._state)
                host_acts.set_up(self._state, person, message)
            case link.Fill():
                host_acts.refuse_others(person)
                host_acts.fill(self._state, message)
                await self._deal_if_complete()
            case link.Start():
                host_acts.refuse_others(person)
                await dealing.deal(self._state, person)

    async def _deal_if_complete(self) -> None:
        """Deals where nothing is missing any more, whatever was missing last."""
        if self._state.lobby.is_complete:
            await dealing.deal(self._state)

    async def _deal_if_welcome(self, person: Participant) -> None:
        """Deals to whoever sits down at a table for strangers: nobody there waits for others."""
        state = self._state
        is_over = state.phase == "over"
        if state.settings.welcomes and (
            is_over or (state.phase == "lobby" and state.lobby.is_complete)
        ):
            await dealing.deal(state, person)

    # --- at the table ------------------------------------------------------------------

    async def _move(
        self,
        play: LiveGame,
        seat: Seat,
        person: Participant,
        message: link.Give | link.Rearrange | link.HoldWindow | link.AskHint,
    ) -> None:
        await play.note_absences()
        match message:
            case link.Give(number=number, option=option, next=later, done=done):
                signatures = ClientSignatures(message.signed, message.next_signed)
                await play.give(
                    seat, option, number, later=later, final=done, signatures=signatures
                )
            case link.HoldWindow(number=number, on=on):
                play.hold(seat, number, on=on)
            case link.AskHint():
                count_writing(person)
                await tell_hint(self._state, seat, person, message)
            case link.Rearrange(zone=zone, order=order):
                count_writing(person)
                await play.arrange(seat, zone, order)

    async def _order(self, person: Participant, message: Beforehand) -> None:
        """What somebody says about what is to come. Raises Refused."""
        match message:
            case link.SetTempo():
                host_acts.set_tempo(self._state, person, message)
            case link.ShowNext():
                host_acts.show_next(self._state)
            case link.AlwaysHold(kinds=kinds):
                if self._state.lobby.setting("window", "") != "sealed":
                    raise Refused("not_offered", "this table has no sealed windows")
                check_kinds(self._state.lobby.rules, kinds)
                count_writing(person)
                person.always_holds = frozenset(kinds)
                await self._state.people.keep(person)
            case _:
                play, seat = seats.seat_at(self._state, person, only="may file orders")
                count_writing(person)
                await play.note_absences()
                await play.file(seat, message)
                await play.filed()
