"""What happens to a seat whose owner drops out, leaves or comes back (RR-TABLE-04 to -06)."""

from __future__ import annotations

from rr_net.game.live import LiveGame
from rr_net.game.position import DEFAULTS
from rr_net.link.refusals import Refused
from rr_net.room.chairs import Chair
from rr_net.room.people import Participant
from rr_net.room.state import RoomState
from rr_rules.kernel.errors import CannotRemove
from rr_rules.kernel.requests import Seat


def game_of(desk: RoomState) -> LiveGame:
    """The game that is being played. Raises Refused."""
    if desk.current is None:
        raise Refused("no_game", "no game is being played")
    return desk.current


def seat_at(desk: RoomState, person: Participant, *, only: str) -> tuple[LiveGame, Seat]:
    """The game, and the seat that a person has in it and plays: `only` those may. Raises Refused.

    `only` goes on with a sentence that begins "only those who have a seat".
    """
    play, seat = game_of(desk), desk.seat_of(person)
    if seat is None:
        raise Refused("no_seat", f"only those who have a seat {only}")
    if desk.lobby.chairs[seat].stand_in:
        raise Refused("stand_in", "a bot plays your seat: sit down again first")
    return play, seat


def dropped(desk: RoomState, person: Participant) -> None:
    """A line was lost: the seat is kept, and a visible countdown begins."""
    desk.is_stale = True
    chair = desk.lobby.chairs.of(person)
    if chair is None or chair.removed or chair.stand_in or desk.phase == "over":
        return
    chair.ready = False
    if desk.phase == "playing":
        seconds = f"{_grace_of(desk):g} seconds"
        desk.note(f"{{{chair.seat}}} has dropped out and has {seconds} to come back", "leaver")
    start_grace(desk, chair)


def start_grace(desk: RoomState, chair: Chair) -> None:
    """Counts down to the moment when an empty seat is given up."""
    chair.cancel_grace()
    chair.grace = desk.clock.call_later(
        _grace_of(desk), lambda: desk.post(lambda: _grace_is_over(desk, chair))
    )


def _grace_of(desk: RoomState) -> float:
    return float(desk.lobby.setting("grace", DEFAULTS["grace"]))


async def _grace_is_over(desk: RoomState, chair: Chair) -> None:
    if chair.grace is None or chair.is_attended:
        return
    chair.grace = None
    desk.is_stale = True
    if desk.phase == "lobby":
        chair.clear()
    elif desk.current is not None:
        await give_up(desk, desk.current, chair)


async def leave(desk: RoomState, person: Participant) -> None:
    """Gives a person's seat up at once."""
    desk.is_stale = True
    chair = desk.lobby.chairs.of(person)
    if chair is None:
        return
    if desk.phase == "lobby":
        chair.clear()
    elif desk.current is None:
        # The seat keeps its name, which the result speaks of, until there is another game.
        chair.stand_in, chair.ready = True, False
    elif not chair.removed:
        desk.note(f"{{{chair.seat}}} has left the table", "leaver")
        await give_up(desk, desk.current, chair)


async def give_up(desk: RoomState, play: LiveGame, chair: Chair) -> None:
    """Hands a seat to a bot, or takes it out of the game where the table agreed on that."""
    chair.cancel_grace()
    if play.setting("leaver") != "removed":
        stand_in(desk, play, chair)
    elif play.in_event:
        desk.leavers.append(chair)
    else:
        await _take_out(desk, play, chair)


async def _take_out(desk: RoomState, play: LiveGame, chair: Chair) -> None:
    desk.is_stale = True
    try:
        await play.remove(chair.seat)
    except CannotRemove:
        # The game cannot go on without that seat: a bot plays it after all.
        stand_in(desk, play, chair)


async def go_on_if_due(desk: RoomState) -> None:
    """Does what had to wait for players to come back, or for a random event to be over."""
    play = desk.current
    if play is None:
        return
    if play.awaits_players and not desk.awaits_first_key and not _is_awaited(desk):
        await play.players_are_back()
    while desk.leavers and not play.in_event and not play.is_over:
        chair = desk.leavers.pop(0)
        if not chair.is_attended:
            await _take_out(desk, play, chair)


def _is_awaited(desk: RoomState) -> bool:
    return any(chair.grace is not None for chair in desk.lobby.chairs.all)


def stand_in(desk: RoomState, play: LiveGame, chair: Chair) -> None:
    """Has a labelled bot play for the owner of a seat until that person is back."""
    chair.cancel_grace()
    if not chair.stand_in:
        chair.stand_in = True
        desk.note(f"A bot plays for {{{chair.seat}}}", "leaver")
        play.ask_bot(chair.seat)


def came_back(desk: RoomState, person: Participant) -> None:
    """The owner is there again: the next decision is that person's (RR-EDGE-35)."""
    desk.is_stale = True
    if desk.awaits_first_key and desk.lobby.chairs.of(person) is not None:
        desk.awaits_first_key = False
        desk.clock.resume()
    chair = desk.lobby.chairs.of(person)
    if chair is None or chair.removed:
        return
    was_away = chair.grace is not None or chair.stand_in
    chair.cancel_grace()
    chair.stand_in = False
    if was_away and desk.phase == "playing":
        desk.note(f"{{{chair.seat}}} is back", "leaver")


def take_back(desk: RoomState, person: Participant, seat: int) -> None:
    """The owner of a seat that the host gave to a bot wants to play again. Raises Refused."""
    chair = desk.lobby.chairs.of(person)
    if chair is None or chair.seat != seat or not chair.stand_in:
        raise Refused("too_late", "seats are taken before the deal")
    came_back(desk, person)
