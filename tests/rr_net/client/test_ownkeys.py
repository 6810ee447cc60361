"""What the own keys sign at a table: the one that logged in alone, of a file or in an agent."""

import subprocess

import asyncssh
import pytest

from rr_net.client.ownkeys import ANOTHER_KEY, NOT_AT_HAND, CannotSign
from rr_net.fairness.base.gamekey import SEAT, seat_text
from rr_net.ssh import fingerprint_of
from rr_net.ssh.sshsig import check_signature
from tests.rr_net.client.test_dial import first_line
from tests.rr_net.ssh.test_channels import agent as running_agent
from tests.support.rr_net.joining import dial

pytestmark = pytest.mark.socket

TEXT = seat_text("SHA256:host", "ab" * 32, "2026-11-23")


@pytest.fixture
async def agent(tmp_path, monkeypatch, home):
    """The path of the socket of a real ssh-agent, as ssh finds it."""
    async with running_agent(tmp_path) as path:
        monkeypatch.setenv("SSH_AUTH_SOCK", str(path))
        yield path


def adds(path, key, file):
    """Puts a key into the agent, and takes it from the folder."""
    key.write_private_key(file)
    file.chmod(0o600)
    subprocess.run(["ssh-add", "-q", str(file)], check=True, env={"SSH_AUTH_SOCK": str(path)},
                   capture_output=True)  # fmt: skip
    file.unlink()


async def logs_in(way):
    """Goes there; the fingerprint of the key that was let in."""
    return (await first_line(way)).split()[-1]


async def test_the_key_that_logged_in_signs_and_no_other_of_the_own_ones(ssh_host, home):
    other = asyncssh.generate_private_key("ecdsa-sha2-nistp256")
    other.write_private_key(home.ssh / "id_ecdsa")
    way = dial(ssh_host.port)
    with pytest.raises(CannotSign, match=NOT_AT_HAND):
        await way.sign(fingerprint_of(home.key), TEXT, SEAT)
    owner = await logs_in(way)
    signature = await way.sign(owner, TEXT, SEAT)
    assert check_signature(TEXT.encode(), signature, owner, SEAT)
    for key in {fingerprint_of(home.key), fingerprint_of(other), "SHA256:none"} - {owner}:
        with pytest.raises(CannotSign, match=ANOTHER_KEY):
            await way.sign(key, TEXT, SEAT)


@pytest.mark.parametrize("in_agent", ["both", "other"])
async def test_a_key_in_an_agent_signs_where_it_logged_in(
    in_agent, tmp_path, ssh_host, home, agent
):
    other = asyncssh.generate_private_key("ssh-ed25519")
    adds(agent, other, tmp_path / "other")
    if in_agent == "both":
        adds(agent, home.key, tmp_path / "own")
    way = dial(ssh_host.port)
    owner = await logs_in(way)
    assert owner == fingerprint_of(other), "what lies in an agent is shown first, as ssh does it"
    signature = await way.sign(owner, TEXT, SEAT)
    assert check_signature(TEXT.encode(), signature, owner, SEAT)
    with pytest.raises(CannotSign, match=ANOTHER_KEY):
        await way.sign(fingerprint_of(home.key), TEXT, SEAT)


async def test_an_agent_that_is_gone_is_no_error_but_a_key_less(ssh_host, home, monkeypatch):
    monkeypatch.setenv("SSH_AUTH_SOCK", str(home.ssh / "nobody"))
    way = dial(ssh_host.port)
    assert await logs_in(way) == fingerprint_of(home.key)
    assert await way.sign(fingerprint_of(home.key), TEXT, SEAT)
