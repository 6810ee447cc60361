"""What a view shows of cards, by the games that are known here: what the record must agree with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rr_rules.regicide.view import RegicideView
from rr_rules.rune.pairing import PAIR
from rr_rules.rune.view import RuneView
from rr_rules.runes_regulations.state.view import NefariousView, View


def carried_over(options: Mapping[str, str]) -> frozenset[str]:
    """The options that the rules may take from the game before, whatever the lobby says of them.

    In a swapped pair of Rune it is who begins the second game (RN-SETUP-04).
    """
    return frozenset({"first_seat"} if options.get("match") == PAIR else ())


def open_faces(view: object) -> Counter[str] | None:
    """The faces that lie open to everybody, each as often as it is shown.

    None for a game of another package: its views are its own.
    """
    match view:
        case View():
            return Counter(filter(None, _street(view)))
        case RegicideView():
            return Counter(_castle(view))
        case RuneView():
            return Counter([*(card.face for card in view.laid), *view.removed])
    return None


def own_hand(view: object) -> Counter[str] | None:
    """The faces in the own hand; None where somebody watches, or of a game of another package."""
    match view:
        case View() | RegicideView() | RuneView() if 0 <= view.me < len(view.seats):
            return Counter(view.seats[view.me].hand)
    return None


def _street(view: View) -> Iterator[str]:
    for seat in view.seats:
        yield from (card.face for card in seat.lawn)
    yield view.regulation
    yield from (*view.main_discard, *view.rune_discard)
    if isinstance(view.nefarious, NefariousView):
        yield from view.nefarious.forbidden_discard
        yield from view.nefarious.forbidden_rune_discard


def _castle(view: RegicideView) -> Iterator[str]:
    if view.enemy is not None:
        yield view.enemy.face
    for play in view.table:
        yield from play.cards
    yield from view.discard
