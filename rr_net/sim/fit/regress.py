"""Weights fitted to what was seen: least squares for points, a softmax for odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from rr_net.sim.fit.harvest import Array, Packed
from rr_rules.bots.fitting import Regression

ENOUGH = 500
"""Steps after which a fit of odds must have come to rest."""
REFITS = 3
"""So often weights are fitted again to what positions pass on, each time by those before: the
surprise on other games no longer falls then."""


class Fitted(NamedTuple):
    """The weights of one kind of position, and how well they tell what came."""

    weights: dict[str, float]
    samples: int
    left: float
    """What they leave unsaid of the points' variance, or of the surprise at how games ended by the
    odds of what stands below, 0 to 1."""


def fitted(stage: Regression, rows: Packed, base: Mapping[str, float]) -> Fitted:
    """The weights for one kind of position, beside those of the model that they stand on."""
    given = np.array([base.get(name, 0.0) for name in rows.names])
    if stage.link == "points":
        assert not stage.on, "points stand on no other model"
        weights, left = _points(rows, stage.ridge)
    else:
        weights = _odds_passed_on(rows, stage, given)
        left = _surprise(rows, weights + given) / _surprise(rows, given)
    said = {name: round(float(weight), stage.digits) + 0.0
            for name, weight in zip(rows.names, weights, strict=True)}  # fmt: skip
    return Fitted({name: weight for name, weight in said.items() if weight},
                  len(rows.sizes), round(float(left), 3))  # fmt: skip


def _points(rows: Packed, ridge: float) -> tuple[Array, float]:
    squares = (rows.matrix.T @ rows.matrix).toarray() + ridge * np.eye(len(rows.names))
    weights = np.linalg.solve(squares, rows.matrix.T @ rows.came)
    variance = float(np.var(rows.came))
    return weights, np.mean((rows.came - rows.matrix @ weights) ** 2) / variance if variance else 0


def _odds_passed_on(rows: Packed, stage: Regression, given: Array) -> Array:
    """TD(lambda) by repeated fits to the same games; the first one goes by their ends."""
    weights = _odds(rows, stage.ridge, given)
    for _ in range(REFITS if stage.passed_on < 1 else 0):
        shares = Softmax.of(rows, rows.matrix @ (weights + given)).shares
        came = to_be(rows, shares, stage.passed_on)
        weights = _odds(replace(rows, came=came), stage.ridge, given)
    return weights


def to_be(rows: Packed, shares: Array, passed_on: float) -> Array:
    """What each row is to be worth, by what each is worth so far; the last positions as they came.

    From the end back: `passed_on` of what the next position is to be worth, the rest as it is.
    """
    found, ends = rows.came.copy(), np.cumsum(rows.sizes)
    for at in reversed(np.flatnonzero(rows.goes_on).tolist()):
        own, later = slice(ends[at] - rows.sizes[at], ends[at]), slice(ends[at], ends[at + 1])
        found[own] = (1 - passed_on) * shares[later] + passed_on * found[later]
    return found


class Softmax(NamedTuple):
    """How likely each row is to win, by what they are worth, and what that rests upon."""

    shares: Array
    logs: Array
    """Of each sample the logarithm of the sum."""

    @classmethod
    def of(cls, rows: Packed, worth: Array) -> Softmax:
        """A single row stands against 0."""
        starts, alone = _starts(rows), rows.sizes == 1
        most = np.maximum.reduceat(worth, starts)
        most = np.where(alone, np.maximum(most, 0.0), most)
        powers = np.exp(worth - np.repeat(most, rows.sizes))
        sums = np.add.reduceat(powers, starts) + np.where(alone, np.exp(-most), 0.0)
        return cls(powers / np.repeat(sums, rows.sizes), np.log(sums) + most)


def _starts(rows: Packed) -> Array:
    return np.concatenate([[0], np.cumsum(rows.sizes)[:-1]])


def _whole(rows: Packed) -> Array:
    """What came to each sample; what does not come to a row that stands alone comes to nobody."""
    return np.where(rows.sizes == 1, 1.0, np.add.reduceat(rows.came, _starts(rows)))


def _surprise(rows: Packed, weights: Array) -> float:
    worth = rows.matrix @ weights
    return float(_whole(rows) @ Softmax.of(rows, worth).logs - rows.came @ worth)


def _odds(rows: Packed, ridge: float, given: Array) -> Array:
    known, whole = rows.came, _whole(rows)

    def surprise(weights: Array) -> tuple[float, Array]:
        worth = rows.matrix @ (weights + given)
        odds = Softmax.of(rows, worth)
        loss = float(whole @ odds.logs - known @ worth) + 0.5 * ridge * float(weights @ weights)
        share = odds.shares * np.repeat(whole, rows.sizes)
        return loss, rows.matrix.T @ (share - known) + ridge * weights

    none = np.zeros(len(rows.names))
    return minimize(surprise, none, jac=True, method="L-BFGS-B", options={"maxiter": ENOUGH}).x
