"""What there is in a host's folder: kept games, open tables, settings, and what cannot be read.

Everything is looked up, and nothing is opened; there is the way to a table that is open already.
"""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, NoReturn

from rr_net.fairness.base.errors import NotInstalled
from rr_net.fairness.base.manifest import LoadGame
from rr_net.game.archive import people_of, replayed
from rr_net.history.results import OWN_KEY as OWN_TERMINAL
from rr_net.host.places import HERE, TABLE, folders, own_address, read_note
from rr_net.host.process import OWN_KEY, CannotHost, HostPlan, make_private
from rr_net.relay.names import RelayPlace, read_place
from rr_net.relay.outward import RELAY_KEYS, RelayKeys
from rr_net.store import (
    Journal,
    JournalInUse,
    KnownKey,
    SqliteJournal,
    Stored,
    StoreError,
    is_in_use,
)
from rr_rules.kernel.errors import RulesError
from rr_rules.registry import edition_of, load_game

JOURNAL = "journal.db"
PORTS = 50
"""So many ports are tried for another table."""
OTHER_VERSION = "Another version of this program dealt it, and that one goes on with it."


class KeptGame(NamedTuple):
    """An unfinished game, as a list of them tells it."""

    gid: str
    edition: str
    """What it is called."""
    turn: int = 0
    people: tuple[str, ...] = ()
    """The players, in the order of their seats."""
    problem: str = ""
    """Why it cannot be taken up here and now, or ""."""
    game: str = ""
    """The id of its rules."""


class KeptHere(NamedTuple):
    """A kept game, and the folder whose host can go on with it."""

    folder: Path
    game: KeptGame

    @property
    def key(self) -> str:
        """What its line is called."""
        return f"go:{self.game.gid}"

    @property
    def words(self) -> str:
        """What it is, and how far."""
        turn = f", turn {self.game.turn}" if self.game.turn else ""
        return f"{self.game.edition}{turn}"

    @property
    def with_people(self) -> str:
        """The same as a line says it among others like it."""
        people = ", ".join(self.game.people) if len(self.game.people) > 1 else "you and bots"
        return f"{self.words}: {people}"


class Around(NamedTuple):
    """What there is in a host's folder."""

    root: Path
    kept: tuple[KeptHere, ...] = ()
    """The latest first, of those in one folder."""
    in_use: tuple[Path, ...] = ()
    """The folders of tables that are open now."""
    settings: str = ""
    """The interface's settings of who sits here, as the first folder that has any keeps them."""
    unreadable: Mapping[Path, str] = MappingProxyType({})
    """The folders whose journal cannot be opened, and why."""
    called: str = ""
    """What who sits here was called last, as the first folder that knows it keeps it."""
    is_new: bool = False
    """Whether no game was ever begun here."""

    @property
    def own(self) -> Path:
        """Where settings are kept of somebody who opens no table: not where one is open."""
        return self.root if self.root in self._usable else self.free

    @property
    def free(self) -> Path:
        """The first folder for another table; the root itself where there is none."""
        return next(iter(self._usable), self.root)

    @property
    def open_since(self) -> dict[str, int]:
        """Since when each table is open, in seconds since 1970, by its folder."""
        return {str(each): at for each, at in _since(self.in_use).items()}

    @property
    def _usable(self) -> list[Path]:
        closed = {*self.in_use, *self.unreadable}
        return [each for each in folders(self.root) if each not in closed]


def open_since(root: Path) -> dict[Path, int]:
    """Since when each table below a folder is open, by its folder with all links followed."""
    return _since(each.resolve() for each in folders(root) if is_in_use(each))


def _since(tables: Iterable[Path]) -> dict[Path, int]:
    opened = {each: read_note(each / TABLE).get("opened") for each in tables}
    return {each: at for each, at in opened.items() if type(at) is int}


async def look_around(root: Path, key: str = OWN_TERMINAL) -> Around:
    """What is kept and what is open below a folder, and what cannot be read.

    `key` is whose settings are meant.
    """
    kept: list[KeptHere] = []
    in_use: list[Path] = []
    unreadable: dict[Path, str] = {}
    settings, called, is_new = "", "", True
    for folder in folders(root):
        try:
            there, own, is_unused = await _kept_in(folder, key)
            kept, is_new = [*kept, *there], is_new and is_unused
            settings, called = settings or own.profile, called or own.name
        except JournalInUse:
            in_use.append(folder)
        except StoreError as error:
            unreadable[folder] = str(error)
    is_new = is_new and not in_use and not unreadable
    return Around(root, tuple(kept), tuple(in_use), settings, unreadable, called, is_new)


async def _kept_in(folder: Path, key: str) -> tuple[list[KeptHere], KnownKey, bool]:
    if not (folder / JOURNAL).exists():
        return [], KnownKey(key), True
    journal = await SqliteJournal.open(folder)
    try:
        known = await journal.known(key) or KnownKey(key)
        kept = [KeptHere(folder, game) for game in await kept_games(journal)]
        return kept, known, not await journal.begun()
    finally:
        await journal.close()


async def kept_games(journal: Journal, load_game: LoadGame = load_game) -> tuple[KeptGame, ...]:
    """The games that a journal keeps unfinished, the latest first.

    Raises a StoreError for a damaged journal.
    """
    kept: list[KeptGame] = []
    for gid in await journal.unfinished():
        stored = await journal.load(gid)
        gone = {each.key for each in await journal.sent_away(gid)}
        people = people_of(stored.manifest, await journal.successors(gid), gone)
        kept.append(_kept(stored, people, load_game))
    return tuple(kept)


def _kept(stored: Stored, people: tuple[str, ...], load_game: LoadGame) -> KeptGame:
    manifest = stored.manifest
    try:
        edition = edition_of(manifest.game, manifest.options).name
        table = replayed(stored, load_game)
    except NotInstalled:
        return KeptGame(manifest.gid, edition, 0, people, OTHER_VERSION, manifest.game)
    except RulesError as error:
        return KeptGame(manifest.gid, manifest.game, 0, people, f"It cannot be read: {error}.")
    turn = table.game.turn(table.state)
    return KeptGame(manifest.gid, edition, turn, people, game=manifest.game)


def has_answered(root: Path, place: RelayPlace) -> bool:
    """Whether a relay has ever answered a host of these folders: its key was kept then."""
    return any(RelayKeys(folder / RELAY_KEYS).knows(place) for folder in folders(root))


def has_a_port(folder: Path) -> bool:
    """Whether the table that is open in a folder can be gone to: one at a relay opens no port."""
    return bool(read_note(folder / TABLE).get("port", True))


def port_beside(folder: Path, listen: str, usual: int) -> int:
    """A port for a table beside that of a folder: the next one that is free."""
    port = read_note(folder / TABLE).get("port")
    first = port + 1 if isinstance(port, int) and port else usual
    ports = range(first, first + PORTS)
    return next((each for each in ports if _is_free(listen, each)), 0)


def _is_free(listen: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in listen else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe, suppress(OSError):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((listen, port))
        return True
    return False


async def keep_settings(folder: Path, settings: str, key: str = OWN_TERMINAL) -> None:
    """Keeps settings that were changed on the first screen, as a table there would.

    Where a table is open they are its own matter, and nothing is kept.
    """
    make_private(folder)
    with suppress(StoreError):
        journal = await SqliteJournal.open(folder)
        try:
            known = await journal.known(key) or KnownKey(key)
            await journal.remember(replace(known, profile=settings))
        finally:
            await journal.close()


def go_to(folder: Path) -> NoReturn:
    """Leads this terminal to the table that is open in a folder. Raises CannotHost.

    It is the ssh client that goes there, with the host's own key for its own machine.
    """
    note = read_note(folder / TABLE)
    address, port, key = own_address(note), note.get("port"), note.get("host_key")
    client = shutil.which("ssh")
    if client is None or not key:
        raise CannotHost(f"the table is open at {address}, port {port}: go to its own window")
    if not port:
        raise CannotHost("the table opens no port on this machine: go to its own window")
    known = folder / "own_known_hosts"
    known.write_text(f"[{address}]:{port} {key}\n", "utf-8")
    words = (
        "-F", "none", "-t", "-p", str(port), "-i", str(folder / OWN_KEY),
        "-o", "IdentitiesOnly=yes", "-o", f"UserKnownHostsFile={known}",
        "-o", "StrictHostKeyChecking=yes", "-o", "LogLevel=ERROR",
    )  # fmt: skip
    os.execv(client, ["ssh", *words, f"host@{address}"])  # noqa: S606 - the way there is ssh itself


def led(plan: HostPlan, note: Mapping[str, object]) -> HostPlan:
    """The plan with the relays that led to the table of a note; the same where none did."""
    via = note.get("via")
    said = [read_place(str(each)) for each in via] if isinstance(via, list) else []
    places = tuple(each for each in said if each is not None)
    if not places:
        return plan
    return replace(
        plan, via=places, friendly=str(note.get("friendly") or ""),
        is_listening=note.get("listening") is not False,
    )  # fmt: skip


def is_here(plan: HostPlan) -> bool:
    """Whether nobody but this machine reaches the table of a plan."""
    return plan.listen in {HERE, "::1", "localhost"} and not plan.via


def reach(plan: HostPlan) -> str:
    """From where the table of a plan can be reached, in a few words."""
    here = "for this machine only" if is_here(plan) else f"open to the network, at {plan.listen}"
    return "through a relay" if plan.via else here
