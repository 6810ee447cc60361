"""Which placements are legal: all at once for a card, or why one that is wanted is not."""

from __future__ import annotations

from rr_rules.rune.board import KINDS, Board
from rr_rules.rune.lattice import (
    CORNER,
    FRAMES,
    Shape,
    area_of,
    bit_of,
    bits,
    shapes,
)

Placement = tuple[int, int, int]
"""x, y and quarter turns."""


def placements(
    board: Board, card: int, seat: int, *, joins: bool = True, vanish: bool = False
) -> tuple[Placement, ...]:
    """Every legal placement of a card (RN-PLACE, RN-INV-05).

    `joins` is whether two areas of the opponent of `seat` may be joined, `vanish` whether no card
    may lose its last visible rune.
    """
    # Only the rule about the opponent's areas asks whose turn it is.
    key = (card, joins or seat + 2, vanish)
    found = board.found.get(key)
    if found is None:
        found = board.found[key] = tuple(_search(board, card, seat, joins, vanish))
    return found


def _search(board: Board, card: int, seat: int, joins: bool, vanish: bool) -> list[Placement]:
    found = []
    blocked = board.blocked
    contested = _contested(board)
    for turned in shapes(board.layouts[card]):
        anchors = _fitting(board, turned, blocked)
        for corner in bits(anchors):
            if contested and _mixes(board, turned, corner, contested):
                continue
            if vanish and buried(board, turned.foot << corner) >= 0:
                continue
            if not joins and joined(board, turned, corner, 1 - seat):
                continue
            y, x = divmod(corner + CORNER, _STRIDE)
            found.append((x - _ORIGIN[0], y - _ORIGIN[1], turned.quarter))
    return found


_STRIDE = CORNER - 1
_ORIGIN = bit_of(0, 0) % _STRIDE, bit_of(0, 0) // _STRIDE


def _fitting(board: Board, turned: Shape, blocked: int) -> int:
    """The corners at which a shape obeys all rules but those about control and vanishing."""
    shifted = board.shifted or _shifted(board)
    under, beside, covered = shifted[turned.lying]
    clash = touch = 0
    for colour, cell in turned.under:
        clash |= under[colour][cell]
    for colour, edge in turned.beside:
        touch |= beside[colour][edge]
    anchors = covered & ~(clash & touch) & ~board.anchors[turned.lying]
    if blocked:
        barred = 0
        for cell in FRAMES[turned.lying].cells:
            barred |= blocked >> cell
        anchors &= ~barred
    return anchors


def _shifted(board: Board) -> list[tuple[list[list[int]], list[list[int]], int]]:
    """For each frame and colour the corners at which a cell, or an edge, meets other colours."""
    others = [board.occupied & ~board.colours[colour] for colour in KINDS]
    board.shifted = []
    for frame in FRAMES:
        under = [[wrong >> cell for cell in frame.cells] for wrong in others]
        beside = [[wrong >> cell for _, cell in frame.edges] for wrong in others]
        covered = 0
        for cell in frame.cells:
            covered |= board.occupied >> cell
        board.shifted.append((under, beside, covered))
    return board.shifted


# --- control ----------------------------------------------------------------------------------


def _contested(board: Board) -> list[tuple[int, int, int]]:
    """The colours that both seats control runes of, with those of either seat."""
    if not board.standing[0] or not board.standing[1]:
        return []
    one, two = board.controlled
    return [(colour, one[colour], two[colour]) for colour in KINDS if one[colour] and two[colour]]


def _mixes(board: Board, turned: Shape, corner: int, contested: list[tuple[int, int, int]]) -> bool:
    """Whether a placement makes an area with masters of both seats (RN-PLACE-13, -17)."""
    for colour, mine, others in contested:
        # What joins two areas lies next to both: that is rare, and quickly told.
        halo = turned.halo[colour] << corner
        if halo & mine and halo & others:
            after = board.colours[colour] & ~(turned.foot << corner)
            after |= turned.runes[colour] << corner
            if area_of(board.standing[0] & after, after) & board.standing[1]:
                return True
    return False


def joined(board: Board, turned: Shape, corner: int, seat: int) -> bool:
    """Whether a placement joins two areas that this seat controls."""
    foot = turned.foot << corner
    for colour in KINDS:
        masters, before = board.standing[seat] & board.colours[colour], board.colours[colour]
        after = before & ~foot | turned.runes[colour] << corner
        while masters:
            one = masters & -masters
            if area_of(one, after) & board.standing[seat] & ~area_of(one, before):
                return True
            masters ^= one
    return False


def buried(board: Board, foot: int) -> int:
    """The number of a card whose last visible runes these cells hide, or -1."""
    for laid, cells in zip(board.laid, board.visible, strict=True):
        if cells and not cells & ~foot:
            return laid.card
    return -1
