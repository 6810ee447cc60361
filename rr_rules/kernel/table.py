"""The table: one game in progress, driven by hand.

Its position is the plain state at the last step boundary plus the entries since. That pair is the
save, the clone and the resume: coroutines are never serialised, they are re-run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, NoReturn, cast

from rr_rules.kernel.dealers import Dealer
from rr_rules.kernel.errors import (
    BadChance,
    BadTranscript,
    CannotArrange,
    EndlessStep,
    GameIsOver,
    NotAnOption,
    RulesError,
    StaleAnswer,
    WrongRequest,
    WrongSeat,
)
from rr_rules.kernel.flow import Flow
from rr_rules.kernel.game import Game, Outcome, S
from rr_rules.kernel.requests import (
    ChanceRequest,
    ChanceResult,
    Choose,
    ChooseAll,
    Request,
    Roll,
    Seat,
    Shuffle,
)
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import (
    Answer,
    Arrange,
    Chance,
    Entry,
    Plain,
    Remove,
    entry_from_plain,
    entry_plain,
)

CHANCE = (Shuffle, Roll)
"""Not `Shuffle | Roll`: a union is built anew, and asked slowly, at every use."""
REQUESTS_A_STEP = 100_000
"""A bound for faults: no real step comes near it (a game's own guard ends chains long before)."""


class Table(Generic[S]):
    """One game in progress.

    Give it entries with `apply` (or `answer` and `chance`); it stops at the next `pending`
    request. An entry that is refused raises a RulesError and changes nothing.
    """

    __slots__ = ("_base", "_flow", "_given", "_requests", "_since", "game", "number", "pending",
                 "state", "steps")  # fmt: skip

    game: Game[S]
    state: S
    pending: Request | None
    """The open request; None when the game is over."""
    number: int
    """How many entries the table has taken."""
    steps: int
    """How many step boundaries this table has passed since it was opened, loaded or cloned."""

    def __init__(
        self,
        game: Game[S],
        seats: int,
        settings: Mapping[str, str],
        declared: Sequence[int] = (),
    ) -> None:
        """Open a game; `settings` are settled. Raises BadSetup."""
        self._start(game, game.opening(seats, settings, declared), 0)
        self._begin()

    @classmethod
    def at(cls, game: Game[S], state: S) -> Table[S]:
        """A table that stands at a step boundary: for scenarios, puzzles and experiments."""
        table: Table[S] = cls.__new__(cls)
        table._start(game, state, 0)
        table._begin()
        return table

    # --- what it stands at -----------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while something is pending."""
        return self.game.outcome(self._base) if self.pending is None else None

    @property
    def asked(self) -> tuple[Choose, ...]:
        """The choices that are still open: several while seats choose at once."""
        if isinstance(self.pending, Choose):
            return (self.pending,)
        if isinstance(self.pending, ChooseAll):
            return tuple([c for c in self.pending.asked if c.seat not in self._given])
        return ()

    def asked_of(self, seat: Seat) -> Choose | None:
        """The choice that `seat` has yet to make, or None."""
        pending = self.pending
        if isinstance(pending, Choose):
            return pending if pending.seat == seat else None
        if isinstance(pending, ChooseAll) and seat not in self._given:
            for choose in pending.asked:
                if choose.seat == seat:
                    return choose
        return None

    @property
    def since(self) -> tuple[Entry, ...]:
        """The entries since the last step boundary."""
        return tuple(self._since)

    def drain(self) -> list[object]:
        """The events since the last call, unredacted, oldest first."""
        events, self.state.events = self.state.events, []
        return events

    # --- what it takes ---------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take one entry and run on to the next request."""
        match entry:
            case Answer(seat, option):
                self.answer(seat, option)
            case Chance(result):
                self.chance(result)
            case Arrange(seat, zone, order):
                self.arrange(seat, zone, order)
            case Remove(seat):
                self.remove(seat)

    def answer(self, seat: Seat, option: int, number: int | None = None) -> None:
        """Make the open choice of `seat`.

        With `number` given, the answer holds only for the table as it stood at that number.
        Raises StaleAnswer, WrongSeat, NotAnOption, WrongRequest or GameIsOver.
        """
        if number is not None and number != self.number:
            raise StaleAnswer(f"answer for state {number}: the table is at {self.number}")
        choose = self.pending
        if not isinstance(choose, Choose) or choose.seat != seat:
            choose = self.asked_of(seat) or self._refuse(seat)
        if not 0 <= option < len(choose.options):
            raise NotAnOption(f"option {option} of {choose.verb}: expected 0 to "
                              f"{len(choose.options) - 1}")  # fmt: skip
        self._record(Answer(seat, option))
        if choose is self.pending:
            self._send(option)
        else:
            self._collect(seat, option)

    def chance(self, result: ChanceResult) -> None:
        """Give the open chance request its result. Raises WrongRequest or BadChance."""
        if not isinstance(self.pending, CHANCE):
            raise WrongRequest(f"chance for {_kind(self.pending)}: expected a shuffle or a roll")
        check_chance(self.pending, result)
        self._record(Chance(result))
        self._send(result)

    def arrange(self, seat: Seat, zone: str, order: tuple[int, ...]) -> None:
        """Let a seat re-order an own hidden zone. Raises CannotArrange or GameIsOver."""
        if self.pending is None:
            raise GameIsOver("a zone cannot be arranged: the game is over")
        if any(o.zone == zone and o.seat == seat for c in self.asked for o in c.options):
            raise CannotArrange(f"the {zone} of seat {seat} cannot be arranged: "
                                "a choice from it is open")  # fmt: skip
        self.game.arrange(self.state, seat, zone, order)
        self._record(Arrange(seat, zone, order))

    def remove(self, seat: Seat) -> None:
        """Take a seat out of the game: the step is closed and a new one begins.

        Raises CannotRemove or GameIsOver.
        """
        if self.pending is None:
            raise GameIsOver("a seat cannot be removed: the game is over")
        state = self.state.copy()
        state.events = self.state.events
        self.game.remove(state, seat)
        self._close()
        self.number += 1
        self.state = state
        self._begin()

    # --- twins -----------------------------------------------------------------------

    def clone(self) -> Table[S]:
        """A twin that shares nothing mutable; it re-sends the few entries of this step."""
        twin: Table[S] = Table.__new__(Table)
        twin._start(self.game, self._base.copy(), self.number - len(self._since))
        twin._resume(self._base, self._since)
        return twin

    def sampled(self, seat: Seat, stream: Stream) -> Table[S]:
        """A twin in which all that `seat` cannot know was dealt anew from `stream`.

        Where several are asked at once, others have not answered yet. It can be played on, but not
        cloned or saved before this step has ended.
        """
        twin = self.clone()
        self.game.determinize(twin.state, seat, stream)
        twin._forget(seat)  # noqa: SLF001 - a twin of our own
        return twin

    def save(self) -> Plain:
        """The position as a JSON object: the state at the last boundary and the entries since."""
        since = [entry_plain(entry) for entry in self._since]
        return {"state": self._base.plain(), "since": since, "number": self.number}

    @classmethod
    def load(cls, game: Game[S], saved: Plain) -> Table[S]:
        """The table that `save` wrote. Raises BadTranscript."""
        match saved:
            case {"state": dict(state), "since": list(since), "number": int(number)}:
                base = game.from_plain(cast(Plain, state))
            case _:
                raise BadTranscript("a saved table lacks one of state, since, number")
        entries = [entry_from_plain(plain) for plain in since]
        if number < len(entries):
            raise BadTranscript(f"a saved table is at {number}: expected {len(entries)} or more")
        table: Table[S] = cls.__new__(cls)
        table._start(game, base.copy(), number - len(entries))
        try:
            table._resume(base, entries)
        except RulesError as error:
            raise BadTranscript(f"a saved table does not replay: {error}") from error
        return table

    # --- driving ---------------------------------------------------------------------

    def _start(self, game: Game[S], state: S, number: int) -> None:
        self.game, self.state, self.number = game, state, number
        self.pending, self.steps = None, 0
        self._given: dict[int, int] = {}
        self._since: list[Entry] = []

    def _begin(self) -> None:
        """Step from boundary to boundary until something is pending or the game is over."""
        while True:
            self.steps += 1
            self._since = []
            self._base = self.state.copy()
            self._requests = 0
            self.pending = None
            if self.game.outcome(self.state) is not None:
                return
            self._flow: Flow[None] = self.game.step(self.state)
            if self._run(None):
                return

    def _resume(self, base: S, entries: Iterable[Entry]) -> None:
        """Run the step of `base` again up to where the entries lead; its events are old news."""
        self._base, self._requests = base, 0
        if self.game.outcome(base) is None:
            self._flow = self.game.step(self.state)
            if not self._run(None):
                raise BadTranscript("a saved step ends without a request")
        for entry in entries:
            self.apply(entry)
        self.state.events = []

    def _collect(self, seat: Seat, option: int) -> None:
        """Keep one of several answers; when all are in, send them together."""
        assert isinstance(self.pending, ChooseAll), "only there several seats are asked"
        self._given[seat] = option
        if len(self._given) == len(self.pending.asked):
            self._send(tuple([self._given[c.seat] for c in self.pending.asked]))

    def _send(self, value: object) -> None:
        """Send an answer in; at the end of the step begin the next one."""
        if not self._run(value):
            self._begin()

    def _run(self, value: object) -> bool:
        """Run the flow to its next request; False when the step has ended."""
        if self._given:
            self._given = {}
        self._requests += 1
        if self._requests > REQUESTS_A_STEP:
            raise EndlessStep(f"one step asked for more than {REQUESTS_A_STEP} requests")
        try:
            self.pending = self._flow.send(value)
        except StopIteration:
            return False
        return True

    def _refuse(self, seat: Seat) -> NoReturn:
        """Say why a seat's answer is not taken."""
        if self.pending is None:
            raise GameIsOver(f"an answer of seat {seat}: the game is over")
        if isinstance(self.pending, CHANCE):
            raise WrongRequest(f"an answer of seat {seat}: expected chance, {_kind(self.pending)}")
        # All that were asked, also those that have answered: who is waited for is nobody's matter.
        pending = self.pending
        asked = pending.asked if isinstance(pending, ChooseAll) else (pending,)
        seats = ", ".join(str(choose.seat) for choose in asked)
        raise WrongSeat(f"an answer of seat {seat}: expected one of seat {seats}, once")

    def _record(self, entry: Entry) -> None:
        self._since.append(entry)
        self.number += 1

    def _forget(self, seat: Seat) -> None:
        """Let go of what a sample must not hold: orders of shuffles, others' sealed answers."""
        self._given = {given: self._given[given] for given in self._given if given == seat}
        self._since = []
        # A clone is re-run from the boundary, and the boundary still holds the truth.
        del self._base

    def _close(self) -> None:
        self._flow.close()
        self._given = {}


def check_chance(request: ChanceRequest, result: ChanceResult) -> None:
    """Whether `result` is a possible outcome of `request`. Raises BadChance if it is not."""
    if isinstance(request, Roll):
        if isinstance(result, int) and 0 <= result < request.sides:
            return
        raise BadChance(f"{result!r} for {request.label}: expected 0 to {request.sides - 1}")
    if isinstance(result, int) or len(result) != len(request.piles):
        raise BadChance(f"orders for {len(request.piles)} piles are expected")
    for (label, cards), order in zip(request.piles, result, strict=True):
        # Sets, as they are quicker to compare than it is to sort: searches shuffle all the time.
        if len(order) != len(cards) or set(order) != set(range(len(cards))):
            raise BadChance(f"the order of {label} is no permutation of {len(cards)} cards")


def drive(table: Table[S], dealer: Dealer) -> None:
    """Answer chance until a choice is pending or the game is over."""
    while isinstance(table.pending, CHANCE):
        table.chance(dealer.deal(table.pending))


def _kind(request: Request | None) -> str:
    return "nothing" if request is None else type(request).__name__.lower()
