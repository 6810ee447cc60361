"""A table without a network: everybody sits at this screen, and bots take the other seats."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from rr_net.bots.thinkers import InThread, Thinker
from rr_net.clocks import Clock, LoopClock
from rr_net.fairness.base.manifest import LoadGame
from rr_net.game.archive import ArchiveMeans, JournalArchive
from rr_net.game.services import InOneThread
from rr_net.room.lobby import TablePlan
from rr_net.room.people import Connection
from rr_net.room.room import RoomLoop
from rr_net.room.state import HostServices
from rr_net.store import Journal, MemoryJournal
from rr_rules.registry import load_game, make_bot


def no_signature(text: bytes, signature: str, fingerprint: str, namespace: str) -> bool:
    """At one screen nobody has a key, and nothing is signed."""
    return False


WINDOW = {"window": "fast"}
"""At one screen nobody is hurried, and a pause shows nothing that a glance would not."""


class LocalTable:
    """A room in this process, with one link for each person at the screen."""

    def __init__(
        self,
        settings: TablePlan,
        names: Sequence[str],
        journal: Journal | None = None,
        *,
        clock: Clock | None = None,
        load_game: LoadGame = load_game,
        thinker: Thinker | None = None,
        grinder: InOneThread | None = None,
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """Seat `names` from the first seat on; the first of them is the host.

        Raises BadSetup, BadOption, DeckError or Refused for settings the game refuses.
        """
        kept = journal or MemoryJournal()
        self._thinker = thinker or InThread()
        self._grinder = grinder or InOneThread()
        means = ArchiveMeans(no_signature, load_game=load_game)
        self.archive = JournalArchive(kept, self._grinder, means, random=random)
        services = HostServices(
            clock=clock or LoopClock(),
            archive=self.archive,
            key_book=kept,
            load_game=load_game,
            make_bot=make_bot,
            thinker=self._thinker,
            seed=lambda: random(32),
            today=lambda: int(time.time()),
        )
        self.room = RoomLoop(replace(settings, usual=WINDOW, is_open=True), services)
        self.links = tuple(self._seat(seat, name) for seat, name in enumerate(names))

    def _seat(self, seat: int, name: str) -> Connection:
        key = f"local:{seat}"
        self.room.reserve(seat, key, name)
        return self.room.connect(key, name, is_host=seat == 0)

    async def run(self) -> None:
        """Play until `close`."""
        try:
            await self.room.run()
        finally:
            await self._thinker.close()
            self._grinder.close()

    def close(self) -> None:
        """Clear the table."""
        self.room.close()
