"""What a service manager hears of a process that it has started."""

import socket

import pytest

from rr_net.service import notify, watched
from tests.support.rr_net.relays import until

pytestmark = pytest.mark.socket


async def test_a_manager_that_misses_a_word_hears_the_watchdog_again(monkeypatch):
    said = []

    def is_heard(words):
        said.append(words)
        return len(said) != 2

    monkeypatch.setenv("WATCHDOG_USEC", "2000")
    monkeypatch.setattr("rr_net.service.notify", is_heard)
    async with watched():
        await until(lambda: said.count("WATCHDOG=1") >= 3)


def test_a_manager_that_reads_nothing_holds_nobody_up(tmp_path, monkeypatch):
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address)
        assert notify("READY=1")
        assert not all(notify("WATCHDOG=1") for _ in range(10_000))
