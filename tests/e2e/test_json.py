"""A whole evening by the json verb: real host, real ssh, and a bundle that verifies."""

import pytest

from rr_net.fairness.proof.verify import verify
from rr_net.ssh.sshsig import check_signature
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import all_play, sat_down

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

SHORT = ("--option", "window=fast", "--option", "turn_cap=6")


async def test_two_scripts_and_a_bot_play_a_game_that_verifies(tmp_path):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    words = ("--seats", "3", "--bots", "1", "--invite", "plum-tree", *SHORT)
    async with HostProcess(tmp_path / "data", *words) as host:
        async with (
            ann.pipe("ann", host.port, "json") as anns,
            bob.pipe("bob", host.port, "json") as bobs,
        ):
            players = [
                await sat_down(anns, 0, code="plum-tree"),
                await sat_down(bobs, 1, code="plum-tree"),
            ]
            for player in players:
                player.says("ready")
            outcomes = await all_play(*players)
            # Each fetches the record by the line that led here.
            lines = [outcome.pop("bundle") for outcome in outcomes]
            assert lines == [f"ssh -p {host.port} {name}@127.0.0.1 bundle > bundle.json"
                             for name in ("ann", "bob")]  # fmt: skip
            assert outcomes[0] == outcomes[1]
            assert outcomes[0]["verified"] is True
            fetched = await ann.run("ann", host.port, "bundle")
        assert fetched.code == 0
        assert fetched.out == host.bundle.read_bytes()
        commitment = players[0].last("lobby")["commitment"]
        assert (
            verify(fetched.out, commitment, check_signature=check_signature).manifest.seats[1].name
            == "bob"
        )
        assert await host.stop() == 0
    assert host.errors == b""
    assert any(commitment in line for line in host.lines)
