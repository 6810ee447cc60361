"""Writes down what becomes of the games of one table, from the deal to the verdict."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from rr_net.fairness.base.manifest import Manifest
from rr_net.history.book import HistoryBook, HistoryError, open_book
from rr_net.history.ratings import rated_anew
from rr_net.history.results import Checked, GameResult, SeatResult, cleaned, key_of
from rr_net.history.search import GameSearch, typed
from rr_net.history.showing import MOST_SHOWN, shown
from rr_net.history.telling import Asker, Found, day_of, length_of, look_up, nothing
from rr_net.link import PastGames
from rr_net.safetext import clean
from rr_net.store import Successor
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import Outcome, Tally
from rr_rules.registry import edition_of

T = TypeVar("T")
log = logging.getLogger(__name__)

Aside = Callable[[Callable[[], object]], Awaitable[object]]
"""Does a piece of work on the book where it holds nobody up."""
NOTHING = Tally()
MOST_OWED = 100
"""Ends and verdicts that are kept for a book which cannot be written."""


@dataclass(frozen=True, slots=True)
class HowItEnded:
    """What a table knows of a game at its end."""

    turn: int
    outcome: Outcome | None
    """None for a game that was broken off."""
    tally: Tally = NOTHING
    successors: tuple[Successor, ...] = ()
    """Who has had the seat of a bot, the first first."""
    is_changed: bool = False
    """Whether a bot has the chair of a player for good."""
    is_hinted: bool = False
    """Whether somebody was given a hint."""


def keep_rated(book: HistoryBook, result: GameResult) -> None:
    """Keep a game, and have the ratings be right again where it counts or did."""
    with book.at_once():
        before = book.game(result.gid)
        book.keep(result)
        counted = before is not None and not before.why_not_rated
        if counted or not result.why_not_rated:
            rated_anew(book)


def begun(
    manifest: Manifest, *, now: int, folder: str = "", is_ours: bool = True,
    own_hosts: Sequence[str] = (),
) -> GameResult:  # fmt: skip
    """What is known of a game when it is dealt."""
    is_at_home = is_ours or manifest.host_key in own_hosts
    at_one_screen = sum(bool(seat.key) and ":" in seat.key for seat in manifest.seats
                        if not seat.key.startswith("SHA256:")) > 1  # fmt: skip
    seats = tuple(
        SeatResult(
            cleaned(seat.name),
            key_of(seat.key, manifest.host_key, is_ours=is_at_home, is_shared_screen=at_one_screen),
            cleaned(seat.bot),
        )
        for seat in manifest.seats
    )
    return GameResult(
        manifest.gid, manifest.game, edition_name(manifest), seats,
        began=now if is_ours else 0, ended=now, level=manifest.fairness,
        version=cleaned(manifest.version), host_key=cleaned(manifest.host_key), is_ours=is_ours,
        folder=folder,
    )  # fmt: skip


def edition_name(manifest: Manifest) -> str:
    """What people call the game of a manifest; its id where this version does not know it."""
    try:
        return edition_of(manifest.game, manifest.options).name
    except RulesError:
        return cleaned(manifest.game)


def ended(result: GameResult, how: HowItEnded, now: int, seconds: int = 0) -> GameResult:
    """The same game at its end, which is where it was first seen.

    Somebody may have left between an end and a restart that has the table see it again.
    """
    is_known = result.state != "playing"
    return replace(
        result,
        seats=_ranked(_succeeded(result.seats, how.successors), how.outcome),
        state="broken_off" if how.outcome is None else "finished",
        reason="" if how.outcome is None else cleaned(how.outcome.reason),
        turns=how.turn,
        ended=result.ended if is_known else now,
        seconds=result.seconds if is_known else result.seconds + seconds,
        is_changed=result.is_changed or how.is_changed or bool(how.successors),
        is_hinted=result.is_hinted or how.is_hinted,
        is_shared=how.tally.is_shared,
        score=_score(how.tally),
    )


def _score(tally: Tally) -> int:
    """How far a shared game came: the first number that it counts."""
    numbers = (int(n) for _, n in tally.figures if not isinstance(n, bool))
    return next(numbers, 0) if tally.is_shared else 0


def _succeeded(
    seats: tuple[SeatResult, ...], successors: Sequence[Successor]
) -> tuple[SeatResult, ...]:
    found = list(seats)
    for seat, key, name, turn in successors:
        found[seat] = SeatResult(cleaned(name), key, since=turn)
    return tuple(found)


def _ranked(seats: tuple[SeatResult, ...], outcome: Outcome | None) -> tuple[SeatResult, ...]:
    if outcome is None:
        return seats
    ranks = outcome.ranks(len(seats))
    return tuple(
        replace(seat, rank=rank, won=at in outcome.winners)
        for at, (seat, rank) in enumerate(zip(seats, ranks, strict=True))
    )


class GameHistory:
    """What a table writes into the book of results, and what is told from it.

    A book that cannot be written stops no table: it is logged, and the game goes on. The ends
    and verdicts that it refused are written with the next ones, or before it is let go of.
    """

    def __init__(
        self,
        book: HistoryBook | None = None,
        *,
        folder: str = "",
        now: Callable[[], float] = time.time,
        aside: Aside | None = None,
    ) -> None:
        """Without a book nothing is written, and nothing was ever played.

        `aside` does a piece of work where it holds nobody up; a thread, unless one is given.
        """
        self._book = book
        self._folder = folder
        self._now = now
        self._opened = self.moment
        self._worker: ThreadPoolExecutor | None = None
        self._aside = aside or self._in_thread
        self._noted_at: dict[str, int] = {}
        """When it was last written how long each game was played."""
        self._turns: dict[str, int] = {}
        self._owed: deque[Callable[[HistoryBook], object]] = deque(maxlen=MOST_OWED)
        """Ends and verdicts that are not in the book yet, in their order."""

    @property
    def is_kept(self) -> bool:
        """Whether there is a book."""
        return self._book is not None

    @property
    def moment(self) -> int:
        """Now, in seconds since 1970."""
        return int(self._now())

    async def close(self) -> None:
        """Let go of the book."""
        if self._book is not None:
            await self._write(self._settle)
            await self._run(self._book.close)
        if self._worker is not None:
            self._worker.shutdown()

    # --- writing -----------------------------------------------------------------------------

    async def began(self, manifest: Manifest) -> None:
        """A game is dealt here, or taken up again."""
        now = self.moment
        self._noted_at[manifest.gid] = now
        result = begun(manifest, now=now, folder=self._folder)

        def work(book: HistoryBook) -> None:
            self._settle(book)
            if book.game(result.gid) is None:
                book.keep(result)

        await self._write(work)

    async def stands(self, gid: str, turn: int) -> None:
        """A game is in this turn; nothing is written twice for one turn."""
        if self._book is not None and self._turns.get(gid) != turn:
            self._turns[gid] = turn
            await self.pause(gid, turn)

    async def pause(self, gid: str, turn: int) -> None:
        """A game is left where it stands: keep how far it is, and how long it was played."""
        now, seconds = self._spent(gid)
        await self._write(
            lambda book: book.note(gid, turns=turn, ended=now, seconds=seconds)
        )  # fmt: skip

    async def ended(self, gid: str, how: HowItEnded) -> None:
        """A game is over."""
        now, seconds = self._spent(gid)

        def work(book: HistoryBook) -> None:
            with book.at_once():
                if (result := book.game(gid)) is not None:
                    keep_rated(book, ended(result, how, now, seconds))

        await self._write_surely(work)

    async def checked(self, gid: str, problem: str, *, is_sampled: bool = False) -> None:
        """The record of a game was verified; `problem` says what is wrong with it, or ""."""
        says: Checked = "fails" if problem else "sampled" if is_sampled else "holds"

        def work(book: HistoryBook) -> None:
            with book.at_once():
                if (result := book.game(gid)) is None:
                    return
                keep_rated(book, replace(result, checked=says, problem=cleaned_problem(problem)))

        await self._write_surely(work)

    async def compare(self, unopened: Collection[str], going_on: Collection[str]) -> None:
        """What a journal says of its games, by gid: it may know of an end that is not here.

        A host that is killed has broken a game off in its journal first.
        """
        broken_off = [gid for gid in unopened if gid not in going_on]
        if broken_off:
            await self._write(lambda book: book.break_off(broken_off))

    async def hinted(self, gid: str) -> None:
        """Somebody was given a hint: this game changes no rating."""
        await self._write(lambda book: book.mark_hinted(gid))

    # --- reading -----------------------------------------------------------------------------

    async def behind(self) -> tuple[GameResult, ...]:
        """The games of this table of which no verdict is known, the latest first.

        Raises HistoryError.
        """
        book = self._book
        return () if book is None else await self._run(lambda: book.behind(self._folder))

    async def look_up(self, search: GameSearch, asker: Asker, most: int) -> Found:
        """What somebody finds who looks for games; nothing without a book."""
        book = self._book
        if book is None:
            return nothing(asker)
        here = asker._replace(open_since={self._folder: self._opened})
        return await self._run(lambda: look_up(book, search, here, most))

    async def shown(self, words: str, asker: Asker) -> PastGames:
        """The same for a screen; a book that cannot be read has nothing in it."""
        search = GameSearch(typed(words), asker.keys, is_own_only=not asker.sees_all)
        try:
            found = await self.look_up(search, asker, MOST_SHOWN)
        except HistoryError as error:
            log.warning("the history is not read: %s", error)
            found = nothing(asker)
        return shown(found, words, self.moment)

    async def day(self, gid: str) -> str:
        """The day on which a game was seen last, in words; "" where nobody knows."""
        result = await self._known(gid)
        return "" if result is None else day_of(result.ended, self.moment)

    async def when(self, gid: str) -> str:
        """The same, and how long it was played."""
        result = await self._known(gid)
        if result is None:
            return ""
        return f"{day_of(result.ended, self.moment)}, {length_of(result.seconds)}"

    async def _known(self, gid: str) -> GameResult | None:
        """What is known of a game, by a book that can be read."""
        try:
            return await self.game(gid)
        except HistoryError:
            return None

    async def game(self, gid: str) -> GameResult | None:
        """What is known of a game; None for nothing."""
        book = self._book
        return None if book is None else await self._run(lambda: book.game(gid))

    # -----------------------------------------------------------------------------------------

    def _spent(self, gid: str) -> tuple[int, int]:
        """Now, and the seconds since that game was last written down."""
        now = self.moment
        before = self._noted_at.get(gid, now)
        self._noted_at[gid] = now
        return now, max(0, now - before)

    async def _write_surely(self, work: Callable[[HistoryBook], object]) -> None:
        """Write what nothing later says again: where the book is busy now, with the next."""
        if self._book is not None:
            self._owed.append(work)
            await self._write(self._settle)

    def _settle(self, book: HistoryBook) -> None:
        while self._owed:
            work = self._owed.popleft()
            try:
                work(book)
            except HistoryError:
                self._owed.appendleft(work)
                raise

    async def _write(self, work: Callable[[HistoryBook], object]) -> None:
        book = self._book
        if book is None:
            return
        try:
            await self._run(lambda: work(book))
        except HistoryError as error:
            log.warning("the history is not written: %s", error)

    async def _run(self, work: Callable[[], T]) -> T:
        found: list[T] = []
        await self._aside(lambda: found.append(work()))
        return found[0]

    async def _in_thread(self, work: Callable[[], object]) -> None:
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "history")
        await asyncio.get_running_loop().run_in_executor(self._worker, work)


PROBLEM_LENGTH = 200


def cleaned_problem(text: str) -> str:
    """What is wrong with a record, as it may stand on a page."""
    return clean(text, PROBLEM_LENGTH).rstrip(". ")


def open_history(root: Path, folder: Path, tell: Callable[[str], object]) -> GameHistory:
    """The history of a folder's table, in the book of `root`; without one where that is damaged."""
    try:
        return GameHistory(open_book(root), folder=str(folder.absolute()))
    except HistoryError as error:
        tell(f"Past games are not kept: {error}.")
        return GameHistory()
