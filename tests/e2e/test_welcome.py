"""A table for strangers, by the command: one line of ssh, one key, and the cards are dealt."""

import pytest

from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import ENTER, SshHome
from tests.support.rr_net.jsonclient import JsonPlayer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]

LOUNGE = (
    "--welcome",
    "--seats",
    "3",
    "--game",
    "regicide",
    "--fairness",
    "auto",
    "--name",
    "lounge",
)


async def test_a_stranger_sits_by_one_key_and_another_one_gets_a_bots_chair(tmp_path):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    async with HostProcess(tmp_path / "data", *LOUNGE) as host:
        assert "config.toml" in await host.says("nobody can send anybody away")
        async with ann.terminal("ann", host.port) as terminal:
            await terminal.wait_for("Each decision has 60 seconds")
            await terminal.wait_for("shared luck")
            await terminal.wait_for("▸1 a free seat")
            terminal.send(ENTER)
            await terminal.wait_for("Chance decides")
            async with bob.pipe("bob", host.port, "json") as pipe:
                stranger = JsonPlayer(pipe)
                seen = await stranger.hears_of("lobby", lambda told: told["phase"] == "playing")
                assert [bool(each["bot"]) for each in seen["seats"]] == [False, True, True]
                assert seen["fairness"] == "table"
                stranger.says("sit", seat=1)
                told = await stranger.hears_of("notice")
                assert "from the next turn on" in told["text"]
        assert await host.stop() == 0
    assert host.errors == b""
