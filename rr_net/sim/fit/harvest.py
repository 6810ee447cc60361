"""What was seen in many games, in arrays: the rows that weights are fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

try:
    import numpy as np
    import scipy.sparse as sp
except ImportError:  # the extra `lab` brings them
    CAN_FIT = False
else:
    CAN_FIT = True

from rr_net.sim.kept import reading, replacing
from rr_rules.bots.fitting import Sample
from rr_rules.bots.numbers import MOST

Array = Any
"""Of numpy, or a sparse matrix of scipy: they have no types where they are not installed."""


@dataclass(slots=True)
class Rows:
    """The samples of one kind of position, as they grow."""

    names: dict[str, int] = field(default_factory=dict)
    """The features in the order in which they were seen first."""
    values: list[float] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=lambda: [0])
    """Where each row ends in those two lists, after a 0."""
    came: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """How many rows each sample has."""
    goes_on: list[bool] = field(default_factory=list)
    """Whether the next one is the next position of the same game."""

    def add(self, sample: Sample) -> None:
        """Take one more."""
        for row in sample.rows:
            for name, value in row.items():
                self.columns.append(self.names.setdefault(name, len(self.names)))
                self.values.append(value)
            self.ends.append(len(self.values))
        self.came += sample.came
        self.sizes.append(len(sample.rows))
        self.goes_on.append(sample.goes_on)


@dataclass(frozen=True, slots=True)
class Harvest:
    """The samples of some games, packed: by the kind of position."""

    rows: dict[str, Packed]

    @classmethod
    def of(cls, samples: Iterable[Sample]) -> Harvest:
        """Pack them."""
        found: dict[str, Rows] = {}
        for sample in samples:
            found.setdefault(sample.model, Rows()).add(sample)
        return cls({model: Packed.of(rows) for model, rows in found.items()})


@dataclass(frozen=True, slots=True)
class Packed:
    """The samples of one kind of position."""

    names: tuple[str, ...]
    matrix: Array
    """Sparse: a row for each of the samples' rows, a column for each name."""
    came: Array
    sizes: Array
    goes_on: Array

    @classmethod
    def of(cls, rows: Rows) -> Packed:
        """Those that were collected."""
        shape = len(rows.ends) - 1, len(rows.names)
        matrix = sp.csr_matrix((rows.values, rows.columns, rows.ends), shape, dtype=float)
        sizes, goes_on = np.array(rows.sizes), np.array(rows.goes_on, dtype=bool)
        return cls(tuple(rows.names), matrix, np.array(rows.came, dtype=float), sizes, goes_on)

    def under(self, names: Sequence[str]) -> Array:
        """The matrix with its columns under these names, which hold all of its own."""
        place = {name: at for at, name in enumerate(names)}
        old = self.matrix.tocoo()
        columns = np.array([place[name] for name in self.names], dtype=int)[old.col]
        return sp.csr_matrix((old.data, (old.row, columns)), (old.shape[0], len(names)))


PER_SAMPLE = ("came", "sizes", "goes_on")
"""What is kept beside the matrix."""


def together(parts: Sequence[Packed]) -> Packed:
    """All of them as one, the features in the order of their names."""
    names = sorted({name for part in parts for name in part.names})
    matrix = sp.vstack([part.under(names) for part in parts], format="csr")
    came, sizes, goes_on = [
        np.concatenate([getattr(part, each) for part in parts]) for each in PER_SAMPLE
    ]
    return Packed(tuple(names), matrix, came, sizes, goes_on)


def gathered(harvests: Sequence[Harvest]) -> dict[str, Packed]:
    """All samples of many games, by the kind of position."""
    models = sorted({model for harvest in harvests for model in harvest.rows})
    return {
        model: together([each.rows[model] for each in harvests if model in each.rows])
        for model in models
    }


def save(path: Path, rows: dict[str, Packed]) -> None:
    """Write them to a file that is whole or not there. Raises NotKept."""
    arrays: dict[str, Array] = {}
    for model, packed in rows.items():
        matrix = packed.matrix
        arrays |= {f"{model}|names": np.array(packed.names, dtype=str),
                   f"{model}|data": matrix.data, f"{model}|indices": matrix.indices,
                   f"{model}|indptr": matrix.indptr,
                   **{f"{model}|{each}": getattr(packed, each) for each in PER_SAMPLE}}  # fmt: skip
    with replacing(path) as file:
        np.savez_compressed(file, **arrays)


def load(path: Path) -> Harvest:
    """What `save` wrote. Raises NotKept."""
    with reading(path, "remove it, and its games are played again"), np.load(path) as arrays:
        models = sorted({name.rpartition("|")[0] for name in arrays})
        return Harvest({model: _loaded(arrays, model) for model in models})


def _loaded(arrays: Array, model: str) -> Packed:
    names = tuple(arrays[f"{model}|names"].tolist())
    ends = arrays[f"{model}|indptr"]
    cells = arrays[f"{model}|data"], arrays[f"{model}|indices"], ends
    matrix = sp.csr_matrix(cells, (len(ends) - 1, len(names)))
    matrix.check_format()
    packed = Packed(names, matrix, *[arrays[f"{model}|{each}"] for each in PER_SAMPLE])
    _check(packed, model)
    return packed


def _check(packed: Packed, model: str) -> None:
    """Raise ValueError where it is nothing that was packed."""
    came, sizes, goes_on = packed.came, packed.sizes, packed.goes_on
    kinds = [each.dtype.kind for each in (packed.matrix.data, came, sizes, goes_on)]
    if kinds != ["f", "f", "i", "b"] or {came.ndim, sizes.ndim, goes_on.ndim} != {1}:
        raise ValueError(f"expected lists of numbers of {model}")
    if len(set(packed.names)) < len(packed.names):
        raise ValueError(f"expected each feature of {model} once")
    if not all((np.abs(each) <= MOST).all() for each in (packed.matrix.data, came)):
        raise ValueError(f"expected numbers of {model} within {MOST:.0f}")
    rows = packed.matrix.shape[0]
    if (sizes < 1).any() or not len(came) == sizes.sum() == rows:
        raise ValueError(f"expected {rows} rows, as the matrix of {model} has")
    if len(goes_on) != len(sizes) or (goes_on & (sizes != np.append(sizes[1:], 0))).any():
        raise ValueError(f"expected positions of {model} to go on with as many rows")
