"""A table without a network: everybody sits at this screen, and bots take the other seats."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial

from rr_net.bots.thinkers import InThread, Thinker
from rr_net.clocks import Clock, LoopClock
from rr_net.fairness.base.levels import WORK, Work
from rr_net.fairness.base.manifest import LoadGame
from rr_net.game.archive import ArchiveMeans, HostKey, JournalArchive
from rr_net.game.services import InOneThread
from rr_net.history.catching_up import catch_up
from rr_net.history.recording import GameHistory
from rr_net.replay.album import album_file
from rr_net.replay.branch import Branching, LentThinker
from rr_net.replay.looking import look_back
from rr_net.room.lobby import TablePlan
from rr_net.room.people import Connection
from rr_net.room.room import RoomLoop
from rr_net.room.state import HostServices, MakePast, no_past
from rr_net.ssh.sshsig import check_signature
from rr_net.store import Journal, MemoryJournal
from rr_rules.registry import load_game, make_bot

WINDOW = {"window": "fast"}
"""At one screen nobody is hurried, and a pause shows nothing that a glance would not."""


class LocalTable:
    """A room in this process, with one link for each person at the screen."""

    def __init__(  # noqa: PLR0913 - one for each thing that is lent
        self,
        settings: TablePlan,
        names: Sequence[str],
        journal: Journal | None = None,
        *,
        key: HostKey | None = None,
        floors: Work = WORK,
        clock: Clock | None = None,
        load_game: LoadGame = load_game,
        thinker: Thinker | None = None,
        grinder: InOneThread | None = None,
        random: Callable[[int], bytes] = secrets.token_bytes,
        history: GameHistory | None = None,
        past: MakePast = no_past,
    ) -> None:
        """Seat `names` from the first seat on; the first of them is the host.

        `key` signs the records, which without a journal nobody can take along.
        Raises BadSetup, BadOption, DeckError or Refused for settings the game refuses.
        """
        self._journal = journal or MemoryJournal()
        self._thinker = thinker or InThread()
        self._grinder = grinder or InOneThread()
        self._history = history or GameHistory()
        # What lasts as long as the process is replayed by the same version.
        album = None if journal is None else album_file
        means = ArchiveMeans(check_signature, load_game=load_game, floors=floors, album=album)
        self.archive = JournalArchive(self._journal, self._grinder, means, key=key, random=random)
        services = HostServices(
            clock=clock or LoopClock(),
            archive=self.archive,
            key_book=self._journal,
            load_game=load_game,
            make_bot=make_bot,
            thinker=self._thinker,
            seed=lambda: random(32),
            today=lambda: int(time.time()),
            history=self._history,
            past=past,
            replay=partial(look_back, branch=Branching(lambda: LentThinker(self._thinker)).begin),
        )
        self.room = RoomLoop(replace(settings, usual=WINDOW, is_open=True), services)
        self._names = names
        self._is_new = True

    @cached_property
    def links(self) -> tuple[Connection, ...]:
        """One for each person; who plays a new game is seated with it."""
        return tuple(self._seat(seat, name) for seat, name in enumerate(self._names))

    def _seat(self, seat: int, name: str) -> Connection:
        key = f"local:{seat}"
        if self._is_new:
            self.room.reserve(seat, key, name)
        return self.room.connect(key, name, is_host=seat == 0)

    async def take_up(self, gid: str) -> None:
        """Go on with a kept game, "" for the latest, before `links` seats anybody.

        Raises a StoreError or NotInstalled.
        """
        unfinished = await self.archive.unfinished(gid)
        self._is_new = unfinished is None
        if unfinished is not None:
            self.room.resume(unfinished)

    async def run(self) -> None:
        """Play until `close`."""
        behind = asyncio.create_task(
            catch_up(self._history, self._journal, self.archive.verdict_of), name="past games"
        )
        try:
            await self.room.run()
        finally:
            behind.cancel()
            await asyncio.wait((behind,))
            await self._thinker.close()
            self._grinder.close()
            await self._journal.close()
            await self._history.close()

    def close(self) -> None:
        """Clear the table."""
        self.room.close()
