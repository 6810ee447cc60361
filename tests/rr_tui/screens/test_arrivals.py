"""The first picture: it is made once, it is the right one, and nothing typed before it is lost."""

import pytest
from textual.css.stylesheet import Stylesheet

from rr_net.link import Bye, Host
from rr_tui.app import TableApp
from rr_tui.looks.profile import Profile
from rr_tui.screens.connect import ConnectScreen
from rr_tui.screens.game import GameScreen
from rr_tui.screens.lobby import LobbyScreen
from rr_tui.terminal.painter import Painter
from rr_tui.terminal.session import start
from rr_tui.terminal.throttle import LONGEST_START, StartQueue
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, ended, game, lobby, person, welcome
from tests.support.rr_tui.sitting import REPAINT_KEY, sitting
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


OVER = (welcome(), lobby("over"), *game()[2:], ended())


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
@pytest.mark.parametrize(
    "words", [DOOR, CHAIRS, calm(), OVER], ids=("door", "lobby", "game", "end")
)
async def test_the_first_picture_is_what_the_screen_then_shows(words, size):
    """Cell by cell: with nothing left out that a later look would bring, and nothing too much."""
    async with sitting(FakeLink(*words), size=size) as sat:
        await passes(1.0)
        frames, first = sat.session.driver.frames, sat.terminal.picture()
        assert frames == 1
        sat.app.screen.refresh(layout=True)
        await sat.press(REPAINT_KEY)
        await sat.until(lambda: sat.session.driver.frames > frames)
        assert sat.terminal.picture() == first


# --- many at once --------------------------------------------------------------------------------


class Crowd:
    """People who come in one queue, each at a terminal of their own."""

    def __init__(self):
        self.queue, self.sessions = StartQueue(), []

    def comes(self, link, *, channel=None):
        terminal = channel or MemoryTerminal()
        session = start(lambda: TableApp(link), terminal, (80, 24), queue=self.queue)
        terminal.driver = session.driver
        self.sessions.append(session)
        return session, terminal

    async def goes(self):
        for session in self.sessions:
            await session.stop()


@pytest.fixture
async def crowd():
    people = Crowd()
    yield people
    await people.goes()


async def test_each_of_a_crowd_is_shown_the_table_before_the_next_one_begins(crowd, monkeypatch):
    drawn, frame = [], Painter.frame
    monkeypatch.setattr(Painter, "frame", lambda *of: drawn.append("drawn") or frame(*of))

    class Link(FakeLink):
        def attach(self, receive):
            drawn.append("begun")
            super().attach(receive)

    people = [crowd.comes(Link(*calm())) for _ in range(4)]
    await eventually(lambda: all(session.driver.frames for session, _ in people))
    assert drawn == ["begun", "drawn"] * 4


async def test_what_somebody_types_who_waits_for_a_turn_counts_on_the_board(crowd):
    silent = crowd.comes(FakeLink())  # a room that says nothing has the others wait
    waiting, terminal = crowd.comes(FakeLink(*calm()))
    waiting.driver.feed(b"q")
    waiting.driver.resized(100, 30)
    await eventually(lambda: "Leave" in "\n".join(terminal.text))
    assert waiting.app.size == (100, 30)
    assert silent[0].driver.frames == 1


async def test_who_hangs_up_while_waiting_for_a_turn_is_gone_without_a_word(crowd):
    crowd.comes(FakeLink())
    waiting, terminal = crowd.comes(FakeLink(*calm()))
    waiting.driver.closed()
    await eventually(waiting.task.done)
    assert waiting.driver.frames == 0
    assert not terminal.writes


async def test_a_terminal_that_takes_nothing_keeps_nobody_waiting(crowd):
    deaf = MemoryTerminal()
    deaf.congested = True
    crowd.comes(FakeLink(*calm()), channel=deaf)
    second, _ = crowd.comes(FakeLink(*calm()))
    await eventually(lambda: second.driver.frames, seconds=LONGEST_START / 2)


# --- a crowd that comes to others ----------------------------------------------------------------


FEW = ("Gil", "Kit", "Lea", "Max", "Nan", "Ole", "Pia", "Rob", "Sue")
"""So many that the next one is one of a crowd."""


def watched_by(*names, **changes):
    """The table of a calm game, with some who watch."""
    there = lobby("playing", seats=views.people(grace=0), **changes)
    others = tuple(person(name, -1) for name in names)
    return there.model_copy(update={"people": (*there.people[:2], *others)})


@pytest.fixture
def boards(monkeypatch):
    """How often boards are brought up to date from now on."""
    looked, look = [], GameScreen.bring_up_to_date
    monkeypatch.setattr(GameScreen, "bring_up_to_date", lambda it: looked.append(it) or look(it))
    return looked


async def test_who_comes_to_watch_has_no_board_drawn_anew(boards):
    link = FakeLink(*calm())
    async with sitting(link) as sat:
        await sat.hear(watched_by(*FEW))
        boards.clear()
        for crowd in ((*FEW, "Uwe"), (*FEW[1:], "Uwe"), (*FEW, "Uwe", "Val", "Wim")):
            await sat.hear(watched_by(*crowd))
            assert [each.name for each in sat.app.client.model.lobby.people][-1] == crowd[-1]
        assert boards == []
        assert "Wim has come" in str(sat.app.client.log.talk())


@pytest.mark.parametrize(
    "news",
    [
        watched_by("Gil", paused=True),
        watched_by("Gil", tempo="brisk"),
        watched_by("Gil", "Kit"),
        watched_by(*map(str, range(20))),
        watched_by(),
    ],
    ids=("paused", "pace", "one", "crowd", "alone"),
)
async def test_whatever_else_is_new_at_the_table_is_looked_at(news, boards):
    async with sitting(FakeLink(*calm())) as sat:
        await sat.hear(watched_by("Gil"))
        boards.clear()
        await sat.hear(news)
        assert boards


async def test_who_knocks_is_seen_at_once_by_whom_it_concerns(boards):
    there = watched_by("Gil", doorkeeper=True)
    async with sitting(FakeLink(welcome(is_host=True), there, *calm()[2:])) as sat:
        stranger = person("Hal", -1, admitted=False)
        await sat.hear(there.model_copy(update={"people": (*there.people, stranger)}))
        assert "Hal" in sat.text
        wants = person("Gil", -1, asks_for=3)
        await sat.hear(there.model_copy(update={"people": (*there.people[:-1], wants)}))
        await sat.press("y")
        assert sat.link.last(Host).name == "Gil"


async def test_a_list_of_people_over_the_board_has_who_comes(boards):
    async with sitting(FakeLink(*calm())) as sat:
        await sat.hear(watched_by(*FEW))
        sat.app.call_later(sat.app.action_people)
        await sat.rest()
        assert "Quentin" not in sat.text
        await sat.hear(watched_by(*FEW, "Quentin"))
        assert "Quentin" in sat.text


async def test_a_fault_over_who_watches_ends_that_interface_and_spares_the_room(monkeypatch):
    async with sitting(FakeLink(*calm())) as sat:
        await sat.hear(watched_by(*FEW))

        def breaks(client):
            raise LookupError("no such person")

        monkeypatch.setattr(type(sat.app.client), "read_quietly", breaks)
        sat.link.tell(watched_by(*FEW, "Uwe"))
        await eventually(sat.session.task.done)
        assert b"Your seat is kept" in sat.terminal.sent
