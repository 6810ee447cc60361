"""Random decks of whatever the vocabulary can say: each of their cards is one the loader takes."""

import json
from typing import get_args

from rr_rules.kernel.errors import DeckError
from rr_rules.runes_regulations.deck.loader import load_deck
from rr_rules.runes_regulations.faces.vocabulary import (
    EVENT_NOUNS,
    EVENT_TAKES,
    FAMILY_WORDS,
    FILTERS,
    MOMENTS,
    Limit,
    Scope,
)
from tests.support.rr_rules.anycards import sound
from tests.support.rr_rules.words import ITEMS, LASTING_RULES, acts, needs, nouns, places, takes

SCOPES = get_args(Scope)
COMMON = ("each_player", "that_player")
"""The scopes that a Regulation knows."""
FAMILIES = ("sloth", "newt", *FAMILY_WORDS.values())
NARROWING = tuple(sorted(FILTERS - {"what"}))
OFTEN, SELDOM = 0.35, 0.07
EXPANSION = frozenset({"sacrificial", "beast", "forbidden_discard"})


def as_toml(value):
    """A value as TOML writes it inside a line."""
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {as_toml(each)}" for key, each in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    return json.dumps(value)


def written(cards):
    """A deck file of these cards."""
    lines = ["[deck]"]
    for card in cards:
        lines += ["[[card]]", *(f"{word} = {as_toml(value)}" for word, value in card.items())]
    return "\n".join(lines).encode()


class Writer:
    """Writes cards by lot for one deck, whose names are all known from the beginning."""

    def __init__(self, dice, kinds, fits):
        self.dice = dice
        self.fits = fits
        self.families = [dice.choice(FAMILIES) if kind == "creature" else "" for kind in kinds]
        self.names = [self._name(number) for number in range(len(kinds))]
        self.scopes = SCOPES

    def _name(self, number):
        words = {family: word for word, family in FAMILY_WORDS.items()}
        # No name stands in another one, so that one can look for them in sentences.
        return f"{words.get(self.families[number], 'Card')} {number:02}"

    def card(self, number, kind):
        """A card that the loader takes; most of what is tried first it does not."""
        while True:
            card = self._card(number, kind)
            if sound(**card) is None:
                continue
            try:
                (face,) = load_deck("any.toml", written([card])).faces
            except DeckError:
                continue
            if self.fits(face):
                return card

    def _card(self, number, kind):
        self.scopes = COMMON if kind == "regulation" else SCOPES
        card = {"id": self.names[number].lower().replace(" ", "-"), "name": self.names[number]}
        card |= {"kind": kind, "copies": self.dice.randint(1, 3)}
        if kind == "creature":
            card |= {"family": self.families[number], "collar": self._lot(0.5)}
        if kind in ("creature", "regulation") and self._lot(0.35):
            card["rules"] = self._some(self._rule, 2)
            if self._lot(0.7):
                return card
        return card | self._ability(kind)

    def _ability(self, kind):
        own = {"on": "cast", "what": "this"}
        ability = {
            "trigger": own if kind == "spell" else self._trigger(),
            "optional": kind in ("creature", "rune"),
            "price": self._some(self._item, 2) if self._lot(0.25) else [],
            "effects": self._effects(),
        }
        if self._lot(0.2):
            ability["if"] = [self._condition()]
        if kind == "creature" and self._lot(0.3):
            ability["once"] = True
        return ability

    def _lot(self, chance):
        return self.dice.random() < chance

    def _some(self, one, most):
        return [one() for _ in range(self.dice.randint(1, most))]

    def _effects(self):
        if self._lot(0.05):
            return []
        looked_at = self._looked_at() if self._lot(0.1) else []
        first, *others = [*looked_at, *self._some(self._effect, 3)]
        return [first, *(each | ({"then": True} if self._lot(0.2) else {}) for each in others)]

    def _effect(self):
        if self._lot(0.12):
            lists = [self._some(self._item, 2) for _ in range(self.dice.randint(2, 3))]
            return {"choose": lists, "who": self.dice.choice(self.scopes)}
        return self._item()

    def _item(self):
        verb = self.dice.choice(list(ITEMS))
        part = ITEMS[verb]
        found = [place for place in places(part) if place not in EXPANSION]
        values = {
            **self._shared(nouns(part)),
            "at": found,
            "from": found,
            "n": (1, 2, 3, "all"),
            "keep": (0, 1, 2),
            "phase": ("cast", "summon", "spin"),
            "until": ("your_next_turn",),
            **dict.fromkeys(("up_to", "may", "this_turn"), (True,)),
            "gives": (self._rule,),
        }
        words = takes(part) - {"chooser", "then"}
        if verb == "look":
            at = self.dice.choice(found)
            values["at"], words = (at,), words - ({"of"} if at == "main_deck" else {"n", "keep"})
        return {"do": verb} | self._words(words, needs(part), values)

    def _looked_at(self):
        """Two items of which the second chooses from the hand that the first has looked at."""
        of = self.dice.choice([scope for scope in self.scopes if not scope.startswith("each")])
        return [
            {"do": "look", "at": "hand", "of": of},
            {"do": "discard", "who": "that_player", "chooser": "you"},
        ]

    def _rule(self):
        rule = self.dice.choice(list(LASTING_RULES))
        part = LASTING_RULES[rule]
        values = {
            **self._shared(("creature", "mythical", "hexed", "rune", "spell", "this")),
            "which": get_args(Limit),
            "add": (-3, -1, 1, 2),
            "set": (0, 1, 2, 4),
            "act": (self._acts(acts(part) or ("cast",)),),
            "phase": ("draw", "cast", "summon", "spin"),
            "price": ([self._payment()],),
            "spins": (1, 2, 3),
            "n": (1, 2, 3),
            "zone": ("fence",),
        }
        return {"rule": rule} | self._words(takes(part), needs(part), values)

    def _acts(self, known):
        return self.dice.sample(known, self.dice.randint(1, len(known)))

    def _payment(self):
        verb = self.dice.choice(("discard", "sacrifice", "draw", "return", "destroy"))
        what = {"what": "creature"} if verb not in ("discard", "draw") else {}
        return {"do": verb, **what, **({"n": 2} if self._lot(0.2) else {})}

    def _trigger(self):
        event = self.dice.choice(list(EVENT_TAKES))
        time = "on" if event in MOMENTS or self._lot(0.5) else "would"
        nouns = EVENT_NOUNS.get(event, ("creature",))
        return {time: event} | self._words(EVENT_TAKES[event], (), self._shared(nouns))

    def _condition(self):
        values = {"of": self.scopes, "min": (0, 1, 2, 3), "max": (0, 1, 2, 3), "is": ("fewest",)}
        has = self.dice.choice(("creature", "mythical", "hexed", "rune", "card"))
        return {"has": has} | self._words({*values, *NARROWING}, (), self._shared(()) | values)

    def _shared(self, nouns):
        """The values of the words that many parts of a card have."""
        return {
            "what": sorted(frozenset(nouns) - EXPANSION),
            **dict.fromkeys(("who", "of", "by", "to"), self.scopes),
            "family": FAMILIES,
            "family_not": (self.dice.sample(FAMILIES, 2),),
            "collar": (True, False),
            "names": (self.dice.sample(self.names, 2),),
            "other": (True,),
        }

    def _words(self, takes, needs, values):
        """Some of the words that a part takes, and all that it needs."""
        words = {}
        for word in sorted(takes):
            known = values[word]
            chance = 1 if word in needs else SELDOM if word in NARROWING else OFTEN
            if known and self._lot(chance):
                value = self.dice.choice(known)
                words[word] = value() if callable(value) else value
        return words


def any_deck(dice, seats, fits=lambda face: True):
    """A small deck by lot that so many seats can play, of faces that fit."""
    kinds = ["creature"] * (4 + 3 * seats) + ["spell"] * (2 + 3 * seats)
    kinds += ["rune"] * (1 + 3 * seats) + ["regulation"] * 3
    writer = Writer(dice, kinds, fits)
    cards = [writer.card(number, kind) for number, kind in enumerate(kinds)]
    return load_deck("any.toml", written(cards))
