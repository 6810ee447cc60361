"""People: who is connected with which key, who was let in, and what they are called."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, count

from rr_net import link
from rr_net.clocks import Clock, TokenBucket
from rr_net.link.refusals import Refused
from rr_net.names import (
    BadName,
    clean_name,
    cut_name,
    look_alike,
    looks_of,
    name_hint,
    same_name,
)
from rr_net.safetext import SafeText
from rr_net.store import KeyBook, KnownKey

log = logging.getLogger(__name__)

BURST, RATE = 100, 20.0
"""How many messages an interface may send: far more than fingers, far less than a flood."""

MayIdle = Callable[[bool], object]
"""Takes whether a player may be silent for as long as it likes."""
Lag = Callable[[], float]
"""How long a line takes there and back, in seconds, as measured lately."""


class Connection:
    """A TableLink: what the interface does goes to the room's queue, and messages come back."""

    def __init__(  # noqa: PLR0913 - one for each thing that it passes on
        self,
        person: Participant,
        clock: Clock,
        joined: Callable[[Connection], None],
        received: Callable[[Connection, link.FromPlayer], None],
        dropped: Callable[[Connection], None],
        may_idle: MayIdle = bool,
        *,
        replayed: Callable[[Participant], link.ReplayLink],
        past: Callable[[Connection], link.PastLink | None],
        is_own: bool = False,
    ) -> None:
        self.person = person
        self.is_own = is_own
        """Whether it is the host's own terminal."""
        self.lag: Lag = float
        """The round-trip time of its line; none where nobody measures it."""
        self.log_from = 0
        """The first event of the log that has not been sent."""
        self.log_lines = 0
        """How many lines have been sent."""
        self.way_back = ""
        """The line to type that leads to this table again, or ""."""
        self.cards: link.Cards | None = None
        """The faces that were sent last."""
        self._shown: dict[type[link.Message], object] = {}
        self._joined, self._received, self._dropped = joined, received, dropped
        self._may_idle = may_idle
        self._replayed, self._past = replayed, past
        self._receive: link.Receive | None = None
        self._allowance = TokenBucket(RATE, BURST, clock)
        self._over = False

    # --- the interface's end -----------------------------------------------------------

    def attach(self, receive: link.Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""
        self._receive = receive
        self._joined(self)

    def send(self, message: link.FromPlayer) -> None:
        """Hand the room a message; a refusal comes back as a Problem."""
        if self._over:
            return
        if self._allowance.take():
            self._received(self, message)
        else:
            self.tell(link.Problem(code="too_fast", text="that was too much at once: slow down"))

    def close(self) -> None:
        """Hang up: a dropped line, not a Leave."""
        if not self._over:
            self._over = True
            self._dropped(self)

    def replay(self) -> link.ReplayLink:
        """The game that was over last, as this person may look at it. Raises Refused."""
        return self._replayed(self.person)

    def past(self) -> link.PastLink | None:
        """The games that this person may know of, as far as they are kept. Raises Refused."""
        count_writing(self.person)
        return self._past(self)

    # --- the room's end ----------------------------------------------------------------

    def tell(self, message: link.FromRoom) -> None:
        """Sends a message; an interface that fails is dropped, and nobody else notices."""
        if self._receive is None or self._over:
            return
        try:
            if isinstance(message, link.Lobby):
                # At a game the room's own clocks decide how long somebody may be silent.
                self._may_idle(message.phase == "playing")
            self._receive(message)
        except Exception as error:  # noqa: BLE001 - the guard of this session, seen from the room
            log.warning("an interface failed and was dropped: %s", type(error).__name__)
            self.close()

    def show(self, message: link.Lobby | link.Seen | link.Pending, same: object) -> None:
        """Sends what the screen stands for, unless `same` says that it is there already."""
        kind = type(message)
        shown = self._shown.get(kind)
        if shown is not same and shown != same:
            self._shown[kind] = same
            self.tell(message)

    def forget(self) -> None:
        """Has everything shown anew, as to a screen that is empty."""
        self._shown.clear()
        self.log_from = self.log_lines = 0
        self.cards = None

    def dismiss(self, text: str, commitment: str, receipt: tuple[str, ...] = ()) -> None:
        """Says the last word; nothing goes either way after it."""
        self.tell(link.Bye(text=text, commitment=commitment, receipt=receipt))
        self._over = True


TRIES = 6
PARKED_SECONDS = 3600
"""How long a key that guessed too often must wait, or until the host lets it in."""

REMEMBERED = 4096
"""Strangers that are remembered; keys cost nothing, so there must be a bound."""

FOR_NUMBERED = 11
"""The columns that a name keeps where a number makes it somebody else's than its double's."""


@dataclass(slots=True, eq=False)
class Participant:
    """Somebody with a key, connected or not."""

    fingerprint: str
    name: SafeText
    is_host: bool
    admitted: bool
    chat: TokenBucket
    writing: TokenBucket
    """Counts what takes the disk: sorted hands, names, settings, looks at past games."""
    wrong_tries: int = 0
    parked_until: int = 0
    """In seconds since 1970; 0 where it may try."""
    gave: str = ""
    """The invite code that it has given, as `KnownKey.gave`; "" for none, and for who was sent
    away since."""
    banned: bool = False
    profile: str = ""
    connection: Connection | None = None
    """The one live interface of this key."""
    always_holds: frozenset[str] = field(default_factory=frozenset)
    """The kinds of event whose windows it always holds."""
    is_looked_up: bool = False
    """The key book was asked about this key."""

    @property
    def is_connected(self) -> bool:
        """Whether an interface is open."""
        return self.connection is not None

    @property
    def is_here(self) -> bool:
        """Whether it is connected and was let in."""
        return self.is_connected and self.admitted

    def tell(self, message: link.FromRoom) -> None:
        """Sends a message to the open interface, if there is one."""
        if self.connection is not None:
            self.connection.tell(message)

    def known(self) -> KnownKey:
        """What is to be remembered of this key."""
        return KnownKey(
            key=self.fingerprint,
            name=self.name,
            profile=self.profile,
            banned=self.banned,
            wrong_tries=self.wrong_tries,
            parked_until=self.parked_until,
            gave=self.gave,
        )


class People:
    """Everybody a room knows, by key."""

    def __init__(
        self,
        clock: Clock,
        today: Callable[[], int],
        key_book: KeyBook,
        invite: str,
        *,
        is_open: bool,
    ) -> None:
        self._clock = clock
        self._today = today
        self._key_book = key_book
        self._invite = invite
        self._is_open = is_open
        self._known: dict[str, Participant] = {}

    def arrive(
        self, fingerprint: str, called: str, *, is_host: bool, admitted: bool
    ) -> Participant:
        """The person of a key, known again or new; a new one gets a free name like `called`."""
        person = self._known.get(fingerprint)
        if person is None:
            self._forget_strangers()
            name = self._free_name(name_hint(called))
            admitted = admitted or is_host or self._is_open
            chat, writing = TokenBucket(1, 3, self._clock), TokenBucket(1, 10, self._clock)
            person = Participant(fingerprint, name, is_host, admitted, chat, writing)
            self._known[fingerprint] = person
        person.is_host = person.is_host or is_host
        person.admitted = person.admitted or admitted or is_host
        return person

    async def look_up(self, person: Participant) -> None:
        """Learns what was kept about a key, the first time it comes."""
        if person.is_looked_up:
            return
        person.is_looked_up = True
        known = await self._key_book.known(person.fingerprint)
        if known is None:
            return
        person.profile, person.banned = known.profile, known.banned
        person.wrong_tries, person.parked_until = known.wrong_tries, known.parked_until
        person.gave = known.gave
        # A host that was killed and goes on has the same code: nobody types that one again.
        is_ours = person.gave != "" and person.gave == self._given_by(person)
        person.admitted = person.admitted or (is_ours and not person.banned)
        with suppress(Refused):  # the name may be somebody else's by now
            self._call(person, known.name)

    async def keep_profile(self, person: Participant, profile: str) -> None:
        """Stores interface settings with a key. Raises Refused."""
        count_writing(person)
        person.profile = profile
        await self._key_book.remember(person.known())

    async def ban(self, person: Participant) -> None:
        """Bans a key from every table of this host."""
        person.banned = True
        await self.send_out(person)

    async def send_out(self, person: Participant) -> None:
        """Has a person outside, who must be let in anew."""
        person.admitted, person.gave = False, ""
        await self._key_book.remember(person.known())

    async def approve(self, person: Participant) -> None:
        """Lets a person in; a parked key may try again at other tables too."""
        person.admitted = True
        person.wrong_tries = person.parked_until = 0
        await self._key_book.remember(person.known())

    def is_banned(self, fingerprint: str) -> bool:
        """Whether a key that was here is banned."""
        person = self._known.get(fingerprint)
        return person is not None and person.banned

    def named(self, name: str) -> Participant:
        """The person of that name. Raises Refused."""
        found = next((p for p in self._known.values() if same_name(p.name, name)), None)
        if found is None:
            raise Refused("nobody", "nobody here has that name")
        return found

    def connected(self) -> list[Participant]:
        """Everybody with an open interface, in the order in which their keys first came."""
        return [person for person in self._known.values() if person.is_connected]

    async def rename(self, person: Participant, name: str) -> None:
        """Gives a person another name. Raises Refused."""
        count_writing(person)
        self._call(person, name)
        await self._key_book.remember(person.known())

    async def try_code(self, person: Participant, code: str) -> None:
        """Lets a person in for the invite code; six wrong ones park the key. Raises Refused."""
        if self.tries_left(person) == 0:
            raise Refused("parked", "this key has used up its tries: ask the host to let you in")
        if self._invite and hmac.compare_digest(_plain(code), _plain(self._invite)):
            person.gave = self._given_by(person)
            await self.approve(person)
            return
        person.wrong_tries += 1
        if person.wrong_tries >= TRIES:
            person.parked_until = self._today() + PARKED_SECONDS
        await self._key_book.remember(person.known())
        left = self.tries_left(person)
        raise Refused("wrong_code", f"that is not the invite code: {left} tries left")

    def _given_by(self, person: Participant) -> str:
        """What is kept of this table's code where that key has given it.

        It is another one for each key, so that the book does not tell who sat together.
        """
        if not self._invite:
            return ""
        text = person.fingerprint.encode() + b"\0" + _plain(self._invite)
        return sha256(text).hexdigest()[:32]

    def tries_left(self, person: Participant) -> int:
        """How many codes a key may still try; a key that was parked long enough starts anew."""
        if person.parked_until and person.parked_until <= self._today():
            person.wrong_tries = person.parked_until = 0
        return max(0, TRIES - person.wrong_tries)

    def _call(self, person: Participant, name: str) -> None:
        try:
            wanted = clean_name(name)
        except BadName as error:
            raise Refused("bad_name", str(error)) from None
        others = (each.name for each in self._known.values() if each is not person)
        taken = next((other for other in others if look_alike(other, wanted)), "")
        if taken:
            why = "is taken" if same_name(wanted, taken) else f"looks like {taken}, who is here"
            raise Refused("name_taken", f"the name {wanted} {why}: choose another one")
        person.name = wanted

    def _free_name(self, hint: SafeText) -> SafeText:
        numbered = (f"{cut_name(hint, FOR_NUMBERED)}-{i}" for i in count(2))
        taken = frozenset[str]().union(*(looks_of(each.name) for each in self._known.values()))
        free = (name for name in chain([hint], numbered) if taken.isdisjoint(looks_of(name)))
        return SafeText(next(free))

    def _forget_strangers(self) -> None:
        strangers = [p for p in self._known.values() if not (p.admitted or p.is_connected)]
        for person in strangers[: max(0, len(strangers) - REMEMBERED + 1)]:
            del self._known[person.fingerprint]


def count_writing(person: Participant) -> None:
    """Counts something that the disk is needed for. Raises Refused for too much at once."""
    if not person.writing.take():
        raise Refused("too_fast", "that was too much at once: slow down")


def _plain(code: str) -> bytes:
    # People type codes by ear: case and spaces around carry nothing.
    return code.strip().casefold().encode()
