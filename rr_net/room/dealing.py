"""From the lobby to the first card, and from a journal back to the table."""

from __future__ import annotations

from rr_net import link
from rr_net.bots.seat import Bots
from rr_net.game.archive import Unfinished
from rr_net.game.live import LiveGame
from rr_net.game.log import RoomNote
from rr_net.game.record import GameRecord
from rr_net.game.seats import Level, Terms
from rr_net.link.refusals import Refused
from rr_net.room import newcomers
from rr_net.room.chairs import Chair
from rr_net.room.ending import begin_audit, break_off
from rr_net.room.lobby import LobbyState, TableMemory
from rr_net.room.people import Participant
from rr_net.room.seats import may_be_absent, start_grace
from rr_net.room.showing import show_everybody, show_records
from rr_net.room.state import LEFT_FOR, RoomState
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.game import GameState
from rr_rules.kernel.table import Table

OWN_LUCK = "You are alone: this machine chooses the luck. The first deal with a friend is shared."

SHARED: tuple[Level, ...] = ("table", "strict")
"""The levels at which everybody has a hand in the luck."""
SLOW = "This host is slow at safe luck: a roll takes about {roll:.0f} s, a shuffle {shuffle:.0f} s"
LONG_ROLL = 4.0
"""Seconds of a roll's slow hash of which people are told before the deal."""


async def deal(state: RoomState, starter: Participant | None = None) -> None:
    """Commits to a new game before everybody's eyes, then deals it. Raises a RulesError.

    Who has it begin, the `starter`, wants to play.
    """
    if state.phase == "playing":
        raise Refused("too_late", "the game has begun")
    resting = _seat_again(state, starter) if state.phase == "over" else []
    state.lobby.fill_free_seats()
    state.lobby.decide_luck(is_alone=state.is_at_home)
    terms = state.memory.terms(state.lobby)
    state.lobby.remember_house_rules()
    table = Table(terms.rules, len(terms.roster), terms.options, terms.declared)
    record = await state.services.archive.open(terms, table)
    # Who watches is told how the game before has closed, or else finds that it was left open.
    show_records(state)
    state.lobby.chairs.begin()
    for chair in resting:
        chair.stand_in = True
    # What its players may fetch stays theirs, also where the table was made fresh in between.
    state.last_play = state.play or state.last_play
    state.play = _play(state, terms, table, record)
    state.phase, state.ending = "playing", None
    state.leavers.clear()
    await state.count_abandoned()
    await state.services.history.began(record.manifest)
    _forget_the_last_game(state)
    state.play.log.add([_promise(record), *_match_notes(state)])
    if words := _slow_words(record.seconds("roll"), record.seconds("shuffle")):
        state.play.log.add([RoomNote("luck", words, "luck")])
    if state.lobby.is_auto and terms.fairness == "solo":
        state.play.log.add([RoomNote("luck", OWN_LUCK, "luck")])
    # The promise reaches every screen before the first card leaves the deck.
    show_everybody(state)
    await state.play.go_on()
    for chair in state.lobby.chairs.away():
        start_grace(state, chair)
    state.is_stale = True


def _seat_again(state: RoomState, starter: Participant | None) -> list[Chair]:
    """Seats those who want the next game; the seats of others who are there, and whose they stay.

    A bot plays for these until they press a key.
    """
    newcomers.seat_claimants(state)
    attended = state.lobby.chairs.attended()
    return [chair for chair in attended if not (chair.ready or chair.owner is starter)]


TOO_LATE = (
    "The game that you were in is over: nobody was at the table for {:g} seconds. "
    "Sit down, and the next one is dealt."
)
MOST_LATE = 24
"""How many are remembered, until they come, who are too late for a game."""


def mind_the_welcome(state: RoomState) -> None:
    """Counts down where all have left a table that welcomes strangers; not where one is back.

    Those who sleep over their seats have left it too, once somebody waits for one.
    """
    is_used = state.phase != "lobby" or bool(state.chats)
    is_left = is_used and (not state.people.connected() or _is_slept_over(state))
    is_left = is_left and state.settings.welcomes
    if is_left and state.freshens is None:
        state.freshens = state.services.clock.call_later(
            LEFT_FOR, lambda: state.post(lambda: _freshen(state))
        )
    elif state.freshens is not None and not is_left:
        state.freshens.cancel()
        state.freshens = None


def _is_slept_over(state: RoomState) -> bool:
    """Whether nobody plays the game that is on, while somebody who is there has no seat in it."""
    seats = state.lobby.chairs
    return state.is_deserted and any(
        person.admitted and seats.of(person) is None for person in state.people.connected()
    )


async def _freshen(state: RoomState) -> None:
    """The table is as it was when it was opened; a game that nobody is at is over, and opened."""
    if state.freshens is None:
        return
    state.freshens = None
    if state.current is not None:
        _note_who_is_late(state)
        await break_off(state)
    begin_audit(state)
    state.last_play, state.play = state.play or state.last_play, None
    state.phase, state.ending, state.last_ending = "lobby", None, None
    state.awaits_first_key = state.is_deserted = False
    if state.clock.is_paused:
        state.clock.resume()
    for gone in (state.leavers, state.asks, state.left, state.chats):
        gone.clear()
    house, state.memory = state.lobby.house, TableMemory()
    state.lobby = LobbyState(state.settings, state.services.load_game)
    state.lobby.house = house
    state.people.forget_absent()
    state.is_stale = True


def _note_who_is_late(state: RoomState) -> None:
    """Remembers who had a seat in a game that ends since nobody was at it."""
    for chair in state.lobby.chairs.all:
        words = TOO_LATE.format(LEFT_FOR)
        if chair.owner is not None and chair.owner.is_connected:
            chair.owner.tell(link.Notice(text=words))
        elif chair.owner is not None:
            state.too_late[chair.owner.fingerprint] = words
    for key in list(state.too_late)[:-MOST_LATE]:
        del state.too_late[key]


async def resume(state: RoomState, unfinished: Unfinished) -> None:
    """Takes up a game where its journal ends; the seats wait for their keys (RR-TABLE-08)."""
    terms = unfinished.terms
    _seat_the_roster(state, unfinished)
    table, first = _taken_up(unfinished)
    state.play = _play(state, terms, table, unfinished.record)
    state.phase, state.ending = "playing", None
    state.play.log.add([first])
    state.play.hinted.update(unfinished.hinted)
    await state.services.history.began(unfinished.record.manifest)
    if unfinished.hinted:
        await state.services.history.hinted(unfinished.record.manifest.gid)
    for each in unfinished.recorded:
        state.play.recall(each)
    state.play.recall_said(unfinished.sent_away, unfinished.orders)
    await unfinished.record.hand_over((), table)
    for loss in await state.services.archive.losses():
        if loss.gid == unfinished.record.gid:
            state.note(loss.words)
    away = state.lobby.chairs.away()
    for chair in away if unfinished.what_if is None else ():
        start_grace(state, chair)
    if away and (_is_shared_event(state.play) or not may_be_absent(state)):
        state.clock.pause()
        state.awaits_first_key = True
        _hold_event(state, state.play)
    await state.play.go_on()
    state.is_stale = True


def _taken_up(unfinished: Unfinished) -> tuple[Table[GameState], RoomNote]:
    """The table that is played on, and the first word about it."""
    terms, what_if = unfinished.terms, unfinished.what_if
    if what_if is not None:
        return what_if.table, RoomNote("room", what_if.note)
    table = Table(terms.rules, len(terms.roster), terms.options, terms.declared)
    return table, _promise(unfinished.record)


def _hold_event(state: RoomState, play: LiveGame) -> None:
    """A random event is not opened before those are back who have a hand in it."""
    if _is_shared_event(play):
        play.awaits_players = True
        state.note("The random event begins when everybody is back, or has had the time to be")


def _is_shared_event(play: LiveGame) -> bool:
    return play.in_event and play.terms.fairness != "solo"


def _play(state: RoomState, terms: Terms, table: Table[GameState], record: GameRecord) -> LiveGame:
    services, settings = state.services, state.settings
    bots = Bots(
        services.make_bot,
        services.thinker,
        state.clock,
        services.seed(),
        settings=BotLimits(settings.bot_seconds, settings.bot_iterations),
        deck=terms.deck,
    )
    state.chosen_tempo = None
    state.left.clear()
    return LiveGame(table, record, terms, state.lobby.chairs.all, state.stage, bots, state.stay)


def _promise(record: GameRecord) -> RoomNote:
    text = f"The host has committed to this game: {record.commitment}"
    return RoomNote("commitment", text, "luck")


def _match_notes(state: RoomState) -> list[RoomNote]:
    """That this game is one of two, for who plays on a board and has seen no lobby."""
    lobby = state.lobby
    if not lobby.rules.ahead(lobby.options):
        return []
    note = state.memory.next_game(lobby).note
    return [RoomNote("match", lobby.chairs.named(note), "match")]


def _slow_words(roll: float, shuffle: float) -> str:
    """What is said where random events take so many seconds, in a row of 80 columns; or ""."""
    if roll <= LONG_ROLL:
        return ""
    return SLOW.format(roll=roll, shuffle=shuffle)


async def measure_luck(state: RoomState) -> None:
    """Finds out before any deal whether shared luck takes this machine long: people may know."""
    is_wanted = state.lobby.is_auto or state.lobby.fairness != "solo"
    for level in SHARED if is_wanted else ():
        archive = state.services.archive
        roll, shuffle = (
            await archive.seconds(level, "roll"),
            await archive.seconds(level, "shuffle"),
        )
        state.slow_luck[level] = _slow_words(roll, shuffle)
    state.is_stale = True


def _forget_the_last_game(state: RoomState) -> None:
    for person in state.people.connected():
        if person.connection is not None:
            person.connection.forget()


def _seat_the_roster(state: RoomState, unfinished: Unfinished) -> None:
    terms = unfinished.terms
    state.lobby.adopt(terms)
    declared = terms.declared if terms.rules.declaration else ()
    for chair, who in zip(state.lobby.chairs.all, terms.roster, strict=True):
        chair.bot = who.bot
        chair.called = who.name if unfinished.what_if is not None else ""
        chair.declared = declared[chair.seat] if declared else 0
        if who.key:
            is_host = chair.seat == terms.host_seat
            chair.owner = state.people.arrive(who.key, who.name, is_host=is_host, admitted=True)
    for seat, key, name, turn in unfinished.successors:
        person = state.people.arrive(key, name, is_host=False, admitted=True)
        state.lobby.chairs[seat].succeed(person, turn)
    gone = {each.key for each in unfinished.sent_away}
    for chair in state.lobby.chairs.all:
        if chair.owner is not None and chair.key in gone:
            chair.owner.admitted = False
            chair.forfeit()
