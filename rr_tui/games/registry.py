"""Which board shows a game: one of ours, one that another package brings, or the plain one."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from rr_net.link import Seen
from rr_rules.kernel.errors import RulesError
from rr_rules.registry import brought, found_at, made_by_others
from rr_tui.board.model import PlayerModel
from rr_tui.board.scene import Scene
from rr_tui.games.gameboard import GameBoard
from rr_tui.games.plain.game import PlainBoard
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import Place

log = logging.getLogger(__name__)

# What it is asked about has been checked: views by `board_of`, and scenes are its own.
AnyBoard = GameBoard[object, Scene]

PLAIN = cast("AnyBoard", PlainBoard())
"""For games that have no board of their own."""

BOARDS: Mapping[str, str] = {
    "runes-regulations": "rr_tui.games.runes_regulations.game:StreetBoard",
    "regicide": "rr_tui.games.regicide.game:RegicideBoard",
    "rune": "rr_tui.games.rune.game:RuneBoard",
}
"""Our boards, each a subclass of GameBoard, by the game's id."""
GROUP = "runes.boards"
"""The entry points by which other packages bring boards, each named after its game."""


# A host may name any game: not every answer can be kept.
@lru_cache(maxsize=64)
def load_board(game: str) -> AnyBoard:
    """The board of a game, imported when it is first asked for.

    People play on with the plain one where another package brings a board that is broken.
    """
    if game in BOARDS:
        return cast("AnyBoard", found_at(BOARDS[game])())
    where = brought(GROUP).get(game)
    if where is None:
        return PLAIN
    try:
        board = made_by_others(game, where, lambda make: make())
    except RulesError as error:
        log.warning("the board of %s", error)
        return PLAIN
    if not isinstance(board, GameBoard):
        log.warning("the board of %s is broken: %s is no GameBoard", game, where)
        return PLAIN
    return cast("AnyBoard", board)


def board_of(seen: Seen) -> AnyBoard:
    """The board for what a player sees: its game's own where that knows the view."""
    board = load_board(seen.game)
    return board if isinstance(seen.view, board.view) else PLAIN


def idiom_of(model: PlayerModel) -> Idiom:
    """How the players of the game on the table speak, also before there is a view of it."""
    return load_board(model.lobby.game if model.lobby is not None else "").scene.idiom


def player_in(seen: Seen | None) -> int:
    """Whose turn it is in what a player sees, or -1."""
    return -1 if seen is None else _glance(seen).player


def face_at(seen: Seen, place: Place) -> str:
    """The face of the thing at a place as its game's board knows it, or ""."""
    return _glance(seen).face_at(place)


def _glance(seen: Seen) -> Scene:
    """A scene to ask, and not to be drawn."""
    return board_of(seen).scene(view=seen.view, glyphs=UNICODE)
