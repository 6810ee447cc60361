"""What if: a step of a finished game becomes a game of one person against bots, kept nowhere."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar, cast

from rr_net import link
from rr_net.bots.kinds import kind_for
from rr_net.bots.thinkers import InThread, Thinker
from rr_net.clocks import Clock, LoopClock
from rr_net.fairness.base.manifest import Seated
from rr_net.fairness.chain.ledger import Ledger
from rr_net.game.archive import ArchiveMeans, JournalArchive, Unfinished, WhatIf
from rr_net.game.seats import Terms
from rr_net.game.services import InOneThread, VerdictShown
from rr_net.link.refusals import Refused
from rr_net.replay.recording import Recording
from rr_net.room.lobby import TablePlan
from rr_net.room.people import Connection
from rr_net.room.room import RoomLoop
from rr_net.room.state import HostServices
from rr_net.store import MemoryJournal
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Plain
from rr_rules.registry import load_game, make_bot

T = TypeVar("T")

KEY = "local:0"
NAMED = "What if, as"
"""How such a table is called, before whose seat one has."""
NO_RECORD = "A what-if: nothing of it is kept, nothing is checked, and it counts for nothing."
MARK = (
    "A what-if begins here, with the cards {how}: it counts for nothing, and nothing is kept. "
    "You have the seat of {{{own}}}; {others}"
)
AS_THEY_LAY, ANEW = "as they lay", "dealt anew"
AT_REST = {"turn_clock": "off", "audit": "automatic"}
"""Settings of the room that a what-if has in any case, where its game has them."""
MOST = 8
"""What-ifs that one process plays at the same time."""


class LentThinker:
    """Another table's place to think, which that one closes."""

    def __init__(self, thinker: Thinker) -> None:
        self.think = thinker.think

    async def close(self) -> None:
        """Give it back."""


class ThinksHere:
    """A place to think from which nothing goes to another process.

    Cards that were dealt anew lie in this process alone: a saved table has those of the record.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self.close = thinker.close

    def think(self, thought: Callable[[], T], done: Callable[[T | None], None]) -> None:
        """Has it thought out as it stands: of a partial nobody knows how it could be sent."""
        self._thinker.think(partial(thought), done)


class NoArchive(JournalArchive):
    """The archive of a game that stands in none: what its record says is checked by nobody."""

    async def judge(self, ledger: Ledger) -> VerdictShown:
        """Says that there is nothing to be said."""
        return VerdictShown(None, NO_RECORD, "")


class Branching:
    """Begins what-ifs, and knows how many are played."""

    def __init__(
        self,
        make_thinker: Callable[[], Thinker] = InThread,
        seed: Callable[[int], bytes] = secrets.token_bytes,
        plan: TablePlan | None = None,
        clock: Callable[[], Clock] = LoopClock,
    ) -> None:
        """`plan` says which bots play, how long they think, and how long events stay."""
        self._make_thinker, self._seed = make_thinker, seed
        self._plan, self._clock = plan or TablePlan(), clock
        self.tables: set[BranchTable] = set()
        """Those that are played now."""

    def begin(
        self, recording: Recording, table: Table[GameState], seat: Seat, name: str, *, anew: bool
    ) -> link.TableLink:
        """A table that goes on from another one with this seat for `name`. Raises Refused."""
        if table.pending is None:
            raise Refused("game_is_over", "the game is over here: go back a step")
        if len(self.tables) >= MOST:
            raise Refused("too_fast", "too many what-ifs are played here: try again later")
        mark = _mark(len(recording.roster), seat, anew=anew)
        dealt = self._dealt(table, seat, anew=anew)
        made = BranchTable(self, recording, dealt, seat, name, mark, anew=anew)
        self.tables.add(made)
        return made

    def _dealt(self, table: Table[GameState], seat: Seat, *, anew: bool) -> Table[GameState]:
        """A table that goes on; one that is dealt anew begins at its last step boundary."""
        if not anew:
            return table.clone()
        # What the step has done since, up to its first question, is done again.
        base = table.game.from_plain(cast(Plain, table.save()["state"]))
        table.game.determinize(base, seat, Stream(self._seed(32)))
        return Table.at(table.game, base)

    def services(
        self, recording: Recording, *, anew: bool = False
    ) -> tuple[HostServices, Thinker, InOneThread]:
        """What a room of such a table needs, with what is to be closed after it."""
        place, grinder, journal = self._make_thinker(), InOneThread(), MemoryJournal()
        thinker: Thinker = ThinksHere(place) if anew else place
        services = HostServices(
            clock=self._clock(),
            archive=NoArchive(journal, grinder, ArchiveMeans(_no_signature), random=self._seed),
            key_book=journal,
            load_game=load_game,
            make_bot=make_bot,
            thinker=thinker,
            seed=lambda: self._seed(32),
            today=lambda: int(time.time()),
        )
        return services, thinker, grinder

    def bot(self, recording: Recording) -> str:
        """The kind of bot that plays the other seats."""
        return kind_for(recording.rules, self._plan.bot)

    def plan(self, recording: Recording, name: str) -> TablePlan:
        """The plan of such a table, at which one plays in the place of `name`."""
        return replace(
            self._plan, name=f"{NAMED} {name}"[:40], game=recording.rules.id,
            seats=len(recording.roster), bots=0, deck=recording.deck, is_open=False,
            options=recording.options, fairness="solo", keeper="aside",
        )  # fmt: skip


def _mark(seats: int, own: Seat, *, anew: bool) -> str:
    """What is said first of a what-if: that it is one, whose seat one has, and who else plays."""
    others = [f"{{{seat}}}" for seat in range(seats) if seat != own]
    return MARK.format(
        how=ANEW if anew else AS_THEY_LAY,
        own=own,
        others=f"bots play for {' and '.join(others)}" if others else "you play alone",
    )


def _no_signature(text: bytes, signature: str, fingerprint: str, namespace: str) -> bool:
    return False


class BranchTable:
    """One what-if: a link that opens its table when somebody listens."""

    def __init__(
        self,
        branching: Branching,
        recording: Recording,
        table: Table[GameState],
        seat: Seat,
        name: str,
        mark: str,
        *,
        anew: bool,
    ) -> None:
        self._is_anew = anew
        self._branching, self._recording, self.table = branching, recording, table
        self._seat, self._name, self._mark = seat, name, mark
        self.room: RoomLoop | None = None
        """Open as soon as somebody listens."""
        self._connection: Connection | None = None
        self._running: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def is_over(self) -> bool:
        """Whether nothing of it runs any more."""
        return self._running is None or self._running.done()

    def attach(self, receive: link.Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""
        self._running = asyncio.get_running_loop().create_task(self._run(receive), name="a what-if")

    def send(self, message: link.FromPlayer) -> None:
        """Hand the room a message."""
        if self._connection is not None:
            self._connection.send(message)

    def close(self) -> None:
        """Leave, and clear the table."""
        self._is_closed = True
        self._branching.tables.discard(self)
        if self._connection is not None:
            self._connection.close()
        if self.room is not None:
            self.room.close()

    def replay(self) -> link.ReplayLink:
        """A what-if is kept nowhere. Raises Refused."""
        raise Refused("no_game", "a what-if is kept nowhere: leave it, and the replay goes on")

    def past(self) -> None:
        """No other games belong to it."""

    async def _run(self, receive: link.Receive) -> None:
        services, thinker, grinder = self._branching.services(self._recording, anew=self._is_anew)
        try:
            terms = self._terms()
            record = await services.archive.open(terms, self.table)
            if self._is_closed:
                return
            room = self.room = RoomLoop(self._branching.plan(self._recording, self._name), services)
            room.resume(Unfinished(terms, record, (), what_if=WhatIf(self.table, self._mark)))
            self._connection = room.connect(KEY, self._name, is_host=True, is_own=True)
            self._connection.attach(receive)
            await room.run()
        except (Refused, RulesError) as error:
            receive(link.Bye(text=f"{error}.", commitment=""))
        finally:
            await thinker.close()
            grinder.close()

    def _terms(self) -> Terms:
        recording, bot = self._recording, self._branching.bot(self._recording)
        roster = [Seated(name=who.name, bot=bot) for who in recording.roster]
        roster[self._seat] = Seated(name=self._name, key=KEY)
        at_rest = {name: value for name, value in AT_REST.items() if name in recording.options}
        return Terms(
            rules=recording.rules,
            deck=recording.deck,
            roster=tuple(roster),
            options={**recording.options, **at_rest},
            declared=recording.declared,
            host_seat=self._seat,
        )
