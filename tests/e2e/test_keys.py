"""A whole evening on the full screen: real host, real ssh, real terminals, arrows and Enter."""

import asyncio
import re

import pytest

from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.keyplayer import ARROWS, KeyPlayer
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import ENTER, SshHome, run

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

TABLE = ("--seats", "3", "--bots", "1", "--open",
         "--option", "window=fast", "--option", "turn_cap=3")  # fmt: skip
"""A turn for each seat: in fewer a player may never be asked."""
TO_SIT_DOWN = 2
"""So many Enters a player needs before the first card."""

COMMITMENT = re.compile(r"\b[0-9a-f]{64}\b")
PROOF = "@127.0.0.1 receipts now, "
"""Where the proof is to be had, as the last words of a terminal say."""
VERIFY = (*RUNES, "verify")


async def test_two_players_and_a_bot_play_by_arrows_and_enter_to_a_verified_end(tmp_path):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    async with (
        HostProcess(tmp_path / "data", *TABLE) as host,
        ann.terminal("ann", host.port) as anns,
        bob.terminal("bob", host.port, size=(120, 40)) as bobs,
    ):
        players = [KeyPlayer(anns), KeyPlayer(bobs)]
        await players[0].takes_seat(1)
        await players[1].takes_seat(2)
        await asyncio.gather(*(player.plays_until("machine says: ") for player in players))
        for player in players:
            assert set(player.pressed) <= {*ARROWS, ENTER}
            assert player.pressed.count(ENTER) > TO_SIT_DOWN
        commitment = COMMITMENT.search(" ".join(host.lines))[0]
        checked = await run([*VERIFY, str(host.bundle), "--commitment", commitment])
        assert (checked.code, checked.err) == (0, b"")
        assert checked.out.startswith(b"Checked on this machine: played as dealt")
        await players[0].moves_to("Leave", "▸")
        await players[0].opens("2 Leave")
        await players[0].moves_to("▸2 Leave")
        anns.send(ENTER)
        assert await anns.wait_closed() == 0
        # On the normal screen, which stays when the board is gone.
        _, left, kept = anns.raw.rpartition(b"\x1b[?1049l")
        assert left
        assert PROOF.encode() in kept
        assert not COMMITMENT.search(kept.decode())
        assert await host.stop() == 0
        await bobs.wait_closed()
    assert host.errors == b""
    assert "What you have fetched can be checked as before" in " ".join(bobs.text().split())
