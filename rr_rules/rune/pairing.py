"""Two games in which either player begins once: `match` pair_swapped (RN-SETUP-04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.customs import GameBefore, NextGame
from rr_rules.rune.options import return_game
from rr_rules.rune.view import View

PAIR = "pair_swapped"


def follow(options: Mapping[str, str], declared: Sequence[int], before: GameBefore) -> NextGame:
    """The next game: the second one of a pair if the game before was the first one."""
    assert isinstance(before.view, View), "this game's views are its own"
    starter = before.now_at(before.view.starter)
    if options["match"] != PAIR or not _is_first(before) or -1 in before.seats or starter < 0:
        return NextGame(options, tuple(declared))
    note = f"{{{1 - starter}}} begins: this is the second game of a pair."
    return NextGame(return_game(options, starter), tuple(declared), note)


def _is_first(before: GameBefore) -> bool:
    """Whether a pair was begun and played to its end: the second game names the seat itself."""
    assert isinstance(before.view, View), "this game's views are its own"
    is_second = before.options["first_seat"] != before.chosen["first_seat"]
    is_finished = before.view.outcome is not None
    return before.options["match"] == PAIR and is_finished and not is_second
