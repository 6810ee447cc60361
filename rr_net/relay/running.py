"""A relay as a process: its folder, its configuration, its log, its figures, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, NamedTuple

import asyncssh
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from rr_net.clocks import LoopClock
from rr_net.figures import CannotTell, Figure, figures_told, gauge, total
from rr_net.relay.book import SqliteBook
from rr_net.relay.directory import LEASE, Member, RelaysDiffer, SharedDirectory
from rr_net.relay.hub import Relay, RelayConnection
from rr_net.relay.peers import Peers
from rr_net.relay.postgres import HAS_DRIVER, NO_DRIVER, PostgresStore
from rr_net.relay.rules import CannotKeep, Originators, RelayLimits, Switchboard
from rr_net.relay.server import listen
from rr_net.relay.verbs import FINGERPRINT
from rr_net.safetext import clean
from rr_net.service import watched
from rr_net.ssh import PrintableFormatter, fingerprint_of, load_host_key
from rr_rules import __version__

log = logging.getLogger(__name__)

KEY, CONFIG = "relay_key", "relay.toml"
LARGEST = 65_536
DRAINING_SECONDS = 60.0
SWEPT_DAILY = 6 * 3600.0
NOTICE = (
    "This relay passes on sealed lines to card tables, and nothing else. It sees who comes, when "
    "and how much, not what."
)
Say = Callable[[str], object]
Fingerprint43 = Annotated[str, StringConstraints(pattern=f"^{FINGERPRINT.pattern}$")]


class RelayConfig(BaseModel):
    """The settings of `relay.toml` in the relay's folder; all of them may be left out."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    admins: Annotated[tuple[Fingerprint43, ...], Field(max_length=32, strict=False)] = ()
    """Fingerprints of the keys that may come as runes-admin."""
    notice: Annotated[str, StringConstraints(max_length=1000)] = NOTICE
    """What everybody reads before coming in; "" for nothing."""
    log_addresses: bool = False
    """Whether the log names the addresses that people come from."""
    limits: dict[str, Annotated[float, Field(gt=0, le=1e9, strict=False)]] = Field(
        default_factory=dict
    )
    """Other bounds than usual, by the names of `RelayLimits`."""

    def bounds(self) -> RelayLimits:
        """The bounds with those that are said here. Raises CannotKeep."""
        kinds = {each.name: each.type for each in fields(RelayLimits)}
        if unknown := self.limits.keys() - kinds.keys():
            raise CannotKeep(f"{CONFIG}: there is no limit called {min(unknown)[:64]}")
        for name, value in self.limits.items():
            if kinds[name] == "int" and value != int(value):
                raise CannotKeep(f"{CONFIG}: limits.{name}: expected a whole number, got {value:g}")
        said = {name: int(value) if kinds[name] == "int" else value
                for name, value in self.limits.items()}  # fmt: skip
        return replace(RelayLimits(), **said)  # type: ignore[arg-type]


def read_relay_config(folder: Path) -> RelayConfig:
    """The settings of a relay's folder. Raises CannotKeep."""
    path = folder / CONFIG
    try:
        content = path.read_bytes()[: LARGEST + 1]
    except FileNotFoundError:
        return RelayConfig()
    except OSError as error:
        raise CannotKeep(f"cannot read {path}: {error.strerror}") from None
    if len(content) > LARGEST:
        raise CannotKeep(f"{path} is too large: expected at most {LARGEST} bytes")
    try:
        return RelayConfig.model_validate(tomllib.loads(content.decode()))
    except UnicodeDecodeError as error:
        raise CannotKeep(f"{path} is not UTF-8 at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise CannotKeep(f"{path} is no TOML: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part)[:64] for part in first["loc"])
        raise CannotKeep(f"{path}: {where}: {first['msg']}") from None


class EventLog:
    """A line of JSON for each thing that happens, without addresses unless they are wanted."""

    def __init__(self, write: Say) -> None:
        self.names_addresses = False
        self._write = write

    def note(self, event: str, about: dict[str, object]) -> None:
        """Writes one line."""
        told = {name: value for name, value in about.items()
                if name != "source" or self.names_addresses}  # fmt: skip
        kept = {name: clean(value, 80) if isinstance(value, str) else value
                for name, value in told.items()}  # fmt: skip
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._write(json.dumps({"at": at, "event": event} | kept))


@dataclass(frozen=True, slots=True)
class RelayPlan:
    """What the command line asks for."""

    folder: Path
    address: str
    port: int
    metrics: tuple[str, int] | None = None
    draining_seconds: float = DRAINING_SECONDS
    directory: str = ""
    """The database that other relays share with this one, "" for none."""
    reached_at: str = ""
    """Where those others reach this one."""
    lease: float = LEASE


class Draining(NamedTuple):
    """Who is at a relay that ends, and how long it waits for them."""

    tables: int
    guests: int
    lines: int
    """Connections, those of hosts and of guests."""
    seconds: float
    """How long it waits at most."""


class RunningRelay:
    """One relay that listens, and what signals do to it."""

    def __init__(
        self, plan: RelayPlan, write: Say, drains: Callable[[Draining], object] = lambda _: None
    ) -> None:
        """Opens the folder; `drains` hears that it ends. Raises CannotKeep or BadHostKey."""
        self.plan = plan
        self._drains = drains
        try:
            plan.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise CannotKeep(f"cannot keep names in {plan.folder}: {error.strerror}") from None
        config = read_relay_config(plan.folder)
        self.book = SqliteBook(plan.folder)
        self.key = load_host_key(plan.folder / KEY)
        self.log = EventLog(write)
        self.ending = asyncio.Event()
        self.at_once = asyncio.Event()
        clock = LoopClock()
        board = Switchboard[RelayConnection](config.bounds(), self.book, clock, today)
        originators = Originators(lambda: secrets.token_bytes(32), today)
        self.relay = Relay(board, originators, clock, self.log.note, self.ending.set)
        self.directory = self._shared(clock) if plan.directory else None
        self._configure(config)

    def _shared(self, clock: LoopClock) -> SharedDirectory:
        """The directory of several relays, of which this is one."""
        if not HAS_DRIVER:
            raise CannotKeep(NO_DRIVER)
        plan, member = self.plan, Member(self.plan.reached_at, fingerprint_of(self.key))
        store, wanted = PostgresStore(plan.directory), self.relay.wanted
        directory = SharedDirectory(store, member, clock, self.log.note, wanted, plan.lease)
        self.relay.share(directory, Peers(self.key))
        return directory

    def reread(self) -> None:
        """Reads the configuration again; a mistake in it changes nothing."""
        try:
            config = read_relay_config(self.plan.folder)
            self.relay.change_limits(config.bounds())
        except CannotKeep as error:
            self.log.note("config_refused", {"why": str(error)})
            return
        self._configure(config)
        self.log.note("config_read", {})

    def _configure(self, config: RelayConfig) -> None:
        lines = (clean(line) for line in config.notice.splitlines())
        self.relay.notice = "".join(f"{line}\r\n" for line in lines)
        self.relay.admins = frozenset(config.admins)
        self.log.names_addresses = config.log_addresses

    def end(self) -> None:
        """Drains, and ends at once when it is asked twice."""
        (self.at_once if self.ending.is_set() else self.ending).set()

    async def run(self, say: Say) -> None:
        """Serves until it is asked to end, and drains. Raises CannotListen or CannotKeep."""
        acceptor = await listen(self.relay, self.plan.address, self.plan.port, self.key)
        beside = [asyncio.create_task(self._forget())]
        try:
            if self.directory is not None:
                await self.directory.start()
                beside.append(asyncio.create_task(self.directory.run()))
            say(self.first_line(acceptor))
            async with watched():
                await self.ending.wait()
                acceptor.close()
                draining = self._draining()
                self.log.note("draining", draining._asdict())
                self._drains(draining)
                self.relay.drain()
                await self._drained()
        except RelaysDiffer as error:
            raise CannotKeep(str(error)) from None
        finally:
            acceptor.close()
            await self.relay.close()
            await self._end(beside)
        self.log.note("closed", {})

    async def _end(self, beside: list[asyncio.Task[None]]) -> None:
        """Gives the names back, and closes the files."""
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        if self.directory is not None:
            await self.directory.close()
        self.book.close()

    def _draining(self) -> Draining:
        board, lines = self.relay.board, len(self.relay.lines)
        return Draining(len(board), board.guests, lines, self.plan.draining_seconds)

    async def _drained(self) -> None:
        """Waits until everybody has gone, or long enough."""
        self.relay.is_empty.clear()
        if not self.relay.lines:
            return
        waits = [asyncio.ensure_future(each.wait()) for each in (self.relay.is_empty, self.at_once)]
        await asyncio.wait(
            waits, timeout=self.plan.draining_seconds, return_when=asyncio.FIRST_COMPLETED
        )
        for wait in waits:
            wait.cancel()

    async def _forget(self) -> None:
        """Forgets friendly names that have not come for too long."""
        while True:
            with contextlib.suppress(CannotKeep):
                self.relay.board.forget_lapsed()
            await asyncio.sleep(SWEPT_DAILY)

    def first_line(self, acceptor: asyncssh.SSHAcceptor) -> str:
        """What a program reads that has started the relay: one JSON object."""
        address, port = acceptor.get_addresses()[0][:2]
        return json.dumps({"runes": __version__, "address": address, "port": port,
                           "fingerprint": fingerprint_of(self.key)})  # fmt: skip


def today() -> int:
    """Seconds since 1970."""
    return int(time.time())


async def serve_relay(
    plan: RelayPlan, say: Say, drains: Callable[[Draining], object] = lambda _: None
) -> None:
    """Runs a relay until a signal ends it; `drains` hears of the first one.

    Raises CannotKeep or an error of the ssh side.
    """
    os.umask(0o077)
    with logged_to_stderr() as write:
        running = RunningRelay(plan, write, drains)
        try:
            with (
                signals(running),
                figures_told(lambda: figures_of_relay(running.relay), plan.metrics),
            ):
                await running.run(say)
        except CannotTell as error:
            raise CannotKeep(str(error)) from None


STDIN = 0


@contextlib.contextmanager
def signals(running: RunningRelay) -> Iterator[None]:
    """SIGHUP rereads, or drains where it says that the relay's terminal was closed.

    SIGTERM and SIGINT drain.
    """
    loop, had_terminal = asyncio.get_running_loop(), os.isatty(STDIN)

    def hang_up() -> None:
        # A terminal that was closed is none any more.
        (running.end if had_terminal and not os.isatty(STDIN) else running.reread)()

    acts = {signal.SIGHUP: hang_up, signal.SIGTERM: running.end, signal.SIGINT: running.end}
    for number, act in acts.items():
        loop.add_signal_handler(number, act)
    try:
        yield
    finally:
        for number in acts:
            loop.remove_signal_handler(number)


@contextlib.contextmanager
def logged_to_stderr() -> Iterator[Say]:
    """Events as lines of JSON, and warnings of everything beneath as text; gives what writes."""
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(PrintableFormatter("%(levelname)s %(name)s: %(message)s"))
    stream.setLevel(logging.WARNING)
    root = logging.getLogger()
    root.addHandler(stream)
    try:
        yield _written_or_lost
    finally:
        root.removeHandler(stream)


def _written_or_lost(line: str) -> None:
    # A log that cannot be written, on a disk that is full for instance, ends nobody's connection.
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{line}\n")


def figures_of_relay(relay: Relay) -> Iterator[Figure]:
    """What a relay has counted."""
    board, gate = relay.board, relay.gate
    yield gauge("runes_relay_tables", "Names that are here now.", len(board))
    yield gauge("runes_relay_guests", "Guests at all tables now.", board.guests)
    yield gauge("runes_relay_connections", "Connections that are in.", gate.inside)
    yield gauge("runes_relay_waiting", "Connections that are not in yet.", gate.waiting)
    held = relay.directory.held if isinstance(relay.directory, SharedDirectory) else len(board)
    about = "Names that are held here, where several relays share them."
    yield gauge("runes_relay_held", about, held)
    is_draining = int(board.is_draining)
    yield gauge("runes_relay_draining", "Whether it takes nobody any more.", is_draining)
    yield total("runes_relay_guests_taken", "Guests in all.", board.taken)
    yield Figure("runes_relay_refused", "What was refused.", dict(board.refused), "kind", True)
    yield Figure("runes_relay_bytes", "Bytes passed on.", dict(board.carried), "way", True)
