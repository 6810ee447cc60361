"""The figures and pictures of `docs/balance.md`, measured anew by one command.

`python -m tests.lab.balance --work DIR --games 4000` plays a tournament for each row that the page
has, as `runes sim` does, and writes what stands there between `<!-- measured: ROW -->` and
`<!-- end -->`, with its pictures in `docs/balance/`. Each game is kept as it ends: a run that is
broken off goes on by the same command. `--rows base-4 nefarious-4` measures some of them,
`--cluster ADDRESS` on the workers of a Dask scheduler. What the rows say of roles is put side by
side at `<!-- measured: roles -->`. A row never gets fewer games than stand
there, but with `--fewer`.
"""

import argparse
import os
import re
import sys
from contextlib import closing
from pathlib import Path
from time import perf_counter

from rr_net.cli.lab.running import executor_for, interrupt, played_with_bar
from rr_net.sim.games import TournamentPlan
from rr_net.sim.page import in_page
from rr_net.sim.report import ROLE
from rr_net.sim.tournament import kept_games

ROOT = Path(__file__).parent.parent.parent
PAGE, PICTURES = ROOT / "docs" / "balance.md", ROOT / "docs" / "balance"
PART = re.compile(r"(<!-- measured: ([\w-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
FAST, DARK = ("window", "fast"), ("nefarious", "on")
ROWS = {f"base-{seats}": (seats, (FAST,)) for seats in (2, 3, 4)}
ROWS |= {f"nefarious-{seats}": (seats, (DARK, FAST)) for seats in range(3, 9)}


def plan_of(row, bots, seed=1, iterations=60):
    seats, options = ROWS[row]
    return TournamentPlan("runes-regulations", seats, bots, seed, iterations, options=options)


def played(row, plan, given, is_stopped):
    """All games of a row, or None where somebody has stopped it."""
    keep = given.work / f"{row}-{'-'.join(plan.bots)}"
    with (
        closing(executor_for(given.cluster, given.jobs or os.cpu_count())) as executor,
        kept_games(keep, plan) as kept,
    ):
        games = played_with_bar(plan, given.games, executor, is_stopped, kept, row)
    return games if len(games) == given.games else None


def measured(row, plan, games):
    """What stands between the marks of a row."""
    options = " ".join(f"--option {key}={value}" for key, value in plan.options)
    words = f"--seats {plan.seats} --bots {','.join(plan.bots)} --games {len(games)} --seed 1"
    command = f"runes sim {words} {options}"
    lines = in_page(sorted(games, key=lambda game: game.number), PICTURES, f"{row}-")
    return "\n".join([f"{len(games)} games, by `{command}`:", "", *lines, ""])


def remade(page, parts):
    """The page with these parts in the place of what stands there."""
    return PART.sub(lambda found: found[1] + parts.get(found[2], found[3]) + found[4], page)


def overview(page):
    """The page with what its rows say of roles side by side, between the marks of `roles`."""
    parts = [(name, said) for _, name, said, _ in PART.findall(page) if name in ROWS]
    shares = {name: dict(role_shares(said)) for name, said in parts}
    rows = [name for name in ROWS if shares.get(name)]
    if not rows:
        return page
    heads = ["role", *(f"{ROWS[row][0]} seats" for row in rows)]
    fair = [f"*{1 / ROWS[row][0]:.1%}*" for row in rows]
    roles = sorted({role for row in rows for role in shares[row]})
    table = [[role, *(shares[row].get(role, "") for row in rows)] for role in roles]
    lines = [heads, ["---", *["---:"] * len(rows)], ["*a fair share*", *fair], *table]
    said = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return remade(page, {"roles": f"{said}\n"})


def role_shares(said):
    """Each role in what a row says, with how often it won and how many times its share that is."""
    lines = said.partition("| role |")[2].partition("\n\n")[0].splitlines()[2:]
    rows = [[each.strip() for each in line.strip("|").split("|")] for line in lines]
    # A row that was measured before says nothing of shares.
    for role, _, _, rate, interval, of_share in (row for row in rows if len(row) == len(ROLE)):
        low, high = (each.strip() for each in interval.split("-"))
        yield role, f"{rate} ({low} to {high}), {of_share}"


def shortened(page, rows, games):
    """What of these rows would get fewer games than the page has: a phrase for each."""
    counted = ((name, re.match(r"\d+", said)) for _, name, said, _ in PART.findall(page))
    return [
        f"{name} has {found[0]} games"
        for name, found in counted
        if name in rows and found is not None and int(found[0]) > games
    ]


def cleared(page, row, pictures):
    """Delete the pictures of a row that the page does not show."""
    for path in pictures.glob(f"{row}-*.svg"):
        if path.name not in page:
            path.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("balance"))
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--rows", nargs="+", choices=list(ROWS))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--cluster")
    parser.add_argument("--fewer", action="store_true", help="replace rows of more games too")
    given = parser.parse_args()
    page = PAGE.read_text("utf-8")
    known = [name for _, name, *_ in PART.findall(page) if name in ROWS]
    rows = given.rows or known
    unknown = [row for row in rows if row not in known]
    if unknown:
        sys.exit(f"{PAGE.name} has no <!-- measured: {unknown[0]} --> to write to: add it first")
    lost = shortened(page, rows, given.games)
    if lost and not given.fewer:
        sys.exit(f"{'; '.join(lost)}, which {given.games} would replace: expected --fewer")
    with interrupt() as is_stopped:
        for row in rows:
            began, plan = perf_counter(), plan_of(row, tuple(given.bots.split(",")))
            games = played(row, plan, given, is_stopped)
            if games is None:
                print("Stopped: the same command goes on from here.")
                return
            page = remade(PAGE.read_text("utf-8"), {row: measured(row, plan, games)})
            PAGE.write_text(overview(page), "utf-8")
            cleared(page, row, PICTURES)
            print(f"{row}: {given.games} games, {perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
