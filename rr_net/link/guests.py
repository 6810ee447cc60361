"""The people around a table and the invites by name, as messages tell of them."""

from __future__ import annotations

from rr_net.link.player import Message


class Person(Message):
    """Somebody who is connected."""

    name: str
    """The name; who was not let in only says so."""
    seat: int
    """The seat, or -1 for somebody who watches."""
    is_host: bool
    """Whether this is the host."""
    admitted: bool
    """Whether the person was let in; only who may let them in hears of people who were not."""
    asks_for: int = -1
    """The seat of a bot that this person would like to have; -1 for none."""
    fingerprint: str = ""
    """The key, for the host alone."""
    words: str = ""
    """Of somebody who was not let in, two words that stand for the key, as in `otter-lamp`: show
    the name never without them."""
    sent_away: bool = False
    """Of somebody who was not let in, whether the host had sent away that key from this table."""


class Invitation(Message):
    """An invite for one person."""

    name: str
    """Whom it is for."""
    code: str
    """The code, `""` once somebody has brought it."""
    ends: int
    """When it lets nobody in any more, in seconds since 1970."""
    key: str = ""
    """The fingerprint of the key that has brought it."""
    words: str = ""
    """The same key in two words."""
