"""Which board shows a game."""

from __future__ import annotations

from collections.abc import Iterable

from rr_net.link import AskOption, Seen
from rr_rules.kernel.game import Line
from rr_tui.board.model import PlayerModel
from rr_tui.board.scene import Scene
from rr_tui.games.gameboard import Foreseeing, GameBoard, Legible, Refusing, Spinning, Spins
from rr_tui.games.plain.game import PlainBoard
from rr_tui.games.regicide.game import RegicideBoard
from rr_tui.games.rune.game import RuneBoard
from rr_tui.games.runes_regulations.game import StreetBoard
from rr_tui.looks.glyphs import UNICODE, Glyphs
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import HeldShape, Place

PLAIN: GameBoard = PlainBoard()
"""For games that have no board of their own yet."""

BOARDS: dict[str, GameBoard] = {
    "runes-regulations": StreetBoard(),
    "regicide": RegicideBoard(),
    "rune": RuneBoard(),
}


def board_of(seen: Seen) -> GameBoard:
    """The board for what a player sees: its game's own where there is one, else the plain one."""
    board = BOARDS.get(seen.game, PLAIN)
    return board if board.draws(seen.view) else PLAIN


def idiom_of(model: PlayerModel) -> Idiom:
    """How the players of the game on the table speak, also before there is a view of it."""
    game = model.lobby.game if model.lobby is not None else ""
    return BOARDS.get(game, PLAIN).scene.idiom


def player_in(seen: Seen | None) -> int:
    """Whose turn it is in what a player sees, or -1."""
    return -1 if seen is None else _glance(seen).player


def face_at(seen: Seen, place: Place) -> str:
    """The face of the thing at a place as its game's board knows it, or ""."""
    return _glance(seen).face_at(place)


def _glance(seen: Seen) -> Scene:
    """A scene to ask, and not to be drawn."""
    return board_of(seen).scene(view=seen.view, glyphs=UNICODE)


def risk_of(seen: Seen, option: AskOption) -> Line | None:
    """What a player is to be warned of before an answer, or None."""
    board = board_of(seen)
    return board.risk(seen.view, option) if isinstance(board, Foreseeing) else None


def foretold(seen: Seen, option: AskOption) -> Iterable[str]:
    """What an answer would do, in sentences, where the game's board can say it."""
    board = board_of(seen)
    return board.foretold(seen.view, option) if isinstance(board, Foreseeing) else ()


def refusal(seen: Seen, held: HeldShape, cell: tuple[int, ...]) -> Line | None:
    """Why something may not be laid on a cell, where the game's board can say it."""
    board = board_of(seen)
    return board.against(seen.view, held, cell) if isinstance(board, Refusing) else None


def spins_on(seen: Seen) -> Spins | None:
    """What a board's Spinner has shown this turn, or None for a game without one."""
    board = board_of(seen)
    return board.spins(seen.view) if isinstance(board, Spinning) else None


def signs_on(seen: Seen, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
    """What the signs on a board mean, where its game explains them."""
    board = board_of(seen)
    return board.signs(seen.view, glyphs) if isinstance(board, Legible) else ()
