"""A host that looks after itself: what it says of what it has kept, and of what it has lost."""

import contextlib
import json
import shutil
import socket

import pytest

from rr_net.host.upkeep import restore
from tests.support.e2e.hosting import COMMAND, HostProcess
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import SshHome, run
from tests.support.rr_net.jsonclient import JsonPlayer, sat_down

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

TABLE = ("--game", "regicide", "--seats", "2", "--bots", "1", "--open", "--resume=auto")
JOURNAL = ("journal.db", "journal.db-wal")


@pytest.fixture
async def ann(tmp_path):
    return await SshHome.make(tmp_path / "ann")


async def asked_at(pipe):
    """Somebody who has sat down, and is asked the first thing."""
    player = await sat_down(pipe, 0)
    player.says("ready")
    return player, await player.hears_of("pending", lambda message: message["ask"])


async def answers(player, pending):
    """Gives the first answer; what is asked then."""
    number = pending["number"]
    player.says("answer", number=number, option=pending["ask"]["options"][0]["option"])
    return await player.hears_of("pending", lambda m: m["ask"] and m["number"] != number)


async def test_a_rewound_game_is_refused_and_goes_on_before_everybodys_eyes(tmp_path, ann):
    # With --resume=auto a game begins where there is none, and goes on where there is one.
    data = tmp_path / "data"
    async with (
        HostProcess(data, *TABLE) as host,
        ann.pipe("ann", host.port, "json") as pipe,
    ):
        player, pending = await asked_at(pipe)
        for name in JOURNAL:
            shutil.copy(data / name, tmp_path / name)
        await answers(player, pending)
        host.kill()
    for name in JOURNAL:
        shutil.copy(tmp_path / name, data / name)

    refused = await run([*COMMAND, "--port", "0", "--data", str(data), *TABLE])
    assert refused.code == 1
    assert b"has lost its end" in refused.err
    assert b"--accept-loss" in refused.err
    async with (
        HostProcess(data, *TABLE, "--accept-loss") as host,
        ann.pipe("ann", host.port, "json") as pipe,
    ):
        player = JsonPlayer(pipe)
        lobby = await player.hears_of("lobby")
        again = await player.hears_of("pending", lambda message: message["ask"])
        await host.says("went on from an older end")
    assert again["ask"] == pending["ask"]
    assert "went on from an older end" in lobby["notes"][0]
    said = [line for m in player.told if m["type"] == "events" for line in m["lines"]]
    assert any("went on from an older end" in str(line) for line in said)


async def test_a_folder_that_was_deleted_is_not_said_to_keep_the_game(tmp_path, ann):
    async with (
        HostProcess(tmp_path / "data", *TABLE) as host,
        ann.pipe("ann", host.port, "json") as pipe,
    ):
        player, pending = await asked_at(pipe)
        shutil.rmtree(tmp_path / "data")
        player.says("answer", number=pending["number"], option=0)
        goodbye = (await player.hears_of("bye"))["text"]
        assert await host.ended() == 1
    assert "were deleted or moved" in goodbye
    assert b"was deleted or moved" in host.errors
    assert b"the game is kept" not in host.errors
    assert b"Traceback" not in host.errors


async def test_an_open_table_says_how_it_is_and_is_copied_and_tells_its_manager(
    tmp_path, ann, monkeypatch
):
    address, data = str(tmp_path / "notify"), tmp_path / "data"
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    with contextlib.closing(heard):
        heard.bind(address)
        heard.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        monkeypatch.setenv("WATCHDOG_USEC", "60000000")
        async with (
            HostProcess(data, *TABLE, "--log-json") as host,
            ann.pipe("ann", host.port, "json") as pipe,
        ):
            monkeypatch.delenv("NOTIFY_SOCKET")
            await asked_at(pipe)
            said = await run([*RUNES, "host", "--status", "--data", str(data)])
            assert (said.code, said.err) == (0, b"")
            assert b"phase        playing" in said.out
            assert (await run([*RUNES, "host", "--check", "--data", str(data)])).code == 0
            backup = tmp_path / "copy.tar.gz"
            copied = await run([*RUNES, "data", "backup", str(backup), "--data", str(data)])
            assert (copied.code, copied.err) == (0, b"")
            refused = await ann.run("ann", host.port, "backup")
            assert b"Only the host may do that." in refused.err
            assert await host.stop() == 0
        words = [heard.recv(100) for _ in range(3)]
    assert words == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]
    assert all(json.loads(line)["level"] for line in host.log.splitlines())
    assert (await run([*RUNES, "host", "--check", "--data", str(data)])).code == 1
    unfinished = await restore(backup, tmp_path / "restored")
    assert len(unfinished) == 1
