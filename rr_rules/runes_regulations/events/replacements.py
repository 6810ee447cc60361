"""What may cross from one side of the street to the other, and what happens instead.

Cards of one side are never in the hands or on the Fences of the other (NN-SEG-01, -02). Lawns may
mix. A movement that would break this is replaced where the rules say so, else impossible.
"""

from __future__ import annotations

from rr_rules.runes_regulations.faces.vocabulary import IMMUNE, RUNES
from rr_rules.runes_regulations.state.event import Event
from rr_rules.runes_regulations.state.state import State


def may_hold(state: State, seat: int, card: int) -> bool:
    """Whether a seat may have a card in its hand (NN-REP-10)."""
    return state.face[card].back == state.sides[seat].cards.back


def share_cards(state: State, one: int, other: int) -> bool:
    """Whether two seats draw from the same deck, so that cards may pass from hand to hand."""
    return state.sides[one].cards.back == state.sides[other].cards.back


def instead(state: State, it: Event) -> Event:
    """What happens in the place of a happening by the rules of the side it happens to."""
    if it.kind == "steal" and state.face[it.card].kind in RUNES:
        if state.face[it.card].back != state.sides[it.by].runes.back:
            return it._replace(kind="destroy")
    elif it.of >= 0 and it.kind in state.sides[it.of].destroys:
        return it._replace(kind="destroy")
    return it


def is_immune(state: State, it: Event) -> bool:
    """Whether this can never happen to a card of that kind (NN-CARD-09, NN-BEAST-01)."""
    return it.card >= 0 and it.kind in IMMUNE.get(state.face[it.card].kind, ())


def is_mute(state: State, seat: int, card: int) -> bool:
    """Whether a card's text does not work on the Lawn of a seat (NN-STEAL-01 to -06)."""
    if not state.sides[seat].mutes or card in state.sworn:
        return False
    return card not in state.beasts
