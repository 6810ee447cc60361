"""News reach many interfaces one after the other."""

import asyncio
import contextvars
from itertools import pairwise

from rr_tui.turnstile import Turnstile
from tests.support.fakelink import FakeLink, game, log
from tests.support.sitting import sitting

WHO = contextvars.ContextVar("who", default="nobody")


async def test_one_goes_through_in_each_turn_of_the_loop():
    turnstile, through = Turnstile(), []
    for number in range(3):
        turnstile.enter(lambda number=number: through.append(number), is_player=False)
    seen = []
    for _ in range(5):
        seen.append(len(through))
        await asyncio.sleep(0)
    assert seen[0] == 0
    assert all(after - before <= 1 for before, after in pairwise(seen))
    assert through == [0, 1, 2]


async def test_players_go_before_spectators():
    turnstile, through = Turnstile(), []
    for name, is_player in (("Zoe", False), ("Yan", False), ("Ann", True), ("Bob", True)):
        turnstile.enter(lambda name=name: through.append(name), is_player=is_player)
    await asyncio.sleep(0.01)
    assert through == ["Ann", "Bob", "Zoe", "Yan"]


async def test_it_rests_and_turns_again():
    turnstile, through = Turnstile(), []
    for number in range(2):
        turnstile.enter(lambda number=number: through.append(number), is_player=False)
        await asyncio.sleep(0.01)
    assert through == [0, 1]


async def test_nobody_goes_through_as_somebody_else():
    turnstile, through = Turnstile(), []
    WHO.set("Ann")
    turnstile.enter(lambda: through.append(WHO.get()), is_player=False)
    await asyncio.sleep(0.01)
    assert through == ["nobody"]


async def test_something_else_happens_between_two_interfaces():
    turnstile, happened = Turnstile(), []
    for number in range(3):
        turnstile.enter(lambda number=number: happened.append(number), is_player=False)
    loop = asyncio.get_running_loop()

    def knock():
        happened.append("a key")
        if len(happened) < 6:
            loop.call_soon(knock)

    loop.call_soon(knock)
    await asyncio.sleep(0.01)
    assert happened[:5] == [0, "a key", 1, "a key", 2]


async def test_an_interface_hears_all_that_was_said_before_its_turn(monkeypatch):
    link = FakeLink(*game())
    async with sitting(link) as sat:
        told = []
        monkeypatch.setattr(sat.app, "_bring_up_to_date", lambda: told.append(1))
        link.tell(log("one", start=2))
        link.tell(log("two", start=3))
        await sat.rest()
        assert [line.text for line in sat.app.ear.known.log[-2:]] == ["one", "two"]
        assert told == [1]
