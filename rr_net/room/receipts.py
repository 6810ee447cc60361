"""What people may take home: lines for the screen of whoever leaves."""

from __future__ import annotations

from rr_net.game.live import Play
from rr_net.room.connection import Connection
from rr_net.room.state import Desk

WORDS_A_LINE = 6


def say_goodbye(desk: Desk, connection: Connection, text: str) -> None:
    """The last word to somebody who has seen the table, with what is worth keeping."""
    person = connection.person
    lines = receipt_lines(desk.play, person.fingerprint) if person.admitted and desk.play else ()
    connection.dismiss(text, desk.commitment, lines)


def receipt_lines(play: Play, fingerprint: str) -> tuple[str, ...]:
    """The last checkpoint in full and in words, and what an own seat gave to each event."""
    seat = play.roster.get(fingerprint)
    return (*_checkpoint(play), *(() if seat is None else _given(play, seat)))


def _checkpoint(play: Play) -> tuple[str, ...]:
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


def _given(play: Play, seat: int) -> tuple[str, ...]:
    given = play.record.contributions(seat)
    if not given:
        return ()
    return (
        "What you gave to the random events:",
        *(f"event {event}, {each.level}: {each.value}" for event, each in given),
    )
