"""The base of every game, and the values that it speaks in.

A game opens a state, steps it with straight-line async code, says what each seat may see, and finds
words for people. Nothing outside a game's package knows its rules: whoever has a question asks the
game, and what a game does not answer itself has a default here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from rr_rules.kernel.errors import CannotArrange, CannotRemove
from rr_rules.kernel.flow import C, Flow
from rr_rules.kernel.requests import CardId, Choose, Option, Seat
from rr_rules.kernel.settings import Setting, settle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import Plain


class GameState(Protocol):
    """A whole table as plain lists, numbers and strings."""

    events: list[object]
    """What has happened since the table was last asked for it."""

    def copy(self) -> Self:
        """A twin that shares nothing mutable, without events."""

    def plain(self) -> Plain:
        """The state as a JSON object."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why; a draw and a lost co-operative game have no winners."""

    winners: tuple[Seat, ...]
    reason: str
    """One word of the game: five, default, turn_cap, ..."""

    def ranks(self, seats: int) -> tuple[int, ...]:
        """For ratings: winners share the first rank, all others the last."""
        last = len(self.winners) + 1
        return tuple(1 if seat in self.winners else last for seat in range(seats))


class Zone(NamedTuple):
    """Where cards lie: what commitments, hand roots and the conservation test read."""

    label: str
    owner: int
    """The seat it belongs to, or -1."""
    ordered: bool
    """Whether positions are public: a pile, whose last card is the top, or slots in a row."""
    hidden: bool
    """Whether not everybody sees every face in it."""
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class CardText:
    """One face: what a card says. Faces are public, who holds them is not."""

    id: str
    """How views, options and events name it."""
    name: str
    """How it is called."""
    kind: str
    """`creature`, `spell`, `rune`, `regulation`, ..."""
    letter: str
    """Its family, in one letter."""
    text: str
    """What it does."""
    flavour: str
    """What it says besides."""
    copies: int
    """How many cards have this face."""
    origin: str
    """`printed`, `completed` or `house`: how far it follows a printed card."""


class Line(NamedTuple):
    """One sentence for people: "{0}" stands for the name of seat 0, and so on."""

    text: str
    clause: str = ""
    """The rule that answers "why?", or ""."""
    is_aside: bool = False
    """Whether it leads to or follows from something bigger, so that a glance will do."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a thing can or cannot be used now."""

    zone: str
    seat: int
    at: int
    usable: bool
    text: str
    clause: str


class Phrase(NamedTuple):
    """One thing to say: its name, and the words with "{0}" for the name of seat 0."""

    id: str
    text: str


class Talk(NamedTuple):
    """How far people may talk while a game is on."""

    is_free: bool = True
    """Whether they may write what they like."""
    reminder: str = ""
    """What to show beside a free chat, or ""."""
    is_ranked: bool = True
    """Whether the result counts as one of a game in which nobody was told too much."""


TAKE_BACK = "undo"
"""The act of the option that takes the last answer back, a draft's or one that showed nothing."""


@dataclass(frozen=True, slots=True)
class GameBefore:
    """The game of the same rules that a table played before."""

    view: object
    """What a spectator saw of it last: the same for everybody."""
    chosen: Mapping[str, str]
    """The settings as they were chosen in the lobby."""
    settings: Mapping[str, str]
    """The settings as they were played, which the game before that one may have changed."""
    seats: tuple[int, ...]
    """For each seat of the next game the seat its player had then, -1 for a newcomer."""

    def now_at(self, seat: int) -> int:
        """Where the player of an earlier seat sits now, or -1."""
        return self.seats.index(seat) if seat >= 0 and seat in self.seats else -1


class NextGame(NamedTuple):
    """What the deal fixes of a game that follows another one."""

    settings: Mapping[str, str]
    """Settled."""
    declared: tuple[int, ...]
    note: str = ""
    """What is remembered or lies ahead, for people, with "{0}" for the name of seat 0; or ""."""
    again: str = ""
    """What to ask for, where it is more than to play again: "Play the second game"."""


class Tally(NamedTuple):
    """What one game adds to the figures of many, besides its outcome."""

    began: int = -1
    """The seat that took the first turn, or -1 where that says nothing."""
    is_shared: bool = False
    """Whether all seats win together or none does."""
    figures: tuple[tuple[str, int | bool], ...] = ()
    """Names and values of this game's own: numbers are averaged, truths are counted."""


class Feat(NamedTuple):
    """Something that is counted for the end of a game, and what who did most of it is called."""

    id: str
    noun: str
    nouns: str
    award: str
    least: int = 2
    """How often it must have been done for the award."""


class Unveiled(NamedTuple):
    """What players were in secret, told when everything is opened after the game."""

    roles: tuple[str, ...] = ()
    """Each seat's role, as a face; nothing where there are none."""
    unused: tuple[str, ...] = ()
    """The roles that nobody had."""


class Term(NamedTuple):
    """One thing that a judgement of a view counts."""

    id: str
    """A word of the game: creatures, cards, rivals, ..."""
    worth: float
    """What it adds for the seat; less than 0 where it counts against it."""


def total(terms: Iterable[Term]) -> float:
    """What terms come to, added up in their order: a bot's ties hang on the last bit of it."""
    worth = 0.0
    for term in terms:
        worth += term.worth
    return worth


def rearrange(cards: list[C], order: Sequence[int]) -> None:
    """Put cards into another order, in place: position i then holds what was at order[i].

    Raises CannotArrange.
    """
    if sorted(order) != list(range(len(cards))):
        raise CannotArrange(f"the order is no permutation of {len(cards)} cards")
    cards[:] = [cards[at] for at in order]


S = TypeVar("S", bound=GameState)


class Game(ABC, Generic[S]):
    """A game. What every game must answer is abstract; the rest has the answer of a plain one.

    A plain game can be talked at freely, takes every answer for good, is played by as many seats
    and with the same cards whatever its settings are, begins anew each time, counts by its outcomes
    alone, and has no secret roles.
    """

    id: str
    name: str
    settings: tuple[Setting, ...]
    """What a table fixes before the deal, those of the room included."""
    fewest_seats: int
    declaration: str = ""
    """What each seat declares in the lobby as a number ("pets"), or "" for nothing."""
    feats: tuple[Feat, ...] = ()
    """What is counted for the end of a game, the awards that say most first."""
    window_kinds: frozenset[str] = frozenset()
    """The kinds of event that its reaction windows are about: what an order may name."""
    has_drafts: bool = False
    """Whether `is_draft` can ever hold; without drafts every answer is shown as it is given."""

    # --- before the deal -------------------------------------------------------------

    def settle(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Every setting with its value: the chosen one, or the default. Raises BadOption."""
        return settle(self.settings, chosen)

    def least_seats(self, settings: Mapping[str, str]) -> int:
        """The smallest number of seats under these settled settings."""
        return self.fewest_seats

    @abstractmethod
    def most_seats(self, settings: Mapping[str, str]) -> int:
        """The greatest number of seats under these settled settings."""

    def declarable(self) -> tuple[str, ...]:
        """Words for the few things a seat may declare, by number, or none where any number goes.

        What nobody chooses is number 0.
        """
        return ()

    def may_declare(self, number: int, others: Sequence[int]) -> bool:
        """Whether a seat may declare this number while the other seats declare those."""
        return True

    def talk(self, settings: Mapping[str, str]) -> Talk:
        """How far people may talk under these settled settings."""
        return Talk()

    def follow(
        self, settings: Mapping[str, str], declared: Sequence[int], before: GameBefore
    ) -> NextGame:
        """The next game at a table, with these settled settings and declarations.

        What it takes over from the game before becomes part of the manifest, as a setting or a
        declaration: whoever verifies a game needs no other one.
        """
        return NextGame(settings, tuple(declared))

    def ahead(self, settings: Mapping[str, str]) -> str:
        """What people should know of a game that follows none; "" for nothing."""
        return ""

    def as_chosen(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        """What a lobby had chosen for a game that is taken up again, by how that is played."""
        return settings

    @abstractmethod
    def cards(self, settings: Mapping[str, str]) -> tuple[CardText, ...]:
        """Every face in play under these settled settings."""

    @abstractmethod
    def digest(self) -> tuple[str, str]:
        """SHA-256, hex, of the rules' source and of the card files in play."""

    # --- the play --------------------------------------------------------------------

    @abstractmethod
    def opening(self, seats: int, settings: Mapping[str, str], declared: Sequence[int]) -> S:
        """The state before the deal; `settings` are settled. Raises BadSetup."""

    @abstractmethod
    def from_plain(self, plain: Plain) -> S:
        """The state that `GameState.plain` wrote, its settings by `settle_saved`.

        Raises BadTranscript.
        """

    @abstractmethod
    def step(self, state: S) -> Flow[None]:
        """Play one step: a phase that ends with an empty chain."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on; asked at step boundaries."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the turn that is being played, from 1; 0 before the first."""

    def is_draft(self, state: S) -> bool:
        """Whether the last answers of the seat that is asked can still be taken back unseen.

        A room keeps them from everybody and from the record until they count, so that what was
        taken back has never been there.
        """
        return False

    def arrange(self, state: S, seat: Seat, zone: str, order: tuple[int, ...]) -> None:
        """Let a seat re-order an own hidden zone, by `rearrange`. Raises CannotArrange."""
        raise CannotArrange(f"the {zone} of seat {seat} stays as it lies in {self.name}")

    def remove(self, state: S, seat: Seat) -> None:
        """Take a seat out of a state that stands in the middle of a step.

        Afterwards the next step can begin. Raises CannotRemove.
        """
        raise CannotRemove(f"seat {seat} stays: {self.name} is played to the end by all its seats")

    # --- what a seat may see ---------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> object:
        """What `seat` may see, built from nothing; None is a spectator."""

    @abstractmethod
    def redact(self, event: object, seat: Seat | None) -> object | None:
        """The event as `seat` may see it, or None where it may not know of it."""

    @abstractmethod
    def zones(self, state: S) -> tuple[Zone, ...]:
        """Where every card lies, each exactly once."""

    @abstractmethod
    def face_of(self, state: S, card: CardId) -> str:
        """The id of a card's face; copies of a face cannot be told apart by it."""

    @abstractmethod
    def determinize(self, state: S, seat: Seat, stream: Stream) -> None:
        """Deal what `seat` cannot know anew, in place, keeping all that it knows."""

    @abstractmethod
    def judge(self, view: object, seat: Seat) -> float:
        """How good a view looks for `seat`, for bots: more is better, a won game is best."""

    def terms(self, view: object, seat: Seat) -> tuple[Term, ...]:
        """What `judge` adds up, each by its name; nothing where a game does not say."""
        return ()

    # --- words -----------------------------------------------------------------------

    @abstractmethod
    def prompt(self, choose: Choose, view: object) -> str:
        """The question, for the seat that is asked; `view` is that seat's."""

    @abstractmethod
    def label(self, choose: Choose, option: Option, view: object) -> str:
        """An option in words, for the seat that is asked."""

    def called(self, choose: Choose, option: Option, view: object) -> str:
        """An option in words where the question does not stand beside it.

        What a label explains after a colon is left out.
        """
        return self.label(choose, option, view).partition(": ")[0]

    @abstractmethod
    def line(self, event: object) -> Line:
        """An event (redacted) in words."""

    @abstractmethod
    def reason(self, outcome: Outcome) -> str:
        """How the game ended: what follows "Ann wins", or "Nobody wins:"."""

    def because(self, term: str, now: object, then: object, seat: Seat) -> Sequence[str]:
        """What speaks for an answer of `seat`, in words that go on after its name and a colon.

        `term` is the one of `terms` that it is best at; `then` is a view of the seat as the answer
        may leave it, of which only what people can count on is said, never a card that was dealt
        to an imagined table. The longest wording comes first, shorter ones for little room after
        it; nothing where there are no words. "{0}" stands for the name of seat 0.
        """
        return ()

    def rulebook_clause(self, topic: str) -> str:
        """The rule behind what a room reports, or "" where this game's pages have none.

        A topic is a setting by its name ("leaver", "audit", "match"), or "luck".
        """
        return ""

    def phrases(self, view: object) -> tuple[Phrase, ...]:
        """All that the seat of this view may say now, filled in with what everybody can see."""
        return ()

    # --- after the end ---------------------------------------------------------------

    def sum_up(self, ended: GameBefore, before: GameBefore | None) -> str:
        """What a game that has just ended is part of, for people; "" where it is one by itself.

        `before` is the one before it, None where the table has seen none. "{0}" stands for the
        name of seat 0.
        """
        return ""

    def unveiled(self, state: S) -> Unveiled:
        """Who was what in secret; only for after the game."""
        return Unveiled()

    def standing(self, view: object) -> tuple[int, ...]:
        """How far each seat has come, as everybody can see it; nothing where nothing is counted."""
        return ()

    def feat(self, event: object) -> tuple[str, Seat] | None:
        """Which of `feats` an event (redacted) is, and whose; None for none of them.

        A plain one is of the event's own kind, and of whom it is by.
        """
        kind, by = str(getattr(event, "kind", "")), int(getattr(event, "by", -1))
        known = by >= 0 and any(feat.id == kind for feat in self.feats)
        return (kind, Seat(by)) if known else None

    def tally(self, state: S) -> Tally:
        """What to count of a finished game besides who won."""
        return Tally()

    def held(self, state: S) -> tuple[frozenset[str], ...]:
        """For each seat the faces that it has drawn and not used yet; nothing to count nothing."""
        return ()

    def used(self, event: object) -> tuple[str, Seat] | None:
        """The face that an event says was put to its use, and by whom; None for none."""
        return None
