"""Whole games in a real room, kept byte for byte: `python -m tests.support.golden.record`.

Everything that could differ from run to run stands still: secrets, keys, the clock, the version
and the digest of the rules. What people send and are told is written down as wire JSON, what is
kept is compared as bytes; nothing here knows how the room is built.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.store import MemoryJournal, SqliteJournal
from rr_rules.registry import load_game
from tests.support.golden.recordplay import SHORT, Diary, Person, hashed
from tests.support.rr_net.journals import journalled
from tests.support.rr_net.roomplay import hall
from tests.support.tasks import turn

FOLDER = Path(__file__).parents[2] / "golden" / "record"
VERSION = "golden"
RULES = "60" * 32
REAL_GAMES = ("runes-regulations", "regicide")
SEGMENT = 0.125
"""Seconds of the fake clock for each of the sixteen pieces of a slow hash."""


@dataclass(frozen=True)
class Away:
    """Somebody goes, and comes again."""

    name: str
    after: int
    """From this number of the table on."""
    seconds: float
    by: str = "leave"
    """leave, or drop: a lost line."""
    in_event: bool = False
    """Goes while a random event takes contributions."""


@dataclass(frozen=True)
class Game:
    """A game to be played the same way every time."""

    name: str
    level: str
    people: tuple[str, ...]
    game: str = "pebbles"
    bots: int = 1
    options: Mapping[str, str] = field(default_factory=dict)
    away: tuple[Away, ...] = ()


RECORDS = (
    Game(
        "pebbles-solo", "solo", ("Ann", "Bob", "Cleo"),
        options={"target": "7", "first_player": "random"},
        away=(Away("Cleo", 20, 30.0), Away("Bob", 8, 20.0, by="drop")),
    ),
    Game(
        "pebbles-table", "table", ("Ann", "Bob", "Cleo", "Dan"),
        options={"target": "5", "leaver": "removed", "turn_clock": "8"},
        away=(Away("Dan", 24, 15.0), Away("Bob", 12, 20.0, by="drop")),
    ),
    Game(
        "pebbles-strict", "strict", ("Ann", "Bob", "Cleo", "Dan"), bots=0,
        options={"target": "5", "leaver": "removed", "audit": "on_request"},
        away=(Away("Cleo", 10, 15.0, in_event=True),),
    ),
    Game(
        "runes-regulations-table", "table", ("Ann", "Bob", "Cleo"), "runes-regulations",
        options={"turn_cap": "7", "leaver": "removed"}, away=(Away("Cleo", 25, 15.0),),
    ),
    Game(
        "regicide-strict", "strict", ("Ann", "Bob", "Cleo"), "regicide", bots=0,
        away=(Away("Bob", 4, 40.0),),
    ),
)  # fmt: skip
JOURNAL = Game(
    "journal", "table", ("Ann", "Bob", "Cleo", "Dan"),
    options={"target": "4", "leaver": "removed"}, away=(Away("Dan", 45, 15.0),),
)  # fmt: skip


@contextlib.contextmanager
def standing_still() -> Iterator[None]:
    """The version and the digest of the rules are constants; that of the cards is their own."""
    with contextlib.ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.startswith("rr_") and hasattr(module, "__version__"):
                stack.enter_context(patch.object(module, "__version__", VERSION))
        for kind in {type(load_game(game)) for game in REAL_GAMES}:
            stack.enter_context(patch.object(kind, "digest", constant(kind.digest)))
        yield


def constant(digest: Callable[..., tuple[str, str]]) -> Callable[..., tuple[str, str]]:
    """Gives the digest of the rules as a constant, and that of the cards as it is."""
    return lambda rules: (RULES, digest(rules)[1])


def dumped(path: Path) -> bytes:
    """All that a journal's file holds, read without our code; long values by their hash."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        lines = [f"{name} {db.execute(f'PRAGMA {name}').fetchone()[0]}"
                 for name in ("application_id", "user_version")]  # fmt: skip
        schema = db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        lines += [" ".join(f"{kind} {name} {sql}".split()) for kind, name, sql in schema]
        for table in (name for kind, name, _ in schema if kind == "table"):
            rows = sorted(db.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608
            lines += [" ".join([table, *map(cell, row)]) for row in rows]
    return "\n".join(lines).encode() + b"\n"


def cell(value):
    """A stored value, told apart from one of another type."""
    if not isinstance(value, bytes):
        return json.dumps(value)
    if len(value) > SHORT:
        return f"blob {hashed(value)}"
    return f"blob {value.decode()}" if value.isascii() else f"blob {value.hex()}"


# --- what is kept -------------------------------------------------------------------------

WRITES = {"begin": "begins", "append": "keeps", "break_off": "breaks off",
          "keep_bundle": "opens", "remember": "remembers"}  # fmt: skip
"""What a journal does, in words that stay: one commit each."""


class Watched:
    """A journal whose commits stand in the diary, before what is told of them."""

    def __init__(self, journal):
        self.journal, self.at_work, self.diary = journal, 0, None

    def __getattr__(self, name):
        async def call(*given):
            self.at_work += 1
            try:
                result = await getattr(self.journal, name)(*given)
            finally:
                self.at_work -= 1
            if self.diary is not None and name in WRITES:
                self.diary.write("journal", WRITES[name], rows_in(given))
            # The folder of a journal is another one each time, and nobody is told of it.
            return None if name == "keep_bundle" else result

        return call


def rows_in(given):
    """The rows of one commit, by number and type."""
    rows = given[-1] if isinstance(given[-1], list | tuple) else given
    return ", ".join(f"{r.seq} {r.type}" for r in rows if hasattr(r, "seq")).encode()


def waits_for(journal, settle):
    """A room is not quiet while its journal is at work in another thread."""

    async def settled():
        await settle()
        while journal.at_work:
            while journal.at_work:
                await turn()
            await settle()

    return settled


# --- how it goes --------------------------------------------------------------------------


class Sitting:
    """The people of one game in one room."""

    def __init__(self, game: Game, place, archive, luck=1) -> None:
        self.game, self.place, self.archive = game, place, archive
        self.diary = Diary(place)
        self.people = [Person(self.diary, name, i, luck) for i, name in enumerate(game.people)]
        self._to_go = list(game.away)

    async def deal(self) -> None:
        """Everybody comes, sits down and is ready; bots take the seats that are left."""
        for person in self.people:
            await person.comes()
            await person.says("sit", seat=person.seat, declare=person.seat % 2)
        for seat in range(len(self.people), len(self.people) + self.game.bots):
            await self.people[0].says("fill", seat=seat, bot="random")
        if self.game.level != "solo":
            for person in self.people[1:]:
                await person.pledges()
        for person in self.people:
            await person.says("ready")

    async def resume(self, unfinished) -> None:
        """The game is taken up where its journal ends, and everybody comes again."""
        self._to_go.clear()
        self.place.room.resume(unfinished)
        await self.place.settle()
        for person in self.people:
            await self.place.passes(0.5)
            await person.comes()

    async def play(self, is_enough: Callable[[Sequence[Person]], bool] = lambda _: False) -> bool:
        """Plays until the record is opened, or it is enough; whether it was enough."""
        for _ in range(3000):
            for person in self.people:
                await self._turn_of(person)
                if is_enough(self.people):
                    self.diary.keep_papers(self.people, always=True)
                    return True
            self.diary.keep_papers(self.people)
            if self._is_opened():
                self.diary.keep_papers(self.people, always=True)
                return False
            await self.place.passes(0.5)
        raise AssertionError("the game is never over")

    def _is_opened(self) -> bool:
        """Whether the game is over and its record opened and verified."""
        outcome = self.people[0].told.get("outcome", {"verdict": ""})
        assert not outcome["verdict"] or outcome["verified"], outcome["verdict"]
        return outcome["verdict"] != ""

    async def _turn_of(self, person: Person) -> None:
        if person.link is None:
            if self.place.clock.time() >= person.back_at:
                await person.comes()
            return
        away = next((each for each in self._to_go if self._goes(person, each)), None)
        if away is not None:
            self._to_go.remove(away)
            await person.goes(away)
        elif self.place.room.phase == "playing":
            await person.acts()
        elif person.seat == 0 and self.game.options.get("audit") == "on_request":
            await person.says("audit")

    def _goes(self, person: Person, away: Away) -> bool:
        is_due = person.name == away.name and person.pending["number"] >= away.after
        return is_due and bool(person.open_event) == away.in_event


@contextlib.asynccontextmanager
async def sitting(game: Game, kept, luck=1):
    """A room with that game's table, and with that journal."""
    journal = Watched(kept)
    archive = journalled(journal, seconds=SEGMENT, luck=luck)
    seats = len(game.people) + game.bots
    settings = {"game": game.game, "fairness": game.level, "seats": seats}
    async with hall(
        archive=archive, key_book=journal, options=game.options, pace=0.25, bot_seconds=0.5,
        **settings,
    ) as place:  # fmt: skip
        place.settle = waits_for(journal, place.settle)
        table = Sitting(game, place, archive, luck)
        journal.diary = table.diary
        yield table


class Played(NamedTuple):
    """What is to be the same every time."""

    files: Mapping[str, bytes]
    full: Mapping[str, str]
    """What each line of a diary that holds a hash stands for."""

    def difference(self) -> str:
        """The first thing that differs from what was recorded, or ""."""
        for name, content in self.files.items():
            stored = (FOLDER / name).read_bytes()
            if content != stored:
                return f"{name}: {self._first(pieces(stored), pieces(content))}"
        return ""

    def _first(self, stored: Sequence[str], found: Sequence[str]) -> str:
        pairs = enumerate(itertools.zip_longest(stored, found, fillvalue="nothing"), 1)
        number, (before, now) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
        full = self.full.get(now, now)
        return f"line {number} was\n{before}\nand is\n{now}\nin full\n{full}"


def pieces(content: bytes) -> list[str]:
    """Lines of a text, and in a bundle the rows, one a line."""
    return content.decode().replace(',{"', ',\n{"').splitlines(keepends=True)


async def record(game: Game) -> Played:
    """A whole record: its bundle, and what everybody sent and was told."""
    with standing_still():
        async with sitting(game, MemoryJournal()) as table:
            await table.deal()
            assert not await table.play()
            bundle = table.archive.last_bundle
    files = {f"{game.name}.bundle.json": bundle, f"{game.name}.txt": table.diary.text}
    return Played(files, table.diary.full)


# --- journals in files --------------------------------------------------------------------


def in_window(people):
    """A reaction window in which one has answered, and another has not."""
    windows = [person.pending["window"] for person in people]
    answered = [window["answered"] for window in windows if window and window["mine"]]
    return people[0].pending["number"] >= 20 and any(answered) and not all(answered)


def in_event(people):
    """A later random event that some have given to."""
    event = people[0].open_event
    return bool(event) and event["number"] >= 3 and len(event["given"]) >= 3


def at_the_end(people):
    """The game is over and opened."""
    return False


STOPS = {"in-window": in_window, "in-event": in_event, "at-the-end": at_the_end}
"""Where the three journals stop."""


async def write_journal(stop: str, folder: Path) -> Played:
    """Plays until the stop with a journal in that folder."""
    with standing_still():
        journal = await SqliteJournal.open(folder)
        async with sitting(JOURNAL, journal) as table:
            await table.deal()
            assert await table.play(STOPS[stop]) == (stop != "at-the-end")
        await journal.close()
    files = {f"journal-{stop}.txt": table.diary.text}
    if table.archive.last_bundle is not None:
        files[f"journal-{stop}.bundle.json"] = table.archive.last_bundle
    return Played(files, table.diary.full)


async def play_on(stop: str, folder: Path) -> Played:
    """Takes up what the journal in that folder holds, or deals anew, and plays to the end."""
    with standing_still():
        journal = await SqliteJournal.open(folder)
        async with sitting(JOURNAL, journal, luck=2) as table:
            unfinished = await table.archive.unfinished()
            if unfinished is None:
                await table.deal()
            else:
                await table.resume(unfinished)
            assert not await table.play()
        await journal.close()
    name = f"journal-{stop}-played-on"
    files = {
        f"{name}.txt": table.diary.text,
        f"{name}.dump.txt": dumped(folder / "journal.db"),
        f"{name}.bundle.json": (folder / "bundle.json").read_bytes(),
    }
    return Played(files, table.diary.full)


async def bundle_of_last(folder: Path) -> bytes:
    """The bundle of the last game in a journal, from the rows that it holds."""
    with contextlib.closing(sqlite3.connect(folder / "journal.db")) as db:
        [gid] = db.execute("SELECT gid FROM games ORDER BY number DESC").fetchone()
    journal = await SqliteJournal.open(folder)
    stored = await journal.load(gid)
    await journal.close()
    return bundle_bytes(stored.manifest, stored.rows)


def stored_journal(stop: str) -> Path:
    """The file of a journal that stops there."""
    return FOLDER / f"journal-{stop}.db"


def copy_journal(stop: str, folder: Path) -> None:
    """A copy to be opened, for its owner alone as the host wants it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copyfile(stored_journal(stop), folder / "journal.db")
    (folder / "journal.db").chmod(0o600)


async def every(folder: Path) -> AsyncIterator[Played]:
    """Plays everything anew, with journals in that folder."""
    for game in RECORDS:
        yield await record(game)
    for stop in STOPS:
        yield await write_journal(stop, folder / stop)
        shutil.copyfile(folder / stop / "journal.db", stored_journal(stop))
        yield await play_on(stop, folder / stop)


async def write_all(folder: Path) -> None:
    """Records everything anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    async for played in every(folder):
        for name, content in played.files.items():
            (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        asyncio.run(write_all(Path(made)))
    print(f"{len(list(FOLDER.iterdir()))} files")
