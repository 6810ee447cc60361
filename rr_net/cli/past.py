"""Past games on the first screen: looked up in the book of results, checked, copied, replayed."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping
from contextlib import asynccontextmanager, closing, suppress
from math import inf
from pathlib import Path
from threading import Event
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import click

from rr_net.cli.arguments import keep_file, read_file
from rr_net.fairness.base.hash import short
from rr_net.history.book import HistoryBook, HistoryError, book_to_read
from rr_net.history.results import bundle_of
from rr_net.history.search import GameSearch, typed
from rr_net.history.telling import Asker, look_up, nothing
from rr_net.link.command import own_command
from rr_net.link.refusals import Refused
from rr_net.link.wire import Tell, quiet
from rr_net.safetext import clean

if TYPE_CHECKING:
    from rr_net.cli.verifying import Depth, Notes
    from rr_net.history.results import GameResult
    from rr_net.link import PastGames, PastLink, ReplayLink
    from rr_net.room.state import PastAsker

T = TypeVar("T")

GONE = "Its record is not here: it is not finished, its cards are not open, or it was moved away."
NOT_COME = (
    "Its record did not come to this machine: that of a game at another table comes at its end, if "
    "you are there by runes join as its cards are opened, and the last {most} are kept. The host "
    "has it: ask for {name}, and type {runes} replay FILE; or look at it there by plain ssh."
)
FORGET_THERE = (
    "That list is kept on the host's machine, and nothing was changed in it: come by plain ssh, "
    "open past games there, and say it there."
)
FORGOTTEN = (
    'In {count} {games} stands "somebody" now, and so it will in whatever is played or taken in '
    "later. Bundles and journals keep the name, since they are what proves a game: delete them "
    "where that must not be."
)
UNREAD = "The list of past games cannot be read now."
HOSTS_RECORDS = (
    'In {count} {games} stands "somebody" now, and so it will in whatever you play here later. '
    "Records keep the name, since they are what proves a game: ask the host to delete yours."
)
HERE = re.compile(r"Checked on this machine: |(?<=^Sampled: )checked on this machine, ")
HOSTS_WORD = "The host's machine says:"
NOT_FORGOTTEN = "The list of past games cannot be written now, so nobody is forgotten."
STILL_AT_IT = (
    "what you have asked for last is still being done, and one thing is done at a time for each: "
    "ask again when it has been answered"
)
WAITS = (
    "The host's machine does one such thing after the other, and is at one for somebody else: "
    "yours comes next."
)
GID = re.compile(r"[0-9a-f]{64}")
CHECKS = "The record is being checked: {} here."
NAMED = 8
"""Letters of a game's name in the name of a file."""


class Turns:
    """What takes long is done one after the other, and one thing at a time for each who asks."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self._asking: set[tuple[str, ...]] = set()

    @asynccontextmanager
    async def of(self, keys: tuple[str, ...], tell: Tell) -> AsyncIterator[None]:
        """The turn of somebody, who is told where it has to be waited for. Raises Refused."""
        if keys in self._asking:
            raise Refused("too_fast", STILL_AT_IT)
        self._asking.add(keys)
        try:
            if self.lock.locked():
                tell(WAITS)
            async with self.lock:
                yield
        finally:
            self._asking.discard(keys)


async def _to_its_end(work: Callable[[], T], when_left: Callable[[], object] = bool) -> T:
    """Does something in a thread; who leaves it does not give the turn away before it has ended."""
    thread = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(thread)
    finally:
        if not thread.done():
            when_left()
            await asyncio.wait({thread})
            if not thread.cancelled():
                thread.exception()  # it has been heard of: nobody is there who could be told


class PastDesk:
    """The past games of one machine, for who sits there, or for a guest at one of its tables."""

    def __init__(
        self,
        root: Path,
        keys: tuple[str, ...],
        kept: Collection[str] = (),
        now: Callable[[], float] = time.time,
        *,
        sees_all: bool = True,
        is_own: bool = True,
        turns: Turns | None = None,
        open_since: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """`kept` are the games that go on here, by gid; at an open table none does.

        `open_since` says since when a table is open, by its folder.

        Without `sees_all` there are the games of these keys alone; without `is_own` no file can be
        kept. Whatever takes long waits for its turn.
        """
        self._now = now
        self._root = root
        self._asker = Asker(keys, sees_all, open_since)
        self._kept = frozenset(kept)
        self._is_own = is_own
        self._turns = turns or Turns()
        self.checks: set[asyncio.Task[None]] = set()
        """The checks of games that are being looked at."""

    def count(self) -> int:
        """How many games there are. Raises HistoryError where the book cannot be read."""
        return self._read(lambda book: book.find(self._search(), 0)[0])

    # --- what a screen of past games does with them ------------------------------------------

    async def look(self, words: str) -> PastGames:
        """The games that fit."""
        return await asyncio.to_thread(self._look, words)

    async def check(self, game: str, tell: Tell = quiet) -> tuple[str, ...]:
        """What the verification of a game's record says, line by line."""
        from rr_net.fairness.proof.verdict import about

        left = Event()
        try:
            async with self._turns.of(self._asker.keys, tell):
                if seconds := await asyncio.to_thread(self._seconds_to_check, game):
                    tell(CHECKS.format(about(seconds)))
                return await _to_its_end(lambda: self._check(game, left), left.set)
        except Refused as error:
            return (f"{error}.",)

    async def export(self, game: str) -> tuple[str, ...]:
        """Copies the record of a game to where one stands, and says where that is."""
        return await asyncio.to_thread(self._export if self._is_own else self._how_to_fetch, game)

    async def forget(self) -> tuple[str, ...]:
        """Leaves "somebody" wherever who asks sat, and says in how many games."""
        return (await asyncio.to_thread(self._forget),)

    async def replay(self, game: str, tell: Tell = quiet) -> ReplayLink:
        """A game, to be looked at while its record is checked. Raises Refused."""
        from rr_net.cli.replaying import viewed

        try:
            async with self._turns.of(self._asker.keys, tell):
                source = await asyncio.to_thread(self._source, game)
                if isinstance(source, str):
                    raise Refused("no_game", source)
                viewer, check = await _to_its_end(lambda: viewed(source, trusts=False))
        except click.ClickException as error:
            raise Refused("no_game", error.message) from None
        if check is not None:
            viewer.when_closed = check.stop
            checking = asyncio.create_task(self._in_turn(check.run()))
            self.checks.add(checking)
            checking.add_done_callback(self.checks.discard)
        return viewer

    async def _in_turn(self, work: Coroutine[None, None, None]) -> None:
        async with self._turns.lock:
            await work

    def may_go_on(self, game: str) -> bool:
        """Whether a game goes on here."""
        return game in self._kept

    def may_replay(self, game: str) -> bool:
        """Whether there is a record to look at."""
        return self.bundle(game) is not None

    def bundle(self, gid: str) -> Path | None:
        """Where the record of a game is; None where there is none."""
        result = self._result(gid)
        if result is None or not result.folder or not self._may_see(result):
            return None
        path = bundle_of(result)
        with suppress(OSError):
            # A folder that was shut is one without it.
            return path if path.is_file() else None
        return None

    def _result(self, gid: str) -> GameResult | None:
        with suppress(HistoryError):
            return self._read(lambda book: book.game(gid))
        return None

    def _may_see(self, result: GameResult) -> bool:
        return self._asker.sees_all or result.seat_of(self._asker.keys) is not None

    def _search(self, words: str = "") -> GameSearch:
        return GameSearch(typed(words), self._asker.keys, is_own_only=not self._asker.sees_all)

    def _look(self, words: str) -> PastGames:
        from rr_net.history.showing import MOST_SHOWN, shown

        search = self._search(words)
        found, problem = nothing(self._asker), ""
        try:
            found = self._read(lambda book: look_up(book, search, self._asker, MOST_SHOWN))
        except HistoryError as error:
            # Where the host keeps things is nobody else's business.
            problem = f"{UNREAD} {error}." if self._is_own else UNREAD
        return shown(found, words, self._now()).model_copy(update={"problem": problem})

    def _seconds_to_check(self, gid: str) -> float:
        """About how long the check of a game takes here; 0 where that is not known."""
        from rr_net.host.checking import seconds_of

        source = self._source(gid)
        return 0.0 if isinstance(source, str) else seconds_of(source, inf if self._is_own else 0)

    def _check(self, gid: str, left: Event) -> tuple[str, ...]:
        from rr_net.cli.verifying import check_bundle
        from rr_net.host.checking import shortened

        source = self._source(gid)
        if isinstance(source, str):
            return (source,)
        # Who comes by ssh has the host's machine compute: it says so itself, and does no more than
        # a sample.
        depth: Depth = "minute" if self._is_own else "sample"

        def go_on(done: int, of: int) -> None:
            if left.is_set():
                raise asyncio.CancelledError  # nobody reads what it would come to

        report = check_bundle(source, self._notes(source), depth=depth, progress=go_on)
        text = report.text if self._is_own else f"{HOSTS_WORD}\n{HERE.sub('', report.text, 1)}"
        return tuple(shortened(line) for line in text.splitlines())

    def _notes(self, source: bytes) -> Notes:
        """What is known here of a game beside its record."""
        from rr_net.cli.verifying import Notes

        return Notes()

    def _export(self, gid: str) -> tuple[str, ...]:
        result, source = self._result(gid), self._source(gid)
        if result is None or isinstance(source, str):
            return (self._gone(gid) if isinstance(source, bytes) else source,)
        edition = re.sub(r"[^a-z]+", "-", result.edition.casefold()).strip("-")
        try:
            path = keep_file(Path.cwd() / f"{edition}-{gid[:NAMED]}.json", source)
        except click.ClickException as error:
            return (f"{error.message}.",)
        return (
            f"It is in {path}.",
            f"Check it here: {own_command()} verify {path.name}. Others type: runes verify FILE",
            "All hands, names and keys of the game are in it.",
        )

    def _how_to_fetch(self, gid: str) -> tuple[str, ...]:
        path = self.bundle(gid)
        if path is None:
            return (self._gone(gid),)
        return (
            f"It is {path.name} on the host's machine: ask the host for it.",
            "The record of the game that was over last is fetched with ssh HOST bundle.",
            "All hands, names and keys of the game are in it.",
        )

    def _forget(self) -> str:
        from rr_net.history.ratings import rated_anew

        def leave(book: HistoryBook) -> str:
            count = sum(book.forget(key) for key in self._asker.keys)
            rated_anew(book)
            games = "game" if count == 1 else "games"
            return (FORGOTTEN if self._is_own else HOSTS_RECORDS).format(count=count, games=games)

        try:
            return self._read(leave)
        except HistoryError:
            return NOT_FORGOTTEN

    def _source(self, gid: str) -> bytes | str:
        """The record of a game, or why there is none."""
        from rr_net.fairness.base.errors import FairnessError
        from rr_net.fairness.proof.bundle import LARGEST_BUNDLE, read_bundle

        path, gone = self.bundle(gid), self._gone(gid)
        if path is None:
            return gone
        try:
            source = read_file(path, LARGEST_BUNDLE, is_kept=True)
            # Another game may have been written there since, which others have played.
            return source if read_bundle(source).manifest.gid == gid else gone
        except click.ClickException as error:
            return f"{error.message[0].upper()}{error.message[1:]}." if self._is_own else gone
        except FairnessError:
            return source  # whoever reads it further says what is wrong with it

    def _gone(self, gid: str) -> str:
        """What is said of a game whose record is not here."""
        return GONE

    def _read(self, look: Callable[[HistoryBook], T]) -> T:
        with closing(book_to_read(self._root)) as book:
            return look(book)


class JoinedDesk(PastDesk):
    """The records that have come to this machine from tables elsewhere: a host lists those games.

    No word of the host's is needed for what is done with them.
    """

    def __init__(self, root: Path) -> None:
        super().__init__(root, ())

    def look_back(self, game: str, *, is_sampled: bool) -> ReplayLink:
        """A game whose record was checked here already, or a sample of it. Raises Refused."""
        from rr_net.cli.replaying import viewed

        source = self._source(game)
        if isinstance(source, str):
            raise Refused("no_game", source.rstrip("."))
        try:
            viewer, check = viewed(source, trusts=False)
        except click.ClickException as error:
            raise Refused("no_game", error.message) from None
        if check is not None:
            check.was_done(is_sampled=is_sampled)
        return viewer

    def bundle(self, gid: str) -> Path | None:
        """Where the record of a game is; None where there is none."""
        from rr_net.client.tables import joined_record

        # A host says which games there are, and no path may lie in what it calls one.
        path = joined_record(self._root, gid) if GID.fullmatch(gid) else None
        return path if path is not None and path.is_file() else None

    def _result(self, gid: str) -> GameResult | None:
        from rr_net.cli.replaying import joined_game

        path = self.bundle(gid)
        return None if path is None else joined_game(path)

    def _notes(self, source: bytes) -> Notes:
        from rr_net.cli.verifying import Notes, with_notes
        from rr_net.client.notes import NoteShelf

        return with_notes(source, Notes(), NoteShelf(self._root).find)

    def _gone(self, gid: str) -> str:
        from rr_net.client.tables import MOST_RECORDS

        return NOT_COME.format(
            runes=own_command(), most=MOST_RECORDS, name=f"bundle-{clean(short(gid), 20)}.json"
        )

    def _forget(self) -> str:
        return FORGET_THERE


class PastDesks:
    """The past games of one machine, for each who sits at a table of it."""

    def __init__(self, root: Path, *, is_own: bool = False) -> None:
        """With `is_own` everybody sits at this machine's own terminal."""
        self._root, self._is_own = root, is_own
        self._turns = Turns()

    def __call__(self, asker: PastAsker) -> PastLink:
        """What there is for somebody."""
        return PastDesk(
            self._root, asker.keys, sees_all=asker.sees_all,
            is_own=self._is_own or asker.is_own, turns=self._turns,
        )  # fmt: skip
