"""Two bots in the same seat of the same deals: who wins more often there, and how sure that is.

    python -m tests.lab.swapped --work DIR --games 400

plays the Nefarious Neighbor at four seats with `hard` in one seat and `greedy` in all others, and
the same deals with `greedy` in that seat too. The Nefarious Neighbor's seat is told apart from
those with a role. `--base` plays without the expansion. Each game is kept: the same command goes on
where it was broken off, and `--games` may grow.
"""

import argparse
import os
from contextlib import closing
from pathlib import Path

from rr_net.cli.lab.running import executor_for, interrupt, played_with_bar
from rr_net.sim.fit.strength import Strength
from rr_net.sim.games import TournamentPlan
from rr_net.sim.tournament import kept_games

DARK, ROLES, ALL = "the Nefarious Neighbor", "a role", "all seats"


def plans(given):
    """One bot beside others, and the others alone."""
    options = {"window": "fast"} | ({} if given.base else {"nefarious": "on"})
    others = (given.other,) * (given.seats - 1)
    return [
        TournamentPlan("runes-regulations", given.seats, (bot, *others), given.seed,
                       options=tuple(sorted(options.items())))
        for bot in (given.bot, given.other)
    ]  # fmt: skip


def swapped(bot, ones, others):
    """By what the seat was: in which deals it won with the one bot, and with the other."""
    found = {}
    pairs = zip(
        *(sorted(each, key=lambda game: game.number) for each in (ones, others)), strict=True
    )
    for one, other in pairs:
        seat = one.kinds.index(bot)
        assert one.roles == other.roles, "both are the same deal"
        role = one.roles[seat] if one.roles else ALL
        name = DARK if "Nefarious" in role else ROLES if one.roles else ALL
        won = found.setdefault(name, ([], []))
        won[0].append(seat in one.winners)
        won[1].append(seat in other.winners)
    return [Strength(name, tuple(old), tuple(new)) for name, (new, old) in found.items()]


def told(each, bot, other):
    """A row in words."""
    difference, around = each.difference
    return (
        f"{each.name}: {bot} won {sum(each.new)} and {other} {sum(each.shipped)} of "
        f"{len(each.new)}, {difference:+.1%} ({difference - around:+.1%} to "
        f"{difference + around:+.1%})"
    )


def parsed(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, default=Path("swapped"))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--other", default="greedy")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--base", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args(words)


def main(words=None):
    """Plays both, and prints a line for each kind of seat."""
    given, found = parsed(words), []
    with interrupt() as is_stopped, closing(executor_for(None, given.jobs)) as executor:
        for plan, name in zip(plans(given), (given.bot, "others"), strict=True):
            with kept_games(given.work / name, plan) as kept:
                games = played_with_bar(plan, given.games, executor, is_stopped, kept, name)
                found.append(games)
    if min(map(len, found)) < given.games or len(found) < 2:
        print("Stopped: the same command goes on from here.")
        return
    for each in swapped(given.bot, *found):
        print(told(each, given.bot, given.other))


if __name__ == "__main__":
    main()
