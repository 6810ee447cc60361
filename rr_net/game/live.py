"""A game in progress: the only writer of its table.

Every entry is kept by the record before anybody is shown its effect. Answers that several seats
give at once, and those of a reaction window, are held here until all are in: the table takes them
together.

Its parts (random events, the sealed window, bots and turn clock, signatures) hold no clock and no
table: they are told the time and say what is due, and the game alone carries it out.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Sequence
from functools import partial

from rr_net import link
from rr_net.bots.kinds import best_for
from rr_net.bots.seat import Bots, declining, fallback
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.chain.events import RecordedEvent
from rr_net.game.autoplay import AutoPlayers
from rr_net.game.due import BotAnswer, Cue, Due, FreezeGiven, Think
from rr_net.game.events import RandomEvents
from rr_net.game.log import RoomNote
from rr_net.game.position import GamePosition
from rr_net.game.record import GameRecord, Recorded, RecordedEntry
from rr_net.game.seats import GameSeat
from rr_net.game.services import A_MOMENT, RoomServices, SingleAlarm
from rr_net.game.terms import Terms
from rr_net.game.windows import PASS, SealedWindow
from rr_net.link.refusals import Refused
from rr_net.store import Successor
from rr_rules.kernel.errors import CannotArrange, NotAnOption, StaleAnswer, WrongSeat
from rr_rules.kernel.game import GameState
from rr_rules.kernel.recounting import Story
from rr_rules.kernel.requests import ChanceRequest, Choose, ChooseAll, Roll, Seat, Shuffle
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Entry, Remove

PROMISED = "A shuffle is committed to"


class LiveGame(GamePosition):
    """One game, from the deal to its outcome."""

    def __init__(
        self,
        table: Table[GameState],
        record: GameRecord,
        terms: Terms,
        seats: Sequence[GameSeat],
        room: RoomServices,
        bots: Bots,
    ) -> None:
        super().__init__(table, terms, seats)
        self.record = record
        self.story = Story(table.game)
        self.clock, self.wall = room.clock, room.wall
        self.awaits_players = False
        """Taken up again, and no random event is opened before its players are back."""
        self.events = RandomEvents(self.seats, terms.chain_seats)
        self.auto = AutoPlayers(self.seats, best_for(table.game), bots.settings, bots.pace)
        self._bots = bots
        self._room = room
        self._alarm = SingleAlarm(room.clock, self._ring)
        self._wall_alarm = SingleAlarm(room.wall, self._ring)
        self._grinding: asyncio.Task[None] | None = None

    # --- what it takes -----------------------------------------------------------------

    async def go_on(self) -> None:
        """Deal what chance is due and open the next choice."""
        self._end_request()
        while isinstance(self.table.pending, Shuffle | Roll):
            await self._sign()
            if self._is_waiting or await self._begin_event(self.table.pending):
                break
            await self._deal()
        await self._open()

    async def give(self, seat: Seat, option: int, number: int, *, final: bool = True) -> None:
        """Take the answer of a seat; one that is not final may be changed in a sealed window.

        Raises Refused or a RulesError; nothing has changed then.
        """
        choose = self._open_choice(seat, number)
        if not 0 <= option < len(choose.options):
            most = len(choose.options) - 1
            raise NotAnOption(f"option {option} of {choose.verb}: expected 0 to {most}")
        if not final and self.window is None:
            raise Refused("not_sealed", "only a sealed window takes an answer that is not final")
        if not isinstance(self.table.pending, ChooseAll):
            await self._take_or_draft(Answer(seat, option))
        elif not final and self.window is not None:
            self.window.picks[seat] = option
            self._room.changed()
        else:
            await self._hold(Answer(seat, option))
            self._room.changed()
            await self._close_if_complete(seat)
        self._wind()

    def wait(self, seat: Seat, number: int) -> None:
        """Prolong the open window for a seat (RR-HID-18). Raises Refused or StaleAnswer."""
        self._refuse_stale(number, seat)
        if self.window is None or self.passes_unasked(seat):
            raise Refused("cannot_wait", "there is no window to keep open")
        self.window.wait(seat, self.clock.time())
        self._room.changed()
        self._wind()

    async def arrange(self, seat: Seat, zone: str, order: tuple[int, ...]) -> None:
        """Re-order a hidden zone of a seat. Raises Refused or a RulesError."""
        if self.window is not None:
            # Where all have answered, the journal's table has gone on and the shown one has not;
            # to tell these apart would tell who has answered.
            raise Refused("window_open", "nothing is sorted while a reaction window is open")
        self._refuse_in_event("nothing is sorted")
        if self.drafts.is_open(seat):
            raise CannotArrange(f"{zone} of seat {seat}: expected once the last answer counts")
        await self._take(Arrange(seat, zone, order))
        self.drafts.renew()
        self._room.changed()

    async def remove(self, seat: Seat) -> None:
        """Take a seat out of the game (RR-TABLE-05). Raises Refused or a RulesError."""
        self._refuse_in_event("no seat is taken out")
        self.table.clone().remove(seat)  # refuses what must not be kept
        await self._hand_over()
        await self._take(Remove(seat))
        await self.go_on()

    def contribute(self, seat: Seat, message: link.Contribute) -> None:
        """Take what a seat gives to the open event. Raises Refused; nothing has changed then."""
        if self.events.contribute(seat, message, self.record.check):
            self._room.changed()

    def ask_bot(self, seat: Seat) -> None:
        """Have a bot answer what is open for a seat, if one plays it."""
        self._ask(seat)
        self._wind()

    async def seat(self, successor: Successor) -> None:
        """Give the seat of a bot to somebody who plays it from now on (RR-TABLE-09).

        It is kept before anybody is shown a card of it. Raises CannotStore.
        """
        await self.record.seat(successor)
        seat = Seat(successor.seat)
        self.players[successor.key] = self.roster[successor.key] = seat
        self._room.changed()

    def unseat(self, key: str) -> None:
        """Somebody has lost the seat in this game, and what can be seen from it."""
        self.players.pop(key, None)
        self._room.changed()

    async def players_are_back(self) -> None:
        """Open the random event that has waited for them."""
        self.awaits_players = False
        if self.in_event and not self.events.is_open:
            await self.go_on()

    async def end(self) -> None:
        """Ends it here, at its outcome or not."""
        if not self.missing():
            await self._hand_over()  # as whoever replays the journal will
        if not self.is_over:
            await self.record.give_up()
        elif self.setting("audit") != "automatic":
            await self.record.sign()  # otherwise the last row is signed in a moment
        self.stop()

    def stop(self) -> None:
        """Nothing is due and nothing can be answered any more; an open event stays as it is."""
        self.is_stopped = True
        self.events.stop()
        self._end_request()
        self._wind()
        if self._grinding is not None:
            self._grinding.cancel()

    def _refuse_in_event(self, what: str) -> None:
        if self.in_event:
            raise Refused("event_open", f"{what} while a random event is open: wait a moment")

    # --- what is due -------------------------------------------------------------------

    def _ring(self) -> None:
        self._room.post(self._settle)

    async def _settle(self) -> None:
        """Carry out the first thing that is due: screens show it before the next one's turn."""
        self._alarm.cancel()
        self._wall_alarm.cancel()
        due = self._next_due()
        if due is not None:
            await self._do(due)
        self._wind()

    def _next_due(self) -> Due | None:
        now = self.clock.time() + A_MOMENT
        event = self.events.due(self.wall.time())
        if event is not None:
            return event
        if self.window is not None and self.window.next_at <= self.auto.next_at:
            return self.window.due(now)
        return self.auto.due(now)

    def _wind(self) -> None:
        """Set the alarms to what is due next."""
        closes = math.inf if self.window is None else self.window.next_at
        self._alarm.set(min(closes, self.auto.next_at))
        self._wall_alarm.set(self.events.next_at)

    async def _do(self, due: Due) -> None:
        match due:
            case Cue.CLOSE_WINDOW:
                await self._close()
            case Think():
                self._think(due)
            case BotAnswer():
                await self._take_bots(due)
            case Cue.TURN_CLOCK_OUT:
                await self._decline()
            case Cue.SIGN_TURN:
                self._note_signature(await self.record.sign())
            case Cue.SIGN_HOST_FIRST:
                await self.record.sign()
                self.signing.seal()
            case FreezeGiven(given):
                event = await self.record.freeze(given)
                self.log.add(self.events.notes(event))
                self._grind(event)
            case Cue.DEAL_CHANCE:
                self.events.stop()
                await self._deal()
                await self.go_on()

    # --- a request ---------------------------------------------------------------------

    async def _open(self) -> None:
        """Have what is asked now shown, and answered by bots and clocks where they answer."""
        self._end_request()
        self.number = self.table.number
        self._room.changed()
        if self.in_window and self.setting("window") == "sealed":
            self._open_window()
        await self._sign()
        limit = self.setting("turn_clock")
        # A sealed window has its own times.
        has_clock = limit != "off" and self.window is None and bool(self.asked)
        self.auto.begin(self.clock.time(), float(limit) if has_clock else None)
        for seat in self.open_seats():
            self._ask(seat)
        self._wind()

    def _open_window(self) -> None:
        seats = tuple(choose.seat for choose in self.table.asked)
        beat, patience = float(self.setting("window_seconds")), float(self.setting("wait_seconds"))
        self.window = SealedWindow(seats, self.clock.time(), beat, patience)
        for seat in filter(self.held.__contains__, seats):
            self.window.answered(seat)

    def _end_request(self) -> None:
        self.drafts.drop()
        self.auto.end()
        self.window = None

    async def _sign(self) -> None:
        while (due := self._signature_due()) is not None:
            await self._do(due)

    def _signature_due(self) -> Cue | None:
        has_answered = self.has_answered(self.terms.host_seat)
        return self.signing.due(self.turn, self.request, host_answered=has_answered)

    # --- answers -----------------------------------------------------------------------

    async def _take_or_draft(self, answer: Answer) -> None:
        """Take what counts by this answer; of a draft nobody else may even see that it grows."""
        if answers := self.drafts.take(answer):
            await self._take(*answers)
            await self.go_on()
        else:
            self._room.changed()
            self._ask(answer.seat)

    async def _hold(self, answer: Answer) -> None:
        await self.record.hold(answer)
        self.held.hold(answer)

    async def _close_if_complete(self, seat: Seat) -> None:
        if self.window is not None:
            self.window.answered(seat)
        elif not self.missing():
            await self._close()
        elif self._signature_due() is Cue.SIGN_HOST_FIRST:
            await self._open()

    async def _close(self) -> None:
        """Hand all held answers to the table; silence is a pass."""
        picks = {} if self.window is None else self.window.picks
        for seat in self.missing():
            await self._hold(Answer(seat, picks.get(seat, PASS)))
        self._room.changed()
        await self._hand_over()
        await self.go_on()

    async def _hand_over(self) -> None:
        self.signing.unseal()
        if answers := self.held.take_out():
            await self.record.hand_over(answers, self.table)
        self._tell_events()

    async def _take(self, *entries: Entry) -> None:
        await self.record.keep(entries, self.table)
        for entry in entries:
            self._note(entry)

    def _open_choice(self, seat: Seat, number: int) -> Choose:
        self._refuse_stale(number, seat)
        choose = self.asked_of(seat)
        if choose is None:
            raise WrongSeat(f"an answer of seat {seat}: this seat is not asked")
        return choose

    def _refuse_stale(self, number: int, seat: Seat) -> None:
        if number != (current := self.number_for(seat)):
            raise StaleAnswer(f"answer for state {number}: the table is at {current}")

    # --- bots and the turn clock -------------------------------------------------------

    def _ask(self, seat: Seat) -> None:
        if self.asked_of(seat) is not None:
            number, now = self.number_for(seat), self.clock.time()
            self.auto.ask(seat, number, now, in_window=self.in_window)

    def _bots_choice(self, seat: Seat, number: int) -> Choose | None:
        """The choice that a bot was asked about, if it is still open and a bot's."""
        is_bots = number == self.number_for(seat) and bool(self.auto.kind(seat))
        return self.asked_of(seat) if is_bots else None

    def _think(self, think: Think) -> None:
        seat = think.seat
        choose = self._bots_choice(seat, think.number)
        if choose is not None:
            if self.window is None:
                # A sealed window closes by itself, and a bot that is late has passed.
                self.auto.thinks(think, self.clock.time())
            done = partial(self._thought, think)
            self._bots.ask(self.auto.kind(seat), self.table_for(seat), choose, done)

    def _thought(self, think: Think, option: int | None) -> None:
        self.auto.answers(think, option, self.clock.time())
        self._wind()

    async def _take_bots(self, answer: BotAnswer) -> None:
        choose = self._bots_choice(answer.seat, answer.number)
        if choose is None:
            return
        until = self.auto.opened + float(self.setting("window_seconds"))
        is_answered = self.in_window and self.setting("window") == "answered"
        if is_answered and until - self.clock.time() > A_MOMENT:
            # Whatever it holds, a bot's answer counts at the same moment (RR-HID-20).
            self.auto.wait(answer, until)
        else:
            option = fallback(choose) if answer.option is None else answer.option
            await self.give(answer.seat, option, answer.number)

    async def _decline(self) -> None:
        """Optional means no, a skippable phase is skipped, a bot makes a forced choice."""
        for seat in self.open_seats():
            choose, number = self.asked_of(seat), self.number_for(seat)
            declined = None if choose is None else declining(choose)
            if declined is not None:
                await self.give(seat, declined, number)
            elif choose is not None:
                now = self.clock.time()
                self.auto.ask_late(seat, number, now, in_window=self.in_window)

    # --- random events -----------------------------------------------------------------

    @property
    def _is_waiting(self) -> bool:
        """Whether the next event waits for players; one that is frozen takes nothing of theirs."""
        event = self.record.event
        return self.awaits_players and not (event is not None and event.is_frozen)

    async def _begin_event(self, request: ChanceRequest) -> bool:
        """Open the event of a request, or go on with it; False where the level has no windows."""
        event = self.record.event
        if event is None or not event.is_frozen:
            event = await self.record.open_event(request, self.table, self.events.pledges())
        if event is None:
            return False
        if event.is_frozen:
            self._grind(event)
            return True
        values = map(self.record.chain_value, self.terms.chain_seats)
        given = [value for value in values if value is not None]
        self.events.opened(event, given, self.wall.time())
        self.log.add(self.events.notes(event))
        due = self.events.due(self.wall.time())
        if due is not None:
            await self._do(due)
        return True

    def _grind(self, event: RecordedEvent) -> None:
        """Go on with what was fixed; nothing that comes from now on counts."""
        self.events.frozen(event, self.record.seconds(event.kind), self.wall.time())
        self._room.changed()
        self._grinding = self._room.aside(self._ground())

    async def _ground(self) -> None:
        await self.record.grind()
        self.events.ground()
        self._wind()

    async def _deal(self) -> None:
        """Give the table the result of the chance it waits for."""
        request = self.table.pending
        assert isinstance(request, Shuffle | Roll), "only chance is dealt"
        self._note_promises(await self.record.deal(request, self.table))
        self._tell_events()

    # --- after a crash -----------------------------------------------------------------

    def recall(self, recorded: Recorded) -> None:
        """Take again what the journal holds."""
        match recorded:
            case RecordedEntry(entry, promises):
                self._note_promises(promises)
                self._recall(entry)
            case RecordedEvent():
                self.log.add(self.events.notes(recorded))
            case SignedNote():
                self._note_signature(recorded)

    def _recall(self, entry: Entry) -> None:
        """Take an entry that a journal has kept already; sealed answers are held again."""
        if isinstance(entry, Answer) and isinstance(self.table.pending, ChooseAll):
            self.held.hold(entry)
            if not self.missing():
                self._recall_held()
            return
        if isinstance(entry, Remove):
            self._recall_held()
        self._apply(entry)

    def _recall_held(self) -> None:
        self.signing.unseal()
        for entry in self.held.take_out():
            self._apply(entry)

    def _apply(self, entry: Entry) -> None:
        request = self.table.pending
        self.table.apply(entry)
        self.record.recall(entry, request, self.table)
        self._note(entry)

    # --- the log -----------------------------------------------------------------------

    def _note_promises(self, promises: Iterable[str]) -> None:
        """Write down what a shuffle commits to."""
        self.log.add(RoomNote("shuffle", f"{PROMISED}: {each}", "luck") for each in promises)

    def _note_signature(self, head: SignedNote | None) -> None:
        """Write down what the host has signed, if it has a key and the turn is over."""
        has_answered = self.has_answered(self.terms.host_seat)
        self.log.add(self.signing.signed(head, self.turn, host_answered=has_answered))

    def _tell_events(self) -> None:
        """Write down what has happened, for those who play and for the end."""
        events = self.table.drain()
        self.log.add(events)
        self.story.add(self.table.state, events)

    def _note(self, entry: Entry) -> None:
        """Write down what an entry has brought about."""
        self._tell_events()
        if isinstance(entry, Remove):
            self.seats[entry.seat].removed = True
            self.players = {key: own for key, own in self.players.items() if own != entry.seat}
