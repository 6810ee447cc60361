"""Setup and the turn: every step is a phase that ends with an empty chain."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count, pairwise

from rr_rules.flow import confirm, pick, roll, shuffled
from rr_rules.requests import Option
from rr_rules.runes_regulations import zones
from rr_rules.runes_regulations.casting import cast, pick_lawn, summon
from rr_rules.runes_regulations.chain import run_chain
from rr_rules.runes_regulations.happenings import RULES, Happening
from rr_rules.runes_regulations.lasting import cannot, draws, limit
from rr_rules.runes_regulations.limits import draw, enforce
from rr_rules.runes_regulations.moments import propose, settle
from rr_rules.runes_regulations.possible import castable_cards, summonable_cards
from rr_rules.runes_regulations.spinner import spin
from rr_rules.runes_regulations.state import State
from rr_rules.runes_regulations.view import Event

HAND, RUNES = 5, 3
"""Cards and Runes dealt to each seat (RR-SETUP-02, -03)."""
GOAL = 5
"""Mythical Creatures that win at the end of the own turn (RR-WIN-01)."""

MOST_TRIES = 20
"""How often a phase action is tried: a custom deck could replace every payment for ever."""

CUT_OFF = "cut_off"
"""The phase of a removed player's turn while what others declared in it is still resolved."""

SKIP, DRAW = Option("skip"), Option("draw")
Action = Callable[[], Awaitable[bool]]
"""What a phase action does; False if it did not start, so that another may be chosen."""


async def step(state: State) -> None:
    """Play one phase and stand at the next; a step that was cut off is only finished."""
    phase = state.phase
    if state.left:
        # A rule may have ended with the seat that was removed (RR-HLIM-04).
        await enforce(state)
        await run_chain(state)
    if state.resume:
        state.resume = False
    elif phase in _SKIPPABLE and _take_mark(state, phase):
        zones.log(state, Event("skipped", state.player, state.player, other=phase))
    else:
        await _PHASES[phase](state)
    if state.queue:
        await run_chain(state)
    _next_phase(state)


# --- setup ------------------------------------------------------------------------------------


async def _setup(state: State) -> None:
    """Shuffle, deal one at a time clockwise, turn up a Regulation (RR-SETUP-02, -03, -07)."""
    state.first = state.player = await _first_player(state)
    zones.log(state, Event("first_player", state.first, state.first))
    state.deck, state.rune_deck, state.regulation_deck = await shuffled(
        [
            ("main_deck", state.deck),
            ("rune_deck", state.rune_deck),
            ("regulation_deck", state.regulation_deck),
        ]
    )
    for _ in range(HAND):
        for seat in state.clockwise():
            card = state.deck.pop()
            zones.to_hand(state, seat, card, 0)
    for _ in range(RUNES):
        for seat in state.clockwise():
            card = state.rune_deck.pop()
            zones.to_fence(state, seat, card, 0)
    zones.log(state, Event("deal", n=HAND, other=str(RUNES)))
    zones.turn_up_regulation(state)
    zones.log(state, Event("new_regulation", face=state.face[state.regulation].id))
    await enforce(state)


async def _first_player(state: State) -> int:
    """The seat with the most pets; a random event only among tied ones (RR-SETUP-08, -09)."""
    seats = state.clockwise(0)
    if state.choices.first_player == "host":
        return state.clockwise(state.choices.first_seat)[0]
    if state.choices.first_player == "random":
        return seats[await roll(len(seats), "first player")]
    most = max(state.declared[seat] for seat in seats)
    tied = [seat for seat in seats if state.declared[seat] == most]
    return tied[0] if len(tied) == 1 else tied[await roll(len(tied), "first player")]


# --- phases -----------------------------------------------------------------------------------


async def _begin(state: State) -> None:
    """Beginning of Turn: effects of Creatures that are on the Lawn now (RR-TURN-02)."""
    seat = state.player
    state.turn += 1
    state.round += seat == state.first or state.turn == 1
    state.once, state.spinner = [], []
    # The start count is taken before the phase (RR-SLIM-03).
    state.start_count = len(state.mythical(seat))
    zones.log(state, Event("turn", seat, seat, n=state.turn))
    if any(grant.seat == seat for grant in state.grants):
        state.grants = [grant for grant in state.grants if grant.seat != seat]
        await enforce(state)
    state.acted = True
    await settle(state, [Happening("turn_begins", seat, seat)])


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

    async def bring_out(card: int) -> bool:
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
        if zones.can_draw(state):
            choices.append((DRAW, lambda: _draw_instead(state)))
        choices.append((SKIP, lambda: _skip(state)))
        action = await pick(seat, verb, choices, always=True)
        state.acted = True
        if await action():
            return
        state.acted = False


async def _draw_instead(state: State) -> bool:
    await draw(state, state.player, 1)
    return True


async def _skip(state: State) -> bool:
    """Whether the phase is really skipped (RR-TURN-07)."""
    return not state.choices.confirm_skip or await confirm(state.player, "confirm_skip")


async def _spin(state: State) -> None:
    state.acted = True
    await spin(state, state.player, phase=True)


async def _summoning_limit(state: State) -> None:
    """Too great a gain costs exactly one own Mythical Creature (RR-SLIM-01 to -04)."""
    seat = state.player
    state.acted = True
    gain = len(state.mythical(seat)) - state.start_count
    if gain <= limit(state, "summoning", seat):
        return
    choices = [
        (Option("pick", "lawn", seat, at), Happening("destroy", RULES, seat, card))
        for at, card in enumerate(state.lawn[seat])
        if card not in state.hexed and not cannot(state, Happening("destroy", RULES, seat, card))
    ]
    if choices:
        zones.log(state, Event("summoning_limit", seat, seat, n=gain))
        await propose(state, [await pick(seat, "summoning_limit", choices)])


async def _end(state: State) -> None:
    state.acted = True
    await settle(state, [Happening("turn_ends", state.player, state.player)])


_PHASES: dict[str, Callable[[State], Awaitable[None]]] = {
    "setup": _setup,
    "begin": _begin,
    "draw": _draw,
    "cast": _cast,
    "summon": _summon,
    "spin": _spin,
    "limit": _summoning_limit,
    "end": _end,
}
_AFTER = dict(pairwise(_PHASES))
_SKIPPABLE = ("cast", "summon", "spin")


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
    _check_win(state)
    if not state.reason:
        state.phase = "begin"
        state.skips_this_turn = [[] for _ in range(state.seats)]
        state.player = state.clockwise((state.player + 1) % state.seats)[0]


def _check_win(state: State) -> None:
    """Only the turn player is checked, when its End of Turn is complete (RR-WIN-01, -03)."""
    if len(state.mythical(state.player)) >= GOAL:
        win(state, state.player, "five")
    elif state.choices.turn_cap and state.turn >= state.choices.turn_cap:
        counts = {seat: len(state.mythical(seat)) for seat in state.clockwise(0)}
        best = [seat for seat, count in counts.items() if count == max(counts.values())]
        win(state, best[0] if len(best) == 1 else -1, "turn_cap")


def win(state: State, seat: int, reason: str) -> None:
    """End the game; seat -1 is a draw."""
    state.winner, state.reason = seat, reason
    zones.log(state, Event("won" if seat >= 0 else "drawn", seat, seat, other=reason))
