"""What a player and a script meet at the door, with the real client."""

import pytest

from tests.support.e2e.sshclient import SshHome

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")


async def test_a_player_with_a_key_reaches_the_interface(ssh_host, tmp_path):
    ann = await SshHome.make(tmp_path / "ann")
    async with ann.terminal("ann", ssh_host.port) as terminal:
        await terminal.wait_for("Hello ann")
        await terminal.wait_for(await ann.fingerprint())
        terminal.send("knock knock")
        await terminal.wait_for("knock knock")
        terminal.send("q")
        assert await terminal.wait_closed() == 0
