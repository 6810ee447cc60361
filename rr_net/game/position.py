"""How a game stands: what its room may ask of it, for everybody or for one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rr_net import link
from rr_net.clocks import TableClock
from rr_net.fairness.chain.orders import PASS
from rr_net.game.drafts import Drafts
from rr_net.game.log import LogBook
from rr_net.game.orders import (
    Filing,
    OrderBook,
    check,
    drawn_up,
)
from rr_net.game.seats import GameSeat, Terms
from rr_net.game.signing import Signing
from rr_net.game.windows import HeldAnswers, SealedWindow
from rr_net.link.refusals import Refused
from rr_rules.kernel.errors import NotAnOption, StaleAnswer, WrongSeat
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, ChooseAll, Request, Roll, Seat, Shuffle
from rr_rules.kernel.settings import ROOM_SETTINGS
from rr_rules.kernel.table import Table

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
    def waits_for_all(self) -> bool:
        """Whether a reaction window is open that no beat ends, but the last answer.

        Across days it waits half a day for who has said so; everybody sees when that one answers.
        """
        has_no_beat = self.window is None or self.window.stands or self.setting("pace") == "days"
        return self.in_window and has_no_beat

    @property
    def are_several_asked(self) -> bool:
        """Whether several choose at the same time; in a window nobody knows how many do.

        Outside one everybody sees who is asked: a choice that is put to one seat hides nothing.
        """
        asked = self.table.pending
        return isinstance(asked, ChooseAll) and (asked.window or len(asked.asked) > 1)

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

    def _refuse_unasked(self, seat: Seat, option: int, number: int, later: int) -> None:
        """Raises a RulesError unless a seat is asked that, and has these options."""
        self.refuse_stale(number, seat)
        choose, following = self.asked_of(seat), self.asked_next(seat)
        if choose is None and following is None:
            raise WrongSeat(f"an answer of seat {seat}: this seat is not asked")
        if option >= 0 or following is None:
            _refuse_option(choose, option)
        if later >= 0:
            _refuse_option(following, later)


def _refuse_option(choose: Choose | None, option: int) -> None:
    if choose is None:
        raise NotAnOption("that question is not asked of you")
    if not 0 <= option < len(choose.options):
        most = len(choose.options) - 1
        raise NotAnOption(f"option {option} of {choose.verb}: expected 0 to {most}")
