"""People: who is connected with which key, who was let in, and what they are called."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rr_net import link
from rr_net.clocks import Clock, TokenBucket
from rr_net.fairness.base.manifest import Signer
from rr_net.guests.codes import CommonCode, DoorRules, tries_words
from rr_net.guests.invites import BadInvite, Invite, Invites
from rr_net.guests.keywords import words_of_key
from rr_net.guests.naming import Names, ReservedNames
from rr_net.link.refusals import Refused
from rr_net.names import BadName, clean_name, name_hint, same_name
from rr_net.safetext import SafeText, clean
from rr_net.store import KeyBook, KnownKey

log = logging.getLogger(__name__)

BURST, RATE = 100, 20.0
"""How many messages an interface may send: far more than fingers, far less than a flood."""

MayIdle = Callable[[bool], object]
"""Takes whether a player may be silent for as long as it likes."""
Lag = Callable[[], float]
"""How long a line takes there and back, in seconds, as measured lately."""


@dataclass(slots=True)
class WatchedRecord:
    """How far somebody has been told of a record."""

    since: int
    """The next row to be told."""
    game: str = ""
    """The game's name; "" before anything was told."""
    is_asked: bool = True
    """Whether what is there already was asked for: it comes in pieces."""


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
        self.watched: WatchedRecord | None = None
        """How much of the record was told, to who watches it."""
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
        """Sends what the screen stands for, unless `same`, the very object, was shown already."""
        kind = type(message)
        if self._shown.get(kind) is not same:
            self._shown[kind] = same
            self.tell(message)

    def forget(self) -> None:
        """Has everything shown anew, as to a screen that is empty."""
        self._shown.clear()
        self.log_from = self.log_lines = 0
        self.cards = None

    def dismiss(
        self, text: str, commitment: str, receipt: tuple[str, ...] = (), back: str = ""
    ) -> None:
        """Says the last word; nothing goes either way after it."""
        self.tell(link.Bye(text=text, commitment=commitment, receipt=receipt, back=back))
        self._over = True


TRIES = 6
PARKED_SECONDS = 3600
"""How long a key that guessed too often must wait, or until the host lets it in."""
REMEMBERED = 4096
"""Strangers that are remembered; keys cost nothing, so there must be a bound."""

NO_CODE = "that is not the invite code"
GIVEN_UP = "that code was given up when somebody was sent away: ask the host for the new one"
ENOUGH_NEW = (
    "this code has let in as many new people as it may within an hour: come again later, or ask "
    "the host to let you in"
)
TWO_KEYS = "two keys here have the words {words}: say the whole key"
NO_KEY = "nobody here has the key or the words {said}"


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
    wanted: str = ""
    """What it would like to be called, which may be somebody else's name."""
    is_guest: bool = False
    """Whether it was let in by somebody's word, so that the name is its own."""
    wrong_tries: int = 0
    parked_until: int = 0
    """In seconds since 1970; 0 where it may try."""
    gave: str = ""
    """The invite code it has given, as `KnownKey.gave`; "" for none, and if sent away since."""
    banned: bool = False
    profile: str = ""
    connection: Connection | None = None
    """The one live interface of this key."""
    has_named_key: bool = False
    """Whether it has named the key of its client: once is free, more count as writing."""
    signer: Signer | None = None
    """What the client of the newest interface signs with, if it has said so."""
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

    @property
    def words(self) -> SafeText:
        """Two words for its key, to tell who stands at the door."""
        return words_of_key(self.fingerprint)

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
            is_guest=self.is_guest,
            holds=tuple(sorted(self.always_holds)),
        )


class SentOut(NamedTuple):
    """What sending somebody away has closed."""

    code: str
    """The new common code, "" where the old one stays."""
    invites: tuple[Invite, ...]
    """The invites that let nobody in any more."""


class People:
    """Everybody a room knows, by key."""

    def __init__(
        self, clock: Clock, today: Callable[[], int], key_book: KeyBook, rules: DoorRules
    ) -> None:
        self._clock = clock
        self._today = today
        self._key_book = key_book
        self._rules = rules
        self.common = CommonCode(rules)
        self.invites = Invites()
        self._quota = rules.quota
        self._known: dict[str, Participant] = {}
        self._names = Names(self._known)

    async def recall(self) -> None:
        """Learns what was kept about names and invites, before anybody comes."""
        self._names.reserved = ReservedNames(dict(await self._key_book.guests()))
        self.invites = Invites(await self._key_book.invites())

    def arrive(
        self, fingerprint: str, called: str, *, is_host: bool, admitted: bool
    ) -> Participant:
        """The person of a key, known again or new; a new one gets a free name like `called`."""
        person = self._known.get(fingerprint)
        if person is None:
            self._forget_strangers()
            hint = name_hint(called)
            name = self._names.free_name(hint, fingerprint)
            admitted = admitted or is_host
            admitted = admitted or (self._rules.is_open and self._quota.take(self._today()))
            chat, writing = TokenBucket(1, 3, self._clock), TokenBucket(1, 10, self._clock)
            person = Participant(fingerprint, name, is_host, admitted, chat, writing, hint)
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
        if known is not None:
            self._recognise(person, known)
        elif self._names.is_anothers(person.name, person):
            person.name = self._names.free_name(person.name, person.fingerprint)
        if person.is_host and not person.is_guest:
            await self.admit(person)

    def _recognise(self, person: Participant, known: KnownKey) -> None:
        person.profile, person.banned = known.profile, known.banned
        person.wrong_tries, person.parked_until = known.wrong_tries, known.parked_until
        person.gave, person.is_guest = known.gave, known.is_guest
        person.always_holds = frozenset(known.holds)
        # A host that was killed and goes on has the same code: nobody types that one again.
        gave = self.common.given_by(person.fingerprint)
        is_ours = person.gave != "" and person.gave == gave
        is_ours = is_ours or self.invites.lets_in(person.fingerprint, self._today())
        person.admitted = person.admitted or (is_ours and not person.banned)
        try:
            self._names.call(person, known.name)
            person.wanted = known.name
        except Refused:  # the name may be somebody else's by now
            if self._names.is_anothers(person.name, person):
                person.name = self._names.free_name(person.name, person.fingerprint)

    async def keep(self, person: Participant) -> None:
        """Stores what a person has settled: interface settings, standing holds."""
        await self._key_book.remember(person.known())

    async def ban(self, person: Participant) -> SentOut:
        """Bans a key from every table of this host; its name is free again."""
        person.banned = True
        return await self.send_out(person)

    async def send_out(self, person: Participant) -> SentOut:
        """Has a person outside, who must be let in anew by a code that is not known to them."""
        # Somebody who was never in knows no code, and has a name only by saying so.
        was_in = person.admitted or person.is_guest or person.gave != ""
        name = person.name if was_in else ""
        person.admitted, person.gave = False, ""
        if person.banned:
            person.is_guest = False
            self._names.reserved.free(person.fingerprint)
        closed = self.invites.of_person(person.fingerprint, name, self._today())
        await self._close(closed)
        await self._key_book.remember(person.known())
        return SentOut(await self._change_code() if was_in else "", closed)

    async def _close(self, invites: tuple[Invite, ...]) -> None:
        if invites:
            await self._key_book.keep_invites([self.invites.take(e.closed()) for e in invites])

    async def _change_code(self) -> str:
        """Gives the common code up for good and makes another; "" where there is none."""
        if mark := self.common.change():
            await self._key_book.give_up_code(mark)
        return self.common.now

    async def admit(self, person: Participant) -> list[Participant]:
        """Lets a person in under a name that is nobody else's; who had to give it up outside.

        A parked key may try again at other tables too. A nod counts as the code of this evening:
        who was sent away and let in again is not asked anew when the host goes on.
        """
        person.admitted = person.is_guest = True
        person.gave = self.common.given_by(person.fingerprint) or person.gave
        person.wrong_tries = person.parked_until = 0
        moved = self._names.call_guest(person)
        self._names.reserved.keep(person.fingerprint, person.name)
        await self._key_book.remember(person.known())
        return moved

    def is_banned(self, fingerprint: str) -> bool:
        """Whether a key that was here is banned."""
        person = self._known.get(fingerprint)
        return person is not None and person.banned

    def knows(self, fingerprint: str) -> bool:
        """Whether a key was let in, now or on an earlier evening."""
        person = self._known.get(fingerprint)
        is_in = person is not None and person.admitted
        return (is_in or fingerprint in self._names.reserved) and not self.is_banned(fingerprint)

    def named(self, name: str, coming: Container[Participant] = ()) -> Participant:
        """The person of that name who was let in, or is `coming`. Raises Refused."""
        everybody = self._known.values()
        inside = (p for p in everybody if p.admitted or p.is_guest or p in coming)
        found = next((p for p in inside if same_name(p.name, name)), None)
        if found is None:
            raise Refused("nobody", "nobody who was let in here has that name")
        return found

    def of_key(self, said: str) -> Participant:
        """The person of a key, which is said whole or in its two words. Raises Refused."""
        if said in self._known:
            return self._known[said]
        words = said.strip().casefold()
        here = self.connected()
        # Those outside first: their words are on a screen, and were made already.
        for is_in in (False, True):
            found = [p for p in here if p.admitted is is_in and p.words == words]
            if len(found) > 1:
                raise Refused("two_keys", TWO_KEYS.format(words=words))
            if found:
                return found[0]
        raise Refused("nobody", NO_KEY.format(said=clean(said, 80)))

    def connected(self) -> list[Participant]:
        """Everybody with an open interface, in the order in which their keys first came."""
        return [person for person in self._known.values() if person.is_connected]

    async def rename(self, person: Participant, name: str) -> list[Participant]:
        """Gives a person another name; who had to give it up outside. Raises Refused."""
        count_writing(person)
        self._names.call(person, name)
        person.wanted = person.name
        moved = self._names.move_strangers(person) if person.admitted else []
        if person.is_guest:
            self._names.reserved.keep(person.fingerprint, person.name)
        await self._key_book.remember(person.known())
        return moved

    # --- codes -------------------------------------------------------------------------

    async def try_code(self, person: Participant, code: str) -> list[Participant]:
        """Lets a person in for a code, as `admit`; six wrong ones park the key. Raises Refused."""
        if self.tries_left(person) == 0:
            raise Refused("parked", "this key has used up its tries: ask the host to let you in")
        invite = self.invites.of_code(code)
        problem = NO_CODE if invite is None else invite.why_not(person.fingerprint, self._today())
        if invite is not None and not problem:
            return await self._use(invite, person)
        if self.common.fits(code):
            if not (person.is_guest or self._quota.take(self._today())):
                raise Refused("too_many_new", ENOUGH_NEW)
            person.gave = self.common.given_by(person.fingerprint)
            return await self.admit(person)
        await self._count_wrong(person)
        problem = GIVEN_UP if self.common.is_given_up(code) else problem
        raise Refused("wrong_code", f"{problem}; {tries_words(self.tries_left(person))}")

    async def _count_wrong(self, person: Participant) -> None:
        person.wrong_tries += 1
        if person.wrong_tries >= TRIES:
            person.parked_until = self._today() + PARKED_SECONDS
        await self._key_book.remember(person.known())

    async def _use(self, invite: Invite, person: Participant) -> list[Participant]:
        """Lets the first key in that brings an invite, under the name that it was made for."""
        await self._key_book.keep_invites([self.invites.take(invite.used_by(person.fingerprint))])
        owner = self._names.reserved.owner_of(invite.name)
        holder = self._known.get(owner)
        if owner in ("", person.fingerprint):
            person.wanted = invite.name
        elif holder is None or not holder.is_here:
            # The same person with another key, or so the host says: the name goes with the invite.
            person.wanted = invite.name
            await self._hand_name_on(owner, person)
        return await self.admit(person)

    async def _hand_name_on(self, key: str, person: Participant) -> None:
        """Has a name belong to another key than the one that had it."""
        self._names.reserved.free(key)
        self._names.reserved.keep(person.fingerprint, person.wanted)
        holder = self._known.get(key)
        if holder is not None:
            holder.is_guest = False
            holder.name = self._names.free_name(holder.name, key)
        known = await self._key_book.known(key)
        if known is not None:
            await self._key_book.remember(replace(known, is_guest=False))

    async def invite(self, name: str, by: str, hours: int) -> Invite:
        """An invite for one person, by a key, in place of one that still waits. Raises Refused."""
        try:
            whom, now = clean_name(name), self._today()
            code = self._rules.fresh_code()
            made = self.invites.make(code, whom, by, now, hours)
        except (BadName, BadInvite) as error:
            raise Refused("bad_invite", str(error)) from None
        await self._close(tuple(e for e in self.invites.for_name(whom, now) if not e.key))
        await self._key_book.keep_invites([self.invites.take(made)])
        return made

    async def take_back(self, name: str) -> tuple[Invite, ...]:
        """Takes back all invites for that name, brought or not. Raises Refused."""
        found = self.invites.for_name(name, self._today())
        if not found:
            raise Refused("no_invite", f"there is no invite for {clean(name, 40)}")
        await self._close(found)
        return found

    def tries_left(self, person: Participant) -> int:
        """How many codes a key may try: all of them after it was parked, or a clock put back."""
        if person.parked_until and not 0 < person.parked_until - self._today() <= PARKED_SECONDS:
            person.wrong_tries = person.parked_until = 0
        return max(0, TRIES - person.wrong_tries)

    def _forget_strangers(self) -> None:
        strangers = [p for p in self._known.values() if not (p.admitted or p.is_connected)]
        for person in strangers[: max(0, len(strangers) - REMEMBERED + 1)]:
            del self._known[person.fingerprint]

    def forget_absent(self) -> None:
        """Forgets everybody who was let in unasked and has gone."""
        for person in [p for p in self._known.values() if not (p.is_guest or p.is_connected)]:
            del self._known[person.fingerprint]


def count_writing(person: Participant) -> None:
    """Counts something that the disk is needed for. Raises Refused for too much at once."""
    if not person.writing.take():
        raise Refused("too_fast", "that was too much at once: slow down")
