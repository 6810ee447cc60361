"""Whole turns as a quick player plays them: every placement is weighed with the claim after it.

A bot comes back to one board many times, so what was found out about it is kept there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar, cast

from rr_rules.rune.board import Area, Board
from rr_rules.rune.bot.imagined import Course
from rr_rules.rune.bot.values import NUMBERS
from rr_rules.rune.bot.weighing import DRAW, Claim, Scales, changed, kept, sketch_of, tally_of
from rr_rules.rune.lattice import STRIDE, bits, point_of
from rr_rules.rune.placing import Change, Placement

T = TypeVar("T")
CLAIM, SPOT, TOKEN = -1, -2, -3
"""What thoughts are about, besides the cards by their numbers."""


class Laying(NamedTuple):
    """A placement of a card."""

    worth: float
    """What the turn promises its player."""
    where: Placement


def layings(course: Course, card: int) -> list[Laying]:
    """Every placement of a card, each with the best claim after it."""
    sketch, scales = sketch_of(course.board), Scales(course)
    return [
        Laying(scales.best(sketch.with_card(card, where)).worth, where)
        for where in course.placements(card)
    ]


def _best_laying(course: Course, card: int) -> Laying | None:
    return max(layings(course, card), default=None)


def play_turn(course: Course) -> None:
    """Play the turn that promises most."""
    best: tuple[Laying, int] | None = None
    for at, card in enumerate(course.hands[course.player]):
        found = _thought(course, card, partial(_best_laying, course, card))
        if found is not None and (best is None or found > best[0]):
            best = found, at
    if best is None:
        course.discard(0)
    else:
        course.lay(best[1], best[0].where)
    finish_turn(course)


def finish_turn(course: Course) -> None:
    """Play the second phase that promises most."""
    best = _thought(course, CLAIM, lambda: Scales(course).best(tally_of(course.board)))
    spot = None
    if best.runes != DRAW:
        spot = _thought(course, SPOT, lambda: _spot(course, best))
    if spot is not None:
        course.master(*point_of(spot))
        settle_token(course)
    elif course.draws:
        draw(course)
    else:
        course.box()
        course.end_turn()


def draw(course: Course) -> None:
    """Draw, and end the turn."""
    course.draw()
    course.end_turn()


def settle_token(course: Course) -> None:
    """Use the token if that promises more than keeping it, and end the turn."""
    if course.tokens[course.player]:
        change = _thought(course, TOKEN, lambda: _best_change(course))
        if change is not None:
            course.token(change)
    course.end_turn()


def _best_change(course: Course) -> Change | None:
    ways = [(changed(course, change), change) for change in course.changes()]
    worth, change = max(ways, default=(0.0, None))
    return change if ways and worth > kept(course) else None


def _thought(course: Course, about: int, think: Callable[[], T]) -> T:
    """What was thought of this position before, or is now."""
    key = (about, NUMBERS.version, course.player, *course.supply, len(course.deck), *course.tokens)
    thoughts = course.board.thoughts
    if key not in thoughts:
        thoughts[key] = think()
    return cast(T, thoughts[key])


# --- where masters stand ------------------------------------------------------------------------


def _spot(course: Course, claim: Claim) -> int | None:
    """The firmest cell of such a free area; of any where there is none."""
    board, spots = course.board, course.spots()
    free = [
        each.cells & spots for each in board.areas
        if each.colour == claim.colour and each.cells.bit_count() == claim.runes
    ]  # fmt: skip
    wanted = next(filter(None, free), spots)
    return max(bits(wanted), key=lambda bit: firmness(bit, board), default=None)


def firmness(bit: int, board: Board) -> int:
    """How many runes of its colour lie beside a cell."""
    colour = next(colour for colour in board.colours if colour >> bit & 1)
    return sum([colour >> beside & 1 for beside in (bit - 1, bit + 1, bit - STRIDE, bit + STRIDE)])


def area_at(board: Board, bit: int) -> Area:
    """The area of a cell."""
    return next(area for area in board.areas if area.cells >> bit & 1)
