"""Contributions: what each seat may give to a random event, and what makes it good."""

from __future__ import annotations

import hashlib
import re
from typing import NoReturn

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.gamekey import RANDOM, give_message, is_signed_by
from rr_net.fairness.base.levels import LEVELS
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import CheckSignature
from rr_net.fairness.base.rows import (
    AwayRow,
    Freeze,
    FreezeRow,
    Given,
    PlainRow,
    PledgeRow,
    ReopenRow,
    Row,
    SeatRow,
)
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.reveals import LENGTH, seat_chain
from rr_net.fairness.chain.signers import Signers

SEED = "rr2-seed"
"""The namespace of a contributed signature."""

KEYS = re.compile(r"[!-~]{1,128}")
OPENING = re.compile(r"[!-~]{8,128}")
SIGNED = re.compile(r"[0-9a-f]{192}")
BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")
FORMS = {
    "mash": (KEYS, "is not of 1 to 128 visible characters"),
    "pledge": (OPENING, "is not of 8 to 128 visible characters"),
    "signature": (BASE64, "is no signature"),
    "signed": (SIGNED, "is not of 32 bytes and a signature, in hexadecimal digits"),
}
"""How what is given at each level looks, and what is said of what does not; chains are compared."""


def seed_text(gid: str, event: int, opening: int) -> str:
    """What a seat signs to contribute a signature to an opening of an event."""
    return f"rr2/{gid}\nevent {event}\nopening {opening}\n"


class Contributors:
    """The seats of one game, with what they have bound themselves to."""

    __slots__ = ("_chains", "_gid", "_has_events", "_pledges", "_seats", "_signers")

    def __init__(self, manifest: Manifest, secret: Secret, signers: Signers) -> None:
        """Make the chains of the seats that have one; `signers` knows who signs."""
        self._gid, self._signers = manifest.gid, signers
        self._has_events = LEVELS[manifest.fairness].has_events
        self._seats = manifest.seats
        self._chains = {seat: seat_chain(secret, seat) for seat in manifest.chained}
        self._pledges: dict[int, str] = {}

    @property
    def anchors(self) -> tuple[tuple[int, str], ...]:
        """Where each chain begins, by seat."""
        return tuple((seat, chain.anchor) for seat, chain in self._chains.items())

    @property
    def pledged(self) -> frozenset[int]:
        """The seats with a pledge that is not used."""
        return frozenset(self._pledges)

    def pledge_of(self, seat: int) -> str:
        """The hash that a seat is bound to, or ""."""
        return self._pledges.get(seat, "")

    def chain_value(self, seat: int, event: int) -> Given | None:
        """What a seat's chain gives to an event; None for a seat without one."""
        chain = self._chains.get(seat)
        return None if chain is None else Given(level="chain", seat=seat, value=chain.at(event))

    def is_next(self, given: Given, event: int) -> bool:
        """Whether a value is what the seat's chain gives to an event."""
        return given == self.chain_value(given.seat, event)

    # --- checks ------------------------------------------------------------------------

    def check_pledge(self, row: PledgeRow) -> None:
        """Whether a seat may bind itself here. Raises BadRow."""
        seat = row.pub.seat
        is_no_seat = not self._has_events or seat >= len(self._seats)
        if is_no_seat or seat in self._chains or self._signers.signs(seat):
            problem = f"a pledge of seat {seat}: expected one that contributes by hand"
            raise BadRow(Failure.BAD_PLEDGE, problem, row.seq)

    def check_freeze(self, freeze: Freeze, seq: int) -> None:
        """Whether every seat is heard once, in its place, by something good. Raises BadRow."""
        given = [each.seat for each in freeze.given]
        absent = list(freeze.absent)
        in_order = given == sorted(given) and absent == sorted(absent)
        if not in_order or sorted(given + absent) != list(range(len(self._seats))):
            problem = "contributions: expected each seat once, given or absent, in order"
            raise BadRow(Failure.BAD_CONTRIBUTION, problem, seq)
        silent = [seat for seat in absent if seat in self._chains]
        if silent:
            problem = f"seat {silent[0]} is absent: expected the next value of its chain"
            raise BadRow(Failure.BAD_CONTRIBUTION, problem, seq)
        for each in freeze.given:
            self.check(each, freeze.event, seq)

    def check(self, given: Given, event: int, seq: int) -> None:
        """Whether one contribution is good, its signature aside. Raises BadRow."""
        self._check_kind(given, seq)
        if given.level != "pledge" and given.seat in self._pledges:
            problem = f"what seat {given.seat} gave is no opening of its pledge, which stands"
            raise BadRow(Failure.BAD_PLEDGE, problem, seq)
        match given.level:
            case "pledge" if self.pledge_of(given.seat) != _digest(given):
                problem = f"what seat {given.seat} gave does not open its pledge"
                raise BadRow(Failure.BAD_PLEDGE, problem, seq)
            case "chain" if event > LENGTH or not self.is_next(given, event):
                problem = f"what seat {given.seat} gave is not the next value of its chain"
                raise BadRow(Failure.BAD_SEAT_CHAIN, problem, seq)

    def _check_kind(self, given: Given, seq: int) -> None:
        """Whether a seat may give at this level, and the value has its form."""
        seat, level = given.seat, given.level
        may = (level == "chain") == (seat in self._chains)
        if level != "chain" and (level == "signed") != self._signers.signs(seat):
            may = False
        if not may or (level != "chain" and self._signers.is_away(seat)):
            _bad(given, "is not of the kind that the seat may give", seq)
        form, problem = FORMS.get(level, (None, ""))
        if form is not None and form.fullmatch(given.value) is None:
            _bad(given, problem, seq)
        if level == "signature" and not self._seats[seat].key:
            _bad(given, "is a signature: the seat has no key", seq)

    def check_signature(
        self, given: Given, at: tuple[int, int], check_signature: CheckSignature, seq: int
    ) -> None:
        """Whether a contribution is signed, if it must be, `at` an event and an opening of it.

        Raises BadRow.
        """
        if given.level == "signature":
            text, key = seed_text(self._gid, *at).encode(), self._seats[given.seat].key
            is_good = check_signature(text, given.value, key, SEED)
        elif given.level == "signed":
            drawn, signature = given.value[:RANDOM], given.value[RANDOM:]
            message = give_message(self._gid, *at, given.seat, drawn)
            is_good = is_signed_by(self._signers.key_of(given.seat), message, signature)
        else:
            return
        if not is_good:
            _bad(given, "is not signed by the seat's key", seq)

    def take(self, row: Row) -> None:
        """Note what a row binds a seat to, or uses up."""
        match row:
            case PledgeRow():
                self._pledges[row.pub.seat] = row.pub.hash
            case FreezeRow():
                for given in row.pub.given:
                    if given.level == "pledge":
                        del self._pledges[given.seat]
            case ReopenRow():
                # Whoever has opened theirs in the window that was cut off has told the host.
                self._pledges.clear()
            case SeatRow(pub=pub) | AwayRow(pub=pub) | PlainRow(pub=pub):
                self._pledges.pop(pub.seat, None)


def _digest(given: Given) -> str:
    return hashlib.sha256(given.value.encode()).hexdigest()


def _bad(given: Given, problem: str, seq: int) -> NoReturn:
    text = f"what seat {given.seat} gave {problem}"
    raise BadRow(Failure.BAD_CONTRIBUTION, text, seq)
