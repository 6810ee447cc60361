"""A player's settings of the terminal, kept by key: a client's environment is ignored."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from rr_tui.terminal.depth import ColourDepth, GlyphSet

PROFILE_LIMIT = 16_384
"""The longest profile that is read, in characters."""


OF_TIPS = frozenset({"version", "tips", "met"})
"""What is stored of a player who has chosen nothing else."""
MOST_MET = 200
LESSON, BEGUN = "lesson:", "begun:"
"""What the marks of lessons begin with that a player has taken to the end, or has begun."""
DONE, BEGUN_ONLY = " ✓", " (begun)"
"""How lessons are marked in a list."""
"""Tips that are remembered."""


class ProfileError(ValueError):
    """A text is no profile, or not one that this version understands."""


ThemeId = Literal["dark", "light", "high-contrast", "colour-blind", "ansi"]

_BINDING = re.compile(r"[a-z][a-z0-9_.-]{0,39}")
_KEYS = re.compile(r"[a-z0-9_+]{1,30}(,[a-z0-9_+]{1,30}){0,3}")


def _keymap(keymap: dict[str, str]) -> dict[str, str]:
    for binding, keys in keymap.items():
        if _BINDING.fullmatch(binding) is None:
            raise ValueError(f"expected the id of a binding, got {binding[:60]!r}")
        if _KEYS.fullmatch(keys) is None:
            raise ValueError(
                f"{binding}: expected up to four keys like ctrl+x,f2, got {keys[:60]!r}"
            )
    return keymap


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Confirmations(_Settings):
    """What is asked about once more before it is done."""

    leave: bool = True
    skip_phase: bool = False


class Automatics(_Settings):
    """What is done without a question where that tells nobody anything."""

    draw: bool = False
    skip: bool = False


class Profile(_Settings):
    """How one player wants the interface."""

    version: Literal[1] = 1
    depth: ColourDepth = ColourDepth.MANY
    theme: ThemeId = "dark"
    glyphs: GlyphSet = GlyphSet.UNICODE
    motion: bool = True
    mouse: bool = False
    bell: bool = True
    title: bool = True
    notify: bool = True
    keymap: Annotated[dict[str, str], Field(max_length=100), AfterValidator(_keymap)] = Field(
        default_factory=dict
    )
    confirm: Confirmations = Confirmations()
    auto: Automatics = Automatics()
    tips: bool = True
    """Whether a line explains what is new to this player."""
    met: Annotated[tuple[Annotated[str, Field(max_length=24)], ...], Field(max_length=200)] = ()
    """The tips that this player has met."""

    def to_json(self) -> str:
        """The profile as text, to be stored."""
        return self.model_dump_json()

    def to_keep(self, *, is_whole: bool) -> str:
        """The settings to be stored: all of them, or tips alone where nothing else was chosen.

        What was never chosen stays open, so that another terminal is still guessed at.
        """
        return self.to_json() if is_whole else self.model_dump_json(include=set(OF_TIPS))

    @property
    def is_whole(self) -> bool:
        """Whether more than tips stood in what this was read from."""
        return bool(self.model_fields_set - OF_TIPS)

    def over(self, other: Profile) -> Profile:
        """Another profile with what stood in this one's text."""
        return other.changed(**{name: getattr(self, name) for name in self.model_fields_set})

    def meeting(self, tip: str) -> Profile:
        """The profile of a player who has met one tip more."""
        return self.model_copy(update={"met": (*self.met, tip)[-MOST_MET:]})

    @classmethod
    def from_json(cls, text: str | bytes) -> Profile:
        """Reads a stored profile; `ProfileError` says what is wrong with it."""
        if len(text) > PROFILE_LIMIT:
            raise ProfileError(f"profile too long: expected at most {PROFILE_LIMIT} characters")
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            raise ProfileError(_worded(error)) from None

    def changed(self, **settings: object) -> Profile:
        """The profile with some settings changed, checked like a stored one."""
        try:
            return type(self).model_validate(self.model_dump() | settings)
        except ValidationError as error:
            raise ProfileError(_worded(error)) from None


def _worded(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    where = ".".join(str(part)[:40] for part in first["loc"]) or "the text"
    got = repr(first["input"])[:60]
    return f"bad profile: {where}: {first['msg']}, got {got}"


_TRUE = frozenset({"alacritty", "foot", "wezterm", "xterm-direct", "xterm-ghostty", "xterm-kitty"})
_FEW = frozenset({"ansi", "cygwin", "eterm-color", "gnome", "konsole", "putty", "rxvt", "screen"})
_FEW |= {"st", "tmux", "vte", "xterm", "xterm-16color"}
_PLAIN = frozenset({"dumb", "linux"})


def first_guess(term: str) -> Profile:
    """The profile of a player who is here for the first time, from the terminal's name alone."""
    if term in _PLAIN or re.fullmatch(r"vt\d{3}", term):
        return Profile(depth=ColourDepth.FEW, theme="ansi", glyphs=GlyphSet.ASCII)
    if term in _FEW:
        # A palette of sixteen is the user's own: themes with colours of their own would bend it.
        return Profile(depth=ColourDepth.FEW, theme="ansi")
    return Profile(depth=ColourDepth.TRUE if term in _TRUE else ColourDepth.MANY)


def mark_of(lesson: str, met: Collection[str]) -> str:
    """How the lesson of an id stands in a list of lessons, by what was met."""
    if f"{LESSON}{lesson}" in met:
        return DONE
    return BEGUN_ONLY if f"{BEGUN}{lesson}" in met else ""
