"""Tells the host's own log and screen what the table promises, and what became of it."""

from __future__ import annotations

from collections.abc import Callable

from rr_net.game.archive import Aside, Judge, in_thread
from rr_net.game.terms import Archive, Record, Terms, Verdict
from rr_rules.kernel.game import State
from rr_rules.kernel.table import Table

Tell = Callable[[str], object]


class ToldArchive:
    """An archive that tells of each game's commitment."""

    def __init__(self, archive: Archive, tell: Tell) -> None:
        self._archive = archive
        self._tell = tell

    async def open(self, terms: Terms, table: Table[State]) -> Record:
        """A new game's record, its manifest and secret made and committed to."""
        record = await self._archive.open(terms, table)
        self._tell(f"The host has committed to a new game: {record.commitment}")
        return record

    async def abandoned(self) -> tuple[str, ...]:
        """The games that were dealt here and never opened, by gid."""
        return await self._archive.abandoned()


def told(tell: Tell) -> Aside:
    """Verifies in a worker thread, and tells of the verdict."""

    async def aside(judge: Judge) -> Verdict:
        verdict = await in_thread(judge)
        tell(verdict.sentence)
        return verdict

    return aside
