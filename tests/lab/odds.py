"""The odds of Runes & Regulations: games by rules of thumb, and a fit to who won them.

    python -m tests.lab.odds play --seats 2 --games 2500 --seed 501 --out two.games
    python -m tests.lab.odds play --seats 4 --games 1200 --seed 502 --nefarious --out night.games
    python -m tests.lab.odds fit two.games night.games --out odds.json

`play` needs nothing beside the rules and goes on where it was broken off; `fit` needs numpy and
scipy. Equal seeds give equal games, and equal games an equal file.
"""

from __future__ import annotations

import argparse
import json
import random
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import load_game
from rr_rules.runes_regulations.bot import goals
from rr_rules.runes_regulations.bot.features import features, uses_of

GAME = "runes-regulations"
KEPT = {2: 0.15, 3: 0.08, 4: 0.06}
"""Which part of all steps is kept as a position, by seats."""
FEWEST_KEPT = 0.03
ERRORS = 0.03
"""How often anything at all is answered, so that no option is never seen."""
CASTS, SUMMONS, USES, PASSES = 0.6, 0.88, 0.85, 0.4
"""How often the rules of thumb cast, summon, use what they may, and pass in a window."""
AIMED = frozenset({"hex", "destroy", "steal", "return", "player", "target", "discard"})
"""Questions that mean somebody else where somebody else can be meant."""


# --- games -----------------------------------------------------------------------------------


def thumb(choose: Choose, state, luck: random.Random) -> int:
    """An answer by rules of thumb: play what can be played, at whoever is ahead."""
    options, count = choose.options, len(choose.options)
    if count == 1 or luck.random() < ERRORS:
        return luck.randrange(count)
    match choose.verb:
        case "lawn":
            own = [at for at, option in enumerate(options) if option.seat == choose.seat]
            return own[0] if own else luck.randrange(count)
        case "cast_phase" | "summon_phase":
            return _phase(choose, luck)
        case "window":
            return 0 if luck.random() < PASSES else luck.randrange(count)
        case verb if verb in AIMED and (aims := _aims(choose, state)):
            return luck.choice(aims)
    if options[0].act in {"use", "yes"} and luck.random() < USES:
        return 0
    return luck.randrange(count)


def _phase(choose: Choose, luck: random.Random) -> int:
    acts = [option.act for option in choose.options]
    plays = [at for at, act in enumerate(acts) if act in {"cast", "summon"}]
    if plays and luck.random() < (CASTS if choose.verb == "cast_phase" else SUMMONS):
        return luck.choice(plays)
    return acts.index("draw") if "draw" in acts else luck.randrange(len(acts))


def _aims(choose: Choose, state) -> list[int]:
    """What belongs to whoever has most Creatures; of Creatures those that are not hexed."""
    others = [
        at for at, option in enumerate(choose.options) if option.seat not in {-1, choose.seat}
    ]
    ahead = max([len(state.mythical(choose.options[at].seat)) for at in others], default=0)
    aims = [at for at in others if len(state.mythical(choose.options[at].seat)) == ahead]
    mythical = [at for at in aims if _is_mythical(choose.options[at], state)]
    return mythical if mythical and choose.verb != "destroy" else aims


def _is_mythical(option, state) -> bool:
    return option.zone == "lawn" and state.lawn[option.seat][option.at] not in state.hexed


def played(seats: int, seed: int, number: int, nefarious: bool) -> Mapping[str, object]:
    """One game: who won, and positions of it as the rules write them, in their order."""
    rules, luck = load_game(GAME), random.Random(f"{seed}/{number}")
    settled = rules.settle({"window": "fast", "nefarious": "on" if nefarious else "off"})
    table, dealer = Table(rules, seats, settled), SeededDealer(Stream(f"{seed}/{number}".encode()))
    drive(table, dealer)
    kept, steps, share = [], table.steps, KEPT.get(seats, FEWEST_KEPT)
    while table.pending is not None:
        if table.steps != steps:
            steps = table.steps
            if table.state.turn and luck.random() < share:
                kept.append(table.state.plain())
        [choose, *_] = table.asked
        table.answer(choose.seat, thumb(choose, table.state, luck))
        table.drain()
        drive(table, dealer)
    assert table.outcome is not None
    return {"number": number, "seats": seats, "winners": table.outcome.winners, "kept": kept}


def write(path: Path, games: int, seats: int, seed: int, nefarious: bool) -> None:
    """Play the games that a file does not have yet, a record each."""
    have = sum(1 for _ in read([path])) if path.exists() else 0
    with path.open("ab") as out:
        for number in range(have, games):
            record = zlib.compress(json.dumps(played(seats, seed, number, nefarious)).encode())
            out.write(len(record).to_bytes(4, "big") + record)
            out.flush()


def read(paths: Iterable[Path]) -> Iterator[Mapping]:
    """The records of files, as far as they are whole."""
    for path in paths:
        data, at = path.read_bytes(), 0
        while len(data) >= at + 4 + (size := int.from_bytes(data[at : at + 4], "big")) > at + 4:
            yield json.loads(zlib.decompress(data[at + 4 : at + 4 + size]))
            at += 4 + size


# --- the fit ---------------------------------------------------------------------------------


class Sight(NamedTuple):
    """What one seat saw of one game: how many positions, and what each seat looked like in them."""

    seats: int
    positions: int


PRIOR = 0.045
"""What a point of the judgement that the game brings (`goals.py`) is worth in log odds."""
PRIORS = {"cards": 1.5, "runes": 3.0, "hexed": 3.0}
OF_A_FACE, OF_A_KIND = 40.0, 2.0
"""How strongly a weight of a single card, and any other, is drawn to what was thought before."""


def before(name: str) -> float:
    """What a feature was thought to be worth before any game."""
    word, _, number = name.partition(" ")
    if word == "creatures":
        return PRIOR * goals.PROGRESS[int(number)]
    if word == "beasts":
        return PRIOR * goals.BEASTS[min(int(number), 4)]
    return PRIOR * (-2.0 if word == "skip" else PRIORS.get(name, 0.0))


def strictness(name: str) -> float:
    """How strongly a feature is drawn to that."""
    of_a_face = name.startswith(("lawn ", "hand ", "fence ")) and " to " not in name
    return OF_A_FACE if of_a_face else OF_A_KIND


class Sights:
    """Every seat's sight of every position of some games, as a matrix of features."""

    def __init__(self, records: Iterable[Mapping]) -> None:
        from scipy import sparse

        self.names: dict[str, int] = {}
        self.sights: list[Sight] = []
        self.won: list[float] = []
        self._rules = load_game(GAME)
        self._uses = uses_of(self._rules.deck_under(self._rules.settle({"nefarious": "on"})).faces)
        self._values, self._columns, self._ends = [], [], [0]
        for record in records:
            self._add(record)
        shape = len(self.won), len(self.names)
        self.matrix = sparse.csr_matrix((self._values, self._columns, self._ends), shape)

    def _add(self, record: Mapping) -> None:
        states = [self._rules.from_plain(plain) for plain in record["kept"]]
        for seat in range(record["seats"] if record["winners"] else 0):
            views = [self._rules.view(state, seat) for state in states if not state.reason]
            for view in views:
                self._add_view(view, seat, record["winners"])
            self.sights.append(Sight(record["seats"], len(views)))

    def _add_view(self, view, seat: int, winners: Sequence[int]) -> None:
        # The Henchman wins with the Nefarious Neighbor, which is what the others see coming.
        dark = -1 if view.nefarious is None else view.nefarious.seat
        counted = [dark] if dark in winners else winners
        for each, found in features(view, seat, self._uses):
            for name, value in found.items():
                if value:
                    self._columns.append(self.names.setdefault(name, len(self.names)))
                    self._values.append(value)
            self._ends.append(len(self._values))
            self.won.append((each in counted) / len(counted))


PASSED_ON = 0.6
"""How much of what a position is worth comes from the end and not from the next: TD(lambda)."""
PASSES_OVER = 6
"""How often what positions are worth is worked out anew."""


def fitted(sights: Sights) -> Mapping[str, float]:
    """Weights by which a softmax over the seats tells what a position leads to."""
    import numpy as np
    from scipy.optimize import minimize

    names, won = list(sights.names), np.array(sights.won)
    prior, pull = (np.array([of(name) for name in names]) for of in (before, strictness))
    sizes = np.concatenate([np.full(each.positions, each.seats) for each in sights.sights])
    weight = np.concatenate([np.full(each.positions, 2.0 / each.seats) for each in sights.sights])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    rows = np.repeat(np.arange(len(sizes)), sizes)

    def chances(weights):
        worth = sights.matrix @ weights
        most = np.maximum.reduceat(worth, starts)
        parts = np.exp(worth - most[rows])
        whole = np.add.reduceat(parts, starts)
        return worth, parts / whole[rows], most + np.log(whole)

    def loss(weights, target):
        worth, chance, whole = chances(weights)
        off = weights - prior
        lost = weight @ whole - (weight[rows] * target) @ worth + 0.5 * pull @ (off * off)
        return lost, sights.matrix.T @ (weight[rows] * (chance - target)) + pull * off

    weights = prior.copy()
    for _ in range(PASSES_OVER):
        target = _passed_on(sights.sights, chances(weights)[1], won)
        weights = minimize(loss, weights, (target,), "L-BFGS-B", jac=True).x
    return {name: float(weight) for name, weight in zip(names, weights, strict=True)}


def _passed_on(sights: Sequence[Sight], chance, won):
    """For each position the mean of the next one's chances and of its own target, from the end."""
    target, at = won.copy(), 0
    for seats, positions in sights:
        for start in range(at + (positions - 2) * seats, at - 1, -seats):
            here, later = slice(start, start + seats), slice(start + seats, start + 2 * seats)
            target[here] = (1 - PASSED_ON) * chance[later] + PASSED_ON * target[later]
        at += positions * seats
    return target


LEAST = 0.0005
"""Weights that are nearer to 0 are left out."""


def fit(paths: Sequence[Path], out: Path) -> None:
    """Fit the weights to the games of these files and write them, with how they came about."""
    records = list(read(paths))
    weights = fitted(Sights(records))
    kept = {name: round(weights[name], 4) for name in sorted(weights) if abs(weights[name]) > LEAST}
    about = {"games": len(records), "passed on": PASSED_ON, "files": [path.name for path in paths]}
    out.write_text(json.dumps({"about": about, "weights": kept}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Play games or fit the odds to them."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.odds")
    verbs = parser.add_subparsers(dest="verb", required=True)
    play = verbs.add_parser("play")
    for name in ("--games", "--seats", "--seed"):
        play.add_argument(name, type=int, required=True)
    play.add_argument("--nefarious", action="store_true")
    fitting = verbs.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    for each in (play, fitting):
        each.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    if given.verb == "fit":
        fit(given.files, given.out)
    else:
        write(given.out, given.games, given.seats, given.seed, given.nefarious)


if __name__ == "__main__":
    main()
