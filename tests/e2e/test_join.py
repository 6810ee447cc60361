"""`runes join` as a command: a real host, a real terminal, a host that is killed and goes on."""

import os
import signal

import pytest

from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.joinhome import JoinHome
from tests.support.e2e.sshclient import CTRL_C, ENTER

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

TABLE = ("--game", "regicide", "--seats", "2", "--bots", "1", "--name", "Maple Court")


@pytest.fixture
async def ann(tmp_path):
    return await JoinHome.make(tmp_path)


async def test_a_table_is_joined_by_its_invite_line_and_offered_next_time(tmp_path, ann):
    # Another one of the same name is no reason to forget this one.
    ann.has_joined("ann@elsewhere", "Maple Court")
    async with HostProcess(tmp_path / "data", *TABLE, "--invite", "plum-tree") as host:
        line = await host.says("YOURNAME@")
        async with ann.terminal(line) as terminal:
            await terminal.wait_for(host.first["fingerprint"])
            terminal.send("y" + ENTER)
            await terminal.wait_for("Invite code:")
            terminal.send("plum-tree" + ENTER)
            await terminal.wait_for("a free seat")
            # At once: whose machine stops in mid-game needs the way back most.
            newest = ann.joined["tables"][0]
            assert newest["table"] == "Maple Court"
            assert "127.0.0.1" in newest["line"][-1]
            terminal.send(CTRL_C)
            await terminal.wait_for("Leave?")
            terminal.send(CTRL_C)
            assert await terminal.wait_closed() == 0
        async with ann.terminal() as terminal:
            await terminal.wait_for("Maple Court, 127.0.0.1")
            terminal.send(ENTER)
            await terminal.wait_for("a free seat")
            # Whoever ends it from elsewhere finds a terminal that breaks long lines again.
            os.kill(terminal.pid, signal.SIGTERM)
            assert await terminal.wait_closed() == 1
            assert terminal.raw.rindex(b"\x1b[?7h") > terminal.raw.rindex(b"\x1b[?7l")
        assert host.errors == b""


async def test_a_host_that_is_killed_and_goes_on_finds_the_same_cards_on_the_screen(tmp_path, ann):
    words = (*TABLE, "--open", "--fairness", "solo")
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        ann.terminal(f"ann@127.0.0.1:{host.port}") as terminal,
    ):
        await terminal.wait_for("Yes? [y/N]")
        terminal.send("y" + ENTER)
        await terminal.wait_for("a free seat")
        terminal.send(ENTER)
        await terminal.wait_for("▸3 I am ready")
        terminal.send(ENTER)
        await terminal.wait_for("Play cards")
        cards = hand(terminal)
        assert len(cards) > 4
        host.kill()
        await terminal.wait_for("Line lost: trying again")
        assert hand(terminal) == cards
        async with HostProcess(tmp_path / "data", "--resume", "--port", str(host.port)):
            await terminal.wait_gone("Line lost", timeout=40)
            await terminal.wait_until(lambda: hand(terminal) == cards, 10, "the same cards")


def hand(terminal):
    """What the box of the own hand shows."""
    lines = terminal.text().splitlines()
    first = next(number for number, line in enumerate(lines) if "Your hand 7/7" in line)
    return [line[1:34].replace("▸", " ") for line in lines[first + 1 :] if line.startswith("│")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), b"no table was joined from here yet"),
        (("ssh", "-o", "ProxyCommand=x", "maple"), b"-o is not read here"),
        (("ann@127.0.0.1:1",), b"cannot be reached"),
    ],
)
async def test_what_leads_to_no_table_is_said_in_words(ann, words, said):
    done = await ann.run(*words)
    assert done.code != 0
    assert said in done.err
    assert b"Traceback" not in done.err + done.out


async def test_without_anybody_to_ask_a_new_key_is_refused(tmp_path, ann):
    async with HostProcess(tmp_path / "data", *TABLE, "--open") as host:
        done = await ann.run(f"ann@127.0.0.1:{host.port}")
        assert done.code == 1
        assert host.first["fingerprint"].encode() in done.err
        assert b"nobody here to ask" in done.err
        assert not (ann.folder / ".ssh" / "known_hosts").exists()
