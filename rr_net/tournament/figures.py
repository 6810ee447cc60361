"""What the games of a tournament come to: win rates, lengths, seats, and a table of all games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, median

from rr_net.tournament.playing import Played

Z = 1.959963984540054
"""So many standard deviations on both sides hold 95 % of a normal distribution."""

COLUMNS = ("game", "bots", "winners", "reason", "turns", "decisions")


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a win rate."""
    if not games:
        return 0.0, 1.0
    rate, square = won / games, Z * Z
    middle = rate + square / (2 * games)
    around = Z * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - around) / whole), min(1.0, (middle + around) / whole)


def report(played: Sequence[Played]) -> list[str]:
    """The lines that a person reads."""
    return [*_bots(played), "", *_seats(played), "", *_lengths(played)]


def written(played: Iterable[Played]) -> str:
    """One row of CSV for each game, in order; seats are counted from 1."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for game in sorted(played, key=lambda each: each.number):
        winners = " ".join(str(seat + 1) for seat in game.winners)
        rows.writerow([game.number + 1, " ".join(game.kinds), winners, game.reason, game.turns,
                       game.decisions])  # fmt: skip
    return text.getvalue()


def _bots(played: Sequence[Played]) -> list[str]:
    kinds = dict.fromkeys(kind for game in played for kind in sorted(game.kinds))
    return [
        "bot         games    won    rate   95 % interval   seats  ms/decision",
        *[_bot(kind, [game for game in played if kind in game.kinds]) for kind in sorted(kinds)],
    ]


def _bot(kind: str, played: Sequence[Played]) -> str:
    won = sum(any(game.kinds[seat] == kind for seat in game.winners) for game in played)
    share = fmean(game.kinds.count(kind) / len(game.kinds) for game in played)
    spent = [game.thought[kind] for game in played if kind in game.thought]
    decisions, seconds = (sum(each) for each in zip(*spent, strict=True)) if spent else (0, 0.0)
    pace = 1000 * seconds / decisions if decisions else 0.0
    return f"{kind:10}  {_rate(won, len(played))}  {share:6.1%}  {pace:11.2f}"


def _seats(played: Sequence[Played]) -> list[str]:
    lines = ["seat        games    won    rate   95 % interval"]
    for seat in range(len(played[0].kinds)):
        won = sum(seat in game.winners for game in played)
        lines.append(f"{seat + 1:<10}  {_rate(won, len(played))}")
    won = sum(not game.winners for game in played)
    return [*lines, f"{'nobody':10}  {_rate(won, len(played))}"]


def _rate(won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"{games:5}  {won:5}  {won / games:6.1%}  {low:6.1%}-{high:6.1%}"


def _lengths(played: Sequence[Played]) -> list[str]:
    return ["length       mean  median   least    most", *[
        f"{name:9}  {fmean(each):6.1f}  {median(each):6.1f}  {min(each):6}  {max(each):6}"
        for name, each in (
            ("turns", [game.turns for game in played]),
            ("decisions", [game.decisions for game in played]),
        )
    ]]  # fmt: skip
