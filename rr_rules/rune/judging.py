"""How good a view looks: points now, and what masters and tokens may still bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rr_rules.rune.board import Board
from rr_rules.rune.state import State
from rr_rules.rune.view import View

WON, LOST = 1000.0, -1000.0
A_MASTER = 5.0
"""What a master in the supply is worth at least: areas still grow."""
A_FREE_AREA = 0.8
"""How much of a free area counts for whoever could claim it next."""
A_TOKEN = 1.5
A_TAKEBACK = 50.0
"""A card that was taken back leads nowhere: a bot that looks one answer ahead must not do it."""


class Prospect(NamedTuple):
    """What a position comes to, for the seat that judges."""

    points: tuple[int, int]
    """Own points, then the other's."""
    masters: tuple[int, int]
    tokens: tuple[int, int]
    free: tuple[int, ...]
    """What each free area is worth."""
    first: bool
    """The seat that judges claims next."""


def judge(view: View, seat: int) -> float:
    """More is better; a won game is best."""
    mine, other = view.seats[seat], view.seats[1 - seat]
    if view.outcome is not None:
        return _ended(view.outcome.winners, seat, mine.score - other.score)
    free = tuple([area.worth for area in view.areas if area.controller < 0])
    prospect = Prospect((mine.score, other.score), (mine.masters, other.masters),
                        (mine.tokens, other.tokens), free, view.player == seat)  # fmt: skip
    return value(prospect) - A_TAKEBACK * view.takebacks


def judge_state(state: State, seat: int, winners: Sequence[int] | None) -> float:
    """As `judge`, for searches: from a state that the seat may imagine, without a view."""
    board, other = state.board, 1 - seat
    scores = board.score(seat), board.score(other)
    if winners is not None:
        return _ended(winners, seat, scores[0] - scores[1])
    prospect = Prospect(scores, (state.supply[seat], state.supply[other]),
                        (state.tokens[seat], state.tokens[other]), free_worths(board),
                        state.player == seat)  # fmt: skip
    return value(prospect) - A_TAKEBACK * state.takebacks * (state.player == seat)


def free_worths(board: Board) -> tuple[int, ...]:
    """What each area without a master is worth."""
    masters = board.standing[0] | board.standing[1]
    return tuple([area.worth for area in board.areas if not area.cells & masters])


def _ended(winners: Sequence[int], seat: int, ahead: int) -> float:
    if not winners:
        return 0.0
    return (WON if seat in winners else LOST) + ahead


def value(prospect: Prospect) -> float:
    """Points ahead, and what is left to claim, the best free areas in turn."""
    left = list(prospect.masters)
    chances = [0.0, 0.0]
    who = 0 if prospect.first else 1
    for worth in sorted(prospect.free, reverse=True):
        if not any(left):
            break
        who = who if left[who] else 1 - who
        chances[who] += max(A_FREE_AREA * worth, A_MASTER)
        left[who] -= 1
        who = 1 - who
    mine, other = prospect.points
    tokens = prospect.tokens[0] - prospect.tokens[1]
    return mine - other + chances[0] - chances[1] + A_TOKEN * tokens
