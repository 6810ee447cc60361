"""Building views: what one seat may see, put together from nothing (RR-HID-01)."""

from __future__ import annotations

from rr_rules.game import Outcome
from rr_rules.runes_regulations.happenings import RULES, Effect
from rr_rules.runes_regulations.lasting import is_face_up, limit
from rr_rules.runes_regulations.reasons import reasons
from rr_rules.runes_regulations.state import State
from rr_rules.runes_regulations.view import FenceSlot, LawnCard, SeatView, View, Waiting

SPECTATOR = -1

SHOWN = {"limit": "end", "cut_off": "end"}
"""Phases that are two steps to the rules and one to people."""


def view(state: State, seat: int | None) -> View:
    """What `seat` may see; None is a spectator."""
    me = SPECTATOR if seat is None else seat
    name = [face.id for face in state.face]
    return View(
        me=me,
        turn=state.turn,
        round=state.round,
        player=state.player,
        phase="over" if state.reason else SHOWN.get(state.phase, state.phase),
        seats=tuple(_seat(state, me, other) for other in range(state.seats)),
        regulation=name[state.regulation] if state.regulation >= 0 else "",
        main_deck=len(state.deck),
        main_discard=tuple(name[card] for card in state.discard),
        rune_deck=len(state.rune_deck),
        rune_discard=tuple(name[card] for card in state.rune_discard),
        regulation_deck=len(state.regulation_deck),
        regulations_seen=tuple(
            name[card] for card in state.regulation_deck[: state.regulations_shown][::-1]
        ),
        chain=_chain(state),
        seen=tuple(name[card] for card in state.seen.get(me, ())),
        spinner=tuple(state.spinner),
        reasons=reasons(state, me) if me != SPECTATOR else (),
        outcome=outcome(state),
    )


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None."""
    if not state.reason:
        return None
    return Outcome((state.winner,) if state.winner >= 0 else (), state.reason)


def _seat(state: State, me: int, seat: int) -> SeatView:
    name = [face.id for face in state.face]
    own = seat == me
    skips = state.skips[seat] + state.skips_this_turn[seat]
    return SeatView(
        seat=seat,
        left=seat in state.left,
        lawn=tuple(
            LawnCard(name[card], card in state.hexed, card in state.busy)
            for card in state.lawn[seat]
        ),
        fence=_fence(state, me, seat),
        hand=tuple(name[card] if own else "" for card in state.hand[seat]),
        mythical=len(state.mythical(seat)),
        hand_limit=limit(state, "hand", seat),
        rune_limit=limit(state, "rune", seat),
        skips=tuple(skips),
        known=_known(state, me, seat),
    )


def _fence(state: State, me: int, seat: int) -> tuple[FenceSlot, ...]:
    face_up = is_face_up(state, seat)
    shown = face_up or seat == me
    return tuple(
        FenceSlot(state.face[card].id if shown else "", face_up) for card in state.fence[seat]
    )


def _known(state: State, me: int, seat: int) -> tuple[str, ...]:
    """The faces that this seat saw going into another's hand, where the table marks them."""
    if not state.choices.known_markers or seat == me:
        return ()
    bit = 1 << me if me != SPECTATOR else 0
    public = -1
    return tuple(
        sorted(
            state.face[card].id
            for card in state.hand[seat]
            if state.known[card] == public or state.known[card] & bit
        )
    )


def _chain(state: State) -> tuple[Waiting, ...]:
    """The declared effects in the order in which they will resolve."""
    found = [_waiting(effect, 0, at == 0) for at, effect in enumerate(state.current)]
    for number, link in enumerate(state.queue, 1):
        found += [_waiting(effect, number, False) for effect in link]
    return tuple(found)


def _waiting(effect: Effect, link: int, resolving: bool) -> Waiting:
    seat = effect.seat if effect.seat != RULES else effect.acts_on
    return Waiting(seat, effect.face.id, link, resolving)
