"""The verbs that card text prints in capitals, and those that a card's effect holds.

They must be the same, so that a text can be trusted. A Beast's cost has a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from rr_rules.runes_regulations.faces.faces import Face
from rr_rules.runes_regulations.faces.verb import Rule, Verb
from rr_rules.runes_regulations.faces.vocabulary import CAST_ONCE, TEXT_VERBS

_ENDINGS = ("", "s", "es", "d", "ed")
_FORMS = {(verb + end).upper(): verb for verb in TEXT_VERBS for end in _ENDINGS}
_FORMS["STOLEN"] = "steal"
SHORTEST = 3
"""A shorter word in capitals is none: "A", "I"."""


def capitals(text: str) -> list[str]:
    """The words of a text that are all capitals."""
    spaced = "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text)
    return [word for word in spaced.split() if len(word) >= SHORTEST and _is_capital(word)]


def _is_capital(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.isupper()


def verb(word: str) -> str:
    """The verb of a word in capitals, or "" if it is none."""
    return _FORMS.get(word, "")


def printed(text: str) -> frozenset[str]:
    """The verbs in capitals of a text."""
    return frozenset(map(verb, capitals(text))) - {""}


def acted(face: Face) -> frozenset[str]:
    """The verbs that a face's text has to print."""
    found = set(_of_items((*face.price, *face.effects)))
    for rule in face.rules:
        found |= _of_rule(rule)
    if face.trigger is not None and not is_own_cast(face):
        found.add(face.trigger.event)
    return frozenset(found & set(TEXT_VERBS))


def is_own_cast(face: Face) -> bool:
    """Whether the trigger only says that this is a Spell or a Curse."""
    trigger = face.trigger
    return face.kind in CAST_ONCE and trigger is not None and trigger.filter.what == "this"


def _of_items(items: Iterable[Verb]) -> set[str]:
    found: set[str] = set()
    for item in items:
        found.add(item.do)
        if item.gives is not None:
            found |= _of_rule(item.gives)
        for option in item.lists:
            found |= _of_items(option)
    return found


def _of_rule(rule: Rule) -> set[str]:
    found = {*rule.act, *_of_items(rule.price)}
    match rule.rule:
        case "spin_rule":
            found.add("spin")
        case "draw_rule":
            found.add("draw")
        case "limit" if rule.which == "summoning":
            # Over the Summoning Limit a player has to destroy: the text says so.
            found.add("destroy")
    return found
