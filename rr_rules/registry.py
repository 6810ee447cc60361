"""The games by id."""

from __future__ import annotations

from typing import cast

from rr_rules.errors import BadSetup
from rr_rules.game import Rules, State

GAMES = {"runes-regulations": "Runes & Regulations"}
"""Every game's id and name. A game lives in the package of its id, with `_` for `-`."""


def load_game(game_id: str, deck: tuple[str, bytes] | None = None) -> Rules[State]:
    """The rules of a game, with an owner's deck file (its name and bytes) if one is given.

    Raises BadSetup for an unknown game and DeckError for a deck that is refused.
    """
    if game_id not in GAMES:
        raise BadSetup(f"there is no game {game_id!r}: expected one of {', '.join(GAMES)}")
    # Each game is imported when it is asked for: the kernel alone needs none of them.
    from rr_rules.runes_regulations import game  # noqa: PLC0415

    return cast("Rules[State]", game.load(deck))
