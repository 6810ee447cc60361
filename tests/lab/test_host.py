"""The load benchmark: it measures a real host, and what it asks for is held here in small.

`RUNES_LONG=1` adds what takes minutes: 120 sessions one batch after the other, and three minutes in
which thirty people come, play about and go while bots play game after game.
"""

import asyncio
import contextlib
import os
import random
import sys
from itertools import cycle
from types import SimpleNamespace

import asyncssh
import pytest

from tests.lab.host.__main__ import ROWS, table
from tests.lab.host.child import HostFailed, measured_host
from tests.lab.host.hosted import SESSION_PARTS, Table
from tests.lab.host.load import Load, Spread, left_over, measure, open_house
from tests.lab.host.terminals import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    HungUp,
    Terminal,
    Walker,
    arrive,
    new_key,
)
from tests.support.tasks import beside, turn

LONG = os.environ.get("RUNES_LONG") == "1"
long = pytest.mark.skipif(not LONG, reason="takes minutes: RUNES_LONG=1 runs it")

SMALL = Load(2, seconds=0.8, period=0.2, bot="random", pace=0.05, window="fast")


@pytest.mark.e2e
async def test_two_terminals_are_measured_and_nothing_of_them_is_left():
    found = await measure(SMALL)
    assert found.first.count == 2
    assert 0 < found.first.median < 5000
    assert found.keys.keys.count >= 4
    assert (found.keys.lost, found.both.lost) == (0, 0)
    assert 0 < found.keys.keys.median < 1000
    # The budgets of a screen of 80x24.
    assert 0 < found.key_bytes <= 1024
    assert 0 < found.event_bytes <= 4096
    assert found.play.events + found.both.events > 0
    assert found.idle.bytes == 0
    assert found.arrival_cpu > 0
    assert found.left == {}
    printed = table([found, found])
    assert len(printed) == 1 + len(ROWS)
    assert printed[0].split() == ["sessions", "2", "2"]


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", "huge"), "'huge': expected columns x rows, as in 80x24"),
        (("--sessions", "many"), "invalid int value: 'many'"),
        (("--sessions", "1", "--seats", "40"), "1 sessions could not be measured"),
    ],
)
async def test_what_cannot_be_measured_is_said_in_one_line(words, said):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.lab.host", *words, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(30):
        _, errors = await process.communicate()
    assert process.returncode != 0
    assert said in errors.decode().splitlines()[-1]


@pytest.mark.e2e
async def test_a_host_that_does_not_start_is_not_waited_for(tmp_path):
    async with asyncio.timeout(20):
        with pytest.raises(HostFailed, match="got none"):
            async with measured_host(Table(str(tmp_path), "", seats=99)):
                pytest.fail("it cannot have started")


class OpenToAll(asyncssh.SSHServer):
    def begin_auth(self, username):
        return False


@pytest.mark.socket
async def test_a_guest_whom_the_host_hangs_up_on_is_not_waited_for():
    server = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_factory=OpenToAll,
        server_host_keys=[new_key()],
        process_factory=lambda process: process.exit(1),
    )
    async with server, asyncio.timeout(20):
        with pytest.raises(HungUp, match="guest: expected a board, and the host hung up"):
            await arrive(server.get_port(), "guest", (80, 24))


@pytest.mark.e2e
async def test_a_host_whose_bench_is_gone_ends_by_itself(tmp_path):
    async with measured_host(Table(str(tmp_path), "", bot="random")) as host:
        host._process.stdin.close()
        async with asyncio.timeout(20):
            assert await host._process.wait() == 0


def test_a_spread_is_the_middle_and_nearly_the_worst():
    assert Spread.of([3.0, 1.0, 2.0]) == Spread(2.0, 3.0, 3)
    assert Spread.of([float(n) for n in range(1000)]) == Spread(500.0, 990.0, 1000)
    assert Spread.of([]) == Spread(0.0, 0.0, 0)


async def test_a_pointer_in_another_row_is_no_answer_to_a_key():
    terminal = Terminal()
    async with beside(terminal.press(DOWN, 10, row=3)) as pressed:
        await turn()
        spinner, cursor = ("\x1b[17;3H▸ 4 New Regulation".encode(), "\x1b[3H\x1b[1m▸ bot2".encode())
        terminal.data_received(spinner, None)
        await turn()
        assert not terminal.seen.is_set()
        # It comes as it likes: in the middle of a sign, too.
        for at in range(len(cursor)):
            assert not terminal.seen.is_set()
            terminal.data_received(cursor[at : at + 1], None)
            if cursor[: at + 1].endswith("▸".encode()):
                break
    assert pressed.result() is not None


@pytest.mark.e2e
@pytest.mark.parametrize(("size", "keys"), [((80, 24), (DOWN, UP)), ((160, 50), (RIGHT, LEFT))])
async def test_the_cursor_walks_between_players_however_they_are_shown(size, keys):
    async with open_house(Load(1, bot="random", size=size)) as house:
        await house.conductor.pause()
        (guest,) = await house.fill(1)
        walk = await guest.terminal.walk()
        assert tuple(step.key for step in walk) == keys
        walker = Walker(guest.terminal, walk)
        assert [await walker.goes(5.0) is not None for _ in range(5)] == [True] * 5
        # Wherever the cursor was taken: a key that leads nowhere brings it back to the way.
        assert await guest.terminal.press(keys[0], 5.0) is not None
        assert [await walker.goes(0.5) is not None for _ in range(4)][1:] == [True] * 3


class Leaving:
    """A host in which so many sessions are left, question by question."""

    def __init__(self, *left):
        self.left = list(left)

    async def ask(self, word):
        assert word == "alive"
        return {"Session": self.left.pop(0), "rss": 1.0}


@pytest.mark.parametrize(
    ("sessions", "left"), [((9, 7, 4, 1, 0), {}), ((9, 5, 3, 3), {"Session": 2})]
)
async def test_whoever_is_on_the_way_out_is_not_left_over(monkeypatch, sessions, left):
    monkeypatch.setattr("tests.lab.host.load.LEAVING_SECONDS", 0.0)
    monkeypatch.setattr("tests.lab.host.load.BETWEEN_QUESTIONS", 0.0)
    house = SimpleNamespace(host=Leaving(*sessions))
    assert await left_over(house, {"Session": sessions[-1] - sum(left.values())}) == left


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("batches", "count"), [(2, 6), pytest.param(6, 20, marks=long)], ids=["some", "many"]
)
async def test_who_has_gone_leaves_nothing_alive(batches, count):
    async with open_house(Load(count, bot="random", at_once=4)) as house:
        await house.conductor.pause()
        before = await house.host.ask("alive")
        memory = []
        for batch in range(batches):
            came = await house.fill(count)
            alive = await house.host.ask("alive")
            # The control: these are the names of what a session has of its own.
            assert all(alive[part] - before[part] >= count for part in SESSION_PARTS)
            await asyncio.gather(*(guest.terminal.press(RIGHT, 5.0) for guest in came))
            await house.clear(politely=batch % 2 == 0)
            assert await left_over(house, before) == {}
            memory.append((await house.host.ask("alive"))["rss"])
        # What the first batch has taken from the system is used again by all the others.
        assert memory[-1] - memory[0] < 12


@pytest.mark.e2e
@long
async def test_an_evening_of_coming_and_going_leaves_nothing_behind():
    dice = random.Random(30)  # the same evening every time
    async with open_house(Load(30, bot="random", pace=0.1, window="fast", at_once=4)) as house:
        before = await house.host.ask("alive")
        async with asyncio.timeout(240):
            evening = [_visits(house, random.Random(dice.random()), 180) for _ in range(30)]
            visits = await asyncio.gather(*evening)
        assert sum(visits) > 150
        assert house.conductor.games > 1
        assert house.conductor.events > 500
        await house.conductor.pause()
        assert await left_over(house, before) == {}
        after = await house.host.ask("alive")
        assert after["rss"] - before["rss"] < 150
        log = (house.data / "host.log").read_text("utf-8")
        assert [line for line in log.splitlines() if " ERROR " in line or " WARNING " in line] == []
        (guest,) = await house.fill(1)
        assert guest.first < 2000


async def _visits(house, dice, seconds):
    """Comes, looks around, and goes in one way or another, again and again; how often."""
    loop = asyncio.get_running_loop()
    until, visits = loop.time() + seconds, 0
    while loop.time() < until:
        guest = await house.arrive()
        for key in cycle((RIGHT, LEFT)):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(guest.terminal.over.wait(), dice.uniform(0.2, 2.0))
            if dice.random() < 0.1 or loop.time() > until:
                break
            # A board on its way is drawn in time; between two games there is no cursor to move.
            await guest.terminal.press(key, 1.0)
            assert not guest.terminal.over.is_set()
        await guest.go(politely=dice.random() < 0.5)
        visits += 1
    return visits
