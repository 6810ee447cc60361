"""Cards of every kind that the vocabulary can say, for tests that want all of them or any."""

from itertools import product
from typing import get_args

from rr_rules.runes_regulations.checks import problems_in
from rr_rules.runes_regulations.models import CardPart, read
from rr_rules.runes_regulations.printing import face_of
from rr_rules.runes_regulations.vocabulary import (
    EVENT_TAKES,
    MOMENTS,
    NOUNS,
    PLACES,
    TAKES,
    Scope,
    Verb,
)

SCOPES = (None, *get_args(Scope))


def items(verb):
    """Every item of a verb, sensible or not, with one place, amount and flag at a time."""
    takes = TAKES[verb]
    choices = {
        "who": SCOPES,
        "of": SCOPES,
        "to": SCOPES,
        "what": (None, *sorted(NOUNS.get(verb, ()))),
        "n": (None, 2, "all"),
        "up_to": (None, True),
        "may": (None, True),
        "at": PLACES.get(verb, ()),
        "from": PLACES.get(verb, ()),
        "phase": ("cast",),
    }
    words = [word for word in choices if word in takes]
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
    card = read(CardPart, {"id": "x", "name": "X", "kind": kind, **fields})
    if not isinstance(card, CardPart) or problems_in(card, kind):
        return None
    return face_of(card, kind)


def triggers():
    """Every trigger, sensible or not."""
    for event, takes in EVENT_TAKES.items():
        whats = (None, "creature", "mythical", "rune", "spell", "card", "this")
        choices = {
            "what": whats if "what" in takes else (None,),
            "of": SCOPES if "of" in takes else (None,),
            "by": SCOPES if "by" in takes else (None,),
        }
        for time in ("on",) if event in MOMENTS else ("on", "would"):
            for values in product(*choices.values()):
                given = {word: each for word, each in zip(choices, values, strict=True) if each}
                yield {time: event, **given}


RULES = [
    {"rule": "limit", "which": "hand", "of": "each_player", "set": 2},
    {"rule": "limit", "which": "rune", "of": "each_player", "add": -1},
    {"rule": "limit", "which": "summoning", "of": "each_player", "set": 0},
    {"rule": "cannot", "act": ["steal", "destroy", "hex"], "what": "mythical", "by": "each_player"},
    {"rule": "cannot", "act": ["cast"], "by": "each_player"},
    {
        "rule": "surcharge",
        "act": ["cast", "summon", "activate"],
        "by": "each_player",
        "price": [{"do": "discard"}, {"do": "sacrifice", "what": "creature"}],
    },
    {"rule": "surcharge", "act": ["activate"], "by": "each_player", "price": [{"do": "draw"}]},
    {"rule": "spin_rule", "by": "each_player", "spins": 3},
    {"rule": "draw_rule", "by": "each_player", "n": 3},
    {"rule": "face_up", "zone": "fence", "of": "each_player"},
]
GRANTS = [{"do": "grant", "until": "your_next_turn", "gives": rule} for rule in RULES]
ITEMS = {verb: list(items(verb)) for verb in get_args(Verb) if verb != "grant"} | {"grant": GRANTS}
TRIGGERS = list(triggers())


def any_face(dice, kind, number):
    """A random face of this kind that the loader would take."""
    while True:
        face = sound(kind, name=f"Card {number}", id=f"card-{number}", **_fields(dice, kind))
        if face is not None and "forbidden_discard" not in repr(face):
            return face


def _fields(dice, kind):
    fields = {"copies": 2}
    if kind == "creature":
        fields |= {"family": "sloth", "collar": dice.random() < 0.5}
    if kind in ("creature", "regulation") and dice.random() < 0.3:
        fields["rules"] = [dice.choice(RULES)]
        if dice.random() < 0.7:
            return fields
    return fields | {
        "trigger": FRAMES["spell"]["trigger"] if kind == "spell" else dice.choice(TRIGGERS),
        "optional": kind in ("creature", "rune"),
        "price": [_item(dice)] if dice.random() < 0.25 else [],
        "effects": [_entry(dice) for _ in range(dice.randint(1, 3))],
    }


def _item(dice):
    return dice.choice(ITEMS[dice.choice(list(ITEMS))])


def _entry(dice):
    if dice.random() < 0.15:
        lists = [[_item(dice) for _ in range(dice.randint(1, 2))] for _ in range(2)]
        return {"choose": lists, "who": dice.choice(SCOPES[1:])}
    return _item(dice)
