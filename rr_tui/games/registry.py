"""Which board shows a game: one of ours, one that another package brings, or the plain one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from rr_net.link import Seen
from rr_tui.board.model import PlayerModel
from rr_tui.board.scene import Scene
from rr_tui.games.gameboard import GameBoard
from rr_tui.games.plain.game import PlainBoard
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import Place

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
    """The board of a game, imported when it is first asked for."""
    if game in BOARDS:
        return cast("AnyBoard", EntryPoint(game, BOARDS[game], GROUP).load()())
    found = next(iter(entry_points(group=GROUP, name=game)), None)
    return PLAIN if found is None else cast("AnyBoard", found.load()())


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
