"""News reach many interfaces one after the other."""

import asyncio
import contextvars

import pytest

from rr_tui.terminal.throttle import (
    LONGEST_PAUSE,
    LONGEST_REST,
    LONGEST_START,
    MOST_PAUSES,
    PAUSE,
    RESTS,
    DrawingRest,
    StartQueue,
    UpdateThrottle,
)
from tests.support.fakeclock import passes
from tests.support.rr_tui.fakelink import FakeLink, game, log
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.terminals import eventually
from tests.support.tasks import beside

WHO = contextvars.ContextVar("who", default="nobody")


async def test_whoever_goes_through_is_done_before_the_next_one():
    throttle, happened = UpdateThrottle(), []
    loop = asyncio.get_running_loop()

    def draw(number, steps=6):
        """As a board does, that takes several turns of the loop."""
        happened.append(number)
        if steps > 1:
            loop.call_soon(draw, number, steps - 1)

    for number in range(3):
        throttle.enter(lambda number=number: draw(number), is_urgent=False)
    await eventually(lambda: len(happened) == 18)
    assert happened == [0] * 6 + [1] * 6 + [2] * 6


async def test_a_loop_that_is_always_behind_keeps_nobody_waiting():
    throttle, through = UpdateThrottle(), []
    for number in range(3):
        throttle.enter(lambda number=number: through.append(number), is_urgent=False)
    for _ in range(2 + 2 * MOST_PAUSES):
        asyncio.get_running_loop().advance(2 * PAUSE)  # as a machine does that draws too much
        await passes(0)
    assert through == [0, 1, 2]


async def test_where_the_loop_is_behind_the_next_one_waits_longer_so_that_keys_find_room():
    loop = asyncio.get_running_loop()

    async def waits(late):
        throttle, at = UpdateThrottle(), []
        for _ in range(8):
            throttle.enter(lambda: at.append(loop.time()), is_urgent=False)
        while len(at) < 8:
            loop.advance(late)
            await passes(PAUSE)
        return at[-1] - at[-2]

    assert await waits(0.0) < 2 * PAUSE
    assert await waits(PAUSE) > LONGEST_PAUSE


async def test_players_go_before_spectators():
    throttle, through = UpdateThrottle(), []
    for name, is_player in (("Zoe", False), ("Yan", False), ("Ann", True), ("Bob", True)):
        throttle.enter(lambda name=name: through.append(name), is_urgent=is_player)
    await eventually(lambda: len(through) == 4)
    assert through == ["Ann", "Bob", "Zoe", "Yan"]


async def test_it_rests_and_turns_again():
    throttle, through = UpdateThrottle(), []
    for number in range(2):
        throttle.enter(lambda number=number: through.append(number), is_urgent=False)
        await passes(0.01)
    assert through == [0, 1]


async def test_nobody_goes_through_as_somebody_else():
    throttle, through = UpdateThrottle(), []
    WHO.set("Ann")
    throttle.enter(lambda: through.append(WHO.get()), is_urgent=False)
    await passes(0.01)
    assert through == ["nobody"]


async def test_an_interface_hears_all_that_was_said_before_its_turn(monkeypatch):
    link = FakeLink(*game())
    async with sitting(link) as sat:
        told = []
        monkeypatch.setattr(sat.screen, "bring_up_to_date", lambda: told.append(1))
        link.tell(log("one", start=2))
        link.tell(log("two", start=3))
        await sat.rest()
        assert [line.text for line in sat.app.client.model.log[-2:]] == ["one", "two"]
        assert told == [1]


async def test_whoever_comes_new_sees_the_table_at_once(monkeypatch):
    crowd = []
    monkeypatch.setattr(UpdateThrottle, "enter", lambda _, go, **__: crowd.append(go))
    link = FakeLink(*game())
    async with sitting(link) as sat:
        assert "Your hand" in sat.text
        await sat.hear(log("one", start=2))
        assert len(crowd) == 1
        assert "one" not in [line.text for line in sat.app.client.model.log]


def test_a_screen_rests_longer_the_longer_its_picture_took():
    rest = DrawingRest()
    assert rest.left(5.0) == 0
    rest.begins(5.0)
    assert rest.left(5.0) == pytest.approx(LONGEST_REST)
    rest.ends(5.0, 5.01)
    assert rest.left(5.01) == pytest.approx(RESTS * 0.01)
    assert rest.left(5.05) == 0
    rest.ends(6.0, 9.0)
    assert rest.left(9.0) == pytest.approx(LONGEST_REST)


class Starter:
    """Somebody who starts in a queue, and is done when a test says so."""

    def __init__(self, name, begun):
        self.over = self.end = None
        self._name, self._begun = name, begun

    async def start(self, queue):
        done = asyncio.Event()
        self.end = done.set
        async with queue.turn() as self.over:
            self._begun.append(self._name)
            await done.wait()


async def test_interfaces_start_one_after_the_other():
    queue, begun = StartQueue(), []
    ann, bob, zoe = [Starter(name, begun) for name in ("Ann", "Bob", "Zoe")]
    async with beside(ann.start(queue)), beside(bob.start(queue)), beside(zoe.start(queue)):
        await passes(0)
        assert begun == ["Ann"]
        ann.over()
        await passes(0)
        assert begun == ["Ann", "Bob"]
        ann.over()  # once more, as with every frame of hers
        await passes(0)
        assert begun == ["Ann", "Bob"]
        bob.end()
        await passes(0)
        assert begun == ["Ann", "Bob", "Zoe"]
        ann.end()
        zoe.end()


async def test_who_takes_too_long_to_start_keeps_nobody_waiting():
    queue, begun = StartQueue(), []
    ann, bob = [Starter(name, begun) for name in ("Ann", "Bob")]
    async with beside(ann.start(queue)), beside(bob.start(queue)):
        await passes(LONGEST_START * 0.9)
        assert begun == ["Ann"]
        await passes(LONGEST_START * 0.2)
        assert begun == ["Ann", "Bob"]
        ann.end()
        bob.end()


async def test_who_gives_up_before_the_turn_keeps_nobody_waiting():
    queue, begun = StartQueue(), []
    starters = [Starter(name, begun).start(queue) for name in ("Ann", "Bob")]
    zoe = Starter("Zoe", begun)
    async with beside(starters[0]) as ann, beside(starters[1]) as bob, beside(zoe.start(queue)):
        await passes(0)
        bob.cancel()
        ann.cancel()
        await eventually(lambda: begun == ["Ann", "Zoe"])
        zoe.end()
