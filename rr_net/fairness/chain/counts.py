"""What is counted in the record of a game: its entries, and who gave what to its luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.rows import AnswerRow, CheckpointRow, FreezeRow, Given, Row, entry_of
from rr_net.fairness.chain.signers import made_up, plain_answers

ENOUGH_KEYS = 12
"""A number of keys that nobody guesses, though they come from an idle hand."""


@dataclass(frozen=True, slots=True)
class VerdictCounts:
    """What was counted in a game."""

    entries: int
    shuffles: int
    rolls: int
    frozen: int
    """The random events that people could contribute to."""
    unheard: int
    """Those of them that no seat without a chain gave to."""
    guessable: int
    """Those to which nobody gave more than can be guessed."""
    gave: tuple[int, ...]
    """How many events each seat gave to."""
    segments: int
    """The segments of slow hashes that were worked out anew."""
    checkpoints: int
    reopened: tuple[tuple[int, int], ...]
    """The events whose window was opened more than once, and how often."""
    given_by: tuple[tuple[int, str, int], ...]
    """How many answers of a seat that signs the room has given, by seat and why."""
    signed: tuple[tuple[int, int], ...]
    """How many answers the players' own clients have signed, by seat."""
    unsigned: tuple[tuple[int, int], ...] = ()
    """How many answers of a seat with a key the record has as played without it, by seat."""
    made_up: tuple[tuple[int, int, int], ...] = ()
    """How many moves and shares of luck of a seat with a key nobody has signed, by seat."""


def counted(rows: Sequence[Row], manifest: Manifest, segments: int) -> VerdictCounts:
    """What there is of all that in these rows."""
    kinds = Counter(row.type for row in rows)
    freezes = [row.pub for row in rows if isinstance(row, FreezeRow)]
    gave = Counter(each.seat for freeze in freezes for each in freeze.given)
    chained = set(manifest.chained)
    by_hand = [[each for each in freeze.given if each.seat not in chained] for freeze in freezes]
    return VerdictCounts(
        entries=sum(entry_of(row) is not None for row in rows),
        shuffles=kinds["shuffle"],
        rolls=kinds["roll"],
        frozen=len(freezes),
        unheard=sum(not gifts for gifts in by_hand),
        guessable=sum(bool(gifts) and all(map(is_guessable, gifts)) for gifts in by_hand),
        gave=tuple(gave[seat] for seat in range(len(manifest.seats))),
        segments=segments,
        checkpoints=sum(isinstance(row, CheckpointRow) for row in rows),
        reopened=tuple((each.event, each.opening) for each in freezes if each.opening > 1),
        given_by=_given_by(rows),
        signed=_signed_by(rows),
        unsigned=plain_answers(rows, manifest),
        made_up=_made_up(rows, manifest),
    )


def _signed_by(rows: Sequence[Row]) -> tuple[tuple[int, int], ...]:
    answers = (row.body for row in rows if isinstance(row, AnswerRow))
    # Of an order the host's program has made an answer: which one, nobody has signed.
    mine = (each.seat for each in answers if each.signed and not each.by)
    return tuple(sorted(Counter(mine).items()))


def _given_by(rows: Sequence[Row]) -> tuple[tuple[int, str, int], ...]:
    counts = Counter(
        (row.body.seat, row.body.by) for row in rows if isinstance(row, AnswerRow) and row.body.by
    )
    return tuple((seat, why, count) for (seat, why), count in sorted(counts.items()))


def _made_up(rows: Sequence[Row], manifest: Manifest) -> tuple[tuple[int, int, int], ...]:
    moves, shares = made_up(rows, manifest)
    return tuple((seat, moves[seat], shares[seat]) for seat in sorted({*moves, *shares}))


def is_guessable(given: Given) -> bool:
    """Whether a contribution is so short that it can be tried out before it is made."""
    return given.level == "mash" and len(given.value) < ENOUGH_KEYS
