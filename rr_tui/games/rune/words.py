"""The table of Rune in words: scores, the areas with their cells, the hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rr_rules.rune.cards import COLOURS, layout_words
from rr_rules.rune.view import AreaView, SeatView, View
from rr_rules.rune.words import point_words
from rr_tui.board.model import Known
from rr_tui.looks.wording import count
from rr_tui.turns import turn_words

SMALL = 2
"""Areas of nobody with no more runes than this are told together."""


def table_words(view: View, known: Known) -> Iterator[str]:
    """The whole table."""
    if view.turn:
        deck = "nobody draws any more" if view.tail else f"{count(view.deck, 'card')} in the deck"
        whose = turn_words(view.player, known)
        yield f"Turn {view.turn}, {view.phase} phase. {whose} {deck.capitalize()}."
    for seat in view.seats:
        yield _seat(seat, view, known)
    yield "Squares are told as (x,y): x grows to the right, y downwards."
    yield from _areas(view, known)
    yield from _pieces(view, known)
    if view.laid[1:]:
        newest = view.laid[-1]
        yield f"The newest card is {newest.face}, its box at {point_words((newest.x, newest.y))}."
    yield from _hand(view)
    if view.unseen:
        yield f"Cards that you have not seen: {', '.join(view.unseen)}."


def _seat(seat: SeatView, view: View, known: Known) -> str:
    name = "You" if seat.seat == view.me else known.name(seat.seat)
    said = [
        count(seat.score, "point"),
        f"{count(seat.masters, 'master')} left",
        f"{count(len(seat.hand), 'card')} in hand",
    ]
    said += [f"{count(seat.boxed, 'master')} in the box"] if seat.boxed else []
    said += ["a token"] if seat.tokens else []
    began = ", who began" if view.starter == seat.seat else ""
    return f"{name}{began}: {', '.join(said)}; masters are {seat.colour}."


def _areas(view: View, known: Known) -> Iterator[str]:
    """What is controlled, then what is free, the largest first."""
    areas = sorted(view.areas, key=lambda area: (area.controller < 0, -area.worth))
    for area in areas:
        if area.controller >= 0 or len(area.cells) > SMALL:
            yield f"{_whose_area(area, view, known)}: {_points(area.cells)}."
    for colour in COLOURS:
        small = [
            cell
            for area in areas
            for cell in area.cells
            if area.colour == colour and area.controller < 0 and len(area.cells) <= SMALL
        ]
        if small:
            yield f"Free {colour} runes in small areas: {_points(sorted(small))}."


def _whose_area(area: AreaView, view: View, known: Known) -> str:
    if area.controller < 0:
        return f"Free {area_words(area)}"
    whose = "Your" if area.controller == view.me else f"{known.name(area.controller)}'s"
    return f"{whose} {area_words(area)}"


def area_words(area: AreaView) -> str:
    """Its size and its worth."""
    return f"area of {count(len(area.cells), f'{area.colour} rune')}, worth {area.worth}"


def _points(cells: Iterable[tuple[int, int]]) -> str:
    return " ".join(point_words(cell) for cell in cells)


def _pieces(view: View, known: Known) -> Iterator[str]:
    """Where masters stand and tokens lie."""
    for seat in view.seats:
        name = "You have" if seat.seat == view.me else f"{known.name(seat.seat)} has"
        masters = [(cell.x, cell.y) for cell in view.cells if cell.master == seat.seat]
        tokens = [(cell.x, cell.y) for cell in view.cells if cell.token == seat.seat]
        if masters:
            yield f"{name} {count(len(masters), 'master')} at {_points(masters)}."
        if tokens:
            yield f"{name} a token at {_points(tokens)}."


def _hand(view: View) -> Iterator[str]:
    if view.me < 0:
        return
    layouts = dict(view.layouts)
    cards = [f"{face} {layout_words(layouts[face])}" for face in view.seats[view.me].hand]
    yield f"Your hand, rows from the top: {', '.join(cards) or 'empty'}."
