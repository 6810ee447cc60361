"""People: who is connected with which key, who was let in, and what they are called."""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass, field
from itertools import chain, count
from typing import TYPE_CHECKING, Protocol

from rr_net.clocks import Allowance, Clock
from rr_net.refusals import Refused
from rr_net.safetext import BadName, SafeText, clean_name, name_hint

if TYPE_CHECKING:
    from rr_net.connection import Connection

TRIES = 6
REMEMBERED = 4096
"""Strangers that are remembered; keys cost nothing, so there must be a bound."""

BOT_NAME = re.compile(r"bot[-_.]?\d*", re.IGNORECASE)
"""The names of bots: no person may look like one."""


class KeyBook(Protocol):
    """What is kept about keys beyond one evening."""

    def profile(self, fingerprint: str) -> str:
        """The interface settings stored with a key; "" for none."""

    def keep_profile(self, fingerprint: str, profile: str) -> None:
        """Stores interface settings with a key."""

    def is_banned(self, fingerprint: str) -> bool:
        """Whether the host has banned a key."""

    def ban(self, fingerprint: str) -> None:
        """Bans a key."""


class MemoryKeyBook:
    """A key book that is forgotten with the process: for local play and tests."""

    def __init__(self) -> None:
        self._profiles: dict[str, str] = {}
        self._banned: set[str] = set()

    def profile(self, fingerprint: str) -> str:
        """The interface settings stored with a key; "" for none."""
        return self._profiles.get(fingerprint, "")

    def keep_profile(self, fingerprint: str, profile: str) -> None:
        """Stores interface settings with a key."""
        self._profiles[fingerprint] = profile

    def is_banned(self, fingerprint: str) -> bool:
        """Whether the host has banned a key."""
        return fingerprint in self._banned

    def ban(self, fingerprint: str) -> None:
        """Bans a key."""
        self._banned.add(fingerprint)


@dataclass(slots=True, eq=False)
class Person:
    """Somebody with a key, connected or not."""

    fingerprint: str
    name: SafeText
    is_host: bool
    admitted: bool
    chat: Allowance
    arranging: Allowance
    tries_left: int = TRIES
    connection: Connection | None = None
    """The one live interface of this key."""
    never_wait: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_connected(self) -> bool:
        """Whether an interface is open."""
        return self.connection is not None


class People:
    """Everybody a room knows, by key."""

    def __init__(self, clock: Clock, invite: str, *, is_open: bool) -> None:
        self._clock = clock
        self._invite = invite
        self._is_open = is_open
        self._known: dict[str, Person] = {}

    def arrive(self, fingerprint: str, called: str, *, is_host: bool, admitted: bool) -> Person:
        """The person of a key, known again or new; a new one gets a free name like `called`."""
        person = self._known.get(fingerprint)
        if person is None:
            self._forget_strangers()
            name = self._free_name(name_hint(called))
            admitted = admitted or is_host or self._is_open
            chat, arranging = Allowance(3, 3, self._clock), Allowance(10, 10, self._clock)
            person = Person(fingerprint, name, is_host, admitted, chat, arranging)
            self._known[fingerprint] = person
        person.is_host = person.is_host or is_host
        person.admitted = person.admitted or admitted or is_host
        return person

    def known(self, fingerprint: str) -> Person | None:
        """The person of a key, if it has been here."""
        return self._known.get(fingerprint)

    def named(self, name: str) -> Person:
        """The person of that name. Raises Refused."""
        found = next((p for p in self._known.values() if _same(p.name, name)), None)
        if found is None:
            raise Refused("nobody", "nobody here has that name")
        return found

    def connected(self) -> list[Person]:
        """Everybody with an open interface, in the order in which their keys first came."""
        return [person for person in self._known.values() if person.is_connected]

    def rename(self, person: Person, name: str) -> None:
        """Gives a person another name. Raises Refused."""
        try:
            wanted = clean_name(name)
        except BadName as error:
            raise Refused("bad_name", str(error)) from None
        if not _same(wanted, person.name) and self._is_taken(wanted):
            raise Refused("name_taken", f"the name {wanted} is taken: choose another one")
        person.name = wanted

    def try_code(self, person: Person, code: str) -> None:
        """Lets a person in for the invite code; six wrong ones park the key. Raises Refused."""
        if person.tries_left <= 0:
            raise Refused("parked", "this key has used up its tries: ask the host to let you in")
        if self._invite and hmac.compare_digest(_plain(code), _plain(self._invite)):
            person.admitted = True
            return
        person.tries_left -= 1
        raise Refused("wrong_code", f"that is not the invite code: {person.tries_left} tries left")

    def _free_name(self, hint: SafeText) -> SafeText:
        base = "guest" if BOT_NAME.fullmatch(hint) else hint
        numbered = (f"{base[:11]}-{i}" for i in count(2))
        return SafeText(next(n for n in chain([base], numbered) if not self._is_taken(n)))

    def _is_taken(self, name: str) -> bool:
        if BOT_NAME.fullmatch(name):
            return True
        return any(_same(person.name, name) for person in self._known.values())

    def _forget_strangers(self) -> None:
        strangers = [p for p in self._known.values() if not (p.admitted or p.is_connected)]
        for person in strangers[: max(0, len(strangers) - REMEMBERED + 1)]:
            del self._known[person.fingerprint]


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _plain(code: str) -> bytes:
    # People type codes by ear: case and spaces around carry nothing.
    return code.strip().casefold().encode()
