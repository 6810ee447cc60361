"""How strong bots are by new numbers, beside those that are shipped: on the same deals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

from rr_net.sim.games import GamePlayed, TournamentPlan
from rr_net.sim.report import Sheet
from rr_net.sim.worth import Z, wilson
from rr_rules.bots.fitting import Contest
from rr_rules.kernel.transcript import Plain

NEW, SHIPPED = "new", "shipped"
WIDEST = 0.2
"""How far a difference may be off, at 95 %, where anything can be told of it."""
HEADS = ("contest", "games", "won", "95 % interval")


def plan_of(game: str, contest: Contest, seed: int, word: str, numbers: Plain) -> TournamentPlan:
    """The tournament of a contest in which the bot plays by numbers that are called so."""
    seats, settings = contest.setup
    kinds = (f"{contest.bot}@{word}", *[contest.other] * bool(contest.other))
    return TournamentPlan(game, seats, kinds, seed, contest.iterations, None,
                          tuple(settings.items()), ((word, json.dumps(numbers)),))  # fmt: skip


class Strength(NamedTuple):
    """What one contest came to, by both numbers."""

    name: str
    shipped: tuple[bool, ...]
    """By game, whether the bot won by the numbers that are shipped."""
    new: tuple[bool, ...]

    @property
    def difference(self) -> tuple[float, float]:
        """By how much more often the new ones win, and how far that may be off, at 95 %."""
        pairs = [new - old for new, old in zip(self.new, self.shipped, strict=True)]
        # Pairs that all come out alike have no spread, however few they are: then it is as far as
        # something may be true of games of which none has shown it.
        _, unseen = wilson(0, len(pairs))
        return fmean(pairs), Z * pstdev(pairs) / sqrt(len(pairs)) or unseen

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the difference is, at 95 %: nobody wins more than all games."""
        difference, around = self.difference
        return max(-1.0, difference - around), min(1.0, difference + around)

    @property
    def holds(self) -> bool:
        """Whether the new ones may be as strong as the others, for all that can be told."""
        return self.interval[1] >= 0

    @property
    def tells(self) -> bool:
        """Whether games are enough: a few that all end alike say as little as wide bounds do."""
        _, around = self.difference
        _, unseen = wilson(0, len(self.new))
        return max(around, unseen) <= WIDEST

    def plain(self) -> Plain:
        """For the file of the numbers."""
        difference, _ = self.difference
        return {
            "contest": self.name,
            "games": len(self.new),
            "shipped": round(fmean(self.shipped), 3),
            "new": round(fmean(self.new), 3),
            "difference": round(difference, 3),
            "interval": [round(bound, 3) for bound in self.interval],
        }


def verdict(strengths: Sequence[Strength]) -> tuple[str, str]:
    """What all contests come to, and why these numbers are not to be shipped; "" where they are."""
    weaker = [each.name for each in strengths if each.tells and not each.holds]
    if weaker:
        return f"Weaker in {'; '.join(weaker)}.", "the numbers that are there are stronger"
    unsure = [each.name for each in strengths if not each.tells]
    if unsure:
        bound = f"to within {100 * WIDEST:.0f} points"
        return (f"Too few games to tell: {'; '.join(unsure)}.",
                f"too few games to tell {bound}: --scale plays more in another --work")  # fmt: skip
    return "All contests hold.", ""


def strength(
    contest: Contest, shipped: Sequence[GamePlayed], new: Sequence[GamePlayed]
) -> Strength:
    """Compare the games of both numbers."""
    return Strength(name_of(contest), _won(shipped, SHIPPED), _won(new, NEW))


def name_of(contest: Contest) -> str:
    """The contest in words."""
    seats, settings = contest.setup
    said = [f"{contest.bot} against {contest.other}" if contest.other else contest.bot,
            "1 seat" if seats == 1 else f"{seats} seats",
            *(f"{key}={value}" for key, value in settings.items())]  # fmt: skip
    return ", ".join(said)


def _won(played: Sequence[GamePlayed], word: str) -> tuple[bool, ...]:
    games = sorted(played, key=lambda game: game.number)
    return tuple([
        any(game.kinds[seat].endswith(f"@{word}") for seat in game.winners) for game in games
    ])  # fmt: skip


def sheet(strengths: Sequence[Strength]) -> Sheet:
    """The table of all contests: some lines for each, below its name, so that it is not wide."""
    rows: list[tuple[str, ...]] = []
    for each in strengths:
        difference, _ = each.difference
        rows += [
            (each.name,),
            ("  by those shipped", *_rate(each.shipped)),
            ("  by the new ones", *_rate(each.new)),
            ("  difference", "", f"{difference:+.1%}",
             "{:+.1%} to {:+.1%}".format(*each.interval)),
        ]  # fmt: skip
    return Sheet(HEADS, rows)


def _rate(won: Sequence[bool]) -> tuple[str, str, str]:
    low, high = wilson(sum(won), len(won))
    return f"{len(won)}", f"{fmean(won):.1%}", f"{low:.1%} to {high:.1%}"
