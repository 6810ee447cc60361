"""What somebody looks for among games: words that all must fit, and an order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rr_net.history.results import GameResult

MOST_WORDS, LONGEST_WORD = 12, 40
RESULTS: Mapping[str, str] = {
    "finished": "state = 'finished'",
    "unfinished": "state IN ('playing', 'broken_off')",
    "unchecked": "checked = 'unchecked'",
    "fails": "checked = 'fails'",
}
"""Words that mean how a game ended, whoever asks."""
OWN_RESULTS: Mapping[str, str] = {"won": "won = 1", "lost": "won = 0 AND rank > 1"}
"""Words that mean how it ended for who asks."""
LENGTH = re.compile(r"([<>])(\d{1,4})")
"""Longer or shorter than so many minutes."""
ORDERS: Mapping[str, str] = {
    "when": "ended DESC, gid",
    "game": "edition, ended DESC, gid",
    "people": (
        "(SELECT group_concat(name) FROM (SELECT name FROM seats WHERE seats.gid = games.gid "
        "AND bot = '' ORDER BY name)), ended DESC, gid"
    ),
    "result": "state, checked, reason, ended DESC, gid",
    "length": "seconds DESC, ended DESC, gid",
}
"""By what games can be listed."""


SAT = "gid IN (SELECT gid FROM seats WHERE key IN ({}){})"
PERSON = "gid IN (SELECT gid FROM seats WHERE bot = '' AND (key = ? OR looks LIKE ? ESCAPE '!'))"


@dataclass(frozen=True, slots=True)
class GameSearch:
    """Words that all must fit, and whose games are meant."""

    words: tuple[str, ...] = ()
    """Parts of a game's or a player's name, or one of `RESULTS`, `OWN_RESULTS` or `LENGTH`."""
    keys: tuple[str, ...] = ()
    """Who asks: won and lost are theirs."""
    is_own_only: bool = False
    """Whether games are left out in which none of these keys sat."""
    game: str = ""
    """Part of a game's name or its id."""
    people: tuple[str, ...] = ()
    """Parts of the names, or the keys, of players who all took part."""
    by: str = "when"
    """One of `ORDERS`."""

    @property
    def order(self) -> str:
        """The order, for SQL."""
        return ORDERS[self.by]

    def where(self) -> tuple[str, list[object]]:
        """The condition, for SQL, and its values."""
        parts = list(self._parts())
        values = [value for _, found in parts for value in found]
        return " AND ".join(part for part, _ in parts) or "1", values

    def _parts(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        if self.is_own_only:
            yield self._has(keys=self.keys)
        if self.game:
            wanted = _like(self.game)
            yield "(game = ? OR lower(edition) LIKE ? ESCAPE '!')", (self.game, wanted)
        for person in self.people:
            wanted = _like(person)
            yield PERSON, (person, wanted)
        yield from map(self._word, self.words[:MOST_WORDS])

    def _word(self, word: str) -> tuple[str, tuple[object, ...]]:
        plain = word.casefold()
        if plain in RESULTS:
            return RESULTS[plain], ()
        if plain in OWN_RESULTS:
            has, values = self._has(f" AND {OWN_RESULTS[plain]}", keys=self.keys)
            return f"state = 'finished' AND {has}", values
        if length := LENGTH.fullmatch(plain):
            return f"seconds > 0 AND seconds {length[1]} ?", (int(length[2]) * 60,)
        return "words LIKE ? ESCAPE '!'", (_like(word),)

    @staticmethod
    def _has(more: str = "", *, keys: tuple[str, ...]) -> tuple[str, tuple[object, ...]]:
        marks = ", ".join("?" * len(keys))
        return SAT.format(marks, more), keys


def typed(text: str) -> tuple[str, ...]:
    """The words of a line that somebody has typed."""
    return tuple(word[:LONGEST_WORD] for word in text.split()[:MOST_WORDS])


def words_of(result: GameResult) -> str:
    """What a game is found by, folded."""
    names = (seat.name for seat in result.people)
    return " ".join((result.edition, result.game, *names)).casefold()


def _like(word: str) -> str:
    folded = word.casefold()[:LONGEST_WORD]
    for mark in "!%_":
        folded = folded.replace(mark, f"!{mark}")
    return f"%{folded}%"
