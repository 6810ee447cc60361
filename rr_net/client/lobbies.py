"""What the lobby said before a deal, as far as the record has to say the same."""

from __future__ import annotations

from typing import NamedTuple

from rr_net import link
from rr_net.client.screen import carried_over
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.proof.known import Expected

TOO_MANY_GAMES = "the host has begun so many games that this client checks no more of them"
WHILE_AWAY = "While your line was lost the table may have been set anew: {}."


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
