"""What a role looks like on one player's terminal: the theme's colours, or attributes alone."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from rr_tui.looks.profile import ThemeId
from rr_tui.looks.themes import (
    GROUNDS,
    ROLES,
    Ground,
    ThemeFile,
    contrast,
    read_theme,
    theme_source,
)
from rr_tui.terminal.depth import ColourDepth

READABLE = 4.5

_XTERM = "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
_XTERM += " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
_CONSOLE = "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
_CONSOLE += " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
PALETTES = tuple(tuple(f"#{each}" for each in one.split()) for one in (_XTERM, _CONSOLE))

BLACK, WHITE = 0, 15

# The numbers of the colours that grounds have where a theme's own cannot be had.
_DARK: dict[Ground, int] = {
    "background": BLACK,
    "panel": BLACK,
    "focus": 6,
    "target": BLACK,
    "window": 7,
    "alert": 1,
    "tile1": 4,
    "tile2": 2,
    "tile3": 1,
}
_LIGHT = _DARK | {"background": WHITE, "panel": WHITE, "focus": 4, "target": WHITE, "tile1": 6}


def front_of_sixteen(colour: str, ground: int) -> int:
    """The number of the colour nearest to a theme's own that can be read on a ground."""
    number = Color.parse(colour).downgrade(ColorSystem.STANDARD).number
    if number is not None and worst_contrast(number, ground) >= READABLE:
        return number
    return max((BLACK, WHITE), key=lambda each: worst_contrast(each, ground))


@lru_cache(maxsize=256)
def worst_contrast(front: int, back: int) -> float:
    """The contrast of two of the sixteen on the palette that does worst by them."""
    found = (contrast(palette[front], palette[back]) for palette in PALETTES)
    return min(each for each in found if each is not None)


# Without colours the cursor and the calls for attention must still be seen.
_BARE_GROUNDS = {
    "focus": Style(reverse=True),
    "target": Style(underline=True),
    "window": Style(bold=True),
    "alert": Style(reverse=True, bold=True),
}
_BARE_ROLES = {
    role: Style(bold=True) for role in ("title", "keyword", "warning", "danger", "legal", "accent")
}


class UnknownRole(LookupError):
    """A name is no role and no ground of a theme."""


class Palette:
    """The styles of one theme at one depth of colour.

    A role is named "seat3", a role on a ground "seat3 on panel", plain text on a ground "on panel"
    or by the ground alone, "focus".
    """

    def __init__(self, theme: ThemeFile, depth: ColourDepth) -> None:
        self.theme = theme
        self.depth = depth
        self._styles: dict[tuple[str, str], Style] = {}

    def style(self, name: str, ground: str = "background") -> Style:
        """The style of a role; `ground` is what lies behind it unless the name says otherwise."""
        key = (name, ground)
        if (found := self._styles.get(key)) is None:
            found = self._styles[key] = self._made(*_split(name, ground))
        return found

    def _made(self, role: str, ground: str) -> Style:
        if self.depth is ColourDepth.NONE:
            return _BARE_GROUNDS.get(ground, Style()) + _BARE_ROLES.get(role, Style())
        colours = next(each for name, each in self.theme.grounds.items() if name == ground)
        own = {name: colour for name, colour in self.theme.roles.items() if name in colours.roles}
        colour = next((found for name, found in own.items() if name == role), colours.text)
        attributes = next((a for name, a in self.theme.attributes.items() if name == role), ())
        if self.depth is ColourDepth.FEW and self.theme.id != "ansi":
            return self._of_sixteen(colour, ground, attributes)
        return Style.parse(" ".join([*attributes, colour, "on", colours.colour]))

    def _of_sixteen(self, colour: str, ground: str, attributes: tuple[str, ...]) -> Style:
        numbers = _DARK if self.theme.dark else _LIGHT
        back = next(number for name, number in numbers.items() if name == ground)
        front = front_of_sixteen(colour, back)
        # A target lies on the colour of its surroundings: a line under it tells it apart.
        marks = ("underline",) if ground == "target" else ()
        return Style.parse(" ".join([*attributes, *marks, f"color({front}) on color({back})"]))


def _split(name: str, ground: str) -> tuple[str, str]:
    """A role and a ground out of "role", "role on ground", "on ground" or "ground"."""
    role = name
    if name.startswith("on "):
        role, ground = "text", name.removeprefix("on ")
    elif " on " in name:
        role, _, ground = name.partition(" on ")
    elif name in GROUNDS:
        role, ground = "text", name
    if (role != "text" and role not in ROLES) or ground not in GROUNDS:
        raise UnknownRole(f"no role {name!r} on {ground!r}: expected one that the themes name")
    return role, ground


@lru_cache(maxsize=16)
def theme_of(theme: ThemeId) -> ThemeFile:
    """One of our themes; its file is read once."""
    return read_theme(theme_source(theme), f"{theme}.toml")


@lru_cache(maxsize=16)
def palette_of(theme: ThemeId, depth: ColourDepth) -> Palette:
    """The palette of one of our themes, shared by everybody who uses it."""
    return Palette(theme_of(theme), depth)


def textual_name(theme: ThemeId) -> str:
    """The name under which Textual's own widgets know a theme."""
    return f"rr-{theme}"


@lru_cache(maxsize=16)
def textual_theme(theme: ThemeId) -> Theme:
    """A theme for Textual's own widgets; its roles are variables like $rr-danger, $rr-focus."""
    source = theme_of(theme)
    grounds = {str(name): _textual_colour(each.colour) for name, each in source.grounds.items()}
    roles = {str(name): _textual_colour(colour) for name, colour in source.roles.items()}
    focus = source.grounds["focus"]
    variables = {f"rr-{name}": colour for name, colour in (roles | grounds).items()}
    variables |= {
        f"rr-on-{name}": _textual_colour(each.text) for name, each in source.grounds.items()
    }
    if source.id == "ansi":
        # Textual's own style sheets ask for more variables where colours are the terminal's.
        variables = BUILTIN_THEMES["ansi-dark"].variables | variables
    variables |= {
        "block-cursor-background": grounds["focus"],
        "block-cursor-foreground": _textual_colour(focus.text),
        "border": roles["border"],
        "border-blurred": roles["border"],
        "text-muted": roles["muted"],
        "text-disabled": roles["disabled"],
        "input-selection-background": grounds["target"],
    }
    return Theme(
        name=textual_name(theme),
        primary=roles["accent"],
        secondary=roles["title"],
        accent=roles["accent"],
        warning=roles["warning"],
        error=roles["danger"],
        success=roles["success"],
        foreground=_textual_colour(source.grounds["background"].text),
        background=grounds["background"],
        surface=grounds["panel"],
        panel=grounds["target"],
        dark=source.dark,
        variables=variables,
        ansi=theme == "ansi",
    )


def _textual_colour(colour: str) -> str:
    return colour if colour.startswith("#") else f"ansi_{colour}"
