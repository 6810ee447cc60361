"""What the verbs and the lasting rules of a card have in common: what they say, not what they do.

Each verb is a frozen dataclass of its own in `verbs/`; its fields are the words that it takes in a
deck file. A field that holds other verbs says `tuple[Verb, ...]`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from types import MemberDescriptorType
from typing import Any, ClassVar, NamedTuple

from rr_rules.runes_regulations.faces.vocabulary import (
    LEFT_OUT,
    Families,
    Family,
    Flag,
    Names,
    Unfit,
)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed:
    """The words that narrow a noun; the noun itself each verb and rule has for itself."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    what: str = ""
    family: Family = LEFT_OUT
    family_not: Families = ()
    collar: Flag | None = None
    names: Names = ()
    other: Flag = False
    filter: Filter = field(init=False, repr=False, compare=False)
    """The words together: looked up for every thing of a choice."""

    def __post_init__(self) -> None:
        said = Filter(self.what, self.family, self.family_not, self.collar, self.names, self.other)
        object.__setattr__(self, "filter", said)


class Clause(NamedTuple):
    """What one item says: on its own, and after "you may"."""

    full: str
    after_may: str
    is_yours: bool = False
    """The next thing you do can follow with ", then"."""


class _Words:
    """The base of verbs and lasting rules: dataclasses whose fields are words of a deck file."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid"}
    union: ClassVar[Any] = None
    """What the base class stands for in a field: the union of all its subclasses."""

    def __init_subclass__(cls) -> None:
        # A word without a value is one that a verb needs: what the base says is no default of it.
        for name in vars(cls).get("__annotations__", ()):
            said = getattr(cls, name, None)
            if name not in vars(cls) and not isinstance(said, MemberDescriptorType | None):
                setattr(cls, name, field())

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:  # noqa: ANN401
        # The loader asks what may stand in a field; nothing here needs it at run time.
        union = vars(cls).get("union")
        return handler(source) if union is None else handler.generate_schema(union)


class Verb(_Words):
    """One sentence of an effect: a verb with its arguments; what it lacks holds the default."""

    __slots__ = ()

    do = ""
    who = "you"
    """Who performs it."""
    of = ""
    """Whose things are affected; "" for the performer's own."""
    to = ""
    place = ""
    """Where it happens or comes from: the words `at` and `from` of the files."""
    n = 1
    up_to = False
    may = False
    then = False
    """It happens only if what stands before it was done wholly: "X, then Y" (RR-EFF-09)."""
    filter = Filter()
    """The thing it is about."""

    demands = False
    """What it asks of many it asks of those alone who can do it (`demand` of the card text)."""
    reveals = False
    """What follows it in the same effect is chosen only when it is carried out."""

    @property
    def lists(self) -> tuple[tuple[Verb, ...], ...]:
        """The lists of a choice."""
        return ()

    @property
    def gives(self) -> Rule | None:
        """The lasting rule that it puts in force."""
        return None

    def clause(self, possessive: str, that: str) -> str:
        """What a player does, as a predicate: "DESTROY a Rune on any neighbor's Fence".

        It fits "you may ...", "they must ..." and the imperative alike. `possessive` is "your" or
        "their"; `that` is what the trigger is about.
        """
        raise NotImplementedError

    def whole(self, that: str) -> Clause | None:
        """The clause with its subject, where the verb words that itself."""
        return None

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """What is wrong with it beyond its words one by one; `said` are those that the file has."""
        yield from ()


class Rule(_Words):
    """A lasting rule: true while its card works; what it lacks holds the default."""

    __slots__ = ()

    rule = ""
    which = ""
    of = ""
    by = ""
    act: tuple[str, ...] = ()
    phase = ""
    price: tuple[Verb, ...] = ()
    spins = 1
    n = 1
    zone = ""
    filter = Filter()

    @property
    def add(self) -> int | None:
        """What it adds to a limit."""
        return None

    @property
    def set(self) -> int | None:
        """What it makes of a limit."""
        return None

    def misfits(self, said: Collection[str]) -> Iterator[Unfit]:
        """What is wrong with it beyond its words one by one; `said` are those that the file has."""
        yield from ()
