"""The first picture: it is made once, it is the right one, and nothing typed before it is lost."""

import pytest
from textual.css.stylesheet import Stylesheet

from rr_net.link import Bye
from rr_tui.app import TableApp
from rr_tui.looks.profile import Profile
from rr_tui.screens.connect import ConnectScreen
from rr_tui.screens.game import GameScreen
from rr_tui.screens.lobby import LobbyScreen
from rr_tui.terminal.painter import Painter
from rr_tui.terminal.session import start
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, welcome
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.terminals import MemoryTerminal, eventually

DOOR, CHAIRS, BOARD = (welcome(admitted=False),), (welcome(), lobby()), game()


@pytest.fixture
def frames(monkeypatch):
    """What painters are asked for from now on."""
    asked, frame = [], Painter.frame
    monkeypatch.setattr(Painter, "frame", lambda *of: asked.append(of) or frame(*of))
    return asked


def calm():
    """A game at which nothing counts down."""
    first, _, *rest = game()
    return first, lobby("playing", seats=views.people(grace=0)), *rest


@pytest.mark.parametrize(
    ("words", "screen"), [(DOOR, ConnectScreen), (CHAIRS, LobbyScreen), (calm(), GameScreen)]
)
async def test_who_arrives_is_shown_one_screen_and_no_other(words, screen, frames):
    async with sitting(FakeLink(*words)) as sat:
        assert [type(each) for each in sat.app.screen_stack] == [screen]
        whole = [update for _, update, *_ in frames if hasattr(update, "strips")]
        assert len(whole) == 1


async def test_the_board_is_there_after_one_frame_and_styled_once(monkeypatch):
    styled, apply = [], Stylesheet.apply
    monkeypatch.setattr(
        Stylesheet,
        "apply",
        lambda sheet, node, **of: styled.append(node) or apply(sheet, node, **of),
    )
    async with sitting(FakeLink(*calm())) as sat:
        assert sat.session.driver.frames == 1
        assert len(styled) <= 6


async def test_the_first_frame_is_in_the_colours_of_whoever_arrives():
    kept = Profile(theme="light", glyphs="ascii").to_keep(is_whole=True)
    worn = welcome(profile=kept)
    async with sitting(FakeLink(worn, *calm()[1:])) as sat:
        assert sat.session.driver.frames == 1
        assert sat.app.theme == "rr-light"
        assert sat.text.isascii()
        first = sat.terminal.picture()
    dressed = Profile(theme="light", glyphs="ascii")
    terminal = MemoryTerminal((80, 24))
    session = start(lambda: TableApp(FakeLink(*calm()), dressed), terminal, (80, 24))
    terminal.driver = session.driver
    await eventually(lambda: session.driver.frames == 1)
    assert terminal.picture() == first
    await session.stop()


async def test_what_is_typed_before_the_board_is_there_counts_on_it():
    terminal = MemoryTerminal((80, 24))
    session = start(lambda: TableApp(FakeLink(*game())), terminal, (80, 24))
    terminal.driver = session.driver
    session.driver.feed(b"q")
    await eventually(lambda: any("Leave" in line for line in terminal.text))
    await session.stop()


async def test_who_is_sent_away_with_the_first_word_reads_why():
    terminal = MemoryTerminal((80, 24))
    link = FakeLink(Bye(text="This key is banned here.", commitment=""))
    session = start(lambda: TableApp(link), terminal, (80, 24))
    terminal.driver = session.driver
    await session.task
    assert b"This key is banned here." in terminal.sent


async def test_who_comes_a_second_time_is_asked_at_once_which_window_counts():
    async with sitting(FakeLink(welcome(elsewhere=True), *calm()[1:])) as sat:
        await eventually(lambda: "Take over here?" in sat.text)


async def test_every_phase_takes_the_place_of_the_one_before():
    async with sitting(FakeLink(*DOOR)) as sat:
        for words, screen in ((CHAIRS, LobbyScreen), (calm(), GameScreen), (CHAIRS, LobbyScreen)):
            await sat.hear(*words)
            await passes(0)
            assert [type(each) for each in sat.app.screen_stack] == [screen]
