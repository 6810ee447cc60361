"""What a role looks like on one player's terminal: the theme's colours, or attributes alone."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from rr_tui.looks.profile import ColourDepth, ThemeId
from rr_tui.looks.themes import GROUNDS, ROLES, ThemeFile, read_theme, theme_source
from rr_tui.sixteen import front_of_sixteen, ground_of_sixteen

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
        back = next(
            ground_of_sixteen(name, dark=self.theme.dark) for name in GROUNDS if name == ground
        )
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
