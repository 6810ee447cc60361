"""The teller: says each change once, in this order: what happened, whose turn, what to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from rr_net.link import (
    Bye,
    Cards,
    Chat,
    Ended,
    FromRoom,
    HintTold,
    Lesson,
    Lessons,
    Lobby,
    Log,
    LogLine,
    Notice,
    PastGames,
    Problem,
    Seen,
    Welcome,
    Window,
)
from rr_net.safetext import is_safe
from rr_tui.board.answers import asked_of
from rr_tui.board.model import PlayerModel, turn_words
from rr_tui.client.keepsakes import goodbye, past_verdict
from rr_tui.client.orders import cards_of
from rr_tui.client.tips import StoredTips, mark_due
from rr_tui.games.registry import board_of, player_in
from rr_tui.linear.chance import SilentLuck
from rr_tui.linear.items import NOTHING, MenuEntry, NumberedMenu, SideQuestion
from rr_tui.linear.lessons import offered_words, taught_words, typed_for
from rr_tui.linear.menu import deal_waits, menu_of
from rr_tui.linear.news import OVER, friends_words, lobby_news, waiting_words, window_words
from rr_tui.linear.words import (
    door_words,
    end_words,
    greeting_words,
    hint_words,
    lobby_words,
    past_words,
    seat_words,
)
from rr_tui.looks.spans import wrap
from rr_tui.looks.wording import OF_THE_LOBBY, OF_THE_RECORD

WIDTHS = (20, 400)
HANGING = 2


class Paper:
    """Where the text mode writes: every line is words, at most `width` cells, and nothing else."""

    def __init__(self, write_line: Callable[[str], object], width: int = 80) -> None:
        self._write_line = write_line
        # The last column stays free: some terminals wrap when it is written to.
        self._width = max(WIDTHS[0], min(WIDTHS[1], width)) - 1

    @property
    def width(self) -> int:
        """The cells of a line, the last one that stays free among them."""
        return self._width + 1

    def say(self, text: str) -> None:
        """Writes one sentence or paragraph; what does not fit goes on below, further in."""
        words = "".join(char if is_safe(char) else " " for char in text)
        margin = ""
        for line in wrap(words, self._width - HANGING) or ("",):
            self._write_line(margin + line)
            margin = " " * HANGING

    def say_all(self, texts: Iterable[str]) -> None:
        """Writes several sentences."""
        for text in texts:
            self.say(text)


MINE = "Your turn."
ORDERS = (
    "Orders? f use RUNE on KINDS files them, f none uses none: then nobody hurries you until your "
    "next turn. Without them you are asked in each window."
)
MISSED = "That window ended unanswered. w holds the next one for you, x all every one."
PATIENCE = 2.0
"""Seconds of silence after which it is said whom the table waits for."""

CATCH_UP = 5
"""How many lines of an old log are said to somebody who has just come."""


class WindowTold:
    """The reaction window that was told last."""

    def __init__(self) -> None:
        """None was told so far."""
        self.about = ""
        """What it was about; "" where none is open."""
        self._number = -1
        """The number of the question that it came with."""
        self._is_known = False
        """Whether one was missed before: how to hold them is said once."""

    def note(self, about: str, number: int) -> None:
        """Another one is open now, or none."""
        self.about, self._number = about, number

    def miss(self, answered: int) -> bool:
        """It has ended, where `answered` was answered last: whether it is the first one missed."""
        is_missed = self.about != "" and answered < self._number and not self._is_known
        self._is_known |= is_missed
        return is_missed


class TimerHandle(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> object:
        """Makes it not happen."""


class TimeSource(Protocol):
    """Time; an event loop is one."""

    def time(self) -> float:
        """The time in seconds, from any beginning."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> TimerHandle:
        """Calls `callback` once, `delay` seconds from now."""


class Teller:
    """Puts the room's messages into words, and knows which question is open."""

    def __init__(
        self, paper: Paper, clock: TimeSource, keep: Callable[[str], object] = lambda _: None
    ) -> None:
        """`keep` has the settings of this player kept."""
        self.model = PlayerModel()
        self.menu: NumberedMenu = NOTHING
        self.asked_at = float("-inf")
        """When the open question was last said."""
        self.is_over = False
        self.tips = StoredTips()
        self.keep = keep
        self.luck = SilentLuck()
        """What is given to random events."""
        self._is_dealt = False
        """Whether the deal of this game has been told."""
        self._is_suggested = False
        self._is_told_of_friends = False
        self._lesson = ""
        """The lesson that has been begun."""
        self._in_class = False
        """Whether what is said now comes from a teacher, whose table is no news of the room's."""
        self._outside: Lobby | None = None
        """The room as it was told last before a lesson."""
        self._hand: tuple[str, ...] = ()
        """The own hand as it was told last."""
        self._paper = paper
        self.aside = SideQuestion(paper.say)
        self._clock = clock
        self._unsaid: list[FromRoom] = []
        self._soon: TimerHandle | None = None
        self._patience: TimerHandle | None = None
        self._said: tuple[object, ...] = ()
        self._answers, self._answered = 0, -1
        """How many questions were answered, and the number of the last of them."""
        self._path: tuple[str, ...] = ()
        """What was chosen of a question that is answered in steps, by label."""
        self._turn = ""
        self._window = WindowTold()
        self._waiting = ""
        self._end: list[str] = []
        """What was said of the end of the game that is over."""

    def hear(self, message: FromRoom) -> None:
        """Takes a message; it is said when all that came with it is here."""
        self._unsaid.append(message)
        if self._soon is None:
            self._soon = self._clock.call_later(0, self.catch_up)

    def catch_up(self) -> None:
        """Says whatever has not been said."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        messages, self._unsaid = self._unsaid, []
        # How a game ended comes after its last event, however the room sends it.
        messages.sort(key=self._rank)
        self._in_class = any(isinstance(each, Lesson) and not each.over for each in messages)
        for message in messages:
            self._say(message)
        if messages and not self.is_over:
            self._ask()

    def _rank(self, message: FromRoom) -> int:
        """How late a message is said: at the deal the own cards come before all that happened."""
        if isinstance(message, Lesson) and message.over:
            # The table that comes with it is the room's own, or the next lesson's.
            return -1
        if isinstance(message, Ended | Lesson) or getattr(message, "phase", "") == "over":
            return 3  # what a lobby says then looks on to the next game
        is_deal = not self._is_dealt and isinstance(message, Welcome | Lobby | Cards | Seen)
        return int(isinstance(message, Seen)) if is_deal else 2

    def stop(self) -> None:
        """Says nothing more by itself."""
        for timer in (self._soon, self._patience):
            if timer is not None:
                timer.cancel()

    def answered(self) -> None:
        """The open question has been answered: the same one again would be a new one."""
        self._answers += 1
        pending = self.model.pending
        self._answered = -1 if pending is None else pending.number

    def repeat(self) -> None:
        """Says the open question again, as things are now."""
        self.menu, self._path = menu_of(self.model), ()
        if self.model.pending is not None and self.model.pending.window is not None:
            self._paper.say(self._told(self.model.pending.window))
        self._paper.say_all(deal_waits(self.model))
        self._read_menu()

    def step_into(self, item: MenuEntry, *, aloud: bool = True) -> None:
        """Asks for what an item leaves open."""
        assert item.into is not None
        self.menu, self._path = item.into, (*self._path, item.label)
        if aloud:
            self._read_menu()

    def step_back(self) -> None:
        """Asks once more for what was said last."""
        self._path = self._path[:-1]
        self.menu = self._followed(menu_of(self.model))
        self._read_menu()

    def _followed(self, menu: NumberedMenu) -> NumberedMenu:
        """The step of a question to which the player has come."""
        for label in self._path:
            item = next((item for item in menu.items if item.label == label), None)
            if item is None or item.into is None:
                return menu
            menu = item.into
        return menu

    def read_on(self) -> None:
        """Says the next options of a long list."""
        self._paper.say_all(map(self.model.named, self.menu.lines()))

    # --- what happened --------------------------------------------------------------------

    def _say(self, message: FromRoom) -> None:
        model, paper = self.model, self._paper
        before = model.lobby
        new_lines = model.unheard(message.lines) if isinstance(message, Log) else []
        is_first = not model.log
        met = model.welcome is not None
        model.learn(message)
        match message:
            case Welcome():
                self.tips.take(message.profile)
                paper.say_all(() if met else greeting_words(message))
            case Lobby():
                self._is_dealt = self._is_dealt and message.phase == "playing"
                self._end = self._end if message.phase == "over" else []
                paper.say_all(self._lobby_words(before, message))
                self._suggest_time(message)
            case Seen():
                self._say_deal(message)
            case Log():
                self._say_log(new_lines, is_first=is_first)
            case Ended() if model.is_past(message):
                paper.say_all([past_verdict(message)] if message.verdict else ())
            case Ended():
                self._say_end(message)
            case Problem(text=text):
                self._refused(text)
            case Bye():
                self.is_over = True
                paper.say_all(map(model.named, goodbye(message, model)))
            case _:
                self._say_aside(message)

    def _lobby_words(self, before: Lobby | None, now: Lobby) -> Iterable[str]:
        """What has changed since the room was told last, whatever was learnt meanwhile."""
        if self._in_class:
            self._outside = self._outside or before
            return ()
        before, self._outside = self._outside or before, None
        return _told_of(before, now)

    def _say_aside(self, message: FromRoom) -> None:
        """What is said to people: by each other, by the room, by a teacher."""
        model, paper = self.model, self._paper
        match message:
            case Chat(name=name, text=text):
                paper.say(f"{name} says: {text}")
            case Notice(text=text):
                paper.say(model.named(text))
            case HintTold():
                paper.say_all(map(model.named, hint_words(message)))
            case Lesson():
                typed = typed_for(message, model.pending, menu_of(model))
                paper.say_all(map(model.named, taught_words(message, self._lesson, typed)))
                self._lesson = message.lesson if not message.over else ""
                if mark := mark_due(message, self.tips.profile.met):
                    self.keep(self.tips.marked(mark))
                # What is dealt after a lesson is another game's.
                self._is_dealt = self._is_dealt and not message.over
                self._said = () if message.over else self._said
            case Lessons():
                paper.say_all(offered_words(message, self.tips.profile.met))
            case PastGames():
                paper.say_all(past_words(message))

    def _say_end(self, ended: Ended) -> None:
        # It comes once more with the verdict, which the log has told: nothing is said twice.
        log = (self.model.log[-1].text if self.model.log else "") or OVER
        told = [OVER, *(self.model.named(line) for line in end_words(ended, self.model))]
        new = (line for line in told if line not in self._end)
        self._paper.say_all(line for line in new if line == OVER or not line.endswith(log))
        self._end = told

    def _say_log(self, lines: list[LogLine], *, is_first: bool) -> None:
        if is_first and lines and len(lines) > CATCH_UP and self._is_late(lines):
            self._paper.say(f"The log has {len(lines)} lines so far, l reads them. The last ones:")
            lines = lines[-CATCH_UP:]
        said = [line for line in lines if line.kind not in OF_THE_RECORD | OF_THE_LOBBY]
        self._paper.say_all(self.model.named(line.text) for line in said)

    def _is_late(self, lines: list[LogLine]) -> bool:
        # The deal itself comes as one piece too, to everybody who was there.
        return self.model.pending is None and lines[0].n == 0 and self._said[:1] != ("lobby",)

    def _suggest_time(self, lobby: Lobby) -> None:
        """Says once, before the deal, at which pace there is time to listen."""
        paces = [each for each in lobby.options if each.name == "pace" and each.value != "relaxed"]
        if paces and lobby.phase == "lobby" and not self._is_suggested:
            self._is_suggested = True
            how = "type option pace relaxed" if self.model.is_host else "ask the host for it"
            self._paper.say(f"The pace Relaxed gives time to listen: {how}.")

    def _say_deal(self, seen: Seen) -> None:
        """Who sits where, the own cards, the rule in force and the goal, once a game."""
        model, board = self.model, board_of(seen)
        told = list(board.dealt(seen.view, model))
        if self._is_dealt or not told or model.lobby is None:
            return
        self._is_dealt, self._hand = True, board.hand(seen.view)
        self._paper.say_all(seat_words(model.lobby))
        self._paper.say_all(map(model.named, told))

    def _say_new_cards(self) -> None:
        """What has come to the own hand since it was told."""
        seen = self.model.seen
        hand = board_of(seen).hand(seen.view) if seen is not None else ()
        new = Counter(hand) - Counter(self._hand)
        self._hand = hand
        if new:
            self._paper.say(f"New in your hand: {self.model.titles(new.elements())}.")

    def _refused(self, text: str) -> None:
        self._answers, self._answered = 0, -1
        self._said = (*self._said[:-1], 0) if self._said else ()
        self._paper.say(f"Not possible: {self.model.named(text)}")

    # --- whose turn, and what to choose -----------------------------------------------------

    def _ask(self) -> None:
        self._say_turn()
        self._paper.say_all(map(self.model.named, self.luck.news(self.model)))
        self._say_window()
        menu = menu_of(self.model)
        question = self._question(menu)
        if question != self._said and not self._is_on_its_way(question):
            self.aside.drop()
            self._said, self.menu, self._path = question, menu, ()
            self._say_friends()
            self._say_tip()
            self._read_menu()
        elif question[:1] == ("ask",):
            # The same question for a later state of the table: only what is sent changes.
            menu = self._followed(menu)
            menu.read_out = self.menu.read_out
            self.menu = menu
        self._watch_silence()

    def _is_on_its_way(self, question: tuple[object, ...]) -> bool:
        """Whether it is the question that was answered just now, and the room has not heard that.

        What has come meanwhile is no reason to ask once more.
        """
        pending = self.model.pending
        is_same = question[:1] == ("ask",) and question[:-1] == self._said[:-1]
        return is_same and pending is not None and pending.number == self._answered

    def _say_friends(self) -> None:
        """The line for friends, once a table, when the host has time to read."""
        pending = self.model.pending
        if self._is_told_of_friends or asked_of(pending) is None or pending is None:
            return
        if pending.window is None and (told := list(friends_words(self.model.lobby))):
            self._is_told_of_friends = True
            self._paper.say_all(told)

    def _say_tip(self) -> None:
        """What is worth knowing of a question that is new to this player."""
        tip = self.tips.memory.due(self.model, self.tips.profile)
        if tip is not None:
            self._paper.say(f"New: {tip.typed or tip.say} (tips off: no more of these)")
            self.keep(self.tips.met(tip))

    def _question(self, menu: NumberedMenu) -> tuple[object, ...]:
        """What makes the open question another one than the one that was said."""
        model = self.model
        if model.is_at_the_door and model.welcome:
            return ("door", model.welcome.elsewhere, model.welcome.tries_left)
        phase = model.lobby.phase if model.lobby else ""
        if menu == NOTHING:
            return (phase,)
        if phase == "playing":
            labels = tuple(item.label for item in menu.items)
            return ("ask", menu.question, labels, self._answers)
        seats = model.lobby.seats if model.lobby else ()
        ready = model.seat >= 0 and seats[model.seat].ready
        return (phase, model.seat, ready, model.is_host, model.is_admitted)

    def _read_menu(self) -> None:
        model = self.model
        if model.is_at_the_door and model.welcome:
            self._paper.say_all(door_words(model.welcome))
        if self.menu == NOTHING:
            return
        self.menu.read_out = 0
        self.asked_at = self._clock.time()
        self._paper.say(model.named(self.menu.question))
        self.read_on()

    def _say_turn(self) -> None:
        lobby = self.model.lobby
        is_on = lobby is not None and lobby.phase == "playing"
        # Whoever comes when the game is over has no turn in it.
        turn = turn_words(player_in(self.model.seen), self.model) if is_on else self._turn
        if turn == self._turn:
            return
        was_mine, self._turn = self._turn == MINE, turn
        self._paper.say_all([turn] if turn else [])
        if turn == MINE:
            self._say_new_cards()
        elif was_mine and self.model.pending is not None:
            said = self.model.pending.beforehand
            if said is not None and not said.filed and cards_of(self.model):
                self._paper.say(ORDERS)

    def _say_window(self) -> None:
        pending = self.model.pending
        is_asked = asked_of(pending) is not None
        window = pending.window if pending is not None and is_asked else None
        about = window.about if window else ""
        if about == self._window.about:
            return
        if self._window.miss(self._answered):
            self._paper.say(MISSED)
        if window is not None:
            self._paper.say(self._told(window))
        self._window.note(about, -1 if pending is None else pending.number)

    def _told(self, window: Window) -> str:
        seen = self.model.seen
        about = window.about if seen is None else board_of(seen).happening(seen.view, window)
        return self.model.named(window_words(window, about))

    def _watch_silence(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = self._clock.call_later(PATIENCE, self._say_waiting)

    def _say_waiting(self) -> None:
        pending = self.model.pending
        words = waiting_words(pending, self.model.seat) if pending else ""
        if words and words != self._waiting and self.model.lobby:
            self._paper.say(self.model.named(words))
        self._waiting = words


def _told_of(before: Lobby | None, now: Lobby) -> Iterable[str]:
    """The whole table to who is new at it, else what has changed."""
    # At the door one is told of no seats.
    if before is None or (now.seats and not before.seats):
        return lobby_words(now)
    return lobby_news(before, now)
