"""The whole board of Regicide: what is drawn where."""

from __future__ import annotations

from rr_tui.board.painting import Painting
from rr_tui.games.regicide.details import about
from rr_tui.games.regicide.enemy import enemy_and_piles
from rr_tui.games.regicide.hand import hand, header
from rr_tui.games.regicide.table import plays_and_seats

PAINTING = Painting(
    header, {"upper": enemy_and_piles, "lower": plays_and_seats, "hand": hand}, about
)
