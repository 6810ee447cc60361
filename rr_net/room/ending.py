"""The end of a game: its outcome, the audit that opens everything, and another game."""

from __future__ import annotations

from rr_net import link
from rr_net.fairness.base.note import SignedNote
from rr_net.game.live import LiveGame
from rr_net.link.refusals import Refused
from rr_net.room.chairs import Chair
from rr_net.room.people import Connection, Participant
from rr_net.room.state import Ending, RoomState
from rr_rules.kernel.game import Outcome, Unveiled
from rr_rules.kernel.requests import Seat

WORDS_A_LINE = 6


def say_goodbye(desk: RoomState, connection: Connection, text: str) -> None:
    """The last word to somebody who has seen the table, with what is worth keeping."""
    person = connection.person
    lines = receipt_lines(desk.play, person.fingerprint) if person.admitted and desk.play else ()
    connection.dismiss(text, desk.commitment, lines)


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
    given = play.record.contributions(seat)
    if not given:
        return ()
    return (
        "What you gave to the random events:",
        *(f"event {event}, {each.level}: {each.value}" for event, each in given),
    )


async def notice_end(desk: RoomState) -> None:
    """Closes the game if the table has reached its end."""
    play = desk.current
    if play is not None and play.is_over:
        await _end(desk, play)
        if play.setting("audit") == "automatic":
            begin_audit(desk)


async def break_off(desk: RoomState) -> None:
    """Ends a game that is not over."""
    assert desk.play is not None
    await _end(desk, desk.play)


async def _end(desk: RoomState, play: LiveGame) -> None:
    await play.end()
    desk.phase = "over"
    desk.ending = Ending(play, desk.memory.sum_up(play))
    desk.memory.keep(play, desk.lobby)
    for chair in desk.lobby.chairs.all:
        chair.cancel_grace()
        chair.ready = False
    desk.leavers.clear()
    await desk.count_abandoned()
    _tell_ending(desk)


def begin_audit(desk: RoomState) -> None:
    """Opens everything that was hidden and has the game verified, once."""
    if desk.ending is None or desk.ending.audit_began:
        return
    desk.ending.audit_began = True
    desk.begin_task(_audit(desk, desk.ending))


async def _audit(desk: RoomState, ending: Ending) -> None:
    ending.verdict = await ending.play.record.audit(ending.outcome)

    async def tell() -> None:
        await desk.count_abandoned()
        if desk.ending is ending:
            desk.note(ending.verdict.sentence if ending.verdict else "", "audit")
            _tell_ending(desk)

    desk.post(tell)


async def ask_for_audit(desk: RoomState, person: Participant) -> None:
    """A seat wishes to see everything opened (RR-HID-08).

    After a game one wish is enough. A game that is going on is broken off, and one that was
    broken off is opened, when all seats whose owners are there wish it. Raises Refused.
    """
    chair = _seat_of(desk, person)
    if desk.phase == "lobby":
        raise Refused("no_game", "there is no game to open")
    chair.wants_audit = True
    finished = desk.ending is not None and desk.ending.outcome is not None
    if not finished and not all(each.wants_audit for each in desk.lobby.chairs.attended()):
        desk.tell_all(link.Notice(text=f"{person.name} wishes to break the game off and open it."))
        return
    if desk.phase == "playing":
        await break_off(desk)
    begin_audit(desk)


def ask_for_rematch(desk: RoomState, person: Participant) -> bool:
    """A seat wants another game; True when all that are there do. Raises Refused."""
    if desk.phase != "over":
        raise Refused("no_rematch", "this game is not over")
    _seat_of(desk, person).ready = True
    desk.is_stale = True
    return all(chair.ready for chair in desk.lobby.chairs.attended())


def _seat_of(desk: RoomState, person: Participant) -> Chair:
    chair = desk.lobby.chairs.of(person)
    if chair is None:
        raise Refused("no_seat", "only those who have a seat may ask for that")
    return chair


def ended(desk: RoomState) -> link.Ended | None:
    """How the last game ended, for whoever is here or comes later."""
    ending = desk.ending
    if ending is None:
        return None
    outcome, verdict, table = ending.outcome, ending.verdict, ending.play.table
    head = _head(ending)
    voids = ending.play.setting("failed_check") == "void"
    is_void = verdict is not None and not verdict.verified and voids
    # Who was what is told with the audit, never before (NN-INFO-10).
    roles = Unveiled() if verdict is None else table.game.unveiled(table.state)
    return link.Ended(
        winners=() if outcome is None or is_void else outcome.winners,
        reason="void" if is_void else "broken_off" if outcome is None else outcome.reason,
        text=_words(desk, ending, is_void=is_void),
        together="" if is_void else ending.together,
        verdict="" if verdict is None else verdict.sentence,
        verified=None if verdict is None else verdict.verified,
        bundle="" if verdict is None else verdict.bundle,
        commitment=desk.commitment,
        size=0 if head is None else head.size,
        head="" if head is None else head.head,
        words=() if head is None else head.words,
        roles=roles.roles,
        unused_roles=roles.unused,
    )


def _head(ending: Ending) -> SignedNote | None:
    """The head that people compare; None while an audit is about to move it."""
    is_opened_now = ending.outcome is not None and ending.play.setting("audit") == "automatic"
    if ending.verdict is None and (ending.audit_began or is_opened_now):
        return None
    return ending.play.record.head


def _tell_ending(desk: RoomState) -> None:
    message = ended(desk)
    if message is not None:
        desk.tell_all(message)


def _words(desk: RoomState, ending: Ending, *, is_void: bool) -> str:
    outcome = ending.outcome
    if is_void:
        return "The result is void: the verification failed"
    if outcome is None:
        return "The game was broken off"
    rules, state = ending.play.table.game, ending.play.table.state
    is_shared = rules.tally(state).is_shared
    who = _all_of(ending.play, outcome) if is_shared else _winners(outcome.winners)
    unranked = "" if desk.talk.is_ranked else " (not ranked)"
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
