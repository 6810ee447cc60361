"""Games in a journal: each entry becomes a row of a chain, kept before its effect is shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import partial

from rr_net.fairness.bundle import bundle_bytes
from rr_net.fairness.errors import VerifyError
from rr_net.fairness.ledger import Ledger
from rr_net.fairness.manifest import LoadGame, Manifest, Seated, draw_up, installed
from rr_net.fairness.rows import Row, ShuffleRow, entry_of
from rr_net.fairness.secret import LENGTH, Secret
from rr_net.fairness.verdict import failed_sentence
from rr_net.fairness.verify import verify
from rr_net.room.record import Kept, Sitter, Terms, Unfinished, Verdict
from rr_net.store import Journal
from rr_rules.game import Outcome
from rr_rules.registry import load_game
from rr_rules.requests import ChanceRequest, ChanceResult
from rr_rules.transcript import Entry

Judge = Callable[[], Verdict]
Aside = Callable[[Judge], Awaitable[Verdict]]
"""Has a verification done where it holds nobody up."""


async def in_thread(judge: Judge) -> Verdict:
    """Verifies in a worker thread."""
    return await asyncio.to_thread(judge)


class JournalArchive:
    """The games of one journal."""

    def __init__(
        self,
        journal: Journal,
        *,
        host_key: str = "",
        how_to_fetch: str = "",
        load_game: LoadGame = load_game,
        random: Callable[[int], bytes] = secrets.token_bytes,
        aside: Aside = in_thread,
    ) -> None:
        self.last_bundle: bytes | None = None
        """The last finished game, opened; None before there is one."""
        self._journal = journal
        self._host_key = host_key
        self._how_to_fetch = how_to_fetch
        self._load_game = load_game
        self._random = random
        self._aside = aside

    async def open(self, terms: Terms) -> LedgerRecord:
        """A new game's record; its secret is drawn once everything else is fixed."""
        manifest = draw_up(
            terms.rules,
            [Seated(name=s.name, key=s.fingerprint, bot=s.bot) for s in terms.roster],
            terms.options,
            terms.declared,
            nonce=self._random(LENGTH),
            deck=terms.deck,
            host_key=self._host_key,
            host_seat=terms.host_seat,
        )
        secret = Secret(self._random(LENGTH), manifest.gid)
        ledger = Ledger(manifest, secret)
        opening = ledger.opening()
        await self._journal.begin(manifest, secret, opening)
        ledger.take(opening)
        return LedgerRecord(self, ledger)

    async def unfinished(self) -> Unfinished | None:
        """The latest game that was not brought to its end, or None.

        Raises a StoreError for a damaged journal and NotInstalled for another version's game.
        """
        games = await self._journal.unfinished()
        if not games:
            return None
        ledger = await self._journal.load(games[0])
        entries = ((entry_of(row), promises(row)) for row in ledger.rows)
        return Unfinished(
            self._terms(ledger.manifest),
            LedgerRecord(self, ledger),
            tuple(Kept(entry, made) for entry, made in entries if entry is not None),
        )

    def _terms(self, manifest: Manifest) -> Terms:
        file = manifest.deck_file
        roster = (
            Sitter(seat, seated.name, seated.key, seated.bot)
            for seat, seated in enumerate(manifest.seats)
        )
        return Terms(
            rules=installed(manifest, self._load_game),
            deck=None if file is None else (file.name, file.text.encode()),
            roster=tuple(roster),
            options=manifest.options,
            declared=manifest.declared,
            host_seat=manifest.host_seat,
        )

    async def keep(self, ledger: Ledger, row: Row) -> None:
        """Keeps a row in the journal, then takes it into the chain."""
        await self._journal.append(ledger.gid, row)
        ledger.take(row)

    async def judge(self, ledger: Ledger) -> Verdict:
        """Hands out the bundle of a closed game, and what its verification says."""
        source = bundle_bytes(ledger.manifest, ledger.rows)
        path = await self._journal.keep_bundle(ledger.gid, source)
        self.last_bundle = source
        fetch = self._how_to_fetch or (str(path) if path is not None else "")
        failed_check = ledger.manifest.options.get("failed_check", "void")
        judge = partial(judged, source, ledger.commitment, fetch, failed_check, self._load_game)
        return await self._aside(judge)


class LedgerRecord:
    """The record of one game: its ledger, and the journal that keeps the rows."""

    def __init__(self, archive: JournalArchive, ledger: Ledger) -> None:
        self._archive = archive
        self._ledger = ledger

    @property
    def commitment(self) -> str:
        """What the host has committed to, hex."""
        return self._ledger.commitment

    def deal(self, request: ChanceRequest) -> ChanceResult:
        """The result that the committed secret gives for a chance request."""
        return self._ledger.deal(request)

    async def append(self, entry: Entry, request: ChanceRequest | None = None) -> tuple[str, ...]:
        """Keeps an entry for good; the promises that a shuffle publishes, one a pile."""
        row = self._ledger.row(entry, request)
        await self._archive.keep(self._ledger, row)
        return promises(row)

    async def audit(self, outcome: Outcome | None) -> Verdict:
        """Opens the secret in the last row and verifies the whole game."""
        await self._archive.keep(self._ledger, self._ledger.closing(outcome))
        return await self._archive.judge(self._ledger)


def promises(row: Row) -> tuple[str, ...]:
    """What everybody may note of a shuffle before its first card is used (RR-HID-09)."""
    piles = row.pub.piles if isinstance(row, ShuffleRow) else ()
    return tuple(f"{pile.label}, {pile.count} cards: {pile.order}" for pile in piles)


def judged(
    source: bytes, commitment: str, fetch: str, failed_check: str, load_game: LoadGame
) -> Verdict:
    """What `verify` says of a bundle, as players read it."""
    try:
        return Verdict(True, verify(source, commitment, load_game=load_game).sentence, fetch)
    except VerifyError as error:
        return Verdict(False, failed_sentence(error, failed_check), fetch)
