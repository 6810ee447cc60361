"""The glossary: what a word of a game means, in a sentence with an example and its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from rr_rules.guide.source import entries
from rr_rules.registry import Edition

FILE = "glossary.toml"
MARKS = ".,;:()!?'\""
"""What may stand around a word in a card's text."""
SHORTEST = 3
"""Letters of the shortest word in capitals that is a term and no abbreviation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GlossaryTerm:
    """A word that has a meaning of its own at the table."""

    word: str
    says: str
    """What it means, in one sentence."""
    example: str
    clause: str
    """The id of the clause behind it."""
    edition: str = ""
    """The edition that it belongs to, by name; "" for every one of its game."""
    forms: tuple[str, ...] = ()
    """Other ways in which it stands on cards."""
    zones: tuple[str, ...] = ()
    """Places of the board that it is about."""
    kinds: tuple[str, ...] = ()
    """Kinds of card."""
    phases: tuple[str, ...] = ()
    """Phases of a turn."""
    verbs: tuple[str, ...] = ()
    """What questions ask for."""
    results: tuple[str, ...] = ()
    """Faces of a Spinner."""
    faces: tuple[str, ...] = ()
    """Cards by their ids."""

    def is_called(self, word: str) -> bool:
        """Whether the word, however it is written, is this term or a form of it."""
        return word.casefold() in {each.casefold() for each in (self.word, *self.forms)}


@cache
def terms(game_id: str) -> tuple[GlossaryTerm, ...]:
    """Every term of a game and its expansions. Raises BadGuide, BadSetup for an unknown game."""
    return entries(game_id, FILE, "term", GlossaryTerm)


def glossary(edition: Edition) -> tuple[GlossaryTerm, ...]:
    """The terms of an edition, in the order of its file."""
    return tuple(each for each in terms(edition.game) if each.edition in ("", edition.name))


def term_for(known: Iterable[GlossaryTerm], word: str) -> GlossaryTerm | None:
    """The term that a word stands for; a word of capitals as well as a plain one."""
    found = [each for each in known if each.is_called(word)]
    exact = (each for each in found if word in (each.word, *each.forms))
    return next(exact, None) or next(iter(found), None)


def capitals(text: str) -> Iterator[str]:
    """The words in capitals of a card's text, in their order, each time they stand there."""
    return (word for word in bare_words(text) if is_capital(word))


def bare_words(text: str) -> Iterator[str]:
    """The words of a text without the marks around them."""
    return (word.strip(MARKS) for word in text.split())


def is_capital(word: str) -> bool:
    """Whether a word is one of the verbs that cards print in capitals."""
    return len(word) >= SHORTEST and word.isupper() and word.isalpha()


def terms_in(known: Sequence[GlossaryTerm], text: str) -> tuple[GlossaryTerm, ...]:
    """The terms that a card's text names in capitals, each once, in their order."""
    found = (term_for(known, word) for word in capitals(text))
    return tuple(dict.fromkeys(each for each in found if each is not None))
