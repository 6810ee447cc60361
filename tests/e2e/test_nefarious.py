"""The Nefarious Neighbor over real ssh: two people and three bots, to an end that is verified."""

import asyncio
import json

import pytest

from tests.e2e.test_games import assert_verified, people
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.keyplayer import ARROWS, CHOOSABLE, KeyPlayer
from tests.support.e2e.sshclient import ENTER
from tests.support.rr_net.jsonclient import JsonPlayer, sat_down
from tests.support.rr_net.nightrooms import NEFARIOUS, ROLES
from tests.support.rr_net.textclient import TextPlayer
from tests.support.tasks import beside

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

WORDS = (
    # Bots that think would take half of the time.
    "--seats", "5", "--bots", "3", "--bot", "random", "--open",
    "--option", "nefarious=on", "--option", "window=fast",
)  # fmt: skip
PATIENCE = 120.0
"""Seconds in which somebody who plays by arrows has surely had a turn."""
SHOWN = {"cards", "outcome", "view", "events"}
"""Messages that may name a role: all faces, the end, and what is looked at more closely."""


async def test_five_seats_play_the_expansion_to_a_verified_end(tmp_path):
    """One plays by a script; one by arrows for a round, hangs up, and comes back with a script."""
    ann, bob = await people(tmp_path)
    async with (
        HostProcess(tmp_path / "data", *WORDS) as host,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        script = await sat_down(bobs, 1)
        script.patience = PATIENCE
        async with beside(script.plays()) as playing:
            async with ann.terminal("ann", host.port, size=(120, 40)) as anns:
                player = KeyPlayer(anns)
                await player.takes_seat(1)
                script.says("ready")
                await plays_a_round(player, script)
                assert set(player.pressed) <= {*ARROWS, ENTER}
            await script.has_heard(lambda: not script.last("lobby")["seats"][0]["connected"])
            async with ann.pipe("ann", host.port, "json") as again:
                back = JsonPlayer(again)
                same = await back.plays()
        ended = playing.result()
        for seat, each in enumerate((back, script)):
            check_secrets(each, seat)
        assert (ended["roles"], ended["winners"]) == (same["roles"], same["winners"])
        assert ended["reason"] in {"five", "role", "five_and_role", "beasts", "deck_out"}
        assert set(ended["roles"]) | set(ended["unused_roles"]) == ROLES
        assert (len(ended["roles"]), len(ended["unused_roles"])) == (5, 5)
        await assert_verified(host.bundle, ended["commitment"])
        assert await host.stop() == 0
    assert host.errors == b""
    assert not [role for role in ROLES if role in host.log]


async def plays_a_round(player, script):
    """Answers by arrows and Enter, from the deal on, until every seat has had a turn."""
    await player.terminal.wait_until(lambda: not player.terminal.has("invite code"))
    try:
        async with asyncio.timeout(PATIENCE):
            while _turn(script) <= 5 and script.last("outcome") is None:
                if player.terminal.has(CHOOSABLE) and len(player.pressed) % 3:
                    await player.press(ENTER)
                else:
                    await player.wanders()
    except TimeoutError:
        where = f"turn {_turn(script)} after {len(player.pressed)} keys"
        raise AssertionError(f"{where}:\n{player.terminal.text()}") from None


def _turn(script):
    told = script.last("view")
    return told["view"]["turn"] if told else 0


def check_secrets(script, seat):
    """Whoever plays by the script was told the own role, and another one only once it is shown."""
    views = [message["view"] for message in script.told if message["type"] == "view"]
    dark = views[-1]["nefarious"]
    assert len(views[-1]["seats"]) == 5
    assert dark["roles"][dark["seat"]] == NEFARIOUS
    allowed = {"", NEFARIOUS, dark["roles"][seat]}
    playing = [set(view["nefarious"]["roles"]) for view in views if view["outcome"] is None]
    assert len(playing) > 20 or seat == 0  # who comes back may find the game nearly over
    assert all(roles <= allowed for roles in playing)
    others = [json.dumps(message) for message in script.told if message["type"] not in SHOWN]
    assert not [role for role in ROLES - allowed for line in others if role in line]


async def test_a_reader_of_the_text_mode_is_told_the_own_role_and_at_the_end_everybodys(tmp_path):
    ann, _ = await people(tmp_path)
    words = ("--seats", "3", "--bots", "2", "--open", "--option", "nefarious=on",
             "--option", "window=fast", "--option", "turn_cap=7", "--bot", "random")  # fmt: skip
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        ann.pipe("ann", host.port, "text") as anns,
    ):
        reader = TextPlayer(anns)
        await reader.hears(": sit at seat 1", answering=False)
        reader.types("1")
        await reader.hears("How many pets", answering=False)
        reader.types("1")
        await reader.hears("1: say that you are ready", answering=False)
        reader.types("1")
        await reader.hears("Verified")
        playing = "\n".join(reader.lines)
        assert max(map(len, reader.lines)) < 80
        await reader.hears("Nobody was")
        assert await host.stop() == 0
    known = names_in(playing)
    assert "Nefarious Neighbor" in known
    assert len(known) <= 2
    assert len(names_in("\n".join(reader.lines))) > 3


def names_in(text):
    """The roles that are named."""
    names = {role.removeprefix("the-").replace("-", " ").title() for role in ROLES}
    return {name for name in names if name in " ".join(text.split())}
