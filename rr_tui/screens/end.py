"""The end: who won and how, the game's timeline, and what the verification says."""

from __future__ import annotations

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from rr_net.link import Audit, Ended, Rematch, SeatState, SetUp, Sit, Start
from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.board.panels import Box, framed
from rr_tui.client import scene_builder
from rr_tui.client.chairs import (
    knocks,
    open_chairs,
    standing,
    successions,
    waiting_for,
    wanting,
)
from rr_tui.client.keepsakes import signed_head
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.head_view import HeadView, column_width, head_rows
from rr_tui.dialogs.reading import ReaderDialog
from rr_tui.looks.spans import BLANK, Row, Span, fit, indented, widen, wrap_row
from rr_tui.looks.wording import name_of, seat_role, sentence
from rr_tui.screens.base import TableScreen
from rr_tui.screens.game import GameScreen
from rr_tui.widgets.menu import Menu, MenuItem, item
from rr_tui.widgets.page import NoteView, Page

LONGEST_NAME = 14
WON = " won"


def unveiled(
    ended: Ended | None, model: PlayerModel, names: tuple[str, ...], width: int
) -> list[Row]:
    """Each seat's role and those that nobody had; nothing in a game without roles."""
    if ended is None or not ended.roles:
        return []
    called = [fit(name_of(seat, names), LONGEST_NAME) for seat in range(len(ended.roles))]
    column = max(map(cell_len, called)) + 1
    room = width - 1 - column - len(WON)
    rows: list[Row] = [(Span(" Who was who", "title"),)]
    for seat, face in enumerate(ended.roles):
        won = (Span(WON, "success"),) if seat in ended.winners else ()
        role = Span(fit(model.title(face), room))
        rows.append((Span(f" {widen(called[seat], column)}", seat_role(seat)), role, *won))
    if ended.unused_roles:
        words = f"Nobody was {', '.join(map(model.title, ended.unused_roles))}."
        rows += indented(words, width - 1, "muted")
    return rows


LONGEST = 600
FRAME = 2
PAGE = "Who was who, turn by turn"
STORY = 68
"""Cells of a line on the page of how it went."""


class EndScreen(TableScreen):
    """What remains to be said, and what can be done next."""

    CSS_PATH = "../styles/end.tcss"

    def __init__(self, client: TableClient) -> None:
        super().__init__(client)
        self._story = Page(self._rows, id="story")
        self._menu = Menu("And now?", id="next")
        self._note = NoteView()
        self._head = HeadView(self._head_rows, id="head")
        self._ended: Ended | None = None
        self._heard = 0
        """How many notices there were when the end was last told: they are old news then."""

    def compose(self) -> ComposeResult:
        """The story above, the menu below; beside them what the players compare."""
        with Horizontal():
            with Vertical(id="ending"):
                yield self._story
                yield self._menu
                yield self._note
            yield self._head

    def bring_up_to_date(self) -> None:
        """Says how the game ended, as far as it is known by now."""
        ended = self.client.model.ended
        if ended != self._ended:
            self._ended, self._heard = ended, len(self.client.log.notices)
        self._head.display = ended is not None and ended.size > 0
        self._head.styles.width = column_width(self.surroundings.profile, self.size.width)
        self._head.look()
        self._story.look()
        items = _what_next(self.client, self.keys.shown("board.back"))
        self._menu.styles.height = len(items) + FRAME
        self._menu.offer(items)
        self._explain()

    @on(Menu.Moved)
    def _explain(self) -> None:
        """Says what the room has said since, or else what the line under the cursor means."""
        notices = self.client.log.notices[self._heard :]
        line = self._menu.current
        meaning = line.note if line is not None else ""
        self._note.tell("".join(span.text for span in notices[-1]) if notices else meaning)

    def _rows(self, width: int, height: int) -> list[Row]:
        ended, names = self.client.model.ended, scene_builder.names(self.client.model)
        text = clean(ended.text, LONGEST) if ended is not None else "The game is over"
        inner = wrap_row(sentence(text, names, "title"), width - 4)
        if ended is not None and ended.together:
            inner += wrap_row(sentence(clean(ended.together, LONGEST), names), width - 4)
        rows: list[Row] = [(Span(" "), *row) for row in inner]
        for words in successions(self.client.model):
            rows += indented(words, width - 4, "muted")
        rows += [BLANK, (Span(" Was the deck stacked?", "title"),), *_verdict(ended, width - 4)]
        told = [*_how_it_went(self.client, width - 4), _proof(ended, width - 4)]
        rows += _told_within(height - FRAME - len(rows), told, has_page=_has_page(self.client))
        table = clean(self.client.model.welcome.table, 40) if self.client.model.welcome else ""
        box = Box((Span(f" The end of a game at {table} ", "title"),))
        return framed(rows, box, width, min(height, len(rows) + 2), self.surroundings.glyphs)

    def _head_rows(self, width: int, height: int) -> list[Row]:
        signed = signed_head(self.client.model)
        return head_rows(signed, self.surroundings.profile, width, height) if signed else []

    def on_resize(self) -> None:
        """Another size has another column for what is compared."""
        if self.is_mounted:
            self.bring_up_to_date()

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Does what the line says."""
        match message.key:
            case "rematch":
                self.say(Rematch())
            case "start":
                self.say(Start())
            case chair if chair.startswith("chair:"):
                self.say(Sit(seat=int(chair.removeprefix("chair:"))))
            case "audit":
                self.say(Audit())
            case "lobby":
                self.say(SetUp())
            case "promised":
                pass  # it is said, and nothing is to be done
            case "story":
                rows = [row for part in _how_it_went(self.client, STORY) for row in (*part, BLANK)]
                self.app.push_screen(ReaderDialog(PAGE, rows, self.client))
            case "board":
                self.app.push_screen(GameScreen(self.client))
            case action:
                self.call_later(self.run_action, f"app.{action}")


def _what_next(client: TableClient, back: str) -> list[MenuItem]:
    items = [
        *_another_game(client.model),
        item("board", "Look at the table once more", f"{back} comes back."),
        # A page for what may not fit beside the verdict.
        *([item("story", PAGE)] if _has_page(client) else []),
        item("proof", "What is proved, what is not", "With the verdict and the bundle."),
        item("log", "Read the log"),
        item("chat", "Say something"),
        item("leave", "Leave"),
    ]
    at = len(_another_game(client.model))
    if client.model.is_host:
        note = "Another game, other seats or options."
        items.insert(at, item("lobby", "Back to the lobby", note))
    if waiting := knocks(client.model):
        items.insert(at + 1, item("people", f"{waiting[0].words}…", "Enter: let in."))
    if client.model.ended is not None and not client.model.ended.verdict:
        items.insert(at, item("audit", "Open the audit", "Everything hidden is shown and checked."))
    return items


def _another_game(model: PlayerModel) -> list[MenuItem]:
    """What there is to be said for the next game, and the chairs that can be had in it."""
    me = model.me.name if model.me is not None else ""
    others = ", ".join(name for name in waiting_for(model) if name != me)
    want = ", ".join(name for name in wanting(model) if name != me)
    waits = f"waiting for {others}" if others else "it begins at once"
    items: list[MenuItem] = []
    if model.seat >= 0 and me in wanting(model):
        items.append(item("rematch", f"You want another game: {waits}", role="accent"))
    elif model.seat >= 0:
        who = f"Wanted by {want}." if want else "With the same people."
        items.append(item("rematch", "Play again", who))
    elif words := standing(model):
        items.append(item("promised", words, f"{waits[0].upper()}{waits[1:]}."))
    if model.is_host:
        note = "Who has not answered keeps the chair: a bot plays there until a key is pressed."
        items.append(item("start", "Deal now, bots for the others", note))
    items += [
        item(f"chair:{seat.seat}", _chair_words(seat), "Yours in the next game.", role="accent")
        for seat in open_chairs(model)
    ]
    return items


def _chair_words(seat: SeatState) -> str:
    return f"Take {clean(seat.name, 32)}'s chair" if seat.name else "Take a free chair"


def _has_page(client: TableClient) -> bool:
    return client.model.ended is not None and bool(client.model.ended.roles)


def _told_within(room: int, parts: list[list[Row]], *, has_page: bool) -> list[Row]:
    """What comes after the verdict; of what has a page of its own only parts that fit whole."""
    every = [row for part in parts for row in (BLANK, *part)]
    if len(every) <= room or not has_page:
        return every
    rows: list[Row] = [BLANK, (Span(f" {PAGE}: look below", "title"),)]
    for part in parts:
        rows += [BLANK, *part] if len(rows) + len(part) < room else []
    return rows


def _how_it_went(client: TableClient, width: int) -> list[list[Row]]:
    """Who was what, and the timeline."""
    names, timeline = scene_builder.names(client.model), client.timeline
    return [
        part
        for part in (
            unveiled(client.model.ended, client.model, names, width),
            timeline.rows(names, width) if timeline is not None else [],
        )
        if part
    ]


def _verdict(ended: Ended | None, width: int) -> list[Row]:
    """The verification in one plain sentence."""
    if ended is None or not ended.verdict:
        return [(Span(" The audit has not been opened yet.", "muted"),)]
    return _said(
        ended.verdict, width, {True: "success", False: "danger", None: "text"}[ended.verified]
    )


def _proof(ended: Ended | None, width: int) -> list[Row]:
    """What somebody takes home who wants to check it."""
    if ended is None or not ended.verdict:
        return []
    rows = _said(f"The bundle, to check it: {ended.bundle}", width) if ended.bundle else []
    return rows + _said(f"Commitment: {ended.commitment}", width, "muted")


def _said(text: str, width: int, role: str = "text") -> list[Row]:
    return indented(clean(text, LONGEST), width, role)
