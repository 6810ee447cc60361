"""Where slow hashes are done: beside the loop, one at a time, at a speed that is measured once."""

import asyncio
import threading

import pytest

from rr_net.fairness.base.slow import Grind, long_hash
from rr_net.game.services import InOneThread
from tests.support.tasks import beside


@pytest.fixture
def grinder():
    made = InOneThread()
    yield made
    made.close()


async def test_the_loop_goes_on_while_a_piece_is_ground(grinder):
    hold, begun = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def piece():
        loop.call_soon_threadsafe(begun.set)
        hold.wait(20)
        return "done"

    async with beside(grinder.grind(piece)) as grinding:
        await begun.wait()
        assert not grinding.done()
        hold.set()
    assert grinding.result() == "done"


async def test_pieces_are_ground_one_after_the_other_in_one_thread(grinder):
    threads, running, most = set(), [], []

    def piece():
        threads.add(threading.get_ident())
        running.append(1)
        most.append(len(running))
        # As a real piece: another thread may run meanwhile.
        long_hash(bytes(32), 1000)
        running.pop()
        return ""

    await asyncio.gather(*(grinder.grind(piece) for _ in range(20)))
    assert len(threads) == 1
    assert threads != {threading.get_ident()}
    assert max(most) == 1


async def test_the_speed_of_the_machine_is_measured_once(grinder, monkeypatch):
    found = await grinder.rate()
    assert 10_000 < found < 10_000_000_000
    monkeypatch.setattr("rr_net.game.services.measured", lambda: 1.0)
    assert await grinder.rate() == found


async def test_whoever_is_cancelled_leaves_no_more_than_one_piece_behind(grinder):
    done, begun = [], asyncio.Event()

    async def grind_all():
        for number in range(1000):
            await grinder.grind(lambda number=number: done.append(number) or "")
            begun.set()

    async with beside(grind_all()) as grinding:
        await begun.wait()
        grinding.cancel()
    # There is one thread: what was left behind is done before anything else.
    await grinder.grind(lambda: "")
    count = len(done)
    await grinder.grind(lambda: "")
    assert len(done) == count < 1000


async def test_pieces_give_what_the_whole_gives(grinder):
    terms = Grind("ab" * 32, 3, 1, "cd" * 32, 160, 16)
    values = []
    for at in range(1, 17):
        before = values[-1] if values else terms.digest
        values.append(await grinder.grind(lambda at=at, before=before: terms.segment(at, before)))
    assert tuple(values) == terms.values()
