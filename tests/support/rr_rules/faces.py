"""Stand-in faces for stories: what a clause needs and no real card does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rr_rules.runes_regulations.deck.errors import RULES, VERBS
from rr_rules.runes_regulations.faces.faces import Condition, Face, Trigger
from rr_rules.runes_regulations.faces.verb import Filter, Rule, Verb
from rr_rules.runes_regulations.faces.vocabulary import ALL

BACKS = {"creature": "main", "spell": "main", "rune": "rune", "regulation": "regulation",
         "sacrificial": "main"}  # fmt: skip
NARROW = ("family", "family_not", "collar", "names", "other")
"""The words that narrow a noun."""


def things(what: str, words: dict[str, Any]) -> Filter:
    """The noun with its filters, which are taken out of `words`."""
    return Filter(what, **{word: words.pop(word) for word in NARROW if word in words})


def item(do: str, what: str = "", *, all: bool = False, **words: Any) -> Verb:  # noqa: A002 - the word of the files
    """One item: `item("hex", "mythical", of="any_player")`."""
    said = {"what": what} if what else {}
    return VERBS[do](**said, **({"n": ALL} if all else {}), **words)


def choose(who: str, *lists: Sequence[Verb]) -> Verb:
    """A choice between lists of items."""
    return VERBS["choose"](who=who, lists=tuple(tuple(each) for each in lists))


def on(event: str, what: str = "", *, of: str = "", by: str = "", **words: Any) -> Trigger:
    return Trigger(on=event, what=what, of=of, by=by, **words)


def would(event: str, what: str = "", *, of: str = "", by: str = "", **words: Any) -> Trigger:
    return Trigger(before=event, what=what, of=of, by=by, **words)


def rule(name: str, what: str = "", **words: Any) -> Rule:
    return RULES[name](**({"what": what} if what else {}), **words)


def has(what: str, of: str = "you", **words: Any) -> Condition:
    return Condition(what=what, of=of, **words)


def _face(kind: str, name: str, **parts: Any) -> Face:
    return Face(
        id=name.lower().replace(" ", "-"),
        name=name,
        kind=kind,
        back=BACKS[kind],
        copies=parts.pop("copies", 2),
        origin="house",
        text=f"{name}.",
        **parts,
    )


def spell(name: str, *effects: Verb, price: Sequence[Verb] = (), **parts: Any) -> Face:
    return _face(
        "spell", name, trigger=on("cast", "this"), effects=effects, price=tuple(price), **parts
    )


def creature(
    name: str,
    trigger: Trigger | None = None,
    *effects: Verb,
    price: Sequence[Verb] = (),
    rules: Sequence[Rule] = (),
    **parts: Any,
) -> Face:
    return _face(
        "creature",
        name,
        trigger=trigger,
        effects=effects,
        price=tuple(price),
        rules=tuple(rules),
        optional=trigger is not None,
        **parts,
    )


def rune(
    name: str, trigger: Trigger, *effects: Verb, price: Sequence[Verb] = (), **parts: Any
) -> Face:
    return _face(
        "rune", name, trigger=trigger, effects=effects, price=tuple(price), optional=True, **parts
    )


def regulation(
    name: str,
    trigger: Trigger | None = None,
    *effects: Verb,
    rules: Sequence[Rule] = (),
    **parts: Any,
) -> Face:
    return _face("regulation", name, trigger=trigger, effects=effects, rules=tuple(rules), **parts)


THIEF = creature(
    "Thief", on("enters_lawn", "this", of="you"), item("steal", "mythical", of="any_neighbor")
)
"""Steals as it comes, and for nothing."""
