"""The replay: the board of a game that is over, at any of its steps, from whoever's eyes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from textual import work
from textual.binding import Binding
from textual.timer import Timer

from rr_net.link import EVERYBODY, WATCHER, Log, ReplayLink, ReplayStep, TableLink
from rr_net.link.refusals import Refused
from rr_net.safetext import CHAT_LENGTH, clean
from rr_tui.board.plan import Plan
from rr_tui.board.scene import Scene
from rr_tui.board.walk import reading_order
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs import reading
from rr_tui.dialogs.base import ChoiceDialog, EntryDialog
from rr_tui.looks.spans import Row, Span, indented
from rr_tui.looks.wording import IN_THE_FILE, NO_SHELF, NOT_SHARED, ONLY_PUBLIC, count, name_of
from rr_tui.screens import reel as rows
from rr_tui.screens.board import BoardScreen
from rr_tui.terminal.reader import now
from rr_tui.terminal.throttle import DrawingRest
from rr_tui.widgets.menu import MenuItem, item
from rr_tui.widgets.player_app import Shelf

LAST_LINES = 120
"""Lines of the log that a tall column can show."""
HELP = (
    ("left, right", "A step back or on"),
    ("Shift+left, right", "A turn back or on; also Page Up and Page Down"),
    ("Home, End", "To the deal, to the end"),
    (":", "To a turn by its number"),
    ("Space", "Play it, or stop; + and - say how fast"),
    ("m, M", "To the next moment that changed much, or before"),
    ("e, E", "Through other eyes: all hands, a seat, a watcher"),
    ("Tab, i", "Move the cursor over the board, read the card there"),
    ("l, r", "The log up to here, the rules"),
    ("b", "What if: another game from here, against bots"),
    ("x, X", "Keep an asciicast, this moment as an SVG"),
    ("s", "A file to share that begins here, with a note"),
    ("Esc, q", "Leave the replay"),
)
WHAT_IF = (
    "Another game begins at this step: you have the seat of {}{}. It counts for nothing, and is "
    "kept nowhere."
)
OTHERS = ", and bots play for the others, under their names"
AS_THEY_LAY = "Every hand and pile as it was; only luck to come is new."
ANEW = "You keep what you knew; hands and piles are dealt anew from the beginning of this phase."
NO_TURN = "{} is no number of a turn: there are 1 to {}."
NO_BRANCH = "Another game can begin here as soon as the cards are open."
OTHER_RULES = "No other game can begin here: this version has other rules."
SHORT_CHECK = 30
"""Cells of a check that the head has room for, whatever the game is called."""


CAST = "What is shown is kept as an asciicast, at this size and speed: asciinema play FILE"
SHARE = f"{IN_THE_FILE} A note for who looks at it:"
NOT_YET = f"{ONLY_PUBLIC}: [e] a watcher's eyes."


def _binding(key: str, action: str, words: str) -> Binding:
    name = re.sub(r"\W+", "-", action).strip("-")
    return Binding(key, action, words, id=f"replay.{name}", show=False)


class ReplayScreen(BoardScreen):
    """One finished game."""

    BINDINGS = [
        _binding("right", "go(1)", "A step on"),
        _binding("left", "go(-1)", "A step back"),
        _binding("shift+right,pagedown", "turn(1)", "A turn on"),
        _binding("shift+left,pageup", "turn(-1)", "A turn back"),
        _binding("home", "edge(0)", "To the deal"),
        _binding("end", "edge(1)", "To the end"),
        _binding("colon", "ask_turn", "To a turn"),
        _binding("space", "play", "Play or stop"),
        _binding("plus,equals_sign", "speed(1)", "Faster"),
        _binding("minus", "speed(-1)", "Slower"),
        _binding("m", "moment(1)", "Next moment"),
        _binding("M,upper_m", "moment(-1)", "The moment before"),
        _binding("e", "eyes(1)", "Other eyes"),
        _binding("E,upper_e", "eyes(-1)", "The eyes before"),
        _binding("tab", "point(1)", "Next thing"),
        _binding("shift+tab", "point(-1)", "The thing before"),
        _binding("i,enter", "details", "Read the card"),
        _binding("b", "branch", "What if"),
        _binding("x", "cast", "Keep a cast"),
        _binding("X,upper_x", "picture", "Keep a picture"),
        _binding("s", "share", "Keep a file to share"),
        _binding("l", "log", "The log"),
        _binding("question_mark,f1", "help", "Keys"),
        _binding("escape,q", "away", "Leave the replay"),
    ]

    def __init__(
        self,
        link: ReplayLink,
        left: Callable[[ReplayScreen, str], object],
        aside: Callable[[TableLink], object],
    ) -> None:
        """Look at a game; `left` is told when that is over, with the reason if there is one.

        `aside` goes to the table of another game, and comes back from it.
        """
        super().__init__(TableClient(link, lambda: None, now))
        self._link = link
        self._left, self._aside = left, aside
        self._picture: ReplayStep | None = None
        self._eyes = link.reel.eyes[0]
        self._at = link.reel.start
        self._speed = rows.USUAL_SPEED
        self._playing: Timer | None = None
        self._is_stale = True
        """The picture is of another step than the one that is wanted."""
        self._rest = DrawingRest()
        self._due: Timer | None = None
        """Draws what keys have asked for since the last picture."""
        self._told = ""
        """What is to be said about the last key."""

    def on_mount(self) -> None:
        """The first picture."""
        self.client.listen()
        self.client.read()
        if self._link.reel.note:
            self.client.log.noticed(self._link.reel.note)
        self._link.watch(self._changed)
        self._go(self._at)
        self._say(self._first_words)

    @property
    def _first_words(self) -> str:
        """What stands in full below the board until a key is pressed."""
        reel = self._link.reel
        if reel.note:
            return f"Note: {reel.note}"
        if len(reel.check) <= SHORT_CHECK:
            return ""
        return f"{reel.check[0].upper()}{reel.check[1:]}."

    def on_unmount(self) -> None:
        """Looks at it no more."""
        self._link.close()

    def _changed(self) -> None:
        """The check has come further."""
        self.call_later(self._look_again)

    def _look_again(self) -> None:
        if self._link.reel.refusal:
            self._stop()
            self._left(self, self._link.reel.refusal)
        else:
            self.bring_up_to_date()

    # --- the picture -------------------------------------------------------------------------

    def _go(self, at: int) -> None:
        """Shows a step, the nearest that there is, as soon as there is time for it."""
        self._at = max(0, min(at, self._link.reel.last))
        self._told, self._is_stale = "", True
        self._draw_soon()

    def _draw_soon(self) -> None:
        """Draws at once, or after a rest: keys may come faster than pictures can be made."""
        seconds = self._rest.left(now())
        if not seconds:
            self.draw()
        elif self._due is None:
            self._due = self.set_timer(seconds, self.draw)

    def _drawn(self, began: float) -> None:
        self._rest.ends(began, now())
        if self._due is not None:
            self._due.stop()
            self._due = None
            self._draw_soon()

    def _take_picture(self) -> None:
        picture = self._link.picture(self._at, self._eyes)
        self._is_stale = False
        model, log = self.client.model, self.client.log
        self._picture, self._at = picture, picture.at
        model.seen, model.pending = picture.seen, picture.pending
        model.log.clear()
        log.forget_log()
        self.client.hear(Log(lines=picture.lines))

    def bring_up_to_date(self) -> None:
        """Draws it; nothing of it moves by itself."""
        self.draw()

    def draw(self) -> None:
        """Draws all of it: the foot changes where the board does not."""
        began, self._due = now(), None
        self._rest.begins(began)
        if self._is_stale:
            self._take_picture()
        self.scene = None
        super().draw()
        self.call_after_refresh(self._drawn, began)

    def planned(self, made: Scene) -> Plan:
        """The board's plan with a foot of three rows, and a box for hands that all are open."""
        plan = super().planned(made)
        told = indented(self._told, plan.foot.width - 2, "warning")
        plan = rows.with_foot(plan, len(told))
        if self._eyes != EVERYBODY:
            return plan
        return rows.all_open(plan, self._game.spare(made, plan))

    def rows_of(self, made: Scene, plan: Plan, area: str) -> Sequence[Row]:
        """The board's own rows, but for the head, the foot, and hands that all are open."""
        picture, reel = self._picture, self._link.reel
        place = getattr(plan, area)
        if picture is None:
            return []
        if area == "header":
            return [rows.head(reel, self._eyes, made.names, place.width, made.glyphs)]
        if area == "foot":
            said = rows.foot(reel, picture, made.names, self._words, place.width, place.height,
                             made.glyphs)  # fmt: skip
            told = indented(self._told, place.width - 2, "warning")
            return [*told, *said[len(told) :]]
        if picture.opened and area == "hand":
            return rows.open_hands(picture, made, place.width, place.height)
        return super().rows_of(made, plan, area)

    @property
    def _words(self) -> str:
        """What is said while it plays."""
        return f"{rows.SPEEDS[self._speed]:g} s a step   " if self._playing else ""

    # --- keys --------------------------------------------------------------------------------

    def action_go(self, by: int) -> None:
        """A step on or back."""
        self._stop()
        self._go(self._at + by)

    def action_turn(self, by: int) -> None:
        """To the beginning of another turn; back from within one to its own beginning."""
        self._stop()
        turns, at = self._link.reel.turns, self._at
        begin = next(each for each in range(at + 1) if turns[each] == turns[at])
        if by < 0:
            self._go(begin if begin < at else self._begin_of(turns[max(0, begin - 1)]))
        else:
            later = (each for each in range(at, len(turns)) if turns[each] != turns[at])
            self._go(next(later, len(turns) - 1))

    def _begin_of(self, turn: int) -> int:
        """The first step of a turn, or of the next one that there is."""
        turns = self._link.reel.turns
        return next((at for at, each in enumerate(turns) if each >= turn), len(turns) - 1)

    def action_edge(self, end: int) -> None:
        """To the first step or to the last."""
        self._stop()
        self._go(end * self._link.reel.last)

    @work
    async def action_ask_turn(self) -> None:
        """Asks for the number of a turn, and goes there."""
        self._stop()
        last = self._link.reel.turns[-1]
        asked = EntryDialog(f"Turn, 1 to {last}:", "goes there", limit=4)
        typed = await self.app.push_screen_wait(asked)
        if typed is None or not typed.strip():
            return
        if typed.strip().isdecimal():
            self._go(self._begin_of(int(typed)))
        else:
            self._say(NO_TURN.format(clean(typed, 4), last))

    def action_moment(self, by: int) -> None:
        """To the next moment that changed much, or to the one before; round and round."""
        self._stop()
        found = [each.at for each in self._link.reel.moments]
        if by > 0:
            later = [at for at in found if at > self._at] or found
            self._go(later[0] if later else self._at)
        else:
            earlier = [at for at in found if at < self._at] or found
            self._go(earlier[-1] if earlier else self._at)

    def action_eyes(self, by: int) -> None:
        """Looks through other eyes."""
        offered = self._link.reel.eyes
        self._eyes = offered[(offered.index(self._eyes) + by) % len(offered)]
        self._cursor.lose()
        self._go(self._at)

    def action_play(self) -> None:
        """Plays on from here, or stops."""
        if self._playing is None:
            if self._at >= self._link.reel.last:
                self._at = 0
            self._playing = self.set_interval(rows.SPEEDS[self._speed], self._play_on)
        else:
            self._stop()
        self._draw_soon()

    def action_speed(self, by: int) -> None:
        """Plays faster or slower."""
        self._speed = max(0, min(self._speed + by, len(rows.SPEEDS) - 1))
        if self._playing is not None:
            self._stop()
            self.action_play()

    def _play_on(self) -> None:
        self._go(self._at + 1)
        if self._at >= self._link.reel.last:
            self._stop()
            self._draw_soon()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
        self._playing = None

    def action_point(self, by: int) -> None:
        """Moves the cursor over the board."""
        places = reading_order(self._floors)
        if places:
            at = places.index(self._cursor.place) if self._cursor.place in places else -1
            self._point(places[(at + by) % len(places)])

    def action_details(self) -> None:
        """Opens what the card under the cursor says."""
        if self.scene is None or self._plan is None:
            return
        place = self._cursor.place
        dialog = reading.card_dialog(self.client, self.scene, place) or reading.place_dialog(
            self.client, self.scene, place, self._game.painting(self.scene, self._plan).about
        )
        if dialog is not None:
            self.app.push_screen(dialog)

    @work
    async def action_branch(self) -> None:
        """Begins another game from here, after asking for whom and how."""
        self._stop()
        if not self._link.reel.can_branch:
            self._say(OTHER_RULES if self._link.reel.is_open else NO_BRANCH)
            return
        seat = await self._whose()
        how = seat and await self._ask(
            "What if?", self._what_if(int(seat)),
            [item("as-they-lay", "With the cards as they lay", AS_THEY_LAY),
             item("anew", "With the cards dealt anew", ANEW)],
        )  # fmt: skip
        if not (seat and how):
            return
        try:
            self._aside(self._link.branch(self._at, int(seat), anew=how == "anew"))
        except Refused as error:
            self._say(f"{error}.")

    @work
    async def action_cast(self) -> None:
        """Keeps what follows as an asciicast, after asking how much of it."""
        self._stop()
        shelf, reel = self._shelf, self._link.reel
        if shelf is None or not self._may_be_kept():
            return
        turns, rest = reel.turns, reel.last - self._at
        # The deal is step 0: there is a step less than there are pictures.
        turn = sum(each == turns[self._at] for each in turns[self._at :]) - 1
        lengths = {"turn": turn, "rest": rest, "whole": reel.last}
        how = await self._ask("Keep a cast", CAST, [
            item("turn", f"This turn from here, {count(turn, 'step')}"),
            item("rest", f"From here to the end, {count(rest, 'step')}"),
            item("whole", f"The whole game, {count(reel.last, 'step')}"),
        ])  # fmt: skip
        if how is None:
            return
        self._say("The cast is being made …")
        start = 0 if how == "whole" else self._at
        replay = self._link.beginning(start, self._eyes)
        seconds = rows.SPEEDS[self._speed]
        self._say(await shelf.cast(replay, lengths[how], seconds, self.size))

    @work
    async def action_picture(self) -> None:
        """Keeps this moment as an SVG."""
        self._stop()
        if self._shelf is not None and self._may_be_kept():
            replay = self._link.beginning(self._at, self._eyes)
            self._say(await self._shelf.picture(replay, self.size))

    @work
    async def action_share(self) -> None:
        """Keeps a file that begins at this step, with a note."""
        self._stop()
        shelf = self._shelf
        if shelf is None or not self._may_be_kept():
            return
        if not self._link.reel.is_open:
            self._say(NOT_SHARED)
            return
        asked = EntryDialog(SHARE, "writes the file", limit=CHAT_LENGTH, client=self.client)
        note = await self.app.push_screen_wait(asked)
        if note is not None:
            try:
                self._say(await shelf.share(self._link, self._at, note))
            except Refused as error:
                self._say(f"{error}.")

    @property
    def _shelf(self) -> Shelf | None:
        if self.surroundings.shelf is None:
            self._say(NO_SHELF)
        return self.surroundings.shelf

    def _may_be_kept(self) -> bool:
        """Whether a file may hold what these eyes see: no hidden hand before the audit."""
        is_public = self._link.reel.is_open or self._eyes == WATCHER
        if not is_public:
            self._say(NOT_YET)
        return is_public

    async def _whose(self) -> str | None:
        """For whose seat another game begins."""
        if self._eyes >= 0:
            return str(self._eyes)
        seats = (each for each in self._link.reel.eyes if each >= 0)
        items = [item(str(seat), self._name_of(seat)) for seat in seats]
        return await self._ask("What if?", "Whose seat is yours?", items)

    def _what_if(self, seat: int) -> str:
        has_others = sum(each >= 0 for each in self._link.reel.eyes) > 1
        return WHAT_IF.format(self._name_of(seat), OTHERS if has_others else "")

    def _name_of(self, seat: int) -> str:
        return name_of(seat, self.scene.names if self.scene is not None else ())

    async def _ask(self, title: str, text: str, items: list[MenuItem]) -> str | None:
        return await self.app.push_screen_wait(ChoiceDialog(title, text, items, self.client))

    def _say(self, words: str) -> None:
        self._told = words
        self._draw_soon()

    def action_log(self) -> None:
        """Opens the log up to this step."""
        self.app.push_screen(reading.log_dialog(self.client))

    def action_help(self) -> None:
        """Opens the keys of the replay."""
        told = [(Span(f"{key:<19}", "keyword"), Span(words)) for key, words in HELP]
        self.app.push_screen(reading.ReaderDialog("Keys of the replay", told, self.client))

    def action_away(self) -> None:
        """Leaves the replay."""
        self._stop()
        self._left(self, "")
