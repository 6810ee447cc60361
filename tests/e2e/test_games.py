"""Regicide and Rune over real ssh: a board, a script and a searching bot, and two verifiers."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.keyplayer import ARROWS, KeyPlayer
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import CTRL_C, ENTER, ESCAPE, RIGHT, SshHome, run
from tests.support.rr_net.jsonclient import sat_down

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 120.0
"""Seconds in which somebody who plays by arrows surely does something."""
ON_THE_FOOT = re.compile(r"▸\[\w+\] (Turn|Take)")
"""The cursor stands on a key of its own that turns a held card, or takes one back."""


async def assert_verified(bundle, commitment=None):
    """Both verifiers say so, each card of each row."""
    known = () if commitment is None else ("--commitment", commitment)
    words = (str(bundle), *known, "--full")
    checked = await run([*RUNES, "verify", *words])
    assert (checked.code, checked.err) == (0, b"")
    assert checked.out.startswith(b"Checked on this machine: played as dealt")
    other = await run([sys.executable, str(ROOT / "docs" / "verify_minimal.py"), str(bundle)])
    assert (other.code, other.err) == (0, b"")


async def people(tmp_path):
    return [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]


async def looks_back(screen):
    """A guest replays the game that is over, and plays on from a step of it against bots."""
    screen.send("p")
    await screen.wait_for("All hands")
    screen.send(RIGHT)
    await screen.wait_for("step 1 of")
    screen.send("x")
    await screen.wait_for("Files are kept at your own terminal")
    screen.send("b")
    await screen.wait_for("Whose seat is yours?")
    screen.send("1")
    await screen.wait_for("With the cards dealt anew")
    screen.send("2")
    await screen.wait_for("What if, as ")
    screen.send(CTRL_C)
    await screen.wait_for("Leave this game")
    screen.send("2")
    await screen.wait_for("step 1 of")
    screen.send(ESCAPE)
    await screen.wait_for("machine says: ")


def yielding(ask, view):
    """Whatever makes the game shorter: who does not strike is struck."""
    acts = [option["act"] for option in ask["options"]]
    return ask["options"][acts.index("yield") if "yield" in acts else 0]["option"]


async def test_two_people_and_a_searching_bot_play_regicide_to_a_verified_end(tmp_path):
    ann, bob = await people(tmp_path)
    words = ("--game", "regicide", "--seats", "3", "--bots", "1", "--bot-seconds", "0.05", "--open")
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        ann.terminal("ann", host.port) as anns,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        player, script = KeyPlayer(anns), await sat_down(bobs, 1, choose=yielding)
        script.patience = PATIENCE
        script.says("ready")
        await player.takes_seat(1)
        ended, _ = await asyncio.gather(
            script.plays(), player.plays_until("machine says: ", PATIENCE)
        )
        assert set(player.pressed) <= {*ARROWS, ENTER}
        assert script.last("lobby")["seats"][2]["bot"] == "search"
        assert ended["text"].startswith(("All have won together", "All have lost together"))
        assert len(ended["winners"]) in (0, 3)
        assert "All have" in anns.text()
        await looks_back(anns)
        await assert_verified(host.bundle, ended["commitment"])
        assert await host.stop() == 0
    assert host.errors == b""


def claiming(ask, view):
    """Whatever makes the game shorter: masters and tokens before cards."""
    acts = [option["act"] for option in ask["options"]]
    wanted = next((act for act in ("token", "master") if act in acts), acts[0])
    return ask["options"][acts.index(wanted)]["option"]


async def test_two_people_play_rune_with_grand_master_to_a_verified_end(tmp_path):
    ann, bob = await people(tmp_path)
    words = ("--game", "rune", "--open", "--option", "grand_master=on")
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        ann.terminal("ann", host.port, size=(120, 40)) as anns,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        player, script = KeyPlayer(anns, ON_THE_FOOT, 8), await sat_down(bobs, 1, choose=claiming)
        script.patience = PATIENCE
        script.says("ready")
        await player.takes_seat(1)
        ended, _ = await asyncio.gather(
            script.plays(), player.plays_until("machine says: ", PATIENCE)
        )
        assert set(player.pressed) <= {*ARROWS, ENTER}
        view = script.last("view")["view"]
        assert [seat["masters"] for seat in view["seats"]] == [0, 0]
        assert view["seats"][1]["tokens"] == 0
        assert ended["reason"] in {"points", "draw"}
        await assert_verified(host.bundle, ended["commitment"])
        assert await host.stop() == 0
    assert host.errors == b""
