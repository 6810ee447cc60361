"""Codes that let people in: how they are made, spelled and remembered."""

from __future__ import annotations

import hmac
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

# Letters that are not mistaken for others when a code is read out.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SHORTEST = 8
"""The fewest letters and digits of a code of one's own choosing."""
LONGEST = 64
MARK_DIGITS = 32
HOUR = 3600
NEW_KEYS = 24
"""How many new keys one code lets in within an hour, unless the host says otherwise."""

TOO_SHORT = (
    "the invite code {code!r} has {count} letters and digits: give {shortest} or more, since "
    "whoever guesses it is let in, and every key has six guesses"
)


class BadCode(ValueError):
    """A code of one's own cannot be used; the text says why."""


def fresh_code() -> str:
    """A code that nobody guesses: eight letters of 31, read out in two halves."""
    letters = [secrets.choice(LETTERS) for _ in range(8)]
    return "".join(letters[:4]) + "-" + "".join(letters[4:])


def check_code(code: str) -> str:
    """A code of one's own choosing, as it was given. Raises BadCode for one that is too short."""
    count = sum(char.isalnum() for char in code)
    if count < SHORTEST:
        raise BadCode(TOO_SHORT.format(code=code, count=count, shortest=SHORTEST))
    if len(code) > LONGEST:
        raise BadCode(f"the invite code has {len(code)} characters: give {LONGEST} or fewer")
    return code


def spelled(code: str) -> bytes:
    """A code as it is compared: people type by ear, so case, spaces and hyphens carry nothing."""
    return "".join(char for char in code.casefold() if char.isalnum()).encode()


def mark_of(code: str) -> str:
    """What a code is recognised by."""
    return sha256(b"runes code\0" + spelled(code)).hexdigest()[:MARK_DIGITS]


def mark_of_key(code: str, key: str) -> str:
    """The same for one key alone, so that a book of keys does not tell who sat together."""
    return sha256(key.encode() + b"\0" + spelled(code)).hexdigest()[:MARK_DIGITS]


def tries_words(left: int) -> str:
    """How often somebody who gave a wrong code may try again."""
    match left:
        case 0:
            return "that was the last try, so the host has to let you in"
        case 1:
            return "one try is left"
    return f"{left} tries are left"


class HourlyQuota:
    """How many new keys one code may let in within an hour."""

    def __init__(self, most: int | None) -> None:
        """Let in `most`, or any number for None."""
        self._most = most
        self._times: deque[int] = deque()

    def take(self, now: int) -> bool:
        """Count one more at a time in seconds, unless the hour has had enough."""
        # One that lies ahead was counted before the clock of the machine was put back.
        while self._times and not now - HOUR < self._times[0] <= now:
            self._times.popleft()
        if self._most is not None and len(self._times) >= self._most:
            return False
        self._times.append(now)
        return True


@dataclass(frozen=True, slots=True)
class DoorRules:
    """How people come in."""

    code: str = ""
    """The common invite code, "" for none."""
    evening: str = ""
    """By what a key is remembered that has given a code of this table; "" for the code itself."""
    is_open: bool = False
    """Whoever has a key is let in."""
    new_keys: int = NEW_KEYS
    """How many new keys an hour the common code lets in."""
    open_keys: int | None = None
    """How many new keys an hour come in where no code is asked; None for any number."""
    fresh_code: Callable[[], str] = fresh_code

    @property
    def quota(self) -> HourlyQuota:
        """What counts the new keys of this table."""
        return HourlyQuota(self.open_keys if self.is_open else self.new_keys)


class CommonCode:
    """The code that is for everybody of an evening, until somebody is sent away."""

    def __init__(self, rules: DoorRules) -> None:
        self._rules = rules
        self.now = rules.code
        """The code, or ""."""
        self._given_up: set[str] = set()

    def fits(self, code: str) -> bool:
        """Whether this is the code."""
        return bool(self.now) and hmac.compare_digest(mark_of(code), mark_of(self.now))

    def is_given_up(self, code: str) -> bool:
        """Whether this was the code, earlier in the evening."""
        return mark_of(code) in self._given_up

    def change(self) -> str:
        """Have another code from now on; the mark of the one that is given up, "" for none."""
        if not self.now:
            return ""
        mark = mark_of(self.now)
        self._given_up.add(mark)
        self.now = self._rules.fresh_code()
        return mark

    def given_by(self, key: str) -> str:
        """What is kept of this evening's codes where that key has given one of them, or ""."""
        evening = self._rules.evening or self._rules.code
        return mark_of_key(evening, key) if evening else ""
