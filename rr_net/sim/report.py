"""What the games of a tournament come to: win rates, lengths, seats, and a table of all games."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from statistics import fmean, median
from typing import NamedTuple

from rr_net.sim.games import GamePlayed, ThinkingTime
from rr_net.sim.worth import Worth, wilson, worths

SHOWN, FEWEST = 5, 20
"""So many cards are told at either end, of those that so many seats drew."""
WIDE = 18
"""The first column of what people read is at least so wide."""


class Sheet(NamedTuple):
    """A table: the heads of its columns, the first of which names the rows."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    """A row of a name alone is the title of those below it."""


def in_plain(sheets: Sequence[Sheet]) -> list[str]:
    """The lines of tables for a terminal, one below the other."""
    return [line for sheet in sheets if sheet.rows for line in ("", *_lined_up(sheet))][1:]


def in_markdown(sheets: Sequence[Sheet]) -> list[str]:
    """The same in Markdown."""
    return [line for sheet in sheets if sheet.rows for line in ("", *_barred(sheet))][1:]


def _lined_up(sheet: Sheet) -> Iterator[str]:
    lines = [sheet.heads, *sheet.rows]
    columns = zip(*(line for line in lines if len(line) > 1), strict=True)
    widths = [max(map(len, column)) for column in columns]
    first = max(WIDE, widths[0])
    for name, *cells in lines:
        if not cells:
            yield name
            continue
        row = [f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True)]
        yield "  ".join([f"{name:{first}}", *row])


def _barred(sheet: Sheet) -> Iterator[str]:
    yield _row(sheet.heads)
    yield _row(["---", *["---:"] * (len(sheet.heads) - 1)])
    for row in sheet.rows:
        yield _row([" ".join(cell.split()).replace("|", "\\|") for cell in row])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


COLUMNS = ("game", "bots", "winners", "reason", "first", "turns", "decisions")
"""Of the file; the game's own figures follow, then each seat's role and who had which card."""
RATES = ("games", "won", "rate", "95 % interval")
ROLE = ("role", *RATES, "times its share")
CARD = ("card", "seats", "won", "rate", "expected", "difference", "95 % interval")
EARLY = ("drawn early", *CARD[1:])
UNUSED = ("least used", "seats", "used", "share", "95 % interval")
LENGTH = ("a game", "mean", "median", "nine of ten", "least", "most")
PACE = ("bot", "decisions", "ms each", "longest")


def report(played: Sequence[GamePlayed], *, markdown: bool = False) -> list[str]:
    """The lines that a person reads; there is at least one game."""
    return (in_markdown if markdown else in_plain)(sheets(played))


def sheets(played: Sequence[GamePlayed]) -> list[Sheet]:
    """The tables of a tournament; one without rows says nothing."""
    games = [_endings(played), _lengths(played)]
    if played[0].tally.is_shared:
        return [_teams(played), *games, _pace(played)]
    who_wins = [_bots(played), _seats(played), _roles(played)]
    cards = [_early(played), _unused(played), _cards(played)]
    return [*who_wins, *games, *cards, _pace(played)]


def written(played: Iterable[GamePlayed]) -> str:
    """One row of CSV for each game, in order; seats are counted from 1."""
    games = sorted(played, key=lambda each: each.number)
    own = [name for name, _ in games[0].tally.figures] if games else []
    cards = sorted({card for game in games for held in game.held for card in held})
    roles = ["roles"] if any(game.roles for game in games) else []
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([*COLUMNS, *own, *roles, *cards])
    for game in games:
        first = game.tally.began + 1 or ""
        figures = [int(value) for _, value in game.tally.figures]
        named = ["; ".join(game.roles)] * len(roles)
        rows.writerow([game.number + 1, " ".join(game.kinds), _numbered(game.winners), game.reason,
                       first, game.turns, game.decisions, *figures, *named,
                       *[_holders(game, card) for card in cards]])  # fmt: skip
    return text.getvalue()


def _holders(game: GamePlayed, card: str) -> str:
    return _numbered([seat for seat, held in enumerate(game.held) if card in held])


def _numbered(seats: Iterable[int]) -> str:
    return " ".join(str(seat + 1) for seat in seats)


# --- who wins -------------------------------------------------------------------------------------


def _teams(played: Sequence[GamePlayed]) -> Sheet:
    """Where all win together: how often each line-up does, and what else the game counts."""
    rows = []
    for team in sorted({_team(game) for game in played}):
        games = [game for game in played if _team(game) == team]
        rows += [_rate(team, [bool(game.winners) for game in games]), *_truths(games)]
    return Sheet(("team", *RATES), rows)


def _team(game: GamePlayed) -> str:
    """Who plays, whatever the order of the seats: "rule, search x2"."""
    seats = Counter(sorted(game.kinds))
    if len(seats) == 1:
        return game.kinds[0]
    return ", ".join(kind if count == 1 else f"{kind} x{count}" for kind, count in seats.items())


def _bots(played: Sequence[GamePlayed]) -> Sheet:
    """How often each kind of bot wins; nothing where one kind has all the seats."""
    kinds, rows = sorted({kind for game in played for kind in game.kinds}), []
    for kind in kinds if len(kinds) > 1 else ():
        games = [game for game in played if kind in game.kinds]
        part = fmean(game.kinds.count(kind) / len(game.kinds) for game in games)
        rows.append((*_rate(kind, [kind in _winning(game) for game in games]), f"{part:.1%}"))
    return Sheet(("bot", *RATES, "seats"), rows)


def _winning(game: GamePlayed) -> set[str]:
    return {game.kinds[seat] for seat in game.winners}


def _seats(played: Sequence[GamePlayed]) -> Sheet:
    """How often each seat wins, and the one that has begun."""
    rows = [
        _rate(f"{seat + 1}", [seat in game.winners for game in played])
        for seat in range(len(played[0].kinds))
    ]
    begun = [game for game in played if game.tally.began >= 0]
    if begun:
        rows.append(_rate("who begins", [game.tally.began in game.winners for game in begun]))
    rows += [_rate("nobody", [not game.winners for game in played]), *_truths(played)]
    return Sheet(("seat", *RATES), rows)


def _roles(played: Sequence[GamePlayed]) -> Sheet:
    """How often each role wins when it is dealt, and how many times its fair share that is."""
    won: dict[str, list[bool]] = {}
    for game in played:
        for seat, role in enumerate(game.roles):
            won.setdefault(role, []).append(seat in game.winners)
    rows = [
        (*_rate(role, won[role]), f"{fmean(won[role]) * len(played[0].kinds):.2f}")
        for role in sorted(won)
    ]
    return Sheet(ROLE, rows)


def _cards(played: Sequence[GamePlayed]) -> Sheet:
    """By how much seats that draw a card win more often than their like, the best card first."""
    return Sheet(CARD, [*map(_worth, worths(played))])


def _early(played: Sequence[GamePlayed]) -> Sheet:
    """The same of cards that came in the first rounds, those that tell most on either side.

    Late draws look good to whoever wins long games; early ones tell what a card is worth.
    """
    found = [worth for worth in worths(played, early=True) if worth.seats >= FEWEST]
    return Sheet(EARLY, [*map(_worth, [*found[:SHOWN], *found[SHOWN:][-SHOWN:]])])


def _worth(card: Worth) -> tuple[str, ...]:
    return (card.name, f"{card.seats}", f"{card.won}", f"{card.rate:.1%}", f"{card.expected:.1%}",
            f"{card.difference:+.1%}", "{:+.1%} to {:+.1%}".format(*card.interval))  # fmt: skip


def _unused(played: Sequence[GamePlayed]) -> Sheet:
    """The cards that seats use least often of those that they draw before the last round.

    The last row tells how many cards are used by half of those who draw them or more.
    """
    drawn, used = Counter[str](), Counter[str]()
    for game in played:
        for in_time, seat_used in zip(game.in_time, game.used, strict=True):
            drawn.update(in_time)
            used.update(in_time & seat_used)
    least = sorted(drawn, key=lambda card: (used[card] / drawn[card], card))
    enough = [card for card in least if drawn[card] >= FEWEST]
    rows = [_share(card, drawn[card], used[card]) for card in enough[: 2 * SHOWN]]
    if enough:
        half = sum(2 * used[card] >= drawn[card] for card in enough)
        of, count = (sum(counted[card] for card in enough) for counted in (drawn, used))
        rows.append(_share(f"{half} of {len(enough)} used by half or more", of, count))
    return Sheet(UNUSED, rows)


def _truths(played: Sequence[GamePlayed]) -> list[tuple[str, ...]]:
    """A row for each of a game's own figures that is true or false."""
    return [
        _rate(f"  {name}", [bool(game.tally.figures[at][1]) for game in played])
        for at, (name, value) in enumerate(played[0].tally.figures)
        if isinstance(value, bool)
    ]


def _rate(name: str, counted: Sequence[bool]) -> tuple[str, ...]:
    return _share(name, len(counted), sum(counted))


def _share(name: str, of: int, count: int) -> tuple[str, ...]:
    low, high = wilson(count, of)
    return name, f"{of}", f"{count}", f"{count / of:.1%}", f"{low:6.1%}-{high:6.1%}"


# --- how it goes ----------------------------------------------------------------------------------


def _endings(played: Sequence[GamePlayed]) -> Sheet:
    """Why games end; nothing where they all end for one reason."""
    reasons = Counter(game.reason for game in played)
    rows = []
    for reason, games in reasons.most_common() if len(reasons) > 1 else ():
        low, high = wilson(games, len(played))
        rows.append((reason, f"{games}", f"{games / len(played):.1%}", f"{low:6.1%}-{high:6.1%}"))
    return Sheet(("end", "games", "share", "95 % interval"), rows)


def rounds_of(game: GamePlayed) -> int:
    """How many times everybody had a turn, the last round included."""
    return ceil(game.turns / len(game.kinds))


def nine_of_ten(each: Sequence[int]) -> int:
    """The number that nine of ten are no greater than."""
    return sorted(each)[ceil(0.9 * len(each)) - 1]


def _lengths(played: Sequence[GamePlayed]) -> Sheet:
    columns = {
        "rounds": [rounds_of(game) for game in played],
        "turns": [game.turns for game in played],
        "decisions": [game.decisions for game in played],
    }
    for at, (name, value) in enumerate(played[0].tally.figures):
        if not isinstance(value, bool):
            columns[name] = [game.tally.figures[at][1] for game in played]
    return Sheet(LENGTH, [
        (name, f"{fmean(each):.1f}", f"{median(each):.1f}", f"{nine_of_ten(each)}",
         f"{min(each)}", f"{max(each)}")
        for name, each in columns.items()
    ])  # fmt: skip


def _pace(played: Sequence[GamePlayed]) -> Sheet:
    """How long each kind of bot thinks about a decision, in milliseconds."""
    rows = []
    for kind in sorted({kind for game in played for kind in game.kinds}):
        thoughts = [game.thought.get(kind, ThinkingTime()) for game in played]
        decisions = sum(thought.decisions for thought in thoughts)
        each = sum(thought.seconds for thought in thoughts) / max(decisions, 1)
        longest = max(thought.longest for thought in thoughts)
        rows.append((kind, f"{decisions}", f"{1000 * each:.2f}", f"{1000 * longest:.1f}"))
    return Sheet(PACE, rows)
