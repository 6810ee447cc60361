"""What a seat gives to the luck; what happens to it when its owner goes (RR-TABLE-04 to -06)."""

from __future__ import annotations

from rr_net import link
from rr_net.game.live import LiveGame
from rr_net.game.position import DEFAULTS
from rr_net.link.refusals import Refused
from rr_net.room.chairs import Chair
from rr_net.room.people import Participant, count_writing
from rr_net.room.state import RoomState
from rr_rules.kernel.errors import CannotRemove
from rr_rules.kernel.requests import Seat


def game_of(state: RoomState) -> LiveGame:
    """The game that is being played. Raises Refused."""
    if state.current is None:
        raise Refused("no_game", "no game is being played")
    return state.current


def seat_at(state: RoomState, person: Participant, *, only: str) -> tuple[LiveGame, Seat]:
    """The game, and the seat that a person has in it and plays: `only` those may. Raises Refused.

    `only` goes on with a sentence that begins "only those who have a seat".
    """
    play, seat = game_of(state), state.seat_of(person)
    if seat is None:
        raise Refused("no_seat", f"only those who have a seat {only}")
    if state.lobby.chairs[seat].stand_in or state.lobby.chairs[seat].away:
        raise Refused("stand_in", "a bot plays your seat: sit down again first")
    play.acts(seat)
    return play, seat


def dropped(state: RoomState, person: Participant) -> None:
    """A line was lost: the seat is kept, and a visible countdown begins."""
    state.is_stale = True
    state.asks.pop(person, None)
    chair = state.lobby.chairs.of(person)
    if chair is None or chair.removed or chair.stand_in or state.phase == "over":
        return
    chair.ready = False
    if state.phase == "playing" and not may_be_absent(state):
        seconds = f"{_grace_of(state):g} seconds"
        state.note(f"{{{chair.seat}}} has dropped out and has {seconds} to come back", "leaver")
    start_grace(state, chair)


def may_be_absent(state: RoomState) -> bool:
    """Whether nobody has to be there: across days people look in when they like.

    Clock, orders and reminders are for who is absent then, and no bot but after a Leave.
    """
    return state.current is not None and state.current.setting("pace") == "days"


def start_grace(state: RoomState, chair: Chair) -> None:
    """Counts down to the moment when an empty seat is given up, where it ever is."""
    chair.cancel_grace()
    if may_be_absent(state):
        return
    chair.grace = state.clock.call_later(
        _grace_of(state), lambda: state.post(lambda: _grace_is_over(state, chair))
    )


def _grace_of(state: RoomState) -> float:
    return float(state.lobby.setting("grace", DEFAULTS["grace"]))


async def _grace_is_over(state: RoomState, chair: Chair) -> None:
    if chair.grace is None or chair.is_attended:
        return
    chair.grace = None
    state.is_stale = True
    if state.phase == "lobby":
        chair.clear()
    elif state.current is not None:
        await give_up(state, state.current, chair)


def is_gone(state: RoomState, person: Participant) -> None:
    """Somebody has left for good, and counts as a person until the end of this turn."""
    if state.current is not None and person.admitted:
        state.left[person.fingerprint] = state.current.turn


async def leave(state: RoomState, person: Participant) -> None:
    """Gives a person's seat up at once."""
    state.is_stale = True
    is_gone(state, person)
    state.asks.pop(person, None)
    chair = state.lobby.chairs.of(person)
    if chair is None:
        return
    if state.phase == "lobby":
        chair.clear()
    elif state.current is None:
        # The seat keeps its name, which the result speaks of, until there is another game.
        chair.stand_in, chair.ready = True, False
        state.note(f"{{{chair.seat}}} has left the table", "leaver")
    elif not chair.removed:
        state.note(f"{{{chair.seat}}} has left the table", "leaver")
        await give_up(state, state.current, chair)


async def give_up(state: RoomState, play: LiveGame, chair: Chair) -> None:
    """Hands a seat to a bot, or takes it out of the game where the table agreed on that."""
    chair.cancel_grace()
    if play.setting("leaver") != "removed":
        stand_in(state, play, chair)
    elif play.in_event:
        state.leavers.append(chair)
    else:
        await _take_out(state, play, chair)


async def _take_out(state: RoomState, play: LiveGame, chair: Chair) -> None:
    state.is_stale = True
    try:
        await play.remove(chair.seat)
    except CannotRemove:
        # The game cannot go on without that seat: a bot plays it after all.
        stand_in(state, play, chair)


async def go_on_if_due(state: RoomState) -> None:
    """Does what had to wait for players to come back, or for a random event to be over."""
    play = state.current
    _mind_absence(state)
    if play is None:
        return
    if play.awaits_players and not state.awaits_first_key and not _is_awaited(state):
        await play.players_are_back()
    while state.leavers and not play.in_event and not play.is_over:
        chair = state.leavers.pop(0)
        if not chair.is_attended:
            await _take_out(state, play, chair)


def _is_awaited(state: RoomState) -> bool:
    return any(chair.grace is not None for chair in state.lobby.chairs.all)


def stand_in(state: RoomState, play: LiveGame, chair: Chair) -> None:
    """Has a labelled bot play for the owner of a seat until that person is back."""
    chair.cancel_grace()
    if not chair.stand_in:
        chair.stand_in = True
        state.note(f"A bot plays for {{{chair.seat}}}", "leaver")
        play.ask_bot(chair.seat)


def came_back(state: RoomState, person: Participant) -> None:
    """The owner is there again: the next decision is that person's (RR-EDGE-35)."""
    state.is_stale = True
    chair = state.lobby.chairs.of(person)
    if chair is None or chair.is_forfeit:
        return
    if state.awaits_first_key:
        state.awaits_first_key = False
        state.clock.resume()
    if chair.removed:
        return
    was_away = chair.grace is not None or chair.stand_in or chair.away
    chair.cancel_grace()
    chair.stand_in = chair.away = False
    if was_away and state.phase == "playing":
        state.note(f"{{{chair.seat}}} is back", "leaver")


def step_away(state: RoomState, person: Participant) -> None:
    """Has a bot play for somebody who stays connected and comes back. Raises Refused."""
    _, seat = seat_at(state, person, only="can step away")
    state.lobby.chairs[seat].away = True
    state.note(f"{{{seat}}} has stepped away", "leaver")
    _mind_absence(state)


def _mind_absence(state: RoomState) -> None:
    """Has bots play for those who are away, or the clocks stand still if nobody else plays."""
    play = state.current
    away = [chair for chair in state.lobby.chairs.all if chair.away]
    if play is None or not away:
        _return(state)
    elif any(_goes_on_by(state, chair) for chair in state.lobby.chairs.all):
        _return(state)
        for chair in away:
            stand_in(state, play, chair)
    elif not state.clock.is_paused:
        state.is_deserted, state.is_stale = True, True
        state.clock.pause()


def _goes_on_by(state: RoomState, chair: Chair) -> bool:
    """Whether somebody has a seat, now or soon, who plays on while others are away."""
    if may_be_absent(state) and chair.is_played_by_hand:
        return not (chair.away or chair.is_forfeit)
    return chair.is_minded or chair.successor is not None


def _return(state: RoomState) -> None:
    if state.is_deserted:
        state.is_deserted, state.is_stale = False, True
        state.clock.resume()


# --- the luck ----------------------------------------------------------------------------------

HAVE_A_HAND = "have a hand in the luck"

TAKEN = (
    "Your pledge stands for the next random event. Open it while that is open, "
    "or it counts as silence."
)


def give_luck(
    state: RoomState, person: Participant, message: link.Contribute | link.Pledge
) -> None:
    """Take a contribution, or the promise of one. Raises Refused; nothing has changed then."""
    if isinstance(message, link.Pledge):
        _pledge(state, person, message.hash)
    else:
        _contribute(state, person, message)


def _contribute(state: RoomState, person: Participant, message: link.Contribute) -> None:
    play, seat = seat_at(state, person, only=HAVE_A_HAND)
    play.contribute(seat, message)


def _pledge(state: RoomState, person: Participant, promised: str) -> None:
    chair = state.lobby.chairs.of(person)
    if chair is None or chair.removed:
        raise Refused("no_seat", f"only those who have a seat {HAVE_A_HAND}")
    if state.lobby.fairness == "solo":
        raise Refused("solo", "at the level solo the host alone chooses the randomness")
    if state.current is not None and state.current.record.signers.signs(chair.seat):
        raise Refused("not_by_hand", "your client gives for your seat, and signs it")
    if _has_chain(state, chair, person):
        raise Refused("not_by_hand", "your seat gives by a chain that was fixed at the deal")
    count_writing(person)
    chair.pledge = promised
    person.tell(link.Notice(text=TAKEN))


def _has_chain(state: RoomState, chair: Chair, person: Participant) -> bool:
    if state.current is None:
        return person.is_host
    return chair.seat in state.current.terms.chain_seats
