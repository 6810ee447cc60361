"""What somebody looks for among games: words that all must fit, and an order."""

from __future__ import annotations

import re
import shlex
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
NAME = re.compile(r"[0-9a-f]{4,64}")
"""The first letters of a game's own name."""
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
PERSON = "gid IN (SELECT gid FROM seats WHERE key = ? OR looks LIKE ? ESCAPE '!')"
NAMED = "(words LIKE ? ESCAPE '!' OR gid IN (SELECT gid FROM seats WHERE looks LIKE ? ESCAPE '!'))"
"""By a game's name or by one of those who sat there, bots too."""


OF_GAME = (
    "(game = ? OR lower(edition) = ? OR (lower(edition) LIKE ? ESCAPE '!' AND NOT EXISTS "
    "(SELECT 1 FROM games WHERE game = ? OR lower(edition) = ?)))"
)
"""By a game's id or name; by a part of one where it is the whole of none that was played."""


@dataclass(frozen=True, slots=True)
class GameSearch:
    """Words that all must fit, and whose games are meant."""

    words: tuple[str, ...] = ()
    """Parts of a game's or a player's name, or a word of those above."""
    keys: tuple[str, ...] = ()
    """Who asks: won and lost are theirs."""
    is_own_only: bool = False
    """Whether games are left out in which none of these keys sat."""
    game: str = ""
    """A game's name or its id, or part of a name."""
    people: tuple[str, ...] = ()
    """Parts of the names, or the keys, of players and bots who all took part."""
    by: str = "when"
    """One of `ORDERS`."""

    @property
    def order(self) -> str:
        """The order, for SQL."""
        return ORDERS[self.by]

    def told(self, *, sees_all: bool) -> tuple[str, ...]:
        """All that has to fit, as people say it; who does not see all has own games anyway."""
        game = (f'game "{self.game}"',) if self.game else ()
        people = (f'player "{each}"' for each in self.people)
        own = ("you were there",) if self.is_own_only and sees_all else ()
        return (*game, *people, *own, *map(_said, self.words[:MOST_WORDS]))

    def where(self) -> tuple[str, list[object]]:
        """The condition, for SQL, and its values."""
        parts = list(self._parts())
        values = [value for _, found in parts for value in found]
        return " AND ".join(part for part, _ in parts) or "1", values

    def _parts(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        if self.is_own_only:
            yield self._has(keys=self.keys)
        if self.game:
            whole = self.game.casefold()
            yield OF_GAME, (whole, whole, _like(self.game), whole, whole)
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
        if NAME.fullmatch(plain):
            # It may be a part of somebody's name all the same.
            return f"({NAMED} OR gid LIKE ?)", (_like(word), _like(word), f"{plain}%")
        return NAMED, (_like(word), _like(word))

    @staticmethod
    def _has(more: str = "", *, keys: tuple[str, ...]) -> tuple[str, tuple[object, ...]]:
        marks = ", ".join("?" * len(keys))
        return SAT.format(marks, more), keys


def _said(word: str) -> str:
    """A word as people say it: won and lost are meant of who asks."""
    plain = word.casefold()
    return f"you {plain}" if plain in OWN_RESULTS else f'"{word}"'


class BadWords(Exception):
    """What stood after `history` says no search; the sentence says what it takes."""


NAMING = frozenset({"--game", "--person", "--by"})
"""Options that a value follows."""
FLAGS = frozenset({"--me", "--json"})
ELSEWHERE = frozenset({"forget", "import"})
"""What `runes history` does beside, which begins with a word."""
TAKES = (
    "After history come parts of a game's or a player's name, won, lost, finished, unfinished, "
    "unchecked, fails or >30, all of which must fit; and --game NAME, --person NAME, --me, --json, "
    f"--by {'|'.join(ORDERS)}"
)
NOT_HERE = (
    "That is typed on the host's own machine, as runes history {}. Whoever wants to be forgotten "
    "here takes f in Past games, or types past forget me in text mode."
)


def asked(line: str, keys: tuple[str, ...], *, is_own_only: bool) -> tuple[GameSearch, bool]:
    """What somebody looks for who has typed `history LINE`, and whether a program reads the answer.

    It is one line as it came, of which no shell has taken the quotes. Raises BadWords.
    """
    given = list(_given(_split(line)))
    words = [value for name, value in given if not name]
    if words and words[0] in ELSEWHERE:
        raise BadWords(NOT_HERE.format(words[0]))
    named = dict(given)
    by = named.get("--by", "when")
    if by not in ORDERS:
        raise BadWords(f"{TAKES}. What came was --by {by[:LONGEST_WORD]}.")
    search = GameSearch(
        words=typed(" ".join(words)),
        keys=keys,
        is_own_only=is_own_only or "--me" in named,
        game=named.get("--game", ""),
        people=tuple(value for name, value in given if name == "--person")[:MOST_WORDS],
        by=by,
    )
    return search, "--json" in named


def _given(parts: list[str]) -> Iterator[tuple[str, str]]:
    """Each option with its value, and each other word after a name of none. Raises BadWords."""
    rest = iter(parts)
    for part in rest:
        name, equals, value = part.partition("=")
        if not part.startswith("--"):
            yield "", part
        elif name in NAMING:
            value = value if equals else next(rest, "")
            if not value:
                raise BadWords(f"{TAKES}. Nothing came after {name}.")
            yield name, value
        elif part in FLAGS:
            yield part, ""
        else:
            raise BadWords(f"{TAKES}. What came was {part[:LONGEST_WORD]}.")


def _split(line: str) -> list[str]:
    """The words of a line; quotation marks hold some together, and an apostrophe is a letter."""
    reader = shlex.shlex(line, posix=True)
    reader.quotes, reader.escape, reader.commenters, reader.whitespace_split = '"', "", "", True
    try:
        return list(reader)
    except ValueError:
        raise BadWords("A quotation mark is open at the end: every one needs its second.") from None


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
