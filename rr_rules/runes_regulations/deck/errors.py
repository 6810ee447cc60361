"""What is wrong with a deck file, as lines that name file, card and field.

A line quotes what it complains about, cut short and without a character that a terminal obeys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, get_args

from rr_rules.runes_regulations.deck.models import CardPart, DeckPart, words_of
from rr_rules.runes_regulations.faces.faces import AnyRule, Condition, Trigger, Win
from rr_rules.runes_regulations.faces.verb import Rule, Verb
from rr_rules.runes_regulations.faces.vocabulary import (
    AS_GIVEN,
    NARROWING,
    NOTHING,
    THIS_WORD,
    WORD_ORDER,
    Act,
    ErrorPhrase,
    Phase,
    Place,
    Scope,
    Thing,
    Unfit,
    is_plain,
)
from rr_rules.runes_regulations.text.words import one_of
from rr_rules.runes_regulations.verbs.all import AnyVerb

LONGEST_QUOTE = 40
LARGEST_QUOTED = 10**12

_PARTS: dict[object, type] = {
    "deck": DeckPart,
    "card": CardPart,
    "trigger": Trigger,
    "if": Condition,
    "all": Condition,
    "win": Win,
}


def _told_apart(union: object, by: str) -> dict[str, type[Verb | Rule]]:
    """The classes of a union by the word that tells them apart."""
    classes = get_args(get_args(union)[0])
    return {each.__dataclass_fields__[by].default: each for each in classes}


VERBS = _told_apart(AnyVerb, "do")
RULES = _told_apart(AnyRule, "rule")
_UNIONS = {
    **dict.fromkeys(("price", "effects", "cost", "choose"), VERBS),
    **dict.fromkeys(("rules", "gives"), RULES),
}
"""The fields in which a verb or a lasting rule stands."""


class _Elsewhere(NamedTuple):
    """What to say of a word that the vocabulary has, but not for this verb or rule."""

    known: object
    """All that the vocabulary has."""
    what: str
    expected: str = ""
    """What else would do, if not the words of this verb or rule."""


_OF_VERBS = {
    "what": _Elsewhere(Thing, f"is no thing to {THIS_WORD}"),
    "at": _Elsewhere(Place, f"is no place of {THIS_WORD}"),
    "from": _Elsewhere(Place, f"is no place of {THIS_WORD}"),
    "phase": _Elsewhere(Phase, f"is no phase to {THIS_WORD}"),
    "skip.phase": _Elsewhere(Phase, "is never skipped"),
    "of": _Elsewhere(Scope, "is no single player"),
    "to": _Elsewhere(Scope, "is no single player"),
}
_NOBODY = _Elsewhere(Scope, "is for effects", "another scope: a lasting rule answers nobody")
_OF_RULES = {
    "what": _Elsewhere(Thing, f"is no thing of {THIS_WORD}", "a noun"),
    "act": _Elsewhere(Act, f"is no act for {THIS_WORD}"),
    "phase": _Elsewhere(Phase, "is not that of the rule"),
    "zone": _Elsewhere(Place, "is never open"),
    "of": _NOBODY,
    "by": _NOBODY,
}
_SORTED = ("what", "of", "to")
_TYPES = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list in [ ]",
    "tuple_type": "a list in [ ]",
    "model_type": "a table in { }",
    "model_attributes_type": "a table in { }",
    "dataclass_type": "a table in { }",
}
_BOUNDS = {
    "greater_than_equal": ("is too small", "at least", "ge", ""),
    "less_than_equal": ("is too large", "at most", "le", ""),
    "too_short": ("is too short", "at least", "min_length", "entry entries"),
    "too_long": ("is too long", "at most", "max_length", "entry entries"),
    "string_too_short": ("is too short", "at least", "min_length", "letter letters"),
    "string_too_long": ("is too long", "at most", "max_length", "letter letters"),
}


@dataclass(frozen=True, slots=True)
class DeckProblem:
    """One thing that is wrong with a card."""

    field: str
    what: str
    expected: str
    got: object = NOTHING

    def line(self, file: str, card: str) -> str:
        """The problem in one line."""
        quoted = f"{self.what}: expected {self.expected}, got {shown(self.got)}"
        return f"{file}: {card}: {self.field}: {quoted}"


def shown(value: object) -> str:
    """A value as an error quotes it: short, and harmless in a terminal."""
    match value:
        case _ if value is NOTHING:
            return "nothing"
        case ErrorPhrase():
            return str(value)
        case str():
            return _cut(f'"{value}"' if all(map(is_plain, value[:200])) else ascii(value[:200]))
        case bool():
            return "true" if value else "false"
        case int() if abs(value) > LARGEST_QUOTED:
            return "a very large number"
        case dict():
            return "a table" if value else "an empty table"
        case list() | tuple() | set() | frozenset():
            return _cut(f"[{', '.join(map(shown, list(value)[:8]))}]") if value else "an empty list"
    return _cut(str(value))


def label(text: str) -> str:
    """A name from outside as an error says it: short, on one line, of plain letters."""
    return _cut("".join(letter if is_plain(letter) else "?" for letter in text[:200])) or "?"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}..."


def words(choices: Sequence[str] | frozenset[str]) -> str:
    """The words to choose from, in one phrase."""
    listed = sorted(choices) if isinstance(choices, frozenset) else choices
    return one_of(listed) or "no word at all"


def from_model(found: Sequence[Mapping[str, object]], root: str) -> list[DeckProblem]:
    """What pydantic found; `root` says whether in a "deck" or in a "card"."""
    return [told for each in found if not _is_hollow(each) for told in _problems(each, root)]


def _is_hollow(found: Mapping[str, object]) -> bool:
    """Whether a list is called too short only because of entries that are wrong themselves."""
    given, context = found["input"], found.get("ctx", {})
    assert isinstance(context, dict)
    least = context.get("min_length", 0)
    return found["type"] == "too_short" and isinstance(given, list) and len(given) >= least


class _Spot(NamedTuple):
    """Where in a card something is wrong: the words and positions, and the part they end in."""

    steps: list[int | str]
    part: type
    word: str
    """The verb or the lasting rule that the part is; "" for any other."""


def _problems(found: Mapping[str, object], root: str) -> Iterator[DeckProblem]:
    loc, context, given = found["loc"], found.get("ctx", {}), found["input"]
    assert isinstance(loc, tuple)
    assert isinstance(context, dict)
    spot = _spot(loc, root)
    if str(found["type"]).startswith("union_tag") and isinstance(given, dict):
        yield from _untold(str(context["discriminator"]).strip("'"), given, spot.steps)
        return
    what, expected, got = _sentence(found, spot)
    yield DeckProblem(place(spot.steps) or root, what, expected, got)


def _spot(loc: Sequence[int | str], root: str) -> _Spot:
    """A place as pydantic names it, without the steps that only tell which verb or rule it is."""
    spot, classes = _Spot([], _PARTS[root], ""), None
    for at, step in enumerate(loc, 1):
        if isinstance(step, int):
            spot.steps.append(step)
        elif classes is not None:
            spot, classes = _Spot(spot.steps, classes[step], step), None
        else:
            spot.steps.append(step)
            # The last word may be no word for this place: then its part is none either.
            spot = spot if at == len(loc) else spot._replace(part=_PARTS.get(step, spot.part))
            classes = _UNIONS.get(step)
    return spot


def _sentence(found: Mapping[str, object], spot: _Spot) -> tuple[str, str, object]:
    kind, context, given = str(found["type"]), found.get("ctx", {}), found["input"]
    assert isinstance(context, dict)
    match kind, context.get("error"):
        case _, Unfit() as unfit:
            expected = unfit.expected.replace(THIS_WORD, spot.word)
            return unfit.what, expected, given if unfit.got is AS_GIVEN else unfit.got
        case "missing", _:
            needs = f"a value: {spot.word} needs it" if spot.word else "a value"
            return "is missing", needs, NOTHING
        case "unexpected_keyword_argument" | "extra_forbidden", _:
            return _foreign(str(spot.steps[-1]), given, spot)
        case "literal_error", _:
            return (*_misplaced(str(context["expected"]), given, spot), given)
        case "string_pattern_mismatch", _:
            return "is no slug", 'small letters and digits joined by "-"', given
    if kind in _TYPES:
        return "is of the wrong type", _TYPES[kind], given
    if kind in _BOUNDS:
        what, direction, bound, unit = _BOUNDS[kind]
        one, _, many = unit.partition(" ")
        number = context[bound]
        return what, f"{direction} {number} {one if number == 1 else many}".strip(), given
    return "is not allowed", str(found["msg"]), given


def _untold(by: str, given: dict[str, object], steps: Sequence[int | str]) -> Iterator[DeckProblem]:
    """A verb or a rule that there is not, and the words that no other has."""
    here, classes = place(steps), VERBS if by == "do" else RULES
    if by not in given:
        yield DeckProblem(f"{here}.{by}", "is missing", "a value")
    else:
        got = given[by]
        known = words([word for word in classes if word != "choose"])
        got = got[0] if isinstance(got, tuple) else got
        yield DeckProblem(f"{here}.{by}", "is not in the vocabulary", known, got)
    all_words = _words_of_all(classes)
    for word, value in given.items():
        if word not in all_words:
            where = place([*steps, word])
            yield DeckProblem(where, "is no word for this place", words(all_words), value)


def _foreign(word: str, given: object, spot: _Spot) -> tuple[str, str, object]:
    """A word that this verb or rule does not take."""
    family = VERBS if spot.word in VERBS else RULES
    known = _words_of_all(family if spot.word else {"": spot.part})
    if word not in known or not spot.word:
        return "is no word for this place", words(known), given
    takes = frozenset(words_of(spot.part)) - {"do", "rule"}
    return f"means nothing with {spot.word}", f"only {words(takes)}", word


def _words_of_all(classes: Mapping[str, type]) -> list[str]:
    """All words of some parts: what a part is about comes first, the filters last."""
    known = dict.fromkeys(word for part in classes.values() for word in words_of(part))
    order = WORD_ORDER if len(classes) > 1 else ()
    plain = [word for word in known if word not in order and word not in NARROWING]
    return [word for word in (*order, *plain, *NARROWING) if word in known]


def _misplaced(expected: str, given: object, spot: _Spot) -> tuple[str, str]:
    """A word of the vocabulary that this verb or rule cannot have, or no such word at all."""
    word = [step for step in spot.steps if isinstance(step, str)][-1]
    known = _OF_VERBS if spot.word in VERBS else _OF_RULES if spot.word else {}
    elsewhere = known.get(f"{spot.word}.{word}", known.get(word))
    if elsewhere is None:
        return "is not in the vocabulary", expected.replace("'", "")
    if given not in get_args(elsewhere.known):
        return "is not in the vocabulary", listed(elsewhere.known)
    if isinstance(spot.steps[-1], int):
        spot.steps.pop()
    here = expected.split("'")[1::2]
    expected = elsewhere.expected or words(frozenset(here) if word in _SORTED else here)
    return elsewhere.what.replace(THIS_WORD, spot.word), expected


def place(loc: Sequence[int | str]) -> str:
    """Where in a card: words and positions counted from 1, as in effects.2.do."""
    steps = [str(step + 1) if isinstance(step, int) else label(step) for step in loc]
    return ".".join(steps)


def listed(literal: object) -> str:
    """The words of a Literal, in one phrase."""
    return words(get_args(literal))
