"""The chairs around a table: whose seat is whose, before, during and after a game."""

from __future__ import annotations

from dataclasses import dataclass

from rr_net.clocks import Alarm
from rr_net.fairness.base.manifest import Seated
from rr_net.game.seats import GameSeat
from rr_net.link.refusals import Refused
from rr_net.room.people import Participant
from rr_rules.kernel.requests import Seat


@dataclass(slots=True)
class Chair(GameSeat):
    """A seat of the game with a person on it: free, a bot's, or the seat of a key."""

    owner: Participant | None = None
    declared: int = 0
    ready: bool = False
    """Wants the deal to begin; after a game, wants another one."""
    grace: Alarm | None = None
    """Counts down to the stand-in."""
    wants_audit: bool = False
    asked_key_in: int = 0
    """The turn in which its owner was asked last to have a new key begin."""
    away: bool = False
    """Its owner has stepped away, and is still connected."""
    is_forfeit: bool = False
    """Its owner was sent away: a bot has it until the game is over."""
    stood_up: bool = False
    """Its owner has stood up after a game: it keeps that name, which the result speaks of, until
    another one is dealt or set up."""
    called: str = ""
    """In a what-if who had it in the game that was played; "" elsewhere."""
    since: int = 0
    """The first turn of its owner, where it was dealt to a bot."""
    successor: Participant | None = None
    """Who has it from the next turn on; after a game, in the next one."""
    promised_in: int = 0
    """The turn in which that was settled."""
    promised_declared: int = 0
    """What its successor declares for the next game."""

    @property
    def key(self) -> str:
        """The fingerprint of its owner, or ""."""
        return self.owner.fingerprint if self.owner else ""

    @property
    def signs_with(self) -> str:
        """With what the client of its owner signs."""
        signer = self.owner.signer if self.owner else None
        return signer.key if signer else ""

    @property
    def is_present(self) -> bool:
        """Whether its owner is there."""
        return self.is_attended

    @property
    def always_held(self) -> frozenset[str]:
        """The windows that its owner always holds."""
        return self.owner.always_holds if self.owner else frozenset()

    @property
    def lag(self) -> float:
        """The round-trip time of its owner's line, in seconds."""
        line = self.owner.connection if self.owner else None
        return line.lag() if line else 0.0

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down between two games."""
        return not self.bot and (self.owner is None or self.is_given_up)

    @property
    def is_given_up(self) -> bool:
        """Whether its owner has left or stood up, or was away for too long, and is not back."""
        return (self.stand_in or self.stood_up) and not self.is_attended

    @property
    def is_attended(self) -> bool:
        """Whether its owner sits there, connected and playing."""
        is_owned = self.owner is not None and self.owner.is_here
        return is_owned and not (self.removed or self.is_forfeit or self.stood_up)

    @property
    def is_claimed(self) -> bool:
        """Whether its owner has stood up, and somebody who is here has it in the next game."""
        return self.stood_up and self.successor is not None and self.successor.is_here

    @property
    def is_minded(self) -> bool:
        """Whether its owner plays it now."""
        return self.is_attended and not (self.away or self.stand_in)

    @property
    def name(self) -> str:
        """Who is called at this seat; "" for a free one."""
        if self.called:
            return self.called
        if self.owner is not None:
            return self.owner.name
        return f"bot{self.seat + 1}" if self.bot else ""

    def clear(self) -> None:
        """Nobody's seat any more."""
        self.cancel_grace()
        self.owner, self.bot, self.declared = None, "", 0
        self.pledge = self.called = ""
        self.successor = None
        self._begin()

    def begin(self) -> None:
        """A game begins: nobody has asked for anything yet."""
        self.cancel_grace()
        self._begin()

    def _begin(self) -> None:
        self.since = self.asked_key_in = 0
        self.ready = self.stand_in = self.removed = self.wants_audit = False
        self.away = self.is_forfeit = self.stood_up = False

    def forfeit(self) -> None:
        """Its owner was sent away: a bot has it until the game is over."""
        self.is_forfeit = self.stand_in = True

    def succeed(self, person: Participant, turn: int) -> None:
        """Somebody has it from a bot, from this turn on."""
        self.owner, self.bot, self.since = person, "", turn

    def cancel_grace(self) -> None:
        """Stops the countdown to the stand-in."""
        if self.grace is not None:
            self.grace.cancel()
            self.grace = None

    def seated(self) -> Seated:
        """Who sits here, for the record."""
        signer = self.owner.signer if self.owner else None
        return Seated(name=self.name, key=self.key, bot=self.bot, signer=signer)


class Chairs:
    """All seats of a table."""

    def __init__(self, count: int) -> None:
        self.all = [Chair(Seat(seat)) for seat in range(count)]

    def __getitem__(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.all):
            raise Refused("no_such_seat", f"seat {seat}: expected 0 to {len(self.all) - 1}")
        return self.all[seat]

    def of(self, person: Participant) -> Chair | None:
        """The seat of a person, or None for a spectator."""
        owned = (chair for chair in self.all if chair.owner is person)
        return next((chair for chair in owned if not chair.stood_up), None)

    def named(self, text: str) -> str:
        """A sentence with names for "{0}", "{1}" and so on."""
        for chair in self.all:
            text = text.replace(f"{{{chair.seat}}}", chair.name or f"seat {chair.seat + 1}")
        return text

    def resize(self, count: int) -> list[Participant]:
        """Adds chairs or takes away the last ones; who is left without one.

        Whoever sat on one of those moves up to a seat that is free or a bot's.
        """
        gone, self.all = self.all[count:], self.all[:count]
        self.all += [Chair(Seat(seat)) for seat in range(len(self.all), count)]
        people = [chair.owner for chair in gone if chair.owner and not chair.stood_up]
        for chair in gone:
            chair.clear()
        spare = [chair for chair in self.all if chair.is_free] + [
            chair for chair in reversed(self.all) if chair.bot
        ]
        for chair, person in zip(spare, people, strict=False):
            chair.clear()
            chair.owner = person
        return people[len(spare) :]

    def attended(self) -> list[Chair]:
        """The seats whose owners are there."""
        return [chair for chair in self.all if chair.is_attended]

    def away(self) -> list[Chair]:
        """The seats whose owners are expected and not there."""
        owned = [chair for chair in self.all if chair.owner is not None and not chair.removed]
        return [chair for chair in owned if not (chair.is_attended or chair.is_forfeit)]

    def begin(self) -> None:
        """Marks the start of a game: nobody has asked for anything yet."""
        for chair in self.all:
            chair.begin()
