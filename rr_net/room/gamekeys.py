"""The keys of games: with which one the client of somebody signs.

The player's own SSH key has signed it; the deal puts it into the manifest, and from then on the
seat signs with it.
"""

from __future__ import annotations

from rr_net import link
from rr_net.fairness.base.gamekey import LaterSeat, SeatKey, Witness
from rr_net.fairness.base.manifest import Signer
from rr_net.game.live import LiveGame
from rr_net.link.refusals import Refused
from rr_net.room.chairs import Chair
from rr_net.room.people import Participant, count_writing
from rr_net.room.seats import game_of
from rr_net.room.state import RoomState

BAD_SIGNER = "your own key has not signed that key for this host, or for that day"


async def take(
    state: RoomState, person: Participant, message: link.SignWith | link.SignSeat | link.BearWitness
) -> None:
    """Take what somebody's client says by a key of a game, or of one. Raises Refused.

    Nobody waits for a witness, and one that comes too late is dropped without a word.
    """
    match message:
        case link.SignWith():
            _sign_with(state, person, message)
        case link.SignSeat():
            await _sign_seat(state, person, message)
        case link.BearWitness():
            await _bear_witness(state, person, message)


def _sign_with(state: RoomState, person: Participant, message: link.SignWith) -> None:
    """Keep what somebody's client signs with, as long as it is connected. Raises Refused."""
    if person.has_named_key:
        # To look at a signature takes the processor about as much as to write takes the disk. Once
        # on each line it is for nothing: a client names its key once, whatever was done before.
        count_writing(person)
    person.has_named_key = True
    signer = Signer(key=message.key, day=message.day, signature=message.signature)
    if not state.services.archive.vouches(person.fingerprint, signer):
        raise Refused("bad_signer", BAD_SIGNER)
    person.signer = signer
    seat = state.seat_of(person)
    if state.current is not None and seat is not None:
        state.current.signs_again(seat)
    state.is_stale = True


async def _bear_witness(state: RoomState, person: Participant, message: link.BearWitness) -> None:
    seat, play = state.seat_of(person), state.play
    if play is None or play.record.gid != message.game:
        raise Refused("no_game", "that is another game than the one on the table")
    if seat is None:
        raise Refused("no_seat", "only those who have a seat bear witness of a record")
    seen = Witness(seat=seat, size=message.size, signature=message.signature)
    if not play.record.signers.bear_witness(seen):
        raise Refused("bad_signature", "your seat has not signed that head of the record")
    if play.record.is_open:
        count_writing(person)
        await state.services.archive.add_witnesses(play.record)


# --- keys that begin in the middle of a game ----------------------------------------------------


def ask_for_keys(state: RoomState) -> None:
    """Ask who has come with another key than the record knows to have it begin: once a turn."""
    play = state.current
    for chair in () if play is None else state.lobby.chairs.all:
        if play is not None and play.lacks_key(chair.seat) and chair.asked_key_in != play.turn:
            chair.asked_key_in = play.turn
            _ask_for_key(play, chair)


def _ask_for_key(play: LiveGame, chair: Chair) -> None:
    if chair.owner is not None:
        asked = link.AskSeatKey(game=play.record.gid, seat=chair.seat, row=play.record.next_row)
        chair.owner.tell(asked)


async def _sign_seat(state: RoomState, person: Participant, message: link.SignSeat) -> None:
    play, chair = game_of(state), state.lobby.chairs.of(person)
    if chair is None or chair.seat != message.seat or play.record.gid != message.game:
        raise Refused("no_seat", "that is not your seat in the game on the table")
    if person.signer is None or person.signer.key != message.key:
        raise Refused("bad_signer", "say with `signer` first that your client has that key")
    count_writing(person)
    signer = Signer(key=message.key, day=message.day, signature=message.signature)
    later = LaterSeat(play.record.gid, chair.seat, message.row)
    if not state.services.archive.vouches(person.fingerprint, signer, later):
        raise Refused("bad_signer", BAD_SIGNER)
    if not play.lacks_key(chair.seat):
        chair.asked_key_in = 0  # the record has gone on: it is asked for anew where that can be
    elif message.row != play.record.next_row:
        _ask_for_key(play, chair)
    else:
        key = SeatKey(seat=chair.seat, owner=person.fingerprint, **signer.model_dump())
        await play.begin_key(key)
