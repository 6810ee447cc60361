"""Weights fitted to what was seen: least squares for points, a softmax for odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from rr_net.sim.fit.harvest import Array, Packed
from rr_rules.bots.fitting import Regression

ENOUGH = 500
"""Steps after which a fit of odds must have come to rest."""


class Fitted(NamedTuple):
    """The weights of one kind of position, and how well they tell what came."""

    weights: dict[str, float]
    samples: int
    left: float
    """What they leave unsaid of the points' variance or of the odds' surprise, 0 to 1."""


def fitted(stage: Regression, rows: Packed, base: Mapping[str, float]) -> Fitted:
    """The weights for one kind of position, beside those of the model that they stand on."""
    given = np.array([base.get(name, 0.0) for name in rows.names])
    if stage.link == "points":
        assert not stage.on, "points stand on no other model"
        weights, left = _points(rows, stage.ridge)
    else:
        weights, left = _odds(rows, stage.ridge, given)
    said = {name: round(float(weight), stage.digits) + 0.0
            for name, weight in zip(rows.names, weights, strict=True)}  # fmt: skip
    return Fitted({name: weight for name, weight in said.items() if weight},
                  len(rows.sizes), round(float(left), 3))  # fmt: skip


def _points(rows: Packed, ridge: float) -> tuple[Array, float]:
    squares = (rows.matrix.T @ rows.matrix).toarray() + ridge * np.eye(len(rows.names))
    weights = np.linalg.solve(squares, rows.matrix.T @ rows.came)
    variance = float(np.var(rows.came))
    return weights, np.mean((rows.came - rows.matrix @ weights) ** 2) / variance if variance else 0


def _odds(rows: Packed, ridge: float, given: Array) -> tuple[Array, float]:
    starts = np.concatenate([[0], np.cumsum(rows.sizes)[:-1]])
    alone = rows.sizes == 1
    known = rows.came.copy()
    total = np.add.reduceat(known, starts)
    # A single row stands against 0: what does not come to it comes to nobody.
    missing = np.where(alone, 1.0 - total, 0.0)

    def surprise(weights: Array) -> tuple[float, Array]:
        worth = rows.matrix @ (weights + given)
        most = np.maximum.reduceat(worth, starts)
        most = np.where(alone, np.maximum(most, 0.0), most)
        powers = np.exp(worth - np.repeat(most, rows.sizes))
        nobody = np.where(alone, np.exp(-most), 0.0)
        sums = np.add.reduceat(powers, starts) + nobody
        logs = np.log(sums) + most
        whole = total + missing
        loss = float(whole @ logs - known @ worth) + 0.5 * ridge * float(weights @ weights)
        share = powers / np.repeat(sums, rows.sizes) * np.repeat(whole, rows.sizes)
        return loss, rows.matrix.T @ (share - known) + ridge * weights

    none = np.zeros(len(rows.names))
    found = minimize(surprise, none, jac=True, method="L-BFGS-B", options={"maxiter": ENOUGH})
    before = surprise(none)[0]
    return found.x, surprise(found.x)[0] / before if before else 0.0
