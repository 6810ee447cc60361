"""Which placements are legal: all of a card at once."""

from __future__ import annotations

from rr_rules.rune.board import KINDS, SEATS, Board, Meeting
from rr_rules.rune.cards import BLUE, GREEN
from rr_rules.rune.lattice import (
    CORNER,
    FRAMES,
    MIDDLE,
    STRIDE,
    Frame,
    Shape,
    area_of,
    bit_of,
    bits,
    point_of,
    ring,
    shapes,
)

Change = tuple[int, int, int]
"""x, y and the colour the rune gets."""

FACES = (BLUE, GREEN)
"""The sides of a token: red cannot be made (RN-GM-05)."""


def changes(board: Board, seat: int, *, any_master: bool) -> list[Change]:
    """Every way in which a seat that has just placed a master may use its token."""
    found = []
    for bit in bits(candidates(board, seat, any_master=any_master)):
        for colour in FACES:
            if not board.colours[colour] >> bit & 1 and not _token_mixes(board, bit, colour):
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


def _token_mixes(board: Board, bit: int, colour: int) -> bool:
    """Whether the change would make an area with masters of both seats (RN-GM-08)."""
    area = area_of(1 << bit, board.colours[colour] | 1 << bit)
    return all(area & board.standing[seat] for seat in range(SEATS))


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
    runes = board.meeting or _meeting(board)
    allowed = board.allowed or _allowed(board, runes)
    contested = _contested(board)
    for turned in shapes(board.layouts[card]):
        for low in bits(_matching(turned, runes, allowed[turned.lying])):
            corner = low + runes.lowest
            if contested and _mixes(board, turned, corner, contested):
                continue
            if vanish and buried(board, turned.foot << corner) >= 0:
                continue
            if not joins and joined(board, turned, corner, 1 - seat):
                continue
            y, x = divmod(corner + CORNER, STRIDE)
            found.append((x - MIDDLE, y - MIDDLE, turned.quarter))
    return found


def _matching(turned: Shape, runes: Meeting, allowed: int) -> int:
    """Those of the allowed corners at which a shape obeys rule A or rule B."""
    under, beside = runes.under[turned.lying], runes.beside[turned.lying]
    clash = touch = 0
    for place in turned.under:
        clash |= under[place]
    for place in turned.beside:
        touch |= beside[place]
    return allowed & ~(clash & touch)


def _meeting(board: Board) -> Meeting:
    """Where each cell and each edge of a card would meet a rune of another colour."""
    # Told from the first row a corner can be in, so that the numbers are short.
    lowest = max(0, (board.occupied & -board.occupied).bit_length() // STRIDE - 4) * STRIDE
    occupied = board.occupied >> lowest
    others = [occupied & ~(colour >> lowest) for colour in board.colours]
    upright, lying = FRAMES
    board.meeting = Meeting(
        lowest,
        (_shifted(others, upright.cells), _shifted(others, lying.cells)),
        (_shifted(others, upright.outside), _shifted(others, lying.outside)),
        (_shadow(occupied, upright), _shadow(occupied, lying)),
    )
    return board.meeting


def _shifted(others: list[int], distances: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([wrong >> distance for wrong in others for distance in distances])


def _shadow(cells: int, frame: Frame) -> int:
    """The corners at which a card would cover any of these cells."""
    shadow = 0
    for cell in frame.cells:
        shadow |= cells >> cell
    return shadow


def _allowed(board: Board, runes: Meeting) -> tuple[int, int]:
    """By frame, the corners at which a card covers a rune, nothing that stands, and no twin."""
    blocked, allowed = board.blocked >> runes.lowest, []
    for frame, covered, anchors in zip(FRAMES, runes.covered, board.anchors, strict=True):
        allowed.append(covered & ~_shadow(blocked, frame) & ~(anchors >> runes.lowest))
    board.allowed = (allowed[0], allowed[1])
    return board.allowed


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
