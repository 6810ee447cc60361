"""Joining a table as `runes join` does: a home of one's own, a bad line, a real host."""

import asyncio
import contextlib
import os
from dataclasses import replace

import asyncssh

from rr_net import link
from rr_net.bots.thinkers import AtOnce
from rr_net.client.address import Hop, TableAddress
from rr_net.client.dial import Dial
from rr_net.client.notes import NoteShelf
from rr_net.client.remote import RemoteTable
from rr_net.client.signer import SigningMeans
from rr_net.client.whole.bundles import checked
from rr_net.clocks import LoopClock
from rr_net.fairness.base.levels import WORK
from rr_net.host.process import Games, HostPlan, open_house
from rr_net.local.tutorial import Learning
from rr_net.room.lobby import TablePlan
from rr_rules.bots.base import RandomBot
from rr_rules.registry import load_game
from tests.support.e2e.sshclient import eventually
from tests.support.tasks import beside

PATIENCE = 20.0
HOSTS_LUCK = (
    "Checked on your machine: played as dealt, but the host alone chose the luck: nobody else gave "
    "to it."
)
"""What a client says of a game whose luck nobody but the host had a hand in."""
PIECE = 65536


class OwnHome:
    """The home of somebody who joins: keys and known hosts of their own."""

    def __init__(self, folder, patch):
        self.ssh = folder / ".ssh"
        self.ssh.mkdir(parents=True, mode=0o700)
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.key.write_private_key(self.ssh / "id_ed25519")
        patch.setenv("HOME", str(folder))
        patch.setenv("USER", "ann")
        patch.setenv("LOGNAME", "ann")
        patch.delenv("SSH_AUTH_SOCK", raising=False)

    @property
    def known_hosts(self):
        path = self.ssh / "known_hosts"
        return path.read_text() if path.exists() else ""

    def knows(self, *lines):
        (self.ssh / "known_hosts").write_text("\n".join([*lines, ""]))

    def configures(self, text):
        (self.ssh / "config").write_text(text)


def key_line(host, port, key):
    """A line of known hosts."""
    return f"[{host}]:{port} {key.export_public_key().decode().strip()}"


class Asked:
    """Somebody who is asked about new keys."""

    def __init__(self, answer=True):
        self.answer = answer
        self.questions = []

    async def __call__(self, met):
        self.questions.append(tuple(met))
        return self.answer


def dial(port, ask=None, *, name="ann", relays=(), host="127.0.0.1"):
    address = TableAddress(Hop(host, port, name), relays)
    return Dial(address, "ann", ask or Asked())


class BadLine:
    """A proxy that can be slow, can cut what goes through it, and can refuse what comes."""

    def __init__(self, port):
        self.to = port
        self.delay = 0.0
        self.stands_until = 0.0
        self.is_open = True
        self.opened = 0
        self.carried = 0
        self._pairs = set()

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *failure):
        self._server.close()
        self.cut()
        await eventually(lambda: not self._pairs, PATIENCE)

    def cut(self):
        """Both ends find that the line is gone."""
        for writers in tuple(self._pairs):
            for writer in writers:
                writer.transport.abort()

    def stall(self, seconds):
        """Nothing comes through for so long; then all of it does."""
        self.stands_until = asyncio.get_running_loop().time() + seconds

    def hang_up_here(self):
        """Only who has come through it finds that the line is gone."""
        for writer, _ in tuple(self._pairs):
            writer.transport.abort()

    async def _come(self, reader, writer):
        if not self.is_open:
            writer.transport.abort()
            return
        self.opened += 1
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, far_writer)
        self._pairs.add(pair)
        try:
            async with beside(self._one_way(reader, far_writer)):
                await self._one_way(far_reader, writer)
        finally:
            self._pairs.discard(pair)
            for each in pair:
                each.transport.abort()

    async def _one_way(self, reader, writer):
        waiting = asyncio.Queue()
        async with beside(self._deliver(waiting, writer)):
            with contextlib.suppress(OSError):
                while content := await reader.read(PIECE):
                    due = asyncio.get_running_loop().time() + self.delay
                    waiting.put_nowait((due, content))
            waiting.put_nowait((0, b""))

    async def _deliver(self, waiting, writer):
        while True:
            due, content = await waiting.get()
            with contextlib.suppress(TimeoutError):
                due = max(due, self.stands_until)
                if due > asyncio.get_running_loop().time():
                    async with asyncio.timeout_at(due):
                        await asyncio.Event().wait()
            if not content:
                writer.transport.abort()
                return
            self.carried += len(content)
            with contextlib.suppress(OSError):
                writer.write(content)
                await writer.drain()


class Calm:
    """Interfaces of a host whom nobody sits at."""

    learning = staticmethod(Learning)

    async def keep_calm(self):
        pass


def random_bot(kind, rules, stream, settings):
    return RandomBot(stream)


def plan(folder, **table):
    """A table on loopback that whoever comes is let in to, unless `table` says otherwise."""
    usual = {"name": "Maple Court", "game": "rune", "seats": 2, "is_open": True,
             "fairness": "solo", "pace": 0.0}  # fmt: skip
    return HostPlan(TablePlan(**usual | table), folder, port=0)


@contextlib.asynccontextmanager
async def hosting(plan, *, resume=False, tell=bool):
    """A real host in this process."""
    games = Games(load_game, random_bot, AtOnce)
    async with open_house(replace(plan, resume=resume), Calm(), games, tell) as house:
        yield house


class Kept:
    """Settings, kept in memory."""

    def __init__(self, settings=""):
        self.settings = settings
        self.evidence = self.record = self.kept = b""
        self.games, self.accused = [], []
        """Of which games records were kept, and of which what is wrong with them, in turn."""

    def read(self):
        return self.settings

    def keep(self, settings):
        self.settings = settings

    folder = "/home/ann/runes"

    def keep_record(self, game, content):
        self.kept = content
        self.games.append(game)

    def keep_evidence(self, game, content, *, is_record=False):
        self.accused.append(game)
        if is_record:
            self.record = content
        else:
            self.evidence = content


class Guest:
    """Somebody at a remote table, without a screen."""

    def __init__(self, remote):
        self.remote = remote
        self.told = []
        self._heard = asyncio.Event()
        remote.watch(self._heard.set)
        self.states = []
        remote.watch(lambda: self.states.append(remote.state))

    def sits_down(self):
        self.remote.attach(self._hear)

    def _hear(self, message):
        self.told.append(message)
        self._heard.set()

    def all(self, kind):
        return [each for each in self.told if isinstance(each, kind)]

    def last(self, kind):
        return next((each for each in reversed(self.told) if isinstance(each, kind)), None)

    async def hears(self, is_so, patience=PATIENCE):
        """Waits until `is_so()`, looked at after each message and each change of the line."""
        async with asyncio.timeout(patience):
            while not is_so():
                self._heard.clear()
                await self._heard.wait()

    async def hears_of(self, kind, is_it=lambda message: True):
        """The next message of a kind that is the wanted one."""
        count = len(self.told)
        found = []

        def is_there():
            found[:] = [m for m in self.told[count:] if isinstance(m, kind) and is_it(m)]
            return bool(found)

        await self.hears(is_there)
        return found[0]

    def answers(self, at=0):
        """Gives the first option of the open question, or another one."""
        pending = self.last(link.Pending)
        self.remote.send(link.Give(number=pending.number, option=pending.ask.options[at].option))


def signing(way, folder=None, *, signs=True):
    """What a client signs with, and where it keeps its notes."""
    return SigningMeans(NoteShelf(folder), way.sign if signs else None, lambda: "2026-11-23")


async def proved_here(job, source):
    """A whole record is checked without a process of its own, which costs half a second."""
    return await asyncio.to_thread(checked, job, source)


@contextlib.asynccontextmanager
async def joined(
    port, *, pauses=(0.0,), settings=None, name="ann", folder=None, signs=False, floors=WORK,
    prove=proved_here, way_back="", records=None,
):  # fmt: skip
    """Somebody who has joined by the way of `runes join`; the line is open."""
    way = dial(port, name=name)
    means, settings = signing(way, folder, signs=signs), settings or Kept()
    remote = RemoteTable(
        await way.open(), way.open, LoopClock(), settings, pauses, floors, means, prove
    )
    remote.way_back, remote.records = way_back, records
    guest = Guest(remote)
    guest.shelf, guest.settings = means.shelf, settings
    async with beside(remote.run()):
        guest.sits_down()
        try:
            yield guest
        finally:
            remote.close()


class OpenToAll(asyncssh.SSHServer):
    """Lets everybody in by any key."""

    def begin_auth(self, username):
        return True

    def validate_public_key(self, username, key):
        return True

    def public_key_auth_supported(self):
        return True


class OpenRelay(OpenToAll):
    """Lets everybody through as well."""

    def connection_requested(self, *where):
        return True


@contextlib.asynccontextmanager
async def relaying(key):
    """An ssh server that lets everybody in and through, and nothing else."""
    relay = await asyncssh.listen("127.0.0.1", 0, server_factory=OpenRelay, server_host_keys=key)
    try:
        yield relay.sockets[0].getsockname()[1]
    finally:
        relay.close()
        await relay.wait_closed()


def has_agent():
    return bool(os.environ.get("SSH_AUTH_SOCK"))
