"""The Spinner: six results for the one who spins, and six Events for everybody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from rr_rules.kernel.flow import Flow, choose, confirm, pick, roll, together
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.casting import cast, pay_for_summon
from rr_rules.runes_regulations.events.lasting import cannot, spins
from rr_rules.runes_regulations.events.possible import castable_cards, summonable_cards
from rr_rules.runes_regulations.events.road import draw, enforce, propose, replaced, settle
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Event
from rr_rules.runes_regulations.state.places import players
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent

NEFARIOUS_RESULTS = ("new_forbidden_rune", "get_off_my_lawn", "forbidden_fruit", "pety_theft",
                     "loud_cursing", "double_discard")  # fmt: skip


async def _new_rune(state: State, seat: int) -> None:
    await zones.add_rune(state, seat)
    await enforce(state)


async def _get_off(state: State, seat: int) -> None:
    """Move one own Mythical Creature to any neighbor's Lawn, where it enters (NN-SPIN-02)."""
    choices = _creatures(state, seat, "give", seat)
    if not choices:
        return
    it = await pick(seat, "give", choices, source="get_off_my_lawn")
    others = state.neighbors(seat)
    to = await pick(seat, "player", players(others), source="get_off_my_lawn")
    await propose(state, [it._replace(of=to)])


async def _fruit(state: State, seat: int) -> None:
    await draw(state, seat, 1)


async def _theft(state: State, seat: int) -> None:
    """STEAL one Mythical Creature of any neighbor; it must (NN-SPIN-04)."""
    choices = [choice for other in state.neighbors(seat)
               for choice in _creatures(state, other, "steal", seat)]  # fmt: skip
    if choices:
        await propose(state, [await pick(seat, "steal", choices, source="pety_theft")])


def _creatures(state: State, owner: int, kind: str, by: int) -> list[tuple[Option, Event]]:
    """The Mythical Creatures of one Lawn that this can happen to."""
    mythical = state.mythical(owner)
    return [
        (Option("pick", "lawn", owner, at), it)
        for at, card in enumerate(state.lawn[owner])
        if card in mythical and not cannot(state, it := Event(kind, by, owner, card))
    ]


async def _cursing(state: State, seat: int) -> None:
    """CAST a Curse from the hand; without a castable one nothing happens (NN-SPIN-05)."""
    hand = state.hand[seat]
    castable = castable_cards(state, seat, hand)
    choices = [
        (Option("cast", "hand", seat, at), card) for at, card in enumerate(hand) if card in castable
    ]
    if not choices:
        zones.log(state, LogEvent("no_effect", seat, seat, other="loud_cursing"))
        return
    # How many it could cast is its secret: it is asked also about a single one.
    await cast(state, seat, await pick(seat, "curse", choices, source="loud_cursing", always=True))


async def _double_discard(state: State, seat: int) -> None:
    """DISCARD two cards, or as many as there are (NN-SPIN-06)."""
    for left in (2, 1):
        if not state.hand[seat]:
            return
        card = await _pick_discard(state, seat, left, "double_discard")
        await propose(state, [Event("discard", seat, seat, card)])


NEFARIOUS: tuple[Callable[[State, int], Awaitable[None]], ...] = (
    _new_rune, _get_off, _fruit, _theft, _cursing, _double_discard,
)  # fmt: skip


T = TypeVar("T")
Asking = Callable[[int], Flow[T]]

Act = Callable[[State, int], Awaitable[None]]
RESULTS = ("new_rune", "hex_yourself", "pet_return", "new_regulation", "and_discard", "event")
EVENTS = ("block_party", "hedge_trimming", "animal_control", "suburban_revitalization",
          "hoa_fee_collection", "pet_adoption_day")  # fmt: skip


async def spin(
    state: State, seat: int, *, phase: bool = False, lineage: tuple[int, ...] = ()
) -> bool:
    """SPIN and carry the result out; in the Spin phase a rule may give several to choose from.

    False if the SPIN, or an Event's second one, was replaced: then its result is not applied.
    """
    results = [await _turn_spinner(state, seat, "spin") for _ in range(_times(state, seat, phase))]
    result = await _choose_result(state, seat, results)
    if not await _is_spun(state, seat, lineage):
        return False
    done = SPINNERS[state.sides[seat].spinner][1][result - 1]
    if done is not None:
        await done(state, seat)
        return True
    event = await _turn_spinner(state, seat, "event spin")
    # It is a SPIN like the first: its result is known and not yet applied (RR-SPIN-07).
    if not await _is_spun(state, seat, lineage):
        return False
    await _EVENTS[event](state)
    return True


async def _is_spun(state: State, seat: int, lineage: tuple[int, ...]) -> bool:
    """Whether a SPIN whose result is known takes place, and is not replaced."""
    it = Event("spin", seat, seat)
    if await replaced(state, it, lineage):
        await settle(state, [])
        return False
    await settle(state, [it])
    return True


def _times(state: State, seat: int, phase: bool) -> int:
    return spins(state, seat) if phase else 1


async def _turn_spinner(state: State, seat: int, label: str) -> int:
    """One SPIN's number, 1 to 6."""
    state.spinning = seat
    result = await roll(6, label) + 1
    is_event = label == "event spin"
    state.spinner.append(result)
    state.spun_on.append("event" if is_event else state.sides[seat].spinner)
    names = EVENTS if is_event else SPINNERS[state.sides[seat].spinner][0]
    kind = "event_spin" if is_event else "spin"
    zones.log(state, LogEvent(kind, seat, seat, other=names[result - 1], n=result))
    return result


async def _choose_result(state: State, seat: int, results: Sequence[int]) -> int:
    """The one that is to apply; everybody is told which where there was a choice."""
    different = sorted(set(results))
    if len(different) == 1:
        return different[0]
    choices = [(Option("result", "", seat, result), result) for result in different]
    result = await pick(seat, "result", choices, source=state.face[state.regulation].id)
    name = SPINNERS[state.sides[seat].spinner][0][result - 1]
    zones.log(state, LogEvent("result", seat, seat, other=name, n=result))
    return result


# --- results for the one who spins ------------------------------------------------------------


async def _hex_yourself(state: State, seat: int) -> None:
    await _do_to_own(state, [seat], "hex", state.mythical)


async def _pet_return(state: State, seat: int) -> None:
    await _do_to_own(state, [seat], "return", lambda seat: state.lawn[seat])


async def _regulation(state: State, seat: int) -> None:
    await propose(state, [Event("new_regulation", RULES)])


async def _and_discard(state: State, seat: int) -> None:
    await _discard_one(state, [seat])


SPINNERS: dict[str, tuple[Sequence[str], Sequence[Act | None]]] = {
    "standard": (
        RESULTS, (_new_rune, _hex_yourself, _pet_return, _regulation, _and_discard, None)),
    "nefarious": (NEFARIOUS_RESULTS, NEFARIOUS),
}  # fmt: skip
"""By the spinner of a side: the names of its results, and what they do; None: an Event."""


# --- Events for everybody ---------------------------------------------------------------------


async def _block_party(state: State) -> None:
    """Each player may DRAW one card (RR-EVENT-02)."""
    seats = [seat for seat in state.regulated() if zones.can_draw(state, seat)]
    wants = await _ask_each(
        state, seats, lambda seat: confirm(seat, "may_draw", source="block_party")
    )
    for seat, yes in wants.items():
        if yes:
            await zones.draw(state, seat)
    # A group event: the limit is checked once for the whole group (RR-HLIM-02).
    await settle(state, [])


async def _hedge_trimming(state: State) -> None:
    """HEX one own Mythical Creature each, then DESTROY all Hexed Creatures (RR-EVENT-03)."""
    seats = state.regulated()
    await _do_to_own(state, seats, "hex", state.mythical)
    hexed = [(seat, c) for seat in seats for c in state.lawn[seat] if c in state.hexed]
    await propose(state, [Event("destroy", RULES, seat, card) for seat, card in hexed])


async def _animal_control(state: State) -> None:
    await _do_to_own(state, state.regulated(), "return", state.mythical)


async def _revitalization(state: State) -> None:
    """Each player may RESTORE one own Hexed Creature (RR-EVENT-05)."""
    hexed = state.hexed
    await _do_to_own(
        state, state.regulated(), "restore",
        lambda seat: [card for card in state.lawn[seat] if card in hexed], may=True,
    )  # fmt: skip


async def _fee(state: State) -> None:
    await _discard_one(state, state.regulated())


async def _adoption(state: State) -> None:
    """Each player may SUMMON one Creature from the hand onto the own Lawn (RR-EVENT-07)."""
    asked = [seat for seat in state.regulated() if state.hand[seat]]
    chosen = await _ask_each(state, asked, lambda seat: _pick_pet(state, seat))
    group = [
        Event("summon", seat, seat, card)
        for seat, card in chosen.items()
        if card is not None and await pay_for_summon(state, seat, card)
    ]
    await propose(state, group)


async def _pick_pet(state: State, seat: int) -> int | None:
    summonable = summonable_cards(state, seat, state.hand[seat])
    choices: list[tuple[Option, int | None]] = [
        (Option("summon", "hand", seat, at), card)
        for at, card in enumerate(state.hand[seat])
        if card in summonable
    ]
    choices.append((Option("pass"), None))
    return await pick(seat, "adopt", choices, source="pet_adoption_day", always=True)


_EVENTS: dict[int, Callable[[State], Awaitable[None]]] = {
    1: _block_party,
    2: _hedge_trimming,
    3: _animal_control,
    4: _revitalization,
    5: _fee,
    6: _adoption,
}


# --- what several of them share ---------------------------------------------------------------


async def _do_to_own(
    state: State,
    seats: Sequence[int],
    kind: str,
    cards: Callable[[int], Sequence[int]],
    *,
    may: bool = False,
) -> None:
    """Each of these seats picks one own Creature; then it happens to all at the same moment."""
    options = {seat: _own(state, seat, kind, cards(seat), may) for seat in seats}
    asked = [seat for seat in seats if len(options[seat]) > may]
    chosen = await _ask_each(
        state, asked, lambda seat: pick(seat, kind, options[seat], source="spinner")
    )
    await propose(state, [it for it in chosen.values() if it is not None])


def _own(
    state: State, seat: int, kind: str, cards: Sequence[int], may: bool
) -> list[tuple[Option, Event | None]]:
    found: list[tuple[Option, Event | None]] = []
    for at, card in enumerate(state.lawn[seat]):
        it = Event(kind, RULES, seat, card)
        if card in cards and not cannot(state, it):
            found.append((Option("pick", "lawn", seat, at), it))
    return [*found, (Option("pass"), None)] if may else found


async def _discard_one(state: State, seats: Sequence[int]) -> None:
    """Each of these seats with a card DISCARDs one: ordinary discards (RR-EVENT-06)."""
    asked = [seat for seat in seats if state.hand[seat]]
    chosen = await _ask_each(state, asked, lambda seat: _pick_discard(state, seat))
    await propose(state, [Event("discard", seat, seat, card) for seat, card in chosen.items()])


async def _pick_discard(state: State, seat: int, count: int = 1, source: str = "spinner") -> int:
    """A card of the own hand; nobody is asked which who must give all up (RR-EFF-12)."""
    hand = state.hand[seat]
    if len(hand) <= count:
        return hand[0]
    options = [Option("pick", "hand", seat, at) for at in range(len(hand))]
    return hand[await choose(seat, "discard", options, source=source)]


async def _ask_each(state: State, seats: Sequence[int], ask: Asking[T]) -> dict[int, T]:
    """Ask these seats, clockwise and openly or all at once, as the table option says."""
    if state.settings.sealed_events and len(seats) > 1:
        return await together({seat: ask(seat) for seat in seats})
    return {seat: await ask(seat) for seat in seats}
