"""What speaks for an answer: the parts in which it is ahead of another one, and their words.

A hint says the largest part in which the advised answer differs from the next best one. So it is
told of both where they may lead, and says nothing that is so of either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Choose

LEAST = 0.01
"""A part in which an answer is ahead by less is no reason, on whatever scale it is reckoned."""


class Contrast(NamedTuple):
    """Two answers to a question and where they lead, in views of the seat that is asked."""

    asked: Choose
    now: object
    """The view before the answer."""
    best: int
    """The number of the one that is advised."""
    other: int
    best_views: Sequence[object]
    """How the table may look after it, at the end of this step; at least one."""
    other_views: Sequence[object]
    """The same of the other one."""
    is_by_luck: bool = False
    """Whether luck has a part in where the best one leads."""


class Reasons(Protocol):
    """Knows what an answer of one game is better at than another one."""

    def gains(self, case: Contrast) -> Mapping[str, float]:
        """By the name of each part, how much the best one is ahead; less than 0 behind."""

    def words(self, part: str, case: Contrast) -> Sequence[str]:
        """What speaks for the best one by such a part, the longest wording first.

        It goes on after the answer's name and a colon, and is not so of the other one. Of the
        views only what people can count on is said, never a card that was dealt to an imagined
        table. Nothing where there are no such words.
        """


class JudgedReasons:
    """The reasons of a game that has no others: what `terms` of its judgement differ in."""

    def __init__(self, game: Game[GameState]) -> None:
        """Of this game."""
        self._game = game

    def gains(self, case: Contrast) -> Mapping[str, float]:
        """How much more each term counts."""
        one, two = self._terms(case, case.best_views), self._terms(case, case.other_views)
        return {term: one.get(term, 0.0) - two.get(term, 0.0) for term in {**one, **two}}

    def words(self, part: str, case: Contrast) -> Sequence[str]:
        """The game's words for a term."""
        return self._game.because(part, case.now, case.best_views[0], case.asked.seat)

    def _terms(self, case: Contrast, views: Sequence[object]) -> Mapping[str, float]:
        found = dict[str, float]()
        for view in views:
            for term, worth in self._game.terms(view, case.asked.seat):
                found[term] = found.get(term, 0.0) + worth / len(views)
        return found


def clauses(reasons: Reasons, case: Contrast) -> Iterator[Sequence[str]]:
    """What speaks for the best one, the largest part first; each in several lengths."""
    gains = reasons.gains(case)
    for part in sorted(gains, key=lambda each: -gains[each]):
        if gains[part] < LEAST:
            return
        if words := reasons.words(part, case):
            yield words


def mean(numbers: Sequence[float]) -> float:
    """The mean of at least one number."""
    return sum(numbers) / len(numbers)


def count_words(number: int, noun: str) -> str:
    """So many of something: "1 card", "no cards"."""
    return f"{number} {noun}" if number == 1 else f"{number or 'no'} {noun}s"
