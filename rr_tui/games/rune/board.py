"""The whole board of Rune: what is drawn where."""

from __future__ import annotations

from rr_tui.board.painting import Painting
from rr_tui.games.rune.details import about
from rr_tui.games.rune.hand import hand
from rr_tui.games.rune.lattice import table
from rr_tui.games.rune.seats import header, scores

PAINTING = Painting(header, {"upper": table, "lower": scores, "hand": hand}, about)
