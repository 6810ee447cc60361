"""Theme files: which colours the roles of the interface have, and on which grounds they may stand.

A file declares every pair of a role and a ground that is ever drawn, so that the contrast of each
can be computed from the file. What a theme has not declared is drawn in the ground's own text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from rr_tui.looks.profile import ThemeId

Role = Literal[
    "muted", "accent", "title", "border", "warning", "danger", "success", "disabled", "keyword",
    "hexed", "mythical", "shrub", "legal", "nefarious", "hearts", "diamonds", "clubs", "spades",
    "seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "seat7", "seat8",
]  # fmt: skip
"""What a piece of text is when it is no plain text, whatever colour that has."""

Ground = Literal[
    "background", "panel", "focus", "target", "window", "alert", "tile1", "tile2", "tile3"
]
"""What lies behind it: the screen, a box, the cursor, a legal target, a reaction bar, an alarm, or
one of the three kinds of tile that a table is laid with: bluish, greenish, reddish."""

Attribute = Literal["bold", "dim", "italic", "underline", "reverse"]

ROLES: tuple[Role, ...] = get_args(Role)
GROUNDS: tuple[Ground, ...] = get_args(Ground)

_ANSI_HUES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
ANSI_NAMES = ("default", *_ANSI_HUES, *(f"bright_{hue}" for hue in _ANSI_HUES))
_HEX = re.compile(r"#[0-9a-f]{6}")


class ThemeError(ValueError):
    """A theme file is missing, is no theme, or has colours that cannot be read."""


def _colour(text: str) -> str:
    if _HEX.fullmatch(text) is None and text not in ANSI_NAMES:
        raise ValueError(f"expected a colour like #1a2b3c or one of {', '.join(ANSI_NAMES)}")
    return text


Colour = Annotated[str, AfterValidator(_colour)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class GroundColours(_Table):
    """One ground, the plain text on it, and the roles that have their own colour there."""

    colour: Colour
    text: Colour
    roles: tuple[Role, ...] = ()


class Pair(NamedTuple):
    """Two colours that are drawn on each other."""

    role: str
    ground: str
    front: str
    back: str


class ThemeFile(_Table):
    """A theme as its file declares it."""

    id: ThemeId
    title: str = Field(min_length=1, max_length=40)
    dark: bool
    contrast: Annotated[float, Field(ge=1, le=21)]
    exempt: str = ""
    """Why pairs with the terminal's own default colours have no contrast that could be computed."""

    roles: dict[Role, Colour]
    grounds: dict[Ground, GroundColours]
    attributes: dict[Role, tuple[Attribute, ...]] = {}

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        missing = [*(set(ROLES) - set(self.roles)), *(set(GROUNDS) - set(self.grounds))]
        if missing:
            raise ValueError(
                f"expected every role and ground, missing: {', '.join(sorted(missing))}"
            )
        return self

    @model_validator(mode="after")
    def _is_readable(self) -> Self:
        for pair in self.pairs():
            found = contrast(pair.front, pair.back)
            if found is None and not self.exempt:
                raise ValueError(
                    f"{pair.role} on {pair.ground}: no contrast and no reason (exempt)"
                )
            if found is not None and found < self.contrast:
                raise ValueError(
                    f"{pair.role} on {pair.ground}: contrast expected {self.contrast}:1 or more, "
                    f"got {found:.2f}:1"
                )
        return self

    def pairs(self) -> Iterator[Pair]:
        """Every pair of colours that this theme draws."""
        for name, ground in self.grounds.items():
            yield Pair("text", name, ground.text, ground.colour)
            for role in ground.roles:
                yield Pair(role, name, self.roles[role], ground.colour)


def read_theme(source: str, name: str) -> ThemeFile:
    """Reads a theme file; `ThemeError` names the file and the field that is wrong."""
    try:
        return ThemeFile.model_validate(tomllib.loads(source))
    except tomllib.TOMLDecodeError as error:
        raise ThemeError(f"{name}: not TOML: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ThemeError(f"{name}: {where + ': ' if where else ''}{first['msg']}") from None


def theme_source(theme: ThemeId) -> str:
    """The text of one of our theme files, from the wheel or from a checkout."""
    file = f"{theme}.toml"
    shipped = resources.files("rr_tui").joinpath("themes", file)
    if shipped.is_file():
        return shipped.read_text("utf-8")
    beside = Path(__file__).parents[2] / "themes" / file
    if beside.is_file():
        return beside.read_text("utf-8")
    raise ThemeError(f"theme {theme!r} is missing: expected {file} in rr_tui/themes or in themes")


def contrast(front: str, back: str) -> float | None:
    """The WCAG contrast of two colours, or None where the terminal decides what they are."""
    if front in ANSI_NAMES or back in ANSI_NAMES:
        return None
    lighter, darker = sorted((_luminance(front), _luminance(back)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
