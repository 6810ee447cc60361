"""Whole turns as a quick player weighs them: every placement with the best claim after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rr_rules.rune.board import Area, Board
from rr_rules.rune.course import Course
from rr_rules.rune.lattice import STRIDE, bits, point_of
from rr_rules.rune.outlook import Stand, outlook
from rr_rules.rune.placing import Placement
from rr_rules.rune.sketch import Sketch, Tally
from rr_rules.rune.tokens import Change

NOTHING = -1
"""No claim: the second phase is a draw."""


class Turn(NamedTuple):
    """A card to lay, and what to do then."""

    worth: float
    """What the turn promises its player."""
    at: int
    """Which card of the hand."""
    where: Placement | None
    """None where nothing fits, and the card leaves the game."""
    claim: int
    """What the area is worth that gets a master, 0 where none is free; or NOTHING."""


def turns(course: Course) -> Iterator[Turn]:
    """Every placement of the player's hand, or every discard, with the best claim after it."""
    sketch, found = Sketch(course.board), False
    for at, card in enumerate(course.hands[course.player]):
        for where in course.placements(card):
            found = True
            worth, area = best_claim(course, sketch.with_card(card, where))
            yield Turn(worth, at, where, area)
    if not found:
        worth, area = best_claim(course, sketch.tally())
        for at in range(len(course.hands[course.player])):
            yield Turn(worth, at, None, area)


def best_claim(course: Course, tally: Tally) -> tuple[float, int]:
    """What the player had best do with the table as it is tallied, as `Turn.claim`."""
    free = sorted(tally.free, reverse=True)
    area = free[0] if free else 0
    worth = _ending(course, tally, free[1:], area, placed=1)
    if course.draws:
        patient = _ending(course, tally, free, drawn=1)
        if patient > worth:
            return patient, NOTHING
    return worth, area


def claim_worth(course: Course, tally: Tally, area: int) -> float:
    """What a claim, as `Turn.claim`, promises."""
    free = sorted(tally.free, reverse=True)
    if area == NOTHING:
        return _ending(course, tally, free, drawn=1)
    if area:
        free.remove(area)
    return _ending(course, tally, free, area, placed=1)


def _ending(
    course: Course,
    tally: Tally,
    free: Sequence[int],
    gain: int = 0,
    placed: int = 0,
    drawn: int = 0,
) -> float:
    """What a turn promises that ends with these free areas, after so many points and masters."""
    seat, other = course.player, 1 - course.player
    ahead = tally.scores[seat] - tally.scores[other] + gain
    masters, theirs = course.supply[seat] - placed, course.supply[other]
    tokens, their_tokens = course.tokens[seat], course.tokens[other]
    if not theirs:
        return outlook(Stand(ahead, free, (masters, 0), 0, (tokens, their_tokens)))
    draws = len(course.deck) - drawn if masters else 0
    return -outlook(Stand(-ahead, free, (theirs, masters), draws, (their_tokens, tokens)))


def promise(course: Course, seat: int) -> float:
    """What the position between two turns promises a seat."""
    tally, mover = Sketch(course.board).tally(), course.player
    stand = Stand(
        tally.scores[mover] - tally.scores[1 - mover],
        sorted(tally.free, reverse=True),
        (course.supply[mover], course.supply[1 - mover]),
        course.draws,
        (course.tokens[mover], course.tokens[1 - mover]),
    )
    return outlook(stand) if mover == seat else -outlook(stand)


# --- taking a turn ------------------------------------------------------------------------------


def play_turn(course: Course) -> None:
    """Play the turn that promises most."""
    best = max(turns(course))
    if best.where is None:
        course.discard(best.at)
    else:
        course.lay(best.at, best.where)
    claim(course, best.claim)


def finish_turn(course: Course) -> None:
    """Play the second phase that promises most."""
    claim(course, best_claim(course, Sketch(course.board).tally())[1])


def claim(course: Course, area: int) -> None:
    """Draw, or place a master on a free area of that worth; then the token, and the turn ends."""
    if area == NOTHING:
        course.draw()
        course.end_turn()
        return
    spots = course.spots()
    if not spots:
        course.box()
        course.end_turn()
        return
    free = [each.cells & spots for each in course.board.areas if each.worth == area]
    wanted = next(filter(None, free), spots) if area else spots
    course.master(*point_of(firmest(wanted, course.board)))
    settle_token(course)


def settle_token(course: Course) -> None:
    """Use the token if that promises more than keeping it, and end the turn."""
    ways = [(changed(course, change), change) for change in course.changes()]
    if ways:
        worth, change = max(ways)
        if worth > kept(course):
            course.token(change)
    course.end_turn()


def kept(course: Course) -> float:
    """What keeping the token promises."""
    tally = Sketch(course.board).tally()
    return _ending(course, tally, sorted(tally.free, reverse=True))


def changed(course: Course, change: Change) -> float:
    """What a change of a rune promises."""
    seat, board = course.player, course.board
    course.token(change)
    worth = kept(course)
    course.board, course.tokens[seat] = board, course.tokens[seat] + 1
    return worth


def firmest(cells: int, board: Board) -> int:
    """Of these cells the one that holds most of its area together."""
    return max(bits(cells), key=lambda bit: firmness(bit, board))


def firmness(bit: int, board: Board) -> int:
    """How many runes of its colour lie beside a cell."""
    colour = next(colour for colour in board.colours if colour >> bit & 1)
    return sum([colour >> beside & 1 for beside in (bit - 1, bit + 1, bit - STRIDE, bit + STRIDE)])


def area_at(board: Board, bit: int) -> Area:
    """The area of a cell."""
    return next(area for area in board.areas if area.cells >> bit & 1)
