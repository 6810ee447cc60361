"""The messages about the table around the game: who is there, and what is agreed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from rr_net import link
from rr_net.bots.kinds import kinds_for, word_on
from rr_net.fairness.base.levels import LEVELS
from rr_net.game.archive import UnopenedGame
from rr_net.game.seats import Level
from rr_net.guests.keywords import words_of_key
from rr_net.room.chairs import Chair, Chairs
from rr_net.room.lobby import LobbyState
from rr_net.room.people import Participant, People
from rr_net.room.state import LEFT_FOR, Cached, RoomState
from rr_rules import __version__
from rr_rules.kernel.game import Game, GameState, NextGame, Talk
from rr_rules.kernel.settings import PACES
from rr_rules.registry import EDITIONS, games

WINDOWS = {
    "sealed": "Reaction windows are sealed: public facts say how long each stays "
    "open, whatever anybody has, and it shows only that somebody holds it open.",
    "answered": "Reaction windows wait for everybody's answer: they show how long the slowest "
    "one thought, and nothing else.",
    "fast": "Reaction windows are fast: only players who can act are asked, so a pause shows "
    "that somebody can.",
}
TOGETHER = (
    "Fairness {level}: everybody has a hand in the luck. Before each shuffle ({shuffle:g} s) and "
    "each roll ({roll:g} s) press keys: if one of you does, nobody can choose the result, "
    "the host included."
)
ALONE = (
    "Fairness solo: the host alone chooses the randomness, and commits to it before the "
    "deal. Nothing shows that it was drawn blindly."
)
ALONE_YET = (
    "While one person is alone here the host's machine chooses the luck. Once a friend is let in, "
    "everybody has a hand in the luck of the next deal."
)
PEEKING = (
    "The host can look at hidden cards. The check after the game proves that the deck was not "
    "stacked; it cannot prove that the host did not peek."
)
PEEKING_ALONE = (
    "The host can look at hidden cards. The check after the game proves that it was played as "
    "dealt; it cannot prove that the host did not peek."
)
UNFINISHED = "Unfinished{game}: it is kept, can go on, and is not opened yet."
ENDED = "Ended early{game}: its cards are closed."
PHRASES = "While the game is on, its players talk by set phrases."
UNRANKED = "Players are told more here than in a ranked game: the result is not ranked."
OUTSIDE = "Type the table's invite code, or wait for the host to let you in."
MOST_LOSSES = 3
CLOCK = (
    "Each decision has {} seconds, then it is made for you. After three in a row a bot plays your "
    "seat, until you press Enter."
)
COMES = "You are let in. Who plays here alone reads that you come: you see it in a moment."


def notes(
    lobby: LobbyState, unopened: Sequence[UnopenedGame] = (), more: int = 0
) -> tuple[str, ...]:
    """The notes for a table, whose host has left these games unopened, and some more."""
    window = WINDOWS.get(lobby.options.get("window", ""), "")
    host = _host_line(lobby.options, lobby.chairs)
    peeking = PEEKING if LEVELS[lobby.fairness].has_events else PEEKING_ALONE
    is_open = lobby.is_auto and lobby.fairness == "solo"
    luck = ALONE_YET if is_open else _level_line(lobby.fairness)
    lines = (window, luck, peeking, host, *_unopened_lines(unopened, more))
    return tuple(line for line in lines if line)


def talk_notes(talk: Talk) -> tuple[str, ...]:
    """How far people may talk, where that is not as far as they like."""
    phrases = "" if talk.is_free else PHRASES
    unranked = "" if talk.is_ranked else UNRANKED
    return tuple(line for line in (phrases, talk.reminder, unranked) if line)


def _level_line(name: Level) -> str:
    level = LEVELS[name]
    if not level.has_events:
        return ALONE
    shuffle, roll = level.shuffle / 1000, level.roll / 1000
    return TOGETHER.format(level=name, shuffle=shuffle, roll=roll)


def _host_line(options: Mapping[str, str], chairs: Chairs) -> str:
    host = next((chair for chair in chairs.all if chair.owner and chair.owner.is_host), None)
    if host is not None:
        return f"The host plays, as {host.name}: the host's machine holds all cards."
    if options.get("host_seat") == "dealer_only":
        return "The host only deals and has no seat."
    return ""


def _unopened_lines(unopened: Sequence[UnopenedGame], more: int) -> tuple[str, ...]:
    named = tuple(
        (UNFINISHED if each.can_go_on else ENDED).format(game=_which(each)) for each in unopened
    )
    return (*named, f"And {more} more whose cards are closed.") if more else named


def _clock_lines(state: RoomState) -> Iterator[str]:
    """How long anybody may think, and be gone, where a clock runs within one evening."""
    limit = state.lobby.setting("turn_clock", "off")
    if limit != "off" and state.lobby.setting("pace", "") != "days":
        yield CLOCK.format(limit)
    if state.settings.welcomes:
        yield link.ENDS_EMPTY.format(LEFT_FOR)


def _losses(state: RoomState) -> tuple[str, ...]:
    """The newest times that the host went on from an older end than people had seen."""
    return tuple(each.words for each in state.losses[-MOST_LOSSES:])


def _slowness(state: RoomState) -> tuple[str, ...]:
    """That shared luck takes long on this machine, before a deal."""
    words = "" if state.phase == "playing" else state.slow_luck.get(state.lobby.fairness, "")
    return (f"{words}.",) if words else ()


def _which(game: UnopenedGame) -> str:
    """A game by who played it and how far, as people know it; its id is in the next record."""
    people = f", with {' and '.join(game.people)}" if game.people else ""
    turn = f", at turn {game.turn}" if game.turn else ""
    return f"{people}{turn}, on {game.day}" if game.day else f"{people}{turn}"


def welcome(state: RoomState, person: Participant, *, elsewhere: bool = False) -> link.Welcome:
    """The first message of a connection."""
    return link.Welcome(
        version=__version__,
        table=state.settings.name,
        name=person.name,
        fingerprint=person.fingerprint,
        words="" if person.admitted else person.words,
        is_host=person.is_host,
        admitted=person.admitted,
        tries_left=state.people.tries_left(person),
        commitment=state.commitment,
        games=tuple((game, listed.name) for game, listed in games().items()),
        profile=person.profile,
        elsewhere=elsewhere,
    )


def show_lobby(state: RoomState, person: Participant) -> None:
    """Brings the table around the game up to date on one screen."""
    if person.connection is not None:
        # Whoever comes to a table of one counts down alone.
        outside = person.fingerprint if person in state.coming else ""
        key = ("lobby", person.admitted, person.is_host, is_doorkeeper(state, person), outside)
        person.connection.show(*state.cache.cached(key, lambda: _lobby_of(state, person)))


def is_doorkeeper(state: RoomState, person: Participant) -> bool:
    """Whether a person may let people in: the host, and players while the host is away."""
    if person.is_host:
        return True
    chairs = state.lobby.chairs
    is_left_to_players = any(c.away and c.owner and c.owner.is_host for c in chairs.all)
    own = chairs.of(person)
    return is_left_to_players and own is not None and own.is_minded


def _lobby_of(state: RoomState, person: Participant) -> Cached[link.Lobby]:
    message = _lobby(state, person) if person.admitted else _outside(state, person)
    # Seconds that count down are not sent again for that: when they end is what counts.
    dues = tuple(chair.grace and chair.grace.due for chair in state.lobby.chairs.all)
    timeless = message
    if any(dues) or message.letting_in:
        seats = tuple(seat.model_copy(update={"grace": 0}) for seat in message.seats)
        timeless = message.model_copy(update={"seats": seats, "letting_in": 0.0})
    return Cached(message, (timeless, dues, tuple(state.coming.values())))


def _lobby(state: RoomState, person: Participant) -> link.Lobby:
    lobby = state.lobby
    following = state.memory.next_game(lobby, is_between=state.phase != "playing")
    return link.Lobby(
        phase=state.phase,
        game=lobby.rules.id,
        game_name=title_of(lobby),
        declaration=lobby.rules.declaration,
        declarable=lobby.rules.declarable(),
        fewest=lobby.rules.least_seats(lobby.options),
        most=lobby.rules.most_seats(lobby.options),
        bots=_bots(lobby.rules),
        best=lobby.usual_bot,
        seats=tuple(_seat(state, chair) for chair in lobby.chairs.all),
        people=_people(state, person),
        options=lobby.option_states(),
        presets=lobby.presets_offered(),
        commitment=state.commitment,
        fairness=lobby.fairness,
        notes=_all_notes(state, following),
        paused=state.clock.is_paused,
        doorkeeper=is_doorkeeper(state, person),
        host_luck=_chooses_alone(state),
        invite=state.people.common.now if person.is_host else "",
        invitations=invitations(state.people, state.services.today()) if person.is_host else (),
        free_chat=state.is_chat_free,
        reminder=state.talk.reminder,
        tempo=state.tempo,
        stay=0.0 if state.tempo == "step" else state.stay,
        motion="off" if state.tempo == "step" else PACES[state.tempo].motion,
        alone=state.is_alone,
        letting_in=_letting_in(state),
        waits=lobby.waits if state.phase == "lobby" else "",
        again=following.again if state.phase == "over" else "",
    )


def _all_notes(state: RoomState, following: NextGame) -> tuple[str, ...]:
    more = len(state.abandoned) - len(state.unopened)
    return (
        *_clock_lines(state),
        *_losses(state),
        *_slowness(state),
        *notes(state.lobby, state.unopened, more),
        *_customs(state, following),
    )


def listing_of(state: RoomState) -> dict[str, object]:
    """What strangers may read of a table: game, chairs and pace."""
    chairs = state.lobby.chairs.all
    return {
        "game": title_of(state.lobby),
        "seats": len(chairs),
        "free": sum(chair.owner is None for chair in chairs),
        "pace": state.tempo,
    }


def figures_of(state: RoomState) -> dict[str, object]:
    """How a table is, for who runs its host."""
    play = state.current
    return {
        "phase": state.phase,
        "game": title_of(state.lobby),
        "turn": 0 if play is None else play.turn,
        "people": sum(1 for _ in state.people.connected()),
        "seats": len(state.lobby.chairs.all),
        "paused": state.clock.is_paused,
        "waiting": len(state.tasks),
    }


def title_of(lobby: LobbyState) -> str:
    """What the game is called with its options, as in the list of games."""
    rules, options = lobby.rules, lobby.options
    return next((each.name for each in EDITIONS if each.fits(rules.id, options)), rules.name)


@lru_cache(8)
def _bots(rules: Game[GameState]) -> tuple[link.OptionPointedAt, ...]:
    return tuple(link.OptionPointedAt(id=kind, text=word_on(kind)) for kind in kinds_for(rules))


def _customs(state: RoomState, following: NextGame) -> tuple[str, ...]:
    """What is special about talk at this table, and what its rules say of the next game."""
    # The first game's end has just said of the second what this says when it is dealt.
    is_said = state.phase == "over" and following.again
    note = "" if is_said else state.lobby.chairs.named(following.note)
    return (*talk_notes(state.talk), *((note,) if note else ()))


def _letting_in(state: RoomState) -> float:
    """Seconds until somebody sees the table of one; 0 where nobody comes."""
    soonest = min(state.coming.values(), default=0.0)
    return max(0.0, soonest - state.services.clock.time())


def _outside(state: RoomState, person: Participant) -> link.Lobby:
    """What somebody sees who was not let in yet: the game, and nobody who plays it."""
    rules = state.lobby.rules
    return link.Lobby(
        phase=state.phase,
        game=rules.id,
        game_name=title_of(state.lobby),
        declaration="",
        seats=(),
        people=(),
        options=(),
        commitment=state.commitment,
        fairness=state.lobby.fairness,
        notes=(COMES if person in state.coming else OUTSIDE,),
        letting_in=max(0.0, state.coming.get(person, 0.0) - state.services.clock.time()),
    )


def _chooses_alone(state: RoomState) -> bool:
    """Whether nobody is left in this game who gives to the luck by hand."""
    play = state.current
    is_shared = play is not None and play.terms.fairness != "solo"
    return is_shared and play is not None and not play.events.somebody_gives


def _people(state: RoomState, reader: Participant) -> tuple[link.Person, ...]:
    """Who is around the table; those who wait outside are for who may let them in."""
    shown = state.people.connected() if is_doorkeeper(state, reader) else state.guests()
    return tuple(_person(state, person, for_host=reader.is_host) for person in shown)


def _seat(state: RoomState, chair: Chair) -> link.SeatState:
    left = 0 if chair.grace is None else math.ceil(chair.grace.due - state.clock.time())
    words, is_open = state.lobby.rules.declarable(), state.phase == "lobby"
    return link.SeatState(
        seat=chair.seat,
        kind=_kind(chair),
        name=chair.name,
        bot=chair.bot,
        ready=chair.ready or bool(chair.bot),
        connected=chair.is_attended or bool(chair.bot),
        declared=chair.declared,
        away=chair.away,
        checks=chair.is_attended and chair.owner is not None and chair.owner.signer is not None,
        since=chair.since,
        next="" if chair.successor is None else chair.successor.name,
        may_declare=state.lobby.open_declarations(chair, *range(len(words))) if is_open else (),
        grace=max(0, left),
        stand_in=chair.stand_in,
        filed=state.current is not None and state.current.orders.is_filed(chair.seat),
        ask_me=() if state.current is None else state.current.orders.asks(chair.seat),
    )


def _kind(chair: Chair) -> Literal["empty", "player", "bot"]:
    if chair.owner is not None:
        return "empty" if chair.stood_up else "player"
    return "bot" if chair.bot else "empty"


def _person(state: RoomState, person: Participant, *, for_host: bool) -> link.Person:
    chair = state.lobby.chairs.of(person)
    return link.Person(
        name=person.name,
        seat=-1 if chair is None else chair.seat,
        is_host=person.is_host,
        admitted=person.admitted,
        asks_for=state.asks[person].seat if person in state.asks else -1,
        fingerprint=person.fingerprint if for_host else "",
        words="" if person.admitted else person.words,
        sent_away=not person.admitted and person.fingerprint in state.sent_away,
    )


def invitations(people: People, now: int) -> tuple[link.Invitation, ...]:
    """The invites by name that still count, for the host alone."""
    standing = people.invites.standing(now)
    return tuple(
        link.Invitation(
            name=each.name,
            code=each.code,
            ends=each.ends,
            key=each.key,
            words=words_of_key(each.key) if each.key else "",
        )
        for each in standing
    )
