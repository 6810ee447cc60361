"""From the lobby to the first card, and from a journal back to the table."""

from __future__ import annotations

from rr_net.bots.seat import Bots
from rr_net.game.archive import Unfinished
from rr_net.game.live import LiveGame
from rr_net.game.log import RoomNote
from rr_net.game.record import GameRecord
from rr_net.game.terms import Terms
from rr_net.link.refusals import Refused
from rr_net.room.seats import start_grace
from rr_net.room.showing import show_everybody
from rr_net.room.state import RoomState
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.game import GameState
from rr_rules.kernel.table import Table


async def deal(desk: RoomState) -> None:
    """Commits to a new game before everybody's eyes, then deals it. Raises a RulesError."""
    if desk.phase == "playing":
        raise Refused("too_late", "the game has begun")
    desk.lobby.fill_free_seats()
    terms = desk.memory.terms(desk.lobby)
    table = Table(terms.rules, len(terms.roster), terms.options, terms.declared)
    record = await desk.services.archive.open(terms, table)
    desk.lobby.chairs.begin()
    desk.last_play, desk.play = desk.play, _play(desk, terms, table, record)
    desk.phase, desk.ending = "playing", None
    desk.leavers.clear()
    await desk.count_abandoned()
    _forget_the_last_game(desk)
    desk.play.log.add([_promise(record)])
    # The promise reaches every screen before the first card leaves the deck.
    show_everybody(desk)
    await desk.play.go_on()
    for chair in desk.lobby.chairs.away():
        start_grace(desk, chair)
    desk.is_stale = True


async def resume(desk: RoomState, unfinished: Unfinished) -> None:
    """Takes up a game where its journal ends; the seats wait for their keys (RR-TABLE-08)."""
    terms = unfinished.terms
    _seat_the_roster(desk, terms)
    table = Table(terms.rules, len(terms.roster), terms.options, terms.declared)
    desk.play = _play(desk, terms, table, unfinished.record)
    desk.phase, desk.ending = "playing", None
    desk.play.log.add([_promise(unfinished.record)])
    for each in unfinished.recorded:
        desk.play.recall(each)
    await unfinished.record.hand_over((), table)
    away = desk.lobby.chairs.away()
    for chair in away:
        start_grace(desk, chair)
    if away:
        desk.clock.pause()
        desk.awaits_first_key = True
        _hold_event(desk, desk.play)
    await desk.play.go_on()
    desk.is_stale = True


def _hold_event(desk: RoomState, play: LiveGame) -> None:
    """A random event is not opened before those are back who have a hand in it."""
    if play.in_event and play.terms.fairness != "solo":
        play.awaits_players = True
        desk.note("The random event begins when everybody is back, or has had the time to be")


def _play(desk: RoomState, terms: Terms, table: Table[GameState], record: GameRecord) -> LiveGame:
    services, settings = desk.services, desk.settings
    bots = Bots(
        services.make_bot,
        services.thinker,
        desk.clock,
        services.seed(),
        settings=BotLimits(settings.bot_seconds, settings.bot_iterations),
        pace=settings.pace,
        deck=terms.deck,
    )
    return LiveGame(table, record, terms, desk.lobby.chairs.all, desk.stage, bots)


def _promise(record: GameRecord) -> RoomNote:
    text = f"The host has committed to this game: {record.commitment}"
    return RoomNote("commitment", text, "luck")


def _forget_the_last_game(desk: RoomState) -> None:
    for person in desk.people.connected():
        if person.connection is not None:
            person.connection.forget()


def _seat_the_roster(desk: RoomState, terms: Terms) -> None:
    desk.lobby.adopt(terms)
    declared = terms.declared if terms.rules.declaration else ()
    for chair, who in zip(desk.lobby.chairs.all, terms.roster, strict=True):
        chair.bot = who.bot
        chair.declared = declared[chair.seat] if declared else 0
        if who.key:
            is_host = chair.seat == terms.host_seat
            chair.owner = desk.people.arrive(who.key, who.name, is_host=is_host, admitted=True)
