"""The host's key, what players see of it, and the algorithms it is used with."""

import asyncio
import os
import re
import stat
import tomllib
from importlib.metadata import version
from pathlib import Path

import asyncssh
import pytest

from rr_net.ssh import (
    BadHostKey,
    CannotListen,
    invite_lines,
    keys,
    load_host_key,
    relay_lines,
    serve_ssh,
)
from rr_net.ssh.banner import banner_text, is_private, reachable_addresses
from rr_net.ssh.keys import fingerprint_of
from tests.support.e2e.sshclient import ENTER, SshHome, keygen, run

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def ann(tmp_path):
    return await SshHome.make(tmp_path / "ann")


# --- the file -------------------------------------------------------------


async def test_a_new_host_key_is_an_ed25519_key_for_our_eyes_only(tmp_path):
    path = tmp_path / "new" / "host_key"
    key = load_host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    told = (await keygen("-l", "-f", str(path))).out.decode().split()
    assert told[1] == fingerprint_of(key)
    assert told[-1] == "(ED25519)"
    assert fingerprint_of(load_host_key(path)) == fingerprint_of(key)


async def test_a_key_made_by_ssh_keygen_is_read(tmp_path):
    await keygen("-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "key"))
    told = (await keygen("-l", "-f", str(tmp_path / "key"))).out.decode().split()
    assert fingerprint_of(load_host_key(tmp_path / "key")) == told[1]


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_a_host_key_that_others_can_read_is_refused(tmp_path):
    path = tmp_path / "host_key"
    load_host_key(path)
    path.chmod(0o644)
    with pytest.raises(BadHostKey, match="expected mode 0600, got 0644"):
        load_host_key(path)


@pytest.mark.parametrize("content", [b"", b"not a key", b"\xff" * 100])
def test_a_file_that_is_no_key_is_refused_and_kept(tmp_path, content):
    path = tmp_path / "host_key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(BadHostKey, match="expected an Ed25519 private key without a passphrase"):
        load_host_key(path)
    assert path.read_bytes() == content


async def test_another_kind_of_key_and_a_locked_one_are_refused(tmp_path):
    await keygen("-q", "-t", "ecdsa", "-N", "", "-f", str(tmp_path / "ecdsa"))
    with pytest.raises(BadHostKey, match="expected ssh-ed25519, got ecdsa-sha2-nistp256"):
        load_host_key(tmp_path / "ecdsa")
    await keygen("-q", "-t", "ed25519", "-N", "secret", "-f", str(tmp_path / "locked"))
    with pytest.raises(BadHostKey, match="without a passphrase"):
        load_host_key(tmp_path / "locked")


def test_a_place_that_cannot_be_written_is_said_plainly(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadHostKey, match="cannot"):
        load_host_key(tmp_path / "file" / "host_key")


def test_the_key_of_a_host_that_was_quicker_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "host_key"
    first = load_host_key(path)
    # The file is made by another host between our look and our writing.
    read, looks = keys.read_key, iter([FileNotFoundError()])

    def late(path):
        for missing in looks:
            raise missing
        return read(path)

    monkeypatch.setattr(keys, "read_key", late)
    assert fingerprint_of(load_host_key(path)) == fingerprint_of(first)


def test_nothing_is_written_through_a_link(tmp_path):
    (tmp_path / "host_key").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadHostKey, match="a link to nothing"):
        load_host_key(tmp_path / "host_key")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.socket
async def test_a_port_in_use_is_said_plainly(ssh_host, echo_door):
    key = asyncssh.generate_private_key("ssh-ed25519")
    with pytest.raises(CannotListen, match=rf"port {ssh_host.port}: .*[Aa]ddress already in use"):
        await serve_ssh("127.0.0.1", ssh_host.port, host_key=key, door=echo_door)


PRINT = "SHA256:" + "/" * 42 + "8"
"""A fingerprint of nothing but ones: each of its words is the last of the list."""


# --- what players see -----------------------------------------------------


@pytest.mark.attack("T41")
async def test_a_host_with_another_key_is_refused_and_the_invite_says_which_is_right(open_ssh, ann):
    real, false = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    asking = ["-o", "StrictHostKeyChecking=ask"]
    async with open_ssh(key=real) as host:
        invite = invite_lines(["127.0.0.1"], host.port, host.fingerprint)
        async with ann.terminal("ann", host.port, extra=asking) as terminal:
            # What ssh shows the first time stands in the invite, letter for letter.
            await terminal.wait_for("Are you sure you want to continue connecting")
            shown = re.search(r"SHA256:[A-Za-z0-9+/]{43}", terminal.text())
            assert shown[0] in "\n".join(invite).split()
            terminal.send(shown[0] + ENTER)
            await terminal.wait_for("Hello ann")
        port = host.port
    listener = await serve_on(port, false)
    try:
        for extra in (asking, ["-o", "StrictHostKeyChecking=accept-new"]):
            refused = await ann.run("ann", port, "text", extra=extra)
            assert (refused.code, refused.out) == (255, b"")
            assert b"REMOTE HOST IDENTIFICATION HAS CHANGED" in refused.err
            assert listener.fingerprint.encode() in refused.err
        # The control: who throws away what he has seen does not notice.
        ann.known_hosts.unlink()
        assert (await ann.run("ann", port, "text")).code == 0
    finally:
        await listener.close()


async def serve_on(port, key):
    from tests.support.rr_net.echodoor import EchoDoor

    return await serve_ssh("127.0.0.1", port, host_key=key, door=EchoDoor())


def test_an_invite_gives_each_address_its_line_and_its_reach():
    addresses = ["192.168.1.5", "203.0.114.9", "100.64.0.7", "2001:4860::1", "fd00::1", "127.0.0.1"]
    lines = invite_lines(addresses, 2222, PRINT)[: len(addresses)]
    # What everybody can reach comes first.
    assert [line.partition("    ")[0].rpartition("@")[2] for line in lines] == [
        "203.0.114.9", "2001:4860::1", "192.168.1.5", "100.64.0.7", "fd00::1", "127.0.0.1",
    ]  # fmt: skip
    assert [line.partition("    (")[2][:7] for line in lines] == ["public,"] * 2 + ["private"] * 4
    assert lines[1].startswith("ssh -p 2222 YOURNAME@2001:4860::1  ")
    assert lines[2].startswith("ssh -p 2222 YOURNAME@192.168.1.5  ")
    private = {address for address in addresses if is_private(address)}
    assert private == {"192.168.1.5", "100.64.0.7", "fd00::1", "127.0.0.1"}
    assert invite_lines(["host.example"], 22, PRINT)[0].startswith("ssh YOURNAME@host.example ")
    assert not is_private("host.example")


@pytest.mark.parametrize(
    ("relay", "reach"),
    [
        ("127.0.0.1:2200", "private: only from this machine, through a relay"),
        ("localhost:2200", "private: only from this machine, through a relay"),
        ("[::1]:2200", "private: only from this machine, through a relay"),
        ("192.168.1.5", "private: only from the same network or VPN, through a relay"),
        ("relay.example.org:2200", "public: from anywhere, through a relay"),
        ("8.8.8.8", "public: from anywhere, through a relay"),
    ],
)
def test_a_line_through_a_relay_says_who_can_come_and_both_keys_in_words(relay, reach):
    lines = relay_lines(relay, "maple-7k2q-abcd-efgh-2345", [("relay", PRINT), ("table", PRINT)])
    assert lines[0].endswith(f"    ({reach})")
    assert lines[2:4] == [f"    relay: {PRINT}", "    in words: zoo zoo zoo zoo"]
    assert lines[4:] == [f"    table: {PRINT}", "    in words: zoo zoo zoo zoo"]


def test_an_invite_has_the_fingerprint_and_whose_line_it_is():
    lines = invite_lines(["127.0.0.1"], 2222, PRINT)
    assert lines == [
        "ssh -p 2222 YOURNAME@127.0.0.1    (private: only from this machine)",
        "The first time, ssh shows the host's key. Say yes only if it reads:",
        f"    {PRINT}",
        "    in words, for runes join: zoo zoo zoo zoo",
    ]
    own = invite_lines(["127.0.0.1"], 2222, PRINT, "ann")
    assert own == [lines[0].replace("YOURNAME", "ann"), *lines[1:]]


@pytest.mark.socket
def test_the_addresses_of_a_host_are_those_that_others_can_use():
    assert reachable_addresses("127.0.0.1") == ["127.0.0.1"]
    assert reachable_addresses("192.168.7.7") == ["192.168.7.7"]
    everywhere = reachable_addresses("0.0.0.0")
    assert everywhere
    assert "0.0.0.0" not in everywhere
    assert len(set(everywhere)) == len(everywhere)


def test_a_banner_is_short_and_clean():
    text = banner_text("one\n\x1b[31mtwo\u202e\n" + "more\n" * 100)
    lines = text.split("\r\n")
    assert lines[:2] == ["one", "[31mtwo"]
    assert len(lines) <= 25
    assert all(len(line) <= 80 for line in lines)
    assert "ssh-keygen -t ed25519" in text


# --- algorithms -----------------------------------------------------------


async def offered(port):
    """What a server offers before anything is agreed on: its version and its ten lists."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    greeting = await reader.readline()
    writer.write(b"SSH-2.0-probe\r\n")
    length = int.from_bytes(await reader.readexactly(4), "big")
    packet = await reader.readexactly(length)
    writer.close()
    # Padding length, message number (20: KEXINIT), sixteen random bytes, and then the lists.
    assert packet[1] == 20
    rest, lists = packet[18:], []
    for _ in range(10):
        size = int.from_bytes(rest[:4], "big")
        lists.append(rest[4 : 4 + size].decode().split(","))
        rest = rest[4 + size :]
    return greeting, lists


@pytest.mark.attack("T40")
async def test_only_modern_algorithms_are_offered_and_the_strict_exchange(ssh_host, ann):
    greeting, lists = await offered(ssh_host.port)
    kex, host_keys, ciphers, ciphers_back, macs, macs_back, *compressions = lists
    assert greeting == b"SSH-2.0-runes\r\n"
    assert set(kex) == {
        "mlkem768x25519-sha256",
        "curve25519-sha256",
        "curve25519-sha256@libssh.org",
        "ext-info-s",
        "kex-strict-s-v00@openssh.com",
    }
    assert host_keys == ["ssh-ed25519"]
    assert ciphers == ciphers_back
    assert all("gcm" in cipher or "chacha20" in cipher for cipher in ciphers)
    assert macs == macs_back
    assert all(mac.startswith("hmac-sha2-") and "etm" in mac for mac in macs)
    assert compressions[:2] == [["none"], ["none"]]

    for weak in (
        "KexAlgorithms=diffie-hellman-group14-sha1",
        "KexAlgorithms=diffie-hellman-group14-sha256",
        "Ciphers=aes128-cbc",
        "Ciphers=aes128-ctr",
        "HostKeyAlgorithms=rsa-sha2-512",
    ):
        refused = await ann.run("ann", ssh_host.port, "text", extra=["-o", weak])
        assert refused.code == 255
        assert b"no matching" in refused.err
    done = await ann.run("ann", ssh_host.port, "text", extra=["-vv"])
    assert done.code == 0
    assert re.search(rb"kex: algorithm: (curve25519|mlkem768x25519)-sha256", done.err)
    assert b"kex-strict-s-v00@openssh.com" in done.err


@pytest.mark.socket
@pytest.mark.attack("T40")
async def test_left_to_itself_the_library_would_offer_old_ones():
    # The control for the test above.
    key = asyncssh.generate_private_key("ssh-ed25519")
    acceptor = await asyncssh.listen("127.0.0.1", 0, server_host_keys=[key])
    _, lists = await offered(acceptor.get_port())
    assert "diffie-hellman-group14-sha1" in lists[0]
    assert any("ctr" in cipher for cipher in lists[2])
    acceptor.close()
    await acceptor.wait_closed()


@pytest.mark.attack("T40")
async def test_an_old_signature_of_a_players_key_is_refused(ssh_host, tmp_path):
    ann = await SshHome.make(tmp_path / "rsa", kind="rsa", bits=2048)
    sha1 = ["-o", "PubkeyAcceptedAlgorithms=ssh-rsa"]
    refused = await ann.run("ann", ssh_host.port, "text", extra=sha1)
    assert refused.code == 255
    assert refused.out == b""


@pytest.mark.attack("T40")
def test_no_version_before_the_fixes_is_accepted():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (wanted,) = [line for line in project["dependencies"] if line.startswith("asyncssh")]
    floor = re.fullmatch(r"asyncssh>=(\d+)\.(\d+)\.(\d+)", wanted)
    assert tuple(map(int, floor.groups())) >= (2, 24, 1)
    assert tuple(map(int, version("asyncssh").split(".")[:3])) >= (2, 24, 1)


async def test_the_client_knows_what_we_offer():
    """A typing mistake in our lists would offer nothing at all."""
    from rr_net.ssh.server import CIPHERS, KEX, MACS, SIGNATURES

    known = {}
    for kind in ("kex", "cipher", "mac", "sig"):
        done = await run(["ssh", "-Q", kind])
        known[kind] = set(done.out.decode().split())
    newest = {"mlkem768x25519-sha256"}
    assert set(KEX) - newest <= known["kex"]
    assert set(CIPHERS) <= known["cipher"]
    assert set(MACS) <= known["mac"]
    assert set(SIGNATURES) <= known["sig"]
