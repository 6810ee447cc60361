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


async def let_in(desk: RoomState, connection: Connection) -> None:
    """Welcomes a new interface; a key that has one open already is asked which it wants."""
    person = connection.person
    await desk.people.look_up(person)
    if person.banned:
        connection.dismiss(BANNED, "")
    elif person.connection is not None and person.connection is not connection:
        desk.elsewhere.add(connection)
        connection.tell(welcome(desk, person, elsewhere=True))
    else:
        await _make_live(desk, connection)


async def _make_live(desk: RoomState, connection: Connection) -> None:
    connection.person.connection = connection
    connection.tell(welcome(desk, connection.person))
    desk.is_stale = True
    if connection.person.admitted:
        catch_up(desk, connection.person)
    if desk.phase == "lobby" and desk.settings.starts_when_seated and desk.lobby.is_complete:
        await deal(desk)


def catch_up(desk: RoomState, person: Participant) -> None:
    """Gives somebody who has just been let in the own seat back, and shows the whole table."""
    seats.came_back(desk, person)
    show_everybody(desk)
    for chat in desk.chats:
        person.tell(chat)
    message = ended(desk)
    if message is not None:
        person.tell(message)


def let_go(desk: RoomState, connection: Connection) -> None:
    """A line is gone: the seat waits for its key."""
    desk.elsewhere.discard(connection)
    person = connection.person
    if person.connection is connection:
        person.connection = None
        seats.dropped(desk, person)


async def take_over(desk: RoomState, connection: Connection, *, yes: bool) -> None:
    """The answer to "take over here?": one interface of a key stays, the other one ends."""
    desk.elsewhere.discard(connection)
    if not yes:
        connection.dismiss(NOT_TAKEN_OVER, desk.commitment)
        return
    other = connection.person.connection
    if other is not None:
        say_goodbye(desk, other, TAKEN_OVER)
    await _make_live(desk, connection)


async def enter(desk: RoomState, person: Participant, message: link.Enter) -> None:
    """Takes a name, a code, or both. Raises Refused."""
    try:
        if message.name and message.name != person.name:
            if desk.current is not None and desk.seat_of(person) is not None:
                raise Refused("too_late", "players keep their names until the game is over")
            await desk.people.rename(person, message.name)
        if not person.admitted and (message.code or not message.name):
            await desk.people.try_code(person, message.code)
            catch_up(desk, person)
    finally:
        _tell_where(desk, person)


async def approve(desk: RoomState, person: Participant) -> None:
    """The host's nod."""
    await desk.people.approve(person)
    _tell_where(desk, person)
    catch_up(desk, person)


def _tell_where(desk: RoomState, person: Participant) -> None:
    desk.is_stale = True
    person.tell(welcome(desk, person))
