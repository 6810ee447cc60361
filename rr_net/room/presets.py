"""Presets: several options under one name, and what a change of options is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rr_net import link
from rr_net.game.seats import Level
from rr_rules.kernel.errors import BadOption
from rr_rules.kernel.settings import Setting, paced

Specs = tuple[Setting, ...]
MOST_SAID = 4
"""The most options that a preset or a change names one by one."""
LUCK = {
    "table": "Luck: everybody has a hand in it",
    "strict": "Luck: everybody has a hand in it, and the slow hash is longer",
    "solo": "Luck: the host's machine alone",
}
"""The levels, as a change names them."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Values for some options, and perhaps a level; nothing else is changed by it."""

    id: str
    title: str
    says: str
    """Whom it is for, in a sentence."""
    options: Mapping[str, str]
    fairness: Level | None = None
    """None leaves the level."""

    def suits(self, specs: Specs) -> Preset:
        """The same with those options alone that a game lists and that take the value."""
        names = {spec.name for spec in specs}
        known = {name: value for name, value in self.options.items() if takes(specs, name, value)}
        # A pace sets more than itself, and a preset says all that it sets.
        whole = {name: value for name, value in paced(specs, known).items() if name in names}
        return Preset(self.id, self.title, self.says, whole, self.fairness)

    @property
    def is_empty(self) -> bool:
        """Whether choosing it would change nothing at any table."""
        return not self.options and self.fairness is None

    def holds(self, options: Mapping[str, str], fairness: Level) -> bool:
        """Whether a table with these settled options is set as it says."""
        is_level = self.fairness in {None, fairness}
        return is_level and all(options[name] == value for name, value in self.options.items())

    def words(self, specs: Specs) -> str:
        """All that it sets, in words."""
        said = [f"{spec.called}: {spec.meaning(self.options[spec.name]).word}"
                for spec in specs if spec.name in self.options]  # fmt: skip
        return ". ".join([*said, *([LUCK[self.fairness]] if self.fairness else [])]) + "."


FIRST_GAME = Preset(
    "first", "First game", "For people who play it for the first time.",
    {"pace": "relaxed", "tips": "on", "hints": "on"},
)  # fmt: skip
TOURNAMENT = Preset(
    "tournament", "Tournament", "For games that count.",
    {"window": "sealed", "event_choices": "sealed", "target_choices": "sealed",
     "hints": "off", "newcomers": "watch"},
    "strict",
)  # fmt: skip


HOUSE = "house"


def house_rules(options: Mapping[str, str], fairness: Level | None) -> Preset:
    """The preset of what this host used last for a game."""
    says = "What this host played last, in everything."
    return Preset(HOUSE, "House rules", says, options, fairness)


def offered(specs: Specs, house: Preset | None) -> tuple[Preset, ...]:
    """The presets that change something in a game with these options."""
    every = (FIRST_GAME, *([house] if house is not None else []), TOURNAMENT)
    return tuple(each for each in (one.suits(specs) for one in every) if not each.is_empty)


def holding(
    every: tuple[Preset, ...], specs: Specs, options: Mapping[str, str], fairness: Level
) -> tuple[Preset, ...]:
    """The presets as which a table is set; the house's where that has no other name.

    Nobody who has changed nothing plays by rules of the house.
    """
    held = tuple(each for each in every if each.holds(options, fairness))
    is_usual = all(options[spec.name] == spec.default for spec in specs)
    others = tuple(each for each in held if each.id != HOUSE)
    return others if others or is_usual else held


def as_offered(
    every: tuple[Preset, ...], specs: Specs, options: Mapping[str, str], fairness: Level
) -> tuple[link.PresetOffered, ...]:
    """Presets as an interface shows them, at a table that is set like this."""
    held = holding(every, specs, options, fairness)
    return tuple(
        link.PresetOffered(
            id=each.id,
            title=each.title,
            text=f"{each.says} {each.words(specs)}",
            holds=each in held,
        )
        for each in every
    )


def takes(specs: Specs, name: str, value: str) -> bool:
    """Whether a game lists an option of this name that takes this value."""
    try:
        return any(spec.check(value) == value for spec in specs if spec.name == name)
    except BadOption:
        return False


def counts(spec: Setting, specs: Specs, options: Mapping[str, str]) -> bool:
    """Whether an option says anything while the others are set like this."""
    if spec.void is not None and options.get(spec.void[0]) == spec.void[1]:
        return False
    if spec.needs is None:
        return True
    other, wanted = spec.needs
    above = [each for each in specs if each.name == other]
    return options.get(other) == wanted and all(counts(each, specs, options) for each in above)


def changed(specs: Specs, before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Setting]:
    """The options that have another value now than before."""
    yield from (each for each in specs if before.get(each.name) != now[each.name])


def said(changes: list[str]) -> str:
    """What has changed, in one sentence: the first few, and how many more."""
    more = len(changes) - MOST_SAID
    rest = [f"and {more} more"] if more > 0 else []
    return ". ".join([*changes[:MOST_SAID], *rest])
