"""An app that shares its process with other people's apps.

Textual was written for one app per process: it redirects the process's output, reads its
environment, installs a task factory and prints tracebacks. Here each of these is undone, and the
screen is drawn by our own painter, on the byte channel that `start` attaches.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

from rich.console import RenderableType
from textual import events
from textual._compositor import CompositorUpdate
from textual._styles_cache import StylesCache
from textual.app import App, SystemCommand
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.filter import ANSIToTruecolor
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import Widget

from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.driver import ByteChannel, ChannelDriver
from rr_tui.terminal.ink import SYSTEMS
from rr_tui.terminal.painter import Painter
from rr_tui.terminal.stylesheets import SharedStylesheet

log = logging.getLogger(__name__)

FRAMES_LOGGED = 12
MOST_LOOKS = 32
"""A widget that is never done keeps a first picture waiting no longer than so many turns."""

_VARIABLES: dict[str, tuple[Theme, dict[str, str]]] = {}
"""The variables of each theme that somebody wears, by its name."""


class NotHere(RuntimeError):
    """Something was asked for that would touch the host's own files or desktop."""


class NoChannel:
    """A channel to nobody, for an app that Textual's pilot runs."""

    congested = False

    def write(self, content: bytes, /) -> None:
        """Sends nothing."""

    def hold(self, held: bool, /) -> None:
        """Reads nothing."""

    def close(self) -> None:
        """Has nothing to end."""


class TerminalApp(App[object]):
    """The base of apps on byte channels, those in the process's own terminal too."""

    # Textual's palette can change themes, take screenshots and quit.
    COMMANDS = set()
    # A selection would give each cell a style of its own; terminals select by themselves.
    ALLOW_SELECT = False

    SORRY: ClassVar[tuple[str, ...]] = ("Sorry: the program broke, and the fault is noted.",)
    """What whoever sits at the terminal reads when the app has broken."""

    def __init__(self) -> None:
        super().__init__()
        self.stylesheet: SharedStylesheet = SharedStylesheet(variables=self.get_css_variables())
        self._terminal: ChannelDriver | None = None
        self.features = frozenset()
        # Neither is used, and each would be one more widget of every screen.
        self._disable_tooltips = self._disable_notifications = True
        self._filters = [each for each in self._filters if isinstance(each, ANSIToTruecolor)]
        self.animation_level = "none"
        self.show_in(ColourDepth.MANY)

    @property
    def terminal(self) -> ChannelDriver:
        """What the app draws on and is told by."""
        assert self._terminal is not None, "the app has no terminal: run it with `start`"
        return self._terminal

    def attach(
        self,
        channel: ByteChannel,
        size: tuple[int, int],
        *,
        on_stalled: Callable[[], object] | None = None,
        on_frame: Callable[[float | None], object] | None = None,
    ) -> ChannelDriver:
        """Has the app draw on a byte channel."""
        self._terminal = ChannelDriver(
            self,
            channel,
            size,
            mouse=self._takes_mouse,
            on_stalled=on_stalled,
            on_frame=on_frame or bool,
            on_resized=self._terminal_resized,
        )
        return self._terminal

    def detach(self) -> None:
        """Lets go of the channel when the app has ended, so that little is left to collect."""
        self._terminal = None
        self._driver = None
        self.painter.forget()
        # It is keyed on the caches of widgets: a thousand of them would outlive their sessions.
        StylesCache.get_inner_outer.cache_clear()

    # --- what the terminal shows --------------------------------------------------------

    def show_in(self, depth: ColourDepth, *, ascii_only: bool = False, mouse: bool = False) -> None:
        """Takes on what this terminal can show and report, now or in the middle."""
        self.painter = Painter(depth, ascii_only=ascii_only)
        self.no_color = depth is ColourDepth.NONE
        # What is left of Textual's own output goes through it.
        self.console._color_system = SYSTEMS[depth]  # noqa: SLF001 - see the contract test
        self._takes_mouse = mouse
        if self.is_running:
            self.terminal.set_mouse(wanted=mouse)
            self.refresh()

    def bell(self) -> None:
        """Rings."""
        self.terminal.ring()

    def get_default_screen(self) -> Screen[Any]:
        """The first screen, with its style sheet: nothing that is styled already needs a look."""
        screen = self.first_screen()
        for path in screen.css_path:
            self.stylesheet.read(path)
        self._load_screen_css(screen)
        return screen

    def first_screen(self) -> Screen[Any]:
        """The screen that lies below all others."""
        return Screen()

    def get_css_variables(self) -> dict[str, str]:
        """The variables of the theme, worked out once for everybody."""
        theme = self.current_theme
        known, variables = _VARIABLES.get(theme.name, (None, {}))
        if known is not theme:
            variables = super().get_css_variables()
            _VARIABLES[theme.name] = theme, variables
        self.theme_variables = variables
        return variables

    def follow_theme(self) -> None:
        """Has the first screen styled once, as the theme of this moment wants it."""
        if not self.screen_stack:
            self.stylesheet.set_variables(self.get_css_variables())

    def refresh_css(self, animate: bool = True) -> None:
        """Has all follow the theme, unless they do so already."""
        if not self.stylesheet.follows(self.get_css_variables()):
            super().refresh_css(animate)

    def name_window(self, title: str) -> None:
        """Puts a few words of ours into the window's title; never what somebody has typed."""
        self.terminal.set_title(title)

    def bid_farewell(self, line: str) -> None:
        """Keeps a line for the normal screen, to be read after the interface has left."""
        self.terminal.bid_farewell(line)

    def action_redraw(self) -> None:
        """Draws every cell anew, when something else wrote on the terminal."""
        self.painter.forget()
        self.refresh()

    def when_drawn(self, call: Callable[[float], object]) -> None:
        """Calls back when the terminal shows what was changed until now, with the time.

        The time compares with that of events: a later key was pressed by somebody who could see it.
        """
        self.call_after_refresh(self.terminal.when_drawn, call)

    # --- drawing ------------------------------------------------------------------------

    def _display(self, screen: Screen[object], renderable: object) -> None:
        try:
            if isinstance(renderable, CompositorUpdate) and self._may_draw():
                self._draw(renderable)
        finally:
            self.post_display_hook()

    def _may_draw(self) -> bool:
        return self._running and not self._closed and not self._batch_count

    def _draw(self, update: CompositorUpdate) -> None:
        # Nothing is queued for a terminal that is behind: it gets the newest picture later.
        if self.terminal.is_congested:
            self.terminal.refuse_frame()
            return
        area = self.screen.outer_size
        body = self.painter.frame(update, area, area.clamp_offset(self.cursor_position))
        if body:
            self.terminal.show(body)

    def _terminal_resized(self) -> None:
        self.painter.forget()
        # A size that changed and changed back is no news to Textual; the terminal was cut.
        if self._size == self.terminal._size:  # noqa: SLF001 - see the contract test
            self.call_later(self.refresh)

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        # Textual leaves to each screen what waits for its next picture, and forgets that with it: a
        # question would never count as shown, and no key could answer it.
        waiting, screen._callbacks = screen._callbacks, []  # noqa: SLF001 - see the contract test
        for callback, sender in waiting if self.screen_stack else ():
            self.screen._invoke_later(callback, sender)  # noqa: SLF001
        return await super()._replace_screen(screen)

    # --- one process, many apps ---------------------------------------------------------

    def _build_driver(
        self,
        headless: bool,
        inline: bool,
        mouse: bool,
        size: tuple[int, int] | None,
    ) -> Driver:
        if headless:
            self.attach(NoChannel(), size or (80, 24))
        self._driver = self.terminal
        return self.terminal

    async def _process_messages(self, *arguments: object, **options: object) -> None:
        # Since Python 3.12 Textual makes every task of the loop start eagerly; asyncssh then
        # leaves the next person waiting in the middle of the authentication.
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
        for line in self.SORRY:
            self.bid_farewell(line)
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Ends the app with an apology; what Textual wanted to print stays unprinted."""
        self._fatal_error()

    def _print_error_renderables(self) -> None:
        """Prints nothing: whatever it would be, the process's own output is not this app's."""

    def exit(
        self,
        result: object = None,
        return_code: int = 0,
        message: RenderableType | None = None,
    ) -> None:
        """Ends the app; a message is for whoever sits there, not for the host's log."""
        if message is not None:
            self.bid_farewell(str(message))
        super().exit(result, return_code)

    # --- what must not happen on the host ------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """No stock commands."""
        return ()

    def save_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str:
        """Refuses: the file would lie on the host's disk."""
        raise NotHere("no screenshots: the file would lie on the host's disk")

    def _deliver_binary(self, *arguments: object, **options: object) -> str | None:
        return None


class SteadyScreen(Screen[None], inherit_bindings=False):
    """A screen that is painted for the first time when everything has found its place.

    Textual lays a new one out up to five times and paints it three times, as events come in.
    """

    # It shows its ground and nothing else: no border, no padding, no words of its own.
    BLANK = True

    def __init__(self) -> None:
        super().__init__()
        self._is_laid_out = self._is_painted = False
        self._looks = 0
        """How often it was looked whether all that it shows is ready."""
        # Whoever takes the place of the first screen of all finds there what the others have.
        self._push_result_callback(self, None)

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Has the first picture made when what waits here, and then at the widgets, is done."""
        if not self._is_painted:
            # The widgets have been styled just now, as they came.
            event.refresh_styles = False
            self.call_later(self.call_later, self._on_timer_update)

    def _screen_resized(self, size: Size) -> None:
        if size != self._size:
            super()._screen_resized(size)

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        super()._refresh_layout(size, scroll)
        if not self._is_laid_out:
            # Nothing was arranged before: whoever has asked for a place has one now, and the first
            # picture draws all of them.
            self._is_laid_out, self._layout_required = True, False
            for widget in self.walk_children(Widget):
                widget._layout_required = widget._repaint_required = False  # noqa: SLF001

    def _compositor_refresh(self) -> None:
        if self._is_painted or not self.is_current:
            super()._compositor_refresh()

    def _on_timer_update(self) -> None:
        if not self._is_painted and self.is_current:
            if self._layout_required:
                self._layout_required = False
                self._refresh_layout()
            self._looks += 1
            if self._looks < MOST_LOOKS and not all(map(_is_ready, self.walk_children(Widget))):
                # By way of the loop: a screen that writes to itself lets nobody else go on.
                asyncio.get_running_loop().call_soon(self.call_later, self._on_timer_update)
                return
            self._is_painted = True
        super()._on_timer_update()


def _is_ready(widget: Widget) -> bool:
    """Whether a widget is there with all that it holds, and knows its size."""
    return widget.is_mounted and not widget.message_queue_size
