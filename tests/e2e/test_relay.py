"""A whole game through a relay, between machines that have no other way to each other."""

import asyncio
import os
import sys
from pathlib import Path

import asyncssh
import pytest

from tests.support.e2e.hosting import COMMAND, HostProcess
from tests.support.e2e.joinhome import JoinHome
from tests.support.e2e.keyplayer import KeyPlayer
from tests.support.e2e.relayed import Networks, RelayProcess, Stock, networks
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import ENTER, run
from tests.support.rr_net.jsonclient import sat_down

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 100.0
TABLE = ("--game", "regicide", "--seats", "3", "--name", "Maple Court", "--open")
PEOPLE = ("annabella", "bobolina", "carlotta")
UNSEEN = (b"Maple Court", *(name.encode() for name in PEOPLE), b"egicide", b'"hand"', b'"type"',
          b"Your hand", "♠".encode() * 2, b"Enter")  # fmt: skip
"""What a relay that could read would have read."""


def yielding(ask, view):
    """Whatever makes the game shorter: who does not strike is struck."""
    acts = [option["act"] for option in ask["options"]]
    return ask["options"][acts.index("yield") if "yield" in acts else 0]["option"]


@pytest.mark.attack("T75")
async def test_a_whole_game_is_played_through_a_relay_that_reads_nothing(tmp_path):
    async with networks() as net, RelayProcess(tmp_path / "relay", net) as relay:
        words = ("--via", relay.via, *TABLE)
        command = (*net.host, *COMMAND)
        async with HostProcess(tmp_path / "data", *words, command=command) as host:
            table = host.first["table"]
            assert (host.port, host.first["via"]) == (0, [relay.via])
            ended = await played(tmp_path, net, relay, table)
            checked = await run([*RUNES, "verify", str(host.bundle), "--full"], dict(os.environ))
            assert (checked.code, checked.err) == (0, b"")
            other = [sys.executable, str(ROOT / "docs" / "verify_minimal.py"), str(host.bundle)]
            assert (await run(other, dict(os.environ))).code == 0
            assert await host.stop() == 0
        known = (tmp_path / "ann" / "known_hosts").read_text()
        key = host_key(tmp_path / "data")
        assert f"{table} {key}" in known
        assert await relay.stop() == 0
    carried = relay.carried
    assert carried.count(b"SSH-2.0-") >= 6
    assert [word for word in UNSEEN if word in carried] == []
    assert "10.77." not in relay.log
    assert ended["text"].startswith(("All have won together", "All have lost together"))


LOOKED_EVERY = 0.25
"""A relay has nobody ask it as fast as it can answer."""


async def listed(relay, word):
    """Waits until a relay tells everybody of a table whose name has such a word."""
    said, options = "", {"known_hosts": None, "config": [], "agent_path": None}
    async with (
        asyncio.timeout(PATIENCE),
        asyncssh.connect("127.0.0.1", relay.port, username="somebody", **options) as line,
    ):
        while word not in said:
            said = (await line.run("list", check=True)).stdout
            await asyncio.sleep(LOOKED_EVERY)


def host_key(folder):
    """The host's public key as files of known hosts have it."""
    key = asyncssh.read_private_key(folder / "host_key")
    return " ".join(key.export_public_key().decode().split()[:2])


async def played(tmp_path, net, relay, table):
    """Stock ssh at a terminal, `runes join` at another one, and a script, to the end."""
    ann = await Stock.make(tmp_path / "ann", net, relay)
    carl = await Stock.make(tmp_path / "carl", net, relay)
    bob = await JoinHome.make(tmp_path / "bob")
    where = ("-J", relay.jump, f"{PEOPLE[1]}@{table}")
    async with (
        ann.terminal(PEOPLE[0], table) as anns,
        bob.terminal(*where, before=net.guest) as bobs,
        carl.pipe(PEOPLE[2], table, "json") as carls,
    ):
        await bobs.wait_for("Yes? [y/N]")
        assert table not in bobs.text()
        bobs.send("y" + ENTER)
        script = await sat_down(carls, 2, choose=yielding)
        script.patience = PATIENCE
        script.says("ready")
        players = [KeyPlayer(anns), KeyPlayer(bobs)]
        for seat, player in enumerate(players, 1):
            await player.takes_seat(seat)
        ended, *_ = await asyncio.gather(
            script.plays(), *(each.plays_until("machine says: ", PATIENCE) for each in players)
        )
    return ended


@pytest.mark.slow
async def test_a_stranger_finds_a_public_table_on_the_relays_list_and_sits(tmp_path):
    lounge = ("--welcome", "--name", "lounge", "--game", "regicide", "--seats", "2")
    ann = await JoinHome.make(tmp_path / "ann")
    async with (
        RelayProcess(tmp_path / "relay", Networks()) as relay,
        HostProcess(tmp_path / "data", "--via", relay.via, *lounge) as host,
    ):
        table = host.first["table"]
        await listed(relay, "lounge")
        async with ann.terminal("-J", relay.jump) as terminal:
            await terminal.wait_for(relay.first["fingerprint"])
            terminal.send("y" + ENTER)
            await terminal.wait_for(f"Tables at {relay.jump}")
            await terminal.wait_for("▸1 lounge: 2 of 2 free, Regicide")
            assert table in terminal.text()
            terminal.send(ENTER)
            await terminal.wait_for("▸1 a free seat")
            terminal.send(ENTER)
            await terminal.wait_for("Your hand")
        assert ann.joined["tables"][0]["line"] == ["-J", relay.jump, table]
        assert host.errors == b""
