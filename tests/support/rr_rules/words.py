"""The words of every verb and lasting rule, read from their dataclasses."""

from functools import cache
from typing import get_args, get_type_hints

from rr_rules.runes_regulations.deck.errors import RULES, VERBS
from rr_rules.runes_regulations.deck.models import words_of
from rr_rules.runes_regulations.faces.vocabulary import FILTERS

ITEMS = {word: part for word, part in VERBS.items() if word != "choose"}
"""The verbs by word."""
LASTING_RULES = RULES
SAID_APART = frozenset({"do", "rule"})


@cache
def takes(part):
    """All words of a verb or a rule but the one that names it."""
    return frozenset(words_of(part)) - SAID_APART


@cache
def needs(part):
    """The words it cannot do without, in its own order; what it is about stands first."""
    found = [word for word, is_needed in words_of(part).items() if is_needed]
    return tuple(sorted(found, key=lambda word: word != "what"))


@cache
def values(part, *names):
    """The words that may stand in these fields."""
    types = get_type_hints(part)
    given = [get_args(types[name]) for name in names if name in types]
    return tuple(dict.fromkeys(value for each in given for value in each))


@cache
def nouns(part):
    """What a verb can be about."""
    return frozenset(values(part, "what")) if "what" in takes(part) else frozenset()


def places(part):
    """Where a verb can find its things."""
    return values(part, "place") if takes(part) & {"at", "from"} else ()


@cache
def acts(part):
    """The acts that a lasting rule speaks of."""
    return tuple(word for each in values(part, "act") for word in get_args(each))


def narrows(part):
    """Whether it takes the words that narrow a noun."""
    return takes(part) >= FILTERS
