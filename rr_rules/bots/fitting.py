"""How the numbers that a game's bots play by are made anew from self-play: what a game says of it.

A game lists its stages (`Fit`), and `rr_net.sim.fit` runs them one after the other, each with the
numbers of those before. A stage plays games from dealt tables; it gets all its luck handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from rr_rules.bots.numbers import BotNumbers, Models
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table

Features = Mapping[str, float]
"""What a position looks like: numbers by name, of which those that are 0 may be left out."""
Setup = tuple[int, Mapping[str, str]]
"""A number of seats, and the settings of a table that are not the usual ones."""


class Sample(NamedTuple):
    """What a position looked like, and what became of it."""

    model: str
    """Which kind of position it is: each kind has weights of its own."""
    rows: Sequence[Features]
    """One row; for odds one for each of those that may win, where there are several."""
    came: Sequence[float]
    """For each row: the number of points, or 1 for whoever won, shares where several did."""
    goes_on: bool = False
    """Whether the next sample of this model is the next position of the same game, as many rows."""


class Regression(NamedTuple):
    """Weights by which the features of a position tell how a game ends."""

    name: str
    part: str
    """Of the numbers, that it makes: a model for each kind of position."""
    link: Literal["points", "odds"]
    """`points` by least squares; `odds` as a softmax over the rows, a single one against 0."""
    watch: Callable[[Table[Any], Stream], Iterable[Sample]]
    """Plays a dealt table by the numbers that count now, and says what was seen on the way."""
    setups: Sequence[Setup]
    """What is played, in turn."""
    games: int
    rounds: int = 1
    """So often it plays its games, by the numbers that it has just made."""
    is_fresh: bool = True
    """Whether a round is fitted to its own games alone, not to those of the rounds before too."""
    passed_on: float = 1.0
    """How much of what the next position is to be worth is passed on, for odds: TD(lambda).

    The rest is what that one is worth by the weights so far. With 1 the end of a game alone counts.
    """
    ridge: float = 1.0
    """How many samples speak for a weight of 0."""
    on: str = ""
    """A model of the same part whose weights count as well: what is fitted is added to them."""
    least: int = 100
    """A kind of position that was seen less often gets no weights: an empty file's count there."""
    digits: int = 2
    finish: Callable[[Models], Models] = lambda models: models
    """Makes of the weights what the bots look up."""


class Evolution(NamedTuple):
    """Numbers that are tried, by an evolution strategy (CMA-ES), for how often they win."""

    name: str
    part: str
    model: str
    """Which one of that part."""
    try_out: Callable[[Table[Any], Stream], float]
    """Plays a dealt table by the numbers that count now: what came of it, more is better."""
    setup: Setup
    names: Sequence[str]
    starts: Sequence[float]
    steps: Sequence[float]
    """About how far each number may be off at first."""
    games: int
    """That each candidate plays; all of one generation play the same."""
    generations: int
    digits: int = 2


Stage = Regression | Evolution


class Contest(NamedTuple):
    """A tournament in which the strength of numbers shows."""

    setup: Setup
    bot: str
    """The kind of bot that plays by the numbers, in every seat or against `other`."""
    games: int
    other: str = ""
    iterations: int = 60


class Fit(NamedTuple):
    """All that it takes to make the numbers of a game's bots from nothing."""

    numbers: BotNumbers[Any]
    stages: Sequence[Stage]
    contests: Sequence[Contest]

    def stage(self, name: str) -> Stage:
        """The stage of that name; there is one."""
        return next(stage for stage in self.stages if stage.name == name)
