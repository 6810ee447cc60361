"""Pictures of a tournament as SVG, light and dark: who wins, how long it takes, cards, the lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

try:
    import matplotlib as mpl
    from matplotlib.figure import Figure
except ImportError:  # the extra `lab` brings it
    CAN_DRAW = False
else:
    CAN_DRAW = True

from rr_net.sim.games import GamePlayed
from rr_net.sim.report import nine_of_ten, rounds_of
from rr_net.sim.worth import wilson, worths

Axes = Any
"""Of matplotlib, which has no types where it is not installed."""
NO_PICTURES = (
    "--report wants a package that is not installed: `make install EXTRA=lab` in the checkout, or "
    "leave it away"
)
LOOKS = {
    "light": {"ink": "#24292f", "paper": "#ffffff", "soft": "#8c959f", "strong": "#0969da",
              "other": "#bc4c00"},
    "dark": {"ink": "#e6edf3", "paper": "#0d1117", "soft": "#7d8590", "strong": "#58a6ff",
             "other": "#f0883e"},
}  # fmt: skip
"""By look, the colours of words, ground, and lines that matter less, most and second most."""
WIDTH, ROW, LEAST_HEIGHT = 7.2, 0.24, 1.8
"""In inches, of a picture, of a row of it, and of the lowest one."""
MOST_CARDS = 12
"""So many of the best cards are shown, and of the worst."""
LEAST_SEATS = 20
"""A card that fewer seats drew says nothing."""
NO_CARDS = (
    "There is no picture of what each card is worth: no card was in the hands of "
    f"{LEAST_SEATS} seats within their first two rounds. More games have one"
)
STANDING = (
    "Standing is what everybody sees a seat have of what wins: its Mythical Creatures, or the "
    "Corrupted Beasts of a Nefarious Neighbor; its points in Rune; the enemies defeated in Regicide"
)
TENTHS, HALF = 10, 5
MOST_BARS = 40


class Chart(NamedTuple):
    """One picture of the page."""

    id: str
    title: str
    says: str
    """What it shows, for who cannot see it."""
    rows: int
    """How many rows it has, or 0 where its height says nothing."""
    draw: Callable[[Axes, dict[str, str]], None]
    note: str = ""
    """What a word in it means."""


class Bar(NamedTuple):
    """A share with what is unsure about it, and the one that would be fair."""

    name: str
    rate: float
    low: float
    high: float
    fair: float


def pictures(played: Sequence[GamePlayed]) -> list[Chart]:
    """All that these games have something to say for."""
    return [*_wins(played), _lengths(played), *_cards(played), *_lead(played)]


def left_out(played: Sequence[GamePlayed]) -> list[str]:
    """Sentences about pictures that so few games do not have."""
    tells_of_cards = any(cards for game in played for cards in game.early)
    return [NO_CARDS] if tells_of_cards and not [*_cards(played)] else []


def draw_all(played: Sequence[GamePlayed], folder: Path, prefix: str = "") -> list[Chart]:
    """Write `ID-light.svg` and `ID-dark.svg` of each picture. Raises OSError."""
    found = pictures(played)
    for picture in found:
        for look, colours in LOOKS.items():
            _draw(picture, colours, folder / f"{prefix}{picture.id}-{look}.svg")
    return found


def _draw(picture: Chart, colours: dict[str, str], path: Path) -> None:
    ink, paper = colours["ink"], colours["paper"]
    rc = {
        "svg.fonttype": "none", "svg.hashsalt": picture.id, "font.size": 9,
        "font.family": "sans-serif", "axes.edgecolor": colours["soft"], "axes.labelcolor": ink,
        "axes.facecolor": paper, "figure.facecolor": paper, "text.color": ink, "xtick.color": ink,
        "ytick.color": ink, "axes.spines.top": False, "axes.spines.right": False,
    }  # fmt: skip
    with mpl.rc_context(rc):
        height = max(LEAST_HEIGHT, ROW * picture.rows + 0.7) if picture.rows else 3.0
        figure = Figure((WIDTH, height), layout="constrained")
        picture.draw(figure.add_subplot(), colours)
        # Without a date the same games draw the same file.
        figure.savefig(path, format="svg", metadata={"Date": None, "Title": picture.title})


# --- who wins -------------------------------------------------------------------------------------


def _wins(played: Sequence[GamePlayed]) -> Iterator[Chart]:
    bars = list(_bars(played))
    if bars:
        says = ", ".join(f"{bar.name} {bar.rate:.0%}" for bar in bars)
        yield Chart("wins", "Who wins", f"Shares of won games with 95 % intervals: {says}",
                      len(bars), lambda axes, colours: _draw_bars(axes, colours, bars))  # fmt: skip


def _bars(played: Sequence[GamePlayed]) -> Iterator[Bar]:
    """Teams of a game that is won together, for which even is half; else seats, kinds, roles."""
    if played[0].tally.is_shared:
        for team in sorted({_team(game) for game in played}):
            won = [bool(game.winners) for game in played if _team(game) == team]
            yield _bar(team, won, 0.5)
        return
    seats = len(played[0].kinds)
    for seat in range(seats):
        yield _bar(f"seat {seat + 1}", [seat in game.winners for game in played], 1 / seats)
    for of in (_kinds, _roles):
        names = sorted({each for game in played for each in of(game)})
        for each in names if len(names) > 1 else ():
            won = [seat in game.winners for game in played
                   for seat, here in enumerate(of(game)) if here == each]  # fmt: skip
            yield _bar(each, won, 1 / seats)


def _team(game: GamePlayed) -> str:
    return ", ".join(sorted(game.kinds))


def _kinds(game: GamePlayed) -> Sequence[str]:
    return game.kinds


def _roles(game: GamePlayed) -> Sequence[str]:
    return game.roles


def _bar(name: str, won: Sequence[bool], fair: float) -> Bar:
    low, high = wilson(sum(won), len(won))
    return Bar(name, fmean(won), low, high, fair)


def _draw_bars(axes: Axes, colours: dict[str, str], bars: Sequence[Bar]) -> None:
    places = list(range(len(bars)))
    for at, bar in zip(places, bars, strict=True):
        axes.plot([100 * bar.low, 100 * bar.high], [at, at], color=colours["soft"], linewidth=2)
        axes.plot([100 * bar.fair] * 2, [at - 0.4, at + 0.4], color=colours["other"], linewidth=1)
    axes.plot([100 * bar.rate for bar in bars], places, "o", color=colours["strong"])
    axes.set_yticks(places, [bar.name for bar in bars])
    axes.invert_yaxis()
    axes.set_xlabel("won, % of its games; the upright line is fair or even")


# --- how long -------------------------------------------------------------------------------------


def _lengths(played: Sequence[GamePlayed]) -> Chart:
    rounds = sorted(map(rounds_of, played))
    ninety = nine_of_ten(rounds)
    half = f"half end by {median(rounds):g}, nine of ten by {ninety}"
    says = f"{fmean(rounds):.1f} rounds on the average, {half}"

    def draw(axes: Axes, colours: dict[str, str]) -> None:
        width = max(1, ceil(rounds[-1] / MOST_BARS))
        axes.hist(rounds, range(0, rounds[-1] + 2 * width, width), color=colours["strong"],
                  align="left")  # fmt: skip
        for value, name in ((median(rounds), "half"), (ninety, "nine of ten")):
            axes.axvline(value, color=colours["other"], linewidth=1)
            axes.text(value, axes.get_ylim()[1], f" {name}", va="top")
        axes.set_xlabel("rounds")
        axes.set_ylabel("games")
        for axis in (axes.xaxis, axes.yaxis):
            axis.get_major_locator().set_params(integer=True, min_n_ticks=1)

    return Chart("lengths", "How long games are", says, 0, draw)


# --- cards ----------------------------------------------------------------------------------------


def _cards(played: Sequence[GamePlayed]) -> Iterator[Chart]:
    """What the cards are worth that a seat had early: late ones look good to who wins long games.

    A game that tells of no early cards shows none.
    """
    found = [card for card in worths(played, early=True) if card.seats >= LEAST_SEATS]
    shown = found if len(found) <= 2 * MOST_CARDS else found[:MOST_CARDS] + found[-MOST_CARDS:]
    if not shown:
        return

    def draw(axes: Axes, colours: dict[str, str]) -> None:
        for at, card in enumerate(shown):
            low, high = card.interval
            axes.plot([100 * low, 100 * high], [at, at], color=colours["soft"], linewidth=2)
        axes.plot([100 * card.difference for card in shown], range(len(shown)), "o",
                  color=colours["strong"])  # fmt: skip
        axes.axvline(0, color=colours["other"], linewidth=1)
        axes.set_yticks(range(len(shown)), [card.name for card in shown])
        axes.invert_yaxis()
        axes.set_xlabel("won more often than its like, points of 100, where a seat had it early")

    best, worst = shown[0], shown[-1]
    says = f"From {best.name} {best.difference:+.1%} to {worst.name} {worst.difference:+.1%}"
    yield Chart("cards", "What each card is worth", says, len(shown), draw)


# --- the lead -------------------------------------------------------------------------------------


def _lead(played: Sequence[GamePlayed]) -> Iterator[Chart]:
    """How the seat that wins stands beside the best of the others, in tenths of the game."""
    told = [game for game in played if game.standings and len(game.winners) == 1]
    if not told:
        return
    steps = range(TENTHS + 1)
    winner = [fmean(_standing(game, tenth)[0] for game in told) for tenth in steps]
    others = [fmean(_standing(game, tenth)[1] for game in told) for tenth in steps]
    ahead = [fmean(float(one > two) for one, two in (_standing(game, tenth) for game in told))
             for tenth in steps]  # fmt: skip

    def draw(axes: Axes, colours: dict[str, str]) -> None:
        shares = [100 * tenth / TENTHS for tenth in steps]
        axes.plot(shares, winner, color=colours["strong"], label="who wins")
        axes.plot(shares, others, color=colours["other"], label="the best of the others")
        axes.legend(frameon=False)
        axes.set_xlabel("% of the game's turns")
        axes.set_ylabel("standing")

    half = f"in {ahead[HALF]:.0%} of the games half way"
    says = f"Who wins is ahead of everybody {half}, and in {ahead[-2]:.0%} after nine tenths"
    yield Chart("lead", "The lead in the course of a game", says, 0, draw, STANDING)


def _standing(game: GamePlayed, tenth: int) -> tuple[int, int]:
    """Of who wins, and of the best of the others, so far into the game."""
    at = game.standings[min(len(game.standings) - 1, tenth * len(game.standings) // TENTHS)]
    [winner] = game.winners
    return at[winner], max((each for seat, each in enumerate(at) if seat != winner), default=0)
