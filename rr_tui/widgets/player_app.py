"""An app that wears a player's profile: theme, depth, glyphs, keys, mouse and bell."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

from textual.events import Key

from rr_net.link import ReplayLink
from rr_tui.looks.glyphs import glyphs_of
from rr_tui.looks.keys import Keys, settled
from rr_tui.looks.palette import palette_of, textual_name, textual_theme
from rr_tui.looks.profile import Profile, ProfileError
from rr_tui.terminal.app import TerminalApp
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from rr_tui.terminal.modes import NoticeStyle

STYLES = Path(__file__).parents[1] / "styles"
"""Where style sheets lie; what is no whole path Textual looks up anew for each screen."""


Check = Callable[[Callable[[str], None]], Awaitable[tuple[str, ...]]]
"""Checks the last game once more; it tells about how long that takes, before it begins."""


class StoredSettings(NamedTuple):
    """What there is to do about settings that were kept."""

    words: tuple[str, ...]
    """What the player is told."""
    is_to_keep: bool
    """Whether they are others now, and are to be kept so."""


class Shelf(Protocol):
    """Where somebody at the own terminal keeps what a replay shows; each says what was kept."""

    async def cast(
        self, replay: ReplayLink, steps: int, seconds: float, size: tuple[int, int]
    ) -> str:
        """Keeps so many steps of a replay, each shown for some seconds, as an asciicast."""

    async def picture(self, replay: ReplayLink, size: tuple[int, int]) -> str:
        """Keeps the step with which a replay begins as an SVG."""

    async def share(self, replay: ReplayLink, at: int, note: str) -> str:
        """Keeps a file to share, which begins at a step. Raises Refused."""


class PlayerApp(TerminalApp):
    """One player's app: it looks and rings as the profile says."""

    SORRY = (
        "Sorry: the interface broke, and the fault is noted for the host.",
        "Your seat is kept. Log in again to go on.",
    )

    def __init__(
        self, profile: Profile | None = None, notices: NoticeStyle = NoticeStyle.BELL
    ) -> None:
        super().__init__()
        self.pressed_at = 0.0
        """When the key that is being acted on was pressed."""
        self.notices = notices
        self.check: Check | None = None
        """Has the last game checked once more, a sentence a line: in the host's own terminal."""
        self.shelf: Shelf | None = None
        """Where files of a replay are kept: at the own terminal alone."""
        self.is_colourless = False
        """Whether the terminal's own NO_COLOR stands above what the profile says of colours."""
        self.is_chosen = False
        """Whether this player has ever chosen a setting."""
        self.moved_keys: tuple[str, ...] = ()
        """What is to be said of keys that another action has now."""
        self.wear(profile or Profile())

    def wear(self, profile: Profile) -> None:
        """Takes on a player's settings, now or in the middle of a game."""
        keymap, moved = settled(profile.keymap)
        self.moved_keys += moved
        self.profile = profile = profile.changed(keymap=keymap)
        self.glyphs = glyphs_of(profile.glyphs)
        depth = ColourDepth.NONE if self.is_colourless else profile.depth
        self.palette = palette_of(profile.theme, depth)
        self.animation_level = "basic" if profile.motion else "none"
        self.register_theme(textual_theme(profile.theme))
        self.theme = textual_name(profile.theme)
        self.follow_theme()
        self.set_keymap(Keys(profile.keymap).whole())
        ascii_only = profile.glyphs is GlyphSet.ASCII
        self.show_in(depth, ascii_only=ascii_only, mouse=profile.mouse)

    def go_without_colours(self) -> None:
        """Shows none from now on, whatever is worn: glyphs and all else stay the profile's."""
        self.is_colourless = True
        self.wear(self.profile)

    def wear_stored(self, stored: str) -> StoredSettings:
        """Takes on settings that were kept, "" for none, and says once which keys have moved."""
        # As long as nothing else was kept they are those of the file that this machine reads.
        are_own_keys, lost = True, ""
        try:
            if stored:
                kept, lost = Profile.reading(stored)
                if "keymap" in kept.model_fields_set:
                    self.moved_keys, are_own_keys = (), False
                self.is_chosen = kept.is_whole
                self.wear(kept.over(self.profile))
        except ProfileError as error:
            words = f"Your settings could not be read, these are the usual: {error}"
            return StoredSettings((words,), False)
        moved, self.moved_keys = self.moved_keys, ()
        if moved and are_own_keys:
            moved = self._not_told_yet(moved)
        if lost:
            moved = (f"One of your settings could not be read and is left out: {lost}", *moved)
        return StoredSettings(moved, bool(moved))

    def _not_told_yet(self, moved: tuple[str, ...]) -> tuple[str, ...]:
        """What is to be said of keys from a file: once, until the file says something else."""
        told = f"keys.{sha256(chr(10).join(moved).encode()).hexdigest()[:12]}"
        if self.profile.has_met(told):
            return ()
        self.profile = self.profile.meeting(told)
        return moved

    def meet(self, tip: str) -> str:
        """Notes that a tip was met; the settings to be kept."""
        self.profile = self.profile.meeting(tip)
        return self.profile.to_keep(is_whole=self.is_chosen)

    def on_key(self, event: Key) -> None:
        """Notes when it was pressed; Textual then looks for the key's binding by itself."""
        self.pressed_at = event.time

    def bell(self) -> None:
        """Rings, unless the player does not want it."""
        if self.profile.bell:
            super().bell()

    def ring_for(self, words: str) -> None:
        """Rings, and shows a desktop notice while the window is not in front.

        A terminal of which nothing better than the bell is known has been rung already.
        """
        self.bell()
        if self.profile.notify and self.notices is not NoticeStyle.BELL:
            # A name may hold what parts the fields of a notice: that must not end the interface.
            self.terminal.notify(self.notices, words.replace(";", ","))

    def name_window(self, title: str) -> None:
        """Puts a few words of ours into the window's title, unless the player does not want it."""
        if self.profile.title:
            super().name_window(title)
