"""A game in progress: the only writer of its table.

Every entry is kept by the record before anybody is shown its effect. Answers that several seats
give at once, and those of a reaction window, are held here until all are in: the table takes them
together.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable

from rr_net.botseat import Bots, declining, fallback
from rr_net.chairs import Chairs
from rr_net.clocks import Alarm, TableClock
from rr_net.logbook import LogBook, Note, window_kind
from rr_net.record import Kept, Record
from rr_net.refusals import Refused
from rr_net.windows import PASS, SealedWindow
from rr_rules.errors import NotAnOption, StaleAnswer, WrongSeat
from rr_rules.game import ROOM_OPTIONS, State
from rr_rules.requests import ChanceRequest, Choose, ChooseAll, Roll, Shuffle
from rr_rules.table import Table
from rr_rules.transcript import Answer, Arrange, Chance, Entry, Remove

Job = Callable[[], Coroutine[None, None, None] | None]
"""Something the room does in its turn."""

DEFAULTS = {spec.name: spec.default for spec in ROOM_OPTIONS}
A_MOMENT = 0.001
"""How much too early a timer may ring."""
SLACK = 0.5
"""How long a bot may take to notice that its time is over."""
STAND_IN = "greedy"


class Play:
    """One game, from the deal to its outcome."""

    def __init__(
        self,
        table: Table[State],
        record: Record,
        options: dict[str, str],
        chairs: Chairs,
        clock: TableClock,
        bots: Bots,
        post: Callable[[Job], None],
        changed: Callable[[], None],
    ) -> None:
        self.table = table
        self.record = record
        self.chairs = chairs
        self.clock = clock
        self.log = LogBook(table.rules)
        self.number = table.number
        """The table's number when the open request was made: what an answer must carry."""
        self.window: SealedWindow | None = None
        self.clock_due = 0.0
        """When the turn clock runs out; 0 while none runs."""
        self._options = DEFAULTS | options
        self._bots, self._post, self._changed = bots, post, changed
        self._held: dict[int, int] = {}
        self._opened = 0.0
        self._alarms: list[Alarm] = []
        self._beat: Alarm | None = None
        self._out_of_time: set[int] = set()

    # --- what it stands at -------------------------------------------------------------

    def option(self, name: str) -> str:
        """The value of an option of the room."""
        return self._options[name]

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.table.pending is None

    @property
    def in_window(self) -> bool:
        """Whether a reaction window is open, in whatever mode."""
        pending = self.table.pending
        return isinstance(pending, ChooseAll) and pending.window

    @property
    def about(self) -> object:
        """The public event that the open choices answer, or None."""
        return next((choose.about for choose in self.table.asked), None)

    def asked_of(self, seat: int) -> Choose | None:
        """The choice that is open for a seat and not answered."""
        return None if seat in self._held else self.table.asked_of(seat)

    def has_answered(self, seat: int) -> bool:
        """Whether the answer of a seat lies sealed."""
        return seat in self._held

    def is_answered_for(self, seat: int) -> bool:
        """Whether its owner is not asked, because a bot or a standing order answers."""
        return self.chairs[seat].is_played_by_bot or self.passes_unasked(seat)

    def may_wait(self, seat: int) -> bool:
        """Whether Wait is offered to a seat."""
        window = self.window
        return window is not None and window.may_wait(seat) and not self.is_answered_for(seat)

    def passes_unasked(self, seat: int) -> bool:
        """Whether a standing order passes this window for a seat (RR-HID-19)."""
        return self.window is not None and self.chairs[seat].passes(window_kind(self.about))

    def open_seats(self) -> tuple[int, ...]:
        """The seats that have not answered."""
        return tuple(c.seat for c in self.table.asked if c.seat not in self._held)

    # --- what it takes -----------------------------------------------------------------

    def replay(self, entries: Iterable[Kept]) -> None:
        """Take what a journal holds already."""
        for entry, promises in entries:
            self._note_promises(promises)
            if isinstance(entry, Answer) and isinstance(self.table.pending, ChooseAll):
                self._held[entry.seat] = entry.option
                if not self.open_seats():
                    self._hand_over()
            else:
                self._apply(entry)

    async def go_on(self) -> None:
        """Deal what chance is due and open the next choice."""
        while isinstance(self.table.pending, Shuffle | Roll):
            await self._deal(self.table.pending)
        self._stop_alarms()
        self._changed()
        self.number = self.table.number
        self._opened = self.clock.time()
        if self.in_window and self.option("window") == "sealed":
            self._open_window()
        else:
            self._start_turn_clock()
        for seat in self.open_seats():
            self.ask_bot(seat)

    async def give(self, seat: int, option: int, number: int, *, final: bool = True) -> None:
        """Take the answer of a seat; one that is not final may be changed in a sealed window.

        Raises a RulesError; nothing has changed then.
        """
        choose = self._open_choice(seat, number)
        if not 0 <= option < len(choose.options):
            raise NotAnOption(f"option {option} of {choose.verb}: expected 0 to "
                              f"{len(choose.options) - 1}")  # fmt: skip
        if not isinstance(self.table.pending, ChooseAll):
            await self.record.append(Answer(seat, option))
            self._apply(Answer(seat, option))
            await self.go_on()
        elif self.window is not None and not final:
            self.window.picks[seat] = option
            self._changed()
        else:
            await self._hold(seat, option)
            await self._close_if_complete(seat)

    def wait(self, seat: int, number: int) -> None:
        """Prolong the open window for a seat (RR-HID-18). Raises Refused or StaleAnswer."""
        self._refuse_stale(number)
        if self.window is None or self.passes_unasked(seat):
            raise Refused("cannot_wait", "there is no window to keep open")
        self.window.wait(seat, self.clock.time())
        self._changed()
        self._set_beat(self.window)

    async def arrange(self, seat: int, zone: str, order: tuple[int, ...]) -> None:
        """Re-order a hidden zone of a seat. Raises a RulesError."""
        self.table.clone().arrange(seat, zone, order)  # refuses what must not be kept
        await self.record.append(Arrange(seat, zone, order))
        self._apply(Arrange(seat, zone, order))
        self._changed()

    async def remove(self, seat: int) -> None:
        """Take a seat out of the game (RR-TABLE-05). Raises a RulesError."""
        self.table.clone().remove(seat)  # refuses what must not be kept
        self._hand_over()
        await self.record.append(Remove(seat))
        self._apply(Remove(seat))
        self.chairs[seat].removed = True
        await self.go_on()

    # --- answers that are held ---------------------------------------------------------

    async def _hold(self, seat: int, option: int) -> None:
        await self.record.append(Answer(seat, option))
        self._held[seat] = option
        self._changed()

    async def _close_if_complete(self, seat: int) -> None:
        if self.window is not None:
            self.window.answered(seat)
            self._set_beat(self.window)
        elif not self.open_seats():
            await self._close()

    async def _close(self) -> None:
        """Hand all held answers to the table; silence is a pass."""
        picks = {} if self.window is None else self.window.picks
        for seat in self.open_seats():
            await self._hold(seat, picks.get(seat, PASS))
        self._hand_over()
        await self.go_on()

    def _hand_over(self) -> None:
        held, self._held = self._held, {}
        for seat, option in held.items():
            self._apply(Answer(seat, option))

    # --- the window --------------------------------------------------------------------

    def _open_window(self) -> None:
        seats = tuple(choose.seat for choose in self.table.asked)
        beat, patience = float(self.option("window_seconds")), float(self.option("wait_seconds"))
        self.window = SealedWindow(seats, self._opened, beat, patience)
        for seat in self._held:
            self.window.answered(seat)
        self._set_beat(self.window)

    def _set_beat(self, window: SealedWindow) -> None:
        if self._beat is not None:
            self._beat.cancel()
        number = self.number
        delay = window.closes_at() - self.clock.time()
        self._beat = self._later(delay, lambda: self._beat_over(number))

    async def _beat_over(self, number: int) -> None:
        if number != self.number or self.window is None:
            return
        if self.clock.time() + A_MOMENT >= self.window.closes_at():
            await self._close()

    # --- clocks and bots ---------------------------------------------------------------

    def _start_turn_clock(self) -> None:
        limit = self.option("turn_clock")
        if limit != "off" and not self.is_over:
            number = self.number
            self.clock_due = self._opened + float(limit)
            self._later(float(limit), lambda: self._clock_ran_out(number))

    async def _clock_ran_out(self, number: int) -> None:
        """Optional means no, a skippable phase is skipped, a bot makes a forced choice."""
        for seat in self.open_seats() if number == self.number else ():
            choose = self._open_choice(seat, self.number)
            declined = declining(choose)
            if declined is None:
                self._out_of_time.add(seat)
                self.ask_bot(seat)
            else:
                await self.give(seat, declined, number)

    def ask_bot(self, seat: int) -> None:
        """Have a bot answer the open choice of a seat, if one plays it."""
        if self._bot_kind(seat) and self.asked_of(seat) is not None:
            number = self.number
            pace = 0.0 if self.in_window else self._bots.pace
            self._later(pace, lambda: self._think(seat, number))

    def _think(self, seat: int, number: int) -> None:
        choose = self.asked_of(seat)
        kind = self._bot_kind(seat)
        if number != self.number or choose is None or not kind:
            return
        if self.window is None:
            # A window closes by itself, and a bot that is late has passed.
            self._later(self._bots.seconds + SLACK, lambda: self._bot_answers(seat, number, None))
        self._bots.ask(
            kind,
            self.table,
            choose,
            lambda answer: self._post(lambda: self._bot_answers(seat, number, answer)),
        )

    async def _bot_answers(self, seat: int, number: int, answer: int | None) -> None:
        choose = self.asked_of(seat)
        if number != self.number or choose is None or not self._bot_kind(seat):
            return
        wait = self._opened + float(self.option("window_seconds")) - self.clock.time()
        if self.in_window and self.option("window") == "answered" and wait > A_MOMENT:
            # Whatever it holds, a bot's answer counts at the same moment (RR-HID-20).
            self._later(wait, lambda: self._bot_answers(seat, number, answer))
        else:
            await self.give(seat, fallback(choose) if answer is None else answer, number)

    def _bot_kind(self, seat: int) -> str:
        chair = self.chairs[seat]
        stands_in = chair.stand_in or seat in self._out_of_time
        return chair.bot or (STAND_IN if stands_in else "")

    # --- small steps -------------------------------------------------------------------

    async def _deal(self, request: ChanceRequest) -> None:
        result = Chance(self.record.deal(request))
        self._note_promises(await self.record.append(result, request))
        self._apply(result)

    def _note_promises(self, promises: Iterable[str]) -> None:
        text = "The order of a shuffle is committed to: "
        self.log.add(Note("shuffle", text + each, "RR-HID-09") for each in promises)

    def _apply(self, entry: Entry) -> None:
        self.table.apply(entry)
        self.log.add(self.table.drain())

    def _open_choice(self, seat: int, number: int) -> Choose:
        self._refuse_stale(number)
        choose = self.asked_of(seat)
        if choose is None:
            raise WrongSeat(f"an answer of seat {seat}: this seat is not asked")
        return choose

    def _refuse_stale(self, number: int) -> None:
        if number != self.number:
            raise StaleAnswer(f"answer for state {number}: the table is at {self.number}")

    def _later(self, delay: float, job: Job) -> Alarm | None:
        if delay <= 0:
            self._post(job)
            return None
        alarm = self.clock.call_later(delay, lambda: self._post(job))
        self._alarms.append(alarm)
        return alarm

    def _stop_alarms(self) -> None:
        for alarm in self._alarms:
            alarm.cancel()
        self._alarms, self._beat, self.window = [], None, None
        self._out_of_time.clear()
        self.clock_due = 0.0

    def stop(self) -> None:
        """Lets no timer ring any more."""
        self._stop_alarms()
