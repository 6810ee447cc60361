"""Serving a table from the command line: signals, the log, and the host's own terminal."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import NamedTuple

from rr_net.figures import CannotTell, Figure, figures_told, gauge, total
from rr_net.host.descriptors import memory_mb, open_files, within
from rr_net.host.interfaces import FramesDrawn, Interfaces
from rr_net.host.places import config_file
from rr_net.host.process import (
    PLAIN_LOG,
    CannotHost,
    Games,
    HostPlan,
    HostProcess,
    LogForm,
    make_private,
    open_house,
)
from rr_net.link import (
    NOBODY_COMES,
    ONLY_HERE,
    Enter,
    FromRoom,
    Lobby,
    Receive,
    Sit,
    Start,
    TableLink,
    Welcome,
)
from rr_net.link.command import own_command
from rr_net.service import watched
from rr_net.ssh import PrintableFormatter, invite_lines, is_here, key_words, reachable_addresses
from rr_net.ssh.server import printable
from rr_rules import __version__

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

LOG = "host.log"
LOG_BYTES, LOGS_KEPT = 1_000_000, 3
PATIENCE = 5.0
ELSEWHERE = (
    "You sit at your table in another window now. This one keeps the table open, and shows it "
    "again when that window leaves it. Ctrl+C closes the table."
)
OPENED_WIDER = (
    "{here} For friends elsewhere close the table and open it with {runes} host --via RELAY, or in "
    "the same network with --listen 0.0.0.0. {runes} host --front asks where instead, and has "
    "'Go on with friends' for a game that is kept."
)
NO_HOST = (
    "Whoever comes is let in here, and no key is the host's: nobody can send anybody away. Name "
    'your own key in {config}: hosts = ["SHA256:..."]; ssh-keygen -lf FILE.pub shows what to write.'
)
IN_WORDS = "This table's key in four words: {}"
STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

Say = Callable[[str], object]


class OwnCalled(NamedTuple):
    """What whoever sits at the own terminal is called."""

    name: str
    is_chosen: bool = False
    """Whether that was chosen: then it counts before what the journal remembers."""


class Speaker:
    """Says lines on the normal screen; while something else must come first they are kept."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._kept: list[str] | None = None

    def tell(self, line: str) -> None:
        """Says a line now, or when it may."""
        log.info("%s", line)
        if self._kept is None:
            self._say(line)
        else:
            self._kept.append(line)

    def show(self, line: str) -> None:
        """Says a line that is for the host's eyes alone: an invite code has no place in a log."""
        self._say(line)

    def keep(self) -> None:
        """Keeps lines from now on."""
        self._kept = self._kept or []

    def say_kept(self) -> None:
        """Says what was kept, and everything that follows at once."""
        kept, self._kept = self._kept or [], None
        for line in kept:
            self._say(line)


async def serve(
    plan: HostPlan,
    interfaces: Interfaces,
    games: Games,
    say: Say,
    *,
    headless: bool,
    called: OwnCalled,
) -> int:
    """Hosts a table until a signal comes, or until the host leaves the own terminal."""
    _keep_to_ourselves()
    make_private(plan.data)
    with logged_to(plan.data / LOG, plan.log):
        plan = replace(plan, limits=within(plan.limits, open_files()))
        speaker = Speaker(say)
        # The first line of a headless host is for a program to read.
        speaker.keep()
        # At the own terminal the table itself says which code counts now.
        show = speaker.show if headless else bool
        async with open_house(plan, interfaces, games, speaker.tell, show) as house:
            with stopping() as stop, told_figures(house, interfaces):
                if headless:
                    say(first_line(house))
                    async with watched():
                        await _serve_headless(house, speaker, stop)
                    return 0
                return await _serve_here(house, interfaces, speaker, stop, called)


@contextlib.contextmanager
def told_figures(house: HostProcess, interfaces: Interfaces) -> Iterator[int]:
    """Tells how the host is for as long as the block lasts; gives the port. Raises CannotHost.

    They are asked for in another thread, and read in that of the table, which alone changes it.
    """
    loop = asyncio.get_running_loop()

    async def count() -> list[Figure]:
        return list(figures_of_host(house, interfaces.drawn()))

    def ask() -> list[Figure]:
        try:
            return asyncio.run_coroutine_threadsafe(count(), loop).result(PATIENCE)
        except (TimeoutError, RuntimeError):
            return []

    try:
        with figures_told(ask, house.plan.metrics) as port:
            yield port
    except CannotTell as error:
        raise CannotHost(str(error)) from None


def figures_of_host(house: HostProcess, drawn: FramesDrawn) -> Iterator[Figure]:
    """How a host is, in numbers: nothing of a card, and nobody's name."""
    table, gate = house.room.figures(), house.listener.gate
    yield gauge("runes_host_people", "People with an open line.", _number(table["people"]))
    yield gauge("runes_host_connections", "Connections that are in.", gate.inside)
    yield gauge("runes_host_waiting", "Connections that are not in yet.", gate.waiting)
    yield gauge("runes_host_sessions", "Open sessions.", house.listener.sessions)
    yield Figure("runes_host_phase", "What the table does.", {str(table["phase"]): 1.0}, "phase")
    yield gauge("runes_host_turn", "The turn of the game.", _number(table["turn"]))
    yield gauge("runes_host_jobs_waiting", "What is done beside.", _number(table["waiting"]))
    yield total("runes_host_games", "Games dealt by this process.", house.journal.games)
    yield total("runes_host_frames", "Frames on all screens.", drawn.frames)
    yield total("runes_host_keys", "Keys that a frame followed within a second.", drawn.keys)
    yield total("runes_host_key_seconds", "Seconds from them to that.", drawn.key_seconds)
    yield total("runes_host_journal_jobs", "What was asked of the journal.", house.journal.jobs)
    yield total("runes_host_journal_seconds", "Seconds that it took.", house.journal.seconds)
    yield gauge("runes_host_memory_bytes", "Memory in use.", memory_mb() * 1e6)


def _number(value: object) -> float:
    return float(str(value))


async def _serve_headless(house: HostProcess, speaker: Speaker, stop: asyncio.Task[object]) -> None:
    speaker.say_kept()
    for line in (*invitation(house), *code_lines(house.code)):
        speaker.show(line)
    for line in unled(house.plan):
        speaker.tell(line)
    if not house.plan.resume and house.plan.table.bots == house.plan.table.seats:
        house.room.start()
    await house.wait(stop)


async def _serve_here(
    house: HostProcess,
    interfaces: Interfaces,
    speaker: Speaker,
    stop: asyncio.Task[object],
    called: OwnCalled,
) -> int:
    speaker.say_kept()
    # What is about the record has its page in the interface: here it is for the log file alone.
    speaker.keep()
    code = house.code
    for line in (*invitation(house), *code_lines(code)):
        speaker.show(line)
    is_settled = house.plan.resume
    while True:
        link = OwnPlace(
            house.host.own_link(called.name), house.plan, ways_now(house), is_settled=is_settled,
            key=house.listener.fingerprint, name=called.name if called.is_chosen else "",
        )  # fmt: skip
        shown = asyncio.ensure_future(interfaces.here(link, check=house.check_again))
        with kept_up_to_date(link, house):
            status = await _sit(house, shown, stop)
        if status is not None:
            for line in _lead_nowhere(code, house.code):
                speaker.show(line)
            return status
        speaker.show(ELSEWHERE)
        back = asyncio.ensure_future(house.host.back_here())
        try:
            await house.wait(stop, back)
        finally:
            back.cancel()
        is_settled = True


async def _sit(
    house: HostProcess,
    interface: asyncio.Task[int],
    stop: asyncio.Task[object],
) -> int | None:
    """The host at the own terminal, until the table is closed; None for gone to another window."""
    is_elsewhere = False
    try:
        await house.wait(stop, interface)
        is_elsewhere = house.host.is_elsewhere and not stop.done()
    finally:
        if not is_elsewhere:
            house.room.close()
        # The room's goodbye ends the interface, which then leaves a clean screen behind.
        status = await ended(interface)
    return None if is_elsewhere else status


async def ended(interface: asyncio.Task[int]) -> int:
    """The exit status of an interface that has been told to leave; one that stays is cancelled."""
    done, _ = await asyncio.wait((interface,), timeout=PATIENCE)
    if not done:
        interface.cancel()
        await asyncio.wait((interface,))
    return 1 if interface.cancelled() else interface.result()


def first_line(house: HostProcess) -> str:
    """What a program reads that has started the host: one JSON object."""
    address, port = next(iter(house.listener.addresses), ("", 0))
    ways: dict[str, object] = {}
    if house.ways:
        ways["table"] = house.ways[0].table.name
        ways["via"] = [str(way.place) for way in house.ways]
    return json.dumps(
        {
            "runes": __version__,
            "address": address,
            "port": port,
            "fingerprint": house.listener.fingerprint,
        }
        | ways
    )


def invitation(house: HostProcess) -> list[str]:
    """What to send to friends, but for the code, which may change."""
    through = [line for way in house.ways for line in way.invitation()]
    if not house.listener.addresses:
        return through
    # Where it listens, not what it was told: a name may stand for any address.
    listening = [address for address, port in house.listener.addresses if port == house.port]
    addresses = dict.fromkeys(a for each in listening for a in reachable_addresses(each))
    lines = [*through, *invite_lines(addresses, house.port, house.listener.fingerprint)]
    return lines if through or not all(map(is_here, addresses)) else [*lines, _opened_wider()]


def ways_now(house: HostProcess) -> list[str]:
    """The same, behind what is to be said of relays that do not lead to the table now."""
    return [*filter(None, (way.silence for way in house.ways)), *invitation(house)]


@contextlib.contextmanager
def kept_up_to_date(place: OwnPlace, house: HostProcess) -> Iterator[None]:
    """Has the host's own place hear of each relay that comes or goes while the block lasts."""
    for way in house.ways:
        way.changed = lambda: place.name_ways(ways_now(house))
    try:
        yield
    finally:
        for way in house.ways:
            way.changed = bool


def _opened_wider() -> str:
    return OPENED_WIDER.format(here=ONLY_HERE, runes=own_command())


NOWHERE = "The table is closed: until it is opened again the lines above lead nowhere."
OTHER_CODE = "Its invite code has changed meanwhile, and is {} now."


def _lead_nowhere(before: str, code: str) -> list[str]:
    """What to say below the lines that were told when the table was opened."""
    return [NOWHERE, *([OTHER_CODE.format(code)] if code and code != before else [])]


def unled(plan: HostPlan) -> list[str]:
    """What whoever starts a table for strangers is told that nobody can lead."""
    is_for_all = plan.is_public or plan.table.welcomes
    return [NO_HOST.format(config=config_file())] if is_for_all and not plan.hosts else []


def code_lines(code: str) -> list[str]:
    """The line with the invite code that counts now, where there is one."""
    return [f"The table asks for this invite code: {code}"] if code else []


class OwnPlace:
    """The host's own link: takes a seat, deals when only bots are missing, names the ways in."""

    def __init__(
        self, link: TableLink, plan: HostPlan, lines: list[str], *, is_settled: bool, key: str = "",
        name: str = "",
    ) -> None:  # fmt: skip
        """The `lines` are for friends; `key` is the fingerprint of the table's key.

        `name` is what the host has chosen to be called, "" for nothing chosen.
        """
        self._name = name
        self._called = ""
        self._link = link
        self._plan = plan
        self._lines = lines
        self._receive: Callable[[FromRoom], object] = bool
        self._lobby: Lobby | None = None
        self._is_settled = is_settled
        self._words = (IN_WORDS.format(key_words(key)),) if key else ()
        self.send = link.send
        self.close = link.close
        self.replay = link.replay
        self.past = link.past

    def attach(self, receive: Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""
        self._receive = receive

        def settled(message: FromRoom) -> None:
            receive(self._with_invitation(message))
            if isinstance(message, Welcome):
                self._called = message.name
                if not self._is_settled:
                    self._is_settled = True
                    self._say_name()
                    self._settle()
            if isinstance(message, Lobby) and message.phase != "playing":
                self._say_name()

        self._link.attach(settled)

    def name_ways(self, lines: list[str]) -> None:
        """Names other ways in from now on: a relay has come, or is gone."""
        if lines != self._lines:
            self._lines = lines
            if self._lobby is not None:
                self._receive(self._with_invitation(self._lobby))

    def _say_name(self) -> None:
        """Says once what the host has chosen to be called: players keep their names in a game."""
        name, self._name = self._name, ""
        if name and name != self._called:
            self.send(Enter(name=name))

    def _settle(self) -> None:
        table = self._plan.table
        free = table.seats - table.bots
        if table.options.get("host_seat") != "dealer_only" and free:
            self.send(Sit(seat=0))
            free -= 1
        if not free:
            self.send(Start())

    def _with_invitation(self, message: FromRoom) -> FromRoom:
        if isinstance(message, Lobby):
            self._lobby = message
            # In a narrow window what comes first is read at once: what leads nowhere now, and the
            # words that friends are asked to compare.
            silent = [line for line in self._lines if line.endswith(NOBODY_COMES)]
            lines = (*silent, *self._words, *self._lines[len(silent) :],
                     *code_lines(message.invite))  # fmt: skip
            return message.model_copy(update={"notes": (*lines, *message.notes)})
        return message


@contextlib.contextmanager
def stopping() -> Iterator[asyncio.Task[object]]:
    """A task that is done when the process is asked to end."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    task: asyncio.Task[object] = asyncio.ensure_future(asked.wait())
    for number in STOPPING:
        loop.add_signal_handler(number, asked.set)
    try:
        yield task
    finally:
        for number in STOPPING:
            loop.remove_signal_handler(number)
        task.cancel()


class JsonFormatter(logging.Formatter):
    """A JSON object a line, for programs that gather logs."""

    def format(self, record: logging.LogRecord) -> str:
        """The record, with its words escaped as JSON does it."""
        said = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": printable(record.getMessage()),
        }
        if record.exc_info:
            said["fault"] = printable(self.formatException(record.exc_info))
        return json.dumps(said)


@contextlib.contextmanager
def logged_to(path: Path, form: LogForm = PLAIN_LOG) -> Iterator[None]:
    """Everything that is logged goes to a file of the owner's, and nowhere else."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        file = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=LOGS_KEPT)
    except OSError as error:
        raise CannotHost(f"cannot write {path}: {error.strerror}") from None
    words = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    file.setFormatter(JsonFormatter() if form.is_json else PrintableFormatter(words))
    root = logging.getLogger()
    before = root.level
    root.addHandler(file)
    root.setLevel(form.level.upper())
    try:
        yield
    finally:
        root.removeHandler(file)
        root.setLevel(before)
        file.close()


def _keep_to_ourselves() -> None:
    """No file of this process is for others, and no memory of it lands on the disk."""
    os.umask(0o077)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
