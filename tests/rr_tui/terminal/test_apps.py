"""Many apps in one process: none of them changes the process or another one."""

import asyncio
import contextvars
import gc
import io
import logging
import sys
import weakref
from typing import ClassVar

import pytest
from textual.app import App, SuspendNotSupported
from textual.binding import Binding
from textual.command import CommandPalette
from textual.widgets import Input, Static

from rr_tui.looks.profile import Profile
from rr_tui.terminal.app import NotHere
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from rr_tui.terminal.session import start
from rr_tui.widgets.player_app import PlayerApp
from tests.support.fakeclock import passes
from tests.support.rr_tui.terminals import MemoryTerminal, eventually, settled
from tests.support.tasks import beside


class Board(PlayerApp):
    CSS = "Static { height: 1; } #gap { background: $rr-panel; }"

    def compose(self):
        yield Static("board", id="name")
        yield Static("", id="gap")
        yield Input(id="say")

    def rename(self, name):
        self.query_one("#name", Static).update(name)

    def break_down(self):
        hidden_card = "Bratty Dragon"
        raise LookupError(f"no such card: {hidden_card}")


class Opened:
    """The sessions of one test."""

    def __init__(self):
        self.sessions = []

    async def __call__(self, profile=None, build=Board, **options):
        terminal = MemoryTerminal(**options)
        session = start(lambda: build(profile or Profile(motion=False)), terminal, (80, 24))
        terminal.driver = session.driver
        self.sessions.append(session)
        await settled(session.app)
        return session, terminal


@pytest.fixture
async def opened():
    sessions = Opened()
    yield sessions
    for session in sessions.sessions:
        await session.stop()


# --- P1: the loop --------------------------------------------------------------------------------


async def test_the_loop_keeps_its_own_way_of_starting_tasks(opened):
    await opened()
    assert asyncio.get_running_loop().get_task_factory() is None


async def test_an_eager_loop_is_made_patient_again(opened):
    loop = asyncio.get_running_loop()
    loop.set_task_factory(lambda loop, coro, **options: asyncio.Task(coro, loop=loop, **options))
    await opened()
    assert loop.get_task_factory() is None


# --- P2: the process's output --------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
async def test_the_output_of_the_process_is_its_own_in_whatever_order_apps_end(opened, first):
    stdout, stderr = sys.stdout, sys.stderr
    sessions = [(await opened())[0] for _ in range(2)]
    assert (sys.stdout, sys.stderr) == (stdout, stderr)
    await sessions[first].stop()
    assert (sys.stdout, sys.stderr) == (stdout, stderr)
    _, terminal = await opened()
    assert terminal.text[0] == "board"
    await sessions[1 - first].stop()
    assert (sys.stdout, sys.stderr) == (stdout, stderr)


@pytest.mark.parametrize("first", [0, 1])
async def test_an_app_works_after_another_one_has_ended(opened, first):
    pairs = [await opened() for _ in range(2)]
    await pairs[first][0].stop()
    session, terminal = pairs[1 - first]
    session.app.call_later(session.app.rename, "still here")
    await settled(session.app)
    assert terminal.text[0] == "still here"


async def test_the_stock_app_would_leave_its_capture_behind():
    # The control: without the override the process's output stays with the dead app.
    stdout, stderr = sys.stdout, sys.stderr
    try:
        one, other = App(), App()
        async with (
            beside(one.run_async(headless=True)) as first,
            beside(other.run_async(headless=True)),
        ):
            await eventually(lambda: one.is_running and other.is_running and one.screen.is_running)
            one.exit()
            await first
            other.exit()
        assert sys.stdout is one._capture_stdout
    finally:
        sys.stdout, sys.stderr = stdout, stderr


# --- P3: contexts --------------------------------------------------------------------------------


async def test_each_app_finds_itself(opened):
    one, _ = await opened()
    other, _ = await opened()
    seen = []
    for session in (one, other):
        name = session.app.query_one("#name")
        session.app.call_later(lambda name=name: seen.append(name.app))
        await settled(session.app)
    assert seen == [one.app, other.app]


async def test_an_app_runs_in_a_context_of_its_own(opened):
    mark = contextvars.ContextVar("mark", default="nobody")
    mark.set("the session that opened it")
    session, _ = await opened()
    seen = []
    session.app.call_later(lambda: seen.append(mark.get()))
    await settled(session.app)
    assert seen == ["nobody"]


# --- P4: faults ----------------------------------------------------------------------------------


@pytest.mark.attack("T36")
async def test_a_broken_app_says_sorry_and_leaves_the_others_alone(opened, caplog):
    broken, its_terminal = await opened()
    other, terminal = await opened()
    with caplog.at_level(logging.ERROR):
        broken.app.call_later(broken.app.break_down)
        async with asyncio.timeout(3):
            assert await broken.task == 1
    assert b"Sorry: the interface broke" in its_terminal.writes[-1]
    assert b"Traceback" not in its_terminal.sent
    assert its_terminal.sent.index(b"\x1b[?1049l") < its_terminal.sent.index(b"Sorry")
    other.app.call_later(other.app.rename, "unhurt")
    await settled(other.app)
    assert terminal.text[0] == "unhurt"


async def test_the_log_names_the_fault_and_nothing_that_was_in_it(opened, caplog, capfd):
    session, terminal = await opened()
    with caplog.at_level(logging.ERROR):
        session.app.call_later(session.app.break_down)
        await session.task
    out, err = capfd.readouterr()
    assert "LookupError" in caplog.text
    assert "break_down" in caplog.text
    everything = caplog.text + out + err + terminal.sent.decode()
    assert "Bratty" not in everything
    assert "no such card" not in everything


@pytest.mark.attack("T36")
@pytest.mark.parametrize("where", ["render", "resize", "key"])
async def test_a_fault_anywhere_ends_one_app_alone(opened, where):
    class Faulty(Board):
        def _display(self, screen, renderable):
            if where == "render" and self.keys_seen:
                raise ZeroDivisionError
            super()._display(screen, renderable)

        keys_seen = 0

        def on_key(self):
            self.keys_seen += 1
            self.refresh()
            if where == "key":
                raise ZeroDivisionError

        def on_resize(self):
            if where == "resize" and self.keys_seen:
                raise ZeroDivisionError

    other, terminal = await opened()
    faulty, _ = await opened(build=Faulty)
    faulty.driver.feed(b"\x1b[19~")
    await passes(0.15)
    faulty.driver.resized(70, 20)
    async with asyncio.timeout(3):
        assert await faulty.task == 1
    other.app.call_later(other.app.rename, "unhurt")
    await settled(other.app)
    assert terminal.text[0] == "unhurt"


async def test_a_message_on_leaving_is_the_players_and_not_the_logs(opened, capfd):
    session, terminal = await opened()
    session.app.exit(message="The commitment was 4f1c")
    await session.task
    assert terminal.sent.endswith(b"The commitment was 4f1c\r\n")
    assert capfd.readouterr() == ("", "")


# --- P5: the player's profile --------------------------------------------------------------------


async def test_the_hosts_environment_colours_nobodys_board(opened, monkeypatch):
    profile = Profile(depth=ColourDepth.TRUE, motion=False)
    _, usual = await opened(profile)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TEXTUAL", "debug,devtools")
    session, terminal = await opened(profile)
    assert terminal.sent == usual.sent
    assert b"38;2;" in terminal.sent
    assert session.app.features == frozenset()
    assert session.app.no_color is False


async def test_two_players_have_two_depths_at_the_same_time(opened):
    _, rich = await opened(Profile(depth=ColourDepth.TRUE))
    _, poor = await opened(Profile(depth=ColourDepth.FEW))
    _, bare = await opened(Profile(depth=ColourDepth.NONE))
    assert b"8;2;" in rich.sent
    assert b"8;2;" not in poor.sent
    assert b"8;5;" not in poor.sent
    for code in (b"38;", b"48;", b"[3", b"[4"):
        assert not any(code in each for each in bare.sequences() if each.endswith(b"m"))


async def test_ascii_players_get_no_other_byte(opened):
    _, terminal = await opened(Profile(glyphs=GlyphSet.ASCII))
    assert terminal.sent.isascii()


async def test_a_profile_can_change_in_the_middle(opened):
    session, terminal = await opened(Profile(theme="dark", depth=ColourDepth.TRUE))
    dark = terminal.screen.buffer[20][20].bg
    before = session.app.profile
    session.app.call_later(session.app.wear, before.changed(theme="light"))
    await settled(session.app)
    light = terminal.screen.buffer[20][20].bg
    assert (dark, light) == ("12161c", "f7f5f0")
    session.app.call_later(session.app.wear, before.changed(depth=ColourDepth.NONE))
    await settled(session.app)
    assert terminal.screen.buffer[20][20].bg == "default"


async def test_keys_are_remapped_by_the_profile(opened):
    class Mapped(Board):
        BINDINGS: ClassVar = [Binding("f5", "note", "Note", id="note")]
        noted = 0

        def action_note(self):
            self.noted += 1

    session, _ = await opened(Profile(keymap={"note": "f6"}), build=Mapped)
    session.driver.feed(b"\x1b[15~")
    await settled(session.app)
    session.driver.feed(b"\x1b[17~")
    await settled(session.app)
    assert session.app.noted == 1


# --- P6: what must not happen on the host ---------------------------------------------------------


async def test_nothing_is_written_to_the_hosts_disk(opened, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    session, _ = await opened()
    app = session.app
    assert app.deliver_text(io.StringIO("secret")) is None
    assert app.deliver_binary(io.BytesIO(b"secret")) is None
    assert app.deliver_screenshot() is None
    app.action_screenshot()
    with pytest.raises(NotHere):
        app.save_screenshot()
    await settled(app)
    assert list(tmp_path.rglob("*")) == []


async def test_no_browser_opens_on_the_host(opened, monkeypatch):
    opened_pages = []
    monkeypatch.setattr("webbrowser.open", lambda *page, **_: opened_pages.append(page))
    session, _ = await opened()
    session.app.open_url("https://example.org")
    session.driver.open_url("https://example.org")
    assert opened_pages == []


async def test_the_process_is_not_suspended(opened, monkeypatch):
    signals = []
    monkeypatch.setattr("os.kill", lambda *sent: signals.append(sent))
    session, _ = await opened()
    session.app.action_suspend_process()
    with pytest.raises(SuspendNotSupported), session.app.suspend():
        signals.append("suspended")
    assert signals == []


async def test_the_stock_commands_are_gone(opened):
    session, terminal = await opened()
    assert set() == session.app.COMMANDS
    assert list(session.app.get_system_commands(session.app.screen)) == []
    session.driver.feed(b"\x10")  # Ctrl+P
    await eventually(lambda: isinstance(session.app.screen, CommandPalette))
    session.driver.feed(b"screen")
    await settled(session.app)
    assert not any("screenshot" in line.lower() for line in terminal.text)


# --- sessions ------------------------------------------------------------------------------------


async def test_an_app_that_does_not_leave_is_cancelled(opened):
    class Stubborn(Board):
        async def on_key(self):
            await asyncio.Event().wait()

    session, _ = await opened(build=Stubborn)
    session.driver.feed(b"\x1b[19~")
    await settled(session.app)
    assert await session.stop(patience=0.1) == 1
    assert session.task.done()


@pytest.mark.slow
async def test_an_app_lives_on_when_nobody_holds_its_session():
    terminal = MemoryTerminal()

    def go():
        terminal.driver = start(lambda: Board(Profile(motion=False)), terminal, (80, 24)).driver

    go()
    await eventually(lambda: terminal.text[0] == "board")
    drive, terminal.driver = terminal.driver.feed, None
    gc.collect()
    drive(b"\x11")  # Ctrl+Q
    await eventually(lambda: b"\x1b[?1049l" in terminal.sent)


@pytest.mark.slow
async def test_ended_sessions_leave_nothing_behind(opened):
    async def once():
        session, terminal = await opened()
        await session.stop()
        opened.sessions.clear()
        terminal.driver = None
        return weakref.ref(session.app)

    apps = [await once() for _ in range(3)]
    before = len(asyncio.all_tasks())
    for _ in range(3):
        await passes(0)
        gc.collect()
    assert [app() for app in apps] == [None] * 3
    assert len(asyncio.all_tasks()) <= before


async def test_a_terminal_that_was_lent_to_the_shell_is_drawn_anew(opened):
    session, terminal = await opened()
    session.driver.suspend_application_mode()
    assert terminal.writes[-1].startswith(b"\x1b[?2026l")
    assert b"\x1b[?1049l\x1b[?25h" in terminal.writes[-1]
    terminal.screen.reset()
    session.driver.resume_application_mode()
    assert b"\x1b[?1049h\x1b[?25l" in terminal.writes[-1]
    await settled(session.app)
    assert terminal.text[0] == "board"


async def test_what_was_under_way_when_the_terminal_was_lent_holds_no_frame_back(opened):
    session, terminal = await opened()
    terminal.answers = False
    for name in ("one", "two", "three"):
        session.app.call_later(session.app.rename, name)
        await settled(session.app)
    assert terminal.text[0] == "two"
    # The answers went to the shell.
    terminal.unanswered = 0
    session.driver.suspend_application_mode()
    session.driver.resume_application_mode()
    await settled(session.app)
    assert terminal.text[0] == "three"


async def test_a_terminal_is_not_lent_by_an_app_that_has_none_any_more(opened):
    session, terminal = await opened()
    await session.stop()
    before = terminal.bytes_sent
    session.driver.suspend_application_mode()
    session.driver.resume_application_mode()
    assert terminal.bytes_sent == before


async def test_the_same_app_runs_headless_for_tests():
    async with Board(Profile()).run_test() as pilot:
        pilot.app.rename("by pilot")
        await pilot.pause()
        assert pilot.app.query_one("#name", Static).content == "by pilot"
