"""The tables of docs/cards.md of which words go together, from the vocabulary and the verbs."""

import inspect

from rr_rules.runes_regulations.faces import vocabulary
from tests.support.docs.made import quoted, table
from tests.support.docs.tree import sentence_of
from tests.support.rr_rules.words import ITEMS, LASTING_RULES, acts, needs, nouns, places, takes

WHAT = "what"
NARROWING = frozenset(vocabulary.NARROWING)
NOTHING = "nothing"


def verbs():
    """What each verb does, and the words that go with it."""
    head = ("verb", "what it does", "needs", "takes too", "things", "places")
    return table(head, (verb_row(word, part) for word, part in ITEMS.items()))


def verb_row(word, part):
    free = takes(part).difference(needs(part))
    return (
        quoted([word]),
        sentence_of(inspect.getdoc(part)),
        quoted(needs(part)),
        narrowed(free, vocabulary.WORD_ORDER),
        quoted(each for each in words_of(vocabulary.Thing) if each in nouns(part)),
        quoted(places(part)),
    )


def events():
    """What a trigger's event can be about, and how it is narrowed."""
    rows = [
        (quoted([event]), narrowed(taken, ("of", "by", WHAT)), nouns_of(event))
        for event, taken in vocabulary.EVENT_TAKES.items()
    ]
    return table(("event", "narrowed by", "things"), rows)


def nouns_of(event):
    nouns = vocabulary.EVENT_NOUNS.get(event, ())
    return quoted(each for each in words_of(vocabulary.Thing) if each in nouns)


def rules():
    """The words that each lasting rule takes."""
    rows = []
    for rule, part in LASTING_RULES.items():
        free = narrowed(takes(part).difference(needs(part)), RULE_ORDER)
        rows.append((quoted([rule]), quoted(needs(part)), free, quoted(acts(part))))
    return table(("rule", "needs", "takes too", "acts"), rows)


def kinds():
    """The card back of each kind, and what never happens to its cards."""
    rows = [
        (quoted([kind]), quoted([back]), quoted(sorted(vocabulary.IMMUNE.get(kind, ()))))
        for kind, back in vocabulary.BACKS.items()
    ]
    return table(("kind", "back", "never happens to it"), rows)


RULE_ORDER = ("of", "by", "which", "add", "set", "n", "phase", WHAT)


def words_of(literal):
    return [word for each in literal.__args__ for word in getattr(each, "__args__", (each,))]


def narrowed(words, order):
    """Words in order; those that narrow a noun as one."""
    plain = quoted(each for each in order if each in words and each not in NARROWING)
    if not words & NARROWING:
        return plain
    return f"{plain}, filters" if plain else "filters"
