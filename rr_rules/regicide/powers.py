"""What a play does: the powers of its suits, its damage, and a defeated enemy (RG-STEP2, -3)."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.regicide import zones
from rr_rules.regicide.cards import CLUBS, DIAMONDS, FACE, HEARTS, KING, RANK, SPADES, SUIT, VALUE
from rr_rules.regicide.state import Event, State


async def resolve(state: State, seat: int, cards: Sequence[int]) -> None:
    """Carry out the powers of a play that lies on the table, then its damage."""
    worth = sum([VALUE[card] for card in cards])
    suits = {SUIT[card] for card in cards}
    immune = state.immune
    if HEARTS in suits and immune != HEARTS:
        healed = await zones.heal(state, worth)
        zones.log(state, Event("heal", seat, n=healed))
    if DIAMONDS in suits and immune != DIAMONDS:
        _draw_around(state, seat, worth)
    if SPADES in suits:
        _raise_shield(state, seat, worth)
    doubled = CLUBS in suits and immune != CLUBS
    dealt = 2 * worth if doubled else worth
    state.damage += dealt
    zones.log(state, Event("damage", seat, n=dealt))


def _draw_around(state: State, seat: int, worth: int) -> None:
    """One each in turn, past full hands (RG-STEP2-DIAMONDS-01, -02, -04)."""
    hands, limit, seats = state.hand, state.hand_limit, state.seats
    full = 0
    while worth and state.tavern and full < seats:
        if len(hands[seat]) < limit:
            zones.draw(state, seat)
            worth, full = worth - 1, 0
        else:
            full += 1
        seat = (seat + 1) % seats


def _raise_shield(state: State, seat: int, worth: int) -> None:
    if state.immune == SPADES:
        state.blocked += worth  # a Jester may still wake it (RG-JEST-06)
    else:
        state.shield += worth
        zones.log(state, Event("shield", seat, n=worth))


def defeat(state: State, seat: int) -> None:
    """Move the enemy and all that was played against it, and turn up the next one (RG-STEP3-07)."""
    enemy, is_exact = state.enemy, state.damage == state.health
    zones.log(state, Event("exact" if is_exact else "defeat", seat, faces=(FACE[enemy],)))
    if is_exact:
        zones.onto_tavern(state, enemy)
        state.exact += 1
    else:
        zones.to_discard(state, enemy)
    for play in state.table:
        for card in play[1:]:
            zones.to_discard(state, card)
    state.table = []
    state.defeated += 1
    if RANK[enemy] == KING:
        state.slayer = seat
    if state.castle:
        turn_up(state)
    else:
        state.enemy, state.reason, state.phase = -1, "castle", "over"


def turn_up(state: State) -> None:
    """Reveal the next enemy, unhurt and immune (RG-INV-05)."""
    state.damage = state.shield = state.blocked = 0
    state.cancelled = False
    zones.out_of_castle(state)
