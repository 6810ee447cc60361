"""Roles: which of them a table plays, and whether one is fulfilled."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache

from rr_rules.kernel.errors import DeckError
from rr_rules.kernel.game import Unveiled
from rr_rules.runes_regulations.events.paying import can_share_out
from rr_rules.runes_regulations.faces.faces import Condition, Face, Win
from rr_rules.runes_regulations.faces.vocabulary import FACE_DOWN
from rr_rules.runes_regulations.state.matching import count, fits, holds, seats_of
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import RoleStep
from rr_rules.runes_regulations.text.leads import condition as in_words

AT_ONCE, AT_TURNS_END = "any_time", "turn_ends"
"""The moments at which a role is looked at by itself (NN-ROLE-03, NN-ROLE-NEFARIOUS-TIMING)."""
WITH_THE_OTHER = "nefarious_wins"
"""The moment of a win that is shared with the Nefarious Neighbor (NN-ROLE-HENCHMAN)."""


def role_of(state: State, seat: int) -> Face | None:
    """The role of a seat, or None where none are dealt."""
    card = state.roles[seat] if state.roles else -1
    return state.face[card] if card >= 0 else None


def is_fulfilled(state: State, seat: int, at: str) -> bool:
    """Whether the role of a seat wins at this moment."""
    role = role_of(state, seat)
    return role is not None and any(_holds(state, win, seat) for win in role.win if win.at == at)


def _holds(state: State, win: Win, seat: int) -> bool:
    """Whether every condition holds, those about the own Lawn each by cards of its own."""
    conditions = [_as_agreed(state, condition) for condition in win.all]
    needs: list[Sequence[int]] = []
    for condition in conditions:
        if not holds(state, condition, seat, seat):
            return False
        needs += [_counted(state, condition, seat)] * _own_things(condition)
    return len(needs) < 2 or can_share_out(needs)


def _as_agreed(state: State, condition: Condition) -> Condition:
    """A condition that names a card may be agreed to mean an unhexed one."""
    wanted = condition.filter
    if state.settings.nefarious.humane_hexed_counts or not wanted.names:
        return condition
    return replace(condition, what="mythical")


def _own_things(condition: Condition) -> int:
    """How many cards of the own Lawn a condition needs (NN-ROLE-CURATOR)."""
    on_lawn = condition.of == "you" and condition.filter.what not in FACE_DOWN
    return (condition.least or 0) if on_lawn else 0


def _counted(state: State, condition: Condition, seat: int) -> list[int]:
    hexed = state.hexed
    return [
        card
        for card in state.lawn[seat]
        if fits(state.face[card], condition.filter, hexed=card in hexed)
    ]


def progress(state: State, seat: int) -> tuple[RoleStep, ...]:
    """How far a seat is from fulfilling its role: for its owner alone."""
    role = role_of(state, seat)
    if role is None:
        return ()
    return tuple(
        _step(state, _as_agreed(state, each), seat, win.at) for win in role.win for each in win.all
    )


def _step(state: State, condition: Condition, seat: int, at: str) -> RoleStep:
    seats = seats_of(state, condition.of, seat, seat)
    least, most = condition.least, condition.most
    has = max((count(state, condition, each) for each in seats), default=0)
    wanted = least if least is not None else most or 0
    is_met = holds(state, condition, seat, seat)
    return RoleStep(_words(condition), has, wanted, least is None, is_met, at)


_words = cache(in_words)


def unveiled(state: State) -> Unveiled:
    """Every seat's role and those that nobody had; for after the game alone (NN-INFO-10)."""
    if not state.roles:
        return Unveiled()
    roles, unused = (
        [state.face[card].id for card in cards] for cards in (state.roles, state.unused_roles)
    )
    return Unveiled(tuple(roles), tuple(sorted(unused)))


# --- which roles a table plays ----------------------------------------------------------------


def usable_roles(state: State) -> tuple[list[int], list[int]]:
    """The other roles' cards that this table can use, and those that it cannot (NN-ROLE-09)."""
    others = [card for card in _not_dealt(state) if not state.face[card].public]
    alone = state.seats - len(state.left) == 2
    out = [
        card
        for card in others
        if not _is_achievable(state, state.face[card])
        or (alone and any(win.at == WITH_THE_OTHER for win in state.face[card].win))
    ]
    return [card for card in others if card not in out], out


def public_roles(state: State) -> list[int]:
    """The cards of roles that everybody knows, before the deal: one, if the deck is right."""
    return [card for card in _not_dealt(state) if state.face[card].public]


def _not_dealt(state: State) -> list[int]:
    # A set-up that begins again because somebody has left finds some of them in the box.
    return state.unused_roles + state.box


def check_roles(state: State) -> None:
    """Refuses a deck without just one role that everybody knows, or with too few others."""
    known = public_roles(state)
    others, least = len(usable_roles(state)[0]), state.seats - 1
    lines = []
    if len(known) != 1:
        lines.append(f"{state.book.name}: deck: role: has no single Nefarious Neighbor: "
                     f"expected 1 card that is public, got {len(known)}")  # fmt: skip
    if others < least:
        lines.append(f"{state.book.name}: deck: role: has too few cards: expected {least} "
                     f"that can be fulfilled, for {state.seats} seats, got {others}")  # fmt: skip
    if lines:
        raise DeckError.of(lines)


def _is_achievable(state: State, role: Face) -> bool:
    """Whether the cards of the deck can ever fulfil one of its ways to win."""
    return any(_can_come_true(state, win) for win in role.win)


def _can_come_true(state: State, win: Win) -> bool:
    needs: list[Collection[int]] = []
    for condition in win.all:
        needs += [list(_could_count(state, condition))] * _own_things(condition)
    return can_share_out(needs)


def _could_count(state: State, condition: Condition) -> Iterator[int]:
    hexed = condition.filter.what == "hexed"
    for card, face in enumerate(state.face):
        if fits(face, condition.filter, hexed=hexed) and (face.kind == "creature" or not hexed):
            yield card
