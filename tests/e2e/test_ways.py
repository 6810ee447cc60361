"""The ways of docs/hosting.md, each walked by what the page says to type, and no step more.

The machines are network namespaces of the test's own, where those are permitted: the friend's has a
cable to the one in the middle alone, and so has the host's.
"""

import asyncio
import contextlib
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.conftest import LONG
from tests.support.e2e.forked import killed
from tests.support.e2e.hosting import COMMAND, HostProcess
from tests.support.e2e.relayed import RelayProcess, Stock, networks
from tests.support.e2e.sshclient import Pipe
from tests.support.rr_net.jsonclient import JsonPlayer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]

PAGE = (Path(__file__).parent.parent.parent / "docs" / "hosting.md").read_text("utf-8")
STEPS = re.compile(r"^\| (.+?) \| (.+?) \| (\d+) \| (\d+) \|$", re.MULTILINE)
TABLE = ("--game", "regicide", "--seats", "2")
PORT = "2222"
FORWARD = """
import asyncio, sys
async def one_way(reader, writer):
    while content := await reader.read(65536):
        writer.write(content)
        await writer.drain()
    writer.close()
async def come(reader, writer):
    far = await asyncio.open_connection(sys.argv[2], int(sys.argv[3]))
    await asyncio.gather(one_way(reader, far[1]), one_way(far[0], writer))
async def main():
    server = await asyncio.start_server(come, sys.argv[1], int(sys.argv[3]))
    print(flush=True)
    await server.serve_forever()
asyncio.run(main())
"""
"""A router that hands one port on."""


class Walk:
    """One way, and the steps that are taken on it."""

    def __init__(self, folder, net):
        self.folder, self.net = folder, net
        self.hosts = self.friends = 0

    @contextlib.asynccontextmanager
    async def host(self, machine, *words):
        """The host types the command."""
        self.hosts += 1
        command = (*machine, *COMMAND)
        port = () if "--via" in words else ("--port", PORT)
        data = self.folder / "data"
        async with HostProcess(data, *port, *words, *TABLE, command=command) as host:
            yield host

    @contextlib.asynccontextmanager
    async def relay(self):
        """The operator of a relay types the command."""
        self.hosts += 1
        async with RelayProcess(self.folder / "relay", self.net) as relay:
            yield relay

    @contextlib.asynccontextmanager
    async def router(self):
        """The host's router is told to hand the port on."""
        self.hosts += 1
        words = (self.net.for_guest, "10.77.1.2", PORT)
        process = await asyncio.create_subprocess_exec(
            *self.net.relay, sys.executable, "-c", FORWARD, *words, stdout=asyncio.subprocess.PIPE
        )
        try:
            await process.stdout.readline()
            yield
        finally:
            process.kill()
            await killed(process)

    async def friend_comes(self, host, machine, line):
        """The friend types the line and the code, and is let in."""
        code = (await host.says("invite code: ")).rpartition(" ")[2]
        home = await Stock.make(self.folder / "ann", self.net, None)
        config = str(home.home.folder / "config")
        words = shlex.split(line.partition("    ")[0].replace("YOURNAME", "ann"))
        command = [*machine, words[0], "-F", config, *words[1:], "json"]
        self.friends += 1
        async with Pipe(command, home.home.environment()) as pipe:
            friend = JsonPlayer(pipe)
            assert not (await friend.hears_of("hello"))["admitted"]
            self.friends += 1
            friend.says("hello", code=code)
            await friend.hears_of("hello", lambda told: told["admitted"])


@pytest.fixture
async def walk(tmp_path):
    async with networks() as net:
        if not net.are_apart:
            pytest.skip("network namespaces are not permitted here")
        yield Walk(tmp_path, net)


def steps_of(way):
    """How many steps the page says that a way takes, for the host and for each friend."""
    [found] = [(int(hosts), int(friends)) for who, then, hosts, friends in STEPS.findall(PAGE)
               if way in then]  # fmt: skip
    return found


async def test_friends_in_the_same_network(walk):
    async with walk.host(walk.net.relay, "--listen", "0.0.0.0") as host:
        line = await host.says(f"ssh -p {PORT} YOURNAME@{walk.net.for_guest}")
        await walk.friend_comes(host, walk.net.guest, line)
    assert (walk.hosts, walk.friends) == steps_of("#the-same-network")


@pytest.mark.skipif(not LONG, reason="its parts are played by others: RUNES_LONG=1 walks it too")
class TestOtherWays:
    async def test_through_a_relay_of_ones_own(self, walk):
        async with walk.relay() as relay, walk.host(walk.net.host, "--via", relay.via) as host:
            line = (await host.says("ssh -J")).replace(relay.via, relay.jump)
            await walk.friend_comes(host, walk.net.guest, line)
        assert (walk.hosts, walk.friends) == steps_of("#a-relay-of-your-own")

    async def test_through_a_relay_that_is_there(self, walk):
        async with (
            RelayProcess(walk.folder / "relay", walk.net) as relay,
            walk.host(walk.net.host, "--via", relay.via) as host,
        ):
            line = (await host.says("ssh -J")).replace(relay.via, relay.jump)
            await walk.friend_comes(host, walk.net.guest, line)
        assert (walk.hosts, walk.friends) == steps_of("#through-a-relay")

    async def test_at_this_machine(self, walk):
        async with walk.host(walk.net.host) as host:
            await walk.friend_comes(host, walk.net.host, await host.says("ssh -p"))
        assert (walk.hosts, walk.friends) == steps_of("`runes host`")

    async def test_by_a_forwarded_port(self, walk):
        async with walk.router(), walk.host(walk.net.host, "--listen", "0.0.0.0") as host:
            line = f"ssh -p {PORT} YOURNAME@{walk.net.for_guest}"
            await walk.friend_comes(host, walk.net.guest, line)
        assert (walk.hosts, walk.friends) == steps_of("#a-forwarded-port")

    async def test_in_a_private_network_and_nowhere_else(self, walk):
        async with walk.host(walk.net.relay, "--listen", walk.net.for_guest) as host:
            line = await host.says("ssh -p")
            assert f"@{walk.net.for_guest} " in line
            await walk.friend_comes(host, walk.net.guest, line)
            assert (walk.hosts, walk.friends) == steps_of("#a-mesh-vpn")
            walk.folder = walk.folder / "other"
            walk.folder.mkdir()
            other = line.replace(walk.net.for_guest, walk.net.for_host)
            with pytest.raises(AssertionError, match="the line ended"):
                await walk.friend_comes(host, walk.net.host, other)
