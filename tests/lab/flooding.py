"""Floods: a host's memory under one guest's keys, and how a player gets in beside a crowd.

    python -m tests.lab.flooding memory --boards 50 --seconds 600
    python -m tests.lab.flooding crowd --addresses 64 --seconds 60
    python -m tests.lab.flooding crowd --addresses 64 --loopback     # all behind one forwarded line

The crowd has addresses of its own, in a network namespace that is made for it. A third of it says
nothing, a third says its version, a third comes with new keys. Each prints one line of JSON.
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import asyncssh

from tests.lab.host.load import House, Load, open_house
from tests.lab.host.terminals import RIGHT, new_key
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import JsonPlayer

KEYS_A_SECOND = 2000
AT_ONCE = 100
QUIET_SECONDS = 20.0
CODE = "plum-tree"
HOST = "10.66.1.1"
INSIDE = "RUNES_LAB_INSIDE"
HELD = 5.0
"""Seconds for which one of a crowd holds its line."""
PAUSE = 0.05
COMES = 12
"""How often the player comes, before the crowd and beside it."""


# --- memory ------------------------------------------------------------------------------


async def memory(boards, seconds):
    """One guest floods, 49 look on: megabytes in the quiet, and the most afterwards."""
    async with open_house(Load(boards)) as house:
        await house.fill(boards)
        quiet = await watched(house, QUIET_SECONDS)
        flood = asyncio.create_task(keys(house, house.guests[0]))
        flooded = await watched(house, seconds)
        flood.cancel()
        sent = await asyncio.gather(flood, return_exceptions=True)
        assert not isinstance(sent[0], Exception) or isinstance(sent[0], asyncio.CancelledError)
        base, most = statistics.median(quiet), max(flooded)
        return {
            "boards": boards, "seconds": seconds, "load": os.getloadavg()[0],
            "quiet_mb": round(base), "most_mb": round(most), "last_mb": round(flooded[-1]),
            "ratio": round(most / base, 3), "hung_up": house.guests[0].terminal.over.is_set(),
        }  # fmt: skip


async def watched(house: House, seconds):
    """The memory, once a second."""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        found.append((await house.host.ask("cost"))["rss"])
        await asyncio.sleep(1)
    return found


async def keys(house: House, guest):
    """Presses as many as it may, for ever; whoever is hung up on comes again."""
    while True:
        guest.terminal.write(RIGHT * AT_ONCE)
        await asyncio.sleep(AT_ONCE / KEYS_A_SECOND)
        if guest.terminal.over.is_set():
            guest = await house.arrive()


# --- a crowd -----------------------------------------------------------------------------


class Crowd:
    """Comes from many addresses, again and again."""

    def __init__(self, host, port, addresses):
        self.host, self.port, self.addresses = host, port, addresses
        self.tried = self.refused = 0

    async def presses(self):
        """All of them, until it is cancelled."""
        ways = (self._silent, self._version, self._key)
        async with asyncio.TaskGroup() as group:
            for number, address in enumerate(self.addresses):
                group.create_task(self._again(ways[number % len(ways)], address))

    async def _again(self, way, address):
        while True:
            self.tried += 1
            began = time.monotonic()
            with contextlib.suppress(OSError, asyncssh.Error, TimeoutError, EOFError):
                async with asyncio.timeout(HELD):
                    await way(address)
            self.refused += time.monotonic() - began < HELD / 2
            await asyncio.sleep(PAUSE)

    async def _silent(self, address, words=b""):
        reader, writer = await asyncio.open_connection(
            self.host, self.port, local_addr=(address, 0)
        )
        try:
            writer.write(words)
            while await reader.read(4096):
                pass
        finally:
            writer.close()

    async def _version(self, address):
        await self._silent(address, b"SSH-2.0-OpenSSH_9.2\r\n")

    async def _key(self, address):
        options = {"known_hosts": None, "config": [], "agent_path": None}
        async with await asyncssh.connect(
            self.host, self.port, username="stranger", client_keys=[new_key()],
            local_addr=(address, 0), **options,
        ) as line:  # fmt: skip
            await line.create_process("json")
            await asyncio.sleep(HELD)


async def crowd(addresses, seconds, host):
    """How long a player needs to come back, in the quiet and beside the crowd."""
    with tempfile.TemporaryDirectory() as folder:
        ann = await SshHome.make(Path(folder) / "ann")
        words = ("--invite", CODE, "--seats", "2", "--listen", host)
        async with HostProcess(Path(folder) / "data", *words) as table:
            async with ann.pipe("ann", table.port, "json", extra=at(host)) as pipe:
                player = JsonPlayer(pipe)
                player.says("hello", code=CODE)
                await player.hears_of("hello", lambda message: message["admitted"])
            quiet = [await comes(ann, table, host) for _ in range(COMES)]
            pressing = Crowd(host, table.port, addresses)
            flood, beside = asyncio.create_task(pressing.presses()), []
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                await asyncio.sleep(seconds / COMES)
                beside.append(await comes(ann, table, host))
            flood.cancel()
            await asyncio.gather(flood, return_exceptions=True)
            await table.stop()
            return {
                "addresses": len(addresses), "load": os.getloadavg()[0],
                "tried": pressing.tried, "ended_early": pressing.refused,
                "quiet_s": told(quiet), "beside_s": told(beside),
                "traceback": "Traceback" in table.log, "errors": table.errors.decode()[-200:],
            }  # fmt: skip


def at(host):
    return ("-o", f"HostName={host}")


async def comes(home, table, host):
    """Seconds from the ssh line to being let in; infinite where that fails."""
    began = time.monotonic()
    try:
        async with home.pipe("ann", table.port, "json", extra=at(host)) as pipe:
            await JsonPlayer(pipe).hears_of("hello", lambda message: message["admitted"])
    except (AssertionError, TimeoutError):
        return float("inf")
    return time.monotonic() - began


def told(times):
    return {"median": round(statistics.median(times), 2), "most": round(max(times), 2)}


def inside(words):
    """The same once more, in a network namespace where it may have any address."""
    os.environ[INSIDE] = "1"
    setting = f'ip link set lo up && ip addr add {HOST}/8 dev lo && exec "$@"'
    command = (sys.executable, "-m", "tests.lab.flooding", *words)
    os.execvp("unshare", ("unshare", "-rn", "sh", "-c", setting, "sh", *command))  # noqa: S606


def main(words=None):
    """Measures one of both, and prints it."""
    words = sys.argv[1:] if words is None else words
    asked = argparse.ArgumentParser(prog="python -m tests.lab.flooding", description=__doc__)
    asked.add_argument("what", choices=("memory", "crowd"))
    asked.add_argument("--boards", type=int, default=50)
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--addresses", type=int, default=64)
    asked.add_argument("--loopback", action="store_true")
    given = asked.parse_args(words)
    if given.what == "memory":
        found = asyncio.run(memory(given.boards, given.seconds))
    elif given.loopback:
        addresses = [f"127.0.2.{number + 1}" for number in range(given.addresses)]
        found = asyncio.run(crowd(addresses, given.seconds, "127.0.0.1"))
    elif INSIDE not in os.environ:
        inside(words)
    else:
        addresses = [f"10.66.2.{number + 1}" for number in range(given.addresses)]
        found = asyncio.run(crowd(addresses, given.seconds, HOST))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
