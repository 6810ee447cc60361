"""The Nefarious Neighbor over real ssh: two people and three bots, to an end that is verified."""

import asyncio

import pytest

from rr_rules.registry import load_game
from tests.net.test_e2e_games import assert_verified, people
from tests.support.hosting import HostProcess
from tests.support.jsonclient import sat_down
from tests.support.keyplayer import ARROWS, KeyPlayer
from tests.support.sshclient import ENTER

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

ROLES = {face.id for face in load_game("runes-regulations").deck_under({"nefarious": "on"}).faces
         if face.kind == "role"}  # fmt: skip


async def test_five_seats_play_the_expansion_to_a_verified_end(tmp_path):
    ann, bob = await people(tmp_path)
    words = (
        "--seats", "5", "--bots", "3", "--bot-seconds", "0.05", "--open",
        "--option", "nefarious=on", "--option", "window=fast",
    )  # fmt: skip
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        ann.terminal("ann", host.port, size=(120, 40)) as anns,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        player, script = KeyPlayer(anns), await sat_down(bobs, 1)
        await player.takes_seat(1)
        script.says("ready")
        ended, _ = await asyncio.gather(script.plays(), player.plays_until("Verified:"))
        assert set(player.pressed) <= {*ARROWS, ENTER}
        view = script.last("view")["view"]
        dark = view["nefarious"]
        assert len(view["seats"]) == 5
        assert dark["roles"][dark["seat"]] == "the-nefarious-neighbor"
        assert ended["reason"] in {"five", "role", "five_and_role", "beasts", "deck_out"}
        assert set(ended["roles"]) | set(ended["unused_roles"]) == ROLES
        await assert_verified(host, ended["commitment"])
        assert await host.stop() == 0
    assert host.errors == b""
