"""Where a Grand Master token may lie (RN-GM)."""

from __future__ import annotations

from rr_rules.rune.board import SEATS, Board
from rr_rules.rune.cards import BLUE, GREEN
from rr_rules.rune.lattice import area_of, bit_of, bits, point_of, ring

Change = tuple[int, int, int]
"""x, y and the colour the rune gets."""

FACES = (BLUE, GREEN)
"""The sides of a token: red cannot be made (RN-GM-05)."""


def changes(board: Board, seat: int, *, any_master: bool) -> list[Change]:
    """Every way in which a seat that has just placed a master may use its token."""
    found = []
    for bit in bits(candidates(board, seat, any_master=any_master)):
        for colour in FACES:
            if not board.colours[colour] >> bit & 1 and not _mixes(board, bit, colour):
                x, y = point_of(bit)
                found.append((x, y, colour))
    return found


def candidates(board: Board, seat: int, *, any_master: bool) -> int:
    """The runes next to the master, without those that bear a master or a token."""
    masters = [each for each in board.masters if each.seat == seat]
    if not any_master:
        masters = masters[-1:]
    anchors = sum(1 << bit_of(x, y) for _, x, y in masters)
    return ring(anchors) & board.occupied & ~board.blocked


def _mixes(board: Board, bit: int, colour: int) -> bool:
    """Whether the change would make an area with masters of both seats (RN-GM-08)."""
    area = area_of(1 << bit, board.colours[colour] | 1 << bit)
    return all(area & board.standing[seat] for seat in range(SEATS))
