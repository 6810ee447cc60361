"""What joining costs: a key to its frame over a slow line, and a row of the record on both sides.

    python -m tests.lab.joining

A real host on 127.0.0.1 behind a proxy that holds every byte for 150 ms each way; the client's own
interface draws into memory. Times are of this process; the host has one of its own. Between the
keys the same loop of additions is run each time: how late its slowest ones are is the machine's.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

import pytest

from rr_net import link
from rr_net.client.remote import RemoteTable
from rr_net.client.whole.beside import checked_beside
from rr_net.client.whole.bundles import CheckJob
from rr_net.clocks import LoopClock
from rr_net.fairness.proof.live import LiveCheck
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from rr_rules.registry import load_game
from rr_tui.app import JoinedTableApp
from rr_tui.terminal.process import CalmCollector
from rr_tui.terminal.session import start
from tests.support.e2e.hosting import HostProcess
from tests.support.rr_net.joining import (
    BadLine,
    Kept,
    OwnHome,
    dial,
    proved_here,
)
from tests.support.rr_net.recorded import TINY, manifest_of, record
from tests.support.rr_tui.terminals import MemoryTerminal, eventually
from tests.support.tasks import beside

ADDITIONS = 75_000
DELAY = 0.15
HOST = "--game rune --seats 2 --bots 1 --open"
KEYS = 200
ROWS = 200
TURNS = 2


async def key_to_frame(folder):
    """Milliseconds from a key that moves to its frame, each of many, and what of them was work.

    The third of each says how long a loop took that does the same every time.
    """
    took, collector = [], CalmCollector()
    folder.mkdir(exist_ok=True)
    async with (
        HostProcess(folder / "host", *HOST.split()) as house,
        BadLine(house.port) as line,
    ):
        line.delay = DELAY
        way = dial(line.port)
        remote = RemoteTable(await way.open(), way.open, LoopClock(), Kept())
        async with beside(remote.run()), collector.at_work():
            terminal, build = MemoryTerminal((120, 40)), lambda: JoinedTableApp(remote)
            session = start(build, terminal, (120, 40), collector=collector)
            terminal.driver = session.driver
            await eventually(lambda: "a free seat" in "\n".join(terminal.text), seconds=30)
            for number in range(KEYS):
                before, meter = session.driver.frames, Meter()
                session.driver.feed(b"\x1b[A" if number % 2 else b"\x1b[B")
                async with asyncio.timeout(5):
                    while session.driver.frames == before:
                        await asyncio.sleep(0)
                took.append((*meter.read(), the_same_each_time()))
                await asyncio.sleep(0.05)
            await session.stop()
            remote.close()
    return took


class Meter:
    """Milliseconds by the clock, and of this process's own work, since it was made."""

    def __init__(self):
        self._began = time.perf_counter(), time.process_time()

    def read(self):
        ends = time.perf_counter(), time.process_time()
        return tuple((end - began) * 1000 for began, end in zip(self._began, ends, strict=True))


def the_same_each_time():
    """Milliseconds by the clock of about as much work as a frame, none of it the client's."""
    meter = Meter()
    sum(range(ADDITIONS))
    return meter.read()[0]


def long_game():
    """A record as one stands at the end of an evening."""
    rules = load_game("runes-regulations")
    return record(3, manifest_of(rules, seats=4, level="table", turn_cap="20"), rules)


async def over_and_over(prove, game, done):
    """Checks the record of a long game, again and again."""
    job = CheckJob(game=game.manifest.gid, seat=0, rows=0, head="", commitment=None, me=(),
                   receipts=None, floors=dict(TINY))  # fmt: skip
    while True:
        found = await prove(job, game.bundle)
        assert found.came_to == "unproved", found.words
        done.append(found)


async def while_checked(folder, prove, game):
    """The same while a whole record is checked, and how often that came to its end."""
    done = []
    async with beside(over_and_over(prove, game, done)) as checking:
        took = await key_to_frame(folder)
        checking.cancel()
    return took, len(done)


def row_checked():
    """Milliseconds of processor time for a row that a client checks, slow hashes apart."""
    game = record(3, manifest_of(seats=4, level="table", turn_cap="40"))
    rows = [canonical(row.public()).decode() for row in game.rows]
    text = canonical(game.manifest.plain()).decode()
    check = LiveCheck(text, game.manifest.gid, host_key=game.manifest.host_key, seat=1,
                      expected=None, check_signature=check_signature, floors=TINY)  # fmt: skip
    took = []
    for number, row in enumerate(rows):
        began = time.process_time()
        check.take([row], number, 0.0)
        took.append((time.process_time() - began) * 1000)
    assert check.checked == len(rows)
    return took


def row_told():
    """Milliseconds of a host's processor time to write a row for one client that watches."""
    game = record(3, manifest_of(seats=4, level="table", turn_cap="40"))
    took = []
    for row in game.rows[:ROWS]:
        began = time.process_time()
        told = (canonical(row.public()).decode(),)
        message = link.RecordRows(game="x", first=row.seq, size=row.seq + 1, rows=told)
        link.write_line(message)
        took.append((time.process_time() - began) * 1000)
    return took


def said(name, took):
    took = sorted(took)
    at = [took[int(len(took) * part)] for part in (0.5, 0.99)]
    return f"{name}: {statistics.mean(took):.2f} ms, median {at[0]:.2f}, p99 {at[1]:.2f}"


def tell(name, took):
    """Prints what keys took, what of that was work, and what the machine does to any work."""
    for kind, each in zip((name, "  of it work", "  a loop"), zip(*took, strict=True), strict=True):
        print(said(kind, each), flush=True)


def main():
    """Measures, and prints a line each."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        OwnHome(Path(folder) / "ann", patch)
        tell("key to frame at 300 ms", asyncio.run(key_to_frame(Path(folder))))
        game = long_game()
        print(f"a record of {len(game.rows)} rows, {len(game.bundle)} bytes")
        for turn in range(TURNS):
            for name, prove in (("a thread", proved_here), ("a process", checked_beside)):
                took, count = asyncio.run(
                    while_checked(Path(folder) / f"{turn}-{name}", prove, game)
                )
                tell(f"the same while {name} checks it ({count} times)", took)
    print(said("a row that is checked", row_checked()))
    print(said("a row that is told", row_told()))


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
