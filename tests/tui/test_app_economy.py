"""What an interface does not do: work that nobody sees."""

import asyncio

from rr_tui.screens.connect import ConnectScreen
from rr_tui.screens.game import GameScreen
from tests.support.fakelink import FakeLink, game, welcome
from tests.support.sitting import sitting


async def test_who_is_welcomed_at_once_is_never_shown_the_door(monkeypatch):
    made = []
    monkeypatch.setattr(ConnectScreen, "compose", lambda self: made.append(self) or ())
    async with sitting(FakeLink(*game())) as sat:
        await asyncio.sleep(0.3)
        assert type(sat.screen) is GameScreen
    assert made == []


async def test_who_hears_nothing_reads_so_soon():
    async with sitting(FakeLink()) as sat:
        await asyncio.sleep(0.3)
        await sat.rest()
        assert type(sat.screen) is ConnectScreen
        assert "Connecting" in sat.text


async def test_who_is_not_let_in_yet_sees_the_door_at_once():
    async with sitting(FakeLink(welcome(admitted=False))) as sat:
        assert "Invite code:" in sat.text
