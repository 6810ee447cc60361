"""The way to a table: whose key lets in, which host key is trusted, and who is asked about it."""

import asyncio
import re

import asyncssh
import pytest

from rr_net.client.address import Hop
from rr_net.client.hostkeys import CannotReach, CannotTrust, key_words, question
from rr_net.ssh import fingerprint_of
from rr_net.ssh.lines import NoLine
from tests.rr_net.conftest import HOST_KEY
from tests.support.rr_net.joining import Asked, OpenToAll, dial, key_line, relaying

pytestmark = pytest.mark.socket

OTHER_KEY = asyncssh.generate_private_key("ssh-ed25519")


async def first_line(way):
    """What the host says first over a new line, which is closed then."""
    line = await way.open()
    try:
        return await line.read()
    finally:
        line.close()


async def test_a_new_key_is_asked_about_once_and_kept_as_openssh_keeps_it(ssh_host, home):
    asked = Asked()
    said = await first_line(dial(ssh_host.port, asked))
    assert said == f"json for ann {fingerprint_of(home.key)}"
    [[met]] = asked.questions
    assert met.fingerprint == ssh_host.fingerprint
    assert met.words == key_words(ssh_host.fingerprint)
    assert len(met.words.split()) == 4
    assert f"    words of that key: {met.words}" in question([met]), "bare words read like an order"
    assert home.known_hosts == f"[127.0.0.1]:{ssh_host.port} {public(HOST_KEY)}\n"
    again = Asked(answer=False)
    await first_line(dial(ssh_host.port, again))
    assert again.questions == []


def public(key):
    return " ".join(key.export_public_key().decode().split()[:2])


async def test_what_is_asked_names_the_place_the_fingerprint_and_the_words(ssh_host, home):
    asked = Asked(answer=False)
    with pytest.raises(CannotTrust, match="not said yes"):
        await dial(ssh_host.port, asked).open()
    text = "\n".join(question(asked.questions[0]))
    for part in (f"[127.0.0.1]:{ssh_host.port}", ssh_host.fingerprint, "the same words"):
        assert part in text
    assert home.known_hosts == ""


async def test_a_key_that_is_another_one_is_refused_without_a_question(ssh_host, home):
    home.knows(key_line("127.0.0.1", ssh_host.port, OTHER_KEY))
    asked = Asked()
    with pytest.raises(CannotTrust, match=re.escape(ssh_host.fingerprint)) as refused:
        await dial(ssh_host.port, asked).open()
    assert "ssh-keygen -R" in str(refused.value)
    assert asked.questions == []
    home.knows(f"@revoked * {public(HOST_KEY)}")
    with pytest.raises(CannotTrust, match="is revoked"):
        await dial(ssh_host.port, asked).open()


async def test_a_key_of_the_known_kind_is_asked_for_before_others(home):
    keys = [asyncssh.generate_private_key(kind) for kind in ("ssh-ed25519", "ecdsa-sha2-nistp256")]
    async with relaying(keys) as port:
        home.knows(key_line("127.0.0.1", port, keys[1]))
        with pytest.raises(CannotReach):  # it opens no session: the key was no trouble
            await dial(port).open()


async def test_a_key_of_another_kind_than_the_known_one_is_refused(ssh_host, home):
    other = asyncssh.generate_private_key("ecdsa-sha2-nistp256")
    home.knows(key_line("127.0.0.1", ssh_host.port, other))
    with pytest.raises(CannotTrust, match="is not the one that it was"):
        await dial(ssh_host.port).open()


async def test_the_key_of_the_same_machine_without_a_port_will_do_as_with_ssh(ssh_host, home):
    home.knows(f"127.0.0.1 {public(HOST_KEY)}", "this is no entry at all", "@marked x y")
    asked = Asked()
    await first_line(dial(ssh_host.port, asked))
    assert asked.questions == []
    home.knows(f"127.0.0.1 {public(OTHER_KEY)}")
    await first_line(dial(ssh_host.port, asked))
    assert len(asked.questions) == 1


async def test_a_key_that_changes_in_mid_game_is_never_asked_about(open_ssh, home):
    asked = Asked()
    async with open_ssh() as host:
        way = dial(host.port, asked)
        await first_line(way)
        (home.ssh / "known_hosts").unlink()
    async with open_ssh(key=OTHER_KEY) as other:
        way.address = way.address._replace(table=Hop("127.0.0.1", other.port, "ann"))
        with pytest.raises(CannotTrust, match="is not the one that it was"):
            await way.open()
    assert len(asked.questions) == 1


@pytest.mark.parametrize("is_configured", [False, True])
async def test_new_keys_of_a_relay_and_a_table_are_asked_about_together(
    ssh_host, home, is_configured
):
    relay_key = asyncssh.generate_private_key("ssh-ed25519")
    async with relaying(relay_key) as relay:
        gate = Hop("127.0.0.1", relay, "eve")
        if is_configured:
            home.configures(f"Host maple\n  HostName 127.0.0.1\n  ProxyJump {gate}\n")
        asked = Asked()
        host = "maple" if is_configured else "127.0.0.1"
        way = dial(ssh_host.port, asked, relays=() if is_configured else (gate,), host=host)
        assert (await first_line(way)).startswith("json for ann")
        [met] = asked.questions
        assert [each.place for each in met] == [
            f"[127.0.0.1]:{relay}",
            f"[127.0.0.1]:{ssh_host.port}",
        ]
        assert "these ways" in question(met)[0]
        assert len(home.known_hosts.splitlines()) == 2
        assert (await first_line(way)).startswith("json for ann")
        assert len(asked.questions) == 1


async def test_what_the_own_configuration_says_counts(ssh_host, home):
    (home.ssh / "id_ed25519").rename(home.ssh / "for_games")
    home.configures(
        f"Host maple\n  HostName 127.0.0.1\n  Port {ssh_host.port}\n  User carol\n"
        f"  IdentityFile {home.ssh / 'for_games'}\n  UserKnownHostsFile {home.ssh / 'others'}\n"
    )
    said = await first_line(dial(None, name="", host="maple"))
    assert said == f"json for carol {fingerprint_of(home.key)}"
    assert (home.ssh / "others").read_text().startswith(f"[127.0.0.1]:{ssh_host.port} ")
    assert home.known_hosts == ""


async def test_a_configuration_that_cannot_be_read_is_named(ssh_host, home):
    home.configures("Port many\n")
    with pytest.raises(CannotTrust, match="your ssh configuration cannot be read"):
        await dial(ssh_host.port).open()


async def test_who_has_no_key_reads_how_to_make_one(ssh_host, home):
    (home.ssh / "id_ed25519").unlink()
    with pytest.raises(CannotTrust, match="ssh-keygen -t ed25519"):
        await dial(ssh_host.port).open()


async def test_nobody_there_may_be_there_later(open_ssh, home):
    async with open_ssh() as host:
        port = host.port
    with pytest.raises(CannotReach, match="cannot be reached"):
        await dial(port).open()


async def test_what_speaks_no_ssh_is_no_line(home):
    async def come(reader, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(come, "127.0.0.1", 0)
    async with server:
        with pytest.raises(CannotReach):
            await dial(server.sockets[0].getsockname()[1]).open()


async def test_lines_go_both_ways_and_end_for_good(ssh_host, home):
    line = await dial(ssh_host.port).open()
    assert line.host_key == ssh_host.fingerprint
    await line.read()
    assert line.write(b"hello\n")
    assert await line.read() == "you said hello"
    line.close()
    assert await line.read() is NoLine.END
    assert await line.read() is NoLine.END
    assert not line.write(b"hello\n")


async def test_a_file_that_was_broken_off_is_no_file(home):
    """Half a record would be called wrong, and its host a cheat."""

    async def tell(process):
        process.stdout.write(b"half a record")
        if process.command == "whole":
            process.exit(0)
        elif process.command == "closed":
            process.close()
        elif process.command == "cut":
            await process.stdout.drain()
            process.get_extra_info("connection").abort()

    async with asyncssh.listen(
        "127.0.0.1", 0, server_host_keys=[HOST_KEY], process_factory=tell, encoding=None,
        server_factory=OpenToAll,
    ) as server:  # fmt: skip
        line = await dial(server.sockets[0].getsockname()[1]).open()
        assert await line.fetch("whole") == b"half a record"
        for word in ("closed", "cut"):
            with pytest.raises(OSError, match=r"broken off|Connection lost"):
                await line.fetch(word)
        line.close()
