"""A terminal that is behind: frames are dropped and never queued, and it catches up in one."""

import asyncio

import pytest
from textual.screen import ModalScreen
from textual.widgets import Static

from rr_tui.looks.profile import Profile
from rr_tui.terminal import driver as terminal_module
from rr_tui.terminal.driver import (
    ANSWERS_KEPT,
    FRAMES_ON_THE_LINE,
    FRAMES_UNDER_WAY,
    REQUEST,
    FrameGate,
)
from rr_tui.terminal.session import start
from rr_tui.widgets.player_app import PlayerApp
from tests.support.fakeclock import FakeClock, passes
from tests.support.rr_tui.terminals import MemoryTerminal, eventually, settled


class Counter(PlayerApp):
    CSS = "Static { height: 1; }"

    def compose(self):
        yield Static("at 0", id="count")

    def count(self, number):
        self.query_one("#count", Static).update(f"at {number}")


@pytest.fixture
async def counting():
    """A counter on a terminal, whose answers can be held back by the test."""
    sessions = []

    async def open_one(build=Counter, **options):
        stalled = []
        terminal = MemoryTerminal(**options)
        session = start(
            lambda: build(Profile(motion=False)),
            terminal,
            (80, 24),
            on_stalled=lambda: stalled.append(True),
        )
        terminal.driver = session.driver
        sessions.append(session)
        await settled(session.app)
        return session, terminal, stalled

    yield open_one
    for session in sessions:
        await session.stop()


async def count_to(session, numbers):
    for number in numbers:
        session.app.call_later(session.app.count, number)
        await settled(session.app)


# --- the gate ------------------------------------------------------------------------------------


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def gate(clock):
    return FrameGate(clock.time)


def test_a_terminal_that_never_answers_is_trusted(gate):
    assert gate.probe() == REQUEST
    assert [gate.sent() for _ in range(5)] == [""] * 5
    assert not gate.is_full


def test_a_terminal_that_answers_may_have_two_frames_under_way(gate):
    gate.acknowledged()
    for _ in range(FRAMES_UNDER_WAY):
        assert not gate.is_full
        assert gate.sent() == REQUEST
    assert gate.is_full
    gate.acknowledged()
    assert not gate.is_full


def test_answers_that_nobody_asked_for_give_no_credit(gate):
    for _ in range(10):
        gate.acknowledged()
    gate.sent()
    gate.sent()
    assert gate.is_full


class Far:
    """A terminal at the end of a line, which draws one frame after the other."""

    def __init__(self, gate, clock, *, line=0.0, draws=0.0):
        self._gate, self._clock, self._line, self._draws = gate, clock, line, draws
        self._is_drawn = 0.0
        gate.acknowledged()  # the probe

    def gets(self):
        """A frame, if the gate lets it pass."""
        if self._gate.is_full:
            return False
        self._gate.sent()
        now = self._clock.time()
        self._is_drawn = max(now + self._line / 2, self._is_drawn) + self._draws
        self._clock.call_later(self._is_drawn + self._line / 2 - now, self._gate.acknowledged)
        return True

    def is_animated(self, frames, every=0.05):
        """Gets so many frames, as far as the gate lets them pass."""
        for _ in range(frames):
            self.gets()
            self._clock.advance(every)


def test_behind_a_slow_line_no_frame_waits_for_those_before_it(gate, clock):
    terminal = Far(gate, clock, line=0.3)
    terminal.is_animated(60)
    # In the middle of the animation a window opens.
    assert gate.under_way >= 5
    assert terminal.gets()


def test_a_terminal_that_draws_slowly_has_two_frames_as_ever(gate, clock):
    terminal = Far(gate, clock, draws=0.2)
    terminal.is_animated(60)
    assert gate.under_way == FRAMES_UNDER_WAY
    assert not terminal.gets()


def test_a_terminal_behind_a_slow_line_that_stops_drawing_gets_few_frames_more(gate, clock):
    terminal = Far(gate, clock, line=0.3)
    terminal.is_animated(60)
    clock.advance(1)
    assert gate.under_way == 0
    while not gate.is_full:
        gate.sent()
    assert gate.under_way <= FRAMES_ON_THE_LINE


def test_a_terminal_that_draws_slowly_by_now_has_two_frames_again_after_a_pause(gate, clock):
    far, slow = Far(gate, clock, line=0.3), Far(gate, clock, draws=0.2)
    far.is_animated(60)
    slow.is_animated(20)
    clock.advance(3)
    slow.is_animated(8 * ANSWERS_KEPT)
    assert gate.under_way == FRAMES_UNDER_WAY


# --- a terminal that answers ---------------------------------------------------------------------


async def test_each_frame_is_followed_by_a_request_once_the_terminal_answers(counting):
    session, terminal, _ = await counting()
    await count_to(session, [1])
    assert terminal.writes[-1].endswith(b"\x1b[5n")
    assert terminal.text[0] == "at 1"


async def test_a_terminal_that_does_not_answer_is_asked_once_and_drawn_on_all_the_same(counting):
    session, terminal, _ = await counting(answers=False)
    await count_to(session, range(1, 6))
    assert terminal.sent.count(b"\x1b[5n") == 1
    assert terminal.text[0] == "at 5"
    assert session.driver.frames_dropped == 0


async def test_frames_are_dropped_while_two_are_under_way_and_one_repaint_catches_up(counting):
    session, terminal, _ = await counting()
    terminal.answers = False
    before = len(terminal.writes)
    await count_to(session, range(1, 21))
    assert len(terminal.writes) == before + FRAMES_UNDER_WAY
    # Two counts may share a frame where the machine is slow.
    assert 0 < session.driver.frames_dropped <= 18
    assert terminal.text[0] == "at 2"
    terminal.answers = True
    terminal.answer()
    await settled(session.app)
    assert len(terminal.writes) == before + FRAMES_UNDER_WAY + 1
    assert terminal.text[0] == "at 20"
    # The repaint is the difference to what the terminal really shows.
    assert len(terminal.writes[-1]) < 40


async def test_nothing_waits_in_the_driver_while_the_terminal_is_behind(counting):
    session, terminal, _ = await counting()
    terminal.answers = False
    await count_to(session, range(1, 11))
    before = terminal.bytes_sent
    session.driver.flush()
    assert terminal.bytes_sent == before


async def test_keys_still_arrive_while_the_terminal_is_behind(counting):
    session, terminal, _ = await counting()
    terminal.answers = False
    await count_to(session, range(1, 6))
    session.driver.feed(b"\x11")  # Ctrl+Q: Textual's own way out
    async with asyncio.timeout(3):
        assert await session.task == 0


async def test_a_lost_answer_is_asked_for_again(counting, monkeypatch):
    monkeypatch.setattr(FrameGate, "PROBE_PAUSE", 0.05)
    session, terminal, _ = await counting()
    terminal.answers = False
    await count_to(session, [1, 2])
    terminal.unanswered = 0  # lost on the way
    terminal.answers = True
    await count_to(session, [3])
    await eventually(lambda: terminal.text[0] == "at 3")


# --- what the player has seen --------------------------------------------------------------------


class Keyboard(Counter):
    def __init__(self, profile):
        super().__init__(profile)
        self.pressed = []
        self.drawn = []

    def on_key(self, event):
        self.pressed.append((event.key, event.time))

    def ask(self, number):
        self.count(number)
        self.when_drawn(self.drawn.append)


async def ask(session, number):
    """Asks, and waits until the driver waits for the terminal's answer."""
    session.app.call_later(session.app.ask, number)
    await settled(session.app)


async def test_a_key_sent_before_a_picture_was_drawn_is_older_than_it(counting):
    session, terminal, _ = await counting(build=Keyboard)
    terminal.answers = False
    await ask(session, 1)
    assert session.app.drawn == []
    # One packet: a key pressed before the picture came, the answer, and a key pressed after it.
    session.driver.feed(b"a\x1b[0nb")
    await settled(session.app)
    (drawn,) = session.app.drawn
    (_, before), (_, after) = session.app.pressed
    assert before < drawn <= after


async def test_a_key_that_waits_for_the_app_keeps_its_time(counting):
    session, terminal, _ = await counting(build=Keyboard)
    terminal.answers = False
    await ask(session, 1)
    session.driver.feed(b"j" * 300 + b"\x1b[0n")
    await eventually(lambda: len(session.app.pressed) == 300)
    (drawn,) = session.app.drawn
    assert all(at < drawn for _, at in session.app.pressed)


async def test_a_picture_that_was_dropped_counts_when_it_is_drawn_at_last(counting):
    session, terminal, _ = await counting(build=Keyboard)
    terminal.answers = False
    await count_to(session, [1, 2])
    await ask(session, 3)
    assert terminal.text[0] == "at 2"
    terminal.answer(1)
    await eventually(lambda: terminal.text[0] == "at 3")
    assert session.app.drawn == []
    terminal.answer()
    assert len(session.app.drawn) == 1


async def test_a_terminal_that_does_not_answer_is_taken_at_its_word(counting):
    session, _, _ = await counting(answers=False, build=Keyboard)
    session.app.call_later(session.app.ask, 1)
    await eventually(lambda: session.app.drawn)


async def test_a_lost_answer_does_not_keep_a_player_waiting_for_ever(counting, monkeypatch):
    monkeypatch.setattr(terminal_module, "DRAWN_PATIENCE", 0.05)
    session, terminal, _ = await counting(build=Keyboard)
    terminal.answers = False
    session.app.call_later(session.app.ask, 1)
    await eventually(lambda: session.app.drawn)


# --- a channel that is full ----------------------------------------------------------------------


async def test_what_waits_at_a_dialog_that_closes_at_once_is_called_by_the_screen_below(counting):
    session, _, _ = await counting(build=Keyboard)
    app = session.app

    def opens_and_closes():
        # The key that closes it was pressed before it came: it is gone before it was ever idle.
        app.push_screen(ModalScreen())
        app.screen._invoke_later(lambda: app.drawn.append("asked"), app)
        app.pop_screen()

    app.call_later(opens_and_closes)
    await eventually(lambda: app.drawn == ["asked"])


async def test_frames_are_dropped_while_the_channel_is_congested(counting):
    session, terminal, _ = await counting(answers=False)
    terminal.congested = True
    before = terminal.bytes_sent
    await count_to(session, range(1, 11))
    assert terminal.bytes_sent == before
    terminal.congested = False
    session.driver.drained()
    await settled(session.app)
    assert terminal.text[0] == "at 10"


async def test_a_channel_that_was_never_missed_is_not_drawn_on_when_it_drains(counting):
    session, terminal, _ = await counting()
    before = terminal.bytes_sent
    session.driver.drained()
    await settled(session.app)
    assert terminal.bytes_sent == before


async def test_a_size_that_changed_meanwhile_is_drawn_whole(counting):
    session, terminal, _ = await counting(answers=False)
    terminal.congested = True
    terminal.resize(90, 30)
    await count_to(session, [7])
    await passes(0.15)
    terminal.congested = False
    session.driver.drained()
    await settled(session.app)
    assert terminal.text[0] == "at 7"
    assert terminal.screen.buffer[29][89].bg != "default"


@pytest.mark.attack("T35")
async def test_a_reader_that_stays_behind_is_reported_once(counting, monkeypatch):
    monkeypatch.setattr(FrameGate, "PROBE_PAUSE", 0.02)
    monkeypatch.setattr(terminal_module, "CONGESTED_SECONDS", 0.1)
    session, terminal, stalled = await counting()
    terminal.answers = False
    await count_to(session, range(1, 5))
    await eventually(lambda: stalled)
    await passes(0.15)
    assert stalled == [True]


async def test_a_reader_that_catches_up_in_time_is_not_reported(counting, monkeypatch):
    monkeypatch.setattr(FrameGate, "PROBE_PAUSE", 0.02)
    monkeypatch.setattr(terminal_module, "CONGESTED_SECONDS", 0.3)
    session, terminal, stalled = await counting(answers=False)
    for _ in range(3):
        terminal.congested = True
        await count_to(session, [1, 2])
        terminal.congested = False
        session.driver.drained()
        await passes(0.15)
    assert stalled == []


async def test_a_reader_that_falls_behind_a_second_time_is_reported_too(counting, monkeypatch):
    monkeypatch.setattr(FrameGate, "PROBE_PAUSE", 0.02)
    monkeypatch.setattr(terminal_module, "CONGESTED_SECONDS", 0.1)
    session, terminal, stalled = await counting(answers=False)
    terminal.congested = True
    await count_to(session, [1])
    terminal.congested = False
    session.driver.drained()
    await settled(session.app)
    terminal.congested = True
    await count_to(session, [2])
    await eventually(lambda: stalled)


async def test_without_anybody_to_tell_the_channel_is_closed(monkeypatch):
    monkeypatch.setattr(FrameGate, "PROBE_PAUSE", 0.02)
    monkeypatch.setattr(terminal_module, "CONGESTED_SECONDS", 0.05)
    terminal = MemoryTerminal(answers=False)
    session = start(lambda: Counter(Profile(motion=False)), terminal, (80, 24))
    terminal.driver = session.driver
    await settled(session.app)
    terminal.congested = True
    await count_to(session, [1])
    await eventually(lambda: terminal.closed)
    await session.stop()
