"""Numbers found by an evolution strategy (CMA-ES): what wins more games is followed."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it complains of a plotting library that is not there
    import cma

from rr_net.sim.kept import reading, replacing
from rr_rules.bots.fitting import Evolution

SIGMA = 0.5
"""How far the first candidates lie from the start, in the steps of each number."""


class Generation(NamedTuple):
    """The candidates of one generation, by number."""

    number: int
    candidates: Sequence[Sequence[float]]


class Strategy:
    """A search that can be broken off after any generation."""

    def __init__(self, stage: Evolution, seed: int, path: Path) -> None:
        """Begin, or go on with what is kept at `path`, which was written by ourselves.

        Raises NotKept.
        """
        self._stage, self._path = stage, path
        if path.exists():
            with reading(path, f"remove it, and {stage.name} begins anew"):
                self._search: Any = _kept(path, len(stage.names))
            return
        settings = {"seed": seed + 1, "verbose": -9, "CMA_stds": list(stage.steps)}
        self._search = cma.CMAEvolutionStrategy(list(stage.starts), SIGMA, settings)

    @property
    def done(self) -> int:
        """How many generations there were."""
        return int(self._search.countiter)

    @property
    def candidates(self) -> int:
        """How many there are in each generation."""
        return int(self._search.popsize)

    def run(self, generations: int, play: Callable[[Generation], Sequence[float]]) -> None:
        """Go on to so many generations; `play` says what each candidate came to, more is better.

        Raises NotKept.
        """
        while self.done < generations:
            candidates = [list(map(float, each)) for each in self._search.ask()]
            found = play(Generation(self.done, candidates))
            self._search.tell(candidates, [-each for each in found])
            with replacing(self._path) as file:
                pickle.dump(self._search, file)

    @property
    def mean(self) -> float:
        """What the candidates of the last generation came to on the average; there was one."""
        # Kept in what is kept: whoever goes on behind the last generation plays none.
        return -fmean(map(float, self._search.fit.fit))

    @property
    def best(self) -> dict[str, float]:
        """The middle of what it follows: less lucky than any single candidate."""
        found = zip(self._stage.names, self._search.result.xfavorite, strict=True)
        return {name: round(float(value), self._stage.digits) + 0.0 for name, value in found}


def _kept(path: Path, numbers: int) -> object:
    """A search for so many numbers. Raises what its reader does where it is none."""
    found = pickle.loads(path.read_bytes())  # noqa: S301 - of our own folder
    if not isinstance(found, cma.CMAEvolutionStrategy) or numbers != found.N:
        raise ValueError(f"expected a search for {numbers} numbers")
    return found
