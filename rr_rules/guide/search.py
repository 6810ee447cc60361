"""A search in all that can be read about a game: its rules, its words, its cards, its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from rr_rules.guide.glossary import bare_words, glossary
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import CardText
from rr_rules.registry import Edition
from rr_rules.rulebook import sections

MOST_FOUND = 60
"""Places that are listed: who has more says more."""
NAMED, WHOLE, PART, PHRASE = 6, 3, 1, 5
"""What a word counts in a title, in the text, as a part of a word, and all words in their order."""


@dataclass(frozen=True, slots=True)
class Readable:
    """One thing that can be found."""

    kind: Literal["rule", "word", "card", "log"]
    title: str
    text: str
    clause: str = ""
    """The id of the clause that it is or that explains it."""


def readables(edition: Edition, cards: Iterable[CardText]) -> tuple[Readable, ...]:
    """Rules, words and cards of an edition; what its game does not bring is left out."""
    return (*_of_the_rules(edition), *_of_the_words(edition), *map(_of_a_card, cards))


def _of_the_rules(edition: Edition) -> Iterator[Readable]:
    try:
        found = sections(edition.game)
    except RulesError:
        return
    for section in found:
        for page in section.pages:
            yield Readable("rule", f"{page.id} {section.title}", page.text, page.id)


def _of_the_words(edition: Edition) -> Iterator[Readable]:
    try:
        known = glossary(edition)
    except RulesError:
        return
    for term in known:
        text = f"{term.says} For example: {term.example}"
        yield Readable("word", " ".join((term.word, *term.forms)), text, term.clause)


def _of_a_card(card: CardText) -> Readable:
    return Readable("card", card.name, card.text)


def found(every: Iterable[Readable], wanted: str) -> tuple[Readable, ...]:
    """What holds every word that is wanted: its meaning, its card, the best clause, then the rest.

    Its meaning is the word of the glossary that has all of these in its own name, its card the one
    that is called just so; the rest is in the order of how well it fits.
    """
    words = [word.casefold() for word in bare_words(wanted) if word]
    if not words:
        return ()
    judged = [(_judged(each, words), each) for each in every]
    best = [each for score, each in sorted(judged, key=lambda pair: -pair[0]) if score > 0]
    meaning = (each for each in best if each.kind == "word" and _is_called(each, words))
    card = (each for each in best if each.kind == "card" and _title_words(each) == words)
    clause = (each for each in best if each.kind == "rule")
    first = [*islice(meaning, 1), *islice(card, 1), *islice(clause, 1)]
    return (*first, *(each for each in best if each not in first))[:MOST_FOUND]


def _is_called(each: Readable, words: list[str]) -> bool:
    return {*words} <= {*_title_words(each)}


def _title_words(each: Readable) -> list[str]:
    return [word for word in bare_words(each.title.casefold()) if word]


def _judged(each: Readable, words: list[str]) -> int:
    """How well it fits; 0 where a word is missing."""
    title, text = each.title.casefold(), each.text.casefold()
    if not all(word in title or word in text for word in words):
        return 0
    in_title, in_text = set(bare_words(title)), set(bare_words(text))
    score = sum(NAMED * (word in in_title) + WHOLE * (word in in_text) + PART for word in words)
    return score + PHRASE * (" ".join(words) in f"{title} {text}")
