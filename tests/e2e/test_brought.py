"""A game that another package brings by one entry: listed, simulated, played and verified."""

import os
import re

import pytest

from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.keyplayer import KeyPlayer
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import SshHome, run
from tests.support.otherpackage import install, install_pebbles

PATIENCE = 90.0


@pytest.fixture
def beach(tmp_path, monkeypatch):
    """Pebbles is installed, and beside it a game that is broken."""
    folder = install_pebbles(tmp_path / "site")
    install(folder, "wreck", {"runes.games": {"wreck": "wreck.game:load"}}, game="1 / 0")
    monkeypatch.setenv("PYTHONPATH", str(folder))


async def runes(*words, code=0):
    done = await run([*RUNES, *words], {**os.environ}, timeout=PATIENCE)
    assert (done.code, b"Traceback" in done.err) == (code, False), done.err
    return (done.out + done.err).decode()


async def test_it_is_listed(beach):
    told = " ".join((await runes("sim", "--help")).split())
    assert "The game: runes-regulations, regicide, rune, pebbles, wreck." in told


async def test_bots_play_tournaments_of_it(beach):
    told = await runes("sim", "--game", "pebbles", "--games", "4", "--jobs", "2", "--seed", "1")
    assert told.startswith("Pebbles, 2 seats, seed 1")
    assert re.search(r"^greedy +\d", told, re.MULTILINE)


async def test_a_broken_one_is_refused_in_a_sentence(beach):
    told = await runes("sim", "--game", "wreck", code=1)
    problem = "wreck.game:load raises ZeroDivisionError: division by zero"
    assert told == f"Error: wreck is broken: {problem}\n"


async def test_it_is_played_from_the_lobby_on_the_plain_board_to_a_verified_end(
    beach, tmp_path, ssh_client, ssh_keygen
):
    ann = await SshHome.make(tmp_path / "ann")
    words = ("--game", "pebbles", "--seats", "2", "--bots", "1", "--bot", "greedy", "--open")
    settings = ("--option", "target=4", "--option", "window=fast")
    async with (
        HostProcess(tmp_path / "data", *words, *settings) as host,
        ann.terminal("ann", host.port) as terminal,
    ):
        player = KeyPlayer(terminal, choosable=re.compile(r"▸\d \w|▸\[\w"))
        await player.takes_seat(1)
        await terminal.wait_for(re.compile("beach: "))  # the plain board: a view field by field
        await player.plays_until("machine says: ", PATIENCE)
        told = await runes("verify", str(host.bundle), "--full")
        assert told.startswith("Checked on this machine: played as dealt")
        assert await host.stop() == 0
    assert host.errors == b""
