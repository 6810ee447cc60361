"""A whole evening by the text mode: real host, real ssh, and not one escape byte."""

import asyncio

import pytest

from rr_net.fairness.proof.verify import verify
from rr_net.ssh.sshsig import check_signature
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.textclient import TextPlayer

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

SHORT = ("--option", "window=fast", "--option", "turn_cap=6", "--invite", "plum-tree")


async def at_the_table(pipe, seat):
    """Comes in, sits down and is ready."""
    player = TextPlayer(pipe)
    await player.hears("invite code", answering=False)
    player.types("plum-tree")
    await player.hears(f": sit at seat {seat}", answering=False)
    player.types("1")
    await player.hears("How many pets", answering=False)
    player.types(str(seat))
    await player.hears("1: say that you are ready", answering=False)
    player.types("1")
    return player


async def test_two_readers_and_a_bot_play_a_game_that_verifies(tmp_path):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    async with (
        HostProcess(tmp_path / "data", "--seats", "3", "--bots", "1", *SHORT) as host,
        ann.pipe("ann", host.port, "text") as anns,
        bob.pipe("bob", host.port, "text") as bobs,
    ):
        players = [await at_the_table(anns, 1), await at_the_table(bobs, 2)]
        await asyncio.gather(*(player.hears("Verified") for player in players))
        verified = verify(host.bundle.read_bytes(), check_signature=check_signature)
        assert verified.manifest.seats[0].name == "ann"
        for player in players:
            said = "\n".join(player.lines)
            assert "the agreed number of turns " in said  # with a winner, or with none
            assert all(char.isprintable() or char == "\n" for char in said)
            assert max(map(len, player.lines)) < 80
            player.types("q")
            await player.hears("Leave?", answering=False)
            player.types("h")
            assert await player.pipe.wait_closed() == 0
        assert await host.stop() == 0
    assert host.errors == b""


async def test_who_reads_at_a_table_that_closes_gets_a_way_back_to_the_text(tmp_path):
    ann = await SshHome.make(tmp_path / "ann")
    async with (
        HostProcess(tmp_path / "data", "--seats", "2", "--bots", "1", *SHORT) as host,
        ann.pipe("ann", host.port, "text") as anns,
    ):
        player = await at_the_table(anns, 1)
        assert await host.stop() == 0
        await player.hears("The host has closed the table.", answering=False)
        way = await player.hears("ssh -p", answering=False)
        assert way.strip() == f"ssh -p {host.port} ann@127.0.0.1 text"


async def test_a_dumb_terminal_gets_the_text_mode_without_an_escape_byte(tmp_path):
    ann = await SshHome.make(tmp_path / "ann")
    words = ("--seats", "3", "--bots", "2", "--open", "--option", "window=fast")
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        ann.terminal("ann", host.port, term="dumb", size=(60, 24)) as terminal,
    ):
        await terminal.wait_for("1: sit at seat 1")
        # What is typed before a question can be read is no answer to it.
        await asyncio.sleep(0.4)
        terminal.send("1\r3\r")
        await terminal.wait_for("1: say that you are ready")
        await asyncio.sleep(0.4)
        terminal.send("1\r")
        # Whoever has too many Runes under the first Regulation is asked before the first turn.
        await terminal.wait_for(" is the active")
        terminal.send("v\r")
        await terminal.wait_for("Regulation: ")
        terminal.send("q\rh\r")
        assert await terminal.wait_closed() == 0
        assert b"\x1b" not in terminal.raw
        assert await host.stop() == 0
    assert host.errors == b""


async def test_who_waits_takes_the_tour_over_ssh_and_is_led_back_when_the_game_begins(tmp_path):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    async with (
        HostProcess(tmp_path / "data", "--seats", "2", *SHORT) as host,
        ann.pipe("ann", host.port, "text") as anns,
        bob.pipe("bob", host.port, "text") as bobs,
    ):
        waiting = await at_the_table(anns, 1)
        await waiting.hears("say that you are not ready", answering=False)
        waiting.types("t")
        await waiting.hears("The tour, 90 seconds, 6 steps.", answering=False)
        await waiting.hears("1 or d: Go on", answering=False)
        waiting.types("1")
        await waiting.hears("Step 2. Pat:", answering=False)
        await at_the_table(bobs, 2)
        await waiting.hears("The game begins: the lesson is over for now.", answering=False)
        await waiting.hears("Your hand:", answering=False)
