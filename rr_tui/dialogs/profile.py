"""Settings: colours, glyphs, motion, mouse, bell, title, what is asked twice, and the keys."""

from __future__ import annotations

from typing import TypeVar, cast, get_args

from textual import on

from rr_net.link import KeepProfile
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import MenuDialog
from rr_tui.dialogs.keymap import KeymapDialog
from rr_tui.looks.profile import Profile, ThemeId
from rr_tui.looks.spans import Span
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from rr_tui.widgets.menu import Menu, MenuItem, item
from rr_tui.widgets.messages import Wear
from rr_tui.widgets.player_app import PlayerApp

Value = TypeVar("Value")

THEMES: tuple[ThemeId, ...] = get_args(ThemeId)
DEPTHS = tuple(ColourDepth)
GLYPHS = tuple(GlyphSet)
DEPTH_WORDS = {
    ColourDepth.TRUE: "16 million colours",
    ColourDepth.MANY: "256 colours",
    ColourDepth.FEW: "16 colours",
    ColourDepth.NONE: "no colour",
}
SWITCHES = {
    "motion": ("Motion", "The Spinner spins; without motion it shows its result at once."),
    "mouse": ("Mouse", "Clicks move the cursor, twice chooses. A dropped line leaves it on."),
    "bell": ("Bell", "Rings when your turn has waited 20 s."),
    "tips": ("Tips", "A line above a question explains what is new to you, once a turn."),
    "title": ("Window title", "Says so in the window's title too."),
    "notify": ("Desktop notices", "Your turn, who knocks: only while the window is not in front."),
}
CONFIRM = {
    "leave": ("Ask before leaving", ""),
    "skip_phase": ("Ask before a phase is skipped", ""),
}


AUTO_NOTE = "Alone, or where only who can react is asked: else its speed would tell of your hand."
AUTO = {
    "auto.draw": "Draw when no Spell can be cast",
    "auto.skip": "Skip if nothing can be played",
}


NO_COLOUR_HERE = "NO_COLOR is set where this terminal was opened: none are shown here."


def settings_items(profile: Profile, *, colourless: bool = False) -> list[MenuItem]:
    """Every setting with its value; `colourless` where the terminal itself wants no colours."""
    colours = NO_COLOUR_HERE if colourless else "What your terminal can show."
    items = [
        _line("theme", "Theme", profile.theme, "Enter: the next one."),
        _line("depth", "Colours", DEPTH_WORDS[profile.depth], colours),
        _line("glyphs", "Glyphs", profile.glyphs.value, "ASCII where boxes look broken."),
    ]
    for name, (words, note) in SWITCHES.items():
        items.append(_line(name, words, _on_off(is_on=getattr(profile, name)), note))
    for name, (words, note) in CONFIRM.items():
        items.append(_line(name, words, _on_off(is_on=getattr(profile.confirm, name)), note))
    for key, words in AUTO.items():
        is_on = getattr(profile.auto, key.removeprefix("auto."))
        items.append(_line(key, words, _on_off(is_on=is_on), AUTO_NOTE))
    note = "Every key can be another one."
    return [*items, item("keys", "Keys…", note), item("usual", "Back to the usual settings")]


def _line(key: str, words: str, value: str, note: str) -> MenuItem:
    return MenuItem(key, (Span(f"{words:<30} "), Span(value, "accent")), note)


def _on_off(*, is_on: bool) -> str:
    return "on" if is_on else "off"


def changed(profile: Profile, key: str) -> Profile:
    """The profile after Enter on a line."""
    match key:
        case "theme":
            return profile.changed(theme=_after(THEMES, profile.theme))
        case "depth":
            return profile.changed(depth=_after(DEPTHS, profile.depth))
        case "glyphs":
            return profile.changed(glyphs=_after(GLYPHS, profile.glyphs))
        case "usual":
            return Profile(depth=profile.depth)
        case name if name in SWITCHES:
            return profile.changed(**{name: not getattr(profile, name)})
        case name if name in CONFIRM:
            confirm = profile.confirm.model_dump()
            return profile.changed(confirm=confirm | {name: not confirm[name]})
        case name if name in AUTO:
            auto = profile.auto.model_dump()
            field = name.removeprefix("auto.")
            return profile.changed(auto=auto | {field: not auto[field]})
    return profile


def _after(values: tuple[Value, ...], value: Value) -> Value:
    return values[(values.index(value) + 1) % len(values)]


BESIDE = 10
"""Rows of the screen that the list of the settings leaves to what stands around it."""
LEAST_ROWS = 16


class ProfileDialog(MenuDialog[None]):
    """A menu of the settings; each takes effect at once and is kept with the key."""

    def __init__(self, profile: Profile, client: TableClient | None) -> None:
        super().__init__("Settings", client, "Enter changes · Esc goes back")
        self._profile = profile

    def on_mount(self) -> None:
        """The settings as they are."""
        super().on_mount()
        self._offer()

    def _offer(self) -> None:
        colourless = cast("PlayerApp", self.app).is_colourless
        items = settings_items(self._profile, colourless=colourless)
        room = self.app.size.height - BESIDE
        self._menu.styles.height = max(LEAST_ROWS, min(len(items) + 2, room))
        self._menu.offer(items)

    def on_resize(self) -> None:
        """On a higher screen more of them are seen."""
        if self.is_mounted:
            self._offer()

    @on(Menu.Chosen)
    def change(self, message: Menu.Chosen) -> None:
        """Changes it."""
        if message.key == "keys":
            self.app.push_screen(KeymapDialog(self._profile), self._keys_changed)
        else:
            self._wear(changed(self._profile, message.key))

    def _keys_changed(self, profile: Profile | None) -> None:
        if profile is not None:
            self._wear(profile)

    def _wear(self, profile: Profile) -> None:
        self._profile = profile
        self.post_message(Wear(profile))
        self.say(KeepProfile(profile=profile.to_keep(is_whole=True)))
        self._offer()
