"""What the client fetches beside the game: its receipts as it goes on, and the record at its end.

The record is checked here, whole if a minute is enough, with all that was noted of the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress

from rr_net import link
from rr_net.client.checked import RecordWatcher
from rr_net.client.notes import GameNotes, NotedCards
from rr_net.client.whole.beside import checked_beside
from rr_net.client.whole.bundles import OTHER_GAME, CheckedHere, CheckJob, failed
from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.levels import WORK, Work
from rr_net.fairness.proof.live import LiveCheck
from rr_net.fairness.proof.receipts import read_receipts
from rr_net.safetext import clean

SELDOM = 5.0
"""Seconds from one look at the receipts to the next: a host lets nobody ask more often."""

AGAIN = (1.0, 6.0)
"""Seconds before each further try to fetch the record: the last one is longer than `SELDOM`."""

LATER_GAME = "another game was over before it came"
NOT_HAD = "The record could not be fetched, so nothing was checked on your machine: {}."

Fetch = Callable[[str], Awaitable[bytes]]
"""Has a file of the host's, by its word. Raises OSError."""


Told = Callable[[str, CheckedHere, bytes], object]
"""Hears what the check of a game has come to: which game, what was found, and its record."""

Prove = Callable[[CheckJob, bytes], Awaitable[CheckedHere]]
"""Checks a whole record beside everything else."""


class Fetcher:
    """Fetches for one table, and checks what it has."""

    def __init__(
        self,
        watcher: RecordWatcher,
        fetch: Fetch,
        told: Told,
        later: Callable[[Coroutine[None, None, None]], object],
        now: Callable[[], float],
        floors: Work = WORK,
        prove: Prove = checked_beside,
    ) -> None:
        self._watcher, self._fetch, self._told = watcher, fetch, told
        self._later, self._now, self._floors = later, now, floors
        self._prove = prove
        self._one = asyncio.Lock()
        """A host gives a line one word at a time."""
        self._looked = -SELDOM
        self._is_looking = False
        self._is_over = False
        """Whether the host has told the verdict of the game on the table."""
        self._commitment: str | None = None
        """What the host has committed to for the game on the table, as far as it has told."""
        self._unopened: tuple[LiveCheck, GameNotes | None] | None = None
        """What is known of a game that has ended without a verdict so far."""
        self._ended = ""
        """The game whose end was checked, or is being checked."""

    def hear(self, message: link.FromRoom) -> None:
        """Fetches what it is time for."""
        match message:
            case link.RecordRows():
                self._look()
                # Who comes when the game is over hears of its end first.
                if self._is_over and self._watcher.is_current:
                    self._check_end()
            case link.Ended():
                self._hear_end(message)
            case link.Lobby(phase=phase):
                self._is_over = self._is_over and phase != "playing"
                self._commitment = message.commitment

    async def _have(self, word: str) -> bytes:
        async with self._one:
            return await self._fetch(word)

    async def _have_record(self) -> bytes:
        """The record, which may be refused or broken off for a moment. Raises OSError."""
        for pause in AGAIN:
            with suppress(OSError):
                return await self._have("bundle")
            await asyncio.sleep(pause)
        return await self._have("bundle")

    # --- receipts ----------------------------------------------------------------------------

    def _look(self) -> None:
        is_time = self._now() - self._looked >= SELDOM and not self._is_looking
        check = self._watcher.check
        if is_time and check is not None and check.seat >= 0:
            self._looked, self._is_looking = self._now(), True
            self._later(self._receive())

    async def _receive(self) -> None:
        """Fetches the receipts, checks them against the rows and notes the cards."""
        check, notes = self._watcher.check, self._watcher.notes
        try:
            content = await self._have("receipts")
            found = read_receipts(content.removesuffix(b"\n"))
        except (OSError, FairnessError):
            self._watcher.had_receipts()
            return  # there are none yet, or the line is gone
        finally:
            self._is_looking = False
        if check is None or check is not self._watcher.check:
            return
        if check.manifest is not None and found.game != check.manifest.gid:
            self._watcher.had_receipts()
            return  # another game was dealt meanwhile, and its rows are on their way
        check.received(found)
        if notes is not None and not check.findings:
            # Only what the rows were found to promise: a host could tell of cards without an end.
            shown = (card for card in found.openings if card.seq < check.checked)
            notes.note(NotedCards(openings=tuple(dict.fromkeys(shown))))
        self._watcher.looked()
        self._watcher.had_receipts()

    # --- the end -------------------------------------------------------------------------------

    def _hear_end(self, ended: link.Ended) -> None:
        before, check = self._unopened, self._watcher.check
        if self._commitment not in {None, ended.commitment}:
            # The table plays on already: what is on it now has no end yet.
            if ended.verdict and before is not None and before[0].commitment == ended.commitment:
                self._unopened = None
                self._check(*before)
        elif ended.verdict:
            self._is_over, self._unopened = True, None
            self._check_end()
        elif check is not None:
            self._unopened = check, self._watcher.notes

    def _check_end(self) -> None:
        if self._watcher.check is not None:
            self._check(self._watcher.check, self._watcher.notes)

    def _check(self, check: LiveCheck, notes: GameNotes | None) -> None:
        game = check.manifest.gid if check.manifest is not None else ""
        if game and game != self._ended:
            self._ended = game
            self._later(self._check_bundle(check, notes, game))

    async def _check_bundle(self, check: LiveCheck, notes: GameNotes | None, game: str) -> None:
        try:
            source = await self._have_record()
        except OSError as error:
            if self._ended == game:
                self._ended = ""  # the host tells the end anew over the next line
            words = NOT_HAD.format(clean(str(error), 120))
            self._told(game, CheckedHere(words=words, came_to="nothing"), b"")
            return
        found = await self._prove(self._job(check, notes, game), source)
        if OTHER_GAME in found.words and game != self._watcher.game:
            words = NOT_HAD.format(LATER_GAME)
            self._told(game, CheckedHere(words=words, came_to="nothing"), b"")
            return
        try:
            for stamp in found.stamps:
                check.noted(stamp)
                await asyncio.sleep(0)  # there may be many, and keys come first
        except FairnessError as error:
            found = failed(error)
        for words in found.dropped:
            check.say(Failure.FORGED_ANSWER, words)
        if found.stamps or found.dropped:
            self._watcher.looked(check)
        self._told(game, found, source)

    def _job(self, check: LiveCheck, notes: GameNotes | None, game: str) -> CheckJob:
        promise = notes.promise if notes is not None else None
        receipts = notes.receipts() if notes is not None else None
        return CheckJob(
            game=game,
            seat=check.seat,
            rows=check.checked,
            head=check.head,
            commitment=promise.commitment if promise is not None else None,
            me=notes.lines if notes is not None else (),
            receipts=None if receipts is None else receipts.decode(),
            answers=notes.taken if notes is not None else (),
            floors=dict(self._floors),
        )
