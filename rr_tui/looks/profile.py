"""A player's settings of the terminal, kept by key: a client's environment is ignored."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from rr_tui.terminal.depth import ColourDepth, GlyphSet

PROFILE_LIMIT = 16_384
"""The longest profile that is read, in characters."""


OF_TIPS = frozenset({"version", "tips", "met"})
"""What is stored of a player who has chosen nothing else."""
MOST_MET = 200
"""Tips that are remembered."""
LESSON, BEGUN = "lesson:", "begun:"
"""What the marks of lessons begin with that a player has taken to the end, or has begun."""
DONE, BEGUN_ONLY = " ✓", " (begun)"
"""How lessons are marked in a list."""
LONGEST_MARK = 64
"""By how many characters of its mark a tip is remembered: results of a deck may be longer."""
MOST_KEPT = 8192
"""The longest profile that a room keeps, in characters."""


class ProfileError(ValueError):
    """A text is no profile, or not one that this version understands."""


ThemeId = Literal["dark", "light", "high-contrast", "colour-blind", "ansi"]

_BINDING = re.compile(r"[a-z][a-z0-9_.-]{0,39}")
_KEYS = re.compile(r"[a-z0-9_+]{1,30}(,[a-z0-9_+]{1,30}){0,3}")


def _binding(binding: str) -> str:
    if _BINDING.fullmatch(binding) is None:
        raise ValueError("expected the id of a binding")
    return binding


def _keys(keys: str) -> str:
    if _KEYS.fullmatch(keys) is None:
        raise ValueError("expected up to four keys like ctrl+x,f2")
    return keys


Binding = Annotated[str, AfterValidator(_binding)]
Keys = Annotated[str, AfterValidator(_keys)]
Mark = Annotated[str, Field(max_length=LONGEST_MARK)]


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
    keymap: Annotated[dict[Binding, Keys], Field(max_length=100)] = Field(default_factory=dict)
    confirm: Confirmations = Confirmations()
    auto: Automatics = Automatics()
    tips: bool = True
    """Whether a line explains what is new to this player."""
    met: Annotated[tuple[Mark, ...], Field(max_length=MOST_MET)] = ()
    """The tips that this player has met, by their marks."""

    def to_json(self) -> str:
        """The profile as text, to be stored."""
        return self.model_dump_json()

    def to_keep(self, *, is_whole: bool) -> str:
        """The settings to be stored: all of them, or tips alone where nothing else was chosen.

        What was never chosen stays open, so that another terminal is still guessed at.
        """
        text = self.to_json() if is_whole else self.model_dump_json(include=set(OF_TIPS))
        if len(text) <= MOST_KEPT or not self.met:
            return text
        # Of all that is kept an old tip is missed least: it is told once more.
        newest = self.met[len(self.met) // 4 + 1 :]
        return self.model_copy(update={"met": newest}).to_keep(is_whole=is_whole)

    @property
    def is_whole(self) -> bool:
        """Whether more than tips stood in what this was read from."""
        return bool(self.model_fields_set - OF_TIPS)

    def over(self, other: Profile) -> Profile:
        """Another profile with what stood in this one's text."""
        return other.changed(**{name: getattr(self, name) for name in self.model_fields_set})

    def meeting(self, tip: str) -> Profile:
        """The profile of a player who has met one tip more."""
        return self.model_copy(update={"met": (*self.met, tip[:LONGEST_MARK])[-MOST_MET:]})

    def has_met(self, tip: str) -> bool:
        """Whether this player has met a tip."""
        return tip[:LONGEST_MARK] in self.met

    @classmethod
    def from_json(cls, text: str | bytes) -> Profile:
        """Reads a stored profile without its bad entries; `ProfileError` where it is none."""
        return cls.reading(text)[0]

    @classmethod
    def reading(cls, text: str | bytes) -> tuple[Profile, str]:
        """A stored profile, and what was wrong with the first entry that it had to lose, or ""."""
        if len(text) > PROFILE_LIMIT:
            raise ProfileError(f"profile too long: expected at most {PROFILE_LIMIT} characters")
        try:
            return cls.model_validate_json(text), ""
        except ValidationError as error:
            wrong = error
        kept = _without(text, wrong)
        if kept is None:
            raise ProfileError(_worded(wrong))
        try:
            return cls.model_validate(kept), _worded(wrong)
        except ValidationError:
            raise ProfileError(_worded(wrong)) from None

    def changed(self, **settings: object) -> Profile:
        """The profile with some settings changed, checked like a stored one."""
        try:
            return type(self).model_validate(self.model_dump() | settings)
        except ValidationError as error:
            raise ProfileError(_worded(error)) from None


def _without(text: str | bytes, error: ValidationError) -> dict[str, object] | None:
    """What a text says without its bad entries; None where it is no profile of this version."""
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    if any(not fault["loc"] or fault["loc"][0] == "version" for fault in faults):
        return None
    places = {tuple(part for part in fault["loc"] if part != "[key]") for fault in faults}
    kept: dict[str, object] = json.loads(text)
    # From the end on: what is taken out of a list moves all that stands behind it.
    for place in sorted(places, key=_order, reverse=True):
        _take_out(kept, place)
    return kept


def _order(place: tuple[int | str, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((part, "") if isinstance(part, int) else (-1, part) for part in place)


def _take_out(kept: dict[str, object], place: tuple[int | str, ...]) -> None:
    holder: Any = kept
    for part in place[:-1]:
        holder = holder[part]
    del holder[place[-1]]


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
