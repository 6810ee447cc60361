"""The shape of deck files: strict pydantic models of the vocabulary.

They hold types, words and bounds; `checks` holds what a card must say as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from rr_rules.runes_regulations.faces.vocabulary import (
    Act,
    Back,
    Chooser,
    Compared,
    Event,
    Extended,
    Kind,
    LastingRule,
    Limit,
    Noun,
    Origin,
    Phase,
    Place,
    Scope,
    Thing,
    Until,
    Verb,
    WinMoment,
)

MOST_CARDS = 300
MOST_COPIES = 20
LONGEST_TEXT = 240
PUNCTUATION = frozenset("‘’“”„‚«»‹›–—…•·×°§€£¡¿′″")
SCRIPTS = (
    ("\u00c0", "\u052f"),  # Latin, Greek, Cyrillic
    ("\u1e00", "\u1fff"),  # the same with more accents
    ("\u3041", "\u30ff"),  # kana
    ("\u3400", "\u9fff"),  # Han
    ("\uac00", "\ud7a3"),  # Hangul syllables
)
"""The letters beyond ASCII whose width and direction every terminal agrees on."""
WIDE = "\u3000"


def cells(text: str) -> int:
    """The number of terminal cells that a text of plain letters takes."""
    return sum(2 if letter >= WIDE else 1 for letter in text)


def is_plain(letter: str) -> bool:
    """Whether a letter takes its own cells in every terminal and does nothing else there."""
    if " " <= letter <= "~" or letter in PUNCTUATION:
        return True
    return letter.isalnum() and any(first <= letter <= last for first, last in SCRIPTS)


class Unfit(ValueError):
    """A value that the vocabulary has no place for: what is wrong with it, and what is expected."""

    def __init__(self, what: str, expected: str) -> None:
        super().__init__(f"{what}: expected {expected}")
        self.what = what
        self.expected = expected


def _plain(text: str) -> str:
    if not all(map(is_plain, text)):
        what = "holds a character that is no plain letter, digit or punctuation"
        raise Unfit(what, "printable text of single letters")
    if text != text.strip() or "  " in text:
        raise Unfit("has blanks at an end or in a row", "one blank between words")
    return text


def _without_braces(text: str) -> str:
    if "{" in text or "}" in text:
        raise Unfit("holds a brace", "a text without { and }")
    return text


class _Fits:
    """Refuses a text that takes more than some cells of a terminal."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self, text: str) -> str:
        if cells(text) > self.most:
            raise Unfit(f"is too long: {cells(text)} cells", f"at most {self.most} cells")
        return text


def _amount(value: object) -> object:
    if value == "all" or (type(value) is int and 1 <= value <= MOST_COPIES):
        return value
    raise Unfit("is no amount", f'a whole number from 1 to {MOST_COPIES}, or "all"')


SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
Slug = Annotated[str, Field(pattern=SLUG, max_length=60)]
Word = Annotated[str, Field(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=60)]
Family = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=20)]
_Text = Annotated[str, Field(min_length=1), AfterValidator(_plain), AfterValidator(_without_braces)]
Name = Annotated[_Text, AfterValidator(_Fits(40))]
CardText = Annotated[_Text, AfterValidator(_Fits(LONGEST_TEXT))]
Flavour = Annotated[_Text, AfterValidator(_Fits(160))]
Facts = Annotated[_Text, AfterValidator(_Fits(400))]
Amount = Annotated[int | str, BeforeValidator(_amount)]
Small = Annotated[int, Field(ge=0, le=MOST_COPIES)]
Positive = Annotated[int, Field(ge=1, le=MOST_COPIES)]
Change = Annotated[int, Field(ge=-MOST_COPIES, le=MOST_COPIES)]
Names = Annotated[list[Name], Field(min_length=1, max_length=10)]


class StrictPart(BaseModel):
    """A part of a deck file: no word but its own, no value of another type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    def says(self, word: str) -> bool:
        """Whether the file gives that word, under the name it has there."""
        fields = type(self).model_fields
        return any((fields[name].alias or name) == word for name in self.model_fields_set)

    def said(self) -> list[str]:
        """The words given, as they stand in the file and in the order of the model."""
        fields = type(self).model_fields
        return [
            field.alias or name for name, field in fields.items() if name in self.model_fields_set
        ]


class Filtered(StrictPart):
    """The filters that narrow a noun."""

    family: Family | None = None
    family_not: Annotated[list[Family], Field(min_length=1, max_length=10)] | None = None
    collar: bool | None = None
    names: Names | None = None
    other: bool = False


class TriggerPart(Filtered):
    """`trigger`: the event that a card answers."""

    on: Event | None = None
    would: Event | None = None
    what: Thing | None = None
    of: Scope | None = None
    by: Scope | None = None


class ConditionPart(Filtered):
    """One entry of `if` or of a win's `all`."""

    has: Noun
    of: Scope = "you"
    least: Small | None = Field(None, alias="min")
    most: Small | None = Field(None, alias="max")
    compared: Compared | None = Field(None, alias="is")


class RulePart(Filtered):
    """One entry of `rules`, or what a `grant` gives."""

    rule: LastingRule
    what: Thing | None = None
    which: Limit | None = None
    of: Scope | None = None
    by: Scope | None = None
    add: Change | None = None
    set: Small | None = None
    act: Annotated[list[Act], Field(min_length=1, max_length=7)] | None = None
    phase: Phase | None = None
    price: Annotated[list[ItemPart], Field(min_length=1, max_length=4)] | None = None
    spins: Annotated[int, Field(ge=1, le=6)] | None = None
    n: Positive | None = None
    zone: Place | None = None


class ItemPart(Filtered):
    """One entry of `price`, `effects` or `cost`: a verb with its arguments, or a choice."""

    do: Verb | None = None
    choose: (
        Annotated[
            list[Annotated[list[ItemPart], Field(min_length=1, max_length=6)]],
            Field(min_length=2, max_length=6),
        ]
        | None
    ) = None
    who: Scope | None = None
    of: Scope | None = None
    what: Thing | None = None
    n: Amount = 1
    up_to: bool = False
    may: bool = False
    chooser: Chooser | None = None
    at: Place | None = None
    source: Place | None = Field(None, alias="from")
    to: Scope | None = None
    keep: Small | None = None
    phase: Phase | None = None
    this_turn: bool = False
    gives: RulePart | None = None
    until: Until | None = None


class WinPart(StrictPart):
    """One way a Role wins."""

    at: WinMoment
    all: Annotated[list[ConditionPart], Field(max_length=6)] = []


Items = Annotated[list[ItemPart], Field(max_length=8)]


class CardPart(StrictPart):
    """One `[[card]]`."""

    id: Slug
    name: Name
    kind: Kind | None = None
    family: Family | None = None
    collar: bool | None = None
    copies: Annotated[int, Field(ge=1, le=MOST_COPIES)] = 1
    origin: Origin = "house"
    facts: Facts | None = None
    trigger: TriggerPart | None = None
    conditions: Annotated[list[ConditionPart], Field(max_length=4)] = Field([], alias="if")
    once: bool = False
    optional: bool | None = None
    price: Items | None = None
    effects: Items | None = None
    rules: Annotated[list[RulePart], Field(max_length=4)] = []
    cost: Items = []
    win: Annotated[list[WinPart], Field(max_length=6)] = []
    public: bool = False
    text: CardText | None = None
    flavour: Flavour | None = None


class DeckPart(StrictPart):
    """The `[deck]` of a file."""

    id: Word | None = None
    set: Word | None = None
    kind: Kind | None = None
    back: Back | None = None
    total: Annotated[int, Field(ge=0, le=MOST_CARDS * MOST_COPIES)] | None = None
    extends: Extended | None = None
    remove: Annotated[list[Slug], Field(max_length=MOST_CARDS)] = []


RulePart.model_rebuild()
ItemPart.model_rebuild()

P = TypeVar("P", bound=StrictPart)


def read(model: type[P], value: object) -> P | Sequence[Mapping[str, object]]:
    """A part of a deck file from parsed TOML, or what pydantic finds wrong with it."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        return error.errors(include_url=False)
