"""What the games of a tournament come to: win rates, lengths, seats, and a table of all games."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, median

from rr_net.tournament.playing import Played, Thought

Z = 1.959963984540054
"""So many standard deviations on both sides hold 95 % of a normal distribution."""

COLUMNS = ("game", "bots", "winners", "reason", "first", "turns", "decisions")
"""Of the file; the game's own figures follow."""
WIDE = 18
"""The first column of what people read."""
RATES = "games    won    rate   95 % interval"
LENGTHS = f"{'a game':{WIDE}}    mean  median   least    most"
PACE = f"{'bot':{WIDE}}  decisions  ms each  longest"


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
    """The lines that a person reads; there is at least one game."""
    shared = played[0].tally.is_shared
    blocks = [_teams(played)] if shared else [_bots(played), _seats(played)]
    blocks += [_lengths(played), _pace(played)]
    lines = [line for block in blocks if block for line in ("", *block)]
    return lines[1:]


def written(played: Iterable[Played]) -> str:
    """One row of CSV for each game, in order; seats are counted from 1."""
    games = sorted(played, key=lambda each: each.number)
    own = [name for name, _ in games[0].tally.figures] if games else []
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([*COLUMNS, *own])
    for game in games:
        winners = " ".join(str(seat + 1) for seat in game.winners)
        first = game.tally.began + 1 or ""
        figures = [int(value) for _, value in game.tally.figures]
        rows.writerow([game.number + 1, " ".join(game.kinds), winners, game.reason, first,
                       game.turns, game.decisions, *figures])  # fmt: skip
    return text.getvalue()


# --- who wins -------------------------------------------------------------------------------------


def _teams(played: Sequence[Played]) -> list[str]:
    """Where all win together: how often each line-up does, and what else the game counts."""
    teams = list(dict.fromkeys(_team(game) for game in played))
    lines = [f"{'team':{WIDE}}  {RATES}"]
    for team in sorted(teams):
        games = [game for game in played if _team(game) == team]
        lines += [_rate(team, [bool(game.winners) for game in games]), *_truths(games)]
    return lines


def _team(game: Played) -> str:
    """Who plays, whatever the order of the seats: "rule, search x2"."""
    seats = Counter(sorted(game.kinds))
    if len(seats) == 1:
        return game.kinds[0]
    return ", ".join(kind if count == 1 else f"{kind} x{count}" for kind, count in seats.items())


def _bots(played: Sequence[Played]) -> list[str]:
    """How often each kind of bot wins; nothing where one kind has all the seats."""
    kinds = sorted({kind for game in played for kind in game.kinds})
    if len(kinds) == 1:
        return []
    lines = [f"{'bot':{WIDE}}  {RATES}   seats"]
    for kind in kinds:
        games = [game for game in played if kind in game.kinds]
        share = fmean(game.kinds.count(kind) / len(game.kinds) for game in games)
        lines.append(f"{_rate(kind, [kind in _winning(game) for game in games])}  {share:6.1%}")
    return lines


def _winning(game: Played) -> set[str]:
    return {game.kinds[seat] for seat in game.winners}


def _seats(played: Sequence[Played]) -> list[str]:
    """How often each seat wins, and the one that has begun."""
    lines = [f"{'seat':{WIDE}}  {RATES}"]
    for seat in range(len(played[0].kinds)):
        lines += [_rate(f"{seat + 1}", [seat in game.winners for game in played])]
    begun = [game for game in played if game.tally.began >= 0]
    if begun:
        lines.append(_rate("who begins", [game.tally.began in game.winners for game in begun]))
    return [*lines, _rate("nobody", [not game.winners for game in played]), *_truths(played)]


def _truths(played: Sequence[Played]) -> list[str]:
    """A row for each of a game's own figures that is true or false."""
    return [
        _rate(f"  {name}", [bool(game.tally.figures[at][1]) for game in played])
        for at, (name, value) in enumerate(played[0].tally.figures)
        if isinstance(value, bool)
    ]


def _rate(name: str, counted: Sequence[bool]) -> str:
    games, won = len(counted), sum(counted)
    low, high = wilson(won, games)
    return f"{name:{WIDE}}  {games:5}  {won:5}  {won / games:6.1%}  {low:6.1%}-{high:6.1%}"


# --- how long it takes ----------------------------------------------------------------------------


def _lengths(played: Sequence[Played]) -> list[str]:
    columns = {
        "turns": [game.turns for game in played],
        "decisions": [game.decisions for game in played],
    }
    for at, (name, value) in enumerate(played[0].tally.figures):
        if not isinstance(value, bool):
            columns[name] = [game.tally.figures[at][1] for game in played]
    return [LENGTHS, *[
        f"{name:{WIDE}}  {fmean(each):6.1f}  {median(each):6.1f}  {min(each):6}  {max(each):6}"
        for name, each in columns.items()
    ]]  # fmt: skip


def _pace(played: Sequence[Played]) -> list[str]:
    """How long each kind of bot thinks about a decision, in milliseconds."""
    lines = [PACE]
    for kind in sorted({kind for game in played for kind in game.kinds}):
        thoughts = [game.thought.get(kind, Thought()) for game in played]
        decisions = sum(thought.decisions for thought in thoughts)
        each = sum(thought.seconds for thought in thoughts) / max(decisions, 1)
        longest = max(thought.longest for thought in thoughts)
        lines.append(f"{kind:{WIDE}}  {decisions:9}  {1000 * each:7.2f}  {1000 * longest:7.1f}")
    return lines
