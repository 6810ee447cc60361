"""The games of one journal: begun, taken up again, and verified at their end."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rr_net.fairness.base.errors import BadRow, FairnessError, NotInstalled, VerifyError
from rr_net.fairness.base.gamekey import SEAT, LaterSeat, seat_text
from rr_net.fairness.base.hash import short
from rr_net.fairness.base.levels import LEVELS, WORK, EventKind, Work
from rr_net.fairness.base.manifest import (
    HostTerms,
    LoadGame,
    Manifest,
    Signer,
    draw_up,
    installed,
    open_table,
)
from rr_net.fairness.base.note import CheckSignature
from rr_net.fairness.base.rows import CloseRow, entry_of
from rr_net.fairness.base.secret import LENGTH, Secret
from rr_net.fairness.chain.chance import Chances
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.verdict import Verdict, about, failed_sentence
from rr_net.fairness.proof.verify import Budget, verify
from rr_net.game.record import GameRecord, Recorded, SignNote
from rr_net.game.seats import Level, Terms
from rr_net.game.services import Grinder, VerdictShown
from rr_net.store import (
    BadJournal,
    FiledOrders,
    Journal,
    Loss,
    SentAway,
    Stored,
    StoreError,
    Successor,
)
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import GameState
from rr_rules.kernel.table import Table
from rr_rules.registry import load_game

log = logging.getLogger(__name__)


class WhatIf(NamedTuple):
    """A table in the middle of a game, of which the record knows nothing but how it goes on."""

    table: Table[GameState]
    note: str
    """What the log says of it."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that a host left in the middle."""

    terms: Terms
    record: GameRecord
    recorded: tuple[Recorded, ...]
    """Oldest first."""
    successors: tuple[Successor, ...] = ()
    """Who has taken a bot's seat, the first first."""
    hinted: tuple[int, ...] = ()
    """The seats that were given hints."""
    sent_away: tuple[SentAway, ...] = ()
    """Who has lost the seat."""
    orders: tuple[FiledOrders, ...] = ()
    """What each seat has filed last, whether it counts still or not."""
    what_if: WhatIf | None = None
    """Where it goes on, if not where the record ends."""


class UnopenedGame(NamedTuple):
    """A game that was dealt here and whose cards are not open."""

    gid: str
    turn: int = 0
    """The turn in which it stands; 0 where that cannot be told."""
    can_go_on: bool = False
    """Whether it is kept and can be taken up again."""
    people: tuple[str, ...] = ()
    """Who played it, by name; nobody where that cannot be told."""
    day: str = ""
    """The day on which it was seen last, or ""."""


Judge = Callable[[], VerdictShown]
Aside = Callable[[Judge], Awaitable[VerdictShown]]
"""Has a verification done where it holds nobody up."""
MakeAlbum = Callable[[bytes, int, LoadGame], tuple[str, bytes]]
"""Makes of a record that was checked at a moment, in seconds since 1970, a file and its name."""
Tell = Callable[[str], object]
"""Tells whoever runs the host what has been committed to, and what a verification says."""


async def in_thread(judge: Judge) -> VerdictShown:
    """Verifies in a worker thread."""
    return await asyncio.to_thread(judge)


def untold(text: str) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class ArchiveMeans:
    """What a game is dealt with, and verified with at its end."""

    check_signature: CheckSignature
    load_game: LoadGame = load_game
    floors: Work = field(default_factory=lambda: WORK)
    """The work of a slow hash at each level."""
    chances: Callable[[Secret], Chances] = Chances
    """What the secret gives; other chances deal as a lesson or a test wants it."""
    album: MakeAlbum | None = None
    """Makes what a version can show that cannot replay the game; None keeps nothing of the kind."""
    now: Callable[[], float] = time.time
    """Seconds since 1970."""


def as_the_journal_counts(least: int) -> int:
    """Numbers a game by those that its journal keeps."""
    return least


class HostKey(NamedTuple):
    """The key that signs what the host promises."""

    fingerprint: str
    sign: SignNote
    number: Callable[[int], int] = as_the_journal_counts
    """The number of the next game, at least that one. Raises CannotStore."""


class JournalArchive:
    """The games of one journal."""

    def __init__(
        self,
        journal: Journal,
        grinder: Grinder,
        means: ArchiveMeans,
        *,
        key: HostKey | None = None,
        how_to_fetch: str = "",
        random: Callable[[int], bytes] = secrets.token_bytes,
        aside: Aside = in_thread,
        tell: Tell = untold,
    ) -> None:
        """Without a host's key nothing is signed, nor where a kept game was dealt without one."""
        self.last_bundle: bytes | None = None
        """The last finished game, opened; None before there is one."""
        self._journal = journal
        self._grinder = grinder
        self._means = means
        self._key = key
        self._how_to_fetch = how_to_fetch
        self._random = random
        self._aside = aside
        self._tell = tell
        self._current = ""
        """The game that is being played, by gid: it may be opened yet."""
        self._turns: dict[str, int] = {}
        """In which turns those games stand that nobody plays."""

    # --- games -------------------------------------------------------------------------

    async def open(self, terms: Terms, table: Table[GameState]) -> GameRecord:
        """A new game's record; its secret is drawn once everything else is fixed."""
        rate = await self._rate(terms.fairness)
        manifest = draw_up(
            table,
            terms.roster,
            terms.options,
            terms.declared,
            nonce=self._random(LENGTH),
            deck=terms.deck,
            host=HostTerms(
                key=self._fingerprint,
                number=await self._next_number(),
                seat=terms.host_seat,
                fairness=terms.fairness,
                slow=self._means.floors[terms.fairness],
                abandoned=await self._journal.unopened(),
            ),
        )
        secret = Secret(self._random(LENGTH), manifest.gid)
        ledger = Ledger(manifest, secret, self._means.chances(secret))
        opening = ledger.opening()
        ledger.take(opening)
        await self._journal.begin(manifest, secret, opening)
        self._tell(f"The host has committed to a new game: {ledger.commitment}")
        return self._record(ledger, rate)

    def vouches(self, owner: str, signer: Signer, later: LaterSeat | None = None) -> bool:
        """Whether an SSH key has signed the key of a game at this host, or of a later row."""
        text = seat_text(self._fingerprint, signer.key, signer.day, later)
        return self._means.check_signature(text.encode(), signer.signature, owner, SEAT)

    async def saw(self, gid: str, keys: Collection[str]) -> None:
        """Keeps who was there at a game without a seat in it."""
        await self._journal.saw(gid, keys)

    async def seen_by(self, gid: str) -> frozenset[str]:
        """The keys that were there at a game without a seat in it."""
        return await self._journal.seen_by(gid)

    async def unfinished(self, gid: str = "") -> Unfinished | None:
        """The latest game that can be taken up again, or that one of them; None without one.

        Raises a StoreError for a damaged journal and NotInstalled for another version's game.
        """
        games = [each for each in await self._journal.unfinished() if gid in ("", each)]
        if not games:
            return None
        stored = await self._journal.load(games[0])
        terms = self._terms(stored.manifest)
        if stored.manifest.host_key not in ("", self._fingerprint):
            problem = f"game {short(games[0])} was dealt under another host key than there is now"
            raise BadJournal(problem)
        record = self._record(_ledger(stored), await self._rate(terms.fairness))
        return Unfinished(
            terms,
            record,
            tuple(record.recorded()),
            successors=await self._journal.successors(games[0]),
            hinted=await self._journal.hinted(games[0]),
            sent_away=await self._journal.sent_away(games[0]),
            orders=await self._journal.filed_orders(games[0]),
        )

    async def losses(self) -> tuple[Loss, ...]:
        """Every time this host went on from an older end than people had seen, the first first."""
        return await self._journal.losses()

    async def make_sure(self) -> None:
        """Raises JournalGone where what was kept is not there any more."""
        await self._journal.make_sure()

    async def abandoned(self) -> tuple[str, ...]:
        """The games of several people that were dealt here and never opened, the latest first.

        By gid. Whoever played alone owes nobody an opening.
        """
        going_on = await self._journal.unfinished()
        unopened = await self._journal.unopened()
        alone = [gid for gid, people in (await self._players()).items() if len(people) < 2]
        held = (gid for gid in unopened if gid != self._current or gid not in going_on)
        return tuple(gid for gid in held if gid not in alone)

    async def unopened(self, gids: Sequence[str]) -> tuple[UnopenedGame, ...]:
        """What is known of games that were not opened."""
        going_on, known = await self._journal.unfinished(), await self._players()
        return tuple(
            [
                UnopenedGame(gid, await self._turn(gid), gid in going_on, known.get(gid, ()))
                for gid in gids
            ]
        )

    async def _players(self) -> dict[str, tuple[str, ...]]:
        """Who has played the last games that were begun, by gid."""
        return {
            each.gid: people_of(each, await self._journal.successors(each.gid))
            for each in await self._journal.begun()
        }

    async def _turn(self, gid: str) -> int:
        if gid not in self._turns:
            with suppress(StoreError, RulesError, NotInstalled):
                table = replayed(await self._journal.load(gid), self._means.load_game)
                self._turns[gid] = table.game.turn(table.state)
        return self._turns.get(gid, 0)

    async def settings_used(self) -> dict[str, tuple[dict[str, str], Level]]:
        """The options and the level of the last game of each kind that was dealt here, by game."""
        games = reversed(await self._journal.begun())
        return {each.game: (dict(each.options), each.fairness) for each in games}

    async def _next_number(self) -> int:
        """Which game of the host's key is begun; 0 without one. Raises CannotStore."""
        if self._key is None:
            return 0
        begun = await self._journal.begun()
        kept = [each.number for each in begun if each.host_key == self._key.fingerprint]
        return self._key.number(max(kept, default=0) + 1)

    @property
    def _fingerprint(self) -> str:
        return "" if self._key is None else self._key.fingerprint

    def _record(self, ledger: Ledger, rate: float) -> GameRecord:
        self._current = ledger.gid
        return GameRecord(
            ledger,
            self._journal,
            self._grinder,
            self.judge,
            sign=self._key.sign if self._key and ledger.manifest.host_key else None,
            check_signature=self._means.check_signature,
            rate=rate,
        )

    async def _rate(self, level: Level) -> float:
        return await self._grinder.rate() if LEVELS[level].has_events else 1.0

    async def seconds(self, level: Level, kind: EventKind) -> float:
        """About how many seconds the slow hash of such an event takes on this host."""
        return self._means.floors[level].blocks(kind) / await self._rate(level)

    def _terms(self, manifest: Manifest) -> Terms:
        file = manifest.deck_file
        return Terms(
            rules=installed(manifest, self._means.load_game),
            deck=None if file is None else (file.name, file.text.encode()),
            roster=manifest.seats,
            options=manifest.options,
            declared=manifest.declared,
            host_seat=manifest.host_seat,
            fairness=manifest.fairness,
        )

    # --- the end -----------------------------------------------------------------------

    async def judge(self, ledger: Ledger) -> VerdictShown:
        """Hands out the bundle of a closed game, and what its verification says."""
        source = bundle_bytes(ledger.manifest, ledger.rows)
        self.last_bundle = source
        path, problem = await self._keep_bundle(ledger.gid, source)
        fetch = self._how_to_fetch or (str(path) if path is not None else "")
        failed_check = ledger.manifest.options.get("failed_check", "void")
        notes = (ledger.commitment, fetch, failed_check)
        verdict = await self._aside(partial(judged, source, *notes, self._means))
        is_unsigned = lacks_key(ledger.manifest) and path is not None
        verdict = verdict.adding(UNSIGNED if is_unsigned else "").adding(problem)
        self._tell(verdict.sentence)
        if verdict.verified and self._means.album is not None:
            await self._keep_album(self._means.album, source)
        return verdict

    async def add_witnesses(self, record: GameRecord) -> None:
        """Writes the bundle of an opened game anew, with those who have seen its last head."""
        self.last_bundle = record.bundle
        await self._keep_bundle(record.gid, self.last_bundle)

    async def _keep_bundle(self, gid: str, source: bytes) -> tuple[Path | None, str]:
        """Where the bundle of a game lies, and why it could not be written, or ""."""
        try:
            return await self._journal.keep_bundle(gid, source), ""
        except StoreError as error:
            log.warning("the record of a game could not be written: %s", error)
            return None, NOT_WRITTEN

    async def make_up(self) -> None:
        """Writes the bundles of opened games that the host could not write before it stopped."""
        for gid in await self._journal.unbundled():
            try:
                ledger = _ledger(await self._journal.load(gid))
            except StoreError as error:
                self._tell(f"The record of game {short(gid)} cannot be written: {error}.")
                continue
            self.last_bundle = bundle_bytes(ledger.manifest, ledger.rows)
            path, problem = await self._keep_bundle(gid, self.last_bundle)
            where = f" in {path}" if path is not None else ""
            self._tell(problem or MADE_UP.format(where))

    async def verdict_of(self, gid: str) -> Verdict | None:
        """What the verification of a kept game says now; None where its cards are not open.

        Raises a StoreError, or VerifyError.
        """
        stored = await self._journal.load(gid)
        if not any(isinstance(row, CloseRow) for row in stored.rows):
            return None
        source = bundle_bytes(stored.manifest, stored.rows)
        return await asyncio.to_thread(verified, source, stored.secret.commitment, self._means)

    async def _keep_album(self, make: MakeAlbum, source: bytes) -> None:
        """Keeps the views of a game for later versions; nobody waits in vain where that fails."""
        moment = int(self._means.now())
        try:
            album = await asyncio.to_thread(make, source, moment, self._means.load_game)
            await self._journal.keep_album(*album)
        except (FairnessError, RulesError, StoreError) as error:
            log.warning("no album of the game is kept: %s", error)


UNSIGNED = "No key has signed its record, so `runes verify` calls it unsigned."
NOT_WRITTEN = (
    "Its record could not be written to the host's disk, which may be full: fetch it now. "
    "The host writes it when it starts the next time with room for it."
)
MADE_UP = (
    "The host had stopped before the record of its last game was written: it is there now{}, "
    "and is checked while the table is open."
)


def people_of(
    manifest: Manifest, successors: tuple[Successor, ...], gone: Collection[str] = ()
) -> tuple[str, ...]:
    """Everybody who has had a seat, in the order of the seats and then of coming.

    Those are left out whose keys are among the `gone`: they were sent away.
    """
    own = [seat.name for seat in manifest.seats if seat.key and seat.key not in gone]
    return (*own, *(each.name for each in successors if each.key not in gone))


def replayed(stored: Stored, load_game: LoadGame) -> Table[GameState]:
    """The table of a kept game, where it stands. Raises NotInstalled or a RulesError."""
    table = open_table(stored.manifest, installed(stored.manifest, load_game))
    for row in stored.rows:
        if (entry := entry_of(row)) is not None:
            table.apply(entry)
    return table


def _ledger(stored: Stored) -> Ledger:
    try:
        return Ledger.resume(*stored)
    except BadRow as error:
        gid = short(stored.manifest.gid)
        raise BadJournal(f"game {gid} is damaged at row {error.seq}: {error}") from None


HOSTS_SECONDS = 5.0
"""How long the host's own machine works on slow hashes that it has done before."""


def lacks_key(manifest: Manifest) -> bool:
    """Whether a game was shared without a key that signs its record."""
    return LEVELS[manifest.fairness].has_events and not manifest.host_key


def verified(source: bytes, commitment: str, means: ArchiveMeans) -> Verdict:
    """What the host's own machine finds in a bundle. Raises VerifyError.

    A game that was dealt without a key passes: its own journal knows that nobody signed it.
    """
    return verify(
        source,
        commitment,
        check_signature=means.check_signature,
        load_game=means.load_game,
        floors=means.floors,
        budget=Budget(HOSTS_SECONDS, time.perf_counter),
        needs_key=False,
    )


def judged(
    source: bytes,
    commitment: str,
    fetch: str,
    failed_check: str,
    means: ArchiveMeans,
) -> VerdictShown:
    """What `verify` says of a bundle, as players read it."""
    try:
        verdict = verified(source, commitment, means)
    except VerifyError as error:
        return VerdictShown(False, failed_sentence(error, failed_check), fetch)
    tally = verdict.tally
    return VerdictShown(
        True,
        verdict.sentence,
        fetch,
        verdict.own_sentence,
        host_luck=tally.unheard == tally.frozen,
        is_sampled=verdict.is_sampled,
        luck=verdict.shared_luck,
        whole=about(verdict.seconds) if verdict.is_sampled and verdict.seconds else "",
    )
