"""The lobby: who sits where, what is agreed, and the talk before the deal."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input

from rr_net.link import (
    Fill,
    Host,
    Learn,
    Lessons,
    Lobby,
    Ready,
    Say,
    SeatState,
    SetUp,
    Sit,
    Stand,
    Start,
)
from rr_net.safetext import clean
from rr_tui.board.header import trouble_row
from rr_tui.client.chairs import knocks, open_chairs, unseated
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog, EntryDialog, line_to_type
from rr_tui.dialogs.lobby_lines import (
    OF_EDITION,
    STAY,
    declaring_items,
    fewer_items,
    game_editions,
    game_items,
    goal_rows,
    knock_row,
    lesson_items,
    lobby_items,
    my_seat,
    note_rows,
    number_items,
    seat_items,
    waits_rows,
)
from rr_tui.dialogs.reading import ReaderDialog
from rr_tui.dialogs.table_settings import TableSettingsDialog
from rr_tui.games.registry import idiom_of
from rr_tui.looks import keys
from rr_tui.looks.spans import Row, Span, shortened, spread, width_of
from rr_tui.looks.wording import MOST_DECLARED
from rr_tui.screens.base import TableScreen
from rr_tui.widgets.lines import Across, Down, LogView
from rr_tui.widgets.menu import Menu, MenuItem
from rr_tui.widgets.page import NoteView, Page
from rr_tui.widgets.player_app import STYLES

SAY_LIMIT = 200
SEATS, FIRST_SEAT = "Seats", "seat:0"
LEARNING = "Some minutes each. The deal ends a lesson, and leads you back to the table."
KEYS = (("app.chat", "chat"), ("app.rules", "rules"), ("app.settings", "settings"),
        ("app.help", "keys"), ("app.leave", "leave"))  # fmt: skip
"""What the lowest line names, each with its key."""
LUCK = {"solo": "the host's luck", "table": "shared luck", "strict": "shared luck, strict"}
"""The levels of fairness, as the head has room for them."""
MORE: Row = (Span("… read on under: Before you play", "muted"),)


class LobbyScreen(TableScreen):
    """The table before the deal."""

    CSS_PATH = STYLES / "lobby.tcss"
    BINDINGS = [
        keys.instead("app.chat", "talk"),
        keys.instead("board.yes", "answer_knock(True)"),
        keys.instead("board.no", "answer_knock(False)"),
        Binding("t", "tour", "The tour of this game", id="lobby.tour", show=False),
        Binding("tab", "talk", "Say something", id="lobby.talk", show=False),
        Binding("escape,shift+tab", "menu", "Back to the menu", id="lobby.menu", show=False),
    ]

    def __init__(self, client: TableClient) -> None:
        super().__init__(client)
        self._header = Page(self._header_row, id="header")
        self._menu = Menu("The table", explain=self._explain, id="seats")
        self._note = NoteView()
        self._notes = Page(self._note_rows, id="notes", ground="panel")
        self._talk = LogView(id="talk")
        self._talk.can_focus = False
        self._field = line_to_type(SAY_LIMIT)
        self._foot = Page(self._key_row, id="keys")
        self._is_seated = False
        self._offered: Lessons | None = client.model.lessons
        """The lessons that were offered last."""
        self._placed: str | None = ""
        """The chair that the cursor was put on; None once the player has moved it."""

    def compose(self) -> ComposeResult:
        """The menu on the left; the notes and the talk on the right."""
        yield self._header
        with Across(id="lobby"):
            with Down(id="left"):
                yield self._menu
                yield self._note
            with Down(id="right"):
                yield self._notes
                yield self._talk
                yield self._field
        yield self._foot

    def bring_up_to_date(self) -> None:
        """Shows the table as it stands."""
        was_seated, self._is_seated = self._is_seated, my_seat(self.client.model) is not None
        # Whoever has just sat down is not to stand up again with the next Enter.
        at = "ready" if self._is_seated and not was_seated else self._chair_to_be_had()
        # Who has lost the seat has no use for what is said of the own one.
        lost = was_seated and not self._is_seated
        self._menu.offer(lobby_items(self.client.model), at or (FIRST_SEAT if lost else ""))
        self._header.look()
        self._notes.look()
        self._foot.look()
        self._field.placeholder = f"press {self.keys.shown('app.chat')} to say something"
        self._talk.replace(self.client.log.talk())
        self._field.display = not self._is_alone
        self._offer_lessons()

    @property
    def _is_alone(self) -> bool:
        """Whether nobody is there who could read what is said."""
        lobby = self.client.model.lobby
        return lobby is not None and lobby.alone

    def _chair_to_be_had(self) -> str:
        """Where a newcomer's cursor goes: to the first chair, to the next if that one is taken."""
        free = [f"seat:{each.seat}" for each in open_chairs(self.client.model)]
        here = self._menu.current
        if self._placed and (here is None or here.key != self._placed):
            self._placed = None
        if self._placed is None or not free or self._placed in free:
            return ""
        self._placed = free[0]
        return free[0]

    def _header_row(self, width: int, height: int) -> list[Row]:
        model = self.client.model
        table = clean(model.welcome.table, 30) if model.welcome else ""
        code = model.lobby.invite if model.lobby else ""
        bullet = self.surroundings.glyphs.bullet
        left = (Span(f" {table}", "title"), *_terms(model.lobby, bullet))
        invite = (Span("  invite code ", "muted"), Span(clean(code, 40), "accent"), Span(" "))
        right = invite if code else ()
        if troubled := trouble_row(model.line, right, width):
            return [troubled]
        if waiting := knocks(model):
            return [knock_row(waiting[0], self.keys, right, width)]
        return [spread(shortened(left, width - width_of(right)), right, width)]

    def _note_rows(self, width: int, height: int) -> list[Row]:
        model, bullet = self.client.model, self.surroundings.glyphs.bullet
        rows = [
            *goal_rows(model, width - 2),
            *waits_rows(model, width - 2),
            *note_rows(model, width - 2, bullet),
        ]
        shown = rows if len(rows) <= height else [*rows[: height - 1], MORE]
        return [(Span(" "), *row) for row in shown]

    def _key_row(self, width: int, height: int) -> list[Row]:
        # What chooses in a menu has no other key.
        row = [Span(" "), *_told("Enter", "choose"), *_told("t", "tour")]
        told = KEYS[1:] if self._is_alone else KEYS
        for binding, words in told:
            row += _told(self.keys.short(binding), words)
        return [shortened(tuple(row), width)]

    # --- the menu ----------------------------------------------------------------------------

    def _explain(self, line: MenuItem | None) -> None:
        self._note.tell(line.note if line is not None else "")

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Does what the line says."""
        mine = my_seat(self.client.model)
        match message.key.split(":"):
            case ["seat", number]:
                self._seat_chosen(int(number))
            case ["ready"] if mine is not None:
                self.say(Ready(ready=not mine.ready))
            case ["declare"] if mine is not None:
                self._declare(mine)
            case ["options"]:
                self.app.push_screen(TableSettingsDialog(self.client))
            case ["notes"]:
                rows = note_rows(self.client.model, 68, self.surroundings.glyphs.bullet)
                self.app.push_screen(ReaderDialog("Before you play", rows, self.client))
            case ["people" | "invite" | "proof" | "history" | "friends" as action]:
                where = "screen" if action == "friends" else "app"
                self.call_later(self.run_action, f"{where}.{action}")
            case ["game"]:
                self._change_game()
            case ["seats"]:
                self._change_seats()
            case ["start" | "learn" as wish]:
                self.say(Start() if wish == "start" else Learn())

    def _seat_chosen(self, number: int) -> None:
        model = self.client.model
        assert model.lobby is not None
        seat = model.lobby.seats[number]
        if number == model.seat:
            self.say(Stand())
        elif model.is_host:
            self._ask_about(seat)
        elif seat.kind == "empty" or (seat.kind == "bot" and model.seat < 0):
            self.say(Sit(seat=number))

    @work
    async def _ask_about(self, seat: SeatState) -> None:
        title = f"Seat {seat.seat + 1}"
        lobby = self.client.model.lobby
        assert lobby is not None
        items = seat_items(lobby, seat, may_sit=self.client.model.seat < 0)
        dialog = ChoiceDialog(title, "What shall be done with it?", items, self.client)
        match await self.app.push_screen_wait(dialog):
            case "sit":
                self.say(Sit(seat=seat.seat))
            case "free":
                self.say(Fill(seat=seat.seat, bot=""))
            case "kick" | "ban" as act:
                self.say(Host(act="kick" if act == "kick" else "ban", name=seat.name))
            case str() as kind:
                self.say(Fill(seat=seat.seat, bot=kind))

    @work
    async def _declare(self, mine: SeatState) -> None:
        lobby = self.client.model.lobby
        assert lobby is not None
        if lobby.declarable:
            items, title = declaring_items(lobby, mine), f"Your {lobby.declaration}"
            asked = f"Which shall be yours? {idiom_of(self.client.model).declaring}".rstrip()
            dialog = ChoiceDialog(title, asked, items, self.client)
            if (chosen := await self.app.push_screen_wait(dialog)) is not None:
                self.say(Sit(seat=mine.seat, declare=int(chosen)))
            return
        question = f"How many {lobby.declaration} do you have?"
        answer = await self.app.push_screen_wait(
            EntryDialog(question, "says so", limit=3, value=str(mine.declared), client=self.client)
        )
        if answer is not None and answer.isdecimal():
            self.say(Sit(seat=mine.seat, declare=min(int(answer), MOST_DECLARED)))

    @work
    async def _change_game(self) -> None:
        items = game_items(self.client.model)
        dialog = ChoiceDialog("Games", "What shall be played?", items, self.client)
        if (answer := await self.app.push_screen_wait(dialog)) is not None:
            edition = game_editions(self.client.model)[answer]
            self.say(SetUp(game=edition.game, options=dict(edition.options)))

    @work
    async def _change_seats(self) -> None:
        lobby = self.client.model.lobby
        assert lobby is not None
        now = str(len(lobby.seats))
        dialog = ChoiceDialog(SEATS, "How many seats?", number_items(lobby), self.client, at=now)
        answer = await self.app.push_screen_wait(dialog)
        if answer is None or answer == now or (lobby := self.client.model.lobby) is None:
            return
        seats = int(answer)
        if losing := unseated(lobby, seats):
            items, who = fewer_items(lobby, seats), " and ".join(losing)
            dialog = ChoiceDialog(SEATS, f"{who} would only watch.", items, self.client)
            answer = await self.app.push_screen_wait(dialog)
        if answer is not None and answer != STAY:
            self.say(SetUp(seats=seats))

    def _offer_lessons(self) -> None:
        """Shows which lessons there are, once that was asked."""
        lessons = self.client.model.lessons
        if lessons is not None and lessons is not self._offered:
            self._offered = lessons
            self._choose_lesson(lessons)

    @work
    async def _choose_lesson(self, lessons: Lessons) -> None:
        met, edition = self.surroundings.profile.met, ""
        while True:
            items = lesson_items(lessons, met, edition)
            dialog = ChoiceDialog("Learn", LEARNING, items, self.client)
            answer = await self.app.push_screen_wait(dialog) or ""
            if not answer.startswith(OF_EDITION):
                break
            edition = answer.removeprefix(OF_EDITION)
        if answer:
            self.say(Learn(lesson=answer))

    def action_tour(self) -> None:
        """Takes the tour of the game on the table."""
        self.say(Learn(lesson="tour"))

    # --- the talk ------------------------------------------------------------------------------

    def action_talk(self) -> None:
        """Puts the cursor where one types."""
        if self._field.display:
            self._field.focus()

    def action_answer_knock(self, yes: bool) -> None:
        """Answers who is at the door."""
        self.answer_knock(yes=yes)

    def action_menu(self) -> None:
        """Puts the cursor back into the menu."""
        self._menu.focus()

    @on(Input.Submitted)
    def talk(self, message: Input.Submitted) -> None:
        """Says it to everybody."""
        if message.value.strip():
            self.say(Say(text=message.value))
        message.input.clear()
        self.action_menu()


def _terms(lobby: Lobby | None, bullet: str) -> Row:
    """What must be known in any case: the level, and whether the host plays."""
    if lobby is None:
        return ()
    plays = any(person.is_host and person.seat >= 0 for person in lobby.people)
    luck = LUCK[lobby.fairness]
    # Whoever is alone reads why: as soon as somebody comes it may be everybody's.
    luck = f"alone: {luck}" if lobby.alone and lobby.fairness == "solo" else luck
    words = [luck, *(["the host plays"] if plays else [])]
    return tuple(Span(f" {bullet} {each}", "muted") for each in words)


def _told(key: str, words: str) -> Row:
    return (Span(f"[{key}]", "keyword"), Span(f" {words} ", "muted"))
