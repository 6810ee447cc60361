"""The Nefarious Spinner: the same device with six other results (NN-SPIN-00 to -06)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.casting import cast
from rr_rules.runes_regulations.events.lasting import cannot
from rr_rules.runes_regulations.events.possible import castable_cards
from rr_rules.runes_regulations.events.road import propose
from rr_rules.runes_regulations.limits import draw, enforce
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Happening
from rr_rules.runes_regulations.state.places import players
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import Event

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


def _creatures(state: State, owner: int, kind: str, by: int) -> list[tuple[Option, Happening]]:
    """The Mythical Creatures of one Lawn that this can happen to."""
    mythical = state.mythical(owner)
    return [
        (Option("pick", "lawn", owner, at), it)
        for at, card in enumerate(state.lawn[owner])
        if card in mythical and not cannot(state, it := Happening(kind, by, owner, card))
    ]


async def _cursing(state: State, seat: int) -> None:
    """CAST a Curse from the hand; without a castable one nothing happens (NN-SPIN-05)."""
    hand = state.hand[seat]
    castable = castable_cards(state, seat, hand)
    choices = [
        (Option("cast", "hand", seat, at), card) for at, card in enumerate(hand) if card in castable
    ]
    if not choices:
        zones.log(state, Event("no_effect", seat, seat, other="loud_cursing"))
        return
    # How many it could cast is its secret: it is asked also about a single one.
    await cast(state, seat, await pick(seat, "curse", choices, source="loud_cursing", always=True))


async def _double_discard(state: State, seat: int) -> None:
    """DISCARD two cards, or as many as there are (NN-SPIN-06)."""
    for _ in range(2):
        hand = state.hand[seat]
        if not hand:
            return
        choices = [(Option("pick", "hand", seat, at), card) for at, card in enumerate(hand)]
        card = await pick(seat, "discard", choices, source="double_discard", always=True)
        await propose(state, [Happening("discard", seat, seat, card)])


NEFARIOUS: tuple[Callable[[State, int], Awaitable[None]], ...] = (
    _new_rune, _get_off, _fruit, _theft, _cursing, _double_discard,
)  # fmt: skip
