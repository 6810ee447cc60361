"""A finished game as a link: who sat where, what the cards say, and how far its check has come."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple, Self

from rr_net import link
from rr_net.fairness.base.manifest import Seated
from rr_net.fairness.proof.bundle import share_bytes
from rr_net.link import Reel, ReplayStep
from rr_net.link.refusals import Refused
from rr_net.safetext import clean
from rr_rules import __version__


class AboutGame(NamedTuple):
    """What is told of a finished game before its first step."""

    game: str
    """The id of its rules."""
    roster: Sequence[Seated]
    cards: link.Cards


class FinishedGame(ABC):
    """A game that is over, for one person who looks at it."""

    def __init__(
        self, reel: Reel, about: AboutGame, name: str, bundle: Callable[[], bytes] | None
    ) -> None:
        """`name` is who looks on; `bundle` gives the record, where it is open."""
        self._reel, self._about, self._name, self._bundle = reel, about, name, bundle
        self._heard: Callable[[], object] = lambda: None
        self.when_closed: Callable[[], object] = lambda: None
        """Called when nobody looks any more."""

    # --- as a link ---------------------------------------------------------------------------

    def attach(self, receive: link.Receive) -> None:
        """Say at once who sat where, and what the cards say."""
        receive(
            link.Welcome(
                version=__version__, table=self._reel.title, name=self._name, fingerprint="",
                is_host=False, admitted=True, tries_left=0, commitment="", games=(), profile="",
            )
        )  # fmt: skip
        receive(self._lobby())
        receive(self._about.cards)

    def _lobby(self) -> link.Lobby:
        seats = tuple(
            link.SeatState(
                seat=seat, kind="bot" if who.bot else "player", name=who.name, bot=who.bot,
                ready=True, connected=True, declared=0,
            )
            for seat, who in enumerate(self._about.roster)
        )  # fmt: skip
        return link.Lobby(
            phase="over", game=self._about.game, game_name=self._reel.title, declaration="",
            seats=seats, people=(), options=(), commitment="", notes=(), alone=True,
        )  # fmt: skip

    def send(self, message: link.FromPlayer) -> None:  # noqa: B027 - it is all that is done
        """Take no notice: a game that is over changes no more."""

    def close(self) -> None:
        """Look at it no more."""
        self._heard = lambda: None
        self.when_closed()

    def replay(self) -> link.ReplayLink:
        """The same game."""
        return self

    def past(self) -> None:  # noqa: B027 - the same
        """No other games belong to it."""

    # --- what there is to see ----------------------------------------------------------------

    @property
    def reel(self) -> Reel:
        """What there is to see by now."""
        return self._reel

    @property
    def told(self) -> link.ReelTold:
        """The same as a message."""
        return self._reel.told(self._about.game, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat where."""
        return tuple(who.name for who in self._about.roster)

    def watch(self, heard: Callable[[], object]) -> None:
        """Have `heard` called whenever the reel is another one."""
        self._heard = heard

    def for_somebody(self, name: str) -> Self:
        """The same game for somebody else of this name: it is not played through again."""
        other = copy(self)
        other._name, other._heard = name, lambda: None  # noqa: SLF001 - a twin of our own
        return other

    def beginning(self, at: int, eyes: int) -> Self:
        """The same game for somebody else to look at, from that step and with those eyes."""
        other = copy(self)
        known = self._reel.eyes
        # Before the cards are open not all eyes may be taken.
        first = (eyes, *(each for each in known if each != eyes)) if eyes in known else known
        other._heard = lambda: None  # noqa: SLF001 - a twin of our own
        other._reel = self._reel._replace(start=at, eyes=first)  # noqa: SLF001 - the same
        return other

    def share(self, at: int, note: str) -> bytes:
        """The record, to be looked at from a step on, with a note. Raises Refused."""
        if self._bundle is None:
            raise Refused("no_game", "a game can be shared as soon as its cards are open")
        return share_bytes(self._bundle(), at, note)

    def begin_at(self, place: int, note: str) -> None:
        """Have it begin at a step that somebody points at."""
        at = max(0, min(place, self._reel.last))
        self._reel = self._reel._replace(start=at, note=clean(note))

    def picture(self, at: int, eyes: int) -> ReplayStep:
        """One step, the nearest that there is, for eyes that may be taken. Raises Refused."""
        if eyes not in self._reel.eyes:
            raise Refused("no_seat", "these eyes may not be taken before the cards are open")
        return self._picture(max(0, min(at, self._reel.last)), eyes)

    @abstractmethod
    def _picture(self, at: int, eyes: int) -> ReplayStep:
        """A step that there is, for eyes that may be taken."""

    @abstractmethod
    def branch(self, at: int, eyes: int, *, anew: bool) -> link.TableLink:
        """A table that goes on from a step. Raises Refused."""
