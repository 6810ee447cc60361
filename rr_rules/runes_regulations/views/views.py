"""Building views: what one seat may see, put together from nothing (RR-HID-01)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rr_rules.kernel.game import Outcome
from rr_rules.kernel.requests import Seat
from rr_rules.runes_regulations.events.lasting import InForce, in_force, limit_by, open_fences
from rr_rules.runes_regulations.events.replacements import is_mute
from rr_rules.runes_regulations.state.event import RULES, Effect
from rr_rules.runes_regulations.state.knowing import knows, looked_at
from rr_rules.runes_regulations.state.state import CUT_OFF, State
from rr_rules.runes_regulations.state.view import (
    FenceSlot,
    LawnCard,
    NefariousView,
    SeatView,
    Spun,
    View,
    Waiting,
)
from rr_rules.runes_regulations.state.zones import WARNING
from rr_rules.runes_regulations.turn.roles import progress, role_of
from rr_rules.runes_regulations.views.reasons import reasons

SPECTATOR = -1

# The same few values again and again: looked up, because a frozen one is slow to make.
lawn_card, fence_slot = lru_cache(maxsize=1024)(LawnCard), lru_cache(maxsize=256)(FenceSlot)
spun = lru_cache(maxsize=32)(Spun)

SHOWN = {"limit": "end", CUT_OFF: "end"}
"""Phases that are two steps to the rules and one to people."""


def view(state: State, seat: int | None) -> View:
    """What `seat` may see; None is a spectator."""
    me = SPECTATOR if seat is None else seat
    return View(
        me=me,
        turn=state.turn,
        round=state.round,
        player=state.player if state.turn else -1,
        phase="over" if state.reason else SHOWN.get(state.phase, state.phase),
        seats=_seats(state, me),
        regulation=state.face[state.regulation].id if state.regulation >= 0 else "",
        main_deck=len(state.deck),
        main_discard=_names(state, state.discard),
        rune_deck=len(state.rune_deck),
        rune_discard=_names(state, state.rune_discard),
        regulation_deck=len(state.regulation_deck),
        regulations_seen=_names(state, state.regulation_deck[: state.regulations_shown][::-1]),
        chain=_chain(state),
        seen=_names(state, looked_at(state, me)),
        spinner=tuple(map(spun, state.spinner, state.spun_on)),
        reasons=reasons(state, me) if me != SPECTATOR else (),
        outcome=outcome(state),
        nefarious=_nefarious(state, me),
    )


def _nefarious(state: State, me: int) -> NefariousView | None:
    """What the expansion adds, where it is played."""
    if state.street.nefarious is None:
        return None
    return NefariousView(
        seat=state.nefarious,
        beasts=len(state.beasts),
        roles=tuple(_role(state, me, seat) for seat in range(state.seats)),
        progress=progress(state, me) if me != SPECTATOR else (),
        left_out=_names(state, [card for card in state.box if not state.face[card].public]),
        forbidden_deck=len(state.forbidden_deck),
        forbidden_discard=_names(state, state.forbidden_discard),
        forbidden_rune_deck=len(state.forbidden_rune_deck),
        forbidden_rune_discard=_names(state, state.forbidden_rune_discard),
        is_short=len(state.deck) <= WARNING,
        deadline=state.deadline,
        spinning=state.spinning,
    )


def standing(view: View) -> tuple[int, ...]:
    """The Mythical Creatures of each seat, the Nefarious Neighbor's Corrupted Beasts."""
    night = view.nefarious
    return tuple(
        night.beasts if night is not None and night.seat == each.seat else each.mythical
        for each in view.seats
    )


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None."""
    if not state.reason:
        return None
    return Outcome(tuple(map(Seat, state.winners)), state.reason)


def _names(state: State, cards: Sequence[int]) -> tuple[str, ...]:
    face = state.face
    return tuple([face[card].id for card in cards])


def _seats(state: State, me: int) -> tuple[SeatView, ...]:
    # The rules are asked once for all seats: views are built for everybody after each answer.
    limits, opened = in_force(state, "limit"), open_fences(state)
    return tuple(_seat(state, me, seat, limits, opened) for seat in range(state.seats))


def _seat(
    state: State, me: int, seat: int, limits: Sequence[InForce], opened: Sequence[int]
) -> SeatView:
    hand = state.hand[seat]
    return SeatView(
        seat=seat,
        left=seat in state.left,
        lawn=_lawn(state, seat),
        fence=_fence(state, me, seat, seat in opened),
        hand=_names(state, hand) if seat == me else ("",) * len(hand),
        mythical=len(state.mythical(seat)),
        hand_limit=limit_by(state, limits, "hand", seat),
        rune_limit=limit_by(state, limits, "rune", seat),
        skips=tuple(dict.fromkeys([*state.skips[seat], *state.skips_this_turn[seat]])),
        known=_known(state, me, seat),
        granted=tuple(dict.fromkeys([grant.face for grant in state.grants if grant.seat == seat])),
    )


def _lawn(state: State, seat: int) -> tuple[LawnCard, ...]:
    face, hexed, busy, mutes = state.face, state.hexed, state.busy, state.sides[seat].mutes
    return tuple(
        [
            lawn_card(
                face[card].id, card in hexed, card in busy, mutes and is_mute(state, seat, card)
            )
            for card in state.lawn[seat]
        ]
    )


def _role(state: State, me: int, seat: int) -> str:
    """The own role, or one that is face up."""
    role = role_of(state, seat) if seat == me or seat in state.shown else None
    return role.id if role is not None else ""


def _fence(state: State, me: int, seat: int, face_up: bool) -> tuple[FenceSlot, ...]:
    shown = face_up or seat == me
    looking = looked_at(state, me)
    return tuple(
        [
            fence_slot(state.face[card].id if shown or card in looking else "", face_up)
            for card in state.fence[seat]
        ]
    )


def _known(state: State, me: int, seat: int) -> tuple[str, ...]:
    """The faces that this seat saw going into another's hand, where the table marks them."""
    if not state.settings.known_markers or seat == me:
        return ()
    known = [state.face[card].id for card in state.hand[seat] if knows(state, me, card)]
    return tuple(sorted(known))


def _chain(state: State) -> tuple[Waiting, ...]:
    """The declared effects in the order in which they will resolve."""
    found = [_waiting(effect, 0, at == 0) for at, effect in enumerate(state.current)]
    for number, link in enumerate(state.queue, 1):
        found += [_waiting(effect, number, False) for effect in link]
    return tuple(found)


def _waiting(effect: Effect, link: int, resolving: bool) -> Waiting:
    seat = effect.seat if effect.seat != RULES else effect.acts_on
    return Waiting(seat, effect.face.id, link, resolving)
