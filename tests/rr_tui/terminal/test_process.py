"""What a process does that hosts many interfaces."""

import gc
import subprocess
import sys

import pytest

from rr_tui.terminal.process import (
    CALM_SECONDS,
    CLOSED_SESSIONS,
    GROWN,
    GROWN_CALM,
    LONGEST_SECONDS,
    MOST_CLOSED_SESSIONS,
    CalmCollector,
    freeze_memory,
    scrub_environment,
)
from tests.support.rr_tui.terminals import eventually
from tests.support.tasks import beside


class Clock:
    now = 1000.0
    grown = 0

    def __call__(self):
        return self.now


@pytest.fixture
def calm():
    clock, collections = Clock(), []
    collector = CalmCollector(clock, lambda: collections.append(clock.now), lambda: clock.grown)
    return collector, clock, collections


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
        gc.unfreeze()
        gc.set_threshold(*before)


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
    clock.grown = GROWN_CALM
    assert not collector.look()
    clock.now += CALM_SECONDS
    assert collector.look()


def test_memory_that_grows_is_collected_though_it_is_never_calm(calm):
    collector, clock, _ = calm
    for clock.grown in range(GROWN + 1):
        clock.now += 0.1
        collector.note_frame()
        assert collector.look() is (clock.grown == GROWN)


@pytest.mark.slow
def test_screens_that_are_opened_and_left_are_seen_as_growth():
    collector = CalmCollector(collect=gc.collect)
    before = gc.get_threshold()
    try:
        freeze_memory()
        kept = [[] for _ in range(before[0])]
        while not collector.look():
            kept += [[] for _ in range(20_000)]
            collector.note_frame()
        assert 100_000 < len(kept) < 1_000_000
        assert gc.get_count()[2] == 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


async def test_the_collector_looks_by_itself(calm):
    collector, clock, collections = calm
    clock.now += LONGEST_SECONDS
    async with beside(collector.run()) as looking:
        await eventually(lambda: collections)
        looking.cancel()
    assert collections == [clock.now]
