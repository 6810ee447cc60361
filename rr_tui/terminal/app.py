"""An app that shares its process with other players' apps.

Textual was written for one app per process: it redirects the process's output, reads its
environment, installs a task factory and prints tracebacks. Here each of these is undone, and the
screen is drawn by our own painter, as one player's profile says.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

from rich.color import ColorSystem
from rich.console import RenderableType
from textual import on
from textual._compositor import CompositorUpdate
from textual._styles_cache import StylesCache
from textual.app import App, SuspendNotSupported, SystemCommand
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.filter import ANSIToTruecolor
from textual.screen import Screen

from rr_tui.looks.glyphs import glyphs_of
from rr_tui.looks.keys import Keys
from rr_tui.looks.palette import palette_of, textual_name, textual_theme
from rr_tui.looks.profile import Profile
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from rr_tui.terminal.driver import ByteChannel, ChannelDriver
from rr_tui.terminal.modes import titled
from rr_tui.terminal.painter import Painter
from rr_tui.terminal.reader import now
from rr_tui.terminal.stylesheets import SharedStylesheet

log = logging.getLogger(__name__)

SORRY = (
    "Sorry: the interface broke, and the fault is noted for the host.",
    "Your seat is kept. Log in again to go on.",
)

FRAMES_LOGGED = 12

# What is left of Textual's own output goes through a console of that depth.
_SYSTEMS = {
    ColourDepth.TRUE: ColorSystem.TRUECOLOR,
    ColourDepth.MANY: ColorSystem.EIGHT_BIT,
    ColourDepth.FEW: ColorSystem.STANDARD,
    ColourDepth.NONE: None,
}


class NotHere(RuntimeError):
    """Something was asked for that would touch the host's own files or desktop."""


class TerminalApp(App[object]):
    """The base of our apps, for players over ssh and in the host's own terminal alike."""

    # Textual's palette can change themes, take screenshots and quit: ours has its own commands.
    COMMANDS = set()
    # A selection would give each cell a style of its own; terminals select by themselves.
    ALLOW_SELECT = False

    def __init__(self, profile: Profile | None = None) -> None:
        super().__init__()
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self._remote: ChannelDriver | None = None
        self._farewell: list[str] = []
        self.features = frozenset()
        self._filters = [each for each in self._filters if isinstance(each, ANSIToTruecolor)]
        self.wear(profile or Profile())

    def attach(
        self,
        channel: ByteChannel,
        size: tuple[int, int],
        *,
        on_stalled: Callable[[], object] | None = None,
        on_frame: Callable[[], object] | None = None,
    ) -> ChannelDriver:
        """Makes the app draw on a byte channel instead of the process's own terminal."""
        self._remote = ChannelDriver(
            self,
            channel,
            size,
            mouse=self.profile.mouse,
            on_stalled=on_stalled,
            on_frame=on_frame or (lambda: None),
            on_caught_up=lambda: self.call_later(self.refresh),
            on_resized=self._terminal_resized,
        )
        return self._remote

    def detach(self) -> None:
        """Lets go of the channel when the app has ended, so that little is left to collect."""
        self._remote = None
        self._driver = None
        self.painter.forget()
        # It is keyed on the caches of widgets: a thousand of them would outlive their sessions.
        StylesCache.get_inner_outer.cache_clear()

    # --- the player's profile -----------------------------------------------------------

    def wear(self, profile: Profile) -> None:
        """Takes on a player's settings, now or in the middle of a game."""
        self.profile = profile
        self.glyphs = glyphs_of(profile.glyphs)
        self.palette = palette_of(profile.theme, profile.depth)
        self.painter = Painter(profile.depth, ascii_only=profile.glyphs is GlyphSet.ASCII)
        self.no_color = profile.depth is ColourDepth.NONE
        self.console._color_system = _SYSTEMS[profile.depth]  # noqa: SLF001 - see the contract test
        self.animation_level = "basic" if profile.motion else "none"
        self.register_theme(textual_theme(profile.theme))
        self.theme = textual_name(profile.theme)
        self.set_keymap(Keys(profile.keymap).whole())
        if self._remote is not None:
            self._remote.set_mouse(wanted=profile.mouse)
        if self.is_running:
            self.refresh()

    def bell(self) -> None:
        """Rings, unless the player does not want it."""
        if not self.profile.bell or self.is_headless:
            return
        if self._remote is not None:
            self._remote.ring()
        else:
            super().bell()

    def name_window(self, title: str) -> None:
        """Puts a few words of ours into the window's title; never a player's text."""
        if not self.profile.title or self._driver is None or self.is_headless:
            return
        if self._remote is not None:
            self._remote.set_title(title)
        else:
            self._driver.write(titled(title))

    def bid_farewell(self, line: str) -> None:
        """Keeps a line for the normal screen, to be read after the interface has left."""
        if self._remote is not None:
            self._remote.bid_farewell(line)
        else:
            self._farewell.append(line)

    def action_redraw(self) -> None:
        """Draws every cell anew, when something else wrote on the terminal."""
        self.painter.forget()
        self.refresh()

    def when_drawn(self, call: Callable[[float], object]) -> None:
        """Calls back when the player's terminal shows what was changed until now, with the time.

        The time compares with that of events: a later key was pressed by somebody who could see it.
        """
        self.call_after_refresh(self._watch_terminal, call)

    def _watch_terminal(self, call: Callable[[float], object]) -> None:
        if self._remote is not None:
            self._remote.when_drawn(call)
        else:
            call(now())

    @on(Driver.SignalResume)
    def redraw_after_stop(self) -> None:
        """The host's own terminal was lent to its shell: what it shows is not ours."""
        self.action_redraw()

    # --- drawing ------------------------------------------------------------------------

    def _display(self, screen: Screen[object], renderable: object) -> None:
        try:
            if isinstance(renderable, CompositorUpdate) and self._may_draw():
                self._draw(renderable)
        finally:
            self.post_display_hook()

    def _may_draw(self) -> bool:
        is_alive = self._running and not self._closed and not self._batch_count
        return is_alive and self._driver is not None and not self.is_headless

    def _draw(self, update: CompositorUpdate) -> None:
        remote = self._remote
        # Nothing is queued for a terminal that is behind: it gets the newest picture later.
        if remote is not None and remote.is_congested:
            remote.refuse_frame()
            return
        area = self.screen.outer_size
        body = self.painter.frame(update, area, area.clamp_offset(self.cursor_position))
        if not body:
            return
        if remote is not None:
            remote.show(body)
        else:
            assert self._driver is not None
            self._driver.write(body)
            self._driver.flush()

    def _terminal_resized(self) -> None:
        self.painter.forget()
        # A size that changed and changed back is no news to Textual; the terminal was cut.
        if self._driver is not None and self._size == self._driver._size:  # noqa: SLF001 - as above
            self.call_later(self.refresh)

    # --- one process, many apps ---------------------------------------------------------

    def _build_driver(
        self,
        headless: bool,
        inline: bool,
        mouse: bool,
        size: tuple[int, int] | None,
    ) -> Driver:
        if self._remote is None or headless:
            return super()._build_driver(headless, inline, mouse, size)
        self._driver = self._remote
        return self._remote

    async def _process_messages(self, *arguments: object, **options: object) -> None:
        # Since Python 3.12 Textual makes every task of the loop start eagerly; asyncssh then
        # leaves the next player waiting in the middle of the authentication.
        asyncio.get_running_loop().set_task_factory(None)
        # Textual redirects the process's output to each app and restores it in the wrong order.
        self._capture_stdout = sys.stdout  # type: ignore[assignment]
        self._capture_stderr = sys.stderr  # type: ignore[assignment]
        await super()._process_messages(*arguments, **options)  # type: ignore[arg-type]

    def _handle_exception(self, error: Exception) -> None:
        if self._exit and isinstance(error, NoMatches):
            # Somebody has gone while a screen was set up: Textual then gives it no widgets.
            return
        # Neither its words nor its locals: both can hold hidden cards.
        frames = reversed(traceback.extract_tb(error.__traceback__)[-FRAMES_LOGGED:])
        where = " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames)
        log.error("an interface broke: %s at %s", type(error).__name__, where or "no frame")
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        for line in SORRY:
            self.bid_farewell(line)
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Ends the app with an apology; what Textual wanted to print stays unprinted."""
        self._fatal_error()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()
        lines, self._farewell = self._farewell, []
        for line in lines:
            print(line, file=sys.__stdout__)

    def exit(
        self,
        result: object = None,
        return_code: int = 0,
        message: RenderableType | None = None,
    ) -> None:
        """Ends the app; a message is the player's to read, not the host's log's."""
        if message is not None:
            self.bid_farewell(str(message))
        super().exit(result, return_code)

    # --- what must not happen on the host ------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """No stock commands."""
        return ()

    def action_suspend_process(self) -> None:
        """Suspends nothing: it would stop every player's game."""

    def suspend(self) -> NoReturn:
        """Refuses: the process is not this player's."""
        raise SuspendNotSupported("suspending is refused: the process serves other players")

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Opens nothing: the browser would be the host's."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Takes no screenshot: the file would lie on the host's disk."""

    def save_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str:
        """Refuses: the file would lie on the host's disk."""
        raise NotHere("no screenshots: the file would lie on the host's disk")

    def deliver_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str | None:
        """Delivers nothing: the file would lie on the host's disk."""
        return None

    def _deliver_binary(self, *arguments: object, **options: object) -> str | None:
        return None
