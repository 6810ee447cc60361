"""What a service manager hears of a process that it has started."""

import asyncio
import socket

from rr_net.service import watched
from tests.support.tasks import turn


async def heard(line):
    """The next words, however long they take."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(10):
        return await loop.sock_recv(line, 100)


def listening(address):
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(address))
    line.setblocking(False)
    return line


async def test_a_manager_that_does_not_listen_for_a_moment_hears_the_watchdog_again(
    tmp_path, monkeypatch
):
    address = tmp_path / "notify"
    monkeypatch.setenv("NOTIFY_SOCKET", str(address))
    monkeypatch.setenv("WATCHDOG_USEC", "2000")
    line = listening(address)
    async with watched():
        assert [await heard(line) for _ in range(2)] == [b"READY=1", b"WATCHDOG=1"]
        line.close()
        address.unlink()
        for _ in range(20):
            await turn()
            await asyncio.sleep(0.001)
        with listening(address) as line:
            assert await heard(line) == b"WATCHDOG=1"


async def test_a_manager_that_reads_nothing_holds_nobody_up(tmp_path, monkeypatch):
    address = tmp_path / "notify"
    monkeypatch.setenv("NOTIFY_SOCKET", str(address))
    monkeypatch.setenv("WATCHDOG_USEC", "2")
    with listening(address):
        async with watched():
            for _ in range(500):
                await asyncio.sleep(0)
