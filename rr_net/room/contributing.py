"""What players send to have a hand in the luck: keys, pledges, what opens them, signatures."""

from __future__ import annotations

from rr_net import link
from rr_net.link.refusals import Refused
from rr_net.room.chairs import Chair
from rr_net.room.people import Person, count_writing
from rr_net.room.seats import seat_at
from rr_net.room.state import Desk

HAVE_A_HAND = "have a hand in the luck"

TAKEN = (
    "Your pledge stands for the next random event. Open it while that is open, "
    "or it counts as silence."
)


def take(desk: Desk, person: Person, message: link.Contribute | link.Pledge) -> None:
    """Take a contribution, or the promise of one. Raises Refused; nothing has changed then."""
    if isinstance(message, link.Pledge):
        _pledge(desk, person, message.hash)
    else:
        _contribute(desk, person, message)


def _contribute(desk: Desk, person: Person, message: link.Contribute) -> None:
    play, seat = seat_at(desk, person, only=HAVE_A_HAND)
    play.events.contribute(seat, message)


def _pledge(desk: Desk, person: Person, promised: str) -> None:
    chair = desk.lobby.chairs.of(person)
    if chair is None or chair.removed:
        raise Refused("no_seat", f"only those who have a seat {HAVE_A_HAND}")
    if desk.lobby.fairness == "solo":
        raise Refused("solo", "at the level solo the host alone chooses the randomness")
    if _has_chain(desk, chair, person):
        raise Refused("not_by_hand", "the host's seat gives by a chain that is fixed at the deal")
    count_writing(person)
    chair.pledge = promised
    if person.connection is not None:
        person.connection.tell(link.Notice(text=TAKEN))


def _has_chain(desk: Desk, chair: Chair, person: Person) -> bool:
    if desk.current is None:
        return person.is_host
    return chair.seat in desk.current.terms.chain_seats
