"""Invites by name: a code for one person, which lets in the first key that brings it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rr_net.guests.codes import mark_of
from rr_net.names import same_name

HOUR = 3600
USUAL_HOURS = 7 * 24
LONGEST_HOURS = 366 * 24
MOST_OPEN = 200
"""The most invites that are open at once."""

UNITS = {"h": 1, "d": 24, "w": 7 * 24}
TIME = re.compile(r"([1-9]\d{0,3})([hdw])", re.ASCII)

USED = "that code has let somebody in already: it is for one key alone"
OVER = "that code has ended: ask the host for a new one"
CLOSED = "that code was taken back: ask the host"


class BadInvite(ValueError):
    """An invite cannot be made or taken back; the text says why."""


@dataclass(frozen=True, slots=True)
class Invite:
    """A code for one person."""

    mark: str
    """What its code is recognised by."""
    name: str
    """Whom it is for."""
    by: str
    """The key of whoever has invited."""
    ends: int
    """When it lets nobody in any more, in seconds since 1970."""
    code: str = ""
    """The code itself while somebody may still bring it, "" afterwards."""
    key: str = ""
    """The first key that has brought it; from then on it is for this one alone."""
    is_closed: bool = False
    """Whether it was taken back."""

    def is_waiting(self, now: int) -> bool:
        """Whether it still waits for somebody to bring it."""
        return not (self.is_closed or self.key) and now < self.ends

    def lets_in(self, key: str, now: int) -> bool:
        """Whether this key has brought it, and need not bring it again."""
        return not self.is_closed and self.key == key and now < self.ends

    def used_by(self, key: str) -> Invite:
        """The invite once that key has brought it."""
        return replace(self, key=key, code="")

    def closed(self) -> Invite:
        """The invite once it is taken back."""
        return replace(self, is_closed=True, code="")

    def why_not(self, key: str, now: int) -> str:
        """Why it does not let this key in, or ""."""
        if self.is_closed:
            return CLOSED
        if self.key not in ("", key):
            return USED
        return OVER if now >= self.ends else ""


class Invites:
    """All invites of one host, by the mark of their codes."""

    def __init__(self, kept: Iterable[Invite] = ()) -> None:
        self._all = {each.mark: each for each in kept}

    def take(self, invite: Invite) -> Invite:
        """Has an invite stand as it is now."""
        self._all[invite.mark] = invite
        return invite

    def of_code(self, code: str) -> Invite | None:
        """The invite that a code is of, whether it still lets somebody in or not."""
        return self._all.get(mark_of(code))

    def lets_in(self, key: str, now: int) -> bool:
        """Whether a key has brought a code that still counts."""
        return any(each.lets_in(key, now) for each in self._all.values())

    def standing(self, now: int) -> tuple[Invite, ...]:
        """Those that wait or that let their key in, in the order in which they were made."""
        return tuple(e for e in self._all.values() if not e.is_closed and now < e.ends)

    def make(self, code: str, name: str, by: str, now: int, hours: int) -> Invite:
        """A new invite, which is not taken in yet. Raises BadInvite."""
        if not 0 < hours <= LONGEST_HOURS:
            raise BadInvite("an invite ends between an hour and a year from now")
        if sum(each.is_waiting(now) for each in self._all.values()) >= MOST_OPEN:
            raise BadInvite(f"{MOST_OPEN} invites are open already: take some of them back")
        return Invite(mark_of(code), name, by, now + hours * HOUR, code)

    def for_name(self, name: str, now: int) -> tuple[Invite, ...]:
        """The standing invites for somebody of that name."""
        return tuple(each for each in self.standing(now) if same_name(each.name, name))

    def of_person(self, key: str, name: str, now: int) -> tuple[Invite, ...]:
        """All by which somebody could come back: made by a key, brought by it, or for the name.

        The name is "" for somebody who only says so.
        """
        waiting = {e.mark for e in self.for_name(name, now) if not e.key}
        return tuple(
            each for each in self.standing(now)
            if key in (each.by, each.key) or each.mark in waiting
        )  # fmt: skip


def hours_of(text: str) -> int:
    """How many hours `3h`, `7d` or `2w` are. Raises BadInvite."""
    found = TIME.fullmatch(text.strip().lower())
    if found is None:
        raise BadInvite(f"{text!r} is no time: expected a number and h, d or w, as in 3h or 7d")
    return int(found[1]) * UNITS[found[2]]
