"""Determinization: a table as it might be, for a seat that cannot see everything."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from rr_rules.kernel.stream import Stream
from rr_rules.runes_regulations.events.lasting import open_fences
from rr_rules.runes_regulations.faces.faces import Face
from rr_rules.runes_regulations.state.knowing import looked_at
from rr_rules.runes_regulations.state.state import State

BACKS = ("main", "rune", "regulation", "forbidden", "forbidden_rune", "role")


def determinize(state: State, seat: int, stream: Stream) -> None:
    """Permute the faces of the cards that `seat` cannot know; ids and zones stay.

    Cards of which one has moved unseen are mixed with each other. Where a Rune is known to be on
    a Fence its slot is not, so slots are mixed as well.
    """
    opened = open_fences(state)
    face, hidden = list(state.face), _hidden(state, seat, opened)
    for cards in _unknown(state, seat, hidden).values():
        _permute(face, cards, stream)
    for mix in state.mixed:
        unseen = {card for card, seen in mix.items() if not seen & 1 << seat}
        _permute(face, [card for card in hidden if card in unseen], stream)
    looking = looked_at(state, seat)
    for other, fence in enumerate(state.fence):
        if other != seat and other not in opened:
            # While a look at it lasts, the slots are seen too.
            _permute(face, [card for card in fence if card not in looking], stream)
    state.face = face


def _hidden(state: State, seat: int, opened: Sequence[int]) -> list[int]:
    """The cards that lie face down before `seat`, those included that it knows."""
    hidden = state.deck + state.rune_deck + state.regulation_deck[state.regulations_shown :]
    hidden += state.forbidden_deck + state.forbidden_rune_deck
    hidden += state.unused_roles + [card for card in state.roles if card >= 0]
    for other in range(state.seats):
        if other != seat:
            hidden += state.hand[other]
            # An open Rune is known, also one that has only just come.
            hidden += [] if other in opened else state.fence[other]
    return hidden


def _unknown(state: State, seat: int, hidden: list[int]) -> dict[str, list[int]]:
    """By their backs the face-down cards that `seat` never saw."""
    found: dict[str, list[int]] = {back: [] for back in BACKS}
    bit, known, face = 1 << seat, state.known, state.face
    for card in hidden:
        if not known[card] & bit and face[card].back in found:
            found[face[card].back].append(card)
    return found


def _permute(face: list[Face], cards: list[int], stream: Stream) -> None:
    if len(cards) < 2:  # most Fences and the decks that are not played: nothing is drawn
        return
    # Sorted, so that the same luck gives the same guess whatever is true.
    faces = sorted([face[card] for card in cards], key=attrgetter("id"))
    for card, at in zip(cards, stream.order(len(cards)), strict=True):
        face[card] = faces[at]
