"""Every move of a card between zones, and who comes to know what by it.

The one file that a trust-nobody mode would change: nothing else takes a card from a hidden zone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from rr_rules.kernel.flow import shuffled
from rr_rules.kernel.game import Zone
from rr_rules.runes_regulations.state.event import RULES
from rr_rules.runes_regulations.state.knowing import leaves_openly, leaves_unseen, reveal, see
from rr_rules.runes_regulations.state.sides import Stock
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent

WARNING = 10
"""From so many cards on everybody is warned (NN-OUT-12)."""


def note_last_card(state: State, taker: int = RULES) -> None:
    """Set the deadline, once and for all: the end of a regular player's own turn."""
    if state.deadline >= 0:
        return
    if not state.settings.nefarious.deadline_is_drawers:
        taker = RULES
    state.deadline = taker if _is_on_the_clock(state, taker) else _next_on_the_clock(state)
    state.events.append(LogEvent("run_out", taker, state.deadline))


def _is_on_the_clock(state: State, seat: int) -> bool:
    """Whether a seat plays from the deck that runs out, and still plays."""
    return seat >= 0 and not state.sides[seat].cards.reforms and seat not in state.left


def _next_on_the_clock(state: State) -> int:
    """The turn player if it is regular, else the next regular one clockwise (NN-OUT-05)."""
    return next(seat for seat in state.clockwise() if _is_on_the_clock(state, seat))


EVERYBODY = -1
"""All bits set: everybody knows."""


def log(state: State, event: LogEvent) -> None:
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
    """The discard pile of a card's back, whoever had it (NN-DISC-01)."""
    return state.thrown(state.stock_of(card))


def to_discard(state: State, card: int) -> None:
    """Put a card face up on its discard pile."""
    discard_pile(state, card).append(card)
    moved(state, card, EVERYBODY)
    reveal(state, card)


def off_discard(state: State, card: int) -> None:
    """Take a card off its discard pile."""
    discard_pile(state, card).remove(card)


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
    if state.face[card].kind == "beast":
        state.beasts.add(card)
    state.sworn.discard(card)
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


def to_limbo(state: State, card: int, holder: int = -1) -> None:
    """Show a Spell or a Rune that waits or resolves: it is in no zone of anybody's.

    Before it is played it is still a card of `holder`'s hand to whom it may go back.
    """
    state.limbo.append(card)
    if holder >= 0:
        state.named[card] = holder
    moved(state, card, EVERYBODY)


def out_of_limbo(state: State, card: int) -> None:
    """Take a card out of the waiting ones."""
    state.limbo.remove(card)
    state.named.pop(card, None)


def put_down(state: State, decks: Sequence[list[int]]) -> None:
    """Put the shuffled decks on the table: those of the stocks in order, then the Regulations."""
    *piles, state.regulation_deck = decks
    for stock, pile in zip(state.street.stocks, piles, strict=True):
        setattr(state, stock.deck, pile)


def deal_card(state: State, seat: int) -> None:
    """Deal a card of the first hand."""
    to_hand(state, seat, state.pile(state.sides[seat].cards).pop(), 0)


def deal_rune(state: State, seat: int) -> None:
    """Deal a Rune of the first Fence."""
    to_fence(state, seat, state.pile(state.sides[seat].runes).pop(), 0)


def deal_role(state: State, seat: int, card: int = -1) -> None:
    """Deal a role face down, the next one or that card: only its owner sees it."""
    state.roles[seat] = card = card if card >= 0 else state.unused_roles.pop()
    moved(state, card, 1 << seat)
    log(state, LogEvent("role", seat, seat, state.face[card].id, seen=(seat,)))


def show(state: State, card: int) -> None:
    """Turn a card face up where it lies."""
    state.known[card] = EVERYBODY
    reveal(state, card)


def can_draw(state: State, seat: int) -> bool:
    """Whether a card is left for a seat to DRAW, in its deck or in the discard that reforms it."""
    return can_take(state, state.sides[seat].cards)


def can_take(state: State, stock: Stock) -> bool:
    """Whether a card is left in a deck, or in the discard pile that reforms it."""
    return bool(state.pile(stock) or (stock.reforms and state.thrown(stock)))


async def draw(state: State, seat: int) -> bool:
    """DRAW one card from the own deck; False if there is none (RR-TERM-01, NN-EX-01)."""
    return await _take(state, state.sides[seat].cards, seat, to_hand, "draw")


async def add_rune(state: State, seat: int) -> bool:
    """Put the own deck's top Rune face down on the Fence; False if there is none (RR-SPIN-02)."""
    return await _take(state, state.sides[seat].runes, seat, to_fence, "add_rune")


async def _take(
    state: State, stock: Stock, seat: int, put: Callable[[State, int, int, int], None], kind: str
) -> bool:
    """Put the top card of a deck where only `seat` sees it; False if there is none."""
    card = await _take_top(state, stock)
    if card < 0:
        return False
    put(state, seat, card, state.known[card])
    log(state, LogEvent(kind, seat, seat, state.face[card].id, seen=(seat,)))
    await _after_taking(state, stock, seat)
    return True


async def _take_top(state: State, stock: Stock) -> int:
    """The top card of a deck, or -1."""
    deck = state.pile(stock)
    if not deck:
        await _after_taking(state, stock)
        deck = state.pile(stock)
    return deck.pop() if deck else -1


async def _after_taking(state: State, stock: Stock, taker: int = RULES) -> None:
    """A deck whose last card has left is reformed at once, or it has run out (RR-SETUP-05)."""
    if state.pile(stock):
        return
    if not stock.reforms:
        note_last_card(state, taker)
    elif state.thrown(stock):
        await reform(state, stock)


async def reform(state: State, stock: Stock) -> None:
    """Shuffle a discard pile into its deck: nobody knows any position afterwards."""
    # Sorted, so that nobody who knows the coming order can place a card by when it is discarded.
    cards = sorted(state.pile(stock) + state.thrown(stock))
    [deck] = await shuffled([(stock.deck_zone, cards)])
    setattr(state, stock.deck, deck)
    setattr(state, stock.discard, [])
    for card in deck:
        moved(state, card, 0)
    log(state, LogEvent("reform", other=stock.back, n=len(deck)))


async def look_at_top(state: State, seat: int, count: int) -> list[int]:
    """Up to `count` cards from the top of the Main deck, topmost first; only `seat` sees them."""
    stock = state.street.regular.cards
    if not state.pile(stock):
        await _after_taking(state, stock)
    cards = state.pile(stock)[-count:][::-1]
    see(state, seat, cards)
    return cards


async def keep_and_put_under(state: State, seat: int, kept: list[int], under: list[int]) -> None:
    """End a look at the Main deck: keep some cards, put the others under it in that order."""
    deck, stock = state.deck, state.street.regular.cards
    for card in kept + under:
        deck.remove(card)
    for card in kept:
        to_hand(state, seat, card, state.known[card])
    for card in under:
        moved(state, card, state.known[card])
    # The bottom is the front of the list, and the last one put down lies lowest.
    deck[:0] = under[::-1]
    await _after_taking(state, stock, seat)


def turn_up_regulation(state: State) -> None:
    """Turn the top Regulation up and put the old one under the deck (RR-CARD-07)."""
    new, old = state.regulation_deck.pop(), state.regulation
    state.regulation = new
    if old >= 0:
        state.regulation_deck.insert(0, old)
        state.regulations_shown = min(state.regulations_shown + 1, len(state.regulation_deck))
        moved(state, old, EVERYBODY)
    moved(state, new, EVERYBODY)


def clear(state: State, seat: int) -> None:
    """Throw away all that a seat has: no event, no token left; a role stays."""
    for card in state.hand[seat] + state.lawn[seat] + state.fence[seat]:
        state.hexed.discard(card)
        to_discard(state, card)
    state.hand[seat], state.lawn[seat], state.fence[seat] = [], [], []


# Cards are plain numbers in these rules: from here on they are typed, at no cost.
_zone = cast("Callable[[str, int, bool, bool, tuple[int, ...]], Zone]", Zone)


def zones(state: State) -> tuple[Zone, ...]:
    """Where every card lies, each exactly once."""
    found: list[Zone] = []
    for stock in state.street.stocks:
        found += [
            _zone(stock.deck_zone, -1, True, True, tuple(state.pile(stock))),
            _zone(stock.discard_zone, -1, True, False, tuple(state.thrown(stock))),
        ]
    found += [
        _zone("regulation_deck", -1, True, True, tuple(state.regulation_deck)),
        _zone("limbo", -1, False, False, tuple(state.limbo)),
        *_role_zones(state),
    ]
    if state.regulation >= 0:
        found.append(_zone("regulation", -1, False, False, (state.regulation,)))
    for seat in range(state.seats):
        found += [
            _zone("hand", seat, False, True, tuple(state.hand[seat])),
            _zone("fence", seat, True, True, tuple(state.fence[seat])),
            _zone("lawn", seat, False, False, tuple(state.lawn[seat])),
        ]
    return tuple(found)


def _role_zones(state: State) -> list[Zone]:
    """Where the roles lie: none where none are played. One that is shown leaves its place."""
    if state.street.nefarious is None:
        return []
    roles, shown = dict(enumerate(state.roles)), state.shown
    hidden = [_zone("role", seat, True, True, (card,) if card >= 0 and seat not in shown else ())
              for seat, card in roles.items()]  # fmt: skip
    return [
        _zone("roles", -1, True, True, tuple(state.unused_roles)),
        _zone("box", -1, False, False, tuple(state.box)),
        _zone("roles_shown", -1, False, False, tuple([roles[seat] for seat in shown])),
        *hidden,
    ]
