"""The things in the middle of the street, and the piles whose cards can be chosen."""

from rr_tui.board.places import Place

REGULATION = Place("regulation")
MAIN_DISCARD = Place("main_discard")
RUNE_DISCARD = Place("rune_discard")
FORBIDDEN_DISCARD = Place("forbidden_discard")
FORBIDDEN_RUNE_DISCARD = Place("forbidden_rune_discard")
PILES = (
    "main_discard",
    "rune_discard",
    "forbidden_discard",
    "forbidden_rune_discard",
    "regulations_seen",
)
