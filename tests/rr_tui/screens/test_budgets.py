"""The byte budgets of a player at 80x24 with 256 colours, over the real driver and a full table."""

from dataclasses import replace

import pytest

from rr_tui.dialogs.profile import THEMES
from rr_tui.looks.profile import ThemeId
from rr_tui.terminal.depth import ColourDepth
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, chat, game, happening, lobby, log, pending, seen
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import lawn

FOCUS = 1_000
EVENT = 4_000
REPAINT = 20_000
TICK = 60
IDLE_SECONDS = 10


def at_table(**profile):
    told = list(game(views.cast_phase()))
    told[1] = lobby("playing", seats=views.people(grace=0))
    link = FakeLink(*told)
    return sitting(link, **({"depth": ColourDepth.MANY} | profile))


@pytest.mark.parametrize("key", ["down", "up", "left", "right", "tab"])
async def test_a_key_that_moves_the_cursor_costs_a_kilobyte_at_most(key):
    async with at_table() as sat:
        for _ in range(12):
            used = await sat.bytes_for(sat.press(key))
            assert used <= FOCUS


async def test_the_cursor_really_moves_for_those_bytes():
    async with at_table() as sat:
        assert await sat.bytes_for(sat.press("down")) > 0


@pytest.mark.parametrize("theme", THEMES)
async def test_the_first_picture_costs_less_than_a_repaint_may(theme: ThemeId):
    async with at_table(theme=theme) as sat:
        assert 2_000 < sat.terminal.bytes_sent <= REPAINT


async def test_a_repaint_of_everything_keeps_its_budget():
    async with at_table(depth=ColourDepth.TRUE) as sat:
        used = await sat.bytes_to_repaint()
        assert 2_000 < used <= REPAINT


async def test_a_dialog_is_drawn_anew_by_the_same_key():
    async with at_table() as sat:
        await sat.press("ctrl+c")
        assert "Leave?" in sat.text
        assert await sat.bytes_to_repaint() > 2_000


async def test_a_public_event_keeps_its_budget():
    view = views.table(player=2)
    bob, cem = view.seats[1], view.seats[2]
    gone = replace(bob, lawn=bob.lawn[1:], mythical=bob.mythical - 1)
    come = replace(cem, lawn=(*cem.lawn, *lawn("Sparkly Dragon")), mythical=cem.mythical + 1)
    moved = replace(view, seats=(view.seats[0], gone, come, view.seats[3]))
    async with at_table() as sat:
        await sat.hear(seen(view, 8), pending(None, 8, waiting=(2,)))
        told = sat.hear(log("{2} STEALS Sparkly Dragon from {1}", start=2), seen(moved, 9))
        used = await sat.bytes_for(told)
        assert 0 < used <= EVENT
        assert "Cem STEALS Sparkly Dragon from Bob" in sat.text


async def test_a_log_line_and_what_somebody_says_keep_the_budget_of_an_event():
    async with at_table() as sat:
        assert 0 < await sat.bytes_for(sat.hear(log("{1} DRAWS a card", start=2))) <= EVENT
        assert 0 < await sat.bytes_for(sat.hear(chat("Bob", "good luck"))) <= EVENT


async def test_a_new_question_keeps_the_budget_of_an_event():
    async with at_table() as sat:
        told = sat.hear(seen(number=8), pending(views.target(), 8))
        assert 0 < await sat.bytes_for(told) <= EVENT


async def test_the_gauge_of_a_window_costs_sixty_bytes_at_most_twice_a_second():
    async with at_table() as sat:
        window = views.open_window(closes_in=2.5, lasts=2.5)
        await sat.hear(pending(views.reactions(), 8, window=window), seen(number=8))
        before = len(sat.terminal.writes)
        await passes(1.6)
        ticks = [len(write) for write in sat.terminal.writes[before:]]
        assert 2 <= len(ticks) <= 4
        assert max(ticks) <= TICK


async def test_the_turn_clock_costs_sixty_bytes_a_second_at_most():
    async with at_table() as sat:
        await sat.hear(pending(views.cast_phase(), 8, clock=30.0), seen(number=8))
        before = len(sat.terminal.writes)
        await passes(1.2)
        ticks = [len(write) for write in sat.terminal.writes[before:]]
        assert 1 <= len(ticks) <= 2
        assert max(ticks) <= TICK


async def test_a_spin_with_all_its_motion_keeps_the_budget_of_an_event():
    async with at_table(motion=True) as sat:
        await sat.hear(seen(views.table(phase="spin"), 8), pending(None, 8))
        before = sat.terminal.bytes_sent
        await sat.hear(seen(views.table(phase="spin", spinner=views.spun(4)), 9))
        await passes(1.2)
        assert "▸ 4 New Regulation" in sat.text
        assert sat.terminal.bytes_sent - before <= EVENT


async def test_an_event_that_opens_keeps_the_budget_of_an_event():
    async with at_table() as sat:
        assert 0 < await sat.bytes_for(sat.hear(happening(views.chance()))) <= EVENT


async def test_a_key_for_chance_and_its_echo_cost_what_a_key_may():
    async with at_table() as sat:
        await sat.hear(happening(views.chance()))
        assert await sat.bytes_for(sat.press("k")) == 0
        echo = sat.hear(happening(views.chance(mine="k", given=(0, 2))))
        assert 0 < await sat.bytes_for(echo) <= FOCUS
        echo = sat.hear(happening(views.chance(mine="kj", given=(0, 2))))
        assert 0 < await sat.bytes_for(echo) <= TICK


@pytest.mark.parametrize("kind", ["shuffle", "roll"])
async def test_the_gauge_of_an_event_costs_sixty_bytes_at_most_twice_a_second(kind):
    async with at_table() as sat:
        await sat.hear(happening(views.chance(kind, closes_in=3.0, lasts=3.0)))
        before = len(sat.terminal.writes)
        await passes(1.6)
        ticks = [len(write) for write in sat.terminal.writes[before:]]
        assert 2 <= len(ticks) <= 4
        assert max(ticks) <= TICK


@pytest.mark.parametrize(("kind", "card"), [("shuffle", 160), ("roll", 140)])
async def test_a_wait_with_all_its_motion_keeps_the_budget_of_an_event(kind, card):
    async with at_table(motion=True) as sat:
        view = views.table(phase="spin")
        await sat.hear(seen(view, 8), pending(None, 8))
        await sat.hear(happening(views.chance(kind)))
        before, writes = sat.terminal.bytes_sent, len(sat.terminal.writes)
        await sat.hear(happening(views.slow(kind, closes_in=2.0, lasts=2.0)))
        await passes(2.1)
        steps = sat.terminal.writes[writes + 1 :]
        assert 10 <= len(steps) <= 20
        assert max(map(len, steps)) <= card
        assert sat.terminal.bytes_sent - before <= EVENT


@pytest.mark.parametrize("kind", ["shuffle", "roll"])
async def test_a_wait_that_is_longer_than_was_said_moves_twice_a_second_at_most(kind, monkeypatch):
    monkeypatch.setattr("rr_tui.client.spinner.TURNS", 2)
    async with at_table(motion=True) as sat:
        await sat.hear(seen(views.table(phase="spin"), 8), pending(None, 8))
        await sat.hear(happening(views.slow(kind, closes_in=0.2, lasts=0.2)))
        await passes(0.5)
        before = len(sat.terminal.writes)
        await passes(1.1)
        assert len(sat.terminal.writes) - before <= 3


async def test_without_motion_a_wait_costs_what_a_gauge_may():
    async with at_table(motion=False) as sat:
        await sat.hear(happening(views.slow(closes_in=3.0, lasts=3.0)))
        before = len(sat.terminal.writes)
        await passes(1.1)
        ticks = [len(write) for write in sat.terminal.writes[before:]]
        assert 1 <= len(ticks) <= 3
        assert max(ticks) <= TICK


async def test_where_nothing_happens_no_byte_is_sent():
    async with at_table() as sat:
        for doing in ["escape", "l", "c", "r", "?", "o", "m", "ctrl+p", "q", "i"]:
            await sat.press(doing)
            before = sat.terminal.bytes_sent
            await passes(IDLE_SECONDS)
            assert sat.terminal.bytes_sent == before, doing
            await sat.press("escape")


async def test_the_lobby_and_the_door_rest_too():
    link = FakeLink(game()[0].model_copy(update={"admitted": False}))
    async with sitting(link) as sat:
        before = sat.terminal.bytes_sent
        await passes(IDLE_SECONDS)
        assert sat.terminal.bytes_sent == before
        await sat.hear(game()[0], lobby())
        before = sat.terminal.bytes_sent
        await passes(IDLE_SECONDS)
        assert sat.terminal.bytes_sent == before


async def test_a_message_that_changes_nothing_sends_nothing():
    async with at_table() as sat:
        assert await sat.bytes_for(sat.hear(seen(), pending(views.cast_phase()))) == 0
