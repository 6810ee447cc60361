"""Two games in which either player begins once: `match` pair_swapped (RN-SETUP-04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.kernel.game import GameBefore, NextGame
from rr_rules.rune.settings import return_game
from rr_rules.rune.view import RuneView

PAIR, LEFT = "pair_swapped", "left"


def follow(settings: Mapping[str, str], declared: Sequence[int], before: GameBefore) -> NextGame:
    """The next game: the second one of a pair if the game before was the first one."""
    assert isinstance(before.view, RuneView), "this game's views are its own"
    starter = before.now_at(before.view.starter)
    if settings["match"] != PAIR or not _is_first(before) or -1 in before.seats or starter < 0:
        return NextGame(settings, tuple(declared))
    note = f"{{{1 - starter}}} begins: this is the second game of a pair. {_so_far(before)}"
    return NextGame(return_game(settings, starter), tuple(declared), note)


def sum_up(settings: Mapping[str, str], ended: object, before: GameBefore) -> str:
    """What both games of a pair come to, once the second one is over; else ""."""
    assert isinstance(before.view, RuneView), "this game's views are its own"
    assert isinstance(ended, RuneView), "this game's views are its own"
    starter = before.now_at(before.view.starter)
    is_second = settings["match"] == PAIR and settings["first_seat"] == str(2 - starter)
    if not is_second or not _is_first(before) or -1 in before.seats or not _is_played_out(ended):
        return ""
    pairs = zip(_points(before), ended.seats, strict=True)
    sums = [points + seat.score for points, seat in pairs]
    told = f"Both games of the pair: {_told(sums)}."
    if sums[0] == sums[1]:
        return f"{told} The pair is a draw."
    return f"{told} {{{int(sums[1] > sums[0])}}} wins the pair."


def _so_far(before: GameBefore) -> str:
    return f"The first one: {_told(_points(before))}."


def _points(before: GameBefore) -> list[int]:
    """The points of the first game, by where its players sit now."""
    assert isinstance(before.view, RuneView), "this game's views are its own"
    return [before.view.seats[seat].score for seat in before.seats]


def _told(points: Sequence[int]) -> str:
    return ", ".join(f"{{{seat}}} {score}" for seat, score in enumerate(points))


def _is_first(before: GameBefore) -> bool:
    """Whether a pair was begun and played to its end: the second game names the seat itself."""
    assert isinstance(before.view, RuneView), "this game's views are its own"
    is_second = before.settings["first_seat"] != before.chosen["first_seat"]
    return before.settings["match"] == PAIR and _is_played_out(before.view) and not is_second


def _is_played_out(view: RuneView) -> bool:
    return view.outcome is not None and view.outcome.reason != LEFT
