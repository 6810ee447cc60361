"""The board as a picture that moves by itself: areas, gauges, the Spinner, a riffle.

What keys do on it is the game screen's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.geometry import Size
from textual.timer import Timer

from rr_net.link import RandomEvent
from rr_tui.board.foot import has_room
from rr_tui.board.plan import AREAS, POINTED_AT, Plan, is_too_small
from rr_tui.board.scene import Scene
from rr_tui.board.walk import NEWS, Floor, home_of_focus, numbered, reading_order, with_news
from rr_tui.client import scene_builder
from rr_tui.client.spinner import SpinnerFace, SpinnerShow
from rr_tui.client.table_client import TableClient
from rr_tui.games.registry import PLAIN, board_of, idiom_of
from rr_tui.looks.spans import NOWHERE, Place, Row
from rr_tui.screens.base import TableScreen
from rr_tui.terminal.reader import now
from rr_tui.widgets.areas import BoardView
from rr_tui.widgets.player_app import STYLES


class Cursor:
    """Stands on a place of the board, also while that place comes and goes."""

    def __init__(self) -> None:
        self.place = NOWHERE
        self.spot = NOWHERE
        """The cell of a lattice where it was last."""
        self._is_astray = True
        self._left: Place | None = None

    def go(self, place: Place) -> None:
        """Stands on another place."""
        self.place = place
        if place.cell:
            self.spot = place

    def entering(self, place: Place, found: tuple[Floor, ...]) -> Place:
        """Where a step to `place` leads: a lattice is entered where the cursor left it."""
        comes_back = place.cell and not self.place.cell and self.spot in reading_order(found)
        return self.spot if comes_back else place

    def lose(self) -> None:
        """Stands on nothing certain: the next picture says where."""
        self._is_astray = True

    def called(self, *, in_window: bool) -> None:
        """A question has come; after a window one goes on reading where one was."""
        if in_window and self._left is None:
            self._left = self.place
        elif not in_window:
            self._left = None
        self._is_astray = True

    def released(self) -> None:
        """No question is open any more."""
        if self._left is not None:
            self.place, self._left = self._left, None

    def settle(self, made: Scene, found: tuple[Floor, ...]) -> Scene:
        """The scene with the cursor on a place that is there."""
        if self._is_astray or self.place not in reading_order(found):
            self._is_astray = False
            self.go(home_of_focus(replace(made, focus=self.place, spot=self.spot), found))
        return replace(made, focus=self.place, spot=self.spot)


class BoardScreen(TableScreen):
    """The board of one player, or of a spectator."""

    CSS_PATH = STYLES / "game.tcss"

    def __init__(self, client: TableClient) -> None:
        super().__init__(client)
        self.scene: Scene | None = None
        self._game = PLAIN
        """The board of the game that is played."""
        self._view = BoardView()
        self._plan: Plan | None = None
        self._planned_for: Size | None = None
        self._shown_in: Plan | None = None
        self._floors: tuple[Floor, ...] = ()
        self._cursor = Cursor()
        self._hint = ""
        self._spinner = SpinnerShow()
        self._face: SpinnerFace | None = None
        self._turning: Timer | None = None
        self._ticking: Timer | None = None
        self._pace = 0.0
        """Seconds between two ticks; 0 while nothing counts down."""

    def compose(self) -> ComposeResult:
        """The board."""
        yield self._view

    def on_resize(self) -> None:
        """Another size has another plan; the first picture was drawn for the first one."""
        if self.size == self._planned_for:
            return
        self._plan = None
        if self.is_mounted:
            self.bring_up_to_date()

    # --- the picture -----------------------------------------------------------------------

    def bring_up_to_date(self) -> None:
        """Draws what has changed."""
        self._watch_spinner()
        self._watch_time()
        self.draw()

    def draw(self) -> None:
        """Draws the board anew; rows that stay the same cost nothing."""
        made, size = self._made(), self.size
        if made is None or not size.width:
            return
        is_small = is_too_small(size.width, size.height)
        self._lay_out(made)
        if is_small:
            self._view.request(size.width, size.height, asked=made.ask is not None)
            return
        assert self._plan is not None
        found = with_news(self._game.floors(made, self._plan), made)
        self._floors = found
        self._show(self._cursor.settle(replace(made, places=numbered(made.places, found)), found))

    def tell_of_friends(self) -> None:
        """Says once where the ways in are shown, as soon as the board has a row for that."""
        if self.scene is None or self._plan is None:
            return
        place = self._plan.foot
        if has_room(self.scene, place.width, place.height) and self.client.tell_of_friends(
            self.keys.short("app.menu")
        ):
            self.draw()

    def _made(self) -> Scene | None:
        client = self.client
        if client.model.seen is not None:
            self._game = board_of(client.model.seen)
        made = scene_builder.scene(
            client.model, client.log, client.answering, self.surroundings.glyphs
        )
        if made is None:
            return None
        made = scene_builder.spun(replace(made, keys=self.keys, hint=self._hint), self._face)
        return scene_builder.timed(made, self._moment)

    @property
    def _moment(self) -> scene_builder.Moment:
        client = self.client
        return scene_builder.Moment(
            client.model, client.since_pending(), client.since_lobby(), motion=self._sees_motion
        )

    @property
    def _sees_motion(self) -> bool:
        lobby = self.client.model.lobby
        is_off = lobby is not None and lobby.motion == "off"
        wanted = self.surroundings.profile.motion and not is_off
        return wanted and scene_builder.sees_it_turn(self.client.model)

    @property
    def _event(self) -> RandomEvent | None:
        """The random event that the board shows."""
        return scene_builder.open_event(self.client.model, self.client.answering)

    def planned(self, made: Scene) -> Plan:
        """Which part of this screen each area gets."""
        return self._game.plan(made, self.size.width, self.size.height)

    def rows_of(self, made: Scene, plan: Plan, area: str) -> Sequence[Row]:
        """The rows of one area."""
        return self._game.rows(made, plan, area)

    def _lay_out(self, made: Scene) -> None:
        wanted = self.planned(made)
        if wanted != self._plan:
            self._plan, self._planned_for = wanted, self.size
            self._view.stand_at(wanted._asdict())

    def _show(self, made: Scene, areas: tuple[str, ...] = AREAS) -> None:
        assert self._plan is not None
        # Much of what the room says is not on the board: who watches, and who has left.
        if made == self.scene and self._plan is self._shown_in:
            return
        self.scene, self._shown_in = made, self._plan
        for area in areas:
            self._view.show(area, self.rows_of(made, self._plan, area))

    @property
    def _reads_news(self) -> bool:
        return self._cursor.place.zone == NEWS

    def _point(self, place: Place) -> None:
        self._cursor.go(place)
        answering = self.client.answering
        if self._hint or self._face or self._event or answering.reads_hint:
            # Whoever moves the cursor wants to read what it is on.
            self._hint, answering.reads_hint = "", False
            self.put_chance_away()
        elif self.scene is not None and self.scene.focus != place:
            made = replace(self.scene, focus=self._cursor.place, spot=self._cursor.spot)
            self._show(made, POINTED_AT)

    # --- what passes by itself -----------------------------------------------------------------

    def _watch_time(self) -> None:
        pace = scene_builder.pace(self._moment, self._event)
        if pace == self._pace:
            return
        if self._ticking is not None:
            self._ticking.stop()
        self._pace = pace
        self._ticking = self.set_interval(pace, self._tick) if pace else None

    def _tick(self) -> None:
        if self.scene is None or self._plan is None:
            return
        made = scene_builder.timed(self.scene, self._moment)
        areas = ["foot"]
        # Who sits where is shown above the hand, in whichever area a game has for it.
        areas += ["upper", "lower"] if made.people != self.scene.people else []
        areas += ["details"] if made.event is not None else []
        self._show(made, tuple(areas))

    def _watch_spinner(self) -> None:
        seen = self.client.model.seen
        spins = board_of(seen).spins(seen.view) if seen is not None else None
        if spins is None:
            return
        motion, event = self._sees_motion, self._event
        lobby, pending = self.client.model.lobby, self.client.model.pending
        # While reactions are open the words name the result: the marker must not show another.
        stops = pending is not None and pending.window is not None
        is_new = self._spinner.watch(
            spins, motion=motion, brief=lobby is not None and lobby.alone, stops=stops,
            explained=self.explained if spins.own else lambda _: (),
        )  # fmt: skip
        if self._must_react:
            # A beat is too short to read first what was spun, and then what can be done.
            self._stop_spinner()
            return
        if event is None:
            self._spinner.give_up()
        elif event.stage == "contribute":
            self._stop_spinner()
        elif motion and (faces := spins.faces.get(next(iter(event.labels), ""))):
            is_new |= self._spinner.await_result(event.number, faces, event.closes_in)
        if is_new and (self._face is None or (stops and not self._face.is_result)):
            self._next_face()

    def explained(self, _result: str) -> tuple[str, ...]:
        """What a result of the own Spinner means, where that is new to who sits here."""
        return ()

    @property
    def _must_react(self) -> bool:
        """Whether reactions are open that this player has something for; not to what was spun."""
        pending = self.client.model.pending
        window, ask = (pending.window, pending.ask) if pending is not None else (None, None)
        if window is None or ask is None or window.answered or len(ask.options) == 1:
            return False
        return window.kind not in idiom_of(self.client.model).spins

    def _next_face(self) -> None:
        if self._turning is not None:
            self._turning.stop()
        self._face = self._spinner.next(now())
        if self._face is not None:
            self._turning = self.set_timer(self._face.seconds, self._next_face)
        if self.scene is not None and self._plan is not None:
            self._show(scene_builder.spun(self.scene, self._face), ("details",))

    def _stop_spinner(self) -> None:
        if self._turning is not None:
            self._turning.stop()
        self._face = None
        self._spinner.stop()

    def put_chance_away(self) -> None:
        """Shows the board again in the place of a random event or of the Spinner."""
        event = self._event
        if event is not None:
            self.client.answering.put_away = event.number
        self._stop_spinner()
        self._watch_time()
        self.draw()
