"""How people come in, with the code or by the host's nod, and how their lines end."""

from __future__ import annotations

from rr_net import link
from rr_net.link.refusals import Refused
from rr_net.room import seats
from rr_net.room.announcing import welcome
from rr_net.room.dealing import deal
from rr_net.room.ending import ended, say_goodbye
from rr_net.room.people import Connection, Participant
from rr_net.room.showing import show_everybody
from rr_net.room.state import RoomState

BANNED = "The host has banned this key."
TAKEN_OVER = "You have taken your place over in another window."
NOT_TAKEN_OVER = "Your other window stays open."


async def let_in(state: RoomState, connection: Connection) -> None:
    """Welcomes a new interface; a key that has one open already is asked which it wants."""
    person = connection.person
    await state.people.look_up(person)
    if person.banned:
        connection.dismiss(BANNED, "")
    elif person.connection is not None and person.connection is not connection:
        state.elsewhere.add(connection)
        connection.tell(welcome(state, person, elsewhere=True))
    else:
        await _make_live(state, connection)


async def _make_live(state: RoomState, connection: Connection) -> None:
    connection.person.connection = connection
    connection.tell(welcome(state, connection.person))
    state.is_stale = True
    if connection.person.admitted:
        catch_up(state, connection.person)
    if state.phase == "lobby" and state.settings.starts_when_seated and state.lobby.is_complete:
        await deal(state)


def catch_up(state: RoomState, person: Participant) -> None:
    """Gives somebody who has just been let in the own seat back, and shows the whole table."""
    seats.came_back(state, person)
    show_everybody(state)
    for chat in state.chats:
        person.tell(chat)
    message = ended(state)
    if message is not None:
        person.tell(message)


def let_go(state: RoomState, connection: Connection) -> None:
    """A line is gone: the seat waits for its key."""
    state.elsewhere.discard(connection)
    person = connection.person
    if person.connection is connection:
        person.connection = None
        seats.dropped(state, person)


async def take_over(state: RoomState, connection: Connection, *, yes: bool) -> None:
    """The answer to "take over here?": one interface of a key stays, the other one ends."""
    state.elsewhere.discard(connection)
    if not yes:
        connection.dismiss(NOT_TAKEN_OVER, state.commitment)
        return
    other = connection.person.connection
    if other is not None:
        say_goodbye(state, other, TAKEN_OVER)
    await _make_live(state, connection)


async def enter(state: RoomState, person: Participant, message: link.Enter) -> None:
    """Takes a name, a code, or both. Raises Refused."""
    try:
        if message.name and message.name != person.name:
            if state.current is not None and state.seat_of(person) is not None:
                raise Refused("too_late", "players keep their names until the game is over")
            await state.people.rename(person, message.name)
        if not person.admitted and (message.code or not message.name):
            await state.people.try_code(person, message.code)
            catch_up(state, person)
    finally:
        _tell_where(state, person)


async def approve(state: RoomState, person: Participant) -> None:
    """The host's nod."""
    await state.people.approve(person)
    _tell_where(state, person)
    catch_up(state, person)


def _tell_where(state: RoomState, person: Participant) -> None:
    state.is_stale = True
    person.tell(welcome(state, person))
