"""How boards speak of seats: whoever looks is "you", everybody else has a name."""

from __future__ import annotations

from rr_tui.board.scene import Scene
from rr_tui.board.spans import Row, Span, fit
from rr_tui.wording import seat_role

LONGEST = 20
"""Cells of a name in a header, which has more to say."""


def called(scene: Scene, seat: int) -> str:
    """What the looking player reads for a seat."""
    return "You" if seat == scene.seat else scene.name(seat)


def who(scene: Scene, seat: int, most: int) -> Span:
    """The same in the colour of the seat and in so many cells at the most."""
    return Span(fit(called(scene, seat), most), seat_role(seat))


def whose_turn(scene: Scene, turn: int, player: int, unit: str = "turn") -> Row:
    """How a header begins: the table, the turn, and whose it is where it is somebody's."""
    bullet = scene.glyphs.bullet
    row: Row = (Span(f" {scene.title}", "title"),)
    if turn > 0:
        row = (*row, Span(f" {bullet} {unit} {turn}", "muted"))
    if player < 0:
        return row
    mine = player == scene.seat
    whose = "your turn" if mine else f"{fit(scene.name(player), LONGEST)}'s turn"
    return (*row, Span(f" {bullet} ", "muted"), Span(whose, seat_role(player)))
