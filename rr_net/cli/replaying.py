"""The command `runes replay`."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rr_net.cli.arguments import read_file
from rr_net.link.command import own_command
from rr_net.safetext import clean

if TYPE_CHECKING:
    from rr_net.cli.screens import Screens
    from rr_net.history.results import GameResult
    from rr_net.replay.album import Album, AlbumViewer
    from rr_net.replay.finished import FinishedGame
    from rr_net.replay.looking import Check

HELP = """Look at a finished game, step by step.

GAME is the record of a game (a bundle), "last" for the game that was over last on this machine, or
the first letters of the name of one that is kept here.
"""
LAST = "last"
KEPT = "bundle-"
"""How the file of a kept game begins; the first letters of its name follow."""
MOST_NAMED, MOST_LOOKED_AT, EVERY = 5, 50, 1_000_000
"""Games that are told where another was looked for, among how many of the last; and all."""
SECONDS = 60.0
"""How long a check may take before it does a sample of the slow hashes instead."""
NAME = re.compile(r"[0-9a-f]{4,64}")
UNTRUSTED = "With --unverified you can look at it all the same."


@click.command("replay", help=HELP)
@click.argument("game", metavar="GAME")
@click.option("--unverified", is_flag=True, help="Look at it though it does not verify.")
@click.option("--json", "as_json", is_flag=True, help="Write it for programs, one line a step.")
@click.option("--eyes", metavar="WHOSE", default="",
              help="With --json: all, watcher, or the number of a seat.")  # fmt: skip
@click.pass_context
def replay_command(
    context: click.Context, *, game: str, unverified: bool, as_json: bool, eyes: str
) -> None:
    """Look at a finished game, step by step."""
    if eyes and not as_json:
        raise click.UsageError("--eyes goes with --json: on the screen e looks through other eyes")
    source = found(game)
    look = _write(source, eyes, trusts=unverified) if as_json else _look(source, trusts=unverified)
    context.exit(asyncio.run(look))


def found(game: str) -> bytes:
    """The bundle that is meant. Raises a ClickException."""
    from rr_net.fairness.proof.bundle import LARGEST_BUNDLE

    path = called(game) or (Path(game) if os.path.lexists(game) else _named(game))
    return read_file(path, LARGEST_BUNDLE)


def called(game: str) -> Path | None:
    """The record of `last`, or of a game whose name begins so; None where a file may be meant.

    Raises a ClickException where no game is called so, or several are.
    """
    if game == LAST:
        return last_record()
    is_name = NAME.fullmatch(game) is not None and not os.path.lexists(game)
    return _named(game) if is_name else None


def _folders() -> Iterator[Path]:
    from rr_net.host.places import data_directory, folders

    for root in (data_directory(), data_directory() / "home"):
        yield from folders(root)


def last_record() -> Path:
    """The record of the game that was over last on this machine. Raises a ClickException."""
    from rr_net.client.tables import joined_records
    from rr_net.host.places import data_directory
    from rr_net.store.journal import BUNDLE

    kept = [folder / BUNDLE for folder in _folders() if (folder / BUNDLE).is_file()]
    # A game that was played from here at a table elsewhere was over here too.
    kept += joined_records(data_directory())
    if not kept:
        raise click.ClickException("no game was finished on this machine yet: give a file")
    return max(kept, key=lambda path: path.stat().st_mtime)


def _named(letters: str) -> Path:
    """The record of the game whose name begins so. Raises a ClickException."""
    kept = set(_records_of(letters)) if NAME.fullmatch(letters) else set()
    if len(kept) == 1:
        return kept.pop()
    said = clean(letters, 80)
    words = f"there is no file {said} here, and no game is kept here whose name begins so"
    if kept:
        words = f"the names of {len(kept)} games that are kept here begin with {said}: say more"
    raise click.ClickException("\n".join((f"{words}.", *_what_there_is())))


def _records_of(letters: str) -> Iterator[Path]:
    """The records of games whose names begin so: kept by a table, played elsewhere, taken in."""
    from rr_net.client.tables import joined_records
    from rr_net.host.places import JOINED, data_directory

    for folder in _folders():
        for path in folder.glob(f"{KEPT}*.json"):
            if _is_called(path.stem.removeprefix(KEPT), letters):
                yield path
    for path in joined_records(data_directory()):
        if _is_called(path.stem.removeprefix(JOINED), letters):
            yield path
    for game, path in _listed(EVERY):
        if _is_called(game.gid, letters):
            yield path


def _what_there_is() -> Iterator[str]:
    """The last games that are kept here with a record, as they can be asked for."""
    from rr_net.client.tables import joined_records
    from rr_net.history.telling import LETTERS, line_of
    from rr_net.host.places import data_directory

    kept = list(islice(_listed(MOST_LOOKED_AT), MOST_NAMED))
    elsewhere = list(islice(told_elsewhere(joined_records(data_directory())), MOST_NAMED))
    if kept:
        yield f"Kept here, the last first ({own_command()} history lists all):"
        yield from (f"  {game.gid[:LETTERS]}  {line_of(game, time.time())}" for game, _ in kept)
    if elsewhere:
        yield f"Played at tables elsewhere, the last first ({own_command()} history lists all):"
        yield from elsewhere
    if not (kept or elsewhere):
        yield "No finished game is kept here: give the file of its record, a bundle."


def _listed(most: int) -> Iterator[tuple[GameResult, Path]]:
    """The last finished games of the book that have a record still."""
    from rr_net.history.book import HistoryError, book_to_read
    from rr_net.history.results import bundle_of
    from rr_net.history.search import GameSearch
    from rr_net.host.places import data_directory

    games: tuple[GameResult, ...] = ()
    with suppress(HistoryError), closing(book_to_read(data_directory())) as book:
        games = book.find(GameSearch(("finished",)), most)[1]
    found = ((game, bundle_of(game)) for game in games if game.folder)
    return ((game, path) for game, path in found if path.is_file())


def joined_game(path: Path) -> GameResult | None:
    """What a record of a game at a table elsewhere says of it, unverified; None for no record."""
    from rr_net.fairness.base.errors import FairnessError
    from rr_net.fairness.proof.bundle import LARGEST_BUNDLE, read_bundle
    from rr_net.history.recording import begun

    try:
        manifest = read_bundle(read_file(path, LARGEST_BUNDLE, is_kept=True)).manifest
        ended = int(path.stat().st_mtime)
    except (FairnessError, click.ClickException, OSError):
        return None
    return begun(manifest, now=ended, folder=str(path), is_ours=False)


def told_elsewhere(records: Iterable[Path]) -> Iterator[str]:
    """The games of such records in lines, the last first, with the letters that find each."""
    from rr_net.history.telling import LETTERS, line_of
    from rr_net.host.places import JOINED

    found = ((path, joined_game(path)) for path in records)
    played = [(path, game) for path, game in found if game is not None]
    for path, game in sorted(played, key=lambda each: each[1].ended, reverse=True):
        letters = path.stem.removeprefix(JOINED)[:LETTERS]
        yield f"  {letters}  {line_of(game, time.time())}"


def _is_called(name: str, letters: str) -> bool:
    """Whether letters begin a name, or go on where the name of a file is cut."""
    return name.startswith(letters) or (bool(name) and letters.startswith(name))


async def look_at(path: Path, screens: Screens) -> int:
    """Shows the game of a bundle here; the exit status. Raises a ClickException."""
    from rr_net.fairness.proof.bundle import LARGEST_BUNDLE

    return await _look(read_file(path, LARGEST_BUNDLE), trusts=False, screens=screens)


async def _look(source: bytes, *, trusts: bool, screens: Screens | None = None) -> int:
    from rr_net.cli.screens import Screens, scrubbed_environment
    from rr_net.cli.words.config import own_config

    game, check = viewed(source, trusts=trusts)
    is_led_here = screens is not None
    screens = screens or Screens(own_config(), scrubbed_environment())
    checking = asyncio.create_task(check.run()) if check is not None else None
    try:
        status = await screens.replay(game)
    finally:
        if check is not None and checking is not None:
            check.stop()
            await asyncio.gather(checking, return_exceptions=True)
    if game.reel.refusal and not is_led_here:
        click.echo(UNTRUSTED, err=True)
    return status


async def _write(source: bytes, eyes: str, *, trusts: bool) -> int:
    """Writes the game of a bundle for programs, once it is checked. Raises a ClickException."""
    from rr_net.link import write_line

    game, check = viewed(source, trusts=trusts)
    if check is not None:
        await check.run()
    if game.reel.refusal:
        raise click.ClickException(f"{game.reel.refusal} {UNTRUSTED}")
    whose = _eyes(eyes, game.reel.eyes)
    click.echo(write_line(game.told), nl=False)
    for at in range(game.reel.last + 1):
        click.echo(write_line(game.picture(at, whose).told(game.reel.warning)), nl=False)
    return 0


def _eyes(said: str, offered: tuple[int, ...]) -> int:
    """Whose eyes are meant. Raises a ClickException."""
    from rr_net.link import EVERYBODY, WATCHER

    places = {"": offered[0], "all": EVERYBODY, "watcher": WATCHER}
    seat = int(said) - 1 if said.isascii() and said.isdecimal() else None
    eyes = places.get(said, seat)
    if eyes is None or eyes not in offered or (seat is not None and seat < 0):
        seats = sum(each >= 0 for each in offered)
        raise click.ClickException(f"--eyes {said}: expected all, watcher, or 1 to {seats}")
    return eyes


def viewed(source: bytes, *, trusts: bool) -> tuple[FinishedGame, Check | None]:
    """What a file shows, and its check if there is one. Raises a ClickException."""
    from rr_net.fairness.base.errors import FairnessError
    from rr_net.fairness.proof.bundle import unpacked
    from rr_rules.kernel.errors import RulesError

    try:
        shared = unpacked(source)
        game, check = _shown(shared.bundle, trusts=trusts)
    except (FairnessError, RulesError) as error:
        raise click.ClickException(f"this cannot be replayed: {error}") from None
    game.begin_at(shared.place, shared.note)
    return game, check


def _shown(record: bytes, *, trusts: bool) -> tuple[FinishedGame, Check | None]:
    """A record played again, else its album. Raises a FairnessError or RulesError."""
    from rr_net.bots.processes import Elsewhere
    from rr_net.fairness.base.errors import FairnessError
    from rr_net.fairness.proof.verify import Budget, verify
    from rr_net.replay.branch import Branching
    from rr_net.replay.looking import Check
    from rr_net.replay.recording import recording_of
    from rr_net.replay.viewer import Viewer
    from rr_net.ssh.sshsig import check_signature

    try:
        recording = recording_of(record)
    except FairnessError:
        if (kept := _in_album(record)) is not None:
            return kept, None
        if not trusts:
            raise
        recording = recording_of(record, trusts=True)
    viewer = Viewer(recording, Branching(Elsewhere).begin, bundle=lambda: record)

    def judge(progress: Callable[[int, int], None]) -> bool:
        budget = Budget(SECONDS, time.perf_counter)
        found = verify(record, check_signature=check_signature, progress=progress, budget=budget)
        return found.is_sampled

    return viewer, Check(viewer, judge, trusts=trusts)


def _in_album(record: bytes) -> AlbumViewer | None:
    """What this machine has kept of a game that the rules of this version cannot replay."""
    from rr_net.replay.album import AlbumViewer

    album = album_here(record)
    return None if album is None else AlbumViewer(album, record, time.time())


def album_here(record: bytes) -> Album | None:
    """The album of a record, if it is one of this machine's own: others prove nothing."""
    found = (album_in(folder, record) for folder in _folders())
    return next((album for album in found if album is not None), None)


def album_in(folder: Path, record: bytes) -> Album | None:
    """The album of a record in a folder, if it can be read."""
    from rr_net.replay.album import LARGEST, BadAlbum, name_of, read_album

    path = folder / name_of(record)
    if not path.is_file():
        return None
    try:
        return read_album(read_file(path, LARGEST), record)
    except (click.ClickException, BadAlbum):
        return None
