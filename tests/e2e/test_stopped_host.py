"""A host whose machine stands still at the end of a window: no client calls the freeze late."""

import asyncio
import contextlib
import os
import signal

import pytest

from rr_net import link
from rr_net.fairness.base.levels import WORK, Slow
from tests.rr_net.client.test_cheating_host import knows_seat
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.runes import PART
from tests.support.rr_net.joining import OwnHome, joined

LESS = {name: Slow(roll=slow.roll // PART // 16 * 16, shuffle=slow.shuffle // PART // 16 * 16)
        for name, slow in WORK.items()}  # fmt: skip
TABLE = ("--game", "rune", "--seats", "2", "--bots", "1", "--open", "--fairness", "table")
WINDOW = 0.8
"""The first event is a roll."""


async def passes(seconds):
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.Event().wait()


def is_open(guest):
    pending = guest.last(link.Pending)
    return pending is not None and pending.event is not None


@pytest.mark.parametrize("stands", [1.3, 2.5])
async def test_a_host_that_stands_still_as_a_window_ends_is_not_called_late(
    tmp_path, monkeypatch, stands
):
    OwnHome(tmp_path / "ann", monkeypatch)
    async with (
        HostProcess(tmp_path / "data", *TABLE) as host,
        joined(host.port, floors=LESS) as guest,
    ):
        await knows_seat(guest)
        await guest.hears(lambda: is_open(guest) and guest.remote.state.checked > 2)
        await passes(WINDOW - 0.05)
        os.kill(host.pid, signal.SIGSTOP)
        await passes(stands)
        os.kill(host.pid, signal.SIGCONT)
        await guest.hears(lambda: guest.remote.state.checked > 6)
        await passes(0.2)
        assert guest.remote.state.findings == ()
