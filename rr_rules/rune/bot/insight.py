"""What the bots may know of Rune: which options are worth a thought, and how a game goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rr_rules.kernel.game import Term
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.stream import Stream
from rr_rules.rune.board import Area
from rr_rules.rune.bot.imagined import Course
from rr_rules.rune.bot.turns import (
    area_at,
    draw,
    finish_turn,
    firmness,
    layings,
    play_turn,
    settle_token,
)
from rr_rules.rune.bot.values import likelihood
from rr_rules.rune.bot.weighing import Scales, changed, kept, promise, tally_of
from rr_rules.rune.lattice import bit_of
from rr_rules.rune.state import RuneState
from rr_rules.rune.view import RuneSeatView, RuneView

WON, LOST = 1000.0, -1000.0
A_MASTER = 5.0
"""What a master in the supply is worth at least: areas still grow."""
A_FREE_AREA = 0.8
"""How much of a free area counts for whoever could claim it next."""
A_TOKEN = 1.5
A_TAKEBACK = 50.0
"""A card that was taken back leads nowhere: a bot that looks one answer ahead must not do it."""


def terms(view: RuneView, seat: int) -> tuple[Term, ...]:
    """What speaks for a seat; a won game is best."""
    mine, other = view.seats[seat], view.seats[1 - seat]
    points = Term("points", mine.score - other.score)
    if view.outcome is not None:
        winners = view.outcome.winners
        return (Term("won", WON if seat in winners else LOST), points) if winners else ()
    free = [area.worth for area in view.areas if area.controller < 0]
    one, two = (mine, other) if view.player == seat else (other, mine)
    claimed = _claimed(one, two, free) * (1 if one is mine else -1)
    tokens = A_TOKEN * (mine.tokens - other.tokens)
    return (points, Term("free", claimed), Term("tokens", tokens),
            Term("takebacks", -A_TAKEBACK * view.takebacks))  # fmt: skip


def _claimed(one: RuneSeatView, two: RuneSeatView, free: Iterable[int]) -> float:
    """How much more the first one still claims, if both take the best free areas in turn."""
    left, claimed, who = [one.masters, two.masters], [0.0, 0.0], 0
    for worth in sorted(free, reverse=True):
        if not any(left):
            break
        who = who if left[who] else 1 - who
        claimed[who] += max(A_FREE_AREA * worth, A_MASTER)
        left[who] -= 1
        who = 1 - who
    return claimed[0] - claimed[1]


MOST = {"lay": 12, "claim": 8, "token": 6}
"""By question, how many options are worth a search."""
SPOTS = 2
"""How many cells of one area."""
A_HAIR = 0.001
"""By so much the less firm cells of an area stand back."""
DEPTH = 2
"""How many turns a playout goes on after the one it begins in."""

Ranked = list[tuple[float, int]]
"""What an option promises, and its number."""


def promising(view: RuneView, choose: Choose) -> Sequence[int]:
    """The numbers of the options worth a search, the best first."""
    course, most = Course.of_view(view), MOST[choose.verb]
    ranked = sorted(_ranked(course, choose), key=lambda each: (-each[0], each[1]))
    return tuple([number for _, number in ranked[:most]])


def advise(view: RuneView, choose: Choose) -> int:
    """What promises most at first sight."""
    return promising(view, choose)[0]


def play_out(state: RuneState, choose: Choose, option: int, stream: Stream) -> float:
    """Take an option, play on for a few turns; how likely it then is to win, 0 to 1.

    The imagined state holds all luck that is needed: its hands and its deck.
    """
    course, seat = Course.of_state(state), choose.seat
    _take(course, choose.options[option])
    for _ in range(DEPTH):
        if course.is_over:
            break
        play_turn(course)
    if not course.is_over:
        return likelihood(promise(course, seat), sum(course.supply))
    winners = course.winners
    return 0.5 if not winners else float(seat in winners)


def _take(course: Course, option: Option) -> None:
    """Take an option, and play the turn to its end."""
    match option.act:
        case "lay":
            x, y, quarter = option.order
            course.lay(option.at, (x, y, quarter))
            finish_turn(course)
        case "discard":
            course.discard(option.at)
            finish_turn(course)
        case "undo":
            # Nobody gains by it: the card is laid again as it was.
            finish_turn(course)
        case "draw":
            draw(course)
        case "master":
            x, y = option.order
            course.master(x, y)
            settle_token(course)
        case "box":
            course.box()
            course.end_turn()
        case "token":
            x, y = option.order
            course.token((x, y, option.at))
            course.end_turn()
        case _:
            course.end_turn()


# --- what promises how much -----------------------------------------------------------------


def _ranked(course: Course, choose: Choose) -> Ranked:
    match choose.verb:
        case "lay":
            return _lays(course, choose)
        case "claim":
            return _claims(course, choose)
        case _:
            return _changes(course, choose)


def _lays(course: Course, choose: Choose) -> Ranked:
    """Every placement; of discards nothing is known."""
    numbers = {(option.at, option.order): n for n, option in enumerate(choose.options)}
    if choose.options[0].act == "discard":
        return [(0.0, number) for number in numbers.values()]
    return [
        (worth, numbers[at, where])
        for at, card in enumerate(course.hands[course.player])
        for worth, where in layings(course, card)
    ]


def _claims(course: Course, choose: Choose) -> Ranked:
    """Drawing, and the firmest cells of each area; never taking the card back."""
    tally, scales = tally_of(course.board), Scales(course)
    ranked = list[tuple[float, int]]()
    cells: dict[Area, Ranked] = {}
    for number, option in enumerate(choose.options):
        match option.act:
            case "master":
                bit = bit_of(*option.order)
                firm = firmness(bit, course.board)
                cells.setdefault(area_at(course.board, bit), []).append((firm, number))
            case "draw":
                ranked.append((scales.draw(tally), number))
            case "box":
                ranked.append((scales.claim(tally, -1, 0), number))
    for area, found in cells.items():
        is_own = course.board.controller(area.cells) >= 0
        runes = 0 if is_own else area.cells.bit_count()
        worth = scales.claim(tally, area.colour, runes)
        found.sort(key=lambda each: (-each[0], each[1]))
        ranked += [(worth - A_HAIR * at, number) for at, (_, number) in enumerate(found[:SPOTS])]
    return ranked


def _changes(course: Course, choose: Choose) -> Ranked:
    """Every change, and keeping the token."""
    ranked = []
    for number, option in enumerate(choose.options):
        if option.act == "token":
            x, y = option.order
            ranked.append((changed(course, (x, y, option.at)), number))
        else:
            ranked.append((kept(course), number))
    return ranked
