"""Numbers found by an evolution strategy (CMA-ES): what wins more games is followed."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, NamedTuple

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it complains of a plotting library that is not there
    import cma

from pydantic import Field, TypeAdapter

from rr_net.sim.kept import reading, replacing
from rr_rules.bots.fitting import Evolution
from rr_rules.bots.numbers import MOST

CAME = TypeAdapter(list[list[Annotated[float, Field(strict=True, ge=-MOST, le=MOST)]]])
Search = Any
"""Of `cma`, which has no types."""
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

    def __init__(self, stage: Evolution, seed: int, path: Path, generations: int) -> None:
        """Have so many generations, with those that are kept at `path`. Raises NotKept."""
        self._stage, self._seed, self._path = stage, seed, path
        self._generations = generations
        self._search = self._begun()
        self._came: list[list[float]] = []
        """For each generation what its candidates came to, more is better."""
        if path.exists():
            with reading(path, f"remove it, and {stage.name} begins anew"):
                self._came = self._fitting(CAME.validate_json(path.read_bytes()))

    def _begun(self) -> Search:
        settings = {"seed": self._seed + 1, "verbose": -9, "CMA_stds": list(self._stage.steps)}
        return cma.CMAEvolutionStrategy(list(self._stage.starts), SIGMA, settings)

    def _fitting(self, kept: list[list[float]]) -> list[list[float]]:
        if len(kept) > self._generations or {len(came) for came in kept} - {self.candidates}:
            most = f"{self._generations} generations of {self.candidates} candidates"
            raise ValueError(f"expected at most {most}")
        return kept

    @property
    def done(self) -> int:
        """How many generations there were."""
        return len(self._came)

    @property
    def candidates(self) -> int:
        """How many there are in each generation."""
        return int(self._search.popsize)

    def run(self, play: Callable[[Generation], Sequence[float]]) -> None:
        """Go on to the end; `play` says what each candidate came to, more is better.

        Raises NotKept.
        """
        # All its luck is numpy's own, which whoever begins a search sets: nothing is drawn between.
        self._search = self._begun()
        for came in self._came:
            self._tell(self._search.ask(), came)
        while self.done < self._generations:
            # Told as they were asked for: it takes equal lists for candidates of somebody else.
            candidates = self._search.ask()
            each = [list(map(float, candidate)) for candidate in candidates]
            came = list(play(Generation(self.done, each)))
            self._tell(candidates, came)
            self._came.append(came)
            with replacing(self._path) as file:
                file.write(json.dumps(self._came).encode())

    def _tell(self, candidates: Sequence[object], came: Sequence[float]) -> None:
        self._search.tell(candidates, [-each for each in came])

    @property
    def mean(self) -> float:
        """What the candidates of the last generation came to on the average; there was one."""
        return fmean(self._came[-1])

    @property
    def best(self) -> dict[str, float]:
        """The middle of what it follows, which has run: less lucky than any single candidate."""
        found = zip(self._stage.names, self._search.result.xfavorite, strict=True)
        return {name: round(float(value), self._stage.digits) + 0.0 for name, value in found}
