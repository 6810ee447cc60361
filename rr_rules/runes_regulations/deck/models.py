"""The shape of deck files: strict pydantic models of the vocabulary, around the verbs themselves.

They hold types, words and bounds; `checks` holds what a card must say as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rr_rules.runes_regulations.faces.faces import AnyRule, Condition, Face, Trigger, Win
from rr_rules.runes_regulations.faces.vocabulary import (
    BACKS,
    CREATURES,
    FAMILY_WORDS,
    MOST_COPIES,
    Back,
    CardText,
    Extended,
    Facts,
    Family,
    Flavour,
    Kind,
    Name,
    Origin,
    Slug,
    Word,
)
from rr_rules.runes_regulations.verbs.all import AnyVerb

MOST_CARDS = 300


class StrictPart(BaseModel):
    """A part of a deck file: no word but its own, no value of another type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Items = Annotated[tuple[AnyVerb, ...], Field(strict=False, max_length=8)]


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
    trigger: Trigger | None = None
    conditions: Annotated[tuple[Condition, ...], Field(strict=False, max_length=4, alias="if")] = ()
    once: bool = False
    optional: bool | None = None
    price: Items | None = None
    effects: Items | None = None
    rules: Annotated[tuple[AnyRule, ...], Field(strict=False, max_length=4)] = ()
    cost: Items = ()
    win: Annotated[tuple[Win, ...], Field(strict=False, max_length=6)] = ()
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


P = TypeVar("P", bound=StrictPart)


def read(model: type[P], value: object) -> P | Sequence[Mapping[str, object]]:
    """A part of a deck file from parsed TOML, or what pydantic finds wrong with it."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        return error.errors(include_url=False)


def words_of(part: type) -> Mapping[str, bool]:
    """The words of a part as a file has them, its own first, and whether it needs them."""
    return _words_of(part)


@cache
def _words_of(part: type) -> Mapping[str, bool]:
    if issubclass(part, StrictPart):
        models = part.model_fields.items()
        return {each.alias or name: each.is_required() for name, each in models}
    assert is_dataclass(part)
    hints, own = get_type_hints(part, include_extras=True), vars(part)["__annotations__"]
    said = [each for each in fields(part) if each.init]
    said.sort(key=lambda each: [*own, each.name].index(each.name))
    return {_word_of(each.name, hints[each.name]): each.default is MISSING for each in said}


def _word_of(name: str, hint: object) -> str:
    aliases = (getattr(note, "alias", None) for note in getattr(hint, "__metadata__", ()))
    return next(filter(None, aliases), name)


def face_of(card: CardPart, kind: str) -> Face:
    """The face of one card, with "" for the text that its file leaves out."""
    return Face(
        id=card.id,
        name=card.name,
        kind=kind,
        back=BACKS[kind],
        copies=card.copies,
        origin=card.origin,
        text=card.text or "",
        families=families(card.name, card.family) if kind in CREATURES else (),
        collar=card.collar or False,
        trigger=card.trigger,
        conditions=card.conditions,
        once=card.once,
        optional=card.optional or False,
        price=card.price or (),
        effects=card.effects or (),
        rules=card.rules,
        cost=card.cost,
        win=card.win,
        public=card.public,
        facts=card.facts or "",
        flavour=card.flavour or "",
    )


def families(name: str, family: str | None) -> tuple[str, ...]:
    """The family words that stand in a name; without one, the family the card gives."""
    named = sorted(family for word, family in FAMILY_WORDS.items() if word in name)
    return tuple(named or [family] if family else named)
