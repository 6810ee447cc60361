"""The keys of games: with which one the client of somebody signs.

The player's own SSH key has signed it; the deal puts it into the manifest, and from then on the
seat signs with it.
"""

from __future__ import annotations

from rr_net import link
from rr_net.fairness.base.gamekey import Witness
from rr_net.fairness.base.manifest import Signer
from rr_net.link.refusals import Refused
from rr_net.room.people import Participant, count_writing
from rr_net.room.state import RoomState

BAD_SIGNER = "your own key has not signed that key for this host, or for that day"


async def take(
    state: RoomState, person: Participant, message: link.SignWith | link.BearWitness
) -> None:
    """Take what somebody's client says by a key of a game, or of one. Raises Refused.

    Nobody waits for a witness, and one that comes too late is dropped without a word.
    """
    match message:
        case link.SignWith():
            _sign_with(state, person, message)
        case link.BearWitness():
            _bear_witness(state, person, message)


def _sign_with(state: RoomState, person: Participant, message: link.SignWith) -> None:
    """Keep what somebody's client signs with, as long as it is connected. Raises Refused."""
    # To look at a signature takes the processor about as much as to write takes the disk.
    count_writing(person)
    signer = Signer(key=message.key, day=message.day, signature=message.signature)
    if not state.services.archive.vouches(person.fingerprint, signer):
        raise Refused("bad_signer", BAD_SIGNER)
    person.signer = signer
    seat = state.seat_of(person)
    if state.current is not None and seat is not None:
        state.current.signs_again(seat)
    state.is_stale = True


def _bear_witness(state: RoomState, person: Participant, message: link.BearWitness) -> None:
    seat, play = state.seat_of(person), state.play
    if play is None or play.record.gid != message.game:
        raise Refused("no_game", "that is another game than the one on the table")
    if seat is None:
        raise Refused("no_seat", "only those who have a seat bear witness of a record")
    seen = Witness(seat=seat, size=message.size, signature=message.signature)
    if not play.record.signers.bear_witness(seen):
        raise Refused("bad_signature", "your seat has not signed that head of the record")
