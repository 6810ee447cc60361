"""How a game stands: what its room may ask of it, for everybody or for one seat."""

from __future__ import annotations

from collections.abc import Sequence

from rr_net.game.drafts import Drafts
from rr_net.game.log import LogBook, window_kind
from rr_net.game.seats import GameSeat
from rr_net.game.signing import Signing
from rr_net.game.terms import Terms
from rr_net.game.windows import HeldAnswers, SealedWindow
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, ChooseAll, Request, Roll, Seat, Shuffle
from rr_rules.kernel.settings import ROOM_SETTINGS
from rr_rules.kernel.table import Table

DEFAULTS = {spec.name: spec.default for spec in ROOM_SETTINGS}


class GamePosition:
    """One game as it stands, its sealed answers and its drafts included."""

    def __init__(self, table: Table[GameState], terms: Terms, seats: Sequence[GameSeat]) -> None:
        self.table = table
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
        self.drafts = Drafts(table)
        self.signing = Signing(table.game.turn(table.state), terms.host_seat)
        self.is_stopped = False
        """Nothing can be answered any more."""
        self._settings = DEFAULTS | dict(terms.options)

    def setting(self, name: str) -> str:
        """The value of a setting of the room."""
        return self._settings[name]

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
        return None if self.is_stopped else self.table.pending

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
        if self.is_stopped:
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

    def is_answered_for(self, seat: Seat) -> bool:
        """Whether its owner is not asked, because a bot or a standing order answers."""
        return self.seats[seat].is_played_by_bot or self.passes_unasked(seat)

    def may_wait(self, seat: Seat) -> bool:
        """Whether Wait is offered to a seat."""
        window = self.window
        return window is not None and window.may_wait(seat) and not self.is_answered_for(seat)

    def passes_unasked(self, seat: Seat) -> bool:
        """Whether a standing order passes this window for a seat (RR-HID-19)."""
        return self.window is not None and self.seats[seat].passes(window_kind(self.about))

    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that are asked and have not answered."""
        return tuple(choose.seat for choose in self.asked if choose.seat not in self.held)

    def missing(self) -> tuple[Seat, ...]:
        """The seats whose answers the table lacks, those that are not prompted yet included."""
        return tuple(choose.seat for choose in self.table.asked if choose.seat not in self.held)
