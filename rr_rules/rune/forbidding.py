"""Why a wanted placement is not legal: the clause, a sentence, and the cells at fault."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rr_rules.rune.board import Board, Laid
from rr_rules.rune.cards import COLOURS
from rr_rules.rune.lattice import CORNER, FRAMES, Point, bit_of, is_within, points, shape
from rr_rules.rune.placing import buried, joined
from rr_rules.rune.settings import RuneSettings
from rr_rules.rune.view import RuneView


@dataclass(frozen=True, slots=True)
class Forbidden:
    """What stands against a placement."""

    clause: str
    text: str
    cells: tuple[Point, ...] = ()
    """Where it fails, for the eye; empty where no cell is to blame."""


def why_not(view: RuneView, card: str, at: Point, rotation: int) -> Forbidden | None:
    """What forbids laying this face with its box's top left cell there, or None if nothing does.

    The rotation counts clockwise quarter turns.
    """
    if view.player != view.me or view.me < 0:
        return Forbidden("RN-TURN-01", "It is not your turn.")
    if view.phase != "lay":
        return Forbidden("RN-TURN-02", "A card has been laid this turn already.")
    if card not in view.seats[view.me].hand:
        return Forbidden("RN-PLACE-01", "That card is not in your hand.")
    laid = Laid(view.faces.index(card), *at, rotation % 4)
    return forbids(board_of(view), laid, view.me, view.choices)


def why_no_master(view: RuneView, at: Point) -> Forbidden | None:
    """What forbids the looking seat to place a master on a cell, or None if nothing does."""
    if view.player != view.me or view.me < 0:
        return Forbidden("RN-TURN-01", "It is not your turn.")
    if view.phase != "claim":
        return Forbidden("RN-TURN-02", "A master comes after the card of the turn.")
    cell = view.cell_at(at)
    if cell is None:
        return Forbidden("RN-MASTER-01", "There is no rune.")
    if cell.master >= 0:
        return Forbidden("RN-MASTER-04", "A Rune Master stands there.", (at,))
    area = view.areas[cell.area]
    if area.controller == 1 - view.me:
        return Forbidden("RN-MASTER-01", "The other player controls it.", area.cells)
    if area.controller == view.me and not view.choices.own_areas:
        return Forbidden("RN-MASTER-03", "You control it already.", area.cells)
    return None


def board_of(view: RuneView) -> Board:
    """The board that a view shows."""
    faces = view.faces
    laid = tuple([(faces.index(each.face), each.x, each.y, each.quarter) for each in view.laid])
    masters = tuple([(cell.master, cell.x, cell.y) for cell in view.cells if cell.master >= 0])
    tokens = tuple([
        (cell.token, cell.x, cell.y, COLOURS.index(cell.colour))
        for cell in view.cells if cell.token >= 0
    ])  # fmt: skip
    return _built(tuple([layout for _, layout in view.layouts]), laid, masters, tokens)


@lru_cache(maxsize=64)  # A cursor asks about one board again and again.
def _built(
    layouts: tuple[str, ...],
    laid: tuple[tuple[int, ...], ...],
    masters: tuple[tuple[int, ...], ...],
    tokens: tuple[tuple[int, ...], ...],
) -> Board:
    return Board.built(layouts, laid, masters, tokens)


def forbids(board: Board, laid: Laid, seat: int, settings: RuneSettings) -> Forbidden | None:
    """What forbids the placement, whoever holds the card."""
    foot = board.footprint(laid) if is_within(laid.x, laid.y) else 0
    if not foot & board.occupied:
        return Forbidden("RN-PLACE-02", "It must cover at least one rune.")
    return (
        _on_what_stands(board, foot)
        or _over_a_whole_card(board, laid, foot, settings)
        or _against_both_rules(board, laid)
        or _joining(board, laid, seat, settings)
    )


def _on_what_stands(board: Board, foot: int) -> Forbidden | None:
    masters = board.standing[0] | board.standing[1]
    if under := foot & masters:
        return Forbidden("RN-PLACE-12", "It would lie on a Rune Master.", tuple(points(under)))
    if under := foot & board.token_cells:
        return Forbidden("RN-GM-07", "It would lie on a token.", tuple(points(under)))
    return None


def _over_a_whole_card(
    board: Board, laid: Laid, foot: int, settings: RuneSettings
) -> Forbidden | None:
    corner = bit_of(laid.x, laid.y) - CORNER
    if board.anchors[laid.quarter % 2] >> corner & 1:
        text = "It would cover another card completely."
        return Forbidden("RN-PLACE-10", text, tuple(points(foot)))
    if settings.vanish and (card := buried(board, foot)) >= 0:
        number = max(at for at, each in enumerate(board.laid) if each.card == card)
        text = "It would hide the last runes of a card."
        return Forbidden("RN-PLACE-11", text, tuple(points(board.visible[number])))
    return None


def _against_both_rules(board: Board, laid: Laid) -> Forbidden | None:
    """The card as a whole must match what it covers, or all its neighbours (RN-PLACE-04)."""
    turned = shape(board.layouts[laid.card], laid.quarter)
    frame, corner = FRAMES[turned.lying], bit_of(laid.x, laid.y) - CORNER
    others = [board.occupied & ~colour for colour in board.colours]
    under = beside = 0
    for colour, cell in zip(turned.colours, frame.cells, strict=True):
        under |= others[colour] & 1 << corner + cell
    for touched, edge in zip(frame.touched, frame.outside, strict=True):
        beside |= others[turned.colours[touched]] & 1 << corner + edge
    if not (under and beside):
        return None
    text = "Its runes match neither all runes they cover nor all their neighbours."
    return Forbidden("RN-PLACE-04", text, tuple(points(under | beside)))


def _joining(board: Board, laid: Laid, seat: int, settings: RuneSettings) -> Forbidden | None:
    after = board.with_card(laid)
    if after.is_mixed():
        one, two = after.controlled
        both = sum(mine & other for mine, other in zip(one, two, strict=True))
        text = "It would join areas of both players."
        return Forbidden("RN-PLACE-13", text, tuple(points(both)))
    if settings.joins:
        return None
    turned = shape(board.layouts[laid.card], laid.quarter)
    if joined(board, turned, bit_of(laid.x, laid.y) - CORNER, 1 - seat):
        return Forbidden("RN-PLACE-13", "It would join two areas of the other player.")
    return None
