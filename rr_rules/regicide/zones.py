"""Every move of a hidden card, and who comes to know what by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from rr_rules.kernel.flow import shuffled
from rr_rules.kernel.game import Zone
from rr_rules.regicide.cards import FACE
from rr_rules.regicide.state import RegicideEvent, RegicideState


def log(state: RegicideState, event: RegicideEvent) -> None:
    """Tell people what happened."""
    state.events.append(event)


def draw(state: RegicideState, seat: int) -> bool:
    """Take the top of the Tavern into a hand; False if there is none."""
    if not state.tavern:
        return False
    card = state.tavern.pop()
    state.hand[seat].append(card)
    settings = state.settings
    # What everybody saw going onto the Tavern everybody sees leaving it.
    is_public = settings.open_hands or (settings.memory_aids and card in state.known)
    state.events.append(
        RegicideEvent("draw", seat, seat, (FACE[card],), 1, () if is_public else (seat,))
    )
    return True


def out_of_hand(state: RegicideState, seat: int, cards: Sequence[int]) -> None:
    """Take cards out of a hand, face up."""
    hand = state.hand[seat]
    for card in cards:
        hand.remove(card)
        if card in state.known:
            state.known = [each for each in state.known if each != card]
    _seen(state, cards)


def to_discard(state: RegicideState, card: int) -> None:
    """Put a card face up on the discard pile."""
    state.discard.append(card)


async def heal(state: RegicideState, worth: int) -> int:
    """Shuffle the discard pile and put `worth` of it under the Tavern; how many that were.

    Nobody may know which (RG-STEP2-HEARTS-01, -04, RG-INFO-04).
    """
    if not state.discard:
        return 0
    # A byte holds it. Enemies cannot suffer that many Hearts before they fall, or hardly.
    state.heals = min(state.heals + 1, 255)
    state.healed_first = _marked(state.healed_first, state.discard[state.veiled :], state.heals)
    state.healed_last = _marked(state.healed_last, state.discard, state.heals)
    # By the name of the zone that hides some of them: a pile is shuffled from what lay in it and
    # from what everybody saw.
    [pile] = await shuffled([("veiled", sorted(state.discard))])
    healed, state.discard = pile[:worth], pile[worth:]
    state.tavern[:0] = healed
    # The new top of the pile lies face up; what is under it may not be listed any more.
    state.veiled = 0 if state.settings.open_discard else max(0, len(state.discard) - 1)
    _seen(state, state.discard[state.veiled :])
    return len(healed)


async def deal_castle_and_tavern(state: RegicideState) -> None:
    """Shuffle each rank of the castle and the Tavern, and stack them (RG-SETUP-02, -04)."""
    jacks, queens, kings = (sorted(state.castle[at : at + 4]) for at in (8, 4, 0))
    piles = await shuffled(
        [
            ("jacks", jacks),
            ("queens", queens),
            ("kings", kings),
            ("tavern", sorted(state.tavern)),
        ]
    )
    state.castle = piles[2] + piles[1] + piles[0]
    state.tavern = piles[3]


def deal(state: RegicideState, seats: Sequence[int]) -> None:
    """Deal the first hands, one card each in turn (RG-SETUP-06)."""
    for _ in range(state.hand_limit):
        for seat in seats:
            state.hand[seat].append(state.tavern.pop())
    log(state, RegicideEvent("deal", n=state.hand_limit))


async def redeal(state: RegicideState, seat: int) -> None:
    """Shuffle a first hand back and deal it anew (RG-SETUP-06)."""
    count = len(state.hand[seat])
    state.tavern, state.hand[seat] = state.tavern + state.hand[seat], []
    [state.tavern] = await shuffled([("tavern", sorted(state.tavern))])
    log(state, RegicideEvent("redeal", seat, seat, n=count))
    for _ in range(count):
        draw(state, seat)


def out_of_castle(state: RegicideState) -> None:
    """Let the next enemy come forward."""
    state.enemy, state.castle = state.castle[-1], state.castle[:-1]
    log(state, RegicideEvent("enemy", faces=(FACE[state.enemy],)))


def onto_tavern(state: RegicideState, card: int) -> None:
    """Put a card face down on the Tavern before everybody's eyes (RG-STEP3-05)."""
    state.tavern.append(card)
    state.known = [*state.known, card]


def _seen(state: RegicideState, cards: Sequence[int]) -> None:
    """Cards that lie face up now are mixed with none any more."""
    if state.heals and any(map(state.healed_last.__getitem__, cards)):
        state.healed_first = _marked(state.healed_first, cards, 0)
        state.healed_last = _marked(state.healed_last, cards, 0)


def _marked(heals: bytes, cards: Sequence[int], heal: int) -> bytes:
    marked = bytearray(heals)
    for card in cards:
        marked[card] = heal
    return bytes(marked)


# Cards are plain numbers in these rules: from here on they are typed, at no cost.
_zone = cast("Callable[[str, int, bool, bool, tuple[int, ...]], Zone]", Zone)


def zones(state: RegicideState, jesters: Sequence[int]) -> tuple[Zone, ...]:
    """Where every card lies, each exactly once."""
    veiled = state.veiled
    played = [card for play in state.table for card in play[1:]]
    hidden = not state.settings.open_hands
    return (
        _zone("castle", -1, True, True, tuple(state.castle)),
        _zone("enemy", -1, False, False, (state.enemy,) if state.enemy >= 0 else ()),
        _zone("tavern", -1, True, True, tuple(state.tavern)),
        _zone("veiled", -1, True, True, tuple(state.discard[:veiled])),
        _zone("discard", -1, True, False, tuple(state.discard[veiled:])),
        _zone("table", -1, False, False, tuple(played)),
        _zone("aside", -1, False, False, tuple(jesters)),
        *[_zone("hand", seat, False, hidden, tuple(hand)) for seat, hand in enumerate(state.hand)],
    )
