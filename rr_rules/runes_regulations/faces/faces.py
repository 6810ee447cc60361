"""Faces: what a card says, as plain frozen values in the closed vocabulary of the deck files.

The loader builds them from TOML; the verbs and rules of this package interpret them. A field that
the card leaves out holds the vocabulary's default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Filter:
    """Which things a noun means: all of its set fields must hold."""

    what: str = ""
    """A noun, "this", "that", or "" where the sentence names no thing."""
    family: str = ""
    family_not: tuple[str, ...] = ()
    collar: bool | None = None
    names: tuple[str, ...] = ()
    other: bool = False


@dataclass(frozen=True, slots=True)
class Trigger:
    """The event that a card answers, as its holder sees it."""

    would: bool
    event: str
    filter: Filter
    of: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """How many things of a noun somebody must have."""

    filter: Filter
    of: str = "you"
    least: int | None = None
    most: int | None = None
    fewest: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A lasting rule: true while its card works."""

    rule: str
    """limit, cannot, surcharge, spin_rule, draw_rule or face_up."""
    filter: Filter = Filter()
    which: str = ""
    of: str = ""
    by: str = ""
    add: int | None = None
    set: int | None = None
    act: tuple[str, ...] = ()
    phase: str = ""
    price: tuple[Item, ...] = ()
    spins: int = 1
    n: int = 1
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One sentence of an effect: a verb with its arguments, or a choice between lists."""

    do: str
    """A verb, or "choose"."""
    who: str = "you"
    of: str = ""
    """Whose things are affected; "" for the performer's own."""
    filter: Filter = Filter()
    n: int = 1
    all: bool = False
    up_to: bool = False
    may: bool = False
    chooser: str = ""
    place: str = ""
    """Where it happens or comes from: the words `at` and `from` of the files."""
    to: str = ""
    keep: int = 0
    phase: str = ""
    this_turn: bool = False
    gives: Rule | None = None
    until: str = ""
    lists: tuple[tuple[Item, ...], ...] = ()
    """The lists of a choice."""


@dataclass(frozen=True, slots=True)
class Win:
    """One way a Role wins: a moment and conditions that must all hold."""

    at: str
    all: tuple[Condition, ...] = ()


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
    price: tuple[Item, ...] = ()
    effects: tuple[Item, ...] = ()
    rules: tuple[Rule, ...] = ()
    cost: tuple[Item, ...] = ()
    win: tuple[Win, ...] = ()
    public: bool = False
    """A Role that everybody knows from the start."""
    facts: str = ""
    flavour: str = ""
    carries: frozenset[str] = field(init=False, repr=False, compare=False)
    """The kinds of its lasting rules: looked up for every Creature several times a decision."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "carries", frozenset(rule.rule for rule in self.rules))


def choices_of(items: Iterable[Item]) -> Iterator[Item]:
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
