"""The things on the table of Regicide besides cards in hands."""

from rr_tui.board.places import Place

ENEMY = Place("enemy")
CASTLE = Place("castle")
TAVERN = Place("tavern")
DISCARD = Place("discard")
