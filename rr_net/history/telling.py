"""Past games in words: what a list, a page and a program are told, for one who asks."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from rr_net.history.book import Best, HistoryBook, Met, Rated
from rr_net.history.results import LATEST, OWN_KEY, GameResult, SeatResult
from rr_net.history.search import GameSearch
from rr_net.safetext import clean

SHOWN_FROM = 3
"""From how many games on a rating is shown."""
MOST_NAMES = 20
"""Columns that names may take in a list before people are counted instead."""
FULL = {"regicide": 12}
"""How far a game can come that all win or lose together, where that is known."""
DAY = 24 * 3600
MOST_SOUGHT = 400
"""Letters that are said of what was looked for."""

LocalTime = Callable[[float], datetime]


class Asker(NamedTuple):
    """Who asks, and what they may know."""

    keys: tuple[str, ...]
    """Whose games are "won" and "lost"."""
    sees_all: bool = False
    """Whether the games and ratings of everybody may be told, as on the host's own machine."""
    open_since: Mapping[str, int] = MappingProxyType({})
    """Since when a table is open, in seconds since 1970, by its folder."""

    def sees_played(self, result: GameResult) -> bool:
        """Whether a game is being played now: it was seen since its table is open."""
        since = self.open_since.get(result.folder) if result.state == "playing" else None
        return since is not None and since <= result.ended


class ToldGame(NamedTuple):
    """One game as a line of a list says it."""

    day: str
    edition: str
    length: str
    people: str
    result: str
    mark: str
    """What the check of its record says."""


@dataclass(frozen=True, slots=True)
class Found:
    """What there is to tell somebody who has looked for games."""

    asker: Asker
    count: int
    """How many games fit."""
    games: tuple[GameResult, ...]
    """The first of them."""
    ratings: tuple[Rated, ...]
    """From `SHOWN_FROM` games on."""
    names: Mapping[str, str]
    """What the owners of the keys of `ratings` were called last."""
    met: tuple[Met, ...]
    best: tuple[Best, ...]
    of: int = 0
    """How many games there are for who asks, whatever was looked for."""
    sought: tuple[str, ...] = ()
    """All that has to fit, as people say it."""


def nothing(asker: Asker) -> Found:
    """What is found where nothing was played."""
    return Found(asker, 0, (), (), {}, (), ())


def look_up(book: HistoryBook, search: GameSearch, asker: Asker, most: int) -> Found:
    """What somebody finds; without `sees_all` only games of the own keys. Raises HistoryError."""
    count, games = book.find(search, most)
    rated = book.ratings(None if asker.sees_all else asker.keys)
    shown = tuple(each for each in rated if each.games >= SHOWN_FROM)
    names = book.names([each.key for each in shown])
    met = book.met(asker.keys, sees_all=asker.sees_all)
    every = GameSearch(keys=asker.keys, is_own_only=not asker.sees_all)
    sought = search.told(sees_all=asker.sees_all)
    of = book.find(every, 0)[0] if sought else count
    return Found(asker, count, games, shown, names, met, book.best(asker.keys), of, sought)


def told(result: GameResult, asker: Asker, now: float, clock: LocalTime) -> ToldGame:
    """A game as a line says it."""
    return ToldGame(
        day_of(result.ended, now, clock),
        result.edition,
        length_of(result.seconds),
        f"{people_of(result)}{_turn_of(result)}",
        result_of(result, asker),
        mark_of(result),
    )


def day_of(seconds: int, now: float, clock: LocalTime = datetime.fromtimestamp) -> str:
    """The day of a moment in words; of another year the month, "-" for a day of no calendar."""
    if not 0 < seconds <= LATEST:
        return "-"
    then = clock(seconds)
    return f"{then.day} {then:%b}" if then.year == clock(now).year else f"{then:%b} {then.year}"


def length_of(seconds: int) -> str:
    """How long a game was played."""
    if not seconds:
        return "-"
    if seconds >= DAY:
        days = round(seconds / DAY)
        return "1 day" if days == 1 else f"{days} days"
    return f"{max(1, round(seconds / 60))} min"


def people_of(result: GameResult) -> str:
    """Who played; a number of people where that is shorter."""
    names = ", ".join(seat.name or "somebody" for seat in result.people)
    bots = len(result.seats) - len(result.people)
    if len(names) > MOST_NAMES:
        names = f"{len(result.people)} people"
    with_bots = f" and {bots} bot{'s' if bots > 1 else ''}" if bots else ""
    return f"{names}{with_bots}" if names else with_bots.removeprefix(" and ")


def _turn_of(result: GameResult) -> str:
    """How far a game is that has no outcome."""
    return f", turn {result.turns}" if result.state in UNENDED and result.turns else ""


UNENDED: Mapping[str, str] = {
    "playing": "unfinished",
    "broken_off": "ended early",
    "unread": "not read",
}
"""What a game is called that has no outcome."""
PLAYED_NOW = "being played"


def result_of(result: GameResult, asker: Asker) -> str:
    """How it ended, for who asks."""
    if result.checked == "fails":
        return "void"
    if asker.sees_played(result):
        return PLAYED_NOW
    if result.state in UNENDED:
        return UNENDED[result.state]
    if result.is_shared:
        full = FULL.get(result.game, 0)
        return f"{result.score}/{full}" if full else f"{result.score}"
    mine = result.seat_of(asker.keys)
    winners = [seat for seat in result.seats if seat.won]
    if not winners:
        return "nobody won"
    if mine is None:
        return f"{', '.join(_called(result, seat) for seat in winners)} won"
    return "won" if mine in winners else "lost"


def _called(result: GameResult, seat: SeatResult) -> str:
    return seat.name or f"seat {result.seats.index(seat) + 1}"


def mark_of(result: GameResult) -> str:
    """What the check of its record says, in two words."""
    if result.checked == "fails":
        return "does not verify"
    if result.checked == "holds":
        return "checked" if result.is_ours else "taken in"
    if result.checked == "sampled":
        return "sampled"
    return "not checked" if result.state != "playing" else ""


def rating_of(rated: Rated) -> str:
    """A rating as it is shown: about so much, give or take, from so many games."""
    return f"{rated.mu:.0f} ±{rated.sigma:.0f} ({rated.games})"


def score_of(met: Met) -> str:
    """What came of the games against somebody."""
    drawn = f"-{met.drawn}" if met.drawn else ""
    return f"{met.won}-{met.lost}{drawn}"


def best_of(best: Best) -> str:
    """How far a game was brought that all play together."""
    full = FULL.get(best.game, 0)
    return f"best {best.score}/{full}" if full else f"best {best.score}"


# --- as text -----------------------------------------------------------------------------------


def text_lines(
    found: Found,
    now: float,
    clock: LocalTime = datetime.fromtimestamp,
    more: str = "",
    *,
    is_named: bool = False,
) -> list[str]:
    """All that was found, in lines of text; `more` is said where not all games are told.

    Each game `is_named` by the first letters of its name for who can open it by them.
    """
    rows = [
        (*told(each, found.asker, now, clock), each.gid[:LETTERS] if is_named else "")
        for each in found.games
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"Past games: {found.count}" if found.count else none_of(found)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append(f" {'  '.join(cells)}".rstrip())
    if found.count > len(rows):
        lines.append(f" and {found.count - len(rows)} more{more}")
    return [*lines, *_figures(found)]


LETTERS = 8
"""So many of a game's name tell it from all others."""


def none_of(found: Found) -> str:
    """What is said where no game is told: that there is none, or that none fits, and what."""
    if not found.of:
        return "No past games."
    whose = "" if found.asker.sees_all else "your "
    all_of = "" if len(found.sought) == 1 else "all of this: "
    sought = clean(", ".join(found.sought), MOST_SOUGHT)
    return f"None of {whose}{_counted(found.of, 'past game')} fits {all_of}{sought}."


def line_of(result: GameResult, now: float, clock: LocalTime = datetime.fromtimestamp) -> str:
    """A game in a line, for who sees all."""
    day, edition, _, people, *_ = told(result, Asker((OWN_KEY,), sees_all=True), now, clock)
    return f"{day}  {edition}  {people}"


def folded(lines: Iterable[str], width: int) -> Iterator[str]:
    """Lines as a terminal of so many columns can show them, broken between words."""
    for line in lines:
        yield from textwrap.wrap(line, width, subsequent_indent="    ") or [""]


def _figures(found: Found) -> Iterator[str]:
    """Ratings, who was met, and the best of shared games."""
    for edition, ratings in groupby(found.ratings, lambda each: each.edition):
        said = (f"{_whose(found, each)}{rating_of(each)}" for each in ratings)
        yield f"Rating, {edition}: {', '.join(said)}"
    if found.met:
        against = ", ".join(f"{each.name} {score_of(each)}" for each in found.met)
        yield f"Won and lost against: {against}"
    for best in found.best:
        yield f"{best.edition}: {best_of(best)} in {_counted(best.games, 'game')}"


def _whose(found: Found, rated: Rated) -> str:
    return f"{found.names.get(rated.key, 'somebody')} " if found.asker.sees_all else ""


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


# --- for one game ------------------------------------------------------------------------------


def page_of(
    result: GameResult, asker: Asker, now: float, clock: LocalTime = datetime.fromtimestamp
) -> list[str]:
    """Everything that is known of one game, a sentence a line."""
    line = told(result, asker, now, clock)
    turns = f", {_counted(result.turns, 'turn')}" if result.turns else ""
    length = f", {line.length}" if result.seconds else ""
    lines = [f"{line.edition}, {line.day}{length}{turns}: {line.result}."]
    for number, seat in enumerate(result.seats, 1):
        rank = f", rank {seat.rank}" if seat.rank and not result.is_shared else ""
        bot = f", a bot ({seat.bot})" if seat.bot else ""
        since = f", from turn {seat.since} on (the host's word)" if seat.since else ""
        lines.append(f"{number} {seat.name or 'somebody'}{bot}{rank}{since}")
    lines.append(_state_words(result, asker))
    why = result.why_not_rated
    lines.append(f"It changes no rating: {why}." if why else "It counts for ratings.")
    luck = {"solo": "the host's machine alone", "table": "the table", "strict": "the table, slowly"}
    lines.append(f"Luck: {luck.get(result.level, result.level)}. Version {result.version or '?'}.")
    lines.append(f"Game {result.gid[:8]}.")
    return lines


def _state_words(result: GameResult, asker: Asker) -> str:
    """Whether it goes on, and what the check of its record says where it is over."""
    if result.state != "playing":
        return _checked_words(result, asker)
    return AT_A_TABLE if asker.sees_played(result) else UNFINISHED


AT_A_TABLE = "It is being played now, at a table that is open."
UNFINISHED = "Unfinished: whoever dealt it can go on with it, or open its cards."


CLOSED = "Its cards are closed: there is nothing to check until all who played ask to open them."


def _checked_words(result: GameResult, asker: Asker) -> str:
    # Who sees only the own games is a guest, whose machine is another one.
    where = "this machine" if asker.sees_all else "the host's machine"
    words = {
        "holds": f"Its record was checked on {where} and holds.",
        "sampled": f"A sample of its record was checked on {where}: nothing wrong was found.",
        "fails": "Its record does not verify, so it counts for nothing",
        "unchecked": "Its record is not checked",
    }[result.checked]
    if result.checked in {"holds", "sampled"}:
        return words
    if result.state == "broken_off" and result.checked == "unchecked":
        return CLOSED
    return f"{words}: {result.problem}." if result.problem else f"{words}."


# --- for one player ----------------------------------------------------------------------------


def person_words(
    book: HistoryBook, key: str, now: float, clock: LocalTime = datetime.fromtimestamp
) -> str:
    """Whose key it is, and what the book has of it, in a sentence. Raises HistoryError."""
    count, games = book.find(GameSearch(keys=(key,), is_own_only=True), 1)
    last = next(iter(games), None)
    seat = last.seat_of((key,)) if last is not None else None
    name = seat.name if seat is not None and seat.name else "somebody"
    where = "at this machine's own terminal" if key == OWN_KEY else key
    rated = len(book.ratings((key,)))
    day = f", the last on {day_of(last.ended, now, clock)}" if last is not None else ""
    ratings = f"; {_counted(rated, 'rating')}" if rated else ""
    return f"{name} ({where}): {_counted(count, 'game')}{day}{ratings}."


# --- for programs ------------------------------------------------------------------------------


def as_json(found: Found) -> str:
    """All that was found as one JSON object."""
    return json.dumps(
        {
            "count": found.count,
            "of": found.of,
            "games": [_plain(each, found.asker) for each in found.games],
            "ratings": [
                {"edition": each.edition, **_person(each.key, found.names.get(each.key, "")),
                 "rating": round(each.mu, 2), "uncertainty": round(each.sigma, 2),
                 "games": each.games}
                for each in found.ratings
            ],
            "against": [
                {**_person(each.key, each.name), "won": each.won, "lost": each.lost,
                 "drawn": each.drawn}
                for each in found.met
            ],
            "best": [
                {"edition": each.edition, "score": each.score, "of": FULL.get(each.game, 0),
                 "games": each.games}
                for each in found.best
            ],
        },
        ensure_ascii=False,
    )  # fmt: skip


def _plain(result: GameResult, asker: Asker) -> dict[str, object]:
    return {
        "game": result.gid,
        "rules": result.game,
        "edition": result.edition,
        "state": result.state,
        "reason": result.reason,
        "result": result_of(result, asker),
        "began": result.began,
        "ended": result.ended,
        "seconds": result.seconds,
        "turns": result.turns,
        "luck": result.level,
        "version": result.version,
        "ours": result.is_ours,
        "checked": result.checked,
        "problem": result.problem,
        "hinted": result.is_hinted,
        "why_not_rated": result.why_not_rated,
        "score": result.score,
        "seats": [
            {**_person(seat.key, seat.name), "bot": seat.bot, "rank": seat.rank,
             "won": seat.won, "since": seat.since}
            for seat in result.seats
        ],
    }  # fmt: skip


def _person(key: str, name: str) -> dict[str, str]:
    return {"name": name, "key": key}
