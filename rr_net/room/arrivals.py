"""How people come in, with the code or by the host's nod, and how their lines end."""

from __future__ import annotations

import math

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
    person = connection.person
    is_awaited = person.admitted and comes_to_one(state, person)
    person.connection, person.signer, person.has_named_key = connection, None, False
    if is_awaited:
        _begin_coming(state, person)
    connection.tell(welcome(state, person))
    state.is_stale = True
    if person.admitted:
        catch_up(state, person)
    if state.phase == "lobby" and state.settings.starts_when_seated and state.lobby.is_complete:
        await deal(state)


COMING = 5.0
"""Seconds until whoever is let in to a table of one sees it (RR-HID-24)."""


def comes_to_one(state: RoomState, person: Participant) -> bool:
    """Whether somebody comes to a game at which one other person is alone."""
    here = state.persons()
    # Where windows run by no clock anyway, or there are none, nothing could be told from a moment.
    is_clocked = state.current is not None and state.current.setting("window") != "fast"
    return is_clocked and len(here) == 1 and person.fingerprint not in here


def _begin_coming(state: RoomState, person: Participant) -> None:
    """Counts down, whether a question stands or not: nobody can tell which it was."""
    person.admitted = False
    if person in state.coming:
        return
    clock = state.services.clock
    state.coming[person] = due = clock.time() + COMING
    clock.call_later(COMING, lambda: state.post(lambda: _come(state, person, due)))
    if state.play is not None:
        state.play.somebody_comes(COMING)
    state.is_stale = True


BEFORE = "This deal was made before you came: the host's machine alone chose its luck."


def _came_after_the_deal(state: RoomState, person: Participant) -> bool:
    """Whether somebody has had no hand in a deal that the next one will be shared in."""
    play = state.current
    is_own_luck = state.lobby.is_auto and play is not None and play.terms.fairness == "solo"
    return is_own_luck and play is not None and person.fingerprint not in play.roster


def call_off(state: RoomState, person: Participant) -> None:
    """Somebody who was about to see the table is not let in after all."""
    if state.coming.pop(person, None) is None:
        return
    if state.play is not None and not state.coming:
        state.play.somebody_comes(math.inf)  # a window that stands has no end again
    state.is_stale = True


async def _come(state: RoomState, person: Participant, due: float) -> None:
    """Somebody sees the table of one from now on, unless that was called off since."""
    if state.coming.get(person) != due:
        return
    del state.coming[person]
    if state.current is not None:
        await state.current.close_standing()
    person.admitted = True
    if person.is_connected:
        _tell_where(state, person)
        catch_up(state, person)


def catch_up(state: RoomState, person: Participant) -> None:
    """Gives somebody who has just been let in the own seat back, and shows the whole table."""
    state.left.pop(person.fingerprint, None)
    seats.came_back(state, person)
    show_everybody(state)
    for chat in state.chats:
        person.tell(chat)
    if _came_after_the_deal(state, person):
        person.tell(link.Notice(text=BEFORE))
    if words := state.too_late.pop(person.fingerprint, ""):
        person.tell(link.Notice(text=words))
    message = ended(state, person)
    if message is not None:
        person.tell(message)


CLOSES_WITHIN = 5.0
"""Seconds in which a table is surely closed whose host has left the own terminal."""


def hang_up(state: RoomState, connection: Connection) -> None:
    """A line is gone; with that of the own terminal goes the table, and nobody reads of more."""
    if connection.is_own:
        state.clock.call_later(CLOSES_WITHIN, lambda: state.post(lambda: let_go(state, connection)))
    else:
        let_go(state, connection)


def let_go(state: RoomState, connection: Connection) -> None:
    """A line is gone: the seat waits for its key."""
    state.elsewhere.discard(connection)
    person = connection.person
    if person.connection is connection:
        if state.lobby.chairs.of(person) is None:
            seats.is_gone(state, person)
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
            _tell_moved(state, await state.people.rename(person, message.name))
        is_outside = not person.admitted and person not in state.coming
        if is_outside and (message.code or not message.name):
            moved = await state.people.try_code(person, message.code)
            _tell_moved(state, moved)
            _admit(state, person)
    finally:
        _tell_where(state, person)


def _admit(state: RoomState, person: Participant) -> None:
    """Somebody has the code: the table is shown now, or in a moment."""
    # Whoever was just admitted is among the persons already.
    person.admitted = False
    if comes_to_one(state, person):
        _begin_coming(state, person)
    else:
        person.admitted = True
        catch_up(state, person)


INSIDE = "{} is let in already"


async def approve(state: RoomState, person: Participant) -> None:
    """The host's nod. Raises Refused for somebody who is let in already.

    Somebody who is not there finds the door open later; until then nobody is back.
    """
    if person.admitted or person in state.coming:
        raise Refused("let_in_already", INSIDE.format(person.name))
    _tell_moved(state, await state.people.admit(person))
    if person.is_connected:
        _admit(state, person)
    _tell_where(state, person)


GIVES_WAY = "Somebody was let in under the name that you had: here you are {} for now."


def _tell_moved(state: RoomState, moved: list[Participant]) -> None:
    """Tells those outside what they are called now whose name was somebody else's."""
    for person in moved:
        _tell_where(state, person)
        person.tell(link.Notice(text=GIVES_WAY.format(person.name)))


def _tell_where(state: RoomState, person: Participant) -> None:
    state.is_stale = True
    person.tell(welcome(state, person))
