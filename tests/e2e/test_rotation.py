"""A host's key is changed by the command, as an operator does it; friends come by the real ssh."""

import re

import pytest

from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.joinhome import JoinHome
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import CTRL_C, ENTER, SshHome, run

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]

LEARNS = ("-o", "UpdateHostKeys=yes")
"""As ssh does by itself where nobody has named another file of known hosts."""
STRICT = ("-o", "StrictHostKeyChecking=yes")
NEXT = re.compile(r"SHA256:\S+")


async def key(tmp_path, *words):
    """A word of `runes key`; the first fingerprint that it says."""
    done = await run([*RUNES, "key", *words, "--data", str(tmp_path / "data")])
    assert (done.code, done.err) == (0, b"")
    return NEXT.search(done.out.decode())[0].rstrip(".")


def table(tmp_path, port="0"):
    return HostProcess(tmp_path / "data", "--seats", "2", "--open", "--port", port)


async def test_ssh_that_has_been_there_and_runes_join_go_on_with_a_changed_key(tmp_path):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    carol = await JoinHome.make(tmp_path)
    async with table(tmp_path) as host:
        port, first = str(host.port), host.first["fingerprint"]
        for home, name in ((ann, "ann"), (bob, "bob")):
            assert (await home.run(name, port, "json")).code == 0
        async with carol.terminal(f"carol@127.0.0.1:{port}") as terminal:
            await terminal.wait_for("Yes? [y/N]")
            terminal.send("y" + ENTER)
            await terminal.wait_for("a free seat")
            terminal.send(CTRL_C)
            await terminal.wait_for("Leave?")
            terminal.send(CTRL_C)
            await terminal.wait_closed()
    second = await key(tmp_path, "rotate")
    async with table(tmp_path, port) as host:
        assert host.first["fingerprint"] == first
        await host.says(second)
        assert (await ann.run("ann", port, "json", extra=LEARNS)).code == 0
        assert len(ann.known_hosts.read_text().splitlines()) == 2
    assert await key(tmp_path, "rotate", "--now") == second
    async with table(tmp_path, port) as host:
        assert host.first["fingerprint"] == second
        assert (await ann.run("ann", port, "json", extra=(*LEARNS, *STRICT))).code == 0
        assert len(ann.known_hosts.read_text().splitlines()) == 1, "the old key is forgotten"
        frightened = await bob.run("bob", port, "json")
        assert b"IDENTIFICATION HAS CHANGED" in frightened.err, "who was not there meanwhile"
        async with carol.terminal(f"carol@127.0.0.1:{port}") as terminal:
            await terminal.wait_for("a free seat")
            assert b"which the old one has signed" in terminal.raw
            terminal.send(CTRL_C)
            await terminal.wait_for("Leave?")
            terminal.send(CTRL_C)
            assert await terminal.wait_closed() == 0
