"""Newcomers: how somebody who watches gets the seat of a bot (RR-TABLE-09).

Before the deal the lobby gives it at once. During a game it is asked for, and changes hands at the
beginning of a turn; after a game it is kept for the next one.
"""

from __future__ import annotations

from contextlib import suppress

from rr_net import link
from rr_net.link.refusals import Refused
from rr_net.room.chairs import Chair
from rr_net.room.people import Participant
from rr_net.room.seats import came_back, game_of
from rr_net.room.state import RoomState
from rr_net.store import Successor

ONE_CHAIR = "you have had a seat in this game: you can only return to that one"
FORFEIT = "you have lost your seat in this game: you can watch until it is over"
WATCH = "at this table newcomers watch until the game is over"
YOURS = "You play {}'s seat from the next turn on."
ASKED = "The host is asked whether you may have {}'s seat."
REFUSED = "You watch for now: the host has not given you {}'s seat."
NOT_THE_HOST = (
    "you held no seat when this game was dealt, and its record says so of the host: "
    "you can sit down for the next one"
)
GONE = "{} has been given to somebody else."
REMOVED = "{} is out of the game: you watch."


def sit(state: RoomState, person: Participant, message: link.Sit) -> None:
    """Sits down before a game, in the middle of one or after it. Raises Refused."""
    match state.phase:
        case "lobby":
            state.lobby.sit(person, message.seat, message.declare)
        case "playing":
            _sit_in_game(state, person, message.seat)
        case "over":
            _claim(state, person, message.seat, message.declare)


def stand(state: RoomState, person: Participant) -> None:
    """Gives a seat back; one that a result speaks of keeps its name until the next game."""
    forget(state, person)
    chair = state.lobby.chairs.of(person)
    if chair is not None and state.phase == "over":
        chair.stood_up, chair.ready = True, False
    else:
        state.lobby.stand(person)


def _sit_in_game(state: RoomState, person: Participant, seat: int) -> None:
    """Takes the own seat back during a game, or asks for one of a bot. Raises Refused."""
    own = state.lobby.chairs.of(person)
    if own is None:
        _ask(state, person, seat)
    elif own.is_forfeit:
        raise Refused("one_chair", FORFEIT)
    elif own.seat != seat:
        raise Refused("one_chair", ONE_CHAIR)
    elif own.stand_in or own.away:
        came_back(state, person)
    else:
        raise Refused("too_late", "you have that seat already")


def _ask(state: RoomState, person: Participant, seat: int) -> None:
    chair = _open_chair(state, person, seat)
    if state.asks.get(person) is chair:
        raise Refused("one_chair", "the host is asked for that seat already: wait for the answer")
    state.asks[person] = chair
    if game_of(state).setting("newcomers") == "welcome":
        give(state, person)
    else:
        person.tell(link.Notice(text=ASKED.format(chair.name)))


def _open_chair(state: RoomState, person: Participant, seat: int) -> Chair:
    """The chair of a bot, which this person may ask for. Raises Refused."""
    play, chair = game_of(state), state.lobby.chairs[seat]
    if person.fingerprint in play.roster:
        raise Refused("one_chair", ONE_CHAIR)
    if person.is_host and play.setting("host_seat") == "dealer_only":
        raise Refused("dealer_only", "the host only deals at this table")
    if person.is_host:
        raise Refused("dealer_only", NOT_THE_HOST)
    _refuse_if_taken(chair)
    if any(each.successor is person for each in state.lobby.chairs.all):
        raise Refused("one_chair", "you have been given a seat already: wait for the next turn")
    if play.setting("newcomers") == "watch":
        raise Refused("no_newcomers", WATCH)
    return chair


def _refuse_if_taken(chair: Chair) -> None:
    """Raises Refused for a chair that is no bot's, or promised to somebody."""
    number = f"seat {chair.seat + 1}"
    if chair.removed:
        raise Refused("seat_taken", f"{number} is out of the game: nobody can have it")
    if not chair.bot or chair.successor is not None:
        who = chair.successor.name if chair.successor is not None else chair.name
        problem = f"{number} is {who}'s: only a seat that was dealt to a bot can be had"
        raise Refused("seat_taken", problem)


def give(state: RoomState, person: Participant) -> None:
    """Lets a person have the seat that is asked for, from the next turn on. Raises Refused."""
    play, chair = game_of(state), _asked_for(state, person)
    _refuse_if_taken(chair)  # it may have changed since it was asked for
    chair.successor, chair.promised_in = person, play.turn
    person.tell(link.Notice(text=YOURS.format(chair.name)))
    state.note(f"{person.name} plays {chair.name}'s seat from the next turn on", "seat")
    for other in [each for each, asked in state.asks.items() if asked is chair]:
        del state.asks[other]
        if other is not person:
            other.tell(link.Notice(text=GONE.format(f"{chair.name}'s seat")))


def drop_requests(state: RoomState, chair: Chair) -> None:
    """A chair is out of the game: who has asked for it, or was promised it, is told."""
    waiting = [person for person, asked in state.asks.items() if asked is chair]
    if chair.successor is not None:
        waiting.append(chair.successor)
    for person in waiting:
        forget(state, person)
        person.tell(link.Notice(text=REMOVED.format(f"{chair.name}'s seat")))


def refuse(state: RoomState, person: Participant) -> None:
    """Does not let a person have the seat that is asked for. Raises Refused."""
    chair = _asked_for(state, person)
    del state.asks[person]
    person.tell(link.Notice(text=REFUSED.format(chair.name)))


def _asked_for(state: RoomState, person: Participant) -> Chair:
    if person not in state.asks:
        raise Refused("not_asked", f"{person.name} asks for no seat")
    return state.asks[person]


async def seat_if_due(state: RoomState) -> None:
    """Seats whom a seat was promised, once another turn has begun and nothing is half done.

    All that decides about the moment is public. It is kept before a card of it is shown.
    """
    play = state.current
    if play is None or play.in_event or play.in_window or play.is_over:
        return
    for chair in state.lobby.chairs.all:
        person = chair.successor
        if person is None or play.turn <= chair.promised_in or play.drafts.is_open(chair.seat):
            continue
        chair.successor, bot = None, chair.name
        if not person.is_here:
            state.note(f"{person.name} has gone, and {bot} keeps its seat", "seat")
            continue
        await play.seat(Successor(chair.seat, person.fingerprint, person.name, play.turn))
        chair.succeed(person, play.turn)
        state.note(f"{person.name} plays the seat of {bot} from turn {play.turn} on", "seat")


def _claim(state: RoomState, person: Participant, seat: int, declared: int) -> None:
    """Keeps a seat for a person and the next game, after one. Raises Refused.

    The seat keeps its name until then: the result speaks of it.
    """
    lobby, chair = state.lobby, state.lobby.chairs[seat]
    is_kept = chair.stood_up and chair.successor not in (None, person)
    if (chair.owner is person and not is_kept) or not chair.name:
        forget(state, person)
        lobby.sit(person, seat, declared)
        return
    lobby.refuse_seat(person, chair, declared)
    if chair.successor not in (None, person):
        raise Refused("seat_taken", f"seat {seat + 1} is taken: choose a free one")
    stand(state, person)
    chair.successor, chair.promised_declared = person, declared
    person.tell(link.Notice(text=f"You have seat {seat + 1} in the next game."))


def set_ready(state: RoomState, person: Participant, *, ready: bool) -> None:
    """Says whether a person is ready; who has claimed a chair is. Raises Refused."""
    if not any(chair.successor is person for chair in state.lobby.chairs.all):
        state.lobby.set_ready(person, ready=ready)


def seat_claimants(state: RoomState) -> None:
    """Seats those who have claimed a seat for the next game."""
    for chair in state.lobby.chairs.all:
        person, chair.successor = chair.successor, None
        if person is not None and person.is_here:
            with suppress(Refused):  # its owner may be back, or have declared the same
                state.lobby.sit(person, chair.seat, chair.promised_declared)
                chair.ready = True


def forget(state: RoomState, person: Participant) -> None:
    """Forgets what a person has asked for and was promised."""
    state.asks.pop(person, None)
    for chair in state.lobby.chairs.all:
        if chair.successor is person:
            chair.successor = None
