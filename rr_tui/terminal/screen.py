"""A screen whose first picture is made once.

Textual lays a new screen out up to five times and paints it three times, as one event after the
other comes in: whoever has just arrived waits for all of it, and so does everybody else.
"""

from __future__ import annotations

from textual import events
from textual.geometry import Size
from textual.screen import Screen


class SteadyScreen(Screen[None], inherit_bindings=False):
    """A screen that is painted for the first time when everything has found its place."""

    def __init__(self) -> None:
        super().__init__()
        self._is_painted = False
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

    def _compositor_refresh(self) -> None:
        if self._is_painted or not self.is_current:
            super()._compositor_refresh()

    def _on_timer_update(self) -> None:
        if not self._is_painted and self.is_current:
            if self._layout_required:
                self._layout_required = False
                self._refresh_layout()
            self._is_painted = True
        super()._on_timer_update()
