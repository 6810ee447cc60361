"""Telling the table what an effect is aimed at: targets and lists are public (RR-CHAIN-03)."""

from __future__ import annotations

from rr_rules.runes_regulations.events.lasting import is_face_up
from rr_rules.runes_regulations.state.event import Effect
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import Event
from rr_rules.runes_regulations.state.zones import log

AT_PLAYER = 0
"""Stands where the number of a Fence's slot would: the player itself is meant."""


def announce(state: State, effect: Effect, *, targets: bool) -> None:
    """Log what was named for an effect; `targets` where it does not resolve right away."""
    for _, picked in sorted((effect.picks or {}).items(), key=lambda pair: pair[0]):
        if picked.list >= 0:
            face = effect.face.id
            log(state, Event("mode", effect.seat, effect.seat, face, n=picked.list))
        if not targets:
            continue
        for target in picked.targets or ():
            log(state, _aimed_at(state, effect, target.card))
        for seat in (picked.player, picked.to) if picked.targets is None else (picked.to,):
            if seat >= 0:
                log(state, Event("target", effect.seat, seat, effect.face.id, n=AT_PLAYER))


def _aimed_at(state: State, effect: Effect, card: int) -> Event:
    owner, slot = state.fence_of(card), 1
    # A slot is public, the face behind it is not.
    is_open = owner < 0 or is_face_up(state, owner)
    if owner >= 0:
        slot = state.fence[owner].index(card) + 1
    else:
        owner = state.lawn_of(card)
    other = state.face[card].id if is_open else ""
    return Event("target", effect.seat, owner, effect.face.id, other, slot)
