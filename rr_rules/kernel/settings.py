"""What a table fixes before the deal, and how chosen values are settled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rr_rules.kernel.errors import BadOption, BadTranscript
from rr_rules.kernel.transcript import Plain


@dataclass(frozen=True, slots=True)
class Setting:
    """A table option: fixed before the deal, shown in the lobby, part of the manifest."""

    name: str
    values: tuple[str, ...]
    """The closed list, or suggestions where `least` is given."""
    default: str
    clause: str
    """The rule that it is about, or "" where the game's pages have none."""
    help: str
    least: float | None = None
    """For a number: its bounds, besides the words in `values`."""
    most: float | None = None
    whole: bool = False
    """Only whole numbers count."""

    def check(self, value: str) -> str:
        """`value` if it is allowed. Raises BadOption."""
        if value in self.values or self._in_bounds(value):
            return value
        bounds = "" if self.least is None else f", or a number from {self.least:g} to {self.most:g}"
        expected = ", ".join(self.values) + bounds
        raise BadOption(f"option {self.name} is {value!r}: expected one of {expected}")

    def _in_bounds(self, value: str) -> bool:
        digits = value if self.whole else value.replace(".", "", 1)
        if self.least is None or self.most is None or not digits.isdecimal():
            return False
        return value.isascii() and self.least <= float(value) <= self.most


def settle(specs: Iterable[Setting], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value: the chosen one, checked, or the default. Raises BadOption."""
    known = {spec.name: spec for spec in specs}
    for name in chosen:
        if name not in known:
            raise BadOption(f"there is no option {name!r}: expected one of {', '.join(known)}")
    return {name: spec.check(chosen.get(name, spec.default)) for name, spec in known.items()}


def settle_saved(specs: Iterable[Setting], saved: Plain) -> dict[str, str]:
    """The settled options of a saved state, its field "options". Raises BadTranscript."""
    options = saved.get("options")
    if not isinstance(options, dict) or not all(isinstance(each, str) for each in options.values()):
        raise BadTranscript("a saved state has no options: expected a text for each name")
    try:
        return settle(specs, options)
    except BadOption as error:
        raise BadTranscript(f"a saved state is not one of this game: {error}") from error


DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class PaceTerms:
    """One value of the setting `pace`: what it sets besides, and what it means for screens."""

    sets: Mapping[str, str]
    """Other settings, where they are not chosen themselves."""
    stay: float
    """How many seconds an event stays on the screens before a bot acts."""
    motion: Literal["full", "short", "off"]
    """How much moves there."""


PACES: Mapping[str, PaceTerms] = {
    "relaxed": PaceTerms({"window_seconds": "2.5", "wait_seconds": "30"}, 1.5, "full"),
    "normal": PaceTerms({"window_seconds": "1.2", "wait_seconds": "15"}, 0.7, "short"),
    "brisk": PaceTerms({"window_seconds": "1", "wait_seconds": "8"}, 0.3, "off"),
    "days": PaceTerms(
        {"window_seconds": "1.2", "wait_seconds": "15", "turn_clock": str(DAY)}, 0.3, "off"
    ),
}
"""The paces in words, the slowest of one evening first."""


def paced(specs: Iterable[Setting], chosen: Mapping[str, str]) -> dict[str, str]:
    """What was chosen, with all that a chosen pace sets besides, as far as the game lists it."""
    pace = PACES.get(chosen.get("pace", ""))
    listed = {spec.name for spec in specs}
    sets = {} if pace is None else pace.sets
    return {name: value for name, value in sets.items() if name in listed} | dict(chosen)


ROOM_SETTINGS = (
    Setting("window", ("sealed", "answered", "fast"), "sealed", "",
               "how long a reaction window stays open, and what that gives away"),
    Setting("pace", ("relaxed", "normal", "brisk", "days"), "normal", "",
               "how long events stay on the screens; sets window_seconds and wait_seconds"),
    Setting("window_seconds", ("1.2",), "1.2", "",
               "the beat of a sealed window", 1, 10),
    Setting("wait_seconds", ("15",), "15", "",
               "how long a hold prolongs a window", 1, 120),
    Setting("failed_check", ("void", "flagged"), "void", "",
               "what a failed verification does to the result"),
    Setting("leaver", ("bot", "removed"), "bot", "",
               "what happens to the seat of a player who leaves"),
    Setting("grace", ("60",), "60", "",
               "seconds before a bot takes a dropped seat", 1, 3600, whole=True),
    Setting("turn_clock", ("off",), "off", "",
               "seconds for one decision", 5, 7 * DAY, whole=True),
    Setting("audit", ("automatic", "on_request"), "automatic", "",
               "when everything hidden is opened"),
    Setting("host_seat", ("yes", "dealer_only"), "yes", "",
               "whether the host may take a seat"),
    Setting("newcomers", ("ask", "welcome", "watch"), "ask", "",
               "whether somebody who comes later may take a bot's seat during the game: the host "
               "is asked, everybody may (also somebody with two keys, who then sees two hands), "
               "or nobody"),
)  # fmt: skip
"""The options that the room itself answers to; a game lists them by `room_settings`."""


def room_settings(without: Collection[str], clauses: Mapping[str, str]) -> tuple[Setting, ...]:
    """The options of the room that suit a game, each with the clause of its own pages or none."""
    return tuple([
        replace(spec, clause=clauses.get(spec.name, ""))
        for spec in ROOM_SETTINGS if spec.name not in without
    ])  # fmt: skip
