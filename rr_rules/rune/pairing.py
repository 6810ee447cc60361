"""Two games in which either player begins once: `match` pair_swapped (RN-SETUP-04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.kernel.game import GameBefore, NextGame
from rr_rules.rune.settings import SETTINGS, return_game
from rr_rules.rune.view import RuneView

PAIR, LEFT = "pair_swapped", "left"
BY_LUCK = next(each.default for each in SETTINGS if each.name == "first_seat")
AHEAD = "Two games are played: each of you begins one, and the points of both are added."
SECOND = "Play the second game"


def ahead(settings: Mapping[str, str]) -> str:
    """What is said before the first game of a pair."""
    return AHEAD if settings["match"] == PAIR else ""


def follow(settings: Mapping[str, str], declared: Sequence[int], before: GameBefore) -> NextGame:
    """The next game: the second one of a pair if the game before was the first one."""
    starter = _began_the_first(before)
    if settings["match"] != PAIR or starter < 0:
        return NextGame(settings, tuple(declared), ahead(settings))
    note = f"{{{1 - starter}}} begins: this is the second game of a pair. "
    note += f"The first one: {_told(_points(before))}."
    return NextGame(return_game(settings, starter), tuple(declared), note, SECOND)


def as_chosen(settings: Mapping[str, str]) -> Mapping[str, str]:
    """What a lobby had chosen for a game that is taken up again, as far as that can be told.

    In a pair a seat that begins was named by the rules, for the second game. A host may have named
    one as well, but hardly does: in a pair each begins once.
    """
    is_pair = settings["match"] == PAIR
    return {**settings, "first_seat": BY_LUCK} if is_pair else settings


def sum_up(ended: GameBefore, before: GameBefore | None) -> str:
    """How the first game of a pair stands, or what both come to; "" for a single game."""
    if _is_first(ended):
        points, second = _points(ended), 1 - _view(ended).starter
        return (f"The first of two games: {_told(points)}. {{{second}}} begins the second one, and "
                "the points of both are added; without it this result stands.")  # fmt: skip
    starter = _began_the_first(before)
    if before is None or starter < 0 or not _is_played_out(ended):
        return ""
    if ended.settings != return_game(ended.chosen, starter):
        return ""
    pairs = zip(_points(before), _points(ended), strict=True)
    sums = [one + other for one, other in pairs]
    told = f"Both games of the pair: {_told(sums)}."
    if sums[0] == sums[1]:
        return f"{told} The pair is a draw."
    return f"{told} {{{int(sums[1] > sums[0])}}} wins the pair."


def _began_the_first(before: GameBefore | None) -> int:
    """Where whoever began the first game of a pair that goes on sits now; -1 if none goes on."""
    if before is None or not _is_first(before) or -1 in before.seats:
        return -1
    return before.now_at(_view(before).starter)


def _points(game: GameBefore) -> list[int]:
    """The points of a game that was played, by where its players sit now."""
    view = _view(game)
    return [view.seats[seat].score for seat in game.seats]


def _told(points: Sequence[int]) -> str:
    return ", ".join(f"{{{seat}}} {score}" for seat, score in enumerate(points))


def _is_first(game: GameBefore) -> bool:
    """Whether a pair was begun and played to its end: the second game names the seat itself."""
    is_second = game.settings["first_seat"] != game.chosen["first_seat"]
    return game.settings["match"] == PAIR and _is_played_out(game) and not is_second


def _is_played_out(game: GameBefore) -> bool:
    outcome = _view(game).outcome
    return outcome is not None and outcome.reason != LEFT


def _view(game: GameBefore) -> RuneView:
    assert isinstance(game.view, RuneView), "this game's views are its own"
    return game.view
