"""Every move of a card between zones, and who comes to know what by it.

The one file that a trust-nobody mode would change: nothing else takes a card from a zone.
"""

from __future__ import annotations

from rr_rules.flow import shuffled
from rr_rules.game import Zone
from rr_rules.runes_regulations.kinds import RUNES
from rr_rules.runes_regulations.knowing import leaves_openly, leaves_unseen, reveal, see
from rr_rules.runes_regulations.state import State
from rr_rules.runes_regulations.view import Event

EVERYBODY = -1
"""All bits set: everybody knows."""


def log(state: State, event: Event) -> None:
    """Tell people what happened."""
    state.events.append(event)


def moved(state: State, card: int, known: int) -> None:
    """Note that a card has changed its zone and who knows where it is now."""
    state.clock += 1
    state.stamp[card] = state.since[card] = state.clock
    state.known[card] = known


def from_hand(state: State, seat: int, card: int) -> None:
    """Take a card out of a hand and show it."""
    state.hand[seat].remove(card)
    leaves_openly(state, card, state.hand[seat])


def hand_over(state: State, giver: int, taker: int, card: int) -> None:
    """Move a card to another hand: only the two of them know it."""
    state.hand[giver].remove(card)
    leaves_unseen(state, card, state.hand[giver], giver, taker)
    to_hand(state, taker, card, state.known[card])


def to_hand(state: State, seat: int, card: int, known: int) -> None:
    """Put a card into a hand."""
    state.hand[seat].append(card)
    moved(state, card, known)


def discard_pile(state: State, card: int) -> list[int]:
    """The discard pile of a card's back."""
    return state.rune_discard if state.face[card].kind in RUNES else state.discard


def to_discard(state: State, card: int) -> None:
    """Put a card face up on its discard pile."""
    discard_pile(state, card).append(card)
    moved(state, card, EVERYBODY)
    reveal(state, card)


def off_lawn(state: State, card: int) -> bool:
    """Take a Creature off its Lawn, its token with it; returns whether it was Hexed."""
    state.lawn[state.lawn_of(card)].remove(card)
    was_hexed = card in state.hexed
    state.hexed.discard(card)
    return was_hexed


def to_lawn(state: State, seat: int, card: int, *, hexed: bool = False) -> None:
    """Put a Creature onto a Lawn."""
    state.lawn[seat].append(card)
    if hexed:
        state.hexed.add(card)
    moved(state, card, EVERYBODY)


def off_fence(state: State, seat: int, card: int) -> None:
    """Take a Rune off a Fence and show it."""
    state.fence[seat].remove(card)
    leaves_openly(state, card, state.fence[seat])


def to_other_fence(state: State, holder: int, thief: int, card: int) -> None:
    """Move a Rune face down to another Fence: only the two of them know it (RR-HID-04)."""
    state.fence[holder].remove(card)
    leaves_unseen(state, card, state.fence[holder], holder, thief)
    to_fence(state, thief, card, state.known[card])


def to_fence(state: State, seat: int, card: int, known: int, slot: int = -1) -> None:
    """Put a Rune face down on a Fence, by default behind the others."""
    fence = state.fence[seat]
    fence.insert(len(fence) if slot < 0 else slot, card)
    moved(state, card, known)


def to_limbo(state: State, card: int) -> None:
    """Show a Spell or a Rune that waits or resolves: it is in no zone of anybody's."""
    state.limbo.append(card)
    moved(state, card, EVERYBODY)


def out_of_limbo(state: State, card: int) -> None:
    """Take a card out of the waiting ones."""
    state.limbo.remove(card)


def can_draw(state: State) -> bool:
    """Whether a Main card is left in deck or discard."""
    return bool(state.deck or state.discard)


async def draw(state: State, seat: int) -> bool:
    """DRAW one card; False if there is none (RR-TERM-01, RR-SETUP-05)."""
    if not state.deck:
        await _reform_if_empty(state)
        if not state.deck:
            return False
    card = state.deck.pop()
    to_hand(state, seat, card, state.known[card])
    log(state, Event("draw", seat, seat, state.face[card].id, seen=(seat,)))
    if not state.deck:
        await _reform_if_empty(state)
    return True


async def add_rune(state: State, seat: int) -> bool:
    """Put the top Rune face down on a Fence; False if there is none (RR-SPIN-02)."""
    await _reform_runes_if_empty(state)
    if not state.rune_deck:
        return False
    card = state.rune_deck.pop()
    to_fence(state, seat, card, state.known[card])
    log(state, Event("add_rune", seat, seat, state.face[card].id, seen=(seat,)))
    await _reform_runes_if_empty(state)
    return True


async def reform_main(state: State) -> None:
    """Shuffle the Main discard into the Main deck: nobody knows any position afterwards."""
    # Sorted, so that nobody who knows the coming order can place a card by when it is discarded.
    [state.deck] = await shuffled([("main_deck", sorted(state.deck + state.discard))])
    state.discard = []
    _forget(state, state.deck)
    log(state, Event("reform", other="main", n=len(state.deck)))


async def _reform_if_empty(state: State) -> None:
    if not state.deck and state.discard:
        await reform_main(state)


async def _reform_runes_if_empty(state: State) -> None:
    if not state.rune_deck and state.rune_discard:
        [state.rune_deck] = await shuffled([("rune_deck", sorted(state.rune_discard))])
        state.rune_discard = []
        _forget(state, state.rune_deck)
        log(state, Event("reform", other="rune", n=len(state.rune_deck)))


def _forget(state: State, cards: list[int]) -> None:
    for card in cards:
        moved(state, card, 0)


async def look_at_top(state: State, seat: int, count: int) -> list[int]:
    """Up to `count` cards from the top of the Main deck, topmost first; only `seat` sees them."""
    await _reform_if_empty(state)
    cards = state.deck[-count:][::-1]
    see(state, seat, cards)
    return cards


async def keep_and_put_under(state: State, seat: int, kept: list[int], under: list[int]) -> None:
    """End a look at the Main deck: keep some cards, put the others under it in that order."""
    for card in kept + under:
        state.deck.remove(card)
    for card in kept:
        to_hand(state, seat, card, state.known[card])
    for card in under:
        moved(state, card, state.known[card])
    # The bottom is the front of the list, and the last one put down lies lowest.
    state.deck[:0] = under[::-1]
    await _reform_if_empty(state)


def turn_up_regulation(state: State) -> None:
    """Turn the top Regulation up and put the old one under the deck (RR-CARD-07)."""
    new, old = state.regulation_deck.pop(), state.regulation
    state.regulation = new
    if old >= 0:
        state.regulation_deck.insert(0, old)
        state.regulations_shown = min(state.regulations_shown + 1, len(state.regulation_deck))
        moved(state, old, EVERYBODY)
    moved(state, new, EVERYBODY)


def zones(state: State) -> tuple[Zone, ...]:
    """Where every card lies, each exactly once."""
    found = [
        Zone("main_deck", -1, True, True, tuple(state.deck)),
        Zone("main_discard", -1, True, False, tuple(state.discard)),
        Zone("rune_deck", -1, True, True, tuple(state.rune_deck)),
        Zone("rune_discard", -1, True, False, tuple(state.rune_discard)),
        Zone("regulation_deck", -1, True, True, tuple(state.regulation_deck)),
        Zone("limbo", -1, False, False, tuple(state.limbo)),
    ]
    if state.regulation >= 0:
        found.append(Zone("regulation", -1, False, False, (state.regulation,)))
    for seat in range(state.seats):
        found += [
            Zone("hand", seat, False, True, tuple(state.hand[seat])),
            Zone("fence", seat, True, True, tuple(state.fence[seat])),
            Zone("lawn", seat, False, False, tuple(state.lawn[seat])),
        ]
    return tuple(found)
