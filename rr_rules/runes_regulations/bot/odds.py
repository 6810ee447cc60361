"""How likely a seat is to win, as its view looks: a softmax over what the features say of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import exp
from typing import Protocol

from rr_rules.bots.fitting import Features
from rr_rules.bots.numbers import BotNumbers, Models, models
from rr_rules.kernel.transcript import Plain
from rr_rules.runes_regulations.bot import goals
from rr_rules.runes_regulations.bot.features import features, uses_of
from rr_rules.runes_regulations.faces.faces import Deck
from rr_rules.runes_regulations.state.view import View

STEEPEST = 600.0
"""Log odds lie no further off: `exp` has an end, and numbers may come from any file."""
OVER = 20.0
"""What a game that is over counts for in log odds."""

Weights = Mapping[str, float]
PART, MODEL = "odds", "seat"
"""Where the weights stand among the numbers: each row is what one seat looks like."""
DUEL, ROUND, STREET = "duel", "round", "street"
"""The models of what is added to them at a table of two, of more, and with the expansion."""


def _read(numbers: Plain) -> Models:
    return models(numbers, PART)


NUMBERS = BotNumbers("rr_rules.runes_regulations.bot", _read)


class Odds:
    """Likelihoods of winning with the cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        """Judge by the numbers that count now."""
        self._uses = uses_of(deck.faces)
        weights = NUMBERS.now.get(MODEL, {})
        self._weights_by = {kind: _sum(weights, NUMBERS.now.get(kind, {}))
                            for kind in (DUEL, ROUND, STREET)}  # fmt: skip

    def of(self, view: object, seat: int) -> float:
        """The likelihood that `seat` wins, 0 to 1."""
        assert isinstance(view, View), "this game's views are its own"
        if view.outcome is not None:
            return float(seat in view.outcome.winners)
        worths = self._worths(view, seat)
        own = worths.get(whose_win(view, seat))
        if own is None:
            return 0.0
        return 1.0 / sum([_power(worth - own) for worth in worths.values()])

    def chances(self, view: View, seat: int) -> dict[int, float]:
        """How likely each seat is to win, as one of them sees it."""
        powers = {at: _power(worth) for at, worth in self._worths(view, seat).items()}
        whole = sum(powers.values())
        return {at: power / whole for at, power in powers.items()}

    def alone(self, view: object, seat: int) -> float:
        """What `seat` has for itself, in log odds."""
        assert isinstance(view, View), "this game's views are its own"
        if view.outcome is not None:
            return OVER if seat in view.outcome.winners else -OVER
        return self._worths(view, seat).get(whose_win(view, seat), -OVER)

    def rows(self, view: View, seat: int) -> Iterator[tuple[int, Features]]:
        """What each seat looks like to one of them."""
        return features(view, seat, self._uses)

    def _worths(self, view: View, seat: int) -> dict[int, float]:
        weights = self._weights_at(view)
        return {at: _worth(found, weights) for at, found in self.rows(view, seat)}

    def told(self, view: View, found: Features) -> Iterator[tuple[str, float]]:
        """What each feature of a seat counts in a view, in log odds."""
        weights = self._weights_at(view)
        for name, value in found.items():
            yield name, value * weights.get(name, 0.0)

    def _weights_at(self, view: View) -> Weights:
        return self._weights_by[kind_of(view)]


def kind_of(view: View) -> str:
    """Which model is added at such a table."""
    if view.nefarious is not None:
        return STREET
    return DUEL if len(view.seats) == 2 else ROUND


def _power(worth: float) -> float:
    return exp(min(STEEPEST, max(-STEEPEST, worth)))


def _sum(weights: Weights, more: Weights) -> Weights:
    return {name: weights.get(name, 0.0) + more.get(name, 0.0) for name in {**weights, **more}}


def _worth(found: Features, weights: Weights) -> float:
    worth = 0.0
    for name, value in found.items():
        worth += value * weights.get(name, 0.0)
    return worth


def whose_win(view: View, seat: int) -> int:
    """The seat whose win counts: the Henchman wins with the Nefarious Neighbor."""
    dark = view.nefarious
    return dark.seat if dark is not None and seat == view.me and goals.serves(dark) else seat


class HasDeck(Protocol):
    """The game, as far as its odds need it."""

    def settle(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Every setting with its value."""

    def deck_under(self, settings: Mapping[str, str]) -> Deck:
        """The faces in play under these settings."""


def odds_of(game: HasDeck) -> Odds:
    """The likelihoods for a table's cards, the expansion's with them."""
    return _known(game.deck_under(game.settle({"nefarious": "on"})), NUMBERS.version)


@lru_cache(4)
def _known(deck: Deck, version: int) -> Odds:
    """Made once for each deck and each reading of the numbers: a bot is made for every question."""
    return Odds(deck)
