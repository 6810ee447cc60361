"""The game: what keys do on the board, and the answers that they give."""

from __future__ import annotations

from textual import on, work

from rr_net.link import AskOption, KeepProfile, Learn, Lesson, Rearrange, ShowNext, Sit
from rr_tui.board.answers import TAKE_SEAT, Hold, Name, OptionChosen, Ways, given, hold_of, meaning
from rr_tui.board.header import knocking
from rr_tui.board.laying import led_to, other_thing
from rr_tui.board.option_places import OptionPlaces, set_of
from rr_tui.board.scene import Scene
from rr_tui.board.walk import NEWS, hop, moved_down, next_option, step
from rr_tui.client import hints, scene_builder
from rr_tui.client.chairs import chair_options, knocks
from rr_tui.client.guidance import edition_here, words_here
from rr_tui.client.table_client import TableClient
from rr_tui.client.tips import SPUN, mark_due, new_result
from rr_tui.dialogs import reading
from rr_tui.dialogs.base import ChoiceDialog
from rr_tui.dialogs.guide import glossary
from rr_tui.dialogs.guide.role import RoleDialog
from rr_tui.games.gameboard import OwnRole
from rr_tui.games.registry import board_of
from rr_tui.looks import keys
from rr_tui.looks.spans import HeldShape, Place
from rr_tui.looks.wording import by_rule, named
from rr_tui.screens.board import BoardScreen
from rr_tui.screens.guard import Guard
from rr_tui.widgets.menu import item
from rr_tui.widgets.messages import Asked, Pointed, QuestionClosed

AGAIN = "{}. Again: do it"
LEAVES = "Leave the lesson? The same key again leaves it"


class GameScreen(BoardScreen):
    """The board of one player, or of a spectator, with its keys."""

    BINDINGS = [
        *keys.bindings((*keys.HOLDING, *keys.BOARD, *keys.DIGIT_KEYS)),
        keys.instead("app.glossary", "glossary"),
        keys.instead("app.leave", "leave"),
    ]

    def __init__(self, client: TableClient) -> None:
        super().__init__(client)
        self._guard = Guard()
        self._hints = hints.HintAsker()
        self._advised: object = None
        """The hint that was shown last."""
        self._offered: object = ((), False)
        """The chairs that could be had when they were looked at last."""
        self._waits = ""
        """What was said last of somebody who waits for an answer."""

    def bring_up_to_date(self) -> None:
        """Draws what has changed; a new question moves the cursor to what answers it."""
        self._note_question()
        self._note_hint()
        self._note_chairs()
        super().bring_up_to_date()
        self.tell_of_friends()
        self._deal_role()
        self._note_lesson()

    def _deal_role(self) -> None:
        """Shows the own secret role, once a game, as soon as the first turn is there."""
        role, lobby = self._role, self.client.model.lobby
        if role is None or lobby is None or self.app.screen is not self:
            return
        dealt = (lobby.commitment, role.face)
        if role.is_new and dealt != self.client.role_shown and self.client.model.lesson is None:
            self.action_role()
        self.client.role_shown = dealt

    @property
    def _role(self) -> OwnRole | None:
        seen = self.client.model.seen
        return board_of(seen).role(seen.view) if seen is not None else None

    def action_role(self) -> None:
        """Opens the own secret role, where there is one."""
        role = self._role
        card = self.client.model.cards.get(role.face) if role is not None else None
        if role is not None and card is not None:
            again = self.keys.shown("board.role")
            dialog = RoleDialog(self.client, card, is_known=role.is_known, again=again)
            self.app.push_screen(dialog)

    # --- questions ---------------------------------------------------------------------------

    def _note_question(self) -> None:
        model, answering = self.client.model, self.client.answering
        ask, pending = scene_builder.open_question(model, answering), model.pending
        question = None
        if ask is not None and pending is not None:
            question = (pending.number, ask.verb, ask.options)
        if not self._guard.asks(question):
            return
        answering.forget()
        answering.usual.is_asked = False
        self._hint = ""
        if ask is None or pending is None:
            self._cursor.released()
            self.post_message(QuestionClosed())
        else:
            in_window = pending.window is not None or ask.verb == "window"
            self._cursor.called(in_window=in_window)
            if (tip := self.client.tip_due(self.surroundings.profile)) is not None:
                answering.tip = tip.say
                self.say(KeepProfile(profile=self.surroundings.meet(tip.id)))
            self.post_message(Asked(in_window=in_window))
            self.call_after_refresh(self._question_painted, question)

    def explained(self, result: str) -> tuple[str, ...]:
        """What a result of the own Spinner means, the first time that it comes up."""
        means = new_result(self.client.model, self.surroundings.profile, result)
        if means:
            self.say(KeepProfile(profile=self.surroundings.meet(f"{SPUN}{result}")))
        return means

    def _note_lesson(self) -> None:
        """A lesson that was begun, or taken to its end, is marked so from now on."""
        lesson, met = self.client.model.lesson, self.surroundings.profile.met
        if lesson is not None and (mark := mark_due(lesson, met)):
            self.say(KeepProfile(profile=self.surroundings.meet(mark)))

    def _note_hint(self) -> None:
        """A hint that has come is shown to whoever waits for it."""
        advised = hints.current(self.client.model)
        is_new, self._advised = advised is not self._advised, advised
        if is_new and advised is not None and self.client.answering.reads_hint:
            self._read_hint()

    def _note_chairs(self) -> None:
        """Who can have a chair, or take the own one back, finds the cursor on it."""
        model = self.client.model
        offered = (chair_options(model), scene_builder.is_stood_in_for(model))
        if offered != self._offered:
            self._offered = offered
            self._cursor.lose()
        if self._hint and self._hint == self._waits and not knocks(model):
            self._hint = ""

    def _question_painted(self, question: object) -> None:
        self.surroundings.when_drawn(lambda at: self._guard.shown(question, at))

    def _may_answer(self) -> bool:
        """Whether a key can have been meant for what is offered: a question, or the own seat."""
        if self.scene is None or self.scene.places.is_empty:
            return False
        return self.scene.ask is None or self._guard.lets(self.surroundings.pressed_at)

    def _choose(self, place: Place) -> None:
        scene, answering = self.scene, self.client.answering
        if scene is not None and (pile := scene.pile(place)) is not None:
            self.app.push_screen(reading.pile_dialog(self.client, scene, pile))
        if scene is None or not self._may_answer():
            return
        options = answering.group or (scene.ask.options if scene.ask else ())
        match meaning(scene.places, options, place):
            case OptionChosen(option):
                self._give(option)
            case Ways(group):
                answering.group = group
                self._cursor.lose()
                self.draw()
            case Name(picked, so_far):
                self._name_more(picked, so_far)
            case Hold(held):
                self._hold(held)
            case None:
                self._say_why_not(scene, place)

    def _say_why_not(self, scene: Scene, place: Place) -> None:
        """Repeats in the prompt's row why the thing under the cursor cannot be chosen."""
        reason = scene.reason(place)
        if scene.ask is not None and reason is not None and not reason.usable:
            self._hint = reason.text + by_rule(reason.clause)
            self.draw()

    def _give(self, option: AskOption) -> None:
        pending, answering = self.client.model.pending, self.client.answering
        if self._is_risky(option):
            return
        if (ask := scene_builder.open_question(self.client.model, answering)) is not None:
            answering.usual.gave(option, ask, self.client.model)
        answering.forget()
        if option is TAKE_SEAT:
            self.say(Sit(seat=self.client.model.seat))
        elif option.act == "chair":
            self.say(Sit(seat=option.seat))
        if option.option < 0 or pending is None:
            self._cursor.lose()
            self.draw()
            return
        answering.given = pending.number
        self.client.log.answered()
        self.say(given(pending.number, option))
        self.bring_up_to_date()

    def _is_risky(self, option: AskOption) -> bool:
        """Whether an answer comes with a warning that has not been on the screen yet."""
        scene, seen = self.scene, self.client.model.seen
        if scene is None or seen is None or option.option < 0:
            return False
        risk = board_of(seen).risk(seen.view, option)
        if risk is None:
            return False
        words = AGAIN.format(named(risk.text, scene.names))
        if self._hint == words:
            return False
        self.remark(words)
        return True

    def _name_more(self, picked: tuple[int, ...], so_far: AskOption | None) -> None:
        """Names one thing more; in a sealed window it counts even if nothing else is pressed."""
        pending, scene = self.client.model.pending, self.scene
        assert pending is not None
        assert scene is not None
        self.client.answering.picked = picked
        counts = so_far or scene.places.decline
        if counts is not None and pending.window is not None and pending.window.closes_in:
            self.say(given(pending.number, counts, done=False))
        self._cursor.lose()
        self.draw()
        if so_far is not None:
            self._point(Place("button", -1, so_far.option))

    def _hold(self, held: HeldShape) -> None:
        """Holds something over the lattice; taking up another thing leads the cursor back there."""
        answering, before = self.client.answering, self.client.answering.held
        answering.take_up(held)
        if before is not None and before.thing != held.thing and self._cursor.spot.cell:
            self._cursor.go(self._cursor.spot)
        self.draw()

    def remark(self, words: str) -> None:
        """Says something about the last key, until the cursor moves or something else is asked."""
        self._hint = words
        self.draw()

    def swallowed_key(self) -> None:
        """A key was chance's, and so answers nothing."""
        self.draw()

    # --- keys ------------------------------------------------------------------------------------

    def action_step(self, direction: str) -> None:
        """Moves the cursor; from an answer made of picked things up to the last of these."""
        places, place = self.scene.places if self.scene else None, self._cursor.place
        if places and places.in_any_order and place in places.buttons and direction == "up":
            self._point(places.picked[-1] if places.picked else places.keyed[-1])
            return
        there = step(self._floors, place, direction)
        self._point(self._cursor.entering(there, self._floors))

    def action_next_option(self, by: int) -> None:
        """Moves the cursor to another thing that can be chosen, or holds another one."""
        if self._held is not None:
            self.action_other(by)
        elif self.scene is not None:
            self._point(next_option(self._floors, self._cursor.place, self.scene.places, by))

    @property
    def _held(self) -> HeldShape | None:
        return self.scene.places.held if self.scene is not None else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves the keys of laying to whatever else they mean while nothing is held."""
        return self._held is not None if action in {"turn", "other"} else True

    def action_turn(self, by: int) -> None:
        """Turns what is held."""
        if self._held is not None:
            self._hold(self._held.turned(by))

    def action_other(self, by: int) -> None:
        """Holds another thing."""
        if self._held is not None and self.scene is not None:
            self._hold(other_thing(self.scene.places.laying, self._held, by))

    def action_hop(self, by: int) -> None:
        """Moves the cursor to another cell that can be chosen."""
        if self.scene is not None and (there := hop(self.scene.places, self._cursor.spot, by)):
            self._point(there)

    def action_choose(self) -> None:
        """Chooses what the cursor is on; who has read the news is done with them."""
        self.action_news() if self._reads_news else self._choose(self._cursor.place)

    def action_pick(self, digit: int) -> None:
        """Chooses the thing marked with a digit."""
        marked = self.scene.places.digits.items() if self.scene else ()
        for place, key in tuple(marked):
            if key == str(digit):
                self._choose(place)

    def action_decline(self) -> None:
        """Passes, skips or says no; ends naming things where some are named."""
        scene = self.scene
        was_read = self._guard.lets_decline(self.surroundings.pressed_at)
        if scene is not None and scene.ask is None and scene.tempo:
            self._guard.stepped(self.surroundings.pressed_at)
            self.say(ShowNext())
        if scene is None or not self._may_answer():
            return
        option = scene.places.finish or scene.places.decline
        # Who has picked something has read the question.
        if option is None or not (was_read or scene.places.finish):
            self.remark(hints.no_decline(scene) if was_read else self._hint)
            return
        if option.act == "skip" and self.surroundings.profile.confirm.skip_phase:
            self._ask_before(option)
        else:
            self._give(option)

    @work
    async def _ask_before(self, option: AskOption) -> None:
        number = self.client.model.pending.number if self.client.model.pending else -1
        items = [item("back", "No, play on"), item("skip", "Skip this phase")]
        answer = await self.app.push_screen_wait(ChoiceDialog("Skip?", "", items, self.client))
        pending = self.client.model.pending
        if answer == "skip" and pending is not None and pending.number == number:
            self._give(option)

    def action_draw(self) -> None:
        """Draws instead, where that is offered."""
        if self.scene is not None and self.scene.places.draw is not None and self._may_answer():
            self._give(self.scene.places.draw)

    def action_undo(self) -> None:
        """Takes back what was laid, where that is offered."""
        if self.scene is not None and self.scene.places.undo is not None and self._may_answer():
            self._give(self.scene.places.undo)

    def action_say(self, act: str) -> None:
        """Says yes or no, where that is the question."""
        offered = self.scene.ask.options if self.scene and self.scene.ask else ()
        option = next((each for each in offered if each.act == act), None)
        if option is not None and self._may_answer():
            self._give(option)
        elif self.scene is not None and self.scene.knock_keys:
            self.answer_knock(yes=act == "yes")
        elif self.scene is not None and self.scene.knock:
            self._waits = knocking(self.scene)
            self.remark(self._waits)

    def action_wait(self) -> None:
        """Holds the open window, or says beforehand that the next one is held, or not after all."""
        pending = self.client.model.pending
        if scene_builder.is_seated(self.client.model) and (hold := hold_of(pending)) is not None:
            self.say(hold)

    def action_hint(self) -> None:
        """Shows what a bot would do here, and why; asks for it, and before others read of that."""
        model = self.client.model
        if self.scene is None or model.pending is None or model.lesson is not None:
            return
        if self.scene.ask is None or self.scene.is_reaction:
            self._hint = hints.NOT_ASKED if self.scene.ask is None else hints.NOT_IN_WINDOWS
            self.draw()
        elif hints.current(model) is not None:
            self._read_hint()
        elif self._hints.must_agree(model) and self.scene.may_hint:
            self._agree_to_tell()
        elif (message := self._hints.message(model)) is not None:
            self.client.answering.reads_hint = True
            self.say(message)
            self.put_chance_away()

    @work
    async def _agree_to_tell(self) -> None:
        items = [item("back", "No, play on"), item("ask", "Ask for a hint")]
        dialog = ChoiceDialog("A hint?", hints.TELLS, items, self.client)
        if await self.app.push_screen_wait(dialog) == "ask":
            self._hints.agree(self.client.model)
            self.action_hint()

    def _read_hint(self) -> None:
        """Shows the hint, with the cursor on what it advises."""
        self.client.answering.reads_hint = True
        advised, scene = hints.current(self.client.model), self.scene
        if scene is not None and advised is not None:
            held, place = led_to(scene.places, advised.option)
            if held is not None:
                self.client.answering.take_up(held)
            if place is not None:
                self._cursor.go(place)
        self.put_chance_away()

    def action_ask_where(self) -> None:
        """Asks this time what is otherwise answered as usual, or not after all."""
        ask = self.scene.ask if self.scene is not None else None
        if self.client.answering.usual.ask_me(ask, self.client.model):
            self.draw()

    def action_news(self) -> None:
        """Goes to what has happened since the last answer, or back to where one chooses."""
        if self.scene is None or not self.scene.since:
            return
        if self._reads_news:
            self._cursor.lose()
            self.draw()
        else:
            self._point(Place(NEWS, -1, 0))

    def action_back(self) -> None:
        """Takes back what was picked and not sent."""
        answering = self.client.answering
        if answering.picked and self.scene is not None:
            self._put_back(self.scene.places)
        elif answering.group:
            answering.forget()
            self._cursor.lose()
            self.draw()
        elif self._reads_news:
            self.action_news()
        elif self._event is not None:
            self.put_chance_away()
        elif self.client.model.ended is not None:
            self.app.pop_screen()
        elif self.client.model.lesson is not None:
            self._leave_lesson(self.client.model.lesson)

    def _leave_lesson(self, lesson: Lesson) -> None:
        """Leaves the lesson; asks once where it is not done."""
        is_meant = lesson.done or self._hint == LEAVES
        self.say(Learn(act="leave")) if is_meant else self.remark(LEAVES)

    def action_lesson_back(self) -> None:
        """Goes back a step of the lesson."""
        if self.client.model.lesson is not None:
            self.say(Learn(act="back"))

    async def action_leave(self) -> None:
        """Leaves the lesson, or the table after being asked."""
        if self.client.model.lesson is not None:
            self._leave_lesson(self.client.model.lesson)
        else:
            await self.run_action("app.leave")

    def _put_back(self, places: OptionPlaces) -> None:
        """Names nothing any more, or one thing less where the order does not matter."""
        kept = self.client.answering.picked[:-1] if places.in_any_order else ()
        offered = self.scene.ask.options if self.scene and self.scene.ask else ()
        self._name_more(kept, set_of(offered, kept))
        if not kept and places.in_any_order:
            self._point(places.picked[-1])

    def action_rule(self) -> None:
        """Opens the rule that is in force for everybody, where there is one."""
        dialog = (
            reading.card_dialog(self.client, self.scene, self.scene.rule) if self.scene else None
        )
        if dialog is not None:
            self.app.push_screen(dialog)

    def action_details(self) -> None:
        """Opens what the card under the cursor says, or all that there is to say of a seat."""
        scene, place = self.scene, self._cursor.place
        if scene is None or self._plan is None:
            return
        dialog = reading.card_dialog(self.client, scene, place)
        if dialog is None:
            about = self._game.painting(scene, self._plan).about
            dialog = reading.place_dialog(self.client, scene, place, about)
        if dialog is not None:
            self.app.push_screen(dialog)

    async def action_glossary(self) -> None:
        """Says what the words of the card under the cursor mean, or the word for the place."""
        edition, known = edition_here(self.client.model), words_here(self.client.model)
        if self.scene is None or edition is None or not known:
            await self.run_action("app.glossary")
            return
        card = self.scene.card(self.scene.face_at(self._cursor.place))
        if card is not None and glossary.words_of(card, known):
            idiom = self.scene.idiom
            dialog = glossary.CardWordsDialog(self.client, card, idiom, edition, known)
            self.app.push_screen(dialog)
        else:
            at = glossary.term_at(self.scene, self._cursor.place, known)
            self.app.push_screen(glossary.glossary_dialog(self.client, edition, known, at))

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
