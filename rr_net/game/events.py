"""Random events: opened for everybody's contributions, frozen, ground slowly, and dealt.

Pure bookkeeping of one event after the other: the game tells it the time of the wall clock and
asks what is due. Nothing that people do moves an event's times: a paused table must not give a
host time to try things out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence

from rr_net import link
from rr_net.fairness.base.hash import short
from rr_net.fairness.base.note import unarmoured
from rr_net.fairness.base.rows import Given
from rr_net.fairness.chain.events import RecordedEvent
from rr_net.game.due import Cue, FreezeGiven
from rr_net.game.log import RoomNote
from rr_net.game.seats import GameSeat
from rr_net.link.refusals import Refused
from rr_rules.kernel.requests import Seat

MOST_KEYS = 128
LEVELS = {
    "mash": "keys",
    "pledge": "an opened pledge",
    "signature": "a signature",
    "signed": "random bytes of its client",
    "chain": "its chain",
}
"""How a contribution was made, for the log."""

CheckGiven = Callable[[Given], str]
"""Why a contribution to the open event is not good, or ""."""


class RandomEvents:
    """The random events of one game, one after the other."""

    def __init__(self, seats: Sequence[GameSeat], chained: Collection[int]) -> None:
        """The `chained` seats give by chains that were fixed at the deal."""
        self._seats, self._chained = seats, chained
        self.event: RecordedEvent | None = None
        """The event under way: it takes contributions, or waits for its slow hash."""
        self.ends = 0.0
        """When this stage ends; of the slow hash, about."""
        self.lasts = 0.0
        """How long this stage is as a whole."""
        self._given: dict[int, Given] = {}
        self._is_ground = False
        self._noted = 0
        """The last event whose opening stands in the log."""
        self._openings = 0
        """How many openings of it stand there."""

    @property
    def is_open(self) -> bool:
        """Whether an event is under way, in whatever stage."""
        return self.event is not None

    # --- the stages --------------------------------------------------------------------

    def pledges(self) -> dict[int, str]:
        """The pledges that seats have made since the last event."""
        return {seat.seat: seat.pledge for seat in self._seats if self._has_pledged(seat)}

    def opened(
        self, event: RecordedEvent, by_chain: Iterable[Given], now: float, took: float = 0.0
    ) -> None:
        """An event takes contributions; those that are made by a chain are in already.

        To write its row down took so long, and so will the freeze, which is due as the window ends.
        """
        if event.number > self._noted:
            for seat in filter(self._has_pledged, self._seats):
                seat.pledge = ""  # it is kept; of one that was opened before a crash it is not
        self.event, self._is_ground = event, False
        self._given = {given.seat: given for given in by_chain}
        # Where all give by chains, to wait would give nobody anything, but the host time.
        lasts = event.milliseconds / 1000 if self.somebody_gives else 0.0
        self.lasts = max(lasts - took, lasts / 2)
        self.ends = now + self.lasts

    def frozen(self, event: RecordedEvent, lasts: float, now: float) -> None:
        """What was given is fixed; the slow hash takes about so long."""
        self.event, self._is_ground = event, False
        self._given = {given.seat: given for given in event.given}
        self.lasts, self.ends = lasts, now + lasts

    def ground(self) -> None:
        """The slow hash is done."""
        self._is_ground = True

    def stop(self) -> None:
        """The event is over, or left as it is."""
        self.event = None

    @property
    def next_at(self) -> float:
        """When something is due."""
        if self.event is None or (self.event.is_frozen and not self._is_ground):
            return math.inf
        return 0.0 if self.event.is_frozen else self.ends

    def due(self, now: float) -> FreezeGiven | Cue | None:
        """What is due."""
        if self.event is None or now < self.next_at:
            return None
        if self.event.is_frozen:
            return Cue.DEAL_CHANCE
        return FreezeGiven(tuple(self._given[seat] for seat in sorted(self._given)))

    # --- contributions -----------------------------------------------------------------

    def contribute(self, seat: Seat, message: link.Contribute, check: CheckGiven) -> bool:
        """Take what a seat gives to the open event; whether it adds anything.

        Raises Refused; nothing has changed then.
        """
        event = self.event
        if event is None or event.is_frozen or message.event != event.number:
            problem = f"random event {message.event} takes nothing, or nothing any more"
            raise Refused("no_event", problem)
        if not self._gives(seat):
            raise Refused("not_by_hand", "this seat gives by a chain that was fixed at the deal")
        given = self._meant(seat, message)
        if given is None:
            return False
        problem = check(given)
        if problem:
            raise Refused("bad_contribution", problem)
        self._given[seat] = given
        return True

    def _meant(self, seat: Seat, message: link.Contribute) -> Given | None:
        """What the seat has given with this message; None if it adds nothing."""
        before = self._given.get(seat)
        whole = (message.opening, message.signature, message.signed)
        if sum(map(bool, (message.keys, *whole))) != 1:
            problem = "give keys, or what opens a pledge, or a signature: one of them"
            raise Refused("bad_contribution", problem)
        if before is not None and before.level != "mash":
            raise Refused("given_already", "you have given something whole to this event")
        if message.opening:
            return Given(level="pledge", seat=seat, value=message.opening)
        if message.signature:
            return _signature(seat, unarmoured(message.signature))
        if message.signed:
            return Given(level="signed", seat=seat, value=message.signed)
        so_far = "" if before is None else before.value
        keys = (so_far + "".join(filter(is_key, message.keys)))[:MOST_KEYS]
        return None if keys == so_far else Given(level="mash", seat=seat, value=keys)

    @property
    def somebody_gives(self) -> bool:
        """Whether a seat is left that gives by hand: otherwise the host's machine chooses."""
        return any(self._gives(seat.seat) for seat in self._seats)

    def _gives(self, seat: Seat) -> bool:
        """Whether a seat contributes by hand."""
        return self._seats[seat].is_played_by_hand and seat not in self._chained

    def _has_pledged(self, seat: GameSeat) -> bool:
        return bool(seat.pledge) and self._gives(seat.seat)

    # --- what is shown of it -----------------------------------------------------------

    @property
    def given(self) -> tuple[int, ...]:
        """The seats that have given something."""
        return tuple(sorted(self._given))

    def shown_to(self, seat: Seat | None) -> str:
        """What a seat may see of its own contribution: a chain's is hidden until all are fixed."""
        mine = None if seat is None else self._given.get(seat)
        if mine is None or self.event is None:
            return ""
        return "" if mine.level == "chain" and not self.event.is_frozen else mine.value

    def how(self, seat: Seat | None, pledged: Collection[int]) -> link.How:
        """How a seat contributes; `pledged` are those that may open a pledge."""
        if seat is None:
            return "watch"
        if seat in self._chained:
            return "chain"
        if not self._gives(seat):
            return "watch"
        return "pledge" if seat in pledged else "keys"

    def notes(self, event: RecordedEvent) -> tuple[RoomNote, ...]:
        """What the log says of an event: once that it is open, and what it is fixed to."""
        if event.is_frozen:
            return (_freeze_note(event),)
        if (event.number, event.opening) <= (self._noted, self._openings):
            return ()
        self._noted, self._openings = event.number, event.opening
        return (_opening_note(event) if event.opening == 1 else _reopening_note(event),)


def _signature(seat: Seat, value: str) -> Given:
    if not value:
        raise Refused("bad_contribution", "a signature without a text between its lines")
    return Given(level="signature", seat=seat, value=value)


def _opening_note(event: RecordedEvent) -> RoomNote:
    text = (
        f"Random event {event.number}, a {event.kind} ({', '.join(event.labels)}): all hands on "
        f"the keys for {event.milliseconds / 1000:g} seconds"
    )
    return RoomNote("event", text, "luck")


def _reopening_note(event: RecordedEvent) -> RoomNote:
    text = (
        f"Random event {event.number} was cut off, and is open again (opening {event.opening}): "
        "nothing that was given before is used, so press anew"
    )
    return RoomNote("event", text, "luck")


def _freeze_note(event: RecordedEvent) -> RoomNote:
    given = [f"{{{each.seat}}} gave {LEVELS[each.level]}" for each in event.given]
    absent = [f"{{{seat}}} gave nothing" for seat in event.absent]
    text = (
        f"Random event {event.number} is fixed: {', '.join(given + absent)}. "
        f"What was given hashes to {short(event.digest)}"
    )
    return RoomNote("freeze", text, "luck")


def is_key(character: str) -> bool:
    """Whether a character is one of those that count."""
    return "!" <= character <= "~"
