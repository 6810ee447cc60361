"""The host process: opens the journal, the room and the door, and shuts them in order."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import secrets
import stat
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import asyncssh

from rr_net.bots.seat import MakeBot
from rr_net.bots.thinkers import InThread, Thinker
from rr_net.clocks import LoopClock
from rr_net.fairness.base.errors import NotInstalled
from rr_net.fairness.base.manifest import LoadGame
from rr_net.game.archive import ArchiveMeans, JournalArchive, Tell, Unfinished
from rr_net.game.services import InOneThread
from rr_net.guests.codes import BadCode, check_code, fresh_code, mark_of
from rr_net.history.catching_up import catch_up
from rr_net.history.recording import GameHistory, open_history
from rr_net.host.checking import Expect, check_again
from rr_net.host.descriptors import memory_ends
from rr_net.host.door import HostDoor
from rr_net.host.interfaces import Interfaces
from rr_net.host.places import TABLE, read_note, write_note
from rr_net.host.reminders import Reminders
from rr_net.host.rotation import keys_of, signing_key
from rr_net.link.command import own_command
from rr_net.relay.names import RelayPlace, word_for
from rr_net.relay.outward import IDENTITY, RELAY_KEYS, OfferedTable, Outward, RelayKeys, unlisted
from rr_net.replay.album import album_file
from rr_net.replay.branch import Branching, LentThinker
from rr_net.replay.looking import look_back
from rr_net.room.ending import NO_LINE
from rr_net.room.lobby import TablePlan
from rr_net.room.room import RoomLoop
from rr_net.room.state import HostServices, MakePast, no_past, unreminded
from rr_net.ssh import (
    CannotListen,
    Limits,
    ServedKeys,
    SSHListener,
    load_host_key,
    open_ssh,
    serve_ssh,
)
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.sshsig import check_signature
from rr_net.store import DiskFull, JournalGone, SqliteJournal, StoreError
from rr_net.store.journal import BUNDLE
from rr_rules import __version__

OWN_KEY = "own_key"
"""The key by which another window of the host's own machine comes to the host's own place."""
RELAY_PATIENCE = 8.0
"""Seconds for relays to answer before the table is shown without them."""
PORTS_BESIDE = 20
"""How many ports after the wanted one are tried before the system chooses one."""
FETCH = f"your ssh line with the word bundle behind it, as in {NO_LINE} > bundle.json"


log = logging.getLogger(__name__)


class CannotHost(Exception):
    """The host cannot start, or its table has stopped; the sentence says why."""


class LogForm(NamedTuple):
    """What the log holds, and in which form."""

    level: str = "info"
    is_json: bool = False


PLAIN_LOG = LogForm()


@dataclass(frozen=True, slots=True)
class HostPlan:
    """What the command line and the config file ask for."""

    table: TablePlan
    data: Path
    listen: str = "127.0.0.1"
    port: int = 2222
    port_is_fixed: bool = False
    """Whether to give up, instead of taking another port, if this one is taken."""
    resume: bool = False
    kept: str = ""
    """Which of several unfinished games goes on, by gid; "" for the latest."""
    begins_anew: bool = False
    """Whether to begin another one where no game can be taken up, instead of giving up."""
    log: LogForm = PLAIN_LOG
    metrics: tuple[str, int] | None = None
    """Where its figures are told."""
    accept_loss: bool = False
    """Whether to go on where the journal has lost its end; everybody is told so."""
    hosts: tuple[str, ...] = ()
    """Fingerprints of keys that are the host's."""
    reminders: Mapping[str, str] = field(default_factory=dict)
    """Where players are reminded of a turn across days, by name or key."""
    limits: Limits = field(default_factory=Limits)
    via: tuple[RelayPlace, ...] = ()
    """The relays that lead to the table."""
    is_public: bool = False
    """Whether those relays list it for everybody."""
    relays: tuple[RelayPlace, ...] = ()
    """The relays that the first screen offers."""
    friendly: str = ""
    """The word by which it wants to be known there as well, "" for none."""
    is_listening: bool = True
    """Whether it listens on a port of this machine."""
    history: Path | None = None
    """The folder of the book of results that several tables share; None for that of `data`."""


@dataclass(frozen=True, slots=True)
class Games:
    """Where rules and bots come from: the registry, outside of tests."""

    load_game: LoadGame
    make_bot: MakeBot
    make_thinker: Callable[[], Thinker] = InThread
    past: MakePast = no_past
    """Where the records of past games come from, for whom may see them."""


@dataclass(frozen=True, slots=True)
class HostProcess:
    """A host that listens, with its room."""

    plan: HostPlan
    room: RoomLoop
    host: HostDoor
    listener: SSHListener
    running: asyncio.Task[None]
    starving: asyncio.Task[None]
    """Is done when memory comes to its end."""
    archive: JournalArchive
    journal: SqliteJournal
    ways: tuple[Outward, ...] = ()
    """The lines to relays."""

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self.listener.port

    @property
    def code(self) -> str:
        """The invite code that is for everybody now, or ""."""
        return self.room.code

    async def check_again(self, expect: Expect) -> tuple[str, ...]:
        """What the second verifier says of the last game that was opened here."""
        return await check_again(self.archive.last_bundle, expect)

    async def wait(self, *others: asyncio.Task[object]) -> None:
        """Waits until one of `others` is done.

        Raises CannotHost if the room stops first, or if there is no memory left.
        """
        ends = (self.running, self.starving, *others)
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if self.starving.done():
            log.error("the table has stopped: its memory was at an end")
            raise CannotHost(f"{STARVED}; {KEPT.format(own_command())}")
        if self.running.done():
            fault = self.running.exception()
            _describe(fault)
            kept = "" if isinstance(fault, JournalGone) else f"; {KEPT.format(own_command())}"
            raise CannotHost(f"{_why(fault)}{kept}") from fault


STARVED = "there is no memory left for the table, and it has stopped"
SAME_RULES = "Version {} dealt it. This is version {}, whose rules play every recorded game alike."
KEPT = "the game is kept: `make play` (or `{} host`) offers it first next time"


def _why(fault: BaseException | None) -> str:
    """Why the table has stopped, and what is to be done."""
    if isinstance(fault, DiskFull):
        return f"{fault}, and the table has stopped: make room on it first"
    if isinstance(fault, StoreError):
        return f"{fault}, and the table has stopped"
    return "the table has stopped because of a fault, which the log describes"


def _describe(fault: BaseException | None) -> None:
    """Writes into the log what has stopped a table, without a word that might be of a card."""
    if fault is None or isinstance(fault, StoreError):
        log.error("the table has stopped: %s", fault)
        return
    frames = traceback.extract_tb(fault.__traceback__)[-6:]
    places = ", ".join(f"{Path(each.filename).name}:{each.lineno}" for each in frames)
    log.error("the table has stopped: %s at %s", type(fault).__name__, places)


@contextlib.asynccontextmanager
async def open_house(
    plan: HostPlan, interfaces: Interfaces, games: Games, tell: Tell, show: Tell = bool
) -> AsyncIterator[HostProcess]:
    """A host that listens for as long as the block lasts.

    It shows a new invite code, which has no place in a log, by `show`.
    Raises StoreError, SshError, RulesError, Refused, NotInstalled, BadConfig or CannotHost.
    """
    async with AsyncExitStack() as stack:
        if complaint := make_private(plan.data):
            tell(complaint)
        journal = await SqliteJournal.open(plan.data, accept_loss=plan.accept_loss)
        stack.push_async_callback(journal.close)
        plan = await _with_code(plan, journal, tell)
        notes = TableNotes(plan, show)
        keys = keys_of(plan.data, tell)
        grinder = InOneThread()
        stack.callback(grinder.close)
        archive = await _archive(plan, journal, grinder, games, keys.key, tell)
        history = open_history(plan.history or plan.data, plan.data, tell)
        stack.push_async_callback(history.close)
        thinker = games.make_thinker()
        stack.push_async_callback(thinker.close)
        services = _services(plan, journal, archive, games, thinker, history)
        room = RoomLoop(plan.table, replace(services, code_changed=notes.code_changed))
        is_resumed = await _resume_or_mention(plan, room, archive, journal, tell)
        plan = replace(plan, resume=is_resumed)
        host = HostDoor(
            room,
            archive,
            journal,
            interfaces,
            LoopClock(),
            title=f"{plan.table.name}, a card table (runes {__version__})",
            host_key=fingerprint_of(keys.key),
            hosts=plan.hosts,
        )
        listener = await _open_door(plan, keys, host, notes, tell)
        ways = await stack.enter_async_context(_outward(plan, listener, room, tell))
        running = asyncio.create_task(room.run(), name="the room")
        _until_the_end(stack, interfaces.keep_calm(), "the collector")
        _until_the_end(stack, catch_up(history, journal, archive.verdict_of), "past games")
        starving = _until_the_end(stack, memory_ends(), "the end of memory")
        stack.push_async_callback(_shut, room, running, listener)
        yield HostProcess(plan, room, host, listener, running, starving, archive, journal, ways)


def _until_the_end(
    stack: AsyncExitStack, work: Coroutine[object, object, None], name: str
) -> asyncio.Task[None]:
    """Has something go on beside the table for as long as that is open."""
    task = asyncio.create_task(work, name=name)
    stack.callback(task.cancel)
    return task


async def _archive(
    plan: HostPlan,
    journal: SqliteJournal,
    grinder: InOneThread,
    games: Games,
    key: asyncssh.SSHKey,
    tell: Tell,
) -> JournalArchive:
    archive = JournalArchive(
        journal,
        grinder,
        ArchiveMeans(check_signature, load_game=games.load_game, album=album_file),
        key=signing_key(plan.data, key),
        how_to_fetch=FETCH,
        tell=tell,
    )
    archive.last_bundle = _last_bundle(plan.data)
    await archive.make_up()
    return archive


async def _open_door(
    plan: HostPlan, keys: ServedKeys, host: HostDoor, notes: TableNotes, tell: Tell
) -> SSHListener:
    """Listens, and keeps how to find the way in."""
    host.own = fingerprint_of(load_host_key(plan.data / OWN_KEY))
    if plan.is_listening:
        listener = await _listen(plan, keys, host, tell)
    else:
        listener = open_ssh(keys, host, plan.limits)
    notes.opened(listener.port, keys.key.export_public_key().decode().strip())
    return listener


@contextlib.asynccontextmanager
async def _outward(
    plan: HostPlan, listener: SSHListener, room: RoomLoop, tell: Tell
) -> AsyncIterator[tuple[Outward, ...]]:
    """The lines to relays, tried once at least, for as long as the block lasts."""
    if not plan.via:
        yield ()
        return
    identity = load_host_key(plan.data / IDENTITY)
    table = OfferedTable(identity, word_for(plan.table.name), plan.friendly, listener,
                         RelayKeys(plan.data / RELAY_KEYS),
                         (lambda: room.listing) if plan.is_public else unlisted)  # fmt: skip
    ways = tuple(Outward(place, table, tell) for place in plan.via)
    lines = [asyncio.create_task(way.run(), name=f"relay {way.place}") for way in ways]
    try:
        await asyncio.wait(
            [asyncio.ensure_future(way.tried.wait()) for way in ways], timeout=RELAY_PATIENCE
        )
        yield ways
    finally:
        for line in lines:
            line.cancel()
        await asyncio.wait(lines)


OTHER_CODE = (
    "The invite code {} was given up when somebody was sent away: this table has another one."
)
CODE_NOW = "The old invite code was given up, as somebody was sent away. It is now: {}"


async def _with_code(plan: HostPlan, journal: SqliteJournal, tell: Tell) -> HostPlan:
    """The plan with a code that nobody was sent away with, and the evening that it belongs to.

    Raises CannotHost for a code that is too short.
    """
    table, note = plan.table, read_note(plan.data / TABLE)
    if not table.invite or table.is_open:
        return plan
    try:
        check_code(table.invite)
    except BadCode as error:
        raise CannotHost(str(error)) from None
    code, kept = table.invite, str(note.get("invite") or "")
    if await journal.is_given_up(mark_of(code)):
        tell(OTHER_CODE.format(code))
        is_usable = kept and not await journal.is_given_up(mark_of(kept))
        code = kept if is_usable else fresh_code()
    evening = str(note.get("evening") or "") if code == kept else ""
    return replace(plan, table=replace(table, invite=code, evening=evening or code))


class TableNotes:
    """The note of how a table is reached, kept up to date: it is opened again in the same way."""

    def __init__(self, plan: HostPlan, show: Tell) -> None:
        self._plan, self._show = plan, show
        self._code, self._port, self._host_key, self._opened = plan.table.invite, 0, "", 0

    def opened(self, port: int, host_key: str) -> None:
        """The table is open at that port."""
        self._port, self._host_key, self._opened = port, host_key, int(time.time())
        self._write()

    def code_changed(self, code: str) -> None:
        """There is another invite code: the old one must not come back with the next start."""
        self._code = code
        self._show(CODE_NOW.format(code))
        self._write()

    def _write(self) -> None:
        table = self._plan.table
        write_note(self._plan.data / TABLE, {
            "listen": self._plan.listen, "port": self._port, "opened": self._opened,
            "name": table.name, "invite": self._code, "evening": table.evening,
            "is_open": table.is_open, "host_key": self._host_key, "friendly": self._plan.friendly,
            "via": list(map(str, self._plan.via)), "listening": self._plan.is_listening,
        })  # fmt: skip


async def _shut(room: RoomLoop, running: asyncio.Task[None], listener: SSHListener) -> None:
    """Everybody hears the last word of the room, then the door closes."""
    room.close()
    await asyncio.wait((running,))
    await listener.close()


def _services(
    plan: HostPlan,
    journal: SqliteJournal,
    archive: JournalArchive,
    games: Games,
    thinker: Thinker,
    history: GameHistory,
) -> HostServices:
    remind = Reminders(plan.reminders, plan.table.name).remind if plan.reminders else unreminded
    return HostServices(
        clock=LoopClock(),
        archive=archive,
        key_book=journal,
        load_game=games.load_game,
        make_bot=games.make_bot,
        thinker=thinker,
        seed=lambda: secrets.token_bytes(32),
        today=lambda: int(time.time()),
        remind=remind,
        history=history,
        past=games.past,
        replay=partial(look_back, branch=Branching(lambda: LentThinker(thinker)).begin),
    )


async def _resume_or_mention(
    plan: HostPlan, room: RoomLoop, archive: JournalArchive, journal: SqliteJournal, tell: Tell
) -> bool:
    """Whether a game is taken up."""
    room.recall_house_rules(await archive.settings_used())
    await room.history.compare(await journal.unopened(), await journal.unfinished())
    for loss in (await archive.losses())[-1:]:
        tell(loss.words)
    unfinished = await _unfinished(plan, archive, tell) if plan.resume else None
    if unfinished is not None:
        room.resume(unfinished)
        tell("The game goes on.")
        if dealt_by := unfinished.record.manifest.other_version:
            tell(SAME_RULES.format(dealt_by, __version__))
        log.info("The host had committed to it: %s", unfinished.record.commitment)
        return True
    if await journal.unfinished():
        tell(f"{plan.data} holds an unfinished game: --resume goes on with it.")
    if abandoned := await archive.abandoned():
        tell(f"Every lobby says which games of this host are not open: {len(abandoned)}.")
    return False


async def _unfinished(plan: HostPlan, archive: JournalArchive, tell: Tell) -> Unfinished | None:
    """The game that goes on; None where a new one may begin instead.

    Raises CannotHost, a StoreError or NotInstalled.
    """
    try:
        unfinished = await archive.unfinished(plan.kept)
    except (NotInstalled, StoreError) as error:
        if not plan.begins_anew:
            raise
        tell(f"The unfinished game stays kept, and cannot go on here: {error}.")
        return None
    if unfinished is None and not plan.begins_anew:
        raise CannotHost(f"there is no unfinished game in {plan.data}: leave --resume away")
    return unfinished


async def _listen(plan: HostPlan, keys: ServedKeys, host: HostDoor, tell: Tell) -> SSHListener:
    def serve(port: int) -> Awaitable[SSHListener]:
        return serve_ssh(plan.listen, port, host_key=keys, door=host, limits=plan.limits)

    try:
        return await serve(plan.port)
    except CannotListen as error:
        cause = error.__cause__
        is_taken = isinstance(cause, OSError) and cause.errno == errno.EADDRINUSE
        if not is_taken:
            raise
        if plan.port_is_fixed:
            raise CannotHost(
                f"port {plan.port} is taken, by another table perhaps: choose another one "
                "with --port, or --port 0 for any that is free"
            ) from None
    tell(f"Port {plan.port} is taken, so this table has another one.")
    for port in range(plan.port + 1, plan.port + 1 + PORTS_BESIDE):
        with contextlib.suppress(CannotListen):
            return await serve(port)
    return await serve(0)


def make_private(directory: Path) -> str:
    """Makes a directory that only its owner can enter; what is wrong with one that was there.

    Raises CannotHost, also where others could put files of theirs in the place of the host's.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        mode = stat.S_IMODE(directory.stat().st_mode) if os.name == "posix" else 0
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotHost(f"cannot keep games in {directory}: {reason}") from None
    if mode & 0o022:
        raise CannotHost(f"others can write in {directory} (mode {mode:04o}): chmod 700 it first")
    if mode & 0o055:
        return f"Others can look into {directory}, though not read its files: chmod 700 it."
    return ""


def _last_bundle(directory: Path) -> bytes | None:
    try:
        return (directory / BUNDLE).read_bytes()
    except OSError:
        return None
