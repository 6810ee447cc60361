"""The driver: keys in, one write per frame out, sizes within bounds, a terminal left clean."""

import asyncio
import gc
import time
import tracemalloc

import pytest
from textual.widgets import Static

from rr_tui.looks.profile import Profile
from rr_tui.terminal import reader
from rr_tui.terminal.decoder import PASTE_LIMIT
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.driver import HELD_BUTTONS, TYPED_AHEAD, clamped
from rr_tui.terminal.modes import BadTitle
from rr_tui.terminal.reader import KEYS_A_SECOND, KEYS_AT_ONCE, QUEUED_EVENTS, QUEUED_TOKENS
from rr_tui.terminal.session import start
from rr_tui.widgets.player_app import PlayerApp
from tests.support.fakeclock import passes
from tests.support.rr_tui.terminals import MemoryTerminal, eventually, settled


class Keyboard(PlayerApp):
    """Remembers what reached it, and shows the last key."""

    CSS = "Static { height: 1; }"

    def __init__(self, profile=None):
        super().__init__(profile)
        self.keys = []
        self.pastes = []
        self.sizes = []
        self.mice = 0
        self.pause = 0.0

    def compose(self):
        yield Static("ready", id="last")

    async def on_key(self, event):
        self.keys.append(event.key)
        self.query_one("#last", Static).update(f"key {event.key}")
        if self.pause:
            await passes(self.pause)

    def on_paste(self, event):
        self.pastes.append(event.text)

    def on_resize(self, event):
        self.sizes.append(tuple(event.size))

    def on_mouse_down(self, event):
        self.mice += 1


@pytest.fixture
async def opened():
    """Opens apps on terminals in memory, and ends them after the test."""
    sessions = []

    async def open_one(profile=None, size=(80, 24), build=Keyboard, **options):
        terminal = MemoryTerminal(clamped(*size), **options)
        session = start(lambda: build(profile or Profile(motion=False)), terminal, size)
        terminal.driver = session.driver
        sessions.append(session)
        await settled(session.app)
        return session, terminal

    yield open_one
    for session in sessions:
        await session.stop()


# --- output --------------------------------------------------------------------------------------


async def test_a_key_press_is_answered_with_one_write(opened):
    session, terminal = await opened()
    before = len(terminal.writes)
    session.driver.feed(b"j")
    await settled(session.app)
    assert terminal.text[0] == "key j"
    assert len(terminal.writes) == before + 1
    assert len(terminal.writes[-1]) < 40


async def test_an_idle_app_sends_nothing(opened):
    session, terminal = await opened(draws_whole=True)
    await settled(session.app)
    before = terminal.bytes_sent
    await passes(2)
    assert terminal.bytes_sent == before


async def test_a_terminal_that_can_hold_frames_back_gets_long_ones_whole(opened):
    session, terminal = await opened(draws_whole=True)
    session.app.call_later(session.app.action_redraw)
    await settled(session.app)
    assert terminal.writes[-1].startswith(b"\x1b[?2026h")
    assert terminal.writes[-1].endswith(b"\x1b[?2026l\x1b[5n")
    session.driver.feed(b"j")
    await settled(session.app)
    assert b"\x1b[?2026" not in terminal.writes[-1]


async def test_a_terminal_that_cannot_is_not_asked_to(opened):
    session, terminal = await opened()
    session.app.call_later(session.app.action_redraw)
    await settled(session.app)
    assert b"\x1b[?2026h" not in terminal.sent


async def test_the_bell_rings_unless_the_player_minds(opened):
    ringing, loud = await opened()
    silent, quiet = await opened(Profile(bell=False))
    for session in (ringing, silent):
        session.app.call_later(session.app.bell)
        await settled(session.app)
    assert loud.writes[-1] == b"\a"
    assert b"\a" not in quiet.sent


async def test_the_title_is_ours_and_can_be_off(opened):
    named, terminal = await opened()
    nameless, plain = await opened(Profile(title=False))
    for session in (named, nameless):
        session.app.name_window("Your turn")
        await settled(session.app)
    assert terminal.screen.title == "Your turn"
    assert b"\x1b]" not in plain.sent
    with pytest.raises(BadTitle):
        named.app.name_window("\x1b]52;c;AAAA\x07")


async def test_output_of_textual_itself_never_reaches_a_player(opened):
    session, terminal = await opened()
    before = terminal.bytes_sent
    session.app.call_later(session.app.copy_to_clipboard, "secret")
    session.driver.write("\x1b]22;pointer\x07")
    session.driver.flush()
    await settled(session.app)
    assert terminal.bytes_sent == before


async def test_a_channel_that_breaks_is_written_to_once(opened):
    session, terminal = await opened()
    calls = []

    def broken(content):
        calls.append(content)
        raise BrokenPipeError

    terminal.write = broken
    for key in (b"j", b"k", b"l"):
        session.driver.feed(key)
        await settled(session.app)
    assert len(calls) == 1


# --- entering and leaving ------------------------------------------------------------------------


def modes(sent):
    """Which private modes are on after a stream of bytes."""
    on = set()
    for part in sent.split(b"\x1b[?")[1:]:
        digits = part[: len(part) - len(part.lstrip(b"0123456789;"))]
        switch = part[len(digits) : len(digits) + 1]
        for mode in digits.split(b";"):
            on = on | {mode} if switch == b"h" else on - {mode} if switch == b"l" else on
    return on


async def test_the_terminal_is_left_as_it_was(opened):
    session, terminal = await opened(Profile(mouse=True))
    assert modes(terminal.sent) == {b"1049", b"1000", b"1003", b"1006", b"2004", b"1004"}
    session.app.bid_farewell("commitment 4f1c")
    await session.stop()
    # The cursor and the wrapping of lines are on by default.
    assert modes(terminal.sent) == {b"7", b"25"}
    assert terminal.writes[-1].endswith(b"commitment 4f1c\r\n")
    assert terminal.sent.index(b"\x1b[?1049l") < terminal.sent.index(b"commitment")


async def test_the_next_login_resets_what_a_dropped_line_left_on(opened):
    _, terminal = await opened()
    first = terminal.writes[0]
    for mode in (b"1000", b"1002", b"1003", b"1006", b"1015", b"1004", b"2004"):
        assert b"\x1b[?%sl" % mode in first
    assert first.index(b"\x1b[?2004l") < first.index(b"\x1b[?1049h")


async def test_sizes_in_band_are_never_asked_for(opened):
    _, terminal = await opened()
    assert b"2048" not in terminal.sent


async def test_the_mouse_is_off_by_default_and_can_be_switched_on(opened):
    session, terminal = await opened()
    assert b"\x1b[?1003h" not in terminal.sent
    session.driver.feed(b"\x1b[<0;1;1M\x1b[<0;1;1m")
    await settled(session.app)
    assert session.app.mice == 0
    session.app.call_later(session.app.wear, session.app.profile.changed(mouse=True))
    await settled(session.app)
    assert b"\x1b[?1003h" in terminal.sent
    session.driver.feed(b"\x1b[<0;1;1M\x1b[<0;1;1m")
    await settled(session.app)
    assert session.app.mice == 1


async def test_buttons_that_are_never_released_do_not_pile_up(opened):
    session, _ = await opened(Profile(mouse=True))
    for _ in range(60):
        session.driver.feed(b"\x1b[<0;1;1M")
    await settled(session.app)
    assert len(session.driver._down_buttons) <= HELD_BUTTONS


async def test_last_words_are_folded_between_words_and_a_line_to_paste_is_not(opened):
    session, terminal = await opened()
    line = "ssh-" + "x" * 100
    session.app.bid_farewell("word " * 30)
    session.app.bid_farewell(line)
    await session.stop()
    last = terminal.sent.partition(b"\x1b[?1049l")[2].decode()
    rows = last.splitlines()
    assert rows[-1] == line
    assert all(len(row) <= 80 and row.endswith("word") for row in rows[1:-1])


async def test_a_control_character_in_a_farewell_is_shown_and_not_sent(opened):
    session, terminal = await opened()
    session.app.bid_farewell("\x1b[2Jgone")
    await session.stop()
    assert b"\x1b[2J" not in terminal.sent
    assert terminal.sent.endswith("\N{REPLACEMENT CHARACTER}[2Jgone\r\n".encode())


async def test_a_lost_connection_ends_the_app_and_writes_nothing_more(opened):
    session, terminal = await opened()
    before = terminal.bytes_sent
    session.driver.closed()
    async with asyncio.timeout(3):
        assert await session.task == 0
    assert terminal.bytes_sent == before


async def test_a_connection_lost_before_the_first_frame_ends_the_app(opened):
    terminal = MemoryTerminal()
    session = start(Keyboard, terminal, (80, 24))
    session.driver.closed()
    async with asyncio.timeout(3):
        await session.task
    assert terminal.writes == []


# --- sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claimed", "drawn"),
    [
        ((80, 24), (80, 24)),
        ((0, 0), (20, 8)),
        ((-5, 3), (20, 8)),
        ((4294967295, 4294967295), (400, 200)),
        ((401, 7), (400, 8)),
    ],
)
def test_a_size_is_brought_within_bounds(claimed, drawn):
    assert clamped(*claimed) == drawn


@pytest.mark.attack("T34")
@pytest.mark.parametrize("claimed", [(4294967295, 4294967295), (0, 0)])
async def test_a_giant_or_empty_window_costs_little(opened, claimed):
    session, _ = await opened()
    await settled(session.app)
    tracemalloc.start()
    try:
        began = time.process_time()
        session.driver.resized(*claimed)
        told = time.process_time() - began
        await eventually(lambda: tuple(session.app.size) == clamped(*claimed))
        await settled(session.app)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert told < 0.05
    assert peak < 100_000_000


@pytest.mark.attack("T34")
async def test_a_storm_of_sizes_is_passed_on_ten_times_a_second(opened):
    session, _ = await opened()
    session.app.sizes.clear()
    for width in range(60, 160):
        session.driver.resized(width, 30)
        await passes(0.003)
    await passes(0.25)
    assert 3 <= len(session.app.sizes) <= 5
    assert tuple(session.app.size) == (159, 30)


async def test_a_bigger_window_is_filled(opened):
    _, terminal = await opened()
    terminal.resize(100, 30)
    await eventually(lambda: terminal.screen.buffer[29][99].bg != "default")
    assert terminal.screen.buffer[29][99].bg == terminal.screen.buffer[0][0].bg


async def test_a_window_that_shrank_and_grew_back_is_drawn_anew(opened):
    session, terminal = await opened()
    terminal.screen.reset()
    session.driver.resized(80, 20)
    session.driver.resized(80, 24)
    await passes(0.25)
    await settled(session.app)
    assert terminal.text[0] == "ready"


async def test_a_size_in_band_is_not_believed(opened):
    session, _ = await opened()
    session.driver.feed(b"\x1b[48;9999;9999;1;1t\x1b[?2048;1$yk")
    await settled(session.app)
    assert tuple(session.app.size) == (80, 24)
    assert session.app.keys == ["k"]


# --- input ---------------------------------------------------------------------------------------


async def test_a_lone_escape_arrives(opened):
    session, _ = await opened()
    session.driver.feed(b"\x1b")
    await eventually(lambda: session.app.keys == ["escape"])
    # Two packets of one sequence, with less than the pause of a lone Escape between them.
    session.driver.feed(b"\x1b")
    session.driver.feed(b"[A")
    await settled(session.app)
    assert session.app.keys == ["escape", "up"]


async def test_a_character_split_over_packets_is_typed_once(opened):
    session, _ = await opened()
    for byte in "é漢".encode():
        session.driver.feed(bytes([byte]))
    await settled(session.app)
    assert session.app.keys == ["é", "漢"]


async def test_a_paste_is_one_event(opened):
    session, _ = await opened()
    session.driver.feed(b"\x1b[200~one\rtwo\x1b[201~x")
    await settled(session.app)
    assert session.app.pastes == ["one\rtwo"]
    assert session.app.keys == ["x"]


async def test_a_paste_whose_end_is_lost_lets_keys_through_again(opened, monkeypatch):
    monkeypatch.setattr(reader, "PASTE_PAUSE", 0.05)
    session, _ = await opened()
    session.driver.feed(b"\x1b[200~half")
    await eventually(lambda: session.app.pastes == ["half"])
    session.driver.feed(b"k")
    await settled(session.app)
    assert session.app.keys == ["k"]


async def test_what_is_typed_before_the_app_listens_is_read_when_it_does():
    terminal = MemoryTerminal()
    session = start(Keyboard, terminal, (80, 24))
    terminal.driver = session.driver
    session.driver.feed(b"jj")
    session.driver.feed(b"k" * 2000)
    await eventually(lambda: len(session.app.keys) == TYPED_AHEAD)
    assert session.app.keys == ["j", "j", *["k"] * (TYPED_AHEAD - 2)]
    await session.stop()


async def test_nothing_is_read_when_the_app_has_ended(opened):
    session, _ = await opened()
    await session.stop()
    session.driver.feed(b"jjj")
    assert session.driver.waiting == 0
    assert session.app.keys == []


async def test_keys_come_in_their_order_and_none_is_lost_at_a_human_rate(opened):
    session, terminal = await opened()
    session.app.pause = 0.002
    typed = [chr(ord("a") + number % 26) for number in range(200)]
    session.driver.feed("".join(typed).encode())
    await eventually(lambda: len(session.app.keys) == 200)
    assert session.app.keys == typed
    assert not terminal.held


@pytest.mark.attack("T35")
async def test_a_hundred_megabytes_pasted_stay_a_few_kilobytes(opened):
    session, terminal = await opened()
    chunk = b"x" * 65_536
    gc.collect()
    tracemalloc.start()
    try:
        session.driver.feed(b"\x1b[200~")
        for number in range(100_000_000 // len(chunk)):
            session.driver.feed(chunk)
            if number % 100 == 0:
                await passes(0)
                assert waiting(session) <= QUEUED_EVENTS + QUEUED_TOKENS
        session.driver.feed(b"\x1b[201~")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    await eventually(lambda: session.app.pastes)
    assert [len(paste) for paste in session.app.pastes] == [PASTE_LIMIT]
    assert peak < 4_000_000
    assert terminal.held


@pytest.mark.attack("T35")
async def test_a_hundred_megabytes_typed_are_dropped_and_the_client_told_to_wait(opened):
    session, terminal = await opened()
    session.app.pause = 0.01
    chunk = b"x" * 65_536
    longest = 0
    tracemalloc.start()
    try:
        for number in range(100_000_000 // len(chunk)):
            session.driver.feed(chunk)
            if number % 50 == 0:
                await passes(0)
                longest = max(longest, waiting(session))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert terminal.held
    assert longest <= QUEUED_EVENTS * 3 + QUEUED_TOKENS
    assert peak < 8_000_000


def waiting(session):
    """How many messages and tokens wait between the driver and the app's widgets."""
    app = session.app
    nodes = [app, *app.screen_stack, *app.screen.walk_children()]
    return session.driver.waiting + sum(node.message_queue_size for node in nodes)


@pytest.mark.slow
async def test_a_client_that_was_told_to_wait_is_read_again(opened):
    session, terminal = await opened()
    session.driver.feed(b"x" * 9_000)
    assert terminal.held
    await eventually(lambda: not (terminal.held or session.driver.waiting), seconds=30)
    await settled(session.app)
    session.app.keys.clear()
    session.driver.feed(b"j")
    await settled(session.app)
    assert session.app.keys == ["j"]


async def test_so_many_keys_a_second_reach_the_app_and_no_more(opened):
    session, _ = await opened()
    began = asyncio.get_running_loop().time()
    session.driver.feed(b"x" * 2_000)
    await eventually(lambda: not session.driver.waiting, seconds=30)
    took = asyncio.get_running_loop().time() - began
    assert took >= (2_000 - KEYS_AT_ONCE - 64) / KEYS_A_SECOND


async def test_a_flood_in_one_session_leaves_another_one_quick(opened):
    flooded, _ = await opened()
    other, terminal = await opened()
    waits = []
    for _ in range(20):
        flooded.driver.feed(b"x" * 4096)
        began, before = time.process_time(), len(terminal.writes)
        other.driver.feed(b"j" if len(other.app.keys) % 2 else b"k")
        await eventually(lambda before=before: len(terminal.writes) > before)
        waits.append(time.process_time() - began)
    assert sorted(waits)[10] < 0.1
    assert len(other.app.keys) == 20


async def test_a_profile_without_colours_sends_no_colour(opened):
    _, terminal = await opened(Profile(depth=ColourDepth.NONE))
    colours = [code for code in terminal.sequences() if code.endswith(b"m")]
    assert set(colours) <= {b"\x1b[0m", b"\x1b[1m", b"\x1b[4m", b"\x1b[7m", b"\x1b[0;1m"}
    assert terminal.text[0] == "ready"
