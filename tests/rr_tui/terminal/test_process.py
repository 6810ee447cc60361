"""What a process does that hosts many interfaces."""

import asyncio
import gc
import subprocess
import sys
import weakref

import pytest

from rr_net.cli import screens
from rr_net.host.config import Config
from rr_tui.terminal.process import (
    ASIDE,
    ASIDE_CALM,
    ASIDE_CALM_SECONDS,
    ASIDE_SECONDS,
    CALM_SECONDS,
    CLOSED_SESSIONS,
    FEW,
    GROWN,
    GROWN_CALM,
    LONG_SECONDS,
    LONGEST_SECONDS,
    MOST_CLOSED_SESSIONS,
    MOST_GROWN,
    CalmCollector,
    Memory,
    freeze_memory,
    scrub_environment,
)
from tests.support.rr_tui.fakelink import FakeLink
from tests.support.rr_tui.ownterminal import own_terminal
from tests.support.rr_tui.terminals import eventually
from tests.support.tasks import beside, turn


class Clock(Memory):
    """A process whose memory is what a test says, and the time that it takes to look through it."""

    def __init__(self):
        self.now, self.takes = 1000.0, 0.0
        self.many, self.found = 0, FEW
        self.did = []

    def __call__(self):
        return self.now

    def grown(self):
        return self.many

    def collect(self):
        self.did.append(self.now)
        self.now += self.takes
        return self.found

    def put_aside(self):
        self.did.append("aside")

    def take_back(self):
        self.did.append("back")


@pytest.fixture
def calm():
    clock = Clock()
    return CalmCollector(clock, clock), clock, clock.did


def test_the_hosts_own_terminal_is_scrubbed_from_the_environment():
    environment = {
        "PATH": "/bin",
        "HOME": "/home/ann",
        "TERM": "xterm",
        "NO_COLOR": "1",
        "COLORTERM": "truecolor",
        "TERM_PROGRAM": "iTerm.app",
        "LC_TERMINAL": "iTerm2",
        "ESCDELAY": "1000",
        "TEXTUAL": "debug",
        "TEXTUAL_DRIVER": "evil:Driver",
        "TEXTUAL_LOG": "keys.log",
    }
    scrub_environment(environment)
    assert environment == {"PATH": "/bin", "HOME": "/home/ann", "TERM": "xterm"}


@pytest.mark.e2e
def test_scrubbing_comes_before_textual_is_imported():
    program = "import rr_tui.terminal.process, sys; print('textual' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


async def test_a_screen_of_its_own_has_full_collections_put_off_while_it_is_shown(calm):
    collector, _, _ = calm
    before = gc.get_threshold()
    async with collector.at_work():
        assert gc.get_threshold()[2] >= 1_000_000
        assert len(asyncio.all_tasks()) == 2
    await turn()
    assert gc.get_threshold() == before
    assert len(asyncio.all_tasks()) == 1


async def test_what_screens_before_have_left_is_freed_though_it_was_put_aside(calm):
    collector, clock, did = calm
    for _ in range(CLOSED_SESSIONS):
        collector.note_begin()
        async with collector.at_work():
            assert did[-1] == "aside"
        collector.note_end()
    clock.now += CALM_SECONDS
    assert collector.look()
    assert "back" in did


async def test_a_hosts_own_screen_is_looked_after_with_all_others(calm):
    collector, _, _ = calm
    async with beside(collector.run()) as running:
        await turn()
        before = asyncio.all_tasks()
        async with collector.at_work():
            assert asyncio.all_tasks() == before
        running.cancel()


async def test_who_has_joined_from_here_has_full_collections_put_off(monkeypatch):
    put_off = []
    own_terminal(monkeypatch, lambda _: put_off.append(gc.get_threshold()[2]))
    await screens.Screens(Config(), {}).joined(FakeLink(), None)
    assert put_off[0] >= 1_000_000


def put_aside_again(threshold):
    """Leaves the collector to further tests as it was: with next to nothing to look through."""
    gc.freeze()
    gc.set_threshold(*threshold)


def test_memory_is_frozen_and_full_collections_are_off():
    before = gc.get_threshold()
    try:
        freeze_memory()
        young, middle, old = gc.get_threshold()
        assert gc.get_freeze_count() > 1000
        # Most of what is looked at at once: some milliseconds of it.
        assert young * middle <= 20_000
        assert old >= 1_000_000
        assert gc.isenabled()
    finally:
        put_aside_again(before)


def test_nothing_is_collected_while_somebody_plays(calm):
    collector, clock, collections = calm
    for _ in range(CLOSED_SESSIONS):
        collector.note_end()
    for _ in range(100):
        clock.now += 0.5
        collector.note_frame()
        assert not collector.look()
    assert collections == []


def test_garbage_is_collected_in_a_calm_moment_after_some_sessions_have_ended(calm):
    collector, clock, collections = calm
    collector.note_frame()
    for _ in range(CLOSED_SESSIONS):
        collector.note_end()
    clock.now += CALM_SECONDS
    assert collector.look()
    assert not collector.look()
    assert collections == [clock.now]


def test_what_many_have_left_behind_is_collected_though_it_is_never_calm(calm):
    collector, clock, collections = calm
    for closed in range(1, 2 * MOST_CLOSED_SESSIONS + 1):
        clock.now += 0.5
        collector.note_frame()
        collector.note_begin()
        collector.note_end()
        assert collector.look() is (closed % MOST_CLOSED_SESSIONS == 0)
    assert len(collections) == 2


def test_garbage_is_collected_now_and_then_anyway(calm):
    collector, clock, collections = calm
    clock.now += LONGEST_SECONDS - 1
    assert not collector.look()
    clock.now += 1
    assert collector.look()
    assert len(collections) == 1


def test_what_one_guest_has_opened_and_left_is_collected_in_a_calm_moment(calm):
    collector, clock, _ = calm
    collector.note_frame()
    clock.many = GROWN_CALM
    assert not collector.look()
    clock.now += CALM_SECONDS
    assert collector.look()


def test_memory_that_grows_is_collected_though_it_is_never_calm(calm):
    collector, clock, _ = calm
    for clock.many in range(GROWN + 1):
        clock.now += 0.1
        collector.note_frame()
        assert collector.look() is (clock.many == GROWN)


def plays(collector, clock, grown):
    """Somebody was drawn just now, and memory has grown so much; whether it was collected."""
    collector.note_frame()
    clock.many = grown
    return collector.look()


def test_where_little_is_found_while_people_play_it_is_looked_for_less_often(calm):
    collector, clock, _ = calm
    clock.found, need = FEW - 1, GROWN
    while need < MOST_GROWN:
        assert not plays(collector, clock, need - 1)
        assert plays(collector, clock, need)
        need *= 2
    assert plays(collector, clock, MOST_GROWN)
    clock.found = FEW
    assert plays(collector, clock, MOST_GROWN)
    assert plays(collector, clock, GROWN)


def collections_until_all_is_seen(clock, look):
    """How many there were of what came since, where what took long had been put aside."""
    clock.takes = 2 * LONG_SECONDS
    assert look()
    assert clock.did[1:] == ["aside"]
    while "back" not in clock.did:
        assert look()
        assert clock.did[-1] == "aside"
    return clock.did.count("aside") - 2


def test_what_took_long_to_look_through_is_put_aside_and_seen_in_a_calm_moment(calm):
    collector, clock, _ = calm

    def look():
        collector.note_frame()
        clock.now += CALM_SECONDS
        clock.many = GROWN_CALM
        return collector.look()

    seconds = collections_until_all_is_seen(clock, look) * clock.takes
    due = ASIDE_CALM * clock.takes + ASIDE_CALM_SECONDS
    assert due <= seconds < due + clock.takes


def test_what_was_put_aside_is_seen_in_the_end_though_it_is_never_calm(calm):
    collector, clock, _ = calm
    number = collections_until_all_is_seen(clock, lambda: plays(collector, clock, GROWN))
    due = ASIDE * clock.takes + ASIDE_SECONDS
    assert due <= number * clock.takes < due + clock.takes


def test_what_takes_a_moment_is_never_put_aside(calm):
    collector, clock, did = calm
    clock.takes = LONG_SECONDS / 2
    for _ in range(100):
        assert plays(collector, clock, GROWN)
    assert not {"aside", "back"} & set(did)


def test_the_more_are_there_the_more_may_leave_before_all_are_looked_through(calm):
    collector, clock, _ = calm
    for _ in range(100 + MOST_CLOSED_SESSIONS):
        collector.note_begin()
    leave = (100 + 2 * MOST_CLOSED_SESSIONS) // 2
    for _ in range(leave):
        assert not plays(collector, clock, 0)
        collector.note_end()
    assert plays(collector, clock, 0)


@pytest.mark.slow
def test_a_session_that_was_put_aside_and_has_ended_is_freed_in_a_calm_moment():
    class Screen:
        pass

    class Slow(Memory):
        def collect(self):
            clock.now += 2 * LONG_SECONDS
            return super().collect()

    clock, before = Clock(), gc.get_threshold()
    collector = CalmCollector(clock, Slow())
    try:
        freeze_memory()
        screen = Screen()
        screen.itself, seen = screen, weakref.ref(screen)
        clock.now += LONGEST_SECONDS
        assert collector.look()
        del screen
        for _ in range(CLOSED_SESSIONS):
            gc.collect()
            assert seen() is not None
            collector.note_begin()
            collector.note_end()
        clock.now += CALM_SECONDS
        assert collector.look()
        assert seen() is None
    finally:
        put_aside_again(before)


@pytest.mark.slow
def test_screens_that_are_opened_and_left_are_seen_as_growth():
    collector = CalmCollector(Clock())  # a stopped machine would look like a calm moment
    before = gc.get_threshold()
    try:
        freeze_memory()
        kept = [[] for _ in range(before[0])]
        while not collector.look():
            kept += [[] for _ in range(20_000)]
            collector.note_frame()
        assert 50_000 < len(kept) < 500_000
        assert gc.get_count()[2] == 0
    finally:
        put_aside_again(before)


async def test_the_collector_looks_by_itself(calm):
    collector, clock, collections = calm
    clock.now += LONGEST_SECONDS
    async with beside(collector.run()) as looking:
        await eventually(lambda: collections)
        looking.cancel()
    assert collections == [clock.now]
