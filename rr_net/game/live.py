"""A game in progress: the only writer of its table.

Every entry is kept by the record before anybody is shown its effect. Answers that several seats
give at once, and those of a reaction window, are held here until all are in: the table takes them
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rr_net.bots.seat import Bots
from rr_net.clocks import Alarm
from rr_net.game.autoplay import AutoPlayers
from rr_net.game.drafts import Drafts
from rr_net.game.events import RandomEvents
from rr_net.game.log import LogBook, RoomNote, window_kind
from rr_net.game.record import Record
from rr_net.game.seats import GameSeat
from rr_net.game.signing import Signing
from rr_net.game.terms import Terms
from rr_net.game.timers import A_MOMENT, RoomServices, Timers
from rr_net.game.windows import PASS, HeldAnswers, SealedWindow
from rr_net.link.refusals import Refused
from rr_rules.kernel.errors import CannotArrange, NotAnOption, StaleAnswer, WrongSeat
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, ChooseAll, Request, Roll, Shuffle
from rr_rules.kernel.settings import ROOM_SETTINGS
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Entry, Remove

DEFAULTS = {spec.name: spec.default for spec in ROOM_SETTINGS}
PROMISED = "A shuffle is committed to"


class LiveGame:
    """One game, from the deal to its outcome."""

    def __init__(
        self,
        table: Table[GameState],
        record: Record,
        terms: Terms,
        seats: Sequence[GameSeat],
        stage: RoomServices,
        bots: Bots,
    ) -> None:
        self.table = table
        self.record = record
        self.terms = terms
        self.seats = tuple(seats)
        self.clock = stage.clock
        self.log = LogBook(table.game)
        self.number = table.number
        """The table's number when the open request was made: what an answer must carry."""
        self.players = {seat.key: seat.seat for seat in seats if seat.key}
        """Whose seat is whose in this game, whoever sits there for the next one."""
        self.roster = {s.fingerprint: s.seat for s in terms.roster if s.fingerprint}
        """Whose seat was whose at the deal: whom its receipts are for."""
        self.window: SealedWindow | None = None
        self.awaits_players = False
        """Taken up again, and no random event is opened before its players are back."""
        self._options = DEFAULTS | dict(terms.options)
        self._timers = Timers(stage.clock, stage.post)
        self.proxies = AutoPlayers(self, bots, self._timers)
        self.events = RandomEvents(self, stage)
        self.signing = Signing(self)
        self._changed = stage.changed
        self.held = HeldAnswers(table, record)
        self._drafts = Drafts(table)
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
    def in_event(self) -> bool:
        """Whether the table waits for chance: nothing else is taken then."""
        return isinstance(self.request, Shuffle | Roll)

    @property
    def in_window(self) -> bool:
        """Whether a reaction window is open, in whatever mode."""
        return isinstance(self.request, ChooseAll) and self.request.window

    @property
    def asked(self) -> tuple[Choose, ...]:
        """The open choices, those that are answered and sealed included."""
        return () if self._is_stopped else self.signing.prompted(self.table.pending)

    @property
    def about(self) -> object:
        """The public event that the open choices answer, or None."""
        return next((choose.about for choose in self.asked), None)

    def asked_of(self, seat: int) -> Choose | None:
        """The choice that is open for a seat and not answered."""
        if self._drafts.is_open(seat):
            return None if self._is_stopped else self.table_for(seat).asked_of(seat)
        return next((c for c in self.asked if c.seat == seat and seat not in self.held), None)

    def table_for(self, seat: int | None) -> Table[GameState]:
        """The table as a seat has it before itself: with what it tries out unseen."""
        return self._drafts.table_for(seat)

    def number_for(self, seat: int | None) -> int:
        """What an answer of a seat must carry."""
        return self._drafts.number_for(seat, self.number)

    def has_answered(self, seat: int) -> bool:
        """Whether the answer of a seat lies sealed."""
        return seat in self.held

    def is_answered_for(self, seat: int) -> bool:
        """Whether its owner is not asked, because a bot or a standing order answers."""
        return self.seats[seat].is_played_by_bot or self.passes_unasked(seat)

    def may_wait(self, seat: int) -> bool:
        """Whether Wait is offered to a seat."""
        window = self.window
        return window is not None and window.may_wait(seat) and not self.is_answered_for(seat)

    def passes_unasked(self, seat: int) -> bool:
        """Whether a standing order passes this window for a seat (RR-HID-19)."""
        return self.window is not None and self.seats[seat].passes(window_kind(self.about))

    def open_seats(self) -> tuple[int, ...]:
        """The seats that are asked and have not answered."""
        return tuple(choose.seat for choose in self.asked if choose.seat not in self.held)

    # --- what it takes -----------------------------------------------------------------

    async def go_on(self) -> None:
        """Deal what chance is due and open the next choice."""
        self._end_request()
        while isinstance(self.table.pending, Shuffle | Roll):
            await self.signing.sign_turn()
            if self._is_waiting or await self.events.begin(self.table.pending):
                break
            await self.deal()
        await self.open()

    @property
    def _is_waiting(self) -> bool:
        """Whether the next event waits for players; one that is frozen takes nothing of theirs."""
        return self.awaits_players and self.record.frozen is None

    async def players_are_back(self) -> None:
        """Open the random event that has waited for them."""
        self.awaits_players = False
        if self.in_event and not self.events.is_open:
            await self.go_on()

    async def open(self) -> None:
        """Have what is asked now shown, and answered by bots and clocks where they answer."""
        self._end_request()
        self.number = self.table.number
        self._changed()
        if not self.in_window:
            await self.signing.sign_turn()
        elif self.option("window") == "sealed":
            self._open_window()
        if self.signing.is_due:
            await self.signing.seal()
        self.proxies.begin()

    async def deal(self) -> None:
        """Give the table the result of the chance it waits for."""
        request = self.table.pending
        assert isinstance(request, Shuffle | Roll), "only chance is dealt"
        dealt = await self.record.deal(request, self.table)
        self.note_promises(dealt.promises)
        self.log.add(self.table.drain())

    async def give(self, seat: int, option: int, number: int, *, final: bool = True) -> None:
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
            self._changed()
        else:
            await self.held.hold(seat, option)
            self._changed()
            await self._close_if_complete(seat)

    async def _take_or_draft(self, answer: Answer) -> None:
        """Take what counts by this answer; of a draft nobody else may even see that it grows."""
        if answers := self._drafts.take(answer):
            await self._take(*answers)
            await self.go_on()
        else:
            self._changed()
            self.proxies.ask(answer.seat)

    def wait(self, seat: int, number: int) -> None:
        """Prolong the open window for a seat (RR-HID-18). Raises Refused or StaleAnswer."""
        self._refuse_stale(number, seat)
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
        self._refuse_in_event("nothing is sorted")
        if self._drafts.is_open(seat):
            raise CannotArrange(f"{zone} of seat {seat}: expected once the last answer counts")
        await self._take(Arrange(seat, zone, order))
        self._drafts.renew()
        self._changed()

    async def remove(self, seat: int) -> None:
        """Take a seat out of the game (RR-TABLE-05). Raises Refused or a RulesError."""
        self._refuse_in_event("no seat is taken out")
        self.table.clone().remove(seat)  # refuses what must not be kept
        await self._hand_over()
        await self._take(Remove(seat))
        await self.go_on()

    def _refuse_in_event(self, what: str) -> None:
        if self.in_event:
            raise Refused("event_open", f"{what} while a random event is open: wait a moment")

    # --- answers that are held ---------------------------------------------------------

    async def _close_if_complete(self, seat: int) -> None:
        if self.window is not None:
            self.window.answered(seat)
            self._set_beat(self.window)
        elif not self.held.missing():
            await self._close()
        elif self.signing.is_due:
            await self.open()

    async def _close(self) -> None:
        """Hand all held answers to the table; silence is a pass."""
        picks = {} if self.window is None else self.window.picks
        for seat in self.held.missing():
            await self.held.hold(seat, picks.get(seat, PASS))
        self._changed()
        await self._hand_over()
        await self.go_on()

    async def _hand_over(self) -> None:
        self.signing.unseal()
        await self.held.hand_over()
        self.log.add(self.table.drain())

    # --- the window --------------------------------------------------------------------

    def _open_window(self) -> None:
        seats = tuple(choose.seat for choose in self.table.asked)
        beat, patience = float(self.option("window_seconds")), float(self.option("wait_seconds"))
        self.window = SealedWindow(seats, self.clock.time(), beat, patience)
        for seat in filter(self.held.__contains__, seats):
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

    async def _take(self, *entries: Entry) -> None:
        await self.record.keep(entries, self.table)
        for entry in entries:
            self.note(entry)

    def note_promises(self, promises: Iterable[str]) -> None:
        """Write down what a shuffle commits to."""
        self.log.add(RoomNote("shuffle", f"{PROMISED}: {each}", "RR-HID-09") for each in promises)

    def note(self, entry: Entry) -> None:
        """Write down what an entry has brought about."""
        self.log.add(self.table.drain())
        if isinstance(entry, Remove):
            self.seats[entry.seat].removed = True
            self.players = {key: own for key, own in self.players.items() if own != entry.seat}

    def _open_choice(self, seat: int, number: int) -> Choose:
        self._refuse_stale(number, seat)
        choose = self.asked_of(seat)
        if choose is None:
            raise WrongSeat(f"an answer of seat {seat}: this seat is not asked")
        return choose

    def _refuse_stale(self, number: int, seat: int) -> None:
        if number != (current := self.number_for(seat)):
            raise StaleAnswer(f"answer for state {number}: the table is at {current}")

    def _end_request(self) -> None:
        self._timers.stop()
        self._drafts.drop()
        self.proxies.end()
        self._beat, self.window = None, None

    async def end(self) -> None:
        """Ends it here, at its outcome or not."""
        if not self.held.missing():
            await self._hand_over()  # as whoever replays the journal will
        if not self.is_over:
            await self.record.give_up()
        elif self.option("audit") != "automatic":
            await self.record.sign()  # otherwise the last row is signed in a moment
        self.stop()

    def stop(self) -> None:
        """No timer rings and nothing can be answered any more."""
        self._is_stopped = True
        self.events.stop()
        self._end_request()
