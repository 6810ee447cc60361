"""Setup and the turn: every step is a phase that ends with an empty chain."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count, pairwise

from rr_rules.kernel.flow import confirm, pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.casting import Act, cast, pick_lawn, summon
from rr_rules.runes_regulations.events.chain import run_chain
from rr_rules.runes_regulations.events.lasting import cannot, draws, limit
from rr_rules.runes_regulations.events.possible import castable_cards, summonable_cards
from rr_rules.runes_regulations.events.road import draw, enforce, propose, settle
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Event
from rr_rules.runes_regulations.state.state import CUT_OFF, PHASES, SKIPPABLE, State
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.turn.setup import set_up
from rr_rules.runes_regulations.turn.spinner import spin
from rr_rules.runes_regulations.turn.winning import check_at_once, check_end_of_turn, show_role

MOST_TRIES = 20
"""How often a phase action is tried: a custom deck could replace every payment for ever."""

SKIP, DRAW, SHOW = Option("skip"), Option("draw"), Option("show_role")
Action = Callable[[], Awaitable[Act]]
"""What a phase action does; one that did not start lets another be chosen."""


async def step(state: State) -> None:
    """Play one phase and stand at the next; a step that was cut off is only finished."""
    phase = state.phase
    if state.left:
        # A rule may have ended with the seat that was removed (RR-HLIM-04).
        await enforce(state)
        await run_chain(state)
    if state.resume:
        state.resume = False
    elif phase in SKIPPABLE and _take_mark(state, phase):
        zones.log(state, LogEvent("skipped", state.player, state.player, other=phase))
    else:
        await _PHASES[phase](state)
    if state.queue:
        await run_chain(state)
    check_at_once(state)
    if not state.reason:
        _next_phase(state)


# --- phases -----------------------------------------------------------------------------------


async def _begin(state: State) -> None:
    """Beginning of Turn: effects of Creatures that are on the Lawn now (RR-TURN-02)."""
    seat = state.player
    state.turn += 1
    state.round += seat == state.first or state.turn == 1
    state.once, state.spinner, state.spun_on = [], [], []
    # The start count is taken before the phase (RR-SLIM-03).
    state.start_count = len(state.mythical(seat))
    zones.log(state, LogEvent("turn", seat, seat, n=state.turn))
    if any(grant.seat == seat for grant in state.grants):
        state.grants = [grant for grant in state.grants if grant.seat != seat]
        await enforce(state)
    state.acted = True
    await settle(state, [Event("turn_begins", seat, seat)])


async def _draw(state: State) -> None:
    """Exactly one DRAW, or as many as a rule says (RR-TURN-03)."""
    state.acted = True
    await draw(state, state.player, draws(state, state.player))


async def _cast(state: State) -> None:
    """CAST one Spell, or DRAW one card, or do nothing (RR-TURN-04)."""
    seat = state.player

    def spells() -> list[tuple[Option, Action]]:
        castable = castable_cards(state, seat, state.hand[seat])
        return [
            (Option("cast", "hand", seat, at), lambda card=card: cast(state, seat, card))  # type: ignore[misc]
            for at, card in enumerate(state.hand[seat])
            if card in castable
        ]

    await _act(state, "cast_phase", spells)


async def _summon(state: State) -> None:
    """SUMMON one Creature, or DRAW one card, or do nothing (RR-TURN-05)."""
    seat = state.player

    async def bring_out(card: int) -> Act:
        lawn = await pick_lawn(state, seat, state.face[card].id)
        return await summon(state, seat, card, lawn)

    def creatures() -> list[tuple[Option, Action]]:
        summonable = summonable_cards(state, seat, state.hand[seat])
        return [
            (Option("summon", "hand", seat, at), lambda card=card: bring_out(card))  # type: ignore[misc]
            for at, card in enumerate(state.hand[seat])
            if card in summonable
        ]

    await _act(state, "summon_phase", creatures)


async def _act(state: State, verb: str, plays: Callable[[], list[tuple[Option, Action]]]) -> None:
    """One phase action, chosen among plays, a DRAW and nothing; ended by an explicit choice."""
    seat = state.player
    for tries in count():
        choices = plays() if tries < MOST_TRIES else []
        if zones.can_draw(state, seat):
            choices.append((DRAW, lambda: _draw_instead(state)))
        choices.append((SKIP, lambda: _skip(state)))
        if state.settings.nefarious.role_reveal and state.roles and seat not in state.shown:
            choices.append((SHOW, lambda: _show(state)))
        action = await pick(seat, verb, choices, always=True)
        state.acted = True
        if await action() is not Act.UNPAID:
            return
        # What was declared meanwhile comes before another question of the phase (RR-CHAIN-01).
        await run_chain(state)
        check_at_once(state)
        if state.reason:
            return
        state.acted = False


async def _draw_instead(state: State) -> Act:
    await draw(state, state.player, 1)
    return Act.DONE


async def _skip(state: State) -> Act:
    """Whether the phase is really skipped (RR-TURN-07)."""
    is_sure = not state.settings.confirm_skip or await confirm(state.player, "confirm_skip")
    return Act.DONE if is_sure else Act.UNPAID


async def _show(state: State) -> Act:
    """Showing the own role, where it is agreed, is no phase action (NN-ROLE-05)."""
    show_role(state, state.player)
    return Act.UNPAID


async def _spin(state: State) -> None:
    state.acted = True
    await spin(state, state.player, phase=True)


async def _summoning_limit(state: State) -> None:
    """Too great a gain costs exactly one own Mythical Creature (RR-SLIM-01 to -04)."""
    seat = state.player
    state.acted, mythical = True, state.mythical(seat)
    gain = len(mythical) - state.start_count
    if not state.sides[seat].is_limited or gain <= limit(state, "summoning", seat):
        return
    choices = [
        (Option("pick", "lawn", seat, at), Event("destroy", RULES, seat, card))
        for at, card in enumerate(state.lawn[seat])
        if card in mythical and not cannot(state, Event("destroy", RULES, seat, card))
    ]
    if choices:
        zones.log(state, LogEvent("summoning_limit", seat, seat, n=gain))
        await propose(state, [await pick(seat, "summoning_limit", choices)])


async def _end(state: State) -> None:
    state.acted = True
    await settle(state, [Event("turn_ends", state.player, state.player)])


_PHASES: dict[str, Callable[[State], Awaitable[None]]] = {
    "setup": set_up,
    "begin": _begin,
    "draw": _draw,
    "cast": _cast,
    "summon": _summon,
    "spin": _spin,
    "limit": _summoning_limit,
    "end": _end,
}
_AFTER = dict(pairwise(PHASES))


# --- from phase to phase ----------------------------------------------------------------------


def _take_mark(state: State, phase: str) -> bool:
    """Whether the turn player must miss this phase; the marks for it are used up."""
    seat, found = state.player, False
    for marks in (state.skips[seat], state.skips_this_turn[seat]):
        if phase in marks:
            marks.remove(phase)
            found = True
    return found


def _next_phase(state: State) -> None:
    """Stand at the next phase; after the last one check the win and pass the turn."""
    state.acted = False
    if state.phase == CUT_OFF:
        state.phase = "begin"
        return
    if state.phase != "end":
        state.phase = _AFTER[state.phase]
        return
    check_end_of_turn(state)
    if not state.reason:
        state.phase = "begin"
        state.skips_this_turn = [[] for _ in range(state.seats)]
        state.player = state.clockwise((state.player + 1) % state.seats)[0]
