"""Numbers found by an evolution strategy (CMA-ES): what wins more games is followed."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it complains of a plotting library that is not there
    import cma

from pydantic import FiniteFloat, TypeAdapter

from rr_net.sim.kept import reading, replacing
from rr_rules.bots.fitting import Evolution

CAME = TypeAdapter(list[list[FiniteFloat]])
SIGMA = 0.5
"""How far the first candidates lie from the start, in the steps of each number."""


class Generation(NamedTuple):
    """The candidates of one generation, by number."""

    number: int
    candidates: Sequence[Sequence[float]]


class Strategy:
    """A search that can be broken off after any generation.

    What its candidates came to is kept: told it again, the same seed goes the same way so far.
    """

    def __init__(self, stage: Evolution, seed: int, path: Path) -> None:
        """Begin, or go on with what is kept at `path`. Raises NotKept."""
        self._stage, self._path = stage, path
        settings = {"seed": seed + 1, "verbose": -9, "CMA_stds": list(stage.steps)}
        self._search: Any = cma.CMAEvolutionStrategy(list(stage.starts), SIGMA, settings)
        self._came: list[list[float]] = []
        """For each generation what its candidates came to, more is better."""
        if path.exists():
            with reading(path, f"remove it, and {stage.name} begins anew"):
                self._tell_again(CAME.validate_json(path.read_bytes()))

    def _tell_again(self, kept: Sequence[list[float]]) -> None:
        for came in kept:
            if len(came) != self.candidates:
                raise ValueError(f"expected {self.candidates} candidates in each generation")
            self._tell(self._search.ask(), came)

    def _tell(self, candidates: Sequence[object], came: list[float]) -> None:
        self._search.tell(candidates, [-each for each in came])
        self._came.append(came)

    @property
    def done(self) -> int:
        """How many generations there were."""
        return len(self._came)

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
            self._tell(candidates, list(play(Generation(self.done, candidates))))
            with replacing(self._path) as file:
                file.write(json.dumps(self._came).encode())

    @property
    def mean(self) -> float:
        """What the candidates of the last generation came to on the average; there was one."""
        return fmean(self._came[-1])

    @property
    def best(self) -> dict[str, float]:
        """The middle of what it follows: less lucky than any single candidate."""
        found = zip(self._stage.names, self._search.result.xfavorite, strict=True)
        return {name: round(float(value), self._stage.digits) + 0.0 for name, value in found}
