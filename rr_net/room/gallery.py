"""What is shown, made once for all who see the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from rr_net import link

M = TypeVar("M")
G = TypeVar("G")


class Picture(NamedTuple, Generic[M]):
    """A message, and what tells whether a screen shows it already."""

    message: M
    same: object
    """Equal for two messages that differ only in what counts down."""


class Gallery:
    """The pictures of one room.

    A picture that has not changed keeps its `same`, the very object: a hundred screens are then
    compared by identity and not field by field.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, object] = {}
        self._made: dict[Hashable, Picture[object]] = {}
        self._cards: tuple[object, link.Cards] | None = None

    def renew(self) -> None:
        """Has every picture made anew: something has changed."""
        self._made.clear()

    def cards_of(self, game: G, make: Callable[[G], link.Cards]) -> link.Cards:
        """The message with every face of a game, one for everybody who comes: it is large."""
        if self._cards is None or self._cards[0] != game:
            self._cards = (game, make(game))
        return self._cards[1]

    def picture(self, key: Hashable, make: Callable[[], Picture[M]]) -> Picture[M]:
        """The picture for all who share `key`, made if it has not been since `renew`."""
        if key not in self._made:
            new = make()
            known = self._known.get(key)
            same = known if known is not None and known == new.same else new.same
            self._known[key] = same
            self._made[key] = Picture(new.message, same)
        return self._made[key]  # type: ignore[return-value]  # a key has one kind of message
