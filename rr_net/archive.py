"""The archive: a room's games, kept in the journal with their chain and their secret."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping

from rr_net.fairness.bundle import bundle_bytes
from rr_net.fairness.errors import VerifyError
from rr_net.fairness.ledger import Ledger
from rr_net.fairness.manifest import LoadGame, Manifest, Seated, draw_up, installed
from rr_net.fairness.rows import entry_of
from rr_net.fairness.secret import LENGTH, Secret
from rr_net.fairness.verdict import failed_sentence
from rr_net.fairness.verify import verify
from rr_net.record import Sitter, Terms, Unfinished, Verdict
from rr_net.store import Journal
from rr_rules.game import Outcome
from rr_rules.registry import load_game
from rr_rules.requests import ChanceRequest, ChanceResult
from rr_rules.transcript import Chance, Entry


class JournalRecord:
    """One game: what happens to it is on the disk before anybody sees it."""

    def __init__(self, archive: JournalArchive, ledger: Ledger, options: Mapping[str, str]) -> None:
        self._archive = archive
        self._ledger = ledger
        self._options = options
        self._request: ChanceRequest | None = None

    @property
    def commitment(self) -> str:
        """What the host has committed to, hex."""
        return self._ledger.commitment

    def deal(self, request: ChanceRequest) -> ChanceResult:
        """The result that the committed secret gives for a chance request."""
        self._request = request
        return self._ledger.deal(request)

    async def append(self, entry: Entry) -> None:
        """Keeps an entry for good; its effect may be shown once this returns."""
        request = self._request if isinstance(entry, Chance) else None
        row = self._ledger.row(entry, request)
        await self._archive.journal.append(self._ledger.gid, row)
        self._ledger.take(row)

    async def audit(self, outcome: Outcome | None) -> Verdict:
        """Ends the rows, opens everything that was hidden and verifies the whole game."""
        if not self._ledger.is_closed:
            row = self._ledger.closing(outcome)
            await self._archive.journal.append(self._ledger.gid, row)
            self._ledger.take(row)
        bundle = bundle_bytes(self._ledger.manifest, self._ledger.rows)
        await self._archive.keep_bundle(self._ledger.manifest, bundle)
        verified, sentence = await asyncio.to_thread(self._verify, bundle)
        return Verdict(verified, sentence, self._archive.fetching)

    def _verify(self, bundle: bytes) -> tuple[bool, str]:
        # The whole check that a player would make, so that the host's own screen proves it works.
        try:
            verdict = verify(bundle, self.commitment, load_game=self._archive.load_game)
        except VerifyError as error:
            return False, failed_sentence(error, self._options.get("failed_check", "void"))
        return True, verdict.sentence


class JournalArchive:
    """Where a host's games are kept."""

    def __init__(
        self,
        journal: Journal,
        *,
        host_key: str = "",
        fetching: str = "",
        bundle: bytes | None = None,
        load_game: LoadGame = load_game,
    ) -> None:
        self.journal = journal
        self.load_game = load_game
        self.fetching = fetching
        """How a player fetches a bundle, in a sentence."""
        self.bundle = bundle
        """The last finished game, or None."""
        self._host_key = host_key

    async def open(self, terms: Terms) -> JournalRecord:
        """A new game's record, its manifest and secret made and committed to."""
        manifest = self._manifest(terms)
        secret = Secret(secrets.token_bytes(LENGTH), manifest.gid)
        ledger = Ledger(manifest, secret)
        opening = ledger.opening()
        await self.journal.begin(manifest, secret, opening)
        ledger.take(opening)
        return JournalRecord(self, ledger, terms.options)

    async def unfinished(self) -> str:
        """The name of the game that was left in the middle last, or ""."""
        return next(iter(await self.journal.unfinished()), "")

    async def take_up(self, gid: str) -> Unfinished:
        """A game as far as its journal goes.

        Raises StoreError, or NotInstalled if this is not the version that played it.
        """
        ledger = await self.journal.load(gid)
        rules = installed(ledger.manifest, self.load_game)
        manifest = ledger.manifest
        file = manifest.deck_file
        terms = Terms(
            rules=rules,
            deck=None if file is None else (file.name, file.text.encode()),
            roster=tuple(_sitter(seat, seated) for seat, seated in enumerate(manifest.seats)),
            options=manifest.options,
            declared=manifest.declared,
            host_seat=manifest.host_seat,
        )
        entries = tuple(entry for row in ledger.rows if (entry := entry_of(row)) is not None)
        return Unfinished(terms, JournalRecord(self, ledger, manifest.options), entries)

    async def keep_bundle(self, manifest: Manifest, bundle: bytes) -> None:
        """Keeps the record of a finished game where its host and its players find it."""
        await self.journal.keep_bundle(manifest.gid, bundle)
        self.bundle = bundle

    def _manifest(self, terms: Terms) -> Manifest:
        seats = [
            Seated(name=sitter.name, key=sitter.fingerprint, bot=sitter.bot)
            for sitter in terms.roster
        ]
        return draw_up(
            terms.rules,
            seats,
            terms.options,
            terms.declared,
            nonce=secrets.token_bytes(32),
            deck=terms.deck,
            host_key=self._host_key,
            host_seat=terms.host_seat,
        )


def _sitter(seat: int, seated: Seated) -> Sitter:
    return Sitter(seat, seated.name, seated.key, seated.bot)
