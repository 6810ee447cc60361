"""Past games: a list that can be narrowed down, what they come to, and what can be done with one.

At a table the room tells them; on the first screen whoever opened it looks them up.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Protocol

from textual import on, work
from textual.binding import Binding

from rr_net.link import (
    AskHistory,
    PastAgainst,
    PastGame,
    PastGames,
    PastLink,
    PastRating,
    ReplayLink,
)
from rr_net.link.refusals import Refused
from rr_net.link.wire import Tell
from rr_net.safetext import clean
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog, Dialog, EntryDialog
from rr_tui.dialogs.reading import ReaderDialog
from rr_tui.looks.glyphs import Glyphs, own_set
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import (
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
from rr_tui.looks.wording import count, none_fits
from rr_tui.terminal.reader import now
from rr_tui.widgets.menu import Menu, MenuItem, item
from rr_tui.widgets.messages import Wear
from rr_tui.widgets.page import Page, filter_words
from rr_tui.widgets.player_app import STYLES, PlayerApp

TITLE = "Past games"
LOOKING = "Looking …"
CHECKING = "The record is being checked …"
SO_FAR = "{:.0f} s so far."
TICK = 1.0
"""Seconds from one word on how long something has been going to the next."""
UNREAD = "The list cannot be read; below stands why."
WHAT_TO_FIND = (
    "Which games? Parts of names, won or lost (by you), unfinished, fails, >30: over 30 minutes. "
    "Nothing: all of them."
)
LONGEST = 200
FIGURE_ROWS = 3
READ = 68
"""Cells of a line on a page."""
HOW_TO_CHECK = (
    "Once the cards of a game are open, its record is a file on the host's machine, "
    "bundle-{name}.json in the folder of its games. Whoever has it checks it with: "
    "runes verify FILE"
)

FORGET = (
    'Wherever you sat stands "somebody" then, on this machine, now and in whatever you play here '
    "later. Records of games keep your name: they are what proves them."
)

Do = Callable[[str, Tell], Awaitable[tuple[str, ...]]]
"""Does something with the game of that name, tells whom it waits for, and says what came of it."""


class HistoryActs(PastLink, Protocol):
    """What can be done with past games where there is no table."""

    async def look(self, words: str) -> PastGames:
        """The games that fit."""

    def may_go_on(self, game: str) -> bool:
        """Whether a game goes on here."""

    def may_replay(self, game: str) -> bool:
        """Whether there is a record to look at."""


class HistoryScreen(Dialog[str]):
    """Past games; answers `go:` or `replay:` and the name of a game, where that was chosen."""

    SHAPE = "whole"
    BINDINGS = [
        Binding("slash", "find", "Narrow the list down", id="history.find", show=False),
        Binding("p", "choose('replay')", "Replay", id="history.replay", show=False),
        Binding("v", "check", "Check its record", id="history.check", show=False),
        Binding("g", "choose('go')", "Go on with it", id="history.go-on", show=False),
        Binding("x", "export", "Put its record into a file", id="history.export", show=False),
        Binding("f", "forget", "Be forgotten", id="history.forget", show=False),
        Binding("r", "figures", "All ratings", id="history.figures", show=False),
        Binding("q", "give_up", "Back", id="history.back", show=False),
    ]

    def __init__(
        self,
        client: TableClient | None,
        acts: HistoryActs | None = None,
        at: str = "",
        shows: Callable[[ReplayLink], object] | None = None,
    ) -> None:
        """At a table what the room tells, else what `acts` find; the cursor stands on game `at`.

        `shows` opens a replay over this screen, where that can be done.
        """
        self._head = Page(self._head_row, id="past-head")
        self._menu = Menu(TITLE, numbered=False, id="past")
        self._figures = Page(self._figure_rows, id="past-figures")
        super().__init__(client, _keys(acts), self._head, self._menu, self._figures)
        self._acts, self._shows = acts, shows
        self._found: PastGames | None = None
        self._find = ""
        self._at = at

    def on_mount(self) -> None:
        """Asks for everything first."""
        if self.client is not None:
            # What was told before may be old.
            self.client.model.past = None
        super().on_mount()
        self._look_up()

    def _look_up(self) -> None:
        if self._acts is not None:
            self._ask(self._acts)
        else:
            self.say(AskHistory(find=self._find[:LONGEST]))

    @work(exclusive=True)
    async def _ask(self, acts: HistoryActs) -> None:
        self._show(await acts.look(self._find))

    def bring_up_to_date(self) -> None:
        """Shows what the room has told since."""
        super().bring_up_to_date()
        told = self.client.model.past if self.client is not None else None
        self._found = told or self._found
        self._offer()

    def _show(self, found: PastGames) -> None:
        self._found = found
        self._offer()

    def on_resize(self) -> None:
        """Another size has other columns."""
        if self.is_mounted:
            self._offer()

    def _offer(self) -> None:
        found = self._found
        games = found.games if found is not None else ()
        width = self._menu.size.width - 3
        self._menu.title = TITLE if found is None else count(found.count, "game")
        rows = table_rows(games, max(width, 20), self._glyphs)
        items = [MenuItem(game.game, row) for game, row in zip(games, rows, strict=True)]
        self._menu.offer(items or [item("", self._nothing, is_open=False)], self._at)
        self._at = "" if items else self._at
        self._head.look()
        self._figures.look()

    @property
    def _nothing(self) -> str:
        if self._found is None:
            return LOOKING
        if self._found.problem:
            return UNREAD
        return none_fits(self._found)

    @property
    def _glyphs(self) -> Glyphs:
        return self._menu.glyphs

    @property
    def _game(self) -> PastGame | None:
        """The game under the cursor."""
        key = self._menu.current.key if self._menu.current is not None else ""
        games = self._found.games if self._found is not None else ()
        return next((game for game in games if game.game == key), None)

    def _head_row(self, width: int, height: int) -> list[Row]:
        return [spread((Span(f" {TITLE}", "title"),), filter_words(self._find), width)]

    def _figure_rows(self, width: int, height: int) -> list[Row]:
        if self._found is None:
            return []
        if self._found.problem:
            return indented(self._found.problem, width - 2, "warning")[:height]
        parts = list(figures(self._found, self._glyphs))
        rows = wrap_row(_joined(parts, f" {self._glyphs.bullet} "), width - 2)
        if len(rows) > height:
            rows = [*rows[: height - 1], (Span("[r]", "keyword"), Span(" all of them", "muted"))]
        return [(Span(" "), *row) for row in rows]

    # --- what can be done --------------------------------------------------------------------

    @on(Menu.Chosen)
    def open(self) -> None:
        """Shows all that is known of a game."""
        if (game := self._game) is not None:
            rows = [row for line in game.lines for row in indented(clean(line, 300), READ)]
            self.app.push_screen(ReaderDialog(game.edition, rows, self.client))

    @work
    async def action_find(self) -> None:
        """Asks which games are meant."""
        dialog = EntryDialog(
            WHAT_TO_FIND, "finds them", limit=LONGEST, value=self._find, client=self.client
        )
        words = await self.app.push_screen_wait(dialog)
        if words is not None:
            self._find = words.strip()
            self._look_up()

    def action_figures(self) -> None:
        """Shows every rating, and everybody whom one has met."""
        if self._found is not None:
            rows = [_joined([part], "") for part in figures(self._found, self._glyphs)]
            rows += [row for line in explained(self._found) for row in indented(line, READ)]
            self.app.push_screen(ReaderDialog("Ratings", rows, self.client))

    def action_choose(self, what: str) -> None:
        """Goes to the replay of a game, or goes on with it."""
        game, acts = self._game, self._acts
        if game is None:
            return
        if acts is None:
            self._at_the_table(what, game)
            return
        may = acts.may_go_on if what == "go" else acts.may_replay
        if may(game.game):
            self.dismiss(f"{what}:{game.game}")
        else:
            words = NOT_KEPT if what == "go" else NO_RECORD
            self._read(game.edition, (words,))

    def action_check(self) -> None:
        """Verifies the record of a game once more, or says how that is done."""
        if (game := self._game) is None:
            return
        records = self._records()
        if records is None:
            self._read("Check it", (*game.lines, HOW_TO_CHECK.format(name=game.game[:16])))
        else:
            self._do(records.check, game, "Check it", CHECKING)

    def action_export(self) -> None:
        """Puts the record of a game where its owner finds it."""
        if (game := self._game) is not None and (records := self._records()) is not None:
            self._do(lambda name, _: records.export(name), game, "Its record")

    @work
    async def action_forget(self) -> None:
        """Leaves "somebody" in one's own place, after asking."""
        items = [item("no", "Stay in the list"), item("yes", "Be forgotten on this machine")]
        asked = ChoiceDialog("Forget me?", FORGET, items, self.client)
        if await self.app.push_screen_wait(asked) != "yes":
            return
        if (records := self._records()) is not None:
            lines = await records.forget()
            self._read("Forget me", lines)
            self._look_up()

    def _records(self) -> PastLink | None:
        """What can be done with records here; None where nobody has them."""
        try:
            return self._acts or (self.client.past() if self.client is not None else None)
        except Refused as error:
            self._read(TITLE, (f"{error}.",))
            return None

    def _at_the_table(self, what: str, game: PastGame) -> None:
        if what == "go":
            self._read(game.edition, (NOT_KEPT,))
        elif self._shows is None or (records := self._records()) is None:
            self._read(game.edition, (NO_RECORD,))
        else:
            self._look_back(records, game, self._shows)

    @work(exclusive=True)
    async def _look_back(
        self, records: PastLink, game: PastGame, shows: Callable[[ReplayLink], object]
    ) -> None:
        dialog = self._read(game.edition, (LOOKING,))
        try:
            replay = await records.replay(game.game, _teller(dialog))
        except Refused as error:
            dialog.read(list(indented(clean(f"{error}", 400), READ)))
        else:
            dialog.dismiss(None)
            shows(replay)

    @work(exclusive=True)
    async def _do(self, act: Do, game: PastGame, title: str, words: str = LOOKING) -> None:
        dialog, began, told = self._read(title, (words,)), now(), words

        def tell(why: str) -> None:
            nonlocal told
            told = why
            _teller(dialog)(told)

        def tick() -> None:
            _teller(dialog)(f"{told} {SO_FAR.format(now() - began)}")

        waiting = self.set_interval(TICK, tick)
        try:
            said = await act(game.game, tell)
        finally:
            waiting.stop()
        dialog.read([row for line in said for row in indented(clean(line, 400), READ)])

    def _read(self, title: str, lines: tuple[str, ...]) -> ReaderDialog:
        rows = [row for line in lines for row in indented(clean(line, 400), READ)]
        dialog = ReaderDialog(title, rows, self.client)
        self.app.push_screen(dialog)
        return dialog


def _teller(dialog: ReaderDialog) -> Tell:
    """Tells in a dialog why its answer has to be waited for."""
    return lambda words: dialog.read(list(indented(clean(words, 400), READ)))


class PastApp(PlayerApp, inherit_bindings=False):
    """Shows past games where there is no table, until something is chosen."""

    CSS_PATH = STYLES / "app.tcss"
    BINDINGS = [
        Binding(
            "ctrl+c,ctrl+d", "interrupt", "Back", id="past.interrupt", show=False, priority=True
        )
    ]
    SORRY = ("Sorry: the list of past games broke, and the fault is noted.", "They are kept.")

    def __init__(self, acts: HistoryActs, profile: Profile | None, at: str = "") -> None:
        super().__init__(profile)
        self.chosen = ""
        """As `HistoryScreen` answers; "" for nothing."""
        self._acts = acts
        self._at = at

    def on_mount(self) -> None:
        """The one screen."""
        self.push_screen(HistoryScreen(None, self._acts, self._at), self._leave)

    @on(Wear)
    def put_on(self, message: Wear) -> None:
        """Takes on other settings."""
        self.wear(message.profile)
        for screen in self.screen_stack:
            if isinstance(screen, Dialog):
                screen.bring_up_to_date()

    def _leave(self, chosen: str | None) -> None:
        self.chosen = chosen or ""
        self.exit()

    def action_interrupt(self) -> None:
        """Goes without choosing."""
        self.exit()


NOT_KEPT = "This game does not go on here: it is over, or its table is open in another window."
NO_RECORD = "There is no record of this game here: it is not finished, or its cards are not open."


def _keys(acts: HistoryActs | None) -> str:
    go_on = "" if acts is None else "g go on, "
    # With commas it is whole in 80 columns.
    return f"Enter open, p replay, v check, {go_on}x export, f forget me, r ratings, Esc"


def _joined(parts: list[Row], blank: str) -> Row:
    return tuple(span for at, part in enumerate(parts)
                 for span in ((Span(blank, "muted"),) if at and blank else ()) + part)  # fmt: skip


NO_RATING = (
    "No rating yet: it takes 3 games of one kind that were finished by two people or more, with "
    "luck that the table chose and without hints. What is known of a game (Enter) says whether it "
    "counts."
)
SHARED = (
    "A game that all win or lose together has no rating: its best says how far one of them came, "
    "out of all that there was."
)
COLUMNS = (8, 22, 7, 40, 14, 11)
"""The widest of each column where not all fit: day, edition, length, people, result, check."""
WIDE = tuple(enumerate(COLUMNS))
GIVES_WAY = ((1, 19), (3, 13), (1, 17), (3, 8), (1, 8))
"""Which columns give way where it is narrow, the first first, and down to how many cells."""


def table_rows(games: tuple[PastGame, ...], width: int, glyphs: Glyphs) -> Iterator[Row]:
    """One row for each game, in columns; names give way where it is narrow."""
    cells = [_cells(game, glyphs) for game in games]
    widths = [
        max((width_of((each[at],)) for each in cells), default=0) for at in range(len(COLUMNS))
    ]
    over = sum(widths) + 2 * (len(widths) - 1) - width
    for at, least in (*WIDE, *GIVES_WAY):
        given = max(0, min(over, widths[at] - least))
        widths[at], over = widths[at] - given, over - given
    for each in cells:
        row: list[Span] = []
        for span, most in zip(each, widths, strict=True):
            row += [span._replace(text=widen(fit(span.text, most), most)), Span("  ")]
        yield shortened(tuple(row[:-1]), width)


ROLES = {"won": "success", "lost": "muted"}


def _cells(game: PastGame, glyphs: Glyphs) -> tuple[Span, ...]:
    signs = {True: f"{glyphs.chosen} ", False: f"{glyphs.refused} ", None: ""}
    sign = signs[game.holds]
    role = "accent" if game.open else ROLES.get(game.result, "text")
    mark = "danger" if game.holds is False else "muted"
    return (
        Span(clean(game.day, 20), "muted"),
        Span(clean(game.edition, 40)),
        Span(clean(game.length, 20), "muted"),
        Span(clean(game.people, 80)),
        Span(clean(game.result, 40), role),
        Span(f"{sign}{'fails' if game.holds is False else clean(game.mark, 20)}", mark),
    )


def figures(found: PastGames, glyphs: Glyphs) -> Iterator[Row]:
    """What the games come to: ratings, who was met, and the best of shared ones."""
    for rating in found.ratings:
        yield _rating(rating, glyphs)
    for met in found.against:
        yield _against(met)
    for edition, words in found.best:
        yield (Span(f"{clean(edition, 40)} "), Span(clean(words, 40), "accent"))


def explained(found: PastGames) -> Iterator[str]:
    """What the figures mean, and why there is none yet."""
    if not found.ratings:
        yield NO_RATING
    if found.best:
        yield SHARED


def _rating(rating: PastRating, glyphs: Glyphs) -> Row:
    about = own_set(glyphs, "±", "+-")
    name = f"{clean(rating.name, 40)}: " if rating.name else ""
    figure = f"{rating.rating:.0f} {about}{rating.spread:.0f} ({rating.games})"
    return (Span(f"{name}{clean(rating.edition, 40)} ", "text"), Span(figure, "accent"))


def _against(met: PastAgainst) -> Row:
    drawn = f"-{met.drawn}" if met.drawn else ""
    score = f"{met.won}-{met.lost}{drawn}"
    return (Span(f"against {clean(met.name, 40)} "), Span(score, "accent"))
