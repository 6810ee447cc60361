"""The table of Rune in words: scores, the areas with their cells, the hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rr_net.link import AskOption
from rr_rules.rune.cards import COLOURS, LETTERS, VALUES, layout_words
from rr_rules.rune.preview import RunePreview, preview
from rr_rules.rune.view import AreaView, RuneSeatView, RuneView
from rr_rules.rune.words import point_words
from rr_tui.board.model import PlayerModel, turn_words
from rr_tui.games.gameboard import as_rule
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.wording import count


def foretold(view: RuneView, option: AskOption) -> Iterator[str]:
    """What a card, a master or a token would do; "{0}" stands for seat 0's name."""
    found = preview(view, as_rule(option))
    if found is None:
        return
    for words in changes(found):
        yield f"It {words}"
    for seat, (before, after) in enumerate(zip(found.before, found.after, strict=True)):
        name = "You" if seat == view.me else f"{{{seat}}}"
        words = f"{before} to {count(after, 'point')}" if before != after else "as before"
        yield f"{name}: {words}"


def changes(found: RunePreview) -> Iterator[str]:
    """What happens to runes and areas."""
    if found.covered:
        yield f"covers {count(found.covered, 'rune')}"
    if found.joined:
        yield f"joins {count(found.joined, 'area')}"
    if found.parted:
        yield f"parts {count(found.parted, 'area')}"


def signs(view: RuneView, glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    """Each with what it means."""
    for letter, colour, worth in zip(LETTERS, COLOURS, VALUES, strict=True):
        yield letter, f"a {colour} rune, worth {count(worth, 'point')} to whoever controls it"
    sign = view.seats[max(view.me, 0)].sign
    yield f"{sign}B{sign}", f"a master, of the player with the sign {sign}"
    yield f"B{sign}", "a rune in an area that this player controls"
    yield f"{glyphs.dot}B", "a token: the rune has another colour than on its card"
    yield f"{glyphs.bullet}B", "a rune that can be chosen, or where a held card may begin"
    yield "Bg", "a held card: the large letter is its rune, the small one that beneath"
    yield f"{glyphs.refused}B", "a rune that is against laying the held card here"


SMALL = 2
"""Areas of nobody with no more runes than this are told together."""


def deal_words(view: RuneView) -> Iterator[str]:
    """The own hand and the goal, as soon as cards are dealt."""
    if 0 <= view.me < len(view.seats) and view.seats[view.me].hand:
        yield from _hand(view)
        yield "The goal: the most points in your areas at the end win."


def table_words(view: RuneView, model: PlayerModel) -> Iterator[str]:
    """The whole table."""
    if view.turn:
        deck = "nobody draws any more" if view.tail else f"{count(view.deck, 'card')} in the deck"
        whose = turn_words(view.player, model)
        yield f"Turn {view.turn}, {view.phase} phase. {whose} {deck.capitalize()}."
    for seat in view.seats:
        yield _seat(seat, view, model)
    yield "Squares are told as (x,y): x grows to the right, y downwards."
    yield from _areas(view, model)
    yield from _pieces(view, model)
    if view.laid[1:]:
        newest = view.laid[-1]
        yield f"The newest card is {newest.face}, its box at {point_words((newest.x, newest.y))}."
    yield from _hand(view)
    if view.unseen:
        yield f"Cards that you have not seen: {', '.join(view.unseen)}."


def _seat(seat: RuneSeatView, view: RuneView, model: PlayerModel) -> str:
    name = "You" if seat.seat == view.me else model.name(seat.seat)
    said = [
        count(seat.score, "point"),
        f"{count(seat.masters, 'master')} left",
        f"{count(len(seat.hand), 'card')} in hand",
    ]
    said += [f"{count(seat.boxed, 'master')} in the box"] if seat.boxed else []
    said += ["a token"] if seat.tokens else []
    began = ", who began" if view.starter == seat.seat else ""
    return f"{name}{began}: {', '.join(said)}; masters are {seat.colour}."


def _areas(view: RuneView, model: PlayerModel) -> Iterator[str]:
    """What is controlled, then what is free, the largest first."""
    areas = sorted(view.areas, key=lambda area: (area.controller < 0, -area.worth))
    for area in areas:
        if area.controller >= 0 or len(area.cells) > SMALL:
            yield f"{_whose_area(area, view, model)}: {_points(area.cells)}."
    for colour in COLOURS:
        small = [
            cell
            for area in areas
            for cell in area.cells
            if area.colour == colour and area.controller < 0 and len(area.cells) <= SMALL
        ]
        if small:
            yield f"Free {colour} runes in small areas: {_points(sorted(small))}."


def _whose_area(area: AreaView, view: RuneView, model: PlayerModel) -> str:
    if area.controller < 0:
        return f"Free {area_words(area)}"
    whose = "Your" if area.controller == view.me else f"{model.name(area.controller)}'s"
    return f"{whose} {area_words(area)}"


def area_words(area: AreaView) -> str:
    """Its size and its worth."""
    return f"area of {count(len(area.cells), f'{area.colour} rune')}, worth {area.worth}"


def _points(cells: Iterable[tuple[int, int]]) -> str:
    return " ".join(point_words(cell) for cell in cells)


def _pieces(view: RuneView, model: PlayerModel) -> Iterator[str]:
    """Where masters stand and tokens lie."""
    for seat in view.seats:
        name = "You have" if seat.seat == view.me else f"{model.name(seat.seat)} has"
        masters = [(cell.x, cell.y) for cell in view.cells if cell.master == seat.seat]
        tokens = [(cell.x, cell.y) for cell in view.cells if cell.token == seat.seat]
        if masters:
            yield f"{name} {count(len(masters), 'master')} at {_points(masters)}."
        if tokens:
            yield f"{name} a token at {_points(tokens)}."


def _hand(view: RuneView) -> Iterator[str]:
    if view.me < 0:
        return
    layouts = dict(view.layouts)
    cards = [f"{face} {layout_words(layouts[face])}" for face in view.seats[view.me].hand]
    yield f"Your hand, rows from the top: {', '.join(cards) or 'empty'}."
