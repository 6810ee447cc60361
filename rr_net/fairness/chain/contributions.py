"""Contributions: what each seat may give to a random event, and what makes it good."""

from __future__ import annotations

import hashlib
import re
from typing import NoReturn

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.levels import LEVELS
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import CheckSignature
from rr_net.fairness.base.rows import Freeze, FreezeRow, Given, PledgeRow, Row
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.reveals import LENGTH, seat_chain

SEED = "rr1-seed"
"""The namespace of a contributed signature."""

KEYS = re.compile(r"[!-~]{1,128}")
OPENING = re.compile(r"[!-~]{8,128}")
BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")


def seed_text(gid: str, event: int) -> str:
    """What a seat signs to contribute a signature to an event."""
    return f"rr1/{gid}\nevent {event}\n"


class Contributors:
    """The seats of one game, with what they have bound themselves to."""

    __slots__ = ("_chains", "_has_events", "_pledges", "_seats")

    def __init__(self, manifest: Manifest, secret: Secret) -> None:
        """Make the chains of the seats that have one."""
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
        if not self._has_events or seat >= len(self._seats) or seat in self._chains:
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
        if (given.level == "chain") != (given.seat in self._chains):
            _bad(given, "is not of the kind that the seat may give", seq)
        match given.level:
            case "mash" if KEYS.fullmatch(given.value) is None:
                _bad(given, "is not of 1 to 128 visible characters", seq)
            case "pledge":
                self._check_opening(given, seq)
            case "signature":
                self._check_form(given, seq)
            case "chain" if event > LENGTH or not self.is_next(given, event):
                problem = f"what seat {given.seat} gave is not the next value of its chain"
                raise BadRow(Failure.BAD_SEAT_CHAIN, problem, seq)

    def _check_opening(self, given: Given, seq: int) -> None:
        if OPENING.fullmatch(given.value) is None:
            _bad(given, "is not of 8 to 128 visible characters", seq)
        if hashlib.sha256(given.value.encode()).hexdigest() != self.pledge_of(given.seat):
            problem = f"what seat {given.seat} gave does not open its pledge"
            raise BadRow(Failure.BAD_PLEDGE, problem, seq)

    def _check_form(self, given: Given, seq: int) -> None:
        if BASE64.fullmatch(given.value) is None:
            _bad(given, "is no signature", seq)
        if not self._seats[given.seat].key:
            _bad(given, "is a signature: the seat has no key", seq)

    def check_signature(
        self, given: Given, text: str, check_signature: CheckSignature, seq: int
    ) -> None:
        """Whether a signed contribution is by the seat's key over `text`. Raises BadRow."""
        key = self._seats[given.seat].key
        if not check_signature(text.encode(), given.value, key, SEED):
            _bad(given, "is not signed by the seat's key", seq)

    def take(self, row: Row) -> None:
        """Note what a row binds a seat to, or uses up."""
        if isinstance(row, PledgeRow):
            self._pledges[row.pub.seat] = row.pub.hash
        if isinstance(row, FreezeRow):
            for given in row.pub.given:
                if given.level == "pledge":
                    del self._pledges[given.seat]


def _bad(given: Given, problem: str, seq: int) -> NoReturn:
    text = f"what seat {given.seat} gave {problem}"
    raise BadRow(Failure.BAD_CONTRIBUTION, text, seq)
