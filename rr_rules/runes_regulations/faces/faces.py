"""Faces: what a card says, as plain frozen values in the closed vocabulary of the deck files.

The loader builds them from TOML; the verbs and rules of this package interpret them. A field that
the card leaves out holds the vocabulary's default.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from rr_rules.runes_regulations.faces.verb import Narrowed, Rule, Verb
from rr_rules.runes_regulations.faces.vocabulary import (
    FACE_DOWN,
    FILTERS,
    LEFT_OUT,
    NOTHING,
    Acts,
    ByRule,
    Change,
    Compared,
    ErrorPhrase,
    Event,
    HasOne,
    IsOne,
    Limit,
    MaxOne,
    MinOne,
    Noun,
    OnOne,
    Payment,
    Phase,
    Positive,
    RuleScope,
    Scope,
    Small,
    Spins,
    Thing,
    Unfit,
    UpToSix,
    WinMoment,
    WouldOne,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger(Narrowed):
    """The event that a card answers, as its holder sees it."""

    on: OnOne[Event] = LEFT_OUT
    before: WouldOne[Event] = LEFT_OUT
    what: Thing = LEFT_OUT
    of: Scope = LEFT_OUT
    by: Scope = LEFT_OUT
    would: bool = field(init=False)
    """Whether it answers what is about to happen."""
    event: str = field(init=False)

    def __post_init__(self) -> None:
        Narrowed.__post_init__(self)
        object.__setattr__(self, "would", self.before != LEFT_OUT)
        object.__setattr__(self, "event", self.before if self.would else self.on)


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition(Narrowed):
    """How many things of a noun somebody must have."""

    what: HasOne[Noun]
    of: Scope = "you"
    least: MinOne[Small | None] = None
    most: MaxOne[Small | None] = None
    fewest: IsOne[Compared | None] = None

    def misfits(self, said: Collection[str]) -> Iterator[Unfit]:
        """It compares, and with what everybody can count."""
        if self.what == "spell":
            expected = "what everybody can count: card for a hand"
            yield Unfit("is hidden", expected, word="has")
        for word in said if self.what in FACE_DOWN else ():
            if word in FILTERS:
                expected = f"no filter: the faces of a {self.what} are hidden"
                yield Unfit("is hidden", expected, word, word=word)
        if not {"min", "max", "is"} & {*said}:
            yield Unfit("compares with nothing", "min, max or is")
        if self.most is not None and (self.least or 0) > self.most:
            expected = f"at least the min of {self.least}"
            yield Unfit("can never hold", expected, word="max")


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitRule(Rule):
    """Changes a limit."""

    rule: Literal["limit"] = "limit"
    which: Limit
    of: RuleScope
    add: Change | None = None
    set: Small | None = None

    def misfits(self, said: Collection[str]) -> Iterator[Unfit]:
        """It either adds or sets."""
        if (self.add is None) == (self.set is None):
            got = NOTHING if self.add is None else ErrorPhrase("both")
            yield Unfit("changes no limit", "exactly one of add or set", got)


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotRule(Narrowed, Rule):
    """Makes acts impossible, for things or for players."""

    rule: Literal["cannot"] = "cannot"
    act: Acts[Literal["steal", "destroy", "hex", "return", "cast"]]
    of: RuleScope = LEFT_OUT
    by: RuleScope = LEFT_OUT
    phase: Phase = LEFT_OUT
    what: Literal[Noun, "this"] = LEFT_OUT

    def misfits(self, said: Collection[str]) -> Iterator[Unfit]:
        """Without a thing it must bind somebody, and nothing can be narrowed."""
        if "what" not in said:
            yield from without_noun(said)
            if "by" not in said:
                yield Unfit("binds nobody", "what or by")


@dataclass(frozen=True, slots=True, kw_only=True)
class SurchargeRule(Narrowed, Rule):
    """Asks a price before an act."""

    rule: Literal["surcharge"] = "surcharge"
    act: Acts[Literal["cast", "summon", "activate"]]
    by: RuleScope
    price: Payment[Verb]
    phase: Phase = LEFT_OUT
    what: Noun = LEFT_OUT


@dataclass(frozen=True, slots=True, kw_only=True)
class SpinRule(Rule):
    """Lets players SPIN several times in the Spin phase and pick one result."""

    rule: Literal["spin_rule"] = "spin_rule"
    by: RuleScope
    spins: Spins
    phase: Literal["spin"] = LEFT_OUT


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRule(Rule):
    """Has players DRAW several cards in the Draw phase."""

    rule: Literal["draw_rule"] = "draw_rule"
    by: RuleScope
    n: Positive
    phase: Literal["draw"] = LEFT_OUT


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUpRule(Rule):
    """Lays a Fence open."""

    rule: Literal["face_up"] = "face_up"
    of: RuleScope
    zone: Literal["fence"]


AnyRule: TypeAlias = ByRule[
    LimitRule | CannotRule | SurchargeRule | SpinRule | DrawRule | FaceUpRule
]
Rule.union = AnyRule


def without_noun(said: Iterable[str]) -> Iterator[Unfit]:
    """The filters of a part that has no noun for them to narrow."""
    for word in said:
        if word in FILTERS:
            yield Unfit("narrows nothing", "a noun in what", word, word=word)


@dataclass(frozen=True, slots=True)
class Win:
    """One way a Role wins: a moment and conditions that must all hold."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    at: WinMoment
    all: UpToSix[Condition] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """A card's face; equal faces are copies of each other."""

    id: str
    name: str
    kind: str
    back: str
    """The deck it comes from: main, rune, regulation, forbidden, ..."""
    copies: int
    origin: str
    text: str
    """What the player reads: as written, or rendered from the effect where the file has none."""
    families: tuple[str, ...] = ()
    """In alphabetical order."""
    collar: bool = False
    trigger: Trigger | None = None
    conditions: tuple[Condition, ...] = ()
    once: bool = False
    optional: bool = False
    price: tuple[Verb, ...] = ()
    effects: tuple[Verb, ...] = ()
    rules: tuple[Rule, ...] = ()
    cost: tuple[Verb, ...] = ()
    win: tuple[Win, ...] = ()
    public: bool = False
    """A Role that everybody knows from the start."""
    facts: str = ""
    flavour: str = ""
    carries: frozenset[str] = field(init=False, repr=False, compare=False)
    """The kinds of its lasting rules: looked up for every Creature several times a decision."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "carries", frozenset(rule.rule for rule in self.rules))


def choices_of(items: Iterable[Verb]) -> Iterator[Verb]:
    """The choices among these items and inside them, in the order of the text."""
    for item in items:
        if item.lists:
            yield item
        for each in item.lists:
            yield from choices_of(each)


@dataclass(frozen=True, slots=True)
class Deck:
    """All faces of one table, in the order of the files."""

    name: str
    """ "base", or the name of the owner's deck file."""
    faces: tuple[Face, ...]
    digest: str
    """SHA-256, hex, over the files' names and bytes."""

    def __hash__(self) -> int:
        # The digest alone: decks are looked up, and their faces are many.
        return hash(self.digest)

    def of_kind(self, kind: str) -> tuple[Face, ...]:
        """The faces of one kind, in order."""
        return tuple(face for face in self.faces if face.kind == kind)
