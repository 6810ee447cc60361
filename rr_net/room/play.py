"""A game in progress: the only writer of its table.

Every entry is kept by the record before anybody is shown its effect. Answers that several seats
give at once, and those of a reaction window, are held here until all are in: the table takes them
together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rr_net.clocks import Alarm, TableClock
from rr_net.room.botseat import Bots
from rr_net.room.chairs import Chairs
from rr_net.room.logbook import LogBook, Note, window_kind
from rr_net.room.proxies import Proxies
from rr_net.room.record import Kept, Record
from rr_net.room.refusals import Refused
from rr_net.room.timers import A_MOMENT, Job, Timers
from rr_net.room.windows import PASS, SealedWindow
from rr_rules.errors import NotAnOption, StaleAnswer, WrongSeat
from rr_rules.game import ROOM_OPTIONS, State
from rr_rules.requests import ChanceRequest, Choose, ChooseAll, Request, Roll, Shuffle
from rr_rules.table import Table
from rr_rules.transcript import Answer, Arrange, Chance, Entry, Remove

DEFAULTS = {spec.name: spec.default for spec in ROOM_OPTIONS}


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
        self.players = {c.owner.fingerprint: c.seat for c in chairs.all if c.owner is not None}
        """Whose seat is whose in this game, whoever sits there for the next one."""
        self.window: SealedWindow | None = None
        self._options = DEFAULTS | options
        self._timers = Timers(clock, post)
        self.proxies = Proxies(self, bots, self._timers)
        self._changed = changed
        self._held: dict[int, int] = {}
        self._beat: Alarm | None = None
        self._is_stopped = False

    # --- what it stands at -------------------------------------------------------------

    def option(self, name: str) -> str:
        """The value of an option of the room."""
        return self._options[name]

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.table.pending is None

    @property
    def request(self) -> Request | None:
        """What the table waits for; None at its end, and for a game that was broken off."""
        return None if self._is_stopped else self.table.pending

    @property
    def in_window(self) -> bool:
        """Whether a reaction window is open, in whatever mode."""
        return isinstance(self.request, ChooseAll) and self.request.window

    @property
    def asked(self) -> tuple[Choose, ...]:
        """The open choices, those that are answered and sealed included."""
        return () if self._is_stopped else self.table.asked

    @property
    def about(self) -> object:
        """The public event that the open choices answer, or None."""
        return next((choose.about for choose in self.asked), None)

    def asked_of(self, seat: int) -> Choose | None:
        """The choice that is open for a seat and not answered."""
        return next((c for c in self.asked if c.seat == seat and seat not in self._held), None)

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
        return tuple(choose.seat for choose in self.asked if choose.seat not in self._held)

    # --- what it takes -----------------------------------------------------------------

    def replay(self, entries: Iterable[Kept]) -> None:
        """Take what a journal holds already."""
        for entry, promises in entries:
            self._note_promises(promises)
            if isinstance(entry, Remove):
                self._hand_over()
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
        self._stop_timers()
        self._changed()
        self.number = self.table.number
        if self.in_window and self.option("window") == "sealed":
            self._open_window()
        self.proxies.begin()

    async def give(self, seat: int, option: int, number: int, *, final: bool = True) -> None:
        """Take the answer of a seat; one that is not final may be changed in a sealed window.

        Raises Refused or a RulesError; nothing has changed then.
        """
        choose = self._open_choice(seat, number)
        if not 0 <= option < len(choose.options):
            raise NotAnOption(f"option {option} of {choose.verb}: expected 0 to "
                              f"{len(choose.options) - 1}")  # fmt: skip
        if not final and self.window is None:
            raise Refused("not_sealed", "only a sealed window takes an answer that is not final")
        if not isinstance(self.table.pending, ChooseAll):
            await self.record.append(Answer(seat, option))
            self._apply(Answer(seat, option))
            await self.go_on()
        elif not final and self.window is not None:
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
        """Re-order a hidden zone of a seat. Raises Refused or a RulesError."""
        if self.window is not None:
            # Where all have answered, the journal's table has gone on and the shown one has not;
            # to tell these apart would tell who has answered.
            raise Refused("window_open", "nothing is sorted while a reaction window is open")
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
        self.window = SealedWindow(seats, self.clock.time(), beat, patience)
        for seat in self._held:
            self.window.answered(seat)
        self._set_beat(self.window)

    def _set_beat(self, window: SealedWindow) -> None:
        if self._beat is not None:
            self._beat.cancel()
        number = self.number
        delay = window.closes_at() - self.clock.time()
        self._beat = self._timers.later(delay, lambda: self._beat_over(number))

    async def _beat_over(self, number: int) -> None:
        if number != self.number or self.window is None:
            return
        if self.clock.time() + A_MOMENT >= self.window.closes_at():
            await self._close()

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
        if isinstance(entry, Remove):
            self.chairs[entry.seat].removed = True
            self.players = {key: own for key, own in self.players.items() if own != entry.seat}

    def _open_choice(self, seat: int, number: int) -> Choose:
        self._refuse_stale(number)
        choose = self.asked_of(seat)
        if choose is None:
            raise WrongSeat(f"an answer of seat {seat}: this seat is not asked")
        return choose

    def _refuse_stale(self, number: int) -> None:
        if number != self.number:
            raise StaleAnswer(f"answer for state {number}: the table is at {self.number}")

    def _stop_timers(self) -> None:
        self._timers.stop()
        self.proxies.end()
        self._beat, self.window = None, None

    def stop(self) -> None:
        """Ends it here: no timer rings and nothing can be answered any more."""
        if self._held and not self.open_seats():
            self._hand_over()  # as whoever replays the journal will
        self._is_stopped = True
        self._stop_timers()
