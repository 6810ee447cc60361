"""How a game stands: what its room may ask of it, for everybody or for one seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rr_net import link
from rr_net.clocks import TableClock
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.chain.events import RecordedEvent
from rr_net.fairness.proof.receipts import Sealing
from rr_net.game.drafts import Drafts
from rr_net.game.due import Cue
from rr_net.game.events import RandomEvents
from rr_net.game.log import LogBook, RoomNote
from rr_net.game.orders import (
    PASS,
    Filing,
    OrderBook,
    check,
    drawn_up,
    read_filing,
    source_of,
)
from rr_net.game.record import GameRecord, Recorded, RecordedEntry
from rr_net.game.seats import GameSeat, Terms
from rr_net.game.services import RoomServices
from rr_net.game.signing import Signing
from rr_net.game.windows import HeldAnswers, SealedWindow
from rr_net.link.refusals import Refused
from rr_net.store import FiledOrders, SentAway, Successor
from rr_rules.kernel.errors import StaleAnswer
from rr_rules.kernel.game import GameState
from rr_rules.kernel.recounting import Story
from rr_rules.kernel.requests import Choose, ChooseAll, Request, Roll, Seat, Shuffle
from rr_rules.kernel.settings import ROOM_SETTINGS
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Entry, Remove

PROMISED = "A shuffle is committed to"
NO_WINDOWS = {"window": "fast"}
"""A game without reaction windows waits in none."""
DEFAULTS = {spec.name: spec.default for spec in ROOM_SETTINGS}


class GamePosition:
    """One game as it stands, its sealed answers and its drafts included."""

    def __init__(
        self, table: Table[GameState], terms: Terms, seats: Sequence[GameSeat], clock: TableClock
    ) -> None:
        self.table = table
        self.clock = clock
        self.terms = terms
        self.seats = tuple(seats)
        self.log = LogBook(table.game)
        self.number = table.number
        """The table's number when the open request was made: what an answer must carry."""
        self.players = {seat.key: seat.seat for seat in seats if seat.key}
        """Whose seat is whose in this game, whoever sits there for the next one."""
        dealt = {who.key: Seat(seat) for seat, who in enumerate(terms.roster) if who.key}
        self.roster = dealt | self.players
        """Whose seat is or was whose, by the deal or since: whom its receipts are for."""
        self.window: SealedWindow | None = None
        self.held = HeldAnswers()
        self.orders = OrderBook()
        self.owes: Seat | None = None
        """Across days: whose turn is over as soon as orders are filed; nobody is asked before."""
        self.lone: frozenset[Seat] = frozenset()
        """The seats for which the room gives the only answer there is: they are not prompted."""
        self.drafts = Drafts(table)
        self.signing = Signing(table.game.turn(table.state), terms.host_seat)
        self.is_stopped = False
        """Nothing can be answered any more."""
        self._settings = DEFAULTS | NO_WINDOWS | dict(terms.options)

    def setting(self, name: str) -> str:
        """The value of a setting of the room."""
        return self._settings[name]

    @property
    def turn_clock(self) -> float | None:
        """The seconds for one decision; None where everybody may think as long as they like."""
        limit = self.setting("turn_clock")
        return None if limit == "off" else float(limit)

    def remind(self, remind: Callable[[Seat, int], object]) -> None:
        """Have `remind` told of each seat that the game waits for, with the turn."""
        for seat in self.missing() if self.owes is None else (self.owes,):
            if self.seats[seat].is_played_by_hand:
                remind(seat, self.turn)

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, from 1; 0 before the first one."""
        return self.table.game.turn(self.table.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.table.pending is None

    @property
    def request(self) -> Request | None:
        """What the table waits for; None at its end, and for a game that was broken off."""
        return None if self.is_stopped or self.owes is not None else self.table.pending

    @property
    def in_event(self) -> bool:
        """Whether the table waits for chance: nothing else is taken then."""
        return isinstance(self.request, Shuffle | Roll)

    @property
    def in_window(self) -> bool:
        """Whether a reaction window is open, in whatever mode."""
        return isinstance(self.request, ChooseAll) and self.request.window

    @property
    def is_sealed(self) -> bool:
        """Whether this table has sealed windows: orders and holds are for them."""
        return self.terms.options.get("window") == "sealed"

    @property
    def is_reaction(self) -> bool:
        """Whether somebody is asked to react, in a window or alone (RR-HID-21)."""
        if self.in_window or len(self.asked) != 1:
            return self.in_window
        [choose] = self.asked
        return choose.about is not None and choose.options[PASS].act == "pass"

    @property
    def asked(self) -> tuple[Choose, ...]:
        """The open choices, those that are answered and sealed included."""
        if self.is_stopped or self.owes is not None:
            return ()
        if self.signing.is_host_first(self.table.pending):
            return tuple(c for c in self.table.asked if c.seat == self.terms.host_seat)
        return self.table.asked

    @property
    def about(self) -> object:
        """The public event that the open choices answer, or None."""
        return next((choose.about for choose in self.asked), None)

    def asked_of(self, seat: Seat) -> Choose | None:
        """The choice that is open for a seat and not answered."""
        if self.drafts.is_open(seat):
            return None if self.is_stopped else self.table_for(seat).asked_of(seat)
        return next((c for c in self.asked if c.seat == seat and seat not in self.held), None)

    def table_for(self, seat: Seat | None) -> Table[GameState]:
        """The table as a seat has it before itself: with what it tries out unseen."""
        return self.drafts.table_for(seat)

    def number_for(self, seat: Seat | None) -> int:
        """What an answer of a seat must carry."""
        return self.drafts.number_for(seat, self.number)

    def has_answered(self, seat: int) -> bool:
        """Whether the answer of a seat lies sealed."""
        return Seat(seat) in self.held

    def asked_next(self, seat: Seat) -> Choose | None:
        """The second question of the open window for a seat that has not answered (RR-HID-25)."""
        window = self.window
        if window is None or window.next is None or window.has_answered(seat):
            return None
        return window.next.of(seat)

    def is_answered_for(self, seat: Seat) -> bool:
        """Whether its owner is not asked, because a bot, an order or the room answers."""
        is_unasked = seat in self.lone or (self.window is not None and seat in self.window.unasked)
        return self.seats[seat].is_played_by_bot or is_unasked

    def may_hold(self, seat: Seat) -> bool:
        """Whether Hold is offered to a seat."""
        window = self.window
        return window is not None and window.may_hold(seat) and not self.is_answered_for(seat)

    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that are asked and have not answered."""
        return tuple(choose.seat for choose in self.asked if choose.seat not in self.held)

    def missing(self) -> tuple[Seat, ...]:
        """The seats whose answers the table lacks, those that are not prompted yet included."""
        return tuple(choose.seat for choose in self.table.asked if choose.seat not in self.held)

    @property
    def debtor(self) -> Seat | None:
        """Across days: who has ended a turn without orders on file for the others' turns."""
        if self.setting("pace") != "days" or not self.is_sealed or self.turn == self.orders.turn:
            return None
        seat = self.orders.player
        if seat is None or self.orders.is_filed(seat) or not self.seats[seat].is_played_by_hand:
            return None
        return seat

    # --- what a seat says beforehand, and may say in between --------------------------

    def hold(self, seat: Seat, number: int, *, on: bool = True) -> None:
        """Hold the open window for a seat, or the next one where `number` is -1 (RR-HID-18).

        Raises Refused or StaleAnswer.
        """
        if not self.is_sealed:
            raise Refused("not_offered", "this table has no sealed windows")
        if number < 0:
            self.orders.of(seat).holds_next = on
        else:
            self.refuse_stale(number, seat)
            if self.window is None or not on or not self.may_hold(seat):
                raise Refused("cannot_hold", "there is no window that you could hold now")
            self.window.hold(seat, self.clock.time())

    def drawn_up(self, seat: Seat, message: link.FileOrders | link.TakeBackOrders) -> Filing | None:
        """What a seat would file, or None where it takes its orders back. Raises Refused."""
        if not self.is_sealed:
            raise Refused("not_offered", "this table has no sealed windows")
        if isinstance(message, link.TakeBackOrders):
            return None
        check(self.table.game, message, len(self.seats))
        ask_me = set(message.ask_me) if self.setting("pace") == "days" else set()
        return drawn_up(self.table, seat, message.orders, ask_me)

    def begin_turn(self) -> None:
        """Orders are filed until the seat's next turn."""
        if self.orders.turn != self.turn:
            view = self.table.game.view(self.table.state, None)
            self.orders.begin_turn(self.turn, getattr(view, "player", -1))

    def somebody_comes(self, seconds: float) -> None:
        """A window that stands without a clock is closed after that time (RR-HID-24)."""
        if self.window is not None and self.window.stands:
            self.window.end_at(self.clock.time() + seconds)

    def refuse_stale(self, number: int, seat: Seat) -> None:
        """Raises StaleAnswer unless that is the number of what is open for the seat."""
        if number != self.number_for(seat):
            raise StaleAnswer("too late: the table has gone on")


class RecordedGame(GamePosition):
    """A game with its record: what it tells of itself, now and when it is taken up again."""

    def __init__(
        self,
        table: Table[GameState],
        record: GameRecord,
        terms: Terms,
        seats: Sequence[GameSeat],
        room: RoomServices,
    ) -> None:
        super().__init__(table, terms, seats, room.clock)
        self.record = record
        self.story = Story(table.game)
        self._room = room
        self.events = RandomEvents(self.seats, terms.chain_seats)
        self.awaits_players = False
        """Taken up again, and no random event is opened before its players are back."""
        self.sent_away: dict[str, bytes] = {}
        """By key, who has lost the seat here, and the receipts of what could be seen until then."""
        self.hinted: set[int] = set()
        """The seats that were given hints: the game changes no rating."""
        self.hint_asked: dict[Seat, int] = {}
        """At which number of the table each seat has asked for a hint last."""

    def _refuse_in_event(self, what: str) -> None:
        if self.in_event:
            raise Refused("event_open", f"{what} while a random event is open: wait a moment")

    def _signature_due(self) -> Cue | None:
        has_answered = self.has_answered(self.terms.host_seat)
        return self.signing.due(self.turn, self.request, host_answered=has_answered)

    @property
    def sealing(self) -> Sealing | None:
        """That the host had chosen before others are asked the same; None for all other questions.

        None, too, where there is no key to sign with.
        """
        stamp = self.record.stamp
        if stamp is None or not self.signing.is_sealed(self.request):
            return None
        return Sealing(note=stamp.note, signature=stamp.signature, request=self.number)

    @property
    def _is_waiting(self) -> bool:
        """Whether the next event waits for players; one that is frozen takes nothing of theirs."""
        event = self.record.event
        return self.awaits_players and not (event is not None and event.is_frozen)

    async def seat(self, successor: Successor) -> None:
        """Give the seat of a bot to somebody who plays it from now on (RR-TABLE-09).

        It is kept before anybody is shown a card of it. Raises CannotStore.
        """
        await self.record.seat(successor)
        seat = Seat(successor.seat)
        self.players[successor.key] = self.roster[successor.key] = seat
        self._room.changed()

    async def note_hint(self, seat: Seat) -> None:
        """A seat is given a hint: it is kept before anybody reads it. Raises CannotStore."""
        self.hint_asked[seat] = self.number
        if seat not in self.hinted:
            await self.record.hint(seat, self.turn)
            self.hinted.add(seat)

    async def file(self, seat: Seat, message: link.FileOrders | link.TakeBackOrders) -> None:
        """File the orders of a seat, or take them back; the open window goes on as it is.

        They are kept before they count. Raises CannotStore, or Refused, where nothing has changed.
        """
        filing = self.drawn_up(seat, message)
        filed = FiledOrders(seat, self.orders.turn, source_of(filing))
        await self.record.file_orders(filed)
        self.orders.file(seat, filing, filed.turn)

    async def unseat(self, key: str) -> None:
        """Somebody loses the seat in this game, and what can be seen from it: that is kept first.

        Raises CannotStore.
        """
        if key in self.roster and key not in self.sent_away:
            self._lost(await self.record.send_away(key, self.roster[key]))

    def _lost(self, away: SentAway) -> None:
        self.players.pop(away.key, None)
        self.sent_away[away.key] = away.receipts
        self._room.changed()

    def receipts(self, key: str) -> bytes | None:
        """What only the owner of a key may see of this game; None for who has had no seat in it.

        Who was sent away may see no more than until then.
        """
        if key in self.sent_away:
            return self.sent_away[key]
        seat, sealing = self.roster.get(key), self.sealing
        sealings = () if sealing is None else (sealing,)
        return None if seat is None else self.record.receipts(seat, sealings)

    # --- after a crash -----------------------------------------------------------------

    def recall_said(self, sent_away: Iterable[SentAway], filed: Iterable[FiledOrders]) -> None:
        """Take again what the journal holds beside the rows, once the rows are taken.

        Raises BadJournal.
        """
        for away in sent_away:
            self._lost(away)
        for each in filed:
            self.orders.file(Seat(each.seat), read_filing(each.source), each.turn)

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
        if isinstance(entry, Answer):
            self.begin_turn()  # whose orders have ended by then shows who is asked for new ones
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
