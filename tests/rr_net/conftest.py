"""A host for each test, on loopback and a port the system chose; what all games share."""

import contextlib
from functools import lru_cache

import asyncssh
import pytest

from rr_net.fairness.chain import reveals
from rr_net.ssh import serve_ssh
from rr_net.ssh.limits import Limits
from tests.support.rr_net.echodoor import EchoDoor

HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")
CHAINS = 64
"""As many as are kept, of thousands of hashes each."""


@pytest.fixture(scope="session", autouse=True)
def chains_once():
    """The same chains are hashed for each of a thousand changes to a game: once is enough."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reveals, "links", lru_cache(CHAINS)(reveals.links))
        yield


@pytest.fixture
def echo_door():
    return EchoDoor()


@pytest.fixture
def open_ssh(echo_door):
    """Opens a host with other limits or another clock than usual: `async with open_ssh(...)`."""

    @contextlib.asynccontextmanager
    async def open_ssh(clock=None, key=HOST_KEY, **limits):
        bounds = Limits(**limits)
        host = await serve_ssh(
            "127.0.0.1", 0, host_key=key, door=echo_door, limits=bounds, clock=clock
        )
        try:
            yield host
        finally:
            await host.close()

    return open_ssh


@pytest.fixture
async def ssh_host(open_ssh):
    async with open_ssh() as host:
        yield host
