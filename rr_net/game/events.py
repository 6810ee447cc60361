"""Random events: opened for everybody's contributions, frozen, ground slowly, and dealt.

Nothing that people do moves an event's times, and the table takes nothing else while one is open.
Its window runs on the wall clock: a paused table must not give a host time to try things out.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rr_net import link
from rr_net.clocks import Timer
from rr_net.fairness.base.hash import short
from rr_net.fairness.base.note import unarmoured
from rr_net.game.log import RoomNote
from rr_net.game.record import Contribution, Frozen, OpenEvent
from rr_net.game.timers import RoomServices
from rr_net.link.refusals import Refused
from rr_rules.kernel.requests import ChanceRequest, Roll

if TYPE_CHECKING:
    from rr_net.game.live import LiveGame

MOST_KEYS = 128
LEVELS = {
    "mash": "keys",
    "pledge": "an opened pledge",
    "signature": "a signature",
    "chain": "its chain",
}
"""How a contribution was made, for the log."""
CLAUSE = "RR-HID-09"


class RandomEvents:
    """The random events of one game, one after the other."""

    def __init__(self, play: LiveGame, stage: RoomServices) -> None:
        self._play, self._stage = play, stage
        self._event: OpenEvent | None = None
        """The event that takes contributions."""
        self._frozen: Frozen | None = None
        """The event that is fixed and waits for its slow hash."""
        self._given: dict[int, Contribution] = {}
        self._due = 0.0
        """When this stage ends, on the wall clock; of the slow hash, about."""
        self._noted = 0
        """The last event whose opening stands in the log."""
        self._timer: Timer | None = None
        self._grinding: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether an event is under way, in whatever stage."""
        return self._event is not None or self._frozen is not None

    @property
    def ends(self) -> float:
        """When this stage ends, on the wall clock: what counts down on every screen."""
        return self._due

    # --- the stages --------------------------------------------------------------------

    async def begin(self, request: ChanceRequest) -> bool:
        """Open the event of a request, or go on with it; False where the level has no windows."""
        frozen = self._play.record.frozen
        if frozen is not None:
            self._grind(frozen)
            return True
        record, table = self._play.record, self._play.table
        event = await record.open_event(request, table, self._new_pledges())
        if event is None:
            return False
        if event.number > self._noted:
            self._forget_pledges()
        self.note_opening(event)
        self._event, self._given = event, {}
        for seat in self._play.terms.chain_seats:
            value = record.chain_value(seat)
            if value is not None:
                self._given[seat] = value
        if not any(self._gives(chair.seat) for chair in self._play.seats):
            # All give by chains: to wait would give nobody anything, but the host time.
            await self._freeze()
            return True
        self._due = self._stage.wall.time() + event.window
        self._timer = self._stage.wall.call_later(event.window, self._ring)
        return True

    def _new_pledges(self) -> dict[int, str]:
        """The pledges that seats have made since the last event."""
        chairs = [c for c in self._play.seats if c.pledge and self._gives(c.seat)]
        return {chair.seat: chair.pledge for chair in chairs}

    def _forget_pledges(self) -> None:
        for seat in self._new_pledges():
            self._play.seats[seat].pledge = ""

    def _ring(self) -> None:
        self._stage.post(self._freeze)

    async def _freeze(self) -> None:
        """Fix what was given; nothing that comes from now on counts."""
        if self._event is None:
            return
        given = tuple(self._given[seat] for seat in sorted(self._given))
        self._event = None
        frozen = await self._play.record.freeze(given)
        self.note_freeze(frozen)
        self._grind(frozen)

    def _grind(self, frozen: Frozen) -> None:
        self._frozen = frozen
        self._given = {each.seat: each for each in frozen.given}
        self._due = self._stage.wall.time() + frozen.lasts
        self._stage.changed()
        self._grinding = self._stage.aside(self._ground())

    async def _ground(self) -> None:
        await self._play.record.grind()
        self._stage.post(self._deal)

    async def _deal(self) -> None:
        if self._frozen is not None:
            self._frozen, self._grinding = None, None
            await self._play.deal()
            await self._play.go_on()

    def stop(self) -> None:
        """Leave the open event as it is: no window ends any more, and nothing is dealt."""
        self._event = self._frozen = None
        if self._timer is not None:
            self._timer.cancel()
        if self._grinding is not None:
            self._grinding.cancel()

    # --- contributions -----------------------------------------------------------------

    def contribute(self, seat: int, message: link.Contribute) -> None:
        """Take what a seat gives to the open event. Raises Refused; nothing has changed then."""
        if self._event is None or message.event != self._event.number:
            problem = f"random event {message.event} takes nothing, or nothing any more"
            raise Refused("no_event", problem)
        if not self._gives(seat):
            raise Refused("not_by_hand", "this seat gives by a chain that was fixed at the deal")
        contribution = self._meant(seat, message)
        if contribution is None:
            return
        problem = self._play.record.check(contribution)
        if problem:
            raise Refused("bad_contribution", problem)
        self._given[seat] = contribution
        self._stage.changed()

    def _meant(self, seat: int, message: link.Contribute) -> Contribution | None:
        """What the seat has given with this message; None if it adds nothing."""
        before = self._given.get(seat)
        if sum(map(bool, (message.keys, message.opening, message.signature))) != 1:
            problem = "give keys, or what opens a pledge, or a signature: one of them"
            raise Refused("bad_contribution", problem)
        if before is not None and before.level != "mash":
            raise Refused("given_already", "you have given something whole to this event")
        if message.opening:
            return Contribution(seat, "pledge", message.opening)
        if message.signature:
            return Contribution(seat, "signature", unarmoured(message.signature))
        so_far = "" if before is None else before.value
        keys = (so_far + "".join(filter(is_key, message.keys)))[:MOST_KEYS]
        return None if keys == so_far else Contribution(seat, "mash", keys)

    def _gives(self, seat: int) -> bool:
        """Whether a seat contributes by hand."""
        return self._play.seats[seat].is_played_by_hand and seat not in self._play.terms.chain_seats

    # --- what is shown of it -----------------------------------------------------------

    def seen_by(self, seat: int | None, request: ChanceRequest) -> link.RandomEvent | None:
        """The event under way, as a seat or a spectator sees it."""
        event = self._event or self._frozen
        if event is None:
            return None
        mine = None if seat is None else self._given.get(seat)
        is_hidden = mine is not None and mine.level == "chain" and self._frozen is None
        return link.RandomEvent(
            number=event.number,
            kind="roll" if isinstance(request, Roll) else "shuffle",
            labels=labels(request),
            stage="contribute" if isinstance(event, OpenEvent) else "slow",
            closes_in=max(0.0, self._due - self._stage.wall.time()),
            lasts=event.window if isinstance(event, OpenEvent) else event.lasts,
            how=self._how(seat),
            mine="" if mine is None or is_hidden else mine.value,
            given=tuple(sorted(self._given)),
            seed_text="" if isinstance(event, Frozen) else event.seed_text,
            digest=event.digest if isinstance(event, Frozen) else "",
        )

    def _how(self, seat: int | None) -> link.How:
        if seat is None:
            return "watch"
        if seat in self._play.terms.chain_seats:
            return "chain"
        if not self._gives(seat):
            return "watch"
        return "pledge" if seat in self._play.record.pledged else "keys"

    def note_opening(self, event: OpenEvent) -> None:
        """Write into the log that an event is open, once."""
        request = self._play.table.pending
        if event.number <= self._noted or not isinstance(request, ChanceRequest):
            return
        self._noted = event.number
        kind = "roll" if isinstance(request, Roll) else "shuffle"
        what = ", ".join(labels(request))
        text = (
            f"Random event {event.number}, a {kind} ({what}): all hands on the keys "
            f"for {event.window:g} seconds"
        )
        self._play.log.add([RoomNote("event", text, CLAUSE)])

    def note_freeze(self, frozen: Frozen) -> None:
        """Write into the log what an event is fixed to."""
        given = [f"{{{each.seat}}} gave {LEVELS[each.level]}" for each in frozen.given]
        absent = [f"{{{seat}}} gave nothing" for seat in frozen.absent]
        who = ", ".join(given + absent)
        text = (
            f"Random event {frozen.number} is fixed: {who}. "
            f"What was given hashes to {short(frozen.digest)}"
        )
        self._play.log.add([RoomNote("freeze", text, CLAUSE)])


def labels(request: ChanceRequest) -> tuple[str, ...]:
    """The piles that are shuffled, or what is rolled."""
    if isinstance(request, Roll):
        return (request.label,)
    return tuple(label for label, _ in request.piles)


def is_key(character: str) -> bool:
    """Whether a character is one of those that count."""
    return "!" <= character <= "~"
