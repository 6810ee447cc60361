"""A host on a machine that gives little, takes something away, or stands still for a while.

The bounds are real ones: `ulimit` before the command, SIGSTOP, a folder that is deleted.
"""

import asyncio
import contextlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
from itertools import pairwise
from pathlib import Path

import pytest

from rr_net.host.door import NO_MEMORY
from tests.support.e2e.hosting import COMMAND, HostProcess
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import JsonPlayer, sat_down
from tests.support.tasks import beside

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]

LONG = os.environ.get("RUNES_LONG") == "1"
AT_LENGTH = pytest.mark.skipif(not LONG, reason="RUNES_LONG=1 has machines take all of it away")
ROOT = Path(__file__).parents[2]
SERVICE = ROOT / "deploy" / "runes-table.service"
TABLE = ("--seats", "2", "--bots", "1", "--bot", "random", "--open", "--option", "turn_cap=4")


def bounded(bound):
    """The command behind a `ulimit`."""
    return ("bash", "-c", f'ulimit {bound} && exec "$@"', "host", *COMMAND)


ONE_HEAP = ("env", "MALLOC_ARENA_MAX=1", *COMMAND)
"""glibc reserves 64 MB of addresses for a new thread, in whatever moment one is started."""


async def people(tmp_path, *names):
    return [await SshHome.make(tmp_path / name) for name in names]


async def comes(player):
    """Hears that the key is let in."""
    return await player.hears_of("hello", lambda message: message["admitted"])


@contextlib.asynccontextmanager
async def crowd(port, count):
    """Sockets that say nothing."""
    coming = (asyncio.open_connection("127.0.0.1", port) for _ in range(count))
    lines = await asyncio.gather(*coming)
    try:
        yield
    finally:
        for _, writer in lines:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for _, writer in lines), return_exceptions=True)


async def test_a_host_with_few_descriptors_never_runs_out_of_them_and_lets_a_player_in(tmp_path):
    [ann] = await people(tmp_path, "ann")
    async with HostProcess(tmp_path / "data", *TABLE, command=bounded("-n 220")) as host:
        async with ann.pipe("ann", host.port, "json") as pipe:
            await comes(JsonPlayer(pipe))
        async with crowd(host.port, 300), ann.pipe("ann", host.port, "json") as pipe:
            await comes(JsonPlayer(pipe))
        assert await host.stop() == 0
    assert host.errors == b""
    assert "only 220 files may be open here: 28 connections at most" in host.log
    assert "Traceback" not in host.log
    assert len(host.log.splitlines()) < 700


def left(host, megabytes):
    """A bound of addresses that leaves a running host so much."""
    pages = int(Path(f"/proc/{host.pid}/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGESIZE") + megabytes * 1_000_000


def leave(host, megabytes):
    bound = left(host, megabytes)
    resource.prlimit(host.pid, resource.RLIMIT_AS, (bound, bound))


async def test_where_memory_ends_newcomers_are_refused_and_then_the_game_is_kept(tmp_path):
    ann, bob = await people(tmp_path, "ann", "bob")
    async with HostProcess(tmp_path / "data", *TABLE, command=ONE_HEAP) as host:
        async with ann.pipe("ann", host.port, "json") as pipe:
            player = await sat_down(pipe, 0)
            player.says("ready")
            asked = await player.hears_of("pending", lambda message: message["ask"])
            leave(host, 80)
            refused = await bob.run("bob", host.port, "json")
            assert NO_MEMORY in refused.out.decode() + refused.err.decode()
            option = asked["ask"]["options"][0]["option"]
            player.says("answer", number=asked["number"], option=option)
            await player.hears_of("pending", lambda message: message["ask"])
            leave(host, 30)
            goodbye = await player.hears_of("bye")
            assert "keeps the game" in goodbye["text"]
        assert await host.ended() == 1
    assert b"no memory left" in host.errors
    async with HostProcess(tmp_path / "data", *TABLE, "--resume") as host:
        await host.says("The game goes on.")
        async with ann.pipe("ann", host.port, "json") as pipe:
            assert (await JsonPlayer(pipe).plays())["verified"] is True
        assert await host.stop() == 0


async def test_a_folder_that_is_deleted_while_people_play_is_told_as_it_is(tmp_path):
    [ann] = await people(tmp_path, "ann")
    async with HostProcess(tmp_path / "data", *TABLE) as host:
        async with ann.pipe("ann", host.port, "json") as pipe:
            player = await sat_down(pipe, 0)
            player.says("ready")
            await player.hears_of("pending", lambda message: message["ask"])
            shutil.rmtree(tmp_path / "data")
            host.process.send_signal(signal.SIGTERM)
            goodbye = await player.hears_of("bye")
            assert "files on the host's machine were deleted or moved" in goodbye["text"]
            assert not re.search("kept|keeps", goodbye["text"])
        await host.ended()


def as_the_unit_says(data, port):
    """What the unit of a table starts, with its program, its folder and its port."""
    [line] = [each for each in SERVICE.read_text().splitlines() if each.startswith("ExecStart=")]
    words = shlex.split(line.removeprefix("ExecStart="))
    changed = {"--data": str(data), "--listen": "127.0.0.1", "--port": str(port)}
    said = [changed.get(before, word) for before, word in pairwise(words)]
    return [*RUNES, *said]


@contextlib.asynccontextmanager
async def unit(data, port=0):
    """The process of the unit, started as a service manager does; its port."""
    config = {"XDG_CONFIG_HOME": str(data.parent / "etc"), "HOME": str(data.parent)}
    process = await asyncio.create_subprocess_exec(
        *as_the_unit_says(data, port), stdout=asyncio.subprocess.PIPE, env=os.environ | config
    )
    try:
        first = json.loads(await process.stdout.readline())
        yield process, first["port"]
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


def own_hand(player):
    view = player.last("view")["view"]
    return view["seats"][view["me"]]["hand"]


async def test_a_machine_that_starts_again_in_mid_game_comes_back_with_the_game_waiting(tmp_path):
    [ann] = await people(tmp_path, "ann")
    config = tmp_path / "etc" / "runes" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'hosts = ["{await ann.fingerprint()}"]\n')
    async with (
        unit(tmp_path / "data") as (process, port),
        ann.pipe("ann", port, "json") as pipe,
    ):
        player = await sat_down(pipe, 0)
        for seat in (1, 2, 3):
            player.says("fill", seat=seat, bot="random")
        player.says("ready")
        before = await player.hears_of("pending", lambda message: message["ask"])
        hand = own_hand(player)
        process.kill()
        await process.wait()
    async with unit(tmp_path / "data", port) as (process, port):
        async with ann.pipe("ann", port, "json") as pipe:
            player = JsonPlayer(pipe)
            again = await player.hears_of("pending", lambda message: message["ask"])
            assert (again["ask"], own_hand(player)) == (before["ask"], hand)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0


async def is_asked_in_a_window(player):
    """The question in a window that a clock closes; all others are answered by the first option."""
    while True:
        asked = await player.hears_of("pending", lambda message: message["ask"])
        options = asked["ask"]["options"]
        if asked["window"] and asked["window"]["lasts"] and len(options) > 1:
            return asked
        player.says("answer", number=asked["number"], option=options[0]["option"])


PATIENT = 90.0
STOOD_STILL = 8.0
"""Seconds, several times as long as a window is open."""


@AT_LENGTH
async def test_what_came_before_a_machine_stood_still_counts_in_its_window(tmp_path):
    ann, bob = await people(tmp_path, "ann", "bob")
    words = ("--seats", "2", "--open", "--option", "turn_cap=8")
    async with (
        HostProcess(tmp_path / "data", *words, "--option", "pace=relaxed") as host,
        ann.pipe("ann", host.port, "json") as anns,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        players = [await sat_down(pipe, seat) for seat, pipe in enumerate((anns, bobs))]
        for player in players:
            player.patience = PATIENT
            player.says("ready")
        first, second = players
        async with beside(second.plays()):
            asked = await is_asked_in_a_window(first)
            chosen = asked["ask"]["options"][-1]["option"]
            host.process.send_signal(signal.SIGSTOP)
            first.says("answer", number=asked["number"], option=chosen)
            await asyncio.sleep(STOOD_STILL)
            host.process.send_signal(signal.SIGCONT)
            outcome = await first.plays()
            assert outcome["verified"] is True
        assert first.last("error") is None
        assert await host.stop() == 0
    rows = json.loads(host.bundle.read_bytes())["rows"]
    given = [row["body"]["option"] for row in rows if row["type"] == "answer"]
    assert chosen in given, "its option was not the first, which everybody else has taken"
