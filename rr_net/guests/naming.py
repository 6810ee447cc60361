"""Names at a table: who is let in under one has it for good, who only says it gives way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Generic, Protocol, TypeVar

from rr_net.guests.keywords import reads_as_words
from rr_net.link.refusals import Refused
from rr_net.names import BadName, clean_name, cut_name, look_alike, looks_of, same_name
from rr_net.safetext import SafeText

FOR_NUMBERED = 11
"""The columns that a name keeps where a number makes it somebody else's than its double's."""


class ReservedNames:
    """Which key a name belongs to, for good: who was let in under it finds it again."""

    def __init__(self, kept: Mapping[str, str] | None = None) -> None:
        """Take the names that were kept, by key."""
        self._names = dict(kept or {})
        self._owners: dict[str, str] = {}
        for key, name in self._names.items():
            self._own(key, name)

    def __contains__(self, key: object) -> bool:
        """Whether a key has a name of its own here."""
        return key in self._names

    def name_of(self, key: str) -> str:
        """The name that is a key's, or ""."""
        return self._names.get(key, "")

    def owner_of(self, name: str) -> str:
        """The key whose name this is, or looks like; "" for a free one."""
        return next((self._owners[each] for each in looks_of(name) if each in self._owners), "")

    def keep(self, key: str, name: str) -> None:
        """Have a name belong to a key, in place of the one that the key had."""
        self.free(key)
        self._names[key] = name
        self._own(key, name)

    def free(self, key: str) -> None:
        """Have a key own no name any more."""
        name = self._names.pop(key, None)
        for each in looks_of(name) if name is not None else ():
            if self._owners.get(each) == key:
                del self._owners[each]

    def looks(self, but: Iterable[str] = ()) -> frozenset[str]:
        """What no other name may share with those that belong to keys, `but` of these."""
        left_out = frozenset(but)
        return frozenset(each for each, key in self._owners.items() if key not in left_out)

    def _own(self, key: str, name: str) -> None:
        for each in looks_of(name):
            self._owners.setdefault(each, key)


class Bearer(Protocol):
    """Somebody with a key and a name."""

    fingerprint: str
    name: SafeText
    wanted: str
    """What it would like to be called, which may be somebody else's name."""
    admitted: bool


B = TypeVar("B", bound=Bearer)


class Names(Generic[B]):
    """What everybody is called: nobody who was let in shares a name, or the looks of one."""

    def __init__(self, everybody: Mapping[str, B]) -> None:
        """Look at `everybody`, by key, as that changes."""
        self._everybody = everybody
        self.reserved = ReservedNames()

    def call(self, person: B, name: str) -> None:
        """Give somebody a name. Raises Refused for one that is not allowed, or somebody's."""
        try:
            wanted = clean_name(name)
        except BadName as error:
            raise Refused("bad_name", str(error)) from None
        if reads_as_words(wanted):
            raise Refused("bad_name", f"{wanted} reads as the words of a key: choose another one")
        # Whoever was let in minds nobody's name who only says so at the door.
        inside = (o.name for o in self._others(person) if o.admitted or not person.admitted)
        taken = next((other for other in inside if look_alike(other, wanted)), "")
        if taken:
            why = "is taken" if same_name(wanted, taken) else f"looks like {taken}, who is here"
            raise Refused("name_taken", f"the name {wanted} {why}: choose another one")
        if self.is_anothers(wanted, person):
            why = "is somebody's who has been here, or looks like it"
            raise Refused("name_taken", f"the name {wanted} {why}: choose another one")
        person.name = wanted

    def is_anothers(self, name: str, person: B) -> bool:
        """Whether a name belongs to another key, or looks like one that does."""
        return self.reserved.owner_of(name) not in ("", person.fingerprint)

    def call_guest(self, person: B) -> list[B]:
        """Give somebody who is let in the wanted name, if it is nobody's inside; who gives way."""
        try:
            self.call(person, person.wanted)
        except Refused:
            if self.is_anothers(person.name, person):
                person.name = self.free_name(person.name, person.fingerprint)
        return self.move_strangers(person)

    def move_strangers(self, person: B) -> list[B]:
        """Give those outside other names who call themselves like somebody who was let in."""
        looks = looks_of(person.name)
        outside = (each for each in self._others(person) if not each.admitted)
        moved = [each for each in outside if not looks.isdisjoint(looks_of(each.name))]
        for each in moved:
            each.name = self.free_name(each.name, each.fingerprint)
        return moved

    def free_name(self, hint: str, key: str) -> SafeText:
        """A name like `hint` that nobody else has, here or for good."""
        numbered = (f"{cut_name(hint, FOR_NUMBERED)}-{i}" for i in count(2))
        others = (each for each in self._everybody.values() if each.fingerprint != key)
        here = frozenset[str]().union(*(looks_of(each.name) for each in others))
        taken = here | self.reserved.looks((key,))
        names = (name for name in chain([hint], numbered) if not reads_as_words(name))
        return SafeText(next(name for name in names if taken.isdisjoint(looks_of(name))))

    def _others(self, person: B) -> Iterator[B]:
        return (each for each in self._everybody.values() if each is not person)
