"""What the host of a table may do: let people in or send them away, keep seats and clocks."""

from __future__ import annotations

from rr_net import link
from rr_net.link.refusals import Refused
from rr_net.room import newcomers
from rr_net.room.announcing import is_doorkeeper
from rr_net.room.arrivals import BANNED, approve, call_off
from rr_net.room.chairs import Chair
from rr_net.room.ending import break_off, say_goodbye
from rr_net.room.people import Participant, SentOut, count_writing
from rr_net.room.seats import game_of, leave, seat_at, stand_in
from rr_net.room.state import RoomState
from rr_net.safetext import clean


def say(state: RoomState, person: Participant, message: link.Say) -> None:
    """Tells everybody what somebody says. Raises Refused."""
    if not person.chat.take():
        raise Refused("too_fast", "that was too much chat at once: wait a moment")
    said = _phrase(state, person, message) if message.phrase else _words(state, message.text)
    if said:
        chair = state.lobby.chairs.of(person)
        seat = -1 if chair is None or chair.removed else chair.seat
        chat = link.Chat(name=person.name, seat=seat, text=said, phrase=message.phrase)
        state.chats.append(chat)
        state.tell_all(chat)


def _words(state: RoomState, text: str) -> str:
    if not state.is_chat_free:
        raise Refused("phrases_only", "while this game is on, its players talk by phrases")
    return clean(text).strip()


def _phrase(state: RoomState, person: Participant, message: link.Say) -> str:
    """A phrase as everybody reads it, made from what the table shows at this moment."""
    play, seat = seat_at(state, person, only="may say that")
    rules = play.table.game
    offered = dict(rules.phrases(rules.view(play.table_for(seat).state, seat)))
    if message.phrase not in offered or message.text:
        raise Refused("no_phrase", "that cannot be said now: choose a phrase that is offered")
    return state.lobby.chairs.named(offered[message.phrase])


def set_tempo(state: RoomState, person: Participant, message: link.SetTempo) -> None:
    """Has events stay longer or shorter from now on. Raises Refused."""
    if not (person.is_host or state.is_alone):
        raise Refused("not_alone", "only the host, or whoever is alone, sets the pace of a game")
    if message.tempo == "step" and not state.is_alone:
        raise Refused("not_alone", "one step at a time is for one who is alone")
    state.chosen_tempo = message.tempo
    if state.current is not None:
        state.current.let_stay(state.stay)


def show_next(state: RoomState) -> None:
    """Has the last event stay no longer, for one who is alone. Raises Refused."""
    if not state.is_alone:
        raise Refused("not_alone", "at a table of several nobody hurries the others")
    game_of(state).show_next()


DESERTED = "all who play have stepped away: the table waits until somebody takes a seat back"
KICKED = "The host has asked you to leave this table."


KNOCKS = frozenset({"approve", "seat", "refuse", "invite"})
"""What every player may do while the host has stepped away."""


def refuse_others(person: Participant) -> None:
    """Raises Refused for everybody but the host."""
    if not person.is_host:
        raise Refused("host_only", "only the host may do that")


async def act_of(state: RoomState, person: Participant, message: link.Host) -> None:
    """One act of the host, or of a player in its place. Raises Refused or a RulesError."""
    if message.act not in KNOCKS or not is_doorkeeper(state, person):
        refuse_others(person)
    if message.act == "invite":
        count_writing(person)
        person.tell(link.Notice(text=await invite(state, person.fingerprint, message)))
    else:
        await act(state, message)


async def act(state: RoomState, message: link.Host) -> None:
    """One act of the host. Raises Refused or a RulesError."""
    match message.act:
        case "approve" | "seat" | "refuse":
            await _answer(state, message)
        case "kick" | "ban":
            await _send_away(state, _whom(state, message), banned=message.act == "ban")
        case "revoke":
            await take_back(state, message)
        case "bot":
            _seat_a_bot(state, message.seat)
        case "remove":
            await _remove(state, state.lobby.chairs[message.seat])
        case "pause":
            state.clock.pause()
            state.note("The host has paused the clocks")
        case "resume":
            if state.is_deserted:
                raise Refused("stand_in", DESERTED)
            state.clock.resume()
            state.note("The host has let the clocks go on")
        case "end":
            game_of(state)
            state.note("The host has ended the game")
            await break_off(state)
    state.is_stale = True


BY_KEY = (
    "anybody can stand at the door under any name: say whose key it is, whole or in its two words"
)


def _whom(state: RoomState, message: link.Host) -> Participant:
    """Whom an act is about. Raises Refused, also for a name where only a key will do."""
    if message.key:
        return state.people.of_key(message.key)
    if message.act == "approve":
        raise Refused("by_key", BY_KEY)
    return state.people.named(message.name, state.coming)


async def _answer(state: RoomState, message: link.Host) -> None:
    """The answer to somebody who asks to be let in, or for a seat."""
    person = _whom(state, message)
    match message.act:
        case "approve":
            await approve(state, person)
        case "seat":
            newcomers.give(state, person)
        case "refuse":
            newcomers.refuse(state, person)


async def _send_away(state: RoomState, person: Participant, *, banned: bool) -> None:
    _spare_the_host(person)
    newcomers.forget(state, person)
    call_off(state, person)
    # First, so that nothing that is dealt to the seat from now on is among the receipts.
    await _forfeit(state, person)
    await leave(state, person)
    waiting = {each for each in state.elsewhere if each.person is person}
    state.elsewhere -= waiting
    for connection in (person.connection, *waiting):
        if connection is not None:
            say_goodbye(state, connection, BANNED if banned else KICKED)
    person.connection = None
    state.sent_away.add(person.fingerprint)
    people = state.people
    done = await (people.ban(person) if banned else people.send_out(person))
    if done.code:
        state.services.code_changed(done.code)
    _tell_closed(state, person, done)


NEW_CODE = "{name} was sent away. The old invite code opens nothing any more: it is now {code}"
NO_CODE = "{name} was sent away."
CLOSED_TOO = "No code lets anybody in now that was for {name}, or that {name} had made: {count}."
CAME_BY = "{name} had come in by an invite of theirs, and is still here."


def _tell_closed(state: RoomState, person: Participant, done: SentOut) -> None:
    """Tells the host which codes are closed now, and who is still here by one of them."""
    words = NEW_CODE if done.code else NO_CODE
    lines = [words.format(name=person.name, code=done.code)]
    if done.invites:
        lines.append(CLOSED_TOO.format(name=person.name, count=count(len(done.invites))))
    invited = {each.key for each in done.invites if each.by == person.fingerprint}
    here = (each for each in state.guests() if each.fingerprint in invited)
    lines += [CAME_BY.format(name=each.name) for each in here]
    for host in state.guests():
        if host.is_host:
            host.tell(link.Notice(text=" ".join(lines)))


def count(number: int) -> str:
    """How many codes, in words."""
    return "one code" if number == 1 else f"{number} codes"


INVITED = "For {name} alone: {code}. It lets in the first key that brings it, within {hours}."


async def invite(state: RoomState, by: str, message: link.Host) -> str:
    """Makes an invite for one person; what is to be said of it. Raises Refused."""
    made = await state.people.invite(message.name, by, message.hours)
    state.is_stale = True
    return INVITED.format(name=made.name, code=made.code, hours=_span(message.hours))


async def take_back(state: RoomState, message: link.Host) -> None:
    """Has the invites for somebody let nobody in any more. Raises Refused."""
    await state.people.take_back(message.name)
    state.is_stale = True


def _span(hours: int) -> str:
    days, rest = divmod(hours, 24)
    if days and not rest:
        return "a day" if days == 1 else f"{days} days"
    return "an hour" if hours == 1 else f"{hours} hours"


async def _forfeit(state: RoomState, person: Participant) -> None:
    """Who was sent away keeps nothing: a bot has the seat until the game is over."""
    chair = state.lobby.chairs.of(person)
    if chair is not None and state.current is not None:
        await state.current.unseat(person.fingerprint)
        chair.is_forfeit = True


def _spare_the_host(person: Participant) -> None:
    if person.is_host:
        raise Refused("yourself", "the host stays")


async def _remove(state: RoomState, chair: Chair) -> None:
    """Takes a seat out of the game. Raises Refused or a RulesError."""
    await game_of(state).remove(chair.seat)
    newcomers.drop_requests(state, chair)


STILL_NAMED = (
    "the result still names who sat there, and seats may be promised for the next game: "
    "go back to the lobby first, and give seats away there"
)


def fill(state: RoomState, message: link.Fill) -> None:
    """Puts a bot on a free seat before the deal, or takes it away. Raises Refused."""
    _refuse_after_a_game(state)
    state.lobby.fill(message.seat, message.bot)


def _refuse_after_a_game(state: RoomState) -> None:
    if state.phase == "over":
        raise Refused("game_is_over", STILL_NAMED)


TO_A_BOT = "The host has given seat {} to a bot: choose another one, or watch."


def _seat_a_bot(state: RoomState, seat: int) -> None:
    chair = state.lobby.chairs[seat]
    _refuse_after_a_game(state)
    if state.current is None:
        losing = [each for each in (chair.owner, chair.successor) if each is not None]
        chair.clear()
        chair.bot = state.lobby.usual_bot
        for person in losing:
            if not person.is_host:
                person.tell(link.Notice(text=TO_A_BOT.format(seat + 1)))
    elif chair.owner is not None and not chair.removed:
        stand_in(state, state.current, chair)


def set_up(state: RoomState, host: Participant, message: link.SetUp) -> None:
    """Changes the table before the deal, and says to everybody what has changed.

    Raises Refused or a RulesError.
    """
    was_ready = [each.owner for each in state.lobby.chairs.all if each.owner and each.ready]
    done = state.lobby.set_up(message)
    state.phase = "lobby"
    if done.words:
        state.tell_all(link.Notice(text=f"{host.name} sets: {done.words}."))
    _tell_unseated(state, done.unseated)
    for person in was_ready if done.asks_again else ():
        person.tell(link.Notice(text="That was not agreed yet: say once more that you are ready."))


def _tell_unseated(state: RoomState, people: list[Participant]) -> None:
    """Tells those whose seats the game on the table does not have that they watch now."""
    rules, count = state.lobby.rules, len(state.lobby.chairs.all)
    for person in people:
        text = f"There is no seat left for you: {rules.name} is set up for {count}. You watch."
        person.tell(link.Notice(text=text))
