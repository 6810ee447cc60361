"""The end of a game: its outcome, the audit that opens everything, and another game."""

from __future__ import annotations

import re
from typing import NamedTuple

from rr_net import link
from rr_net.fairness.base.note import SignedNote
from rr_net.game.live import LiveGame
from rr_net.history.recording import HowItEnded
from rr_net.link.refusals import Refused
from rr_net.room.chairs import Chair
from rr_net.room.people import Connection, Participant
from rr_net.room.state import Ending, RoomState
from rr_net.store import DiskFull, JournalGone, StoreError, Successor
from rr_rules.kernel.game import Outcome, Unveiled
from rr_rules.kernel.requests import Seat

WORDS_A_LINE = 6
NO_LINE = "ssh ... bundle"
"""What stands in the place of a line that the host does not know, where it says how to fetch."""
SSH_LINE = re.compile(r"ssh (?:-J \S+ )?(?:-p \d+ )?\S+@\S+")
"""What leads to this table, without the words behind it."""


def say_goodbye(
    state: RoomState, connection: Connection, text: str, *, closes: bool = False
) -> None:
    """The last word to somebody who has seen the table, with what is worth keeping.

    `closes` where the whole table is closed: then everybody's way back is said too.
    """
    person = connection.person
    lines = receipt_lines(state.play, person.fingerprint) if person.admitted and state.play else ()
    back = connection.way_back if closes and person.admitted else ""
    connection.dismiss(text, state.commitment, lines, back)


CLOSED = "The host has closed the table."


class Farewell(NamedTuple):
    """What is read when the table is closed."""

    host: str
    guests: str

    @classmethod
    def of_all(cls, words: str) -> Farewell:
        """The same for everybody."""
        return cls(words, words)


async def closing_words(state: RoomState) -> Farewell:
    """What is read when the table is closed: what becomes of a game that is not over."""
    try:
        await state.services.archive.make_sure()
    except JournalGone as gone:
        return Farewell.of_all(fault_words(gone))
    host, guests = (kept_game(state, is_guest=is_guest) for is_guest in (False, True))
    return Farewell(f"{CLOSED} {host}".rstrip(), f"{CLOSED} {guests}".rstrip())


FAULT = "The table has stopped because of a fault. The host can take the game up again."
FULL = (
    "The table has stopped: the disk of the host's machine is full. The host can take the game up "
    "again as soon as there is room on it."
)

GONE = (
    "The table has stopped: its files on the host's machine were deleted or moved while it was "
    "open. A game that was on cannot be taken up again there; what you have fetched of it stays "
    "yours."
)
WORDS: dict[type[StoreError], str] = {DiskFull: FULL, JournalGone: GONE}


def fault_words(fault: Exception | None) -> str:
    """What everybody reads when a fault has ended the table."""
    return next((words for kind, words in WORDS.items() if isinstance(fault, kind)), FAULT)


def kept_game(state: RoomState, *, is_guest: bool) -> str:
    """How the game on the table is kept; "" while none is being played."""
    play = state.current
    if play is None:
        return ""
    turn = play.table.game.turn(play.table.state)
    return link.kept_words(turn, state.settings.keeper, is_guest=is_guest)


def receipt_lines(play: LiveGame, fingerprint: str) -> tuple[str, ...]:
    """The last checkpoint in full and in words, and what an own seat gave to each event."""
    seat = play.roster.get(fingerprint)
    return (*_checkpoint(play), *(() if seat is None else _given(play, seat)))


def _checkpoint(play: LiveGame) -> tuple[str, ...]:
    receipt, head = play.record.receipt(), play.record.head
    if receipt is None or head is None:
        return ()
    words = head.words
    rows = (words[i : i + WORDS_A_LINE] for i in range(0, len(words), WORDS_A_LINE))
    note, _ = receipt
    return (
        "What the host has signed last:",
        *note.decode("ascii").splitlines(),
        "In words, to compare with the others:",
        *(" ".join(row) for row in rows),
    )


def _given(play: LiveGame, seat: Seat) -> tuple[str, ...]:
    given = play.record.given_notes(seat)
    if not given:
        return ()
    return (
        "What you gave to the random events, as runes verify --me reads it:",
        *(each.line for each in given),
    )


async def notice_end(state: RoomState) -> None:
    """Closes the game if the table has reached its end."""
    play = state.current
    if play is not None and play.is_over:
        await _end(state, play)
        if play.setting("audit") == "automatic":
            begin_audit(state)


async def break_off(state: RoomState) -> None:
    """Ends a game that is not over."""
    assert state.play is not None
    await _end(state, state.play)


async def _end(state: RoomState, play: LiveGame) -> None:
    await play.end()
    state.phase = "over"
    told = play.story.recount(len(play.terms.roster))
    since = {Seat(chair.seat): chair.since for chair in state.lobby.chairs.all if chair.since}
    hosts = {person.fingerprint for person in state.guests() if person.is_host}
    alone = play.roster if play.roster.keys() <= hosts else {}
    together = state.memory.sum_up(play, state.lobby)
    state.ending = Ending(play, told, together, alone=dict(alone), since=since)
    state.last_ending = state.ending
    state.memory.keep(play, state.lobby)
    state.asks.clear()
    gid, history = play.record.manifest.gid, state.services.history
    # Its bundle is for them too, also after another start of this host.
    watchers = {each.fingerprint for each in state.guests()} - play.roster.keys()
    await state.services.archive.saw(gid, watchers)
    await history.ended(gid, _how_it_ended(state, play))
    state.ending.when = await history.when(gid)
    for chair in state.lobby.chairs.all:
        chair.cancel_grace()
        chair.ready, chair.successor = False, None
    state.leavers.clear()
    await state.count_abandoned()
    _tell(state, state.ending)


def _how_it_ended(state: RoomState, play: LiveGame) -> HowItEnded:
    """What the history is to know, before anybody is taken from a chair."""
    chairs = state.lobby.chairs.all
    return HowItEnded(
        play.turn,
        play.table.outcome,
        play.table.game.tally(play.table.state),
        tuple(Successor(c.seat, c.key, c.name, c.since) for c in chairs if c.since),
        any(c.key and (c.removed or c.is_given_up or c.key in state.left) for c in chairs),
        bool(play.hinted),
    )


def begin_audit(state: RoomState) -> None:
    """Opens everything that was hidden and has the game verified, once."""
    if state.ending is None or state.ending.audit_began:
        return
    state.ending.audit_began = True
    state.begin_task(_audit(state, state.ending))


async def _audit(state: RoomState, ending: Ending) -> None:
    record = ending.play.record
    verdict = ending.verdict = await record.audit(ending.outcome)
    problem = "" if verdict.verified else verdict.sentence
    history, gid = state.services.history, record.manifest.gid
    await history.checked(gid, problem, is_sampled=verdict.is_sampled)

    async def tell() -> None:
        await state.count_abandoned()
        if state.ending is ending and state.phase == "over":
            own = verdict.own and dict.fromkeys(ending.alone.values(), verdict.own)
            state.note(verdict.sentence, "audit", own or {})
        # Who plays on already reads of it too; not who has found the table made fresh.
        if state.last_ending is not None:
            _tell(state, ending)

    state.post(tell)


BREAK_OFF = "{} wishes to break the game off and open it."
OPEN = "{} wishes to open the cards: they are, as soon as all who played and are here ask for it."


async def ask_for_audit(state: RoomState, person: Participant) -> None:
    """A seat wishes to see everything opened (RR-HID-08).

    After a game one wish is enough. A game that is going on is broken off, and one that was
    broken off is opened, when all seats whose owners are there wish it. Raises Refused.
    """
    chair = _seat_of(state, person)
    if state.phase == "lobby":
        raise Refused("no_game", "there is no game to open")
    chair.wants_audit = True
    finished = state.ending is not None and state.ending.outcome is not None
    if not finished and not all(each.wants_audit for each in state.lobby.chairs.attended()):
        wish = BREAK_OFF if state.phase == "playing" else OPEN
        state.tell_all(link.Notice(text=wish.format(person.name)))
        return
    if state.phase == "playing":
        await break_off(state)
    begin_audit(state)


def ask_for_rematch(state: RoomState, person: Participant) -> bool:
    """A seat wants another game; True when all that are there do. Raises Refused."""
    if state.phase != "over":
        raise Refused("no_rematch", "this game is not over")
    _seat_of(state, person).ready = True
    state.is_stale = True
    there = [chair for chair in state.lobby.chairs.attended() if not chair.away]
    return all(chair.ready for chair in there)


def _seat_of(state: RoomState, person: Participant) -> Chair:
    chair = state.lobby.chairs.of(person)
    if chair is None:
        raise Refused("no_seat", "only those who have a seat may ask for that")
    return chair


def ended(state: RoomState, person: Participant) -> link.Ended | None:
    """How the last game ended, for whoever is here or comes later."""
    ending = state.ending
    return None if ending is None else _as_read(_ended(state, ending), ending, person)


def _tell(state: RoomState, ending: Ending) -> None:
    message = _ended(state, ending)
    for person in state.guests():
        person.tell(_as_read(message, ending, person))


def _as_read(message: link.Ended, ending: Ending, person: Participant) -> link.Ended:
    """The same; to the host who has played alone no verdict says that the host chose the luck."""
    own = ending.verdict.own if ending.verdict is not None else ""
    is_own = bool(own) and person.fingerprint in ending.alone
    bundle = _fetched(message.bundle, person)
    changes = {"bundle": bundle, **({"verdict": own} if is_own else {})}
    return message.model_copy(update=changes) if is_own or bundle != message.bundle else message


def _fetched(told: str, person: Participant) -> str:
    """How somebody fetches the record: by the line that led here, where the table knows it."""
    line = SSH_LINE.match(person.connection.way_back) if person.connection is not None else None
    return f"{line[0]} bundle > bundle.json" if line is not None and NO_LINE in told else told


def _ended(state: RoomState, ending: Ending) -> link.Ended:
    outcome, verdict, table = ending.outcome, ending.verdict, ending.play.table
    head, told = _head(ending), ending.told
    voids = ending.play.setting("failed_check") == "void"
    is_void = verdict is not None and verdict.verified is False and voids
    # Who was what is told with the audit, never before (NN-INFO-10).
    roles = Unveiled() if verdict is None else table.game.unveiled(table.state)
    return link.Ended(
        winners=() if outcome is None or is_void else outcome.winners,
        reason="void" if is_void else "broken_off" if outcome is None else outcome.reason,
        text=_words(state, ending, is_void=is_void),
        together="" if is_void else ending.together,
        verdict="" if verdict is None else verdict.sentence,
        verified=None if verdict is None else verdict.verified,
        sampled=verdict is not None and verdict.is_sampled,
        bundle="" if verdict is None else verdict.bundle,
        host_luck=verdict is not None and verdict.host_luck,
        luck="" if verdict is None else verdict.luck,
        whole="" if verdict is None else verdict.whole,
        commitment=ending.play.record.commitment,
        size=0 if head is None else head.size,
        head="" if head is None else head.head,
        words=() if head is None else head.words,
        roles=roles.roles,
        unused_roles=roles.unused,
        turns=told.turns,
        when=ending.when,
        stories=tuple(
            link.SeatStory(seat=seat, curve=each.curve, deeds=each.deeds)
            for seat, each in enumerate(told.accounts)
        ),
        moments=tuple(
            link.KeyMoment(turn=each.turn, text=each.told, clause=each.line.clause)
            for each in told.moments
        ),
        awards=tuple(
            link.Award(title=each.title, seat=each.seat, deeds=each.deeds) for each in told.awards
        ),
    )


def _head(ending: Ending) -> SignedNote | None:
    """The head that people compare; None while an audit is about to move it."""
    is_opened_now = ending.outcome is not None and ending.play.setting("audit") == "automatic"
    if ending.verdict is None and (ending.audit_began or is_opened_now):
        return None
    return ending.play.record.head


def _words(state: RoomState, ending: Ending, *, is_void: bool) -> str:
    outcome = ending.outcome
    if is_void:
        return "The result is void: the verification failed"
    if outcome is None:
        turn = f" at turn {ending.play.turn}" if ending.play.turn else ""
        return f"The game is unfinished: it was ended{turn}"
    rules, position = ending.play.table.game, ending.play.table.state
    is_shared = rules.tally(position).is_shared
    who = _all_of(ending.play, outcome) if is_shared else _winners(outcome.winners)
    unranked = "" if state.talk.is_ranked else " (not ranked)"
    return f"{who} {rules.reason(outcome)}{unranked}"


def _all_of(play: LiveGame, outcome: Outcome) -> str:
    """What becomes of those who play together, up to the reason."""
    is_alone = len(play.terms.roster) == 1
    if outcome.winners:
        return "{0} has won" if is_alone else "All have won together"
    return "{0} has lost:" if is_alone else "All have lost together:"


def _winners(winners: tuple[int, ...]) -> str:
    """Who wins, up to the reason."""
    if not winners:
        return "Nobody wins:"
    *first, last = [f"{{{seat}}}" for seat in winners]
    return f"{', '.join(first)} and {last} win" if first else f"{last} wins"
