"""Stand-in faces for stories: what a clause needs and no real card does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rr_rules.runes_regulations.faces.faces import Condition, Face, Filter, Item, Rule, Trigger

BACKS = {"creature": "main", "spell": "main", "rune": "rune", "regulation": "regulation",
         "sacrificial": "main"}  # fmt: skip
NARROW = ("family", "family_not", "collar", "names", "other")
"""The words that narrow a noun."""


def things(what: str, words: dict[str, Any]) -> Filter:
    """The noun with its filters, which are taken out of `words`."""
    return Filter(what, **{word: words.pop(word) for word in NARROW if word in words})


def item(do: str, what: str = "", **words: Any) -> Item:
    """One item: `item("hex", "mythical", of="any_player")`."""
    return Item(do, filter=things(what, words), **words)


def choose(who: str, *lists: Sequence[Item]) -> Item:
    """A choice between lists of items."""
    return Item("choose", who=who, lists=tuple(tuple(each) for each in lists))


def on(event: str, what: str = "", *, of: str = "", by: str = "", **words: Any) -> Trigger:
    return Trigger(False, event, things(what, words), of, by)


def would(event: str, what: str = "", *, of: str = "", by: str = "", **words: Any) -> Trigger:
    return Trigger(True, event, things(what, words), of, by)


def rule(name: str, what: str = "", **words: Any) -> Rule:
    return Rule(name, things(what, words), **words)


def has(what: str, of: str = "you", **words: Any) -> Condition:
    return Condition(things(what, words), of, **words)


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


def spell(name: str, *effects: Item, price: Sequence[Item] = (), **parts: Any) -> Face:
    return _face(
        "spell", name, trigger=on("cast", "this"), effects=effects, price=tuple(price), **parts
    )


def creature(
    name: str,
    trigger: Trigger | None = None,
    *effects: Item,
    price: Sequence[Item] = (),
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
    name: str, trigger: Trigger, *effects: Item, price: Sequence[Item] = (), **parts: Any
) -> Face:
    return _face(
        "rune", name, trigger=trigger, effects=effects, price=tuple(price), optional=True, **parts
    )


def regulation(
    name: str,
    trigger: Trigger | None = None,
    *effects: Item,
    rules: Sequence[Rule] = (),
    **parts: Any,
) -> Face:
    return _face("regulation", name, trigger=trigger, effects=effects, rules=tuple(rules), **parts)
