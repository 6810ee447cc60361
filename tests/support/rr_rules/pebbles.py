"""Pebbles: a small whole game for tests of rooms, journals and proofs.

Two to six seats hold hidden pebbles. In turn each draws one from the bag and throws one from the
hand. Every other seat with pebbles may catch it with a pebble of the same colour (a reaction
window, sealed): the first catcher clockwise takes a random pebble from the thrower. A throw that
is not caught scores a die. After each round everybody passes a pebble to the left at once. Whoever
reaches the target wins. An owner's deck is a text of lines such as `red 6`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from rr_rules.kernel.errors import BadSetup, BadTranscript, CannotArrange, CannotRemove, DeckError
from rr_rules.kernel.flow import choose, choose_all, pick, roll, shuffled
from rr_rules.kernel.game import CardText, Game, Line, Outcome, Zone
from rr_rules.kernel.game import GameState as AnyState
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.settings import ROOM_SETTINGS, Setting, settle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Plain

HAND = 3
DECK = b"red 6\ngreen 6\nblue 5\nwhite 3\n"
PHASES = ("deal", "first", "draw", "throw", "pass", "over")
PROMPTS = {
    "draw": "Draw a pebble?",
    "throw": "Throw which pebble?",
    "catch": "Catch it?",
    "pass": "Pass which pebble to the left?",
}
RULES = "5df0847c0ee20b9428b35c56ddf330fd9a1a65f42dd83b4d7b2e56abdf7326cf"
"""The digest stands still, whatever is changed here: the luck of recorded games comes from it."""
REASONS = {
    "points": "with the most points",
    "default": "by default",
    "turn_cap": "when the turns were over",
}
CLAUSES = {"luck": "RR-HID-09", "leaver": "RR-TABLE-04", "audit": "RR-HID-08"}
SETTINGS: tuple[Setting, ...] = (
    Setting("target", ("12",), "12", "", "points that win", 1, 99),
    Setting("turn_cap", ("60",), "60", "", "turns until the most points win", 1, 999),
    Setting("first_player", ("pets", "random", "host"), "pets", "", "who begins"),
    Setting("first_seat", ("1", "2", "3", "4", "5", "6", "7", "8"), "1", "", "for the host"),
    Setting("confirm_skip", ("off", "on"), "off", "", "listed, and never looked at"),
    *ROOM_SETTINGS,
)


class Event(NamedTuple):
    """Something that happened: dealt, first, drew, reformed, threw, caught, took, scored, ..."""

    kind: str
    by: int = -1
    of: int = -1
    face: str = ""
    n: int = 0
    seen: tuple[int, ...] = ()
    """For a hidden face: the seats that may know it; empty means everybody."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's part of the table; "" stands for a pebble that may not be seen."""

    seat: int
    left: bool
    hand: tuple[str, ...]
    score: int


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, sees."""

    me: int
    phase: str
    turn: int
    player: int
    seats: tuple[SeatView, ...]
    bag: int
    beach: tuple[str, ...]
    outcome: Outcome | None


@dataclass(slots=True)
class State:
    """The whole table; a pebble is its index in `faces`."""

    faces: list[str]
    options: dict[str, str]
    declared: list[int]
    hands: list[list[int]]
    bag: list[int]
    beach: list[int]
    scores: list[int]
    left: list[bool]
    phase: str = "deal"
    turn: int = 0
    player: int = 0
    starter: int = 0
    thrown: bool = False
    events: list[object] = field(default_factory=list)

    def copy(self) -> State:
        """A twin that shares nothing mutable, without events."""
        hands = [list(hand) for hand in self.hands]
        return State(self.faces, self.options, self.declared, hands, list(self.bag),
                     list(self.beach), list(self.scores), list(self.left), self.phase, self.turn,
                     self.player, self.starter, self.thrown)  # fmt: skip

    def plain(self) -> Plain:
        """The state as a JSON object."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "events"}

    def present(self) -> list[int]:
        """The seats that have not left, clockwise from the one whose turn it is."""
        seats = len(self.hands)
        around = ((self.player + i) % seats for i in range(seats))
        return [seat for seat in around if not self.left[seat]]

    def tell(self, kind: str, **facts: object) -> None:
        """Note an event for people."""
        self.events.append(Event(kind, **facts))  # type: ignore[arg-type]


class Pebbles(Game[State]):
    """The rules."""

    id = "pebbles"
    name = "Pebbles"
    settings = SETTINGS
    fewest_seats = 2
    declaration = "pets"
    window_kinds = frozenset({"caught", "scored", "threw"})

    def __init__(self, deck: bytes = DECK) -> None:
        self.deck = deck
        self.colours = read_deck(deck)

    def most_seats(self, settings: Mapping[str, str]) -> int:
        return min(6, len(self._bag()) // HAND)

    def digest(self) -> tuple[str, str]:
        return RULES, hashlib.sha256(self.deck).hexdigest()

    def opening(self, seats: int, settings: Mapping[str, str], declared: Sequence[int]) -> State:
        if not self.fewest_seats <= seats <= self.most_seats(settings):
            raise BadSetup(f"{seats} seats: expected 2 to {self.most_seats(settings)}")
        if declared and len(declared) != seats:
            raise BadSetup(f"{len(declared)} declarations: expected {seats}")
        faces = self._bag()
        return State(faces, dict(settings), list(declared), [[] for _ in range(seats)],
                     list(range(len(faces))), [], [0] * seats, [False] * seats)  # fmt: skip

    def from_plain(self, plain: Plain) -> State:
        try:
            return State(**plain).copy()  # type: ignore[arg-type]
        except (TypeError, AttributeError):
            raise BadTranscript("a saved game is no game of pebbles") from None

    async def step(self, state: State) -> None:
        match state.phase:
            case "deal":
                await _deal(state)
            case "first":
                await _first(state)
            case "draw":
                await _draw(state)
            case "throw":
                await _throw(state)
            case "pass":
                await _pass_on(state)

    def outcome(self, state: State) -> Outcome | None:
        present = state.present()
        if len(present) == 1:
            return Outcome((present[0],), "default")
        best = max(state.scores[seat] for seat in present)
        leaders = tuple(sorted(seat for seat in present if state.scores[seat] == best))
        if best >= float(state.options["target"]):
            return Outcome(leaders, "points")
        capped = state.turn > float(state.options["turn_cap"])
        return Outcome(leaders if len(leaders) == 1 else (), "turn_cap") if capped else None

    def view(self, state: State, seat: int | None) -> View:
        me = -1 if seat is None else seat
        seats = tuple(_seat_view(state, each, me) for each in range(len(state.hands)))
        beach = tuple(state.faces[card] for card in state.beach)
        return View(me, state.phase, state.turn, state.player, seats, len(state.bag), beach,
                    self.outcome(state))  # fmt: skip

    def redact(self, event: object, seat: int | None) -> object:
        assert isinstance(event, Event)
        hidden = event.seen and (seat is None or seat not in event.seen)
        return event._replace(face="", seen=()) if hidden else event._replace(seen=())

    def zones(self, state: State) -> tuple[Zone, ...]:
        hands = (Zone("hand", i, False, True, tuple(hand)) for i, hand in enumerate(state.hands))
        bag = Zone("bag", -1, True, True, tuple(state.bag))
        return (*hands, bag, Zone("beach", -1, True, False, tuple(state.beach)))

    def face_of(self, state: State, card: int) -> str:
        return state.faces[card]

    def turn(self, state: State) -> int:
        return state.turn

    def determinize(self, state: State, seat: int, stream: Stream) -> None:
        others = [hand for each, hand in enumerate(state.hands) if each != seat]
        places = [*others, state.bag]
        unknown = [card for place in places for card in place]
        order = iter(stream.order(len(unknown)))
        for place in places:
            place[:] = [unknown[next(order)] for _ in place]

    def arrange(self, state: State, seat: int, zone: str, order: tuple[int, ...]) -> None:
        if zone != "hand" or not 0 <= seat < len(state.hands):
            raise CannotArrange(f"the {zone} of seat {seat}: expected a hand")
        hand = state.hands[seat]
        if sorted(order) != list(range(len(hand))):
            raise CannotArrange(f"the order is no permutation of {len(hand)} pebbles")
        hand[:] = [hand[i] for i in order]

    def remove(self, state: State, seat: int) -> None:
        if not 0 <= seat < len(state.hands) or state.left[seat]:
            raise CannotRemove(f"seat {seat} is not in the game")
        was_current = seat == state.player and state.phase in {"draw", "throw"}
        state.left[seat] = True
        state.beach += state.hands[seat]
        state.hands[seat] = []
        state.tell("left", by=seat)
        if was_current or (state.phase == "throw" and state.thrown):
            _end_turn(state)

    def judge(self, view: object, seat: int) -> float:
        seats = cast(View, view).seats
        return seats[seat].score - max(each.score for each in seats)

    def cards(self, settings: Mapping[str, str]) -> tuple[CardText, ...]:
        return tuple(
            CardText(colour, colour.title(), "pebble", colour[0].upper(), "A pebble.", "", n, "")
            for colour, n in self.colours.items()
        )

    def prompt(self, choose: Choose, view: object) -> str:
        return PROMPTS[choose.verb]

    def label(self, choose: Choose, option: Option, view: object) -> str:
        if option.zone == "hand":
            return f"{option.act} {cast(View, view).seats[option.seat].hand[option.at]}"
        return option.act

    def line(self, event: object) -> Line:
        assert isinstance(event, Event)
        who = f"{{{event.by}}}" if event.by >= 0 else "the table"
        whom = f" of {{{event.of}}}" if event.of >= 0 else ""
        number = f" {event.n}" if event.n else ""
        return Line(f"{who}: {event.kind} {event.face or 'a pebble'}{whom}{number}", "")

    def reason(self, outcome: Outcome) -> str:
        return REASONS[outcome.reason]

    def rulebook_clause(self, topic: str) -> str:
        return CLAUSES.get(topic, "")

    def _bag(self) -> list[str]:
        return [colour for colour, n in self.colours.items() for _ in range(n)]


def read_deck(deck: bytes) -> dict[str, int]:
    """The copies of each colour. Raises DeckError."""
    colours: dict[str, int] = {}
    for line in deck.decode("ascii", "replace").splitlines():
        colour, _, count = line.partition(" ")
        if not colour.isalpha() or not count.isdecimal() or colour in colours:
            raise DeckError(f"line {line!r}: expected a new colour and its copies")
        colours[colour] = int(count)
    if sum(colours.values()) < 2 * HAND:
        raise DeckError(f"{sum(colours.values())} pebbles: expected at least {2 * HAND}")
    return colours


def load_pebbles(game_id: str = "pebbles", deck: tuple[str, bytes] | None = None) -> Game[AnyState]:
    """Stands in for the registry's `load_game`. Raises BadSetup or DeckError."""
    if game_id != "pebbles":
        raise BadSetup(f"there is no game {game_id!r}: expected pebbles")
    return cast("Game[AnyState]", Pebbles(DECK if deck is None else deck[1]))


def pebbles_table(seats: int = 3, declared: Sequence[int] = (), **options: str) -> Table[State]:
    """A fresh table with the first shuffle pending."""
    return Table(Pebbles(), seats, settle(SETTINGS, options), declared)


async def _deal(state: State) -> None:
    [state.bag] = await shuffled([("bag", sorted(state.bag))])
    for _ in range(HAND):
        for seat in state.present():
            state.hands[seat].append(state.bag.pop())
    state.tell("dealt", n=HAND)
    state.phase = "first"


async def _first(state: State) -> None:
    tied = _first_seats(state)
    chosen = tied[await roll(len(tied), "first")] if len(tied) > 1 else tied[0]
    state.player = state.starter = chosen
    state.turn, state.phase = 1, "draw"
    state.tell("first", by=chosen)


def _first_seats(state: State) -> list[int]:
    present = sorted(state.present())
    match state.options["first_player"]:
        case "host" if int(state.options["first_seat"]) - 1 in present:
            return [int(state.options["first_seat"]) - 1]
        case "pets" if state.declared:
            most = max(state.declared[seat] for seat in present)
            return [seat for seat in present if state.declared[seat] == most]
    return present


async def _draw(state: State) -> None:
    seat = state.player
    if not state.bag and state.beach:
        [state.bag] = await shuffled([("bag", sorted(state.beach))])
        state.beach = []
        state.tell("reformed", n=len(state.bag))
    options = (Option("draw", "bag"), Option("skip"))
    if state.bag and await choose(seat, "draw", options) == 0:
        card = state.bag.pop()
        state.hands[seat].append(card)
        state.tell("drew", by=seat, face=state.faces[card], seen=(seat,))
    state.phase, state.thrown = "throw", False


async def _throw(state: State) -> None:
    seat = state.player
    if state.hands[seat]:
        at = await pick(seat, "throw", _from_hand(state, seat, "throw"), always=True)
        card = state.hands[seat].pop(at)
        state.beach.append(card)
        state.thrown = True
        state.tell("threw", by=seat, face=state.faces[card])
        if not await _is_caught(state, card):
            await _score(state, seat)
    _end_turn(state)


async def _is_caught(state: State, card: int) -> bool:
    event = Event("threw", by=state.player, face=state.faces[card])
    eligible = [seat for seat in state.present()[1:] if state.hands[seat]]
    if not eligible:
        return False
    asked = [Choose(seat, "catch", _catches(state, seat, card), about=event) for seat in eligible]
    answers = await choose_all(asked, window=True)
    caught = False
    for choice, answer in zip(asked, answers, strict=True):
        if answer:
            await _catch(state, choice.seat, choice.options[answer].at, first=not caught)
            caught = True
    return caught


def _catches(state: State, seat: int, card: int) -> tuple[Option, ...]:
    same = [i for i, own in enumerate(state.hands[seat]) if state.faces[own] == state.faces[card]]
    return (Option("pass"), *(Option("catch", "hand", seat, i) for i in same))


async def _catch(state: State, seat: int, at: int, *, first: bool) -> None:
    card = state.hands[seat].pop(at)
    state.beach.append(card)
    state.tell("caught", by=seat, of=state.player, face=state.faces[card])
    victim = state.hands[state.player]
    if first and victim:
        taken = victim.pop(await roll(len(victim), "grab"))
        state.hands[seat].append(taken)
        knowing = (seat, state.player)
        state.tell("took", by=seat, of=state.player, face=state.faces[taken], seen=knowing)


async def _score(state: State, seat: int) -> None:
    points = 1 + await roll(4, "die")
    state.scores[seat] += points
    state.tell("scored", by=seat, n=points)


async def _pass_on(state: State) -> None:
    seats = [seat for seat in state.present() if state.hands[seat]]
    if len(seats) > 1:
        asked = [
            Choose(seat, "pass", tuple(o for o, _ in _from_hand(state, seat, "pass")))
            for seat in seats
        ]
        answers = await choose_all(asked)
        given = [state.hands[seat].pop(at) for seat, at in zip(seats, answers, strict=True)]
        for i, card in enumerate(given):
            state.hands[seats[(i + 1) % len(seats)]].append(card)
            state.tell("passed", by=seats[i], face=state.faces[card],
                       seen=(seats[i], seats[(i + 1) % len(seats)]))  # fmt: skip
    state.phase = "draw"


def _from_hand(state: State, seat: int, act: str) -> list[tuple[Option, int]]:
    return [(Option(act, "hand", seat, i), i) for i in range(len(state.hands[seat]))]


def _end_turn(state: State) -> None:
    order = state.present()
    after = [seat for seat in order if seat != state.player]
    state.phase = "draw"
    if after:
        passed_start = (after[0] - state.starter) % len(state.hands) <= (
            state.player - state.starter
        ) % len(state.hands)
        state.player = after[0]
        state.phase = "pass" if passed_start else "draw"
    state.turn += 1
    state.thrown = False


def _seat_view(state: State, seat: int, me: int) -> SeatView:
    hand = tuple(state.faces[card] if seat == me else "" for card in state.hands[seat])
    return SeatView(seat, state.left[seat], hand, state.scores[seat])
