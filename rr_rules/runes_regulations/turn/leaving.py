"""Removing a seat: its cards go to the discards, what waits of others goes on (RR-TABLE-05)."""

from __future__ import annotations

from rr_rules.kernel.errors import CannotRemove
from rr_rules.runes_regulations.events.chain import put_away
from rr_rules.runes_regulations.faces.vocabulary import RUNES
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Effect
from rr_rules.runes_regulations.state.state import CUT_OFF, State
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.turn.winning import check_at_once, win


def remove(state: State, seat: int) -> None:
    """Take `seat` out of a state that stands in the middle of a step."""
    if not 0 <= seat < state.seats or seat in state.left:
        raise CannotRemove(f"seat {seat} is not at the table")
    if state.sides[seat].stays or seat == state.deadline:
        raise CannotRemove(f"seat {seat} is never removed: a bot plays it on")
    began = state.acted or bool(state.queue or state.current)
    following = state.clockwise(seat)[1]
    state.left.append(seat)
    zones.log(state, LogEvent("left", seat, seat))
    _keep_the_chain(state, seat)
    zones.clear(state, seat)
    state.grants = [grant for grant in state.grants if grant.seat != seat]
    state.skips[seat], state.skips_this_turn[seat] = [], []
    if state.first == seat:
        state.first = following
    if len(state.left) == state.seats - 1:
        win(state, [following], "default")
    elif state.phase == "setup" and state.regulation < 0:
        pass  # nothing is dealt yet: the setup begins anew, without this seat
    elif state.player == seat:
        _end_turn(state, following)
    else:
        # After the deal only limits are waited for: they are enforced, not dealt again.
        state.resume = began or state.phase == "setup"
    state.seen, state.acted = {}, False


def _keep_the_chain(state: State, seat: int) -> None:
    """What others have declared goes on; the item the table waited for is dropped."""
    links = [state.current, *state.queue]
    state.current, state.queue = [], []
    for link in links:
        kept = []
        for effect in link:
            if _is_of(effect, seat):
                put_away(state, effect)
            elif not _has_ended(state, effect):
                kept.append(effect.again())
        if kept:
            state.queue.append(kept)
    waiting = [effect.card for link in state.queue for effect in link]
    state.busy = [card for card in state.busy if card in waiting]
    for card in [card for card in state.limbo if card not in waiting]:
        # Named or activated, and cut off before it waited in a link.
        holder = state.named.get(card, seat)
        zones.out_of_limbo(state, card)
        if holder == seat:
            zones.to_discard(state, card)
        else:
            zones.to_hand(state, holder, card, zones.EVERYBODY)


def _is_of(effect: Effect, seat: int) -> bool:
    return effect.seat == seat or (effect.seat == RULES and effect.acts_on == seat)


def _has_ended(state: State, effect: Effect) -> bool:
    """Whether a Rune was spent or went back already, and only what that sets off was waited for."""
    return effect.face.kind in RUNES and effect.card not in state.limbo


def _end_turn(state: State, following: int) -> None:
    """The turn of a removed player ends at once: no Spin, no limit, no win of its own."""
    state.skips_this_turn = [[] for _ in range(state.seats)]
    state.player = following
    if state.queue:
        state.phase, state.resume = CUT_OFF, True
    else:
        state.phase = "begin"
        check_at_once(state)
