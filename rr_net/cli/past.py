"""Past games on the first screen: looked up in the book of results, checked, copied, replayed."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from rr_net.cli.arguments import keep_file, read_file
from rr_net.history.book import NAME, HistoryBook, HistoryError, book_in_memory, open_book
from rr_net.history.search import GameSearch, typed
from rr_net.history.telling import Asker, look_up, nothing

if TYPE_CHECKING:
    from rr_net.history.results import GameResult
    from rr_net.link import PastGames

T = TypeVar("T")

GONE = "Its record is not here: it is not finished, its cards are not open, or it was moved away."
NAMED = 8
"""Letters of a game's name in the name of a file."""


class PastDesk:
    """The past games of one machine, for who sits there."""

    def __init__(
        self,
        root: Path,
        keys: tuple[str, ...],
        kept: Collection[str],
        now: Callable[[], float] = time.time,
    ) -> None:
        """`kept` are the games that go on here, by gid."""
        self._now = now
        self._root = root
        self._asker = Asker(keys, sees_all=True)
        self._kept = frozenset(kept)

    @property
    def count(self) -> int:
        """How many games there are; 0 where the book cannot be read."""
        return self._read(lambda book: book.find(GameSearch(), 0)[0], 0)

    # --- what a screen of past games does with them ------------------------------------------

    async def look(self, words: str) -> PastGames:
        """The games that fit."""
        return await asyncio.to_thread(self._look, words)

    async def check(self, game: str) -> tuple[str, ...]:
        """What the verification of a game's record says, line by line."""
        return await asyncio.to_thread(self._check, game)

    async def export(self, game: str) -> tuple[str, ...]:
        """Copies the record of a game to where one stands, and says where that is."""
        return await asyncio.to_thread(self._export, game)

    def may_go_on(self, game: str) -> bool:
        """Whether a game goes on here."""
        return game in self._kept

    def may_replay(self, game: str) -> bool:
        """Whether there is a record to look at."""
        return self.bundle(game) is not None

    def bundle(self, gid: str) -> Path | None:
        """Where the record of a game is; None where there is none."""
        result = self._read(lambda book: book.game(gid), None)
        if result is None or not result.folder:
            return None
        path = bundle_of(result)
        return path if path.is_file() else None

    def _look(self, words: str) -> PastGames:
        from rr_net.history.showing import MOST_SHOWN, shown

        search = GameSearch(typed(words), self._asker.keys)
        usual = nothing(self._asker)
        found = self._read(lambda book: look_up(book, search, self._asker, MOST_SHOWN), usual)
        return shown(found, words, self._now())

    def _check(self, gid: str) -> tuple[str, ...]:
        from rr_net.cli.verifying import Notes, check_bundle

        source = self._source(gid)
        if source is None:
            return (GONE,)
        report = check_bundle(source, Notes(), progress=lambda done, of: None)
        return tuple(report.text.splitlines())

    def _export(self, gid: str) -> tuple[str, ...]:
        result, source = self._read(lambda book: book.game(gid), None), self._source(gid)
        if result is None or source is None:
            return (GONE,)
        edition = re.sub(r"[^a-z]+", "-", result.edition.casefold()).strip("-")
        try:
            path = keep_file(Path.cwd() / f"{edition}-{gid[:NAMED]}.json", source)
        except click.ClickException as error:
            return (f"{error.message}.",)
        return (
            f"It is in {path}.",
            f"Whoever has it checks it with: runes verify {path.name}",
            "All hands, names and keys of the game are in it.",
        )

    def _source(self, gid: str) -> bytes | None:
        from rr_net.fairness.proof.bundle import LARGEST_BUNDLE

        path = self.bundle(gid)
        try:
            return None if path is None else read_file(path, LARGEST_BUNDLE)
        except click.ClickException:
            return None

    def _read(self, look: Callable[[HistoryBook], T], otherwise: T) -> T:
        try:
            is_there = (self._root / NAME).exists()
            with closing(open_book(self._root) if is_there else book_in_memory()) as book:
                return look(book)
        except HistoryError:
            return otherwise


def bundle_of(result: GameResult) -> Path:
    """Where the record of a game is kept, or the very file that was taken in."""
    from rr_net.fairness.base.hash import short

    folder = Path(result.folder)
    return folder / f"bundle-{short(result.gid)}.json" if result.is_ours else folder
