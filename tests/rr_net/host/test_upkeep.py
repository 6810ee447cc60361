"""A host that looks after itself: what it says of what it has kept, and of what it has lost."""

import shutil

import pytest

from tests.support.e2e.hosting import COMMAND, HostProcess
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
