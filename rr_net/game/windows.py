"""Reaction windows: how long a seat may answer an event, without showing who thinks about it.

A "would" window is often followed by the "when" window of the same event. People are then asked
both in one beat (RR-HID-25): a twin of the table on which all have passed tells what comes. Rules
and record know two windows as before.

Pure bookkeeping: the game tells it the time and asks what is due.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rr_net.fairness.chain.orders import ALL, PASS
from rr_net.game.due import Cue
from rr_net.game.orders import OrderBook
from rr_net.game.seats import GameSeat
from rr_net.game.signing import AnswerGiven
from rr_net.link.refusals import Refused
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, ChooseAll, Seat, window_kind
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer


class HeldAnswers:
    """The answers to one request of several seats that the table has not taken."""

    def __init__(self) -> None:
        self._options: dict[Seat, int] = {}
        self._aside: dict[Seat, int] = {}
        """Those that no row tells of before all others are in."""

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._options or seat in self._aside

    def __len__(self) -> int:
        """How many of them are kept."""
        return len(self._options)

    @property
    def are_passes(self) -> bool:
        """Whether nobody has reacted so far."""
        return {*self._options.values(), *self._aside.values()} <= {PASS}

    def hold(self, entry: Answer) -> None:
        """Hold an answer that is kept."""
        self._options[entry.seat] = entry.option

    def lay_aside(self, entry: Answer) -> None:
        """Have an answer that is kept when all others are."""
        self._aside[entry.seat] = entry.option

    def is_aside(self, seat: Seat) -> bool:
        """Whether the answer of a seat is not kept yet."""
        return seat in self._aside

    def take_aside(self) -> tuple[Answer, ...]:
        """All that were laid aside, by seat; they are to be kept now."""
        aside, self._aside = self._aside, {}
        return tuple(Answer(seat, aside[seat]) for seat in sorted(aside))

    def take_out(self) -> tuple[Answer, ...]:
        """All of them, in the order in which they came; none is held any more."""
        options, self._options = self._options, {}
        return tuple(Answer(seat, option) for seat, option in options.items())


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """The window that follows if everybody passes the one that is open."""

    table: Table[GameState]
    """The twin on which all have passed."""
    asked: tuple[Choose, ...]

    @property
    def about(self) -> object:
        """The public event as it happens."""
        return self.asked[0].about

    def of(self, seat: Seat) -> Choose | None:
        """The question for a seat, or None where it is not eligible."""
        return next((choose for choose in self.asked if choose.seat == seat), None)

    def is_asked_by(self, table: Table[GameState]) -> bool:
        """Whether a table now asks just this."""
        return isinstance(table.pending, ChooseAll) and table.asked == self.asked


def look_ahead(table: Table[GameState]) -> NextQuestion | None:
    """What a table asks next in the same breath about the event of its open window, or None.

    Only public facts count: whether the next request is a window, and what both say of the event.
    """
    about = table.asked[0].about
    if getattr(about, "kind", "") != "would":
        return None
    twin = table.clone()
    for choose in table.asked:
        twin.answer(choose.seat, PASS)
    if not (isinstance(twin.pending, ChooseAll) and twin.pending.window):
        return None
    told = [each for each in twin.drain() if table.game.redact(each, None) is not None]
    # More than the event itself: several of them, or something was shown in between.
    if len(told) != 1 or _told(about) != _told(twin.asked[0].about):
        return None
    return NextQuestion(twin, twin.asked)


def _told(about: object) -> tuple[object, ...]:
    """What everybody reads of an event: its kind, by whom, of whom, and its face."""
    # A face that is hidden may be shown to somebody in between: two such are never the same.
    face = getattr(about, "face", "") or object()
    return window_kind(about), getattr(about, "by", -1), getattr(about, "of", -1), face


BOTS_COUNT = 0.3
"""Seconds after the opening at which every bot's answer counts, whatever it holds (RR-HID-20)."""
OWN_ACT = 1.0
"""Seconds of a window that only the player whose own act it is may answer (RR-HID-17)."""
MOST_LAG = 0.4
"""The most seconds that a window lasts longer for the sake of a slow line."""
ASKED_ACROSS_DAYS = 12 * 60 * 60.0
"""Seconds that a window waits for a seat that has marked its kind "ask me", across days."""


def beat_of(
    eligible: Collection[int], asked: Collection[int], about: object, usual: float
) -> float:
    """How long a sealed window lasts, by public facts alone (RR-HID-17).

    `asked` are the eligible seats of people without orders on file, `usual` is the table's beat;
    all in seconds.
    """
    if not asked:
        return BOTS_COUNT
    if set(eligible) == {getattr(about, "by", -1)}:
        return min(OWN_ACT, usual)
    return usual


def lag_of(round_trips: Iterable[float]) -> float:
    """How much longer a window lasts, in seconds, for whom the line takes so long there and back.

    Everybody has the beat on the own screen then: what is asked takes half of that time to get
    there, and the key the other half to get back. It counts in whole tenths of a second, so that a
    good line costs nothing and the length of a window measures nobody's, and up to `MOST_LAG`.
    """
    return min(round(max(round_trips, default=0.0), 1), MOST_LAG)


@dataclass(slots=True)
class SealedWindow:
    """A beat in which answers lie sealed (RR-HID-17).

    Nothing closes it before the beat is over. A seat that holds it prolongs it until it has
    answered or used up its time; several holds run side by side (RR-HID-18). Where one person is
    alone no clock runs, and it closes when that person has answered (RR-HID-24).
    """

    seats: tuple[int, ...]
    """The seats that may answer it, or what is asked with it."""
    opened: float
    beat: float
    patience: float
    """How long a hold lasts, in seconds."""
    stands: bool = False
    """Whether it has no clock."""
    next: NextQuestion | None = None
    """What is asked in the same beat."""
    unasked: frozenset[Seat] = frozenset()
    """The seats of people who are not prompted: orders answer, or there is nothing to choose."""
    picks: dict[Seat, AnswerGiven] = field(default_factory=dict)
    """What a seat has picked so far and may still change."""
    next_picks: dict[Seat, AnswerGiven] = field(default_factory=dict)
    """The same for what is asked with it: dropped unseen if anybody reacts."""
    _answered: set[int] = field(default_factory=set)
    _holds: dict[int, float] = field(default_factory=dict)
    _ends: float = math.inf
    """When one that stands is closed, because somebody was let in."""

    @property
    def somebody_holds(self) -> bool:
        """All that the table may know of the holds."""
        return bool(self._holds)

    @property
    def beat_over(self) -> float:
        """When the beat is over."""
        return self.opened + self.beat

    @property
    def shown_until(self) -> float:
        """When it closes if nobody who holds it answers: shown to all, so no answer may move it.

        0 while no clock runs.
        """
        if self.stands:
            return 0.0 if self._ends == math.inf else self._ends
        return max(self.beat_over, *self._holds.values(), 0.0)

    @property
    def next_at(self) -> float:
        """When it closes as things stand."""
        if self.stands:
            is_answered = self._answered >= set(self.seats)
            return self.beat_over if is_answered else max(self.beat_over, self._ends)
        open_holds = [due for seat, due in self._holds.items() if seat not in self._answered]
        return max(self.beat_over, *open_holds, 0.0)

    def due(self, now: float) -> Cue | None:
        """Whether it closes now."""
        return Cue.CLOSE_WINDOW if now >= self.next_at else None

    def end_at(self, when: float) -> None:
        """One that stands closes at that time at the latest: somebody comes to the table."""
        self._ends = when

    def may_hold(self, seat: Seat) -> bool:
        """Whether Hold is offered: once to every eligible seat that has not answered."""
        is_open = not self.stands and seat in self.seats and seat not in self.unasked
        return is_open and seat not in self._holds and seat not in self._answered

    def hold(self, seat: Seat, now: float, patience: float | None = None) -> None:
        """Prolongs the window for a seat, by `patience` seconds or as usual. Raises Refused."""
        if not self.may_hold(seat):
            raise Refused("cannot_hold", "you cannot hold this window, or you hold it already")
        lasts = self.patience if patience is None else patience
        self._holds[seat] = max(self.beat_over, now) + lasts

    def answered(self, seat: Seat) -> None:
        """A seat has given all its answers: the window waits for it no longer."""
        self._answered.add(seat)

    def has_answered(self, seat: int) -> bool:
        """Whether a seat has given all its answers."""
        return seat in self._answered


@dataclass(frozen=True, slots=True)
class AdvancePicks:
    """The answers to a window that were given in the beat of the one before."""

    question: NextQuestion
    picks: Mapping[Seat, AnswerGiven]

    def answers(self, seats: Sequence[Seat]) -> tuple[AnswerGiven, ...]:
        """For these seats what they have picked; silence is a pass."""
        return tuple(self.picks.get(seat, silence(seat)) for seat in seats)


def silence(seat: Seat) -> AnswerGiven:
    """What counts of a seat of which nothing is heard: it passes."""
    return AnswerGiven(Answer(seat, PASS), "silence")


class ForWindow(Protocol):
    """What a window depends on: all of it public but what its seats have ordered."""

    orders: OrderBook
    held: HeldAnswers
    seats: tuple[GameSeat, ...]

    @property
    def table(self) -> Table[GameState]:
        """The table, which asks."""

    def setting(self, name: str) -> str:
        """The value of a setting of the room."""


def window_for(
    game: ForWindow, following: NextQuestion | None, now: float, *, is_alone: bool
) -> SealedWindow:
    """The sealed window that opens now, with what is asked in the same beat."""
    asked = (*game.table.asked, *(() if following is None else following.asked))
    about = asked[0].about
    seats = tuple(dict.fromkeys(choose.seat for choose in asked))
    people = [seat for seat in seats if not game.seats[seat].is_played_by_bot]
    waited = [seat for seat in people if _asks(game, seat, window_kind(about))]
    if game.setting("pace") == "days":
        unasked = set(people) - set(waited)
    elif is_alone:
        unasked = {c.seat for c in asked if c.seat in people and len(c.options) == 1}
    else:
        unasked = {seat for seat in people if game.orders.is_filed(seat)}
    usual = float(game.setting("window_seconds"))
    prompted = [seat for seat in people if seat not in unasked]
    beat = BOTS_COUNT if is_alone or waited else beat_of(seats, prompted, about, usual)
    # Whoever is prompted, and is not, is public; what anybody hides does not move the answers.
    beat += 0.0 if is_alone or waited else lag_of(game.seats[seat].lag for seat in prompted)
    window = SealedWindow(seats, now, beat, float(game.setting("wait_seconds")), stands=is_alone,
                          next=following, unasked=frozenset(unasked))  # fmt: skip
    _answer_by_orders(game, window)
    for seat in seats:
        is_first_in = seat in game.held and (following is None or following.of(seat) is None)
        if seat in unasked or is_first_in:
            window.answered(seat)
    _hold_by_orders(game, window, prompted, waited, window_kind(about))
    return window


def _asks(game: ForWindow, seat: Seat, kind: str) -> bool:
    filing = game.orders.of(seat).filing
    return filing is not None and not filing.ask_me.isdisjoint({ALL, kind})


def _answer_by_orders(game: ForWindow, window: SealedWindow) -> None:
    for seat in window.unasked:
        filing = game.orders.of(seat).filing
        if filing is None:
            continue
        choose = game.table.asked_of(seat)
        if choose is not None:
            window.picks[seat] = filing.given(game.table, choose)
        following = None if window.next is None else window.next.of(seat)
        if window.next is not None and following is not None:
            window.next_picks[seat] = filing.given(window.next.table, following)


def _hold_by_orders(
    game: ForWindow,
    window: SealedWindow,
    prompted: Sequence[Seat],
    waited: Sequence[Seat],
    kind: str,
) -> None:
    for seat in prompted:
        standing = game.orders.of(seat)
        is_always = not game.seats[seat].always_held.isdisjoint({ALL, kind})
        if not window.may_hold(seat):
            continue  # it had answered before the host went on
        if seat in waited:
            window.hold(seat, window.opened, ASKED_ACROSS_DAYS)
        elif standing.holds_next or is_always:
            standing.holds_next = False
            window.hold(seat, window.opened)
