"""Which board shows a game."""

from __future__ import annotations

from rr_net.link import Seen
from rr_tui.games.gameboard import GameBoard
from rr_tui.games.plain.game import PlainBoard
from rr_tui.games.runes_regulations.game import StreetBoard

PLAIN: GameBoard = PlainBoard()
"""For games that have no board of their own yet."""

BOARDS: dict[str, GameBoard] = {"runes-regulations": StreetBoard()}


def board_of(seen: Seen) -> GameBoard:
    """The board for what a player sees: its game's own where there is one, else the plain one."""
    board = BOARDS.get(seen.game, PLAIN)
    return board if board.draws(seen.view) else PLAIN
