"""What views of cards, in games known here, and lobbies show that the record must agree with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rr_net import link
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.proof.known import Expected
from rr_rules.regicide.view import RegicideView
from rr_rules.rune.pairing import PAIR
from rr_rules.rune.view import RuneView
from rr_rules.runes_regulations.state.view import NefariousView, View

WHILE_AWAY = "While your line was lost the table may have been set anew: {}."


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


# --- before the deal --------------------------------------------------------------------------


class Own(NamedTuple):
    """What the player of this client has chosen."""

    seat: int = -1
    declared: int = -1
    """What was declared last over this line; -1 for nothing."""


def expected(before: link.Lobby, now: link.Lobby, own: Own) -> Expected:
    """What the lobby said `before` the deal, and `now` of who plays."""
    options = {each.name: each.value for each in before.options}
    options = {name: options[name] for name in options.keys() - carried_over(options)}
    players = {each.seat: each.name for each in now.seats if each.kind == "player"}
    names = tuple([players.get(each.seat, "") for each in now.seats])
    people = (*before.people, *now.people)
    hosts = {each.name for each in people if each.is_host}
    known = {each.name for each in people}
    return Expected(
        before.game, before.fairness, options, names, before.declaration,
        tuple([_declared(each, before, own) for each in now.seats] if before.declaration else ()),
        frozenset(seat for seat, name in players.items() if name in hosts),
        frozenset(seat for seat, name in players.items() if name not in known),
    )  # fmt: skip


def dealt_to(owner: str, manifest: Manifest | None) -> int:
    """The seat that was dealt to a key, or -1."""
    seats = manifest.seats if manifest is not None and owner else ()
    return next((at for at, who in enumerate(seats) if who.key == owner), -1)


def _declared(seat: link.SeatState, before: link.Lobby, own: Own) -> frozenset[int]:
    """What a seat may have declared: others may have said more as the game was dealt."""
    said = [each.declared for each in before.seats
            if (each.seat, each.name, each.kind) == (seat.seat, seat.name, seat.kind)]  # fmt: skip
    if seat.seat != own.seat or not said:
        return frozenset([*said, seat.declared])
    return frozenset([*said, *([own.declared] if own.declared >= 0 else ())])
