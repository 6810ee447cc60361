"""Items of every kind that the vocabulary can say, for tests that want all of them."""

from itertools import product
from typing import get_args

from rr_rules.runes_regulations.deck.checks import problems_in
from rr_rules.runes_regulations.deck.models import CardPart, face_of, read
from rr_rules.runes_regulations.faces.vocabulary import Scope
from tests.support.rr_rules.words import ITEMS, nouns, places, takes

SCOPES = (None, *get_args(Scope))


def items(verb):
    """Every item of a verb, sensible or not, with one place, amount and flag at a time."""
    part = ITEMS[verb]
    choices = {
        "who": SCOPES,
        "of": SCOPES,
        "to": SCOPES,
        "what": (None, *sorted(nouns(part))),
        "n": (None, 2, "all"),
        "up_to": (None, True),
        "may": (None, True),
        "at": places(part),
        "from": places(part),
        "phase": ("cast",),
    }
    words = [word for word in choices if word in takes(part)]
    for values in product(*(choices[word] for word in words)):
        given = {word: value for word, value in zip(words, values, strict=True) if value}
        # Many things that may be declined read like one thing that may be.
        if not ("n" in given and "may" in given) and ("n" in given or "up_to" not in given):
            yield {"do": verb, **given}


FRAMES = {
    "spell": {"trigger": {"on": "cast", "what": "this"}, "optional": False},
    "creature": {
        "family": "sloth",
        "collar": False,
        "trigger": {"on": "enters_lawn", "what": "this", "of": "you"},
        "optional": True,
    },
    "rune": {
        "trigger": {"would": "steal", "what": "creature", "of": "you", "by": "any_neighbor"},
        "optional": True,
    },
    "regulation": {"trigger": {"on": "turn_begins", "by": "each_player"}, "optional": False},
}


def sound(kind, **fields):
    """The face of a card if the loader would take it, else None."""
    value = {"id": "x", "name": "X", "kind": kind, **fields}
    card = read(CardPart, value)
    if not isinstance(card, CardPart) or problems_in(card, kind, value):
        return None
    return face_of(card, kind)
