"""The game: the board, the cursor on it, and the answers that keys give."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from textual import on, work
from textual.app import ComposeResult
from textual.timer import Timer

from rr_net.link import AskOption, Give, Rearrange, Sit, Wait
from rr_tui import keys, picture
from rr_tui.board.answers import TAKE_SEAT, Answer, Name, Ways, meaning
from rr_tui.board.board import AREAS, POINTED_AT, area_rows, numbered
from rr_tui.board.places import PILES, Place
from rr_tui.board.plan import Plan, is_too_small, plan
from rr_tui.board.scene import Scene
from rr_tui.board.walk import Floor, floors, moved_down, next_option, step
from rr_tui.dialogs import reading
from rr_tui.dialogs.choice import ChoiceDialog
from rr_tui.ear import Ear
from rr_tui.messages import Answered, Asked, Pointed
from rr_tui.screens.base import TableScreen
from rr_tui.screens.cursor import Cursor
from rr_tui.screens.guard import Guard
from rr_tui.screens.spinning import Face, SpinnerShow
from rr_tui.widgets.areas import AreaView, TooSmall
from rr_tui.widgets.menu import item

TICK = 0.5
"""Seconds between two looks at a gauge: two updates a second are allowed."""
SPACE_AGAIN = "That Space was for the window: press it again to decline"


class GameScreen(TableScreen):
    """The board of one player, or of a spectator."""

    CSS_PATH = "../styles/game.tcss"
    BINDINGS = keys.bindings((*keys.BOARD, *keys.DIGIT_KEYS))

    def __init__(self, ear: Ear) -> None:
        super().__init__(ear)
        self.scene: Scene | None = None
        self._views: dict[str, AreaView] = {}
        self._plan: Plan | None = None
        self._shown_in: Plan | None = None
        self._floors: tuple[Floor, ...] = ()
        self._cursor = Cursor()
        self._hint = ""
        self._guard = Guard()
        self._had_window = False
        self._spinner = SpinnerShow()
        self._face: Face | None = None
        self._turning: Timer | None = None
        self._ticking: Timer | None = None

    def compose(self) -> ComposeResult:
        """Every area of the plan, and the request for a larger terminal."""
        self._views = {area: AreaView(area) for area in AREAS}
        yield from self._views.values()
        yield TooSmall()

    def on_mount(self) -> None:
        """The first picture."""
        self.bring_up_to_date()

    def on_resize(self) -> None:
        """Another size has another plan."""
        self._plan = None
        if self.is_mounted:
            self.bring_up_to_date()

    # --- the picture -----------------------------------------------------------------------

    def bring_up_to_date(self) -> None:
        """Draws what has changed; a new question moves the cursor to what answers it."""
        self._note_question()
        self._watch_spinner()
        self._watch_time()
        self.draw()

    def draw(self) -> None:
        """Draws the board anew; rows that stay the same cost nothing."""
        made, size = self._made(), self.size
        if made is None or not size.width:
            return
        is_small = is_too_small(size.width, size.height)
        self._lay_out(made, is_small=is_small)
        if is_small:
            request = self.query_one(TooSmall)
            request.request(size.width, size.height, asked=made.ask is not None)
            return
        assert self._plan is not None
        found = floors(made, self._plan)
        self._floors = found
        self._show(self._cursor.settle(replace(made, choices=numbered(made.choices, found)), found))

    def _made(self) -> Scene | None:
        ear = self.ear
        made = picture.scene(ear.known, ear.feed, ear.answering, self.surroundings.glyphs)
        if made is None:
            return None
        made = picture.spun(replace(made, hint=self._hint), self._face)
        return picture.timed(made, ear.known, ear.since_pending(), ear.since_lobby())

    def _lay_out(self, made: Scene, *, is_small: bool) -> None:
        wanted = plan(self.size.width, self.size.height, len(made.neighbours))
        if wanted == self._plan:
            return
        self._plan = wanted
        self.query_one(TooSmall).display = is_small
        for area, view in self._views.items():
            view.stand_at(getattr(wanted, area), shown=not is_small)

    def _show(self, made: Scene, areas: tuple[str, ...] = AREAS) -> None:
        assert self._plan is not None
        # Much of what the room says is not on the board: who watches, and who has left.
        if made == self.scene and self._plan is self._shown_in:
            return
        self.scene, self._shown_in = made, self._plan
        for area in areas:
            self._views[area].show(area_rows(made, self._plan, area, self.size.width))

    def _point(self, place: Place) -> None:
        self._cursor.go(place)
        if self._hint or self._face:
            # Whoever moves the cursor wants to read what it is on.
            self._hint = ""
            self._stop_spinner()
            self.draw()
        elif self.scene is not None and self.scene.focus != place:
            self._show(replace(self.scene, focus=place), POINTED_AT)

    # --- questions ---------------------------------------------------------------------------

    def _note_question(self) -> None:
        known, answering = self.ear.known, self.ear.answering
        ask, pending = picture.open_question(known, answering), known.pending
        question = None
        if ask is not None and pending is not None:
            question = (pending.number, ask.verb, ask.options)
        if not self._guard.asks(question, after_window=self._had_window):
            return
        answering.forget()
        self._hint = ""
        if question is None or pending is None:
            self._cursor.released()
            self.post_message(Answered())
        else:
            self._had_window = pending.window is not None or question[1] == "window"
            self._cursor.called(in_window=self._had_window)
            self.post_message(Asked(in_window=self._had_window))
            self.call_after_refresh(self._question_painted, question)

    def _question_painted(self, question: object) -> None:
        self.surroundings.when_drawn(lambda at: self._guard.shown(question, at))

    def _may_answer(self) -> bool:
        """Whether a key can have been meant for what is offered: a question, or the own seat."""
        if self.scene is None or self.scene.choices.is_empty:
            return False
        return self.scene.ask is None or self._guard.lets(self.surroundings.pressed_at)

    def _choose(self, place: Place) -> None:
        scene, answering = self.scene, self.ear.answering
        if scene is not None and place.zone in PILES and place.at < 0:
            self.app.push_screen(reading.pile_dialog(self.ear, scene, place))
        if scene is None or not self._may_answer():
            return
        options = answering.group or (scene.ask.options if scene.ask else ())
        match meaning(scene.choices, options, place):
            case Answer(option):
                self._give(option)
            case Ways(group):
                answering.group = group
                self._cursor.lose()
                self.draw()
            case Name(picked, so_far):
                self._name_more(picked, so_far)

    def _give(self, option: AskOption) -> None:
        pending, answering = self.ear.known.pending, self.ear.answering
        answering.forget()
        if option is TAKE_SEAT:
            self.say(Sit(seat=self.ear.known.seat))
        if option.option < 0 or pending is None:
            self._cursor.lose()
            self.draw()
            return
        answering.given = pending.number
        self.say(Give(number=pending.number, option=option.option))
        self.bring_up_to_date()

    def _name_more(self, picked: tuple[int, ...], so_far: AskOption | None) -> None:
        """Names one thing more; in a sealed window it counts even if nothing else is pressed."""
        pending, scene = self.ear.known.pending, self.scene
        assert pending is not None
        assert scene is not None
        self.ear.answering.picked = picked
        counts = so_far or scene.choices.decline
        if counts is not None and pending.window is not None and pending.window.closes_in:
            self.say(Give(number=pending.number, option=counts.option, done=False))
        self._cursor.lose()
        self.draw()
        if so_far is not None:
            self._point(Place("button", -1, so_far.option))

    # --- what passes by itself -----------------------------------------------------------------

    def _watch_time(self) -> None:
        is_running = picture.is_timed(self.ear.known)
        if is_running and self._ticking is None:
            self._ticking = self.set_interval(TICK, self._tick)
        elif not is_running and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    def _tick(self) -> None:
        if self.scene is not None and self._plan is not None:
            ear = self.ear
            made = picture.timed(self.scene, ear.known, ear.since_pending(), ear.since_lobby())
            counts_down = made.people != self.scene.people
            self._show(made, ("neighbours", "foot") if counts_down else ("foot",))

    def _watch_spinner(self) -> None:
        view = picture.view_of(self.ear.known)
        if view is None:
            return
        motion = self.surroundings.profile.motion and picture.sees_it_turn(self.ear.known)
        is_new = self._spinner.watch(view.turn, view.spinner, motion=motion)
        if is_new and self._face is None:
            self._next_face()

    def _next_face(self) -> None:
        self._face = self._spinner.next(monotonic())
        if self._face is not None:
            self._turning = self.set_timer(self._face.seconds, self._next_face)
        if self.scene is not None and self._plan is not None:
            self._show(picture.spun(self.scene, self._face), ("details",))

    def _stop_spinner(self) -> None:
        if self._turning is not None:
            self._turning.stop()
        self._face = None
        self._spinner.stop()

    # --- keys ------------------------------------------------------------------------------------

    def action_step(self, direction: str) -> None:
        """Moves the cursor."""
        self._point(step(self._floors, self._cursor.place, direction))

    def action_next_option(self, by: int) -> None:
        """Moves the cursor to another thing that can be chosen."""
        if self.scene is not None:
            self._point(next_option(self._floors, self._cursor.place, self.scene.choices, by))

    def action_choose(self) -> None:
        """Chooses what the cursor is on."""
        self._choose(self._cursor.place)

    def action_pick(self, digit: int) -> None:
        """Chooses the thing marked with a digit."""
        marked = self.scene.choices.digits.items() if self.scene else ()
        for place, key in tuple(marked):
            if key == str(digit):
                self._choose(place)

    def action_decline(self) -> None:
        """Passes, skips or says no; ends naming things where some are named."""
        scene = self.scene
        if scene is None or not self._may_answer():
            return
        if not scene.is_reaction and self._guard.spends_space():
            self._hint = SPACE_AGAIN
            self.draw()
            return
        option = scene.choices.finish or scene.choices.decline
        if option is None:
            return
        if option.act == "skip" and self.surroundings.profile.confirm.skip_phase:
            self._ask_before(option)
        else:
            self._give(option)

    @work
    async def _ask_before(self, option: AskOption) -> None:
        number = self.ear.known.pending.number if self.ear.known.pending else -1
        items = [item("back", "No, play on"), item("skip", "Skip this phase")]
        answer = await self.app.push_screen_wait(ChoiceDialog("Skip?", "", items, self.ear))
        pending = self.ear.known.pending
        if answer == "skip" and pending is not None and pending.number == number:
            self._give(option)

    def action_draw(self) -> None:
        """Draws instead, where that is offered."""
        if self.scene is not None and self.scene.choices.draw is not None and self._may_answer():
            self._give(self.scene.choices.draw)

    def action_say(self, act: str) -> None:
        """Says yes or no, where that is the question."""
        offered = self.scene.ask.options if self.scene and self.scene.ask else ()
        option = next((each for each in offered if each.act == act), None)
        if option is not None and self._may_answer():
            self._give(option)

    def action_wait(self) -> None:
        """Asks for time in the open window."""
        pending = self.ear.known.pending
        if pending is not None and pending.window is not None and pending.window.can_wait:
            self.say(Wait(number=pending.number))

    def action_back(self) -> None:
        """Takes back what was picked and not sent."""
        answering = self.ear.answering
        if answering.picked and self.scene is not None:
            self._name_more((), None)
        elif answering.group:
            answering.forget()
            self._cursor.lose()
            self.draw()
        elif self.ear.known.ended is not None:
            self.app.pop_screen()

    def action_details(self) -> None:
        """Opens what the card under the cursor says, with the clause that speaks of it."""
        if self.scene is not None:
            dialog = reading.card_dialog(self.ear, self.scene, self._cursor.place)
            if dialog is not None:
                self.app.push_screen(dialog)

    def action_arrange(self) -> None:
        """Moves the own card under the cursor down by one, round and round."""
        place = self._cursor.place
        if self.scene is not None and (order := moved_down(self.scene, place)) is not None:
            self.say(Rearrange(zone=place.zone, order=order))
            self._cursor.go(place._replace(at=(place.at + 1) % len(order)))

    @on(Pointed)
    def point(self, message: Pointed) -> None:
        """Moves the cursor to what was clicked; a second click chooses it."""
        self._point(message.place)
        if message.twice:
            self.surroundings.pressed_at = message.at
            self._choose(message.place)
