"""What an interface does not do: work that nobody sees."""

from collections import UserList
from dataclasses import replace
from typing import get_args

import pytest
from rich.color import ColorType
from textual._styles_cache import StylesCache
from textual.geometry import Region
from textual.widget import Widget

from rr_tui.app import TableApp
from rr_tui.board.plan import AREAS
from rr_tui.client.spinner import HOLD_SECONDS, STEP_SECONDS, SpinnerShow
from rr_tui.client.table_client import Call, TableClient
from rr_tui.games.runes_regulations.game import StreetBoard
from rr_tui.games.runes_regulations.scene import spins_of
from rr_tui.looks.profile import ThemeId
from rr_tui.looks.spans import plain
from rr_tui.screens.connect import ConnectScreen
from rr_tui.screens.game import GameScreen
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.session import start
from rr_tui.widgets.areas import BoardView
from rr_tui.widgets.lines import Ground, LineView, RowView
from rr_tui.widgets.menu import Menu
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, log, person, seen, welcome
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.terminals import MemoryTerminal
from tests.support.rr_tui.views import table


@pytest.fixture
def painted(monkeypatch):
    """The areas whose rows are made from now on."""
    areas, rows = [], StreetBoard.rows

    def watched(board, scene, found, area):
        areas.append(area)
        return rows(board, scene, found, area)

    monkeypatch.setattr(StreetBoard, "rows", watched)
    return areas


def calm(question=None):
    """A game at which nothing counts down: no gauge paints by itself."""
    first, _, *rest = game(question)
    return FakeLink(first, lobby("playing", seats=views.people(grace=0)), *rest)


async def test_who_is_welcomed_at_once_is_never_shown_the_door(monkeypatch):
    made = []
    monkeypatch.setattr(ConnectScreen, "compose", lambda self: made.append(self) or ())
    async with sitting(FakeLink(*game())) as sat:
        await passes(0.3)
        assert type(sat.screen) is GameScreen
    assert made == []


async def test_who_hears_nothing_reads_so_soon():
    async with sitting(FakeLink()) as sat:
        await passes(0.3)
        await sat.rest()
        assert type(sat.screen) is ConnectScreen
        assert "Connecting" in sat.text


async def test_who_is_not_let_in_yet_sees_the_door_at_once():
    async with sitting(FakeLink(welcome(admitted=False))) as sat:
        assert "Invite code:" in sat.text


async def test_a_new_spectator_in_a_crowd_costs_the_others_no_picture(painted):
    message = lobby("playing", seats=views.people(grace=0))
    crowd = tuple(person(f"Watcher{number}", -1) for number in range(8))
    message = message.model_copy(update={"people": (*message.people, *crowd)})
    first, _, *rest = game()
    async with sitting(FakeLink(first, message, *rest)) as sat:
        painted.clear()
        spectator = person("Zoe", -1)
        await sat.hear(message.model_copy(update={"people": (*message.people, spectator)}))
        assert sat.app.client.model.lobby.people[-1] == spectator
        assert painted == []
        # Who has come is told with the next picture that something else is worth.
        assert "Zoe has come" not in sat.text
        await sat.hear(log("Ann yawns"))
        assert "Zoe has come" in sat.text
        assert "Ann yawns" in sat.text


class _Board:
    """A board of a crowd that has heard of a game, and is told what else there is."""

    def __init__(self, me="Ann", **of):
        self.heard = []
        link = FakeLink(welcome(name=me), around(**of))
        self.client = TableClient(link, lambda: self.heard.append("news"), lambda: 0.0)
        self.client.on_watchers = lambda: self.heard.append("watchers")
        self.client.listen()
        self.client.read()
        self.told = link.tell

    def hears(self, *lobbies):
        """What it is called for."""
        self.heard.clear()
        for each in lobbies:
            self.told(each)
        return self.heard


def around(*more, **changes):
    """A game with a crowd around it."""
    crowd = [person(f"Watcher{number}", -1) for number in range(20)]
    message = lobby("playing", **{"seats": views.people(grace=0)} | changes)
    return message.model_copy(update={"people": (*message.people, *crowd, *more)})


ZOE = person("Zoe", -1)


@pytest.mark.parametrize(
    ("lobbies", "heard"),
    [
        ([around(ZOE)], "watchers"),
        ([around(person("Zoe", -1, admitted=False))], "news"),
        ([around(person("Zoe", -1, asks_for=1))], "news"),
        ([around(ZOE, paused=True)], "news"),
        ([around(person("Zoe", 3))], "news"),
        ([around(ZOE, seats=views.people(grace=5))], "news"),
    ],
    ids=["watches", "knocks", "wants a chair", "pause", "sits", "counts down"],
)
@pytest.mark.parametrize("me", ["Ann", "Watcher3", "Zoe"])
def test_in_a_crowd_only_what_a_board_shows_is_news(lobbies, heard, me):
    # Whoever comes itself finds more than who watches: its own place in the list.
    expected = "news" if me == "Zoe" else heard
    assert _Board(me).hears(*lobbies) == [expected]


def test_of_two_lists_of_people_that_nobody_has_read_the_newer_one_counts():
    board = _Board(doorkeeper=True)
    early, late = person("Eve", -1), person("Fay", -1, admitted=False)
    board.hears(around(early, doorkeeper=True), around(early, ZOE, late, doorkeeper=True))
    assert [type(each) for each in board.client.read()] == [type(around())]
    said = [plain([entry.words]) for entry in board.client.log.entries]
    assert said == ["Zoe has come"]  # of a crowd one line tells who was the last
    assert board.client.calls == [Call.KNOCK]


def test_two_lists_of_people_are_both_read_where_a_game_begins_in_between():
    board = _Board()
    board.hears(around(ZOE), lobby("over", people=around().people), around())
    assert len(board.client.read()) == 3


class _Crowd(UserList):
    """People who count how often somebody goes through them."""

    looks = 0

    def __iter__(self):
        self.looks += 1
        return iter(self.data)


def test_a_crowd_is_looked_through_once_for_all_its_boards():
    looks = []
    for size in (1, 12):
        boards = [_Board(f"Watcher{number}") for number in range(size)]
        crowd = _Crowd(around(ZOE).people)
        first, then = around(), around().model_copy(update={"people": crowd})
        for told in (first, then):
            for board in boards:
                board.hears(told)
                board.client.read()
        looks.append(crowd.looks)
    assert looks[0] == looks[1] > 0


async def test_a_friend_who_comes_is_told_at_once():
    async with sitting(calm(views.cast_phase())) as sat:
        message = lobby("playing", seats=views.people(grace=0))
        people = (*message.people, person("Zoe", -1))
        await sat.hear(message.model_copy(update={"people": people}))
        assert "Zoe has come" in sat.text


async def test_the_cursor_moves_without_the_header_and_the_log(painted):
    async with sitting(calm(views.cast_phase()), size=(120, 40)) as sat:
        painted.clear()
        await sat.press("down")
        assert set(painted) == set(AREAS) - {"header", "side"}


async def test_the_spinner_turns_in_its_pane_alone(painted):
    async with sitting(calm(), motion=True) as sat:
        await sat.hear(seen(replace(table(), spinner=views.spun(3))))
        painted.clear()
        await passes(0.25)
        assert set(painted) == {"details"}


@pytest.mark.parametrize(
    ("name", "others", "turns"), [("Ann", 40, True), ("Zoe", 2, True), ("Zoe", 40, False)]
)
async def test_in_a_crowd_only_players_see_the_spinner_turn(name, others, turns):
    here = lobby("playing", seats=views.people(grace=0))
    crowd = tuple(person(f"guest-{number}", -1) for number in range(others))
    around = here.model_copy(update={"people": (*here.people, person("Zoe", -1), *crowd)})
    _, _, *rest = game()
    async with sitting(FakeLink(welcome(name=name), around, *rest), motion=True) as sat:
        await sat.hear(seen(replace(table(), spinner=views.spun(3))))
        before = sat.session.driver.frames
        await passes(0.3)
        assert "The Spinner" in sat.text
        assert (sat.session.driver.frames > before) is turns


def test_a_spinner_in_time_shows_every_step_and_then_rests():
    show, now, faces = spun(4), 0.0, []
    while (face := show.next(now)) is not None:
        faces.append(face.at)
        now += face.seconds
    assert faces == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3]
    assert faces[-1] == 3


def test_a_spinner_that_is_late_shows_where_it_stops():
    show = spun(4)
    first = show.next(0.0)
    assert first.seconds == STEP_SECONDS
    late = show.next(first.seconds + 2 * STEP_SECONDS)
    assert (late.at, late.seconds) == (3, HOLD_SECONDS)
    assert show.next(99.0) is None


def test_a_spin_after_a_long_rest_is_not_late():
    show = spun(4)
    while show.next(0.0) is not None:
        pass
    show.watch(spins(4, 2), motion=True)
    assert show.next(500.0).seconds == STEP_SECONDS


def spun(*results):
    """A show that is about to turn to some results."""
    show = SpinnerShow()
    show.watch(spins(), motion=True)
    assert show.watch(spins(*results), motion=True)
    return show


def spins(*results):
    return spins_of(views.table(turn=1, spinner=views.spun(*results)))


@pytest.mark.slow
@pytest.mark.parametrize("depth", list(ColourDepth))
async def test_the_board_is_drawn_as_textual_would_draw_it(depth):
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, size=(120, 40), depth=depth) as sat:
        for theme in get_args(ThemeId):
            sat.app.call_later(sat.app.wear, sat.app.profile.changed(theme=theme))
            await sat.rest()
            view = sat.screen.query_one(BoardView)
            crop = Region(3, 0, view.size.width - 5, view.size.height)
            for region in (view.size.region, crop):
                ours, stock = view.render_lines(region), Widget.render_lines(view, region)
                assert [cells_of(a) for a in ours] == [cells_of(b) for b in stock], theme


@pytest.mark.slow
@pytest.mark.parametrize("depth", list(ColourDepth))
async def test_the_lobby_is_drawn_as_textual_would_draw_it(depth):
    async with sitting(FakeLink(welcome(is_host=True), lobby()), depth=depth) as sat:
        for theme in get_args(ThemeId):
            sat.app.call_later(sat.app.wear, sat.app.profile.changed(theme=theme))
            await sat.rest()
            ground = sat.app.palette.style("text", "background")
            for view in (each for each in sat.screen.walk_children() if isinstance(each, RowView)):
                for region in (view.outer_size.region, Region(1, 0, 5, 1)):
                    ours = [cells_of(strip) for strip in view.render_lines(region)]
                    stock = [cells_of(strip) for strip in Widget.render_lines(view, region)]
                    blank = [[(" ", ground)] * region.width] * region.height
                    assert ours == (blank if isinstance(view, Ground) else stock), (theme, view)


async def test_a_key_in_the_lobby_is_one_picture_with_what_the_line_means():
    async with sitting(FakeLink(welcome(is_host=True), lobby())) as sat:
        menu, driver = sat.screen.query_one(Menu), sat.session.driver
        before, meant = driver.frames, menu.current.note
        await sat.press("down")
        assert menu.current.note != meant
        assert menu.current.note[:20] in sat.text
        assert driver.frames == before + 1


async def test_at_sixteen_colours_a_widget_is_drawn_in_the_colours_of_its_theme():
    async with sitting(FakeLink(welcome(admitted=False)), depth=ColourDepth.FEW) as sat:
        label = sat.screen.query_one("#code-label", LineView)
        wanted = sat.app.palette.style("title", label.ground)
        (strip, *_) = Widget.render_lines(label, label.size.region)
        assert wanted.color.type is ColorType.STANDARD
        assert cells_of(strip)[: len("Invite code:")] == [(char, wanted) for char in "Invite code:"]


def cells_of(strip):
    """What stands in each cell and how it looks."""
    return [(char, style) for text, style, _ in strip for char in text]


async def test_who_has_gone_leaves_no_strips_in_textuals_cache():
    async with sitting(FakeLink(welcome(admitted=False))):
        assert StylesCache.get_inner_outer.cache_info().currsize > 0
    assert StylesCache.get_inner_outer.cache_info().currsize == 0


@pytest.mark.slow
@pytest.mark.parametrize("told", [game(), (welcome(), lobby()), (welcome(admitted=False),)])
async def test_who_hangs_up_while_a_screen_is_set_up_breaks_nothing(told, caplog):
    for turns in range(16):
        terminal = MemoryTerminal((80, 24))
        session = start(lambda: TableApp(FakeLink(*told)), terminal, (80, 24))
        terminal.driver = session.driver
        for _ in range(turns):
            await passes(0)
        session.driver.closed()
        await session.stop()
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
