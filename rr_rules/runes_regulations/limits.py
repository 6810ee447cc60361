"""The hand and Rune limits, enforced after every moment (RR-HLIM-02, RR-RLIM-03)."""

from __future__ import annotations

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.lasting import cannot, in_force, limit, limit_by, open_fences
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Happening
from rr_rules.runes_regulations.state.knowing import reveal
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import Event

ATTEMPTS = 20
"""How often a limit is tried: a custom deck could replace every DESTROY for ever."""


async def enforce(state: State) -> None:
    """Bring every seat within its limits, clockwise from the turn player, until all are.

    A moment inside leaves its own excess to the loop that is under way: the duty is one.
    """
    for seat in open_fences(state):
        # What lies open is known to all, also when it is turned down again.
        for card in state.fence[seat]:
            state.known[card] = zones.EVERYBODY
            reveal(state, card)
    if state.enforcing:
        return
    if not _is_anybody_over(state):
        return
    state.enforcing = True
    for _ in range(ATTEMPTS):
        if not await _one_round(state) or not _is_anybody_over(state):
            break
    state.enforcing = False


def _is_anybody_over(state: State) -> bool:
    """Whether any seat holds more than it may."""
    # Most of the time nobody is near a limit: the rules are asked only when it could matter.
    least_hand, least_fence = _least(state, "hand"), _least(state, "rune")
    if max(map(len, state.hand)) <= least_hand and max(map(len, state.fence)) <= least_fence:
        return False
    limits = in_force(state, "limit")
    for seat in range(state.seats):
        hand, fence = len(state.hand[seat]), len(state.fence[seat])
        if hand > least_hand and hand > limit_by(state, limits, "hand", seat):
            return True
        if fence > least_fence and fence > limit_by(state, limits, "rune", seat):
            return True
    return False


def _least(state: State, which: str) -> int:
    """The least a limit can be now, told from the Regulation without a look at the Lawns."""
    least, card = state.index.least_beside[which], state.regulation
    if card < 0 or "limit" not in state.face[card].carries:
        return least
    for rule in state.face[card].rules:
        if rule.rule == "limit" and rule.which == which:
            least = min(least, rule.set if rule.set is not None else least) + min(rule.add or 0, 0)
    return least


async def draw(state: State, seat: int, count: int) -> bool:
    """DRAW `count` cards; the hand limit is checked after each, or at the end (RR-HLIM-02)."""
    drew, late = True, state.choices.limit_after_instruction
    for left in range(count, 0, -1):
        drew = await zones.draw(state, seat) and drew
        if left == 1 or not late:
            await enforce(state)
    return drew


async def _one_round(state: State) -> bool:
    """Whether anybody had to give something up."""
    changed = False
    for seat in state.clockwise():
        if _over(state, "hand", seat) > 0:
            changed |= await _discard_down(state, seat)
        if _over(state, "rune", seat) > 0:
            changed |= await _destroy_down(state, seat)
    return changed


def _over(state: State, which: str, seat: int) -> int:
    count = len(state.hand[seat] if which == "hand" else state.fence[seat])
    if count <= state.index.least[which]:
        return 0
    return count - limit(state, which, seat)


async def _discard_down(state: State, seat: int) -> bool:
    """Discard to the hand limit: no event, nothing answers it (RR-HLIM-03)."""
    for _ in range(_over(state, "hand", seat)):
        choices = [(Option("pick", "hand", seat, i), c) for i, c in enumerate(state.hand[seat])]
        card = await pick(seat, "hand_limit", choices, always=True)
        zones.from_hand(state, seat, card)
        zones.to_discard(state, card)
        zones.log(state, Event("discard", seat, seat, state.face[card].id, "hand_limit"))
    return True


async def _destroy_down(state: State, seat: int) -> bool:
    """DESTROY own Runes one after the other: real events (RR-RLIM-02)."""
    # Imported here: a moment ends with the limits, and a limit may end in a moment.
    from rr_rules.runes_regulations.events.road import propose  # noqa: PLC0415

    changed = False
    for _ in range(ATTEMPTS):
        if _over(state, "rune", seat) <= 0:
            break
        choices = [
            (Option("pick", "fence", seat, slot), Happening("destroy", RULES, seat, card))
            for slot, card in enumerate(state.fence[seat])
            if not cannot(state, Happening("destroy", RULES, seat, card))
        ]
        if not choices:
            return changed
        changed = True
        await propose(state, [await pick(seat, "rune_limit", choices, always=True)])
    return changed
