"""The games by id."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple, cast

from rr_rules.kernel.errors import BadSetup
from rr_rules.kernel.game import Game, GameState


class Listed(NamedTuple):
    """A game of the registry."""

    name: str
    package: str
    """Where its `game` module, with `load`, and its rules pages are."""
    more: tuple[str, ...] = ()
    """Names of expansions that are played within it, each with rules pages of its own."""


GAMES: Mapping[str, Listed] = {
    "runes-regulations": Listed(
        "Runes & Regulations", "rr_rules.runes_regulations", ("Nefarious Neighbor",)
    ),
    "regicide": Listed("Regicide", "rr_rules.regicide"),
    "rune": Listed("Rune", "rr_rules.rune"),
}
"""Every game by its id."""


def listed(game_id: str, games: Mapping[str, Listed] = GAMES) -> Listed:
    """The game of that id. Raises BadSetup for an unknown one."""
    if game_id not in games:
        raise BadSetup(f"there is no game {game_id!r}: expected one of {', '.join(games)}")
    return games[game_id]


def load_game(
    game_id: str,
    deck: tuple[str, bytes] | None = None,
    games: Mapping[str, Listed] = GAMES,
) -> Game[GameState]:
    """The rules of a game, with an owner's deck file (its name and bytes) if one is given.

    Raises BadSetup for an unknown game and DeckError for a deck that is refused.
    """
    # Each game is imported when it is asked for: the kernel alone needs none of them.
    game = import_module(f"{listed(game_id, games).package}.game")
    return cast("Game[GameState]", game.load(deck))
