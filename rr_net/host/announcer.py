"""Tells the host's own log and screen what the table promises, and what became of it."""

from __future__ import annotations

from collections.abc import Callable

from rr_net.room.record import Archive, Record, Terms, Verdict
from rr_rules.game import Outcome
from rr_rules.requests import ChanceRequest, ChanceResult
from rr_rules.transcript import Entry

Tell = Callable[[str], object]


class ToldArchive:
    """An archive that tells of each game's commitment and verdict."""

    def __init__(self, archive: Archive, tell: Tell) -> None:
        self._archive = archive
        self._tell = tell

    async def open(self, terms: Terms) -> Record:
        """A new game's record, its manifest and secret made and committed to."""
        record = await self._archive.open(terms)
        self._tell(f"The host has committed to a new game: {record.commitment}")
        return ToldRecord(record, self._tell)


class ToldRecord:
    """A record that tells of its verdict."""

    def __init__(self, record: Record, tell: Tell) -> None:
        self._record = record
        self._tell = tell

    @property
    def commitment(self) -> str:
        """What the host has committed to, hex."""
        return self._record.commitment

    def deal(self, request: ChanceRequest) -> ChanceResult:
        """The result that the committed secret gives for a chance request."""
        return self._record.deal(request)

    async def append(self, entry: Entry, request: ChanceRequest | None = None) -> tuple[str, ...]:
        """Keeps an entry for good; the promises that a shuffle publishes, one a pile."""
        return await self._record.append(entry, request)

    async def audit(self, outcome: Outcome | None) -> Verdict:
        """Opens the secret in the last row and verifies the whole game."""
        verdict = await self._record.audit(outcome)
        self._tell(verdict.sentence)
        return verdict
