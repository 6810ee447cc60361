"""Makes interfaces for people: the one file that knows the host's side and the interface's both.

A command imports it when it needs a screen: `runes verify` and `runes --version` do not.
"""

from __future__ import annotations

import asyncio
import os
import re
import select
import shutil
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rr_net.cli.arguments import keep_file
from rr_net.clocks import Clock
from rr_net.host.checking import Check
from rr_net.host.config import BadConfig, Config, Mistake
from rr_net.host.interfaces import FramesDrawn
from rr_net.host.stdio import OwnLines, let_go
from rr_net.link import Keeper, OwnLine, ReplayLink, TableLink
from rr_net.link.command import own_command
from rr_net.safetext import clean
from rr_rules.kernel.errors import RulesError
from rr_rules.registry import editions
from rr_tui.looks.profile import BEGUN, DONE, LESSON, Profile, ProfileError, first_guess, mark_of
from rr_tui.looks.spans import Span
from rr_tui.screens.front import (
    LONGEST,
    QUIT,
    FrontApp,
    FrontLine,
    FrontPage,
    Over,
    OwnName,
    TypedWords,
    Typing,
    choose_in_lines,
)
from rr_tui.terminal import CalmCollector, TtyChannel, scrub_environment, start
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.modes import NoticeStyle, notice_style
from rr_tui.terminal.process import freeze_memory
from rr_tui.terminal.throttle import StartQueue, UpdateThrottle
from rr_tui.widgets.player_app import PlayerApp

# What the first screen does without is imported while somebody reads it.
if TYPE_CHECKING:
    from textual.screen import Screen

    from rr_net.local.tutorial import Teacher
    from rr_net.ssh import PipeSession, TerminalSession
    from rr_tui.linear import LineChannel
    from rr_tui.screens.history import HistoryActs
    from rr_tui.terminal.cast import Film, FilmTake

__all__ = ["DONE", "QUIT", "FrontLine", "FrontPage", "OwnName", "Screens", "TypedWords", "Typing",
           "has_screen", "is_somebody_there", "scrubbed_environment"]  # fmt: skip

NO_SCREEN = frozenset({"", "dumb", "unknown"})
TRUE_COLOUR = frozenset({"truecolor", "24bit"})


def _rules(game: str) -> Screen[None]:
    from rr_tui.dialogs.guide.howto import HowToDialog, LastPage
    from rr_tui.dialogs.reading import rules_rows

    try:
        rules = rules_rows(game)
    except RulesError as error:  # a game of another package, which brings none to read
        rules = [(Span(f"{error}."),)]
    shown = [edition for edition in editions() if edition.game == game]
    return HowToDialog(None, shown, LastPage("All the rules", rules))


def _settings(profile: Profile) -> Screen[None]:
    from rr_tui.dialogs.profile import ProfileDialog

    return ProfileDialog(profile, None)


def _words(question: str, value: str, enter: str) -> Screen[str]:
    from rr_tui.dialogs.base import EntryDialog

    return EntryDialog(question, enter, limit=LONGEST, value=value)


OVER = Over(_rules, _settings, _words)


class Screens:
    """Every interface of this process."""

    def __init__(self, config: Config, environment: Mapping[str, str]) -> None:
        """Raises BadConfig for interface settings that make no sense."""
        self._own_profile = own_profile(config, environment)
        self._left: Teacher | None = None
        # What the config file says stands above it (no-color.org).
        self._is_colourless = bool(environment.get("NO_COLOR")) and "depth" not in config.interface
        program = environment.get("TERM_PROGRAM", "")
        self._own_notices = (
            NoticeStyle.ITERM
            if environment.get("WT_SESSION")
            else notice_style(program, environment.get("TERM", ""))
        )
        self._has_screen = has_screen(environment)
        self._collector = CalmCollector()
        self._throttle = UpdateThrottle()
        self._queue = StartQueue()

    @property
    def is_asked_here(self) -> bool:
        """Whether somebody can be asked something in this process's own terminal."""
        return self._has_screen or (sys.stdin.isatty() and sys.stdout.isatty())

    async def keep_calm(self) -> None:
        """Looks after the process's memory for as long as the host lives."""
        freeze_memory()
        await self._collector.run()

    def drawn(self) -> FramesDrawn:
        """What all screens of this process have drawn so far."""
        seen = self._collector
        return FramesDrawn(seen.frames, seen.keys, seen.key_seconds)

    async def on_terminal(self, link: TableLink, session: TerminalSession) -> int:
        """Runs the full screen on somebody's terminal; the exit status."""
        from rr_tui.app import TableApp

        running = start(
            lambda: TableApp(
                link,
                first_guess(session.term),
                throttle=self._throttle,
                notices=notice_style(session.term),
            ),
            session,
            session.size,
            on_stalled=session.close,
            collector=self._collector,
            queue=self._queue,
        )
        session.on_bytes = running.driver.feed
        session.on_size = running.driver.resized
        session.on_drained = running.driver.drained
        session.on_closed = running.driver.closed
        session.on_leave = running.app.exit
        try:
            return await running.task
        finally:
            link.close()
            await running.stop()

    async def in_text(self, link: TableLink, session: PipeSession) -> int:
        """Runs the text mode over lines; the exit status."""
        from rr_tui.linear import TextInterface

        loop = asyncio.get_running_loop()
        return await TextInterface(link, PlainLines(session, loop), loop, session.width).run()

    async def here(
        self, link: TableLink, keeper: Keeper = "host", check: Check | None = None
    ) -> int:
        """Runs the interface in this process's own terminal; the exit status.

        `check` has the last game checked once more, for who asks for it here.
        """
        from rr_tui.app import TableApp
        from rr_tui.linear import TextInterface

        if not self._has_screen:
            width = shutil.get_terminal_size().columns
            loop = asyncio.get_running_loop()
            lines = PlainLines(OwnLines(), loop)
            return await TextInterface(link, lines, loop, width, keeper=keeper).run()

        def build() -> TableApp:
            app = TableApp(
                link,
                self._own_profile,
                throttle=self._throttle,
                keeper=keeper,
                notices=self._own_notices,
            )
            app.check, app.shelf = check, FileShelf(self)
            return app

        return await self._here(build)

    async def joined(self, link: TableLink, line: OwnLine) -> int:
        """Runs the interface to a table on another machine; the exit status.

        The table looks after its games itself: nothing is said of who goes on with them.
        """
        from rr_tui.app import JoinedTableApp
        from rr_tui.linear import TextInterface

        if not self._has_screen:
            loop, width = asyncio.get_running_loop(), shutil.get_terminal_size().columns
            return await TextInterface(link, PlainLines(OwnLines(), loop), loop, width).run()

        def build() -> JoinedTableApp:
            app = JoinedTableApp(link, self._own_profile, notices=self._own_notices)
            app.own_line, app.shelf = line, FileShelf(self)
            return app

        return await self._here(build)

    def learning(self, link: TableLink) -> TableLink:
        """The link of somebody who can take a lesson while the table waits for its deal."""
        from rr_net.local.tutorial import Learning

        return Learning(link)

    async def learn(self, name: str, me: str) -> int:
        """Gives lessons in this process's own terminal, this one first; the exit status.

        Raises BadLesson for an unknown one.
        """
        from rr_net.local.tutorial import LessonTable

        return await self.here(LessonTable(name, me), "nobody")

    async def lesson(self, name: str, me: str, settings: str) -> str:
        """Gives lessons between two first screens; the settings that are to be kept, or ""."""
        from rr_net.local.tutorial import LessonTable

        with suppress(ProfileError):
            self._own_profile = Profile.from_json(settings) if settings else self._own_profile
        table = LessonTable(name, me, self._left)
        await self.here(table, "nobody")
        self._left = table.left
        return table.kept

    async def hot_seat(self, links: tuple[TableLink, ...], keeper: Keeper = "play") -> int:
        """Runs one interface for several people in this process's own terminal."""
        if not self._has_screen:
            raise BadConfig("the hot seat covers the screen between players: it needs a terminal")
        from rr_tui.app import TableApp

        return await self._here(
            lambda: TableApp(links[0], self._own_profile, others=links[1:], keeper=keeper)
        )

    async def replay(self, replay: ReplayLink) -> int:
        """Shows a game that is over in this process's own terminal; the exit status."""
        if not self._has_screen:
            return await self._replay_in_lines(replay)
        return await self._here(lambda: self._replaying(replay, shelf=FileShelf(self)))

    async def _replay_in_lines(self, replay: ReplayLink) -> int:
        from rr_tui.linear import ReplayInterface

        loop, width = asyncio.get_running_loop(), shutil.get_terminal_size().columns
        reading = ReplayInterface(replay, PlainLines(OwnLines(), loop), loop, width)
        reading.shelf = FileShelf(self)
        await reading.run()
        return int(bool(replay.reel.refusal))

    async def film(
        self, replay: ReplayLink, takes: Sequence[FilmTake], size: tuple[int, int]
    ) -> Film:
        """What a replay shows while keys are pressed, as a film. Raises TimeoutError."""
        from rr_tui.terminal.cast import film

        title = f"{replay.reel.title}, a replay"
        return await film(lambda: self._replaying(replay, depth=ColourDepth.TRUE), size, takes,
                          title)  # fmt: skip

    def _replaying(
        self, replay: ReplayLink, depth: ColourDepth | None = None, shelf: FileShelf | None = None
    ) -> PlayerApp:
        from rr_tui.app import TableApp

        profile = self._own_profile if depth is None else self._own_profile.changed(depth=depth)
        app = TableApp(replay, profile, keeper="nobody", replay=replay)
        app.shelf = shelf
        return app

    async def past(self, acts: HistoryActs, at: str = "") -> str:
        """Shows past games, the cursor on the one of that name; what is chosen, or ""."""
        from rr_tui.screens.history import PastApp

        if not self._has_screen:
            from rr_tui.linear.words import past_words

            lines = OwnLines()
            for line in past_words(await acts.look(""), f"{own_command()} history"):
                lines.write_line(line)
            await lines.drain()
            return ""
        app: list[PastApp] = []

        def build() -> PastApp:
            app.append(PastApp(acts, self._own_profile, at))
            return app[0]

        await self._here(build)
        return app[0].chosen

    async def front(
        self, page: FrontPage, shown: Callable[[], object], settings: str = ""
    ) -> tuple[str, str]:
        """Has somebody choose on the first screen, here; the key of what was chosen, or QUIT.

        It wears `settings`, where some are kept, and gives those back with which it ended if they
        are others, else "". `shown` is called once it can be read.
        """
        if not self._has_screen:
            shown()
            return await choose_in_lines(page, OwnLines()), ""
        app: list[FrontApp] = []
        with suppress(ProfileError):
            self._own_profile = Profile.from_json(settings) if settings else self._own_profile
        before = self._own_profile

        def build() -> FrontApp:
            app.append(FrontApp(page, before, over=OVER, shown=shown))
            return app[0]

        await self._here(build)
        self._own_profile = app[0].profile
        is_same = self._own_profile == before
        return app[0].chosen, "" if is_same else self._own_profile.to_keep(is_whole=True)

    async def _here(self, build: Callable[[], PlayerApp]) -> int:
        def dressed() -> PlayerApp:
            app = build()
            if self._is_colourless:
                app.go_without_colours()
            return app

        with TtyChannel() as own:
            async with self._collector.at_work():
                status = await own.run(dressed, collector=self._collector)
        if own.is_gone:
            # The terminal was closed: the table is closed in order, with nobody left to tell.
            let_go()
        return status


RIGHT = b"\x1b[C"
LONGEST_PATH = 1000
"""Characters of a path that is said whole: whoever looks for the file needs all of it."""


class FileShelf:
    """Keeps what a replay shows in files, in the folder that one stands in."""

    def __init__(self, screens: Screens) -> None:
        self._screens = screens

    async def cast(
        self, replay: ReplayLink, steps: int, seconds: float, size: tuple[int, int]
    ) -> str:
        """Keeps so many steps of a replay, each shown for some seconds, as an asciicast."""
        from rr_tui.terminal.cast import FilmTake

        takes = [FilmTake(b"", seconds), *[FilmTake(RIGHT, seconds)] * steps]
        made = await self._screens.film(replay, takes, (size[0], size[1]))
        return kept(replay, "cast", made.cast)

    async def picture(self, replay: ReplayLink, size: tuple[int, int]) -> str:
        """Keeps the step with which a replay begins as an SVG."""
        from rr_tui.terminal.cast import FilmTake
        from rr_tui.terminal.svg import still

        made = await self._screens.film(replay, [FilmTake(b"", 1.0)], (size[0], size[1]))
        return kept(replay, "svg", still(made.frames[-1].cells, made.title))

    async def share(self, replay: ReplayLink, at: int, note: str) -> str:
        """Keeps a file to share, which begins at a step. Raises Refused."""
        return kept(replay.beginning(at, replay.reel.eyes[0]), "share.json", replay.share(at, note))


def kept(replay: ReplayLink, ending: str, content: bytes) -> str:
    """Keeps a file that is called after a game and the step where it begins; says where."""
    title = re.sub(r"[^a-z0-9]+", "-", replay.reel.title.casefold()).strip("-") or "game"
    try:
        path = keep_file(Path(f"{title}-step-{replay.reel.start}.{ending}"), content)
    except click.ClickException as error:
        return f"{clean(error.message, 200)}."
    return f"It is kept in {clean(str(path.absolute()), LONGEST_PATH)}."


def lessons_marked(settings: str) -> dict[str, str]:
    """How the lessons stand that somebody has begun or taken, by the settings that are kept."""
    try:
        met = Profile.from_json(settings).met if settings else ()
    except ProfileError:
        return {}
    ids = dict.fromkeys(each.partition(":")[2] for each in met if each.startswith((LESSON, BEGUN)))
    return {each: mark_of(each, met) for each in ids}


class PlainLines:
    """A session of lines as the text mode reads it: a line too long is a line lost, with a word."""

    def __init__(self, session: LineChannel, clock: Clock) -> None:
        self.is_terminal = session.is_terminal
        self.write_line = session.write_line
        self.drain = session.drain
        self._session = session
        from rr_net.host.json_session import Pace

        self._pace = Pace(clock)

    async def read_line(self) -> str | None:
        """The next line, None at the end."""
        from rr_net.ssh import LineTooLong

        while True:
            await self._pace.next()
            try:
                return await self._session.read_line()
            except LineTooLong as error:
                self.write_line(f"Not understood: {error}")


def import_interfaces() -> None:
    """Imports what the first screen does without."""
    import rr_tui.app
    import rr_tui.linear  # noqa: F401 - whoever sits down finds it there


def import_the_rest() -> None:
    """Imports what a table needs, in a thread: whoever reads the first screen takes a moment."""
    from threading import Thread

    def work() -> None:
        import_interfaces()
        import rr_net.host.serving  # noqa: F401 - as below
        import rr_rules.runes_regulations.game  # noqa: F401 - a first game finds it there

    Thread(target=work, daemon=True).start()


def is_somebody_there() -> bool:
    """Whether anything can ever come in: a terminal, or input that has not ended yet."""
    try:
        kind = os.fstat(0).st_mode
        if sys.stdin.isatty():
            return True
        if stat.S_ISREG(kind):
            return os.fstat(0).st_size > os.lseek(0, 0, os.SEEK_CUR)
        ready = select.poll()
        ready.register(0, select.POLLIN | select.POLLHUP)
        state = dict(ready.poll(0)).get(0, 0)
    except (OSError, ValueError, AttributeError):
        return False
    is_pipe = stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)
    return is_pipe and not (state & select.POLLHUP and not state & select.POLLIN)


def has_screen(environment: Mapping[str, str]) -> bool:
    """Whether this process's terminal can show more than lines of text."""
    # Whoever sends any of them elsewhere wants lines there, and no board.
    is_terminal = all(each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr))
    return is_terminal and environment.get("TERM", "") not in NO_SCREEN


def own_profile(config: Config, environment: Mapping[str, str]) -> Profile:
    """How the own terminal is drawn: what the config file says, else what the terminal says."""
    profile = first_guess(environment.get("TERM", ""))
    if environment.get("COLORTERM") in TRUE_COLOUR:
        profile = profile.changed(depth=ColourDepth.TRUE)
    try:
        return profile.changed(**config.interface)
    except ProfileError as error:
        raise BadConfig(f"config.toml, [interface]: {clean(str(error))}") from None


def interface_mistakes(settings: Mapping[str, object]) -> list[Mistake]:
    """What is wrong with settings of the own terminal, each by itself."""
    found = []
    for name, value in settings.items():
        try:
            Profile().changed(**{name: value})
        except ProfileError as error:
            found.append(Mistake(("interface", name), str(error)))
    return found


def scrubbed_environment() -> Mapping[str, str]:
    """The environment of this process, which from now on says nothing of our own terminal.

    Textual reads it while it is imported, and every player's screen would follow ours.
    """
    own = dict(os.environ)
    scrub_environment(os.environ)
    return own
