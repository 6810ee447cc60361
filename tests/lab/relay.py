"""A relay beside OpenSSH's own jump host: `python -m tests.lab.relay [figures|crowd|flood]`.

figures  the round trip that each adds to a direct line, processor time a megabyte, memory a guest
crowd    200 tables with 4 guests each at one relay
flood    a table's round trip, quiet, and while another one is flooded

sshd comes from the package openssh-server; without it the first part has one column less.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import asyncssh

from rr_net.relay.hub import HOST
from rr_net.relay.names import certified_name
from rr_net.relay.outward import CHEAPEST_FIRST
from tests.support.e2e.forked import killed
from tests.support.e2e.relayed import free_port

LOCAL = "127.0.0.1"
GREETING = b"SSH-2.0-lab\r\n"
KEYSTROKE = b"k" * 100
TRIPS, PACE = 400, 0.02
MEGABYTES = 20
IDLE_GUESTS = 60
TABLES, GUESTS, SECONDS = 200, 4, 20.0
ROUNDS = 3
UNBOUND = """
[limits]
arrivals = 100000
waiting = 5000
waiting_per_source = 5000
connections_per_source = 100000
handshakes_a_second = 100000
handshakes_at_once = 100000
new_names_a_day = 100000
new_names_per_source = 100000
openings = 100000
guests_per_table = 5000
guests_per_source = 5000
"""
FAST = "rate = 1000000000\nburst = 1000000000\nhost_rate = 1000000000\nhost_burst = 1000000000\n"
RELAY = "from rr_net.cli import main; main()"


# --- processes ------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def process(*words, **more):
    """A process that ends with the block."""
    started = await asyncio.create_subprocess_exec(
        *map(str, words), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, **more
    )
    try:
        yield started
    finally:
        with contextlib.suppress(ProcessLookupError):
            started.kill()
        await killed(started)


@contextlib.asynccontextmanager
async def relay(folder, limits=UNBOUND):
    """A relay with other limits than usual; its process and its port."""
    folder.mkdir(exist_ok=True)
    (folder / "relay.toml").write_text(limits)
    words = ("relay", "--data", folder, "--listen", f"{LOCAL}:0")
    async with process(sys.executable, "-c", RELAY, *words) as running:
        yield running, json.loads(await running.stdout.readline())["port"]


def family(pid):
    """A process and all that descend from it."""
    parents = {}
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (each / "stat").read_text().rpartition(")")[2].split()
                parents[int(each.name)] = int(fields[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def processor(pids):
    """Seconds of processor time."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def memory(pids):
    """Kilobytes that are theirs, shared ones in parts."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += int(next(line.split()[1] for line in text.splitlines() if line[:4] == "Pss:"))
    return total


# --- tables that echo -------------------------------------------------------------------------


class Echo(asyncssh.SSHTCPSession):
    """A table that says what it hears."""

    def connection_made(self, chan):
        self.channel = chan

    def session_started(self):
        self.channel.write(GREETING)

    def data_received(self, data, datatype):
        self.channel.write(data)

    def eof_received(self):
        return True


async def tables(port, count):
    """Brings so many tables to a relay, and says their names; runs in a process of its own."""
    lines, names = [], []
    for _ in range(count):
        key = asyncssh.generate_private_key("ssh-ed25519")
        line = await asyncssh.connect(
            LOCAL, port, username=HOST, client_keys=[key], known_hosts=None, config=None,
            agent_path=None, keepalive_interval=0, encryption_algs=CHEAPEST_FIRST,
        )  # fmt: skip
        names.append(str(certified_name("maple", key.public_data)))
        await line.create_server(lambda *_: Echo(), names[-1], 22)
        lines.append(line)
    print(json.dumps(names), flush=True)
    await asyncio.Event().wait()


async def echo_server():
    """The same on a port, for `ssh -R` and for a direct line."""

    async def come(reader, writer):
        writer.write(GREETING)
        with contextlib.suppress(OSError):
            while content := await reader.read(65536):
                writer.write(content)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(come, LOCAL, 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def own(part, *words, **more):
    """A part of this file in a process of its own."""
    return process(sys.executable, "-m", "tests.lab.relay", part, *words, limit=1 << 22, **more)


def elsewhere(part, *words):
    """The same for what stands on machines of its own, and so takes no processor from the rest."""
    return process("nice", "-n", "19", sys.executable, "-m", "tests.lab.relay", part, *words)


# --- guests -----------------------------------------------------------------------------------


class Through:
    """A guest: stock ssh -W, or a bare line, that sends keystrokes and waits for the echo."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    async def greets(self):
        self.writer.write(b"SSH-2.0-guest\r\n")
        await self.reader.readexactly(len(GREETING) + len(b"SSH-2.0-guest\r\n"))

    async def trip(self, content=KEYSTROKE):
        """Seconds there and back."""
        began = time.perf_counter()
        self.writer.write(content)
        await self.reader.readexactly(len(content))
        return time.perf_counter() - began

    async def trips(self, count=TRIPS, pace=PACE):
        taken = []
        for _ in range(count):
            taken.append(await self.trip())
            await asyncio.sleep(pace)
        return taken

    async def pushes(self, megabytes):
        """So much there and back, a piece after the other."""
        piece = os.urandom(65536)
        for _ in range(megabytes * 16):
            await self.trip(piece)


@contextlib.asynccontextmanager
async def by_ssh(port, where, config):
    """Stock ssh that goes through a jump host."""
    words = ("ssh", "-F", config, "-p", str(port), "-W", where, LOCAL)
    async with process(*words, stdin=asyncio.subprocess.PIPE, limit=1 << 22) as ssh:
        guest = Through(ssh.stdout, ssh.stdin)
        await guest.greets()
        yield guest


@contextlib.asynccontextmanager
async def bare(port, name):
    """A guest of the relay in this process."""
    async with asyncssh.connect(
        LOCAL, port, username="ann", client_keys=None, known_hosts=None, config=None,
        agent_path=None,
    ) as line:  # fmt: skip
        guest = Through(*await line.open_connection(name, 22))
        await guest.greets()
        yield guest


def told(taken):
    """Median and 99th percentile, in milliseconds."""
    taken = sorted(taken)
    return statistics.median(taken) * 1000, taken[int(len(taken) * 0.99)] * 1000


# --- the parts ----------------------------------------------------------------------------------


async def figures(folder):
    config = await ssh_config(folder)
    async with own("echo") as echo:
        port = int(await echo.stdout.readline())
        direct = Through(*await asyncio.open_connection(LOCAL, port, limit=1 << 22))
        await direct.greets()
        base = told(await direct.trips())
        print(f"direct line          p50 {base[0]:.2f} ms  p99 {base[1]:.2f} ms")
        if shutil.which("/usr/sbin/sshd"):
            async with sshd(folder, config, port) as (pid, jump, where):
                await one_column("OpenSSH", base, pid, jump, where, config)
    async with (
        relay(folder / "relay", UNBOUND + FAST) as (running, jump),
        own("tables", jump, 1) as hosts,
    ):
        [name] = json.loads(await hosts.stdout.readline())
        await one_column("runes relay", base, running.pid, jump, f"{name}:22", config)


async def one_column(called, base, pid, jump, where, config):
    """Everything that is measured of one jump host."""
    async with by_ssh(jump, where, config) as guest:
        await guest.trips(50)
        p50, p99 = told(await guest.trips())
        before = processor(family(pid))
        await guest.pushes(MEGABYTES)
        spent = (processor(family(pid)) - before) / (2 * MEGABYTES)
    quiet = memory(family(pid))
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(IDLE_GUESTS):
            await stack.enter_async_context(by_ssh(jump, where, config))
        each = (memory(family(pid)) - quiet) / IDLE_GUESTS
    print(f"{called:<20} p50 +{p50 - base[0]:.2f} ms  p99 +{p99 - base[1]:.2f} ms  "
          f"{spent * 1000:.1f} ms of processor a MB  {each:.0f} kB a guest")  # fmt: skip


async def ssh_config(folder):
    """Keys, and a configuration by which stock ssh comes to either jump host."""
    for name in ("id", "host"):
        key = asyncssh.generate_private_key("ssh-ed25519")
        key.write_private_key(folder / name)
        key.write_public_key(folder / f"{name}.pub")
        (folder / name).chmod(0o600)
    config = folder / "config"
    config.write_text(
        f"Host *\n IdentityFile {folder}/id\n IdentitiesOnly yes\n IdentityAgent none\n"
        " StrictHostKeyChecking no\n UserKnownHostsFile /dev/null\n LogLevel ERROR\n"
    )
    return config


@contextlib.asynccontextmanager
async def sshd(folder, config, echo):
    """OpenSSH's own jump host with a table that came out to it by `ssh -R`."""
    port, far = free_port(), free_port()
    (folder / "keys").write_text((folder / "id.pub").read_text())
    Path("/run/sshd").mkdir(exist_ok=True)
    settings = folder / "sshd_config"
    settings.write_text(
        f"Port {port}\nListenAddress {LOCAL}\nHostKey {folder}/host\nPidFile none\nUsePAM no\n"
        f"AuthorizedKeysFile {folder}/keys\nStrictModes no\nMaxStartups 500\nMaxSessions 500\n"
        "PermitRootLogin prohibit-password\nAllowTcpForwarding yes\n"
    )
    async with process("/usr/sbin/sshd", "-D", "-f", settings) as running:
        await asyncio.sleep(0.5)
        forward = f"{far}:{LOCAL}:{echo}"
        words = ("-N", "-o", "ExitOnForwardFailure=yes", "-R", forward, LOCAL)
        async with process("ssh", "-F", config, "-p", port, *words):
            await asyncio.sleep(1.5)
            yield running.pid, port, f"{LOCAL}:{far}"


async def crowd(folder):
    async with relay(folder / "relay", UNBOUND) as (running, port):
        before = memory([running.pid])
        async with own("tables", port, TABLES) as hosts:
            names = json.loads(await hosts.stdout.readline())
            with_tables = memory([running.pid])
            async with own("guests", port, stdin=asyncio.subprocess.PIPE) as guests:
                guests.stdin.write(json.dumps(names).encode() + b"\n")
                assert await guests.stdout.readline() == b"there\n"
                with_guests, spent = memory([running.pid]), processor([running.pid])
                found = json.loads(await guests.stdout.readline())
                spent = processor([running.pid]) - spent
    print(f"{TABLES} tables with {GUESTS} guests each, a keystroke a second and guest")
    print(
        f"memory: {before} kB empty, {(with_tables - before) / TABLES:.0f} kB a table, "
        f"{(with_guests - with_tables) / TABLES / GUESTS:.0f} kB a guest, {with_guests} kB in all"
    )
    print(f"round trip p50 {found[0]:.1f} ms  p99 {found[1]:.1f} ms; "
          f"{100 * spent / SECONDS:.0f} % of one processor")  # fmt: skip


async def guests(port):
    """All guests of `crowd`, in a process of its own."""
    reader = asyncio.StreamReader(limit=1 << 22)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    names = json.loads(await reader.readline())
    async with contextlib.AsyncExitStack() as stack:
        there = [await stack.enter_async_context(bare(port, name)) for name in names * GUESTS]
        print("there", flush=True)
        count = int(SECONDS)

        async def plays(at, guest):
            await asyncio.sleep(at / len(there))
            return await guest.trips(count, 1.0)

        every = await asyncio.gather(*(plays(at, guest) for at, guest in enumerate(there)))
        print(json.dumps(told([trip for trips in every for trip in trips])), flush=True)


async def flood(folder):
    limits = UNBOUND.replace("handshakes_a_second = 100000\nhandshakes_at_once = 100000\n", "")
    async with (
        relay(folder / "relay", limits) as (_, port),
        relay(folder / "other", limits) as (_, beside),
        own("tables", port, 1) as one,
        elsewhere("tables", port, 1) as two,
        elsewhere("tables", beside, 1) as three,
    ):
        quiet, flooded, far = [json.loads(await each.stdout.readline())[0]
                               for each in (one, two, three)]  # fmt: skip
        # A flood of another relay takes the same processor, and nothing of this relay.
        ways = {"quiet": None, "other relay": (beside, far), "this relay": (port, flooded)}
        found = {way: [] for way in ways}
        async with bare(port, quiet) as guest:
            await guest.trips(100)
            for _ in range(ROUNDS):
                for way, flooding in ways.items():
                    p50, p99, said = await flooded_trips(guest, flooding)
                    found[way].append((p50, p99))
                    print(f"{way:14} p50 {p50:.2f} ms  p99 {p99:.2f} ms  {said}", flush=True)
    base = statistics.median(p99 for _, p99 in found["quiet"])
    for way, rounds in found.items():
        p50, p99 = map(statistics.median, zip(*rounds, strict=True))
        times = f"{p99 / base:.1f} times the quiet"
        print(f"{way:14} median of {ROUNDS}: p50 {p50:.2f} ms  p99 {p99:.2f} ms  {times}")


async def flooded_trips(guest, flooding):
    """What a guest's keystrokes take beside a flood of a port's table, or of none; what it said."""
    if flooding is None:
        return *told(await guest.trips(800)), ""
    async with elsewhere("flooding", *flooding) as flood:
        await flood.stdout.readline()
        taken = told(await guest.trips(800))
        return *taken, (await flood.stdout.readline()).decode().strip()


async def flooding(port, name):
    """2,000 connections to one relay and 50 MB for one of its tables; a process of its own."""
    async with contextlib.AsyncExitStack() as stack:
        there = [await stack.enter_async_context(bare(port, name)) for _ in range(20)]
        print("begun", flush=True)
        sent, tried, refused = 0, 0, 0
        end = time.perf_counter() + 20

        async def pushes(guest):
            nonlocal sent
            piece = os.urandom(32768)
            while time.perf_counter() < end:
                await guest.trip(piece)
                sent += len(piece)

        async def knocks():
            nonlocal tried, refused
            while time.perf_counter() < end and tried < 2000:
                tried += 1
                try:
                    reader, writer = await asyncio.open_connection(LOCAL, port)
                    writer.write(b"SSH-2.0-flood\r\n" + os.urandom(64))
                    if not await asyncio.wait_for(reader.read(), 2):
                        refused += 1
                    writer.close()
                except (OSError, TimeoutError):
                    refused += 1

        await asyncio.gather(*map(pushes, there), *(knocks() for _ in range(50)))
        print(
            f"{tried} connections, {refused} of them without a word; {sent / 1e6:.0f} MB",
            flush=True,
        )
        await asyncio.sleep(1)


PARTS = {"figures": figures, "crowd": crowd, "flood": flood}


async def main(part, *words):
    match part:
        case "tables":
            await tables(int(words[0]), int(words[1]))
        case "echo":
            await echo_server()
        case "guests":
            await guests(int(words[0]))
        case "flooding":
            await flooding(int(words[0]), words[1])
        case _:
            with tempfile.TemporaryDirectory() as folder:
                await PARTS[part](Path(folder))


if __name__ == "__main__":
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", help=f"one of {', '.join(PARTS)}  [all of them]")
    parser.add_argument("words", nargs="*", help="for the processes that this starts itself")
    given = parser.parse_args()
    for each in [given.part] if given.part else PARTS:
        asyncio.run(main(each, *given.words))
