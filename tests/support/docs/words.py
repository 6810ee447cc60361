"""The tables of docs/cards.md of which words go together, from the vocabulary and the verbs."""

import inspect
from typing import NamedTuple

from rr_rules.runes_regulations.deck.models import ItemPart
from rr_rules.runes_regulations.faces import vocabulary
from rr_rules.runes_regulations.verbs.all import WORDS
from tests.support.docs.made import quoted, table
from tests.support.docs.tree import sentence_of

WHAT = "what"
NARROWING = vocabulary.FILTERS - {WHAT}
NOTHING = "nothing"


class Entry(NamedTuple):
    """A verb of the vocabulary: what it does, the words it takes and what it can be about."""

    word: str
    meaning: str
    needs: tuple[str, ...]
    takes: frozenset[str]
    nouns: frozenset[str]
    places: tuple[str, ...]


def entries():
    """Every verb, in the order of the vocabulary."""
    for word in vocabulary.TAKES:
        classes = [each for name, each in WORDS.items() if name.removesuffix("_card") == word]
        classes += [each for name, each in WORDS.items() if name == f"{word}_creature"]
        yield Entry(
            word,
            " ".join(sentence_of(inspect.getdoc(each)) for each in classes),
            vocabulary.NEEDS.get(word, ()),
            vocabulary.TAKES[word],
            vocabulary.NOUNS.get(word, frozenset()),
            vocabulary.PLACES.get(word, ()),
        )


def verbs():
    """What each verb does, and the words that go with it."""
    head = ("verb", "what it does", "needs", "takes too", "things", "places")
    return table(head, map(verb_row, entries()))


def verb_row(entry):
    free = entry.takes.difference(entry.needs)
    nouns = [each for each in words_of(vocabulary.Thing) if each in entry.nouns]
    return (
        quoted([entry.word]),
        entry.meaning,
        quoted(entry.needs),
        narrowed(free, order_of_items()),
        quoted(nouns),
        quoted(entry.places),
    )


def events():
    """What a trigger's event can be about, and how it is narrowed."""
    rows = [
        (quoted([event]), narrowed(takes, ("of", "by", WHAT)), nouns_of(event))
        for event, takes in vocabulary.EVENT_TAKES.items()
    ]
    return table(("event", "narrowed by", "things"), rows)


def nouns_of(event):
    nouns = vocabulary.EVENT_NOUNS.get(event, ())
    return quoted(each for each in words_of(vocabulary.Thing) if each in nouns)


def rules():
    """The words that each lasting rule takes."""
    rows = []
    for rule, takes in vocabulary.RULE_TAKES.items():
        needs = vocabulary.RULE_NEEDS[rule]
        free = narrowed(takes.difference(needs), RULE_ORDER)
        rows.append((quoted([rule]), quoted(needs), free, quoted(vocabulary.ACTS.get(rule, ()))))
    return table(("rule", "needs", "takes too", "acts"), rows)


def kinds():
    """The card back of each kind, and what never happens to its cards."""
    rows = [
        (quoted([kind]), quoted([back]), quoted(sorted(vocabulary.IMMUNE.get(kind, ()))))
        for kind, back in vocabulary.BACKS.items()
    ]
    return table(("kind", "back", "never happens to it"), rows)


RULE_ORDER = ("of", "by", "which", "add", "set", "n", "phase", WHAT)


def order_of_items():
    """The words of an item in the order of the page."""
    given = ItemPart.model_fields
    return tuple(field.alias or name for name, field in given.items())


def words_of(literal):
    return [word for each in literal.__args__ for word in getattr(each, "__args__", (each,))]


def narrowed(words, order):
    """Words in order; those that narrow a noun as one."""
    plain = quoted(each for each in order if each in words and each not in NARROWING)
    if not words & NARROWING:
        return plain
    return f"{plain}, filters" if plain else "filters"
