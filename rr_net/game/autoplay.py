"""Whoever answers in a player's place: bots, stand-ins, the room for one who is alone, the clock.

Pure bookkeeping of one request: the game tells it the time of the table's clock and asks what is
due. What everybody may see waits until the last event has stayed on the screens long enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from rr_net.bots.kinds import best_for, quick_in
from rr_net.game.due import BotAnswer, Cue, LoneAnswer, Think
from rr_net.game.log import PublicLines
from rr_net.game.seats import GameSeat
from rr_net.game.windows import BOTS_COUNT
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Seat
from rr_rules.registry import FOLLOWERS

REMIND_AT = (0.5, 0.9)
"""The parts of a turn clock of days after which a player is reminded."""
SLACK = 0.5
"""How long a bot may take to notice that its time is over."""

MOST_SLEPT = 3
"""How often in a row the turn clock may run out for a seat before a bot has it."""

Task = Think | BotAnswer | LoneAnswer | Cue


class AgendaItem(NamedTuple):
    """One thing on the agenda."""

    at: float
    """Not before this time."""
    stays: bool
    """Nor before the last event has stayed long enough."""
    what: Task


A_GLANCE = 0.4
"""The part of an event's stay that is enough for what leads to it or follows from it."""


class EventStay:
    """How long an event stays on the screens before somebody else than a person acts."""

    def __init__(self, seconds: float, lead: float = 0.0) -> None:
        """The window that a bot's act opens takes `lead` seconds: it runs while events stay."""
        self.seconds = seconds
        """How long; infinity waits for a word each time."""
        self._lead = lead
        self._shown = PublicLines()
        self._event_at = self._aside_at = -math.inf
        self._is_over = False
        self.has_news = True
        """Whether the last look showed something that nobody had read before."""

    @property
    def ends(self) -> float:
        """When the last event has stayed long enough."""
        if self._is_over:
            return 0.0
        if math.isinf(self.seconds):
            return self.seconds
        return max(self._event_at + self.seconds, self._aside_at + A_GLANCE * self.seconds)

    @property
    def next_act(self) -> float:
        """When a bot may act, so that what comes of it is shown when the last event has stayed."""
        return self.ends - min(self._lead, self.seconds / 2)

    def look(self, shown: PublicLines, now: float) -> None:
        """Everybody has these lines of the log now: what is new begins to stay."""
        if shown.events != self._shown.events:
            self._event_at, self._is_over = now, False
        if shown.asides != self._shown.asides:
            self._aside_at, self._is_over = now, False
        self.has_news = shown != self._shown
        self._shown = shown

    def end(self) -> None:
        """Whoever is alone has read it."""
        self._is_over = True


class AutoPlayers:
    """The bots and the turn clock of one game."""

    def __init__(
        self,
        seats: Sequence[GameSeat],
        rules: Game[GameState],
        limits: BotLimits,
        stay: EventStay,
    ) -> None:
        """Stand-ins are of the game's best kind; each bot waits for the event's `stay` to end."""
        self._seats, self._best, self._quick = seats, best_for(rules), quick_in(rules)
        self._longest, self._stay = limits.seconds, stay
        self.opened = 0.0
        """When the request was opened."""
        self.clock_due = 0.0
        """When the turn clock runs out; 0 while none runs."""
        self.reminds = False
        """Whether players are reminded of it."""
        self._out_of_time: set[int] = set()
        self._agenda: list[AgendaItem] = []
        self._thoughts: dict[tuple[Seat, int], int] = {}
        self._slept: dict[Seat, int] = {}
        """How often in a row the clock has run out for a seat."""

    # --- a request ---------------------------------------------------------------------

    def begin(self, now: float, turn_clock: float | None) -> None:
        """A request has been opened; whether a turn clock runs, and for how long."""
        self.opened = now
        if turn_clock is not None:
            self.clock_due = now + turn_clock
            for part in REMIND_AT if self.reminds else ():
                self._later(now + part * turn_clock, Cue.REMIND)
            self._later(self.clock_due, Cue.TURN_CLOCK_OUT)

    def end(self) -> None:
        """The request is closed."""
        self._out_of_time.clear()
        self._agenda.clear()
        self._thoughts.clear()
        self.clock_due = 0.0

    def kind(self, seat: Seat) -> str:
        """The kind of bot that answers for a seat now, or ""."""
        owner = self._seats[seat]
        # Who is back in the middle of what a bot has begun is away until the bot has ended it.
        stands_in = owner.stand_in or owner.is_away or seat in self._out_of_time
        return owner.bot or (self._best if stands_in else "")

    def leaders(self) -> tuple[Seat, ...]:
        """The seats to which bots that follow leave the plan: those that people play now.

        Where nobody does, those that lead.
        """
        led = [each for each in self._seats if not each.removed and each.bot not in FOLLOWERS]
        people = [each for each in led if not each.is_played_by_bot]
        return tuple(each.seat for each in people or led)

    def longest(self, seat: Seat) -> float:
        """How many seconds the bot of a seat may think about what is no window."""
        return min(self._longest, BOTS_COUNT) if self.kind(seat) in self._quick else self._longest

    # --- bots --------------------------------------------------------------------------

    def ask(self, seat: Seat, number: int, now: float, *, in_window: bool) -> None:
        """Have a bot answer the open choice of a seat, if one plays it.

        It thinks while people look at what has happened. What it thinks of a window counts at one
        moment, whatever it is (RR-HID-20).
        """
        if self.kind(seat):
            self._later(now, Think(seat, number, in_window))
            if in_window:
                counts_at = max(now, self.opened + BOTS_COUNT)
                self._later(counts_at, BotAnswer(seat, number, None))

    def ask_late(self, seat: Seat, number: int, now: float, *, in_window: bool) -> None:
        """Have a bot make the choice of a player whose time is over."""
        self._out_of_time.add(seat)
        self.ask(seat, number, now, in_window=in_window)

    def falls_asleep(self, seat: Seat) -> bool:
        """Whether the clock, which has run out for a seat, has done so too often in a row."""
        slept = self._slept[seat] = self._slept.get(seat, 0) + 1
        if is_asleep := slept >= MOST_SLEPT:
            self.wakes(seat)
        return is_asleep

    def wakes(self, seat: Seat) -> None:
        """Somebody has answered for a seat by hand."""
        self._slept.pop(seat, None)

    def answer_alone(self, seat: Seat, number: int, *, in_window: bool) -> None:
        """Have the room give the only answer there is, once the event has stayed.

        In a window it counts when the answers of bots do.
        """
        at = self.opened + (BOTS_COUNT if in_window else 0.0)
        self._later(at, LoneAnswer(seat, number), stays=not in_window)

    def thinks(self, think: Think, now: float) -> None:
        """A bot has begun: something else counts if it is never done."""
        if not think.in_window:
            answer = BotAnswer(think.seat, think.number, None)
            self._later(now + self.longest(think.seat) + SLACK, answer, stays=True)

    def answers(
        self, think: Think, option: int | None, now: float, *, skips: bool, is_alone: bool = False
    ) -> None:
        """A bot is done; whether it only skips, for which nobody has to wait long."""
        if think.in_window:
            if option is not None:
                self._thoughts[think.seat, think.number] = option
            return
        answer = BotAnswer(think.seat, think.number, option)
        # Between two questions that show nothing new nobody who is alone has anything to read.
        is_step = is_alone and not skips and not self._stay.has_news
        takes = 0.0 if is_step else self._thought_by(think.seat, is_alone=is_alone)
        self._later(max(now, self.opened + takes), answer, stays=not skips)

    def _thought_by(self, seat: Seat, *, is_alone: bool) -> float:
        """After how many seconds every thought of a bot's kind is over: how long one was is hidden.

        Alone there is nobody to learn anything, and the event's stay is long enough.
        """
        longest = max(BOTS_COUNT, self.longest(seat))
        hidden = self.kind(seat) not in self._quick and not is_alone
        return longest if hidden else min(longest, self._stay.seconds)

    def thought(self, answer: BotAnswer) -> int | None:
        """What counts as a bot's answer; None where it is not ready, or has failed."""
        if answer.option is not None:
            return answer.option
        return self._thoughts.get((answer.seat, answer.number))

    def _later(self, at: float, what: Task, *, stays: bool = False) -> None:
        self._agenda.append(AgendaItem(at, stays, what))

    # --- what is due -------------------------------------------------------------------

    def _due_at(self, entry: AgendaItem) -> float:
        return max(entry.at, self._stay.next_act) if entry.stays else entry.at

    @property
    def next_at(self) -> float:
        """When something is due."""
        return min(map(self._due_at, self._agenda), default=math.inf)

    def due(self, now: float) -> Task | None:
        """What is due, the earliest first and of those due at once what was set first."""
        at = self.next_at
        if now < at:
            return None
        place = next(i for i, each in enumerate(self._agenda) if self._due_at(each) == at)
        return self._agenda.pop(place).what
