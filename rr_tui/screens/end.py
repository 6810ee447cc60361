"""The end: who won and how, what came of it turn by turn, and what the check says.

It stays until its own player leaves it, whatever the room does meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message

from rr_net.link import Audit, Ended, Rematch, SeatStory, SetUp, Sit, Start
from rr_net.safetext import clean
from rr_tui.board.header import trouble_row
from rr_tui.board.model import PlayerModel
from rr_tui.board.panels import Box, framed
from rr_tui.board.scene import Scene
from rr_tui.client import proofs, scene_builder
from rr_tui.client.chairs import (
    knocks,
    successions,
)
from rr_tui.client.keepsakes import came_by_ssh
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.lobby_lines import another_game
from rr_tui.dialogs.reading import ReaderDialog
from rr_tui.games.registry import AnyBoard, board_of
from rr_tui.looks.spans import (
    BLANK,
    Row,
    Span,
    fit,
    indented,
    shortened,
    spread,
    widen,
    width_of,
    wrap_row,
)
from rr_tui.looks.wording import bot_words, count, name_of, seat_role, sentence
from rr_tui.screens.base import TableScreen
from rr_tui.screens.game import GameScreen
from rr_tui.screens.guard import JUST_COME, RESULT, Guard
from rr_tui.screens.story import (
    LONGEST,
    LONGEST_NAME,
    curve,
    how_to_check,
    luck_said,
    of_the_host,
    of_the_own_client,
    told_within,
    turn_by_turn,
    unveiled,
    what_came,
)
from rr_tui.terminal.reader import now
from rr_tui.widgets.menu import Menu, MenuInColumns, MenuItem, item
from rr_tui.widgets.page import NoteView, Page
from rr_tui.widgets.player_app import STYLES, Check

FRAME = 2
PAGE = "Turn by turn"
CHECK = "Check it yourself"
REPLAY = "Replay"
STORY = 68
"""Cells of a line on the page of how it went."""
LOW, HIGH, NARROW, NARROWER = 20, 30, 80, 50
"""Rows under which, and columns under which, the parts share what there is in another way; from
`HIGH` rows on there is room for more."""
VERDICT = 2
"""Rows of the verdict and of how one checks it."""
ROWS = 4
"""Of the menu, as everybody has it; the host has one more."""
STAYS = "This page stays until you leave it."
KEPT = f"{STAYS} The game is kept: see Past games."
WAITED = "The table has gone on; this page has waited for you."
GONE_ON = "The table has gone on: that was for the moment after the game."
STILL = frozenset({"replay", "story", "history", "leave"})
"""The lines that do the same once the table has gone on."""
CHECKING = "docs/verify_minimal.py reads the record now, in a process of its own …"
CHECK_TICK = 1.0
"""Seconds from one word on how long it has been reading to the next."""
NOT_YET = "The cards are opened and checked now …"
NOT_ASKED = "Nothing was opened yet: a player may ask for it below."
ALL_ASK = "The cards stay closed, and nothing is checked, until all of you ask for it below."
ONE_OPENS = "Everything hidden is shown and checked."
ALL_OPEN = "Everything hidden is shown and checked as soon as all of you have asked."
UNFINISHED = "Unfinished: kept. What was played so far stays in the record."


class Finished(NamedTuple):
    """A game that is over, as it was when it ended: the table may play another one by now."""

    ended: Ended | None
    names: tuple[str, ...]
    bots: tuple[str, ...]
    """What the bot of each seat is called by its strength; "" where none sat."""
    successions: tuple[str, ...]
    """Who has had whose chair, in words."""
    is_alone: bool
    """Whether only the host was to choose the luck."""
    is_own_luck: bool
    """Whether that is the reader, who had no company."""
    is_audited: bool
    """Whether all is opened without anybody asking."""

    @property
    def is_cut_short(self) -> bool:
        """Whether it was ended before it was over: it is opened when all who played ask for it."""
        return _is_cut_short(self.ended)

    def told(self, later: Ended | None) -> Finished:
        """The same with what was said later, where that was said of this game."""
        if later is None or self.ended is None or later.commitment != self.ended.commitment:
            return self
        return self._replace(ended=later)


class EndScreen(TableScreen):
    """What remains to be said, and what can be done next."""

    CSS_PATH = STYLES / "end.tcss"
    BINDINGS = [
        Binding("v", "check", CHECK, id="end.check", show=False),
        Binding("p", "app.replay", REPLAY, id="end.replay", show=False),
    ]

    class Dismissed(Message):
        """The player has seen enough of this end."""

    def __init__(self, client: TableClient) -> None:
        super().__init__(client)
        self._head = Page(self._head_row, id="header")
        self._story = Page(self._rows, id="story")
        self._verdict = Page(self._verdict_rows, id="verdict")
        self._menu = MenuInColumns("And now?", explain=self._explain, id="next")
        self._note = NoteView()
        self._last = _finished(client.model)
        self._table: tuple[AnyBoard, Scene] | None = None
        """The table as it lay at the end, and how its game is drawn."""
        self._lines: list[MenuItem] = []
        """What could be done when the table stood at this end last."""
        self._guard, self._was_on = Guard(RESULT), True
        self._heard = len(client.log.notices)
        """How many notices there were when the end was last told: they are old news then."""

    def compose(self) -> ComposeResult:
        """The story, under it the verdict in its place, then what can be done."""
        yield self._head
        yield self._story
        yield self._verdict
        yield self._menu
        yield self._note

    def bring_up_to_date(self) -> None:
        """Says how the game ended, as far as it is known by now."""
        now = _finished(self.client.model)
        # What the table does next is no part of this game.
        if now.ended is not None and now != self._last:
            self._last, self._heard = now, len(self.client.log.notices)
        later, is_on = self._last.told(self.client.model.ended_before), self._is_on
        if later != self._last or is_on != self._was_on:
            # What is said then of this game stands on this page.
            self._heard = len(self.client.log.notices)
        self._last, self._was_on = later, is_on
        self._keep_the_table()
        for page in (self._head, self._story, self._verdict):
            page.look()
        # Of one height each: nothing moves when a line comes or goes.
        self._menu.styles.height = self._menu_rows + FRAME
        self._verdict.styles.height = self._verdict_height
        self._offer(self._items())
        self._explain(self._menu.current)

    def _offer(self, items: list[MenuItem]) -> None:
        """Shows what can be done; a key is not meant for a line that has just come to its place."""
        lines = tuple(each.key for each in items)
        if self._guard.asks(lines):
            self.surroundings.when_drawn(lambda at: self._guard.shown(lines, at))
        here = self._menu.current
        closed = {each.key for each in items if not each.is_open}
        # A line that has closed is nothing to stand on.
        self._menu.offer(items, "dismiss" if here is not None and here.key in closed else "")

    @property
    def _menu_rows(self) -> int:
        """How many rows the menu has: on a low screen it scrolls, so that the result is whole."""
        height = self.size.height
        return ROWS + self.client.model.is_host if height >= LOW else max(2, height // 4 - 1)

    @property
    def _verdict_height(self) -> int:
        """As many rows as the usual verdicts take; an own client has more to say of a game."""
        width, is_high = self.size.width, self.size.height >= HIGH
        own = 1 + is_high if self.client.model.line.checked >= 0 else 0
        return VERDICT + (width < NARROW) + (width < NARROWER) + own

    def _keep_the_table(self) -> None:
        """Keeps how the table lies, for as long as it is the one of this end."""
        model, client = self.client.model, self.client
        if model.ended is None or model.seen is None:
            return
        glyphs = self.surroundings.glyphs
        made = scene_builder.scene(model, client.log, client.answering, glyphs)
        if made is not None:
            self._table = (board_of(model.seen), made)

    @property
    def _counts(self) -> str:
        """What is counted in the game that is over."""
        return self._table[0].counts if self._table is not None else ""

    @property
    def _is_on(self) -> bool:
        """Whether the table still stands at this end."""
        lobby = self.client.model.lobby
        return lobby is None or lobby.phase == "over"

    def _explain(self, line: MenuItem | None) -> None:
        """Says what the room has said since, or else what the line under the cursor means."""
        notices = self.client.log.notices[self._heard :]
        meaning = line.note if line is not None and line.note else self._stays
        self._note.tell("".join(span.text for span in notices[-1]) if notices else meaning)

    @property
    def _stays(self) -> str:
        """That nothing hurries, and where the game is found afterwards."""
        ended = self.client.model.ended
        # Where the host keeps a history it says when the game was played.
        return KEPT if ended is not None and ended.when else STAYS

    def _head_row(self, width: int, height: int) -> list[Row]:
        welcome, ended = self.client.model.welcome, self._last.ended
        table = Span(f" {clean(welcome.table, 40) if welcome else ''}", "title")
        when = clean(ended.when, 40) if ended is not None else ""
        left = (table, Span(f" · {when}", "muted")) if when else (table,)
        turns = count(ended.turns, "turn") if ended is not None and ended.turns else ""
        if troubled := trouble_row(self.client.model.line, (), width):
            return [troubled]
        return [spread(shortened(left, width - 12), (Span(f"{turns} ", "muted"),), width)]

    def _rows(self, width: int, height: int) -> list[Row]:
        last = self._last
        ended, names, inner = last.ended, last.names, width - 4
        text = clean(ended.text, LONGEST) if ended is not None else "The game is over"
        told = wrap_row(sentence(text, names, "title"), inner)
        rows: list[Row] = []
        if self._last.is_cut_short:
            rows += indented(UNFINISHED, inner, "muted")
        if ended is not None and ended.together:
            rows += wrap_row(sentence(clean(ended.together, LONGEST), names), inner)
        rows += self._seat_rows(inner)
        for words in self._last.successions:
            rows += indented(words, inner, "muted")
        room, glyphs = height - FRAME - len(told[1:]) - len(rows), self.surroundings.glyphs
        rows += told_within(room, what_came(ended, names, inner, glyphs))
        drawn = self._counts and any(each.curve for each in (ended.stories if ended else ()))
        foot = (Span(f" curves: {self._counts} ", "muted"),) if drawn else ()
        if height < FRAME + len(told):
            # Without a frame as much of it is told as there are rows.
            return [(Span(" "), *row) for row in (*told, *rows)][:height]
        box = Box((Span(" "), *told[0], Span(" ")) if told else (), foot)
        rows = [(Span(" "), *row) for row in (*told[1:], *rows)]
        high = min(height, len(rows) + FRAME)
        return [*framed(rows, box, width, high, glyphs), *self._at_last(width, height - high)]

    def _at_last(self, width: int, height: int) -> list[Row]:
        """The table as it lay at the end, where the height allows."""
        if self._table is None:
            return []
        board, made = self._table
        return board.at_last(made, width, height)

    def _seat_rows(self, width: int) -> Iterator[Row]:
        """A row for each player: name, curve, where it ended, and what it did."""
        ended, names = self._last.ended, self._last.names
        stories = ended.stories if ended is not None else ()
        most = max((max(each.curve, default=0) for each in stories), default=0)
        column = max((len(fit(name_of(each.seat, names), LONGEST_NAME)) for each in stories),
                     default=0)  # fmt: skip
        for each in stories:
            name = widen(fit(name_of(each.seat, names), LONGEST_NAME), column + 1)
            drawn = curve(each.curve, most, self.surroundings.glyphs)
            last = f" {each.curve[-1]:>2}  " if each.curve else " "
            did = Span(self._deeds(each), "muted")
            row = (Span(name, seat_role(each.seat)), Span(drawn, "accent"), Span(last), did)
            longer = (*row, *self._bot(each.seat))
            yield longer if width_of(longer) <= width else shortened(row, width)

    def _bot(self, seat: int) -> Row:
        """How strong the bot was that sat there."""
        words = self._last.bots[seat] if seat < len(self._last.bots) else ""
        return (Span(f" {self.surroundings.glyphs.bullet} {words}", "muted"),) if words else ()

    def _deeds(self, story: SeatStory) -> str:
        ended, seat = self._last.ended, story.seat
        roles = ended.roles if ended is not None else ()
        role = [self.client.model.title(roles[seat])] if seat < len(roles) and roles[seat] else []
        return ", ".join([*role, *(clean(each, 40) for each in story.deeds)])

    def _verdict_rows(self, width: int, height: int) -> list[Row]:
        last, glyphs = self._last, self.surroundings.glyphs
        ended = last.ended
        if ended is None or not ended.verdict:
            asked = ALL_ASK if last.is_cut_short else NOT_ASKED
            return indented(NOT_YET if last.is_audited else asked, width - 2, "muted")
        if not ended.verified:
            role = "muted" if ended.verified is None else "danger"
            return indented(clean(ended.verdict, LONGEST), width - 2, role)[:height]
        line = self.client.model.line
        luck = luck_said(ended, is_alone=last.is_alone, is_own=last.is_own_luck)
        is_kept = line.has_record or not came_by_ssh(self.client.model)
        ways = how_to_check(ended, is_kept=is_kept)
        said = of_the_host(ended, glyphs, width, height, luck)
        if len(said) == height and not line.at_end:
            for way in ways:
                joined = (*said[-1], Span(" "), *way)
                if width_of(joined) <= width:
                    return [*said[:-1], joined]
        said = of_the_host(ended, glyphs, width, max(1, height - 1), luck)
        own = of_the_own_client(line, glyphs, width, height - len(said))
        return [*said, *(own or [next((it for it in ways if width_of(it) <= width), ways[-1])])]

    def on_resize(self) -> None:
        """Another size has room for other parts."""
        if self.is_mounted:
            self.bring_up_to_date()

    # --- what can be done next ---------------------------------------------------------------

    def _items(self) -> list[MenuItem]:
        """All of them stay in their places when the table goes on: a digit means what it meant."""
        if self._is_on or not self._lines:
            self._lines = list(self._items_at_the_end())
        return self._lines if self._is_on else list(self._items_later())

    def _items_later(self) -> Iterator[MenuItem]:
        """What leads to the table stands where the first line was that it has closed."""
        lobby = self.client.model.lobby
        playing = lobby is not None and lobby.phase == "playing"
        words = "Go to the game that has begun" if playing else "Go to the lobby"
        closed = [line.key for line in self._lines if line.key not in STILL]
        for line in self._lines:
            if line.key == "replay":
                yield self._replay_item()
            elif line.key in STILL:
                yield line
            elif line.key == closed[0]:
                yield item("dismiss", words, WAITED)
            else:
                row = tuple(span._replace(role="disabled") for span in line.words)
                yield line._replace(words=row, note=GONE_ON, is_open=False)

    def _items_at_the_end(self) -> Iterator[MenuItem]:
        ended, is_host = self._last.ended, self.client.model.is_host
        back = self.keys.shown("board.back")
        yield from another_game(self.client.model)
        may_ask = self.client.model.seat >= 0 and not self._last.is_audited
        if ended is not None and not ended.verdict and may_ask:
            when = ALL_OPEN if self._last.is_cut_short else ONE_OPENS
            yield item("audit", "Open the cards", when, is_grave=True)
        yield self._replay_item()
        yield item("board", "The table as it ended", f"{back} comes back.")
        yield from self._story_item()
        yield item("log", "The log")
        yield item("history", "Past games", "Who was there, how they ended, ratings.")
        if is_host:
            note = "Another game, other seats or options; nobody is taken."
            yield item("lobby", "Lobby", note, is_grave=True)
        if waiting := knocks(self.client.model):
            yield item("people", f"{waiting[0].words}…", "Enter: let in.", is_grave=True)
        yield item("leave", "Leave", is_grave=True)

    def _replay_item(self) -> MenuItem:
        is_open = self._last.ended is not None and bool(self._last.ended.verdict)
        whose = "anybody's eyes" if is_open else "your own eyes, until the cards are open"
        return item("replay", REPLAY, f"[p] The whole game again, step by step, with {whose}.")

    def _story_item(self) -> Iterator[MenuItem]:
        if self._how_it_went():
            yield item("story", PAGE, "Who stood where at the end of each turn.")

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Does what the line says, unless its key was meant for what was here before the result."""
        line = self._menu.current
        if self._guard.lets_choose(now(), is_grave=line is not None and line.is_grave):
            self._do(message.key)
        else:
            self._note.tell(JUST_COME)

    def _do(self, key: str) -> None:
        match key:
            case "rematch":
                self.say(Rematch())
                self.post_message(self.Dismissed())
            case "start":
                self.say(Start())
                self.post_message(self.Dismissed())
            case chair if chair.startswith("chair:"):
                self.say(Sit(seat=int(chair.removeprefix("chair:"))))
                self.post_message(self.Dismissed())
            case "promised":
                pass  # it is said, and nothing is to be done
            case "audit":
                self.say(Audit())
            case "lobby":
                self.say(SetUp())
                self.post_message(self.Dismissed())
            case "dismiss":
                self.post_message(self.Dismissed())
            case "story":
                rows = [row for part in self._how_it_went() for row in (*part, BLANK)]
                self.app.push_screen(ReaderDialog(PAGE, rows, self.client))
            case "board":
                self.app.push_screen(GameScreen(self.client))
            case action:
                self.call_later(self.run_action, f"app.{action}")

    def _how_it_went(self) -> list[list[Row]]:
        """Who was what, every turn, and what else the game has to tell."""
        last, timeline = self._last, self.client.timeline
        parts = (
            unveiled(last.ended, self.client.model, last.names, STORY),
            turn_by_turn(last.ended, self._counts, last.names, STORY),
            timeline.rows(last.names, STORY) if timeline is not None else [],
        )
        return [part for part in parts if part]

    def action_check(self) -> None:
        """Shows how anybody checks what the host's machine says; on that machine, checks it."""
        check, ended = self.surroundings.check, self._last.ended
        if check is None or ended is None or not ended.verdict:
            model = self.client.model
            rows = _paragraphs((*proofs.in_short(ended, model), *proofs.ways(ended, model)))
            self.app.push_screen(ReaderDialog(CHECK, rows, self.client))
        else:
            self._check_again(check, ended)

    @work
    async def _check_again(self, check: Check, ended: Ended) -> None:
        """Has the second verifier read the record, and shows its words before the other ways."""
        dialog = ReaderDialog(CHECK, _paragraphs((CHECKING,)), self.client)
        self.app.push_screen(dialog)
        began, takes = now(), ""

        def tell() -> None:
            dialog.read(_paragraphs((f"{CHECKING} {now() - began:.0f} s{takes}",)))

        def expect(long: str) -> None:
            nonlocal takes
            takes = f" of {clean(long, 40)}"
            tell()

        waiting = self.set_interval(CHECK_TICK, tell)
        try:
            told = await check(expect)
        finally:
            waiting.stop()
        said = [indented(clean(line, LONGEST), STORY - 2) for line in told]
        rows = [row for each in said for row in each]
        model = self.client.model
        first, last = proofs.in_short(ended, model), proofs.ways(ended, model)
        dialog.read([*_paragraphs(first), *rows, BLANK, *_paragraphs(last)])


def _paragraphs(lines: Iterable[str]) -> list[Row]:
    return [row for line in lines for row in (*indented(line, STORY - 2), BLANK)]


def _finished(model: PlayerModel) -> Finished:
    lobby = model.lobby
    options = {each.name: each.value for each in lobby.options} if lobby is not None else {}
    is_automatic = options.get("audit", "automatic") == "automatic"
    return Finished(
        ended=model.ended,
        names=scene_builder.names(model),
        bots=tuple(map(bot_words, lobby.seats)) if lobby is not None else (),
        successions=successions(model),
        is_alone=lobby is not None and lobby.fairness == "solo",
        is_own_luck=model.is_host_without_company,
        is_audited=is_automatic and not _is_cut_short(model.ended),
    )


def _is_cut_short(ended: Ended | None) -> bool:
    return ended is not None and ended.reason == "broken_off"
