"""The first screen: what an evening can begin with, before any table is open.

Pages of lines, each with words about what is under the cursor; a line is chosen, or leads to a page
of its own. Whoever builds the pages knows what there is; nothing here opens a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen

from rr_net.safetext import clean
from rr_rules.registry import GAMES
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import BLANK, Row, Span, shortened, spread, wrap
from rr_tui.widgets.lines import Across
from rr_tui.widgets.menu import Menu, MenuItem, item
from rr_tui.widgets.messages import Wear
from rr_tui.widgets.page import Page, filter_words
from rr_tui.widgets.player_app import STYLES, PlayerApp

if TYPE_CHECKING:
    from rr_tui.linear.interface import LineChannel

TITLE = "The neighbourhood's card table"
QUIT = "quit"
NONE_FITS = "Nothing fits."
CALLED = "You are called {}: [n] changes it"
ANOTHER_NAME = "What shall the others call you?"
LONGEST = 100
"""The most characters that a page is narrowed down by."""


class TypedWords(NamedTuple):
    """What was typed for a line, as it is read."""

    key: str = ""
    """The key of what is chosen by it, "" for nothing."""
    why_not: str = ""
    """In a sentence, why it cannot be taken."""


class Typing(NamedTuple):
    """What is typed for a line that words alone choose."""

    question: str
    enter: str
    """What the words are taken for, as in "Enter goes there"."""
    read: Callable[[str], TypedWords]


class FrontLine(NamedTuple):
    """Something that can be chosen."""

    key: str
    words: str
    about: tuple[str, ...] = ()
    """What it is about: a title, then a paragraph each."""
    page: Callable[[], FrontPage] | None = None
    """Makes the page that it leads to, which may take a while; None for what is chosen at once."""
    is_open: bool = True
    """Whether it can be chosen now; `about` says why not."""
    game: str = ""
    """The game whose rules are read here; "" for the first of all."""
    sought: tuple[str, ...] = ()
    """What it is found by besides its words, where its page can be narrowed down."""

    typing: Typing | None = None
    """What is typed for it, where it takes words; None where it is chosen as it stands."""
    keep: Callable[[], FrontPage] | None = None
    """Keeps what it stands for, and makes the first page anew, at which one is then."""
    note: str = ""
    """A word in the head while the cursor is on it; "" for the one of its page."""

    @property
    def leads_on(self) -> bool:
        """Whether another page is shown where it is chosen."""
        return self.page is not None or self.keep is not None

    def led_from(self, pages: Sequence[FrontPage]) -> list[FrontPage]:
        """The pages that one has come by once it is chosen, where it leads on."""
        if self.keep is not None:
            return self.keep().path
        assert self.page is not None, "a line that leads on keeps something or has a page"
        return [*pages, self.page()]

    def fits(self, words: str) -> bool:
        """Whether each of these words is a part of it, in capitals or not."""
        found_by = " ".join((self.words, *self.sought)).casefold()
        return all(word in found_by for word in words.casefold().split())


class OwnName(NamedTuple):
    """What whoever sits here is called, and how that is changed."""

    now: Callable[[], str]
    keep: Callable[[str], str]
    """Keeps another name from now on; "" or, in a sentence, why it cannot be."""


class FrontPage(NamedTuple):
    """Lines to choose from."""

    title: str
    lines: tuple[FrontLine, ...]
    at: str = ""
    """The line that the cursor stands on at first, by its key."""
    note: str = ""
    """A word in the head, on the right."""
    no_settings: str = ""
    """Why settings are not changed here, "" where they are."""
    behind: FrontPage | None = None
    """The page that Esc leads to, where somebody comes back to this one."""
    find: str = ""
    """What is asked by who narrows it down; "" for a page that has no need of it."""
    words: str = ""
    """What it is narrowed down to."""
    own: OwnName | None = None
    """The name of whoever sits here, where it is said and can be changed."""
    is_explained: bool = False
    """Whether text mode says at once what each line is about."""

    @property
    def path(self) -> list[FrontPage]:
        """The pages that led here, the first one first, and this one."""
        return [*(self.behind.path if self.behind is not None else ()), self]

    @property
    def shown(self) -> tuple[FrontLine, ...]:
        """The lines that fit, or one that says that there are none."""
        found = tuple(line for line in self.lines if line.fits(self.words))
        return found or (FrontLine("", NONE_FITS, (NONE_FITS, "[/] finds others."), is_open=False),)

    def line(self, key: str) -> FrontLine:
        """The line of that key among those that are shown."""
        return next(line for line in self.shown if line.key == key)


class FrontScreen(Screen[None], inherit_bindings=False):
    """One page after the other, until something is chosen."""

    CSS_PATH = STYLES / "front.tcss"
    BINDINGS = [
        Binding("escape,left,backspace", "back", "Back", id="front.back", show=False),
        Binding("slash", "find", "Narrow the list down", id="front.find", show=False),
        Binding("question_mark", "rules", "How to play", id="front.rules", show=False),
        Binding("n", "name", "Change your name", id="front.name", show=False),
        Binding("o", "settings", "Settings", id="front.settings", show=False),
        Binding("q", "quit", "Quit", id="front.quit", show=False),
        Binding("ctrl+l", "app.redraw", "Draw the screen anew", id="front.redraw", show=False),
    ]

    @dataclass
    class Left(Message):
        """Somebody is done here."""

        key: str

    def __init__(self, page: FrontPage) -> None:
        super().__init__()
        self._pages = page.path
        self._why_not = ""
        """Why what was typed cannot be taken: it is said until one moves on."""
        self._is_refused = False
        """Whether settings were asked for where there are none: it is said until one moves on."""
        self._menu = Menu(page.title, explain=self._explain, id="front-menu")
        self._head = Page(self._head_row, id="head")
        self._about = Page(self._about_rows, id="front-about")
        self._foot = Page(self._key_row, id="front-keys")

    def compose(self) -> ComposeResult:
        """The head, the menu beside what it is about, and the keys."""
        yield self._head
        with Across(id="front"):
            yield self._menu
            yield self._about
        yield self._foot

    def on_mount(self) -> None:
        """The first page."""
        self._menu.focus()
        self._show(self.page.at)

    @property
    def page(self) -> FrontPage:
        """The page that is shown."""
        return self._pages[-1]

    def _show(self, at: str) -> None:
        self._menu.title, self._is_refused = self.page.title, False
        lines = self.page.shown
        self._menu.offer([item(each.key, each.words, is_open=each.is_open) for each in lines], at)
        self._head.look()
        self._about.look()
        self._foot.look()

    def _head_row(self, width: int, height: int) -> list[Row]:
        current = self._menu.current
        own = "" if current is None else self.page.line(current.key).note
        note: Row = (Span(f"{own or self.page.note} ", "muted"),)
        right = filter_words(self.page.words) if self.page.find else note
        return [spread((Span(f" {TITLE}", "title"),), right, width)]

    def _about_rows(self, width: int, height: int) -> list[Row]:
        current = self._menu.current
        if current is None:
            return []
        title, *paragraphs = self.page.line(current.key).about or ("",)
        if self._is_refused:
            title, paragraphs = "Settings", [self.page.no_settings]
        rows: list[Row] = [(Span(line, "title"),) for line in wrap(title, width)]
        for each in paragraphs:
            rows += [BLANK, *((Span(line),) for line in wrap(each, width))]
        called = self._name_rows(width)
        rows = rows[: height - len(called)]
        return [*rows, *[BLANK] * (height - len(rows) - len(called)), *called]

    def _name_rows(self, width: int) -> list[Row]:
        """What one is called here, below all else, or why what was typed will not do."""
        if not self._why_not and self.page.own is None:
            return []
        called = "" if self.page.own is None else CALLED.format(clean(self.page.own.now(), 40))
        said = self._why_not or called
        role = "warning" if self._why_not else "accent"
        return [(Span(line, role),) for line in wrap(said, width)]

    def _key_row(self, width: int, height: int) -> list[Row]:
        back = [("Esc", "back")] if len(self._pages) > 1 else []
        row: list[Span] = [Span(" ")]
        settings = [] if self.page.no_settings else [("o", "settings")]
        ours = (("?", "how to play"), *settings, ("q", "quit"))
        for key, words in (("Enter", "choose"), *back, *ours):
            row += [Span(f"[{key}]", "keyword"), Span(f" {words}  ", "muted")]
        return [shortened(tuple(row), width)]

    def _explain(self, _line: MenuItem | None) -> None:
        self._is_refused, self._why_not = False, ""
        self._head.look()
        self._about.look()

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Goes where the line leads."""
        line = self.page.line(message.key)
        if line.typing is not None:
            self._ask(line.typing)
        elif not line.leads_on:
            self.post_message(self.Left(message.key))
        else:
            self._pages[-1] = self.page._replace(at=message.key)
            self._turn_to(line)

    @work
    async def _ask(self, typing: Typing, value: str = "") -> None:
        """Asks for words, and chooses what they stand for."""
        assert isinstance(self.app, FrontApp)
        dialog = self.app.over.words(typing.question, value, typing.enter)
        words = (await self.app.push_screen_wait(dialog) or "").strip()
        typed = typing.read(words) if words else TypedWords()
        self._why_not = typed.why_not
        self._about.look()
        if typed.key:
            self.post_message(self.Left(typed.key))

    @work(exclusive=True)
    async def _turn_to(self, line: FrontLine) -> None:
        self._pages = await asyncio.to_thread(line.led_from, self._pages)
        self._show(self.page.at)

    def action_back(self) -> None:
        """Goes back to the page before."""
        if len(self._pages) > 1:
            self._pages.pop()
            self._show(self.page.at)

    @work
    async def action_find(self) -> None:
        """Asks what the page is to be narrowed down to, where there is much on it."""
        page = self.page
        if page.find and isinstance(self.app, FrontApp):
            dialog = self.app.over.words(page.find, page.words, "finds them")
            words = await self.app.push_screen_wait(dialog)
            if words is not None:
                self._pages[-1] = page._replace(words=words)
                self._show("")

    @work
    async def action_name(self) -> None:
        """Asks for another name, where one can be had here, and keeps it."""
        own = self.page.own
        if own is not None and isinstance(self.app, FrontApp):
            dialog = self.app.over.words(ANOTHER_NAME, own.now(), "keeps it")
            name = await self.app.push_screen_wait(dialog)
            wanted = (name or "").strip()
            changes = wanted not in ("", own.now())
            self._why_not = await asyncio.to_thread(own.keep, wanted) if changes else ""
            self._about.look()

    def action_rules(self) -> None:
        """Opens the rules of the game under the cursor."""
        current = self._menu.current
        game = self.page.line(current.key).game if current is not None else ""
        self._open(lambda app: app.over.rules(game or next(iter(GAMES))))

    def action_settings(self) -> None:
        """Opens the settings, or says where they are."""
        if self.page.no_settings:
            self._is_refused = True
            self._about.look()
            return
        self._open(lambda app: app.over.settings(app.profile))

    def _open(self, dialog: Callable[[FrontApp], Screen[None]]) -> None:
        assert isinstance(self.app, FrontApp)
        self.app.push_screen(dialog(self.app))

    def look(self) -> None:
        """Draws everything anew: the settings are others."""
        for part in (self._head, self._about, self._foot):
            part.look()
        self._menu.refresh()

    def action_quit(self) -> None:
        """Goes without choosing."""
        self.post_message(self.Left(QUIT))


class Over(NamedTuple):
    """What opens over the first screen: it is imported when somebody wants it."""

    rules: Callable[[str], Screen[None]]
    """The rules of a game."""
    settings: Callable[[Profile], Screen[None]]
    """The settings as they are, which says `Wear` where they change."""
    words: Callable[[str, str, str], Screen[str]]
    """Asks for some words, with those that there are, and what Enter takes them for."""


class FrontApp(PlayerApp, inherit_bindings=False):
    """Shows the first screen, until something is chosen."""

    CSS_PATH = STYLES / "app.tcss"
    BINDINGS = [
        Binding(
            "ctrl+c,ctrl+d", "interrupt", "Quit", id="front.interrupt", show=False, priority=True
        )
    ]
    SORRY = ("Sorry: the first screen broke, and the fault is noted.", "Your games are kept.")

    def __init__(
        self,
        page: FrontPage,
        profile: Profile | None = None,
        *,
        over: Over,
        shown: Callable[[], object] = lambda: None,
    ) -> None:
        """`shown` is called once the terminal has drawn the page: there is time for more then."""
        super().__init__(profile)
        self.chosen = QUIT
        """The key of the line that was chosen."""
        self.over = over
        self._page = page
        self._shown = shown

    def on_mount(self) -> None:
        """The one screen."""
        self.push_screen(FrontScreen(self._page))
        self.when_drawn(lambda _: self._shown())

    @on(Wear)
    def put_on(self, message: Wear) -> None:
        """Takes on other settings."""
        self.wear(message.profile)
        for screen in self.screen_stack:
            if isinstance(screen, FrontScreen):
                screen.look()

    def action_interrupt(self) -> None:
        """Goes from wherever one is, without choosing."""
        self.exit()

    @on(FrontScreen.Left)
    def leave(self, message: FrontScreen.Left) -> None:
        """Ends with what was chosen."""
        self.chosen = message.key
        self.exit()


def spoken(page: FrontPage) -> list[str]:
    """A page in lines of text, numbered."""
    said = [f"{page.title}, {clean(page.words)}" if page.words else page.title]
    for number, line in enumerate(page.shown, 1):
        usual = " (Enter)" if line.key == page.at else ""
        is_told = page.is_explained or not line.is_open
        about = f": {' '.join(line.about[1:])}" if is_told else ""
        said.append(f"{number} {line.words}{usual}{about}")
    keys = "A number and Enter; i and a number: what it is about; b: back; q: quit."
    called = ""
    if page.own is not None:
        called = f"You are called {clean(page.own.now(), 40)}: n and another name change it."
    narrowing = "/ and words narrow the list down, / alone shows all of it."
    return [*said, *([narrowing] if page.find else []), *([called] if called else []), keys]


def meant(page: FrontPage, typed: str) -> FrontLine | None:
    """The line that a number stands for; Enter alone is the first one's, or where the cursor is."""
    text, lines = typed.strip(), page.shown
    if not text:
        return next((line for line in lines if line.key == page.at), lines[0])
    number = int(text) if text.isascii() and text.isdecimal() else 0
    return lines[number - 1] if 1 <= number <= len(lines) else None


def narrowed(page: FrontPage, typed: str) -> FrontPage | None:
    """The page as a line that was typed narrows it down; None where it was another line."""
    sign, _, words = typed.strip().partition("/")
    if not page.find or sign or not typed.strip():
        return None
    return page._replace(words=words.strip()[:LONGEST])


async def choose_in_lines(page: FrontPage, lines: LineChannel) -> str:
    """Has somebody choose by typing: the key of what was chosen, or QUIT."""
    pages = page.path
    while True:
        for line in spoken(pages[-1]):
            lines.write_line(line)
        await lines.drain()
        typed = await lines.read_line()
        if typed is None or typed.strip().casefold() == "q":
            return QUIT
        if typed.strip().casefold() == "b":
            pages = pages[:-1] or pages
        elif (narrower := narrowed(pages[-1], typed)) is not None:
            pages[-1] = narrower
        elif (own := pages[-1].own) is not None and typed.split()[:1] == ["n"]:
            await _keep_in_lines(own, typed.strip()[1:].strip(), lines)
        elif (found := _line_of(pages[-1], typed, lines)) is not None:
            if found.leads_on:
                pages = await asyncio.to_thread(found.led_from, pages)
            elif key := await _key_in_lines(found, lines):
                return key


async def _keep_in_lines(own: OwnName, name: str, lines: LineChannel) -> None:
    """Keeps another name, or says why it cannot be."""
    if why_not := await asyncio.to_thread(own.keep, name):
        lines.write_line(why_not)


async def _key_in_lines(found: FrontLine, lines: LineChannel) -> str:
    """The key of a line, or of what words stand for that are typed for it, "" for nothing."""
    typing = found.typing
    if typing is None:
        return found.key
    lines.write_line(f"{typing.question} Enter {typing.enter}; nothing goes back.")
    await lines.drain()
    words = (await lines.read_line() or "").strip()
    typed = typing.read(words) if words else TypedWords()
    if typed.why_not:
        lines.write_line(typed.why_not)
    return typed.key


def _line_of(page: FrontPage, typed: str, lines: LineChannel) -> FrontLine | None:
    """The line that is chosen by what was typed; None where something was told instead."""
    word, _, rest = typed.strip().partition(" ")
    found = meant(page, rest if word == "i" else typed)
    if found is None:
        lines.write_line(f"There is no line {clean(typed, 20)} here.")
    elif word == "i" or not found.is_open:
        for about in found.about:
            lines.write_line(about)
    else:
        return found
    return None
