"""The rules of Runes & Regulations as the kernel drives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.kernel.digest import sources_digest
from rr_rules.kernel.errors import BadSetup, CannotArrange
from rr_rules.kernel.flow import Flow
from rr_rules.kernel.game import (
    CardText,
    Game,
    Line,
    Outcome,
    Tally,
    Term,
    Unveiled,
    Zone,
    rearrange,
    total,
)
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.kernel.settings import settle_saved
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import Plain
from rr_rules.runes_regulations.bot import suspects
from rr_rules.runes_regulations.bot.determinize import determinize
from rr_rules.runes_regulations.bot.suspects import Suspicion
from rr_rules.runes_regulations.deck.loader import (
    MOST_SEATS,
    base_deck,
    check_base,
    check_expanded,
    check_playable,
    expanded,
    load_deck,
)
from rr_rules.runes_regulations.faces.faces import Deck, Face
from rr_rules.runes_regulations.faces.vocabulary import EVENTS
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.settings import ROOM_CLAUSES, SETTINGS
from rr_rules.runes_regulations.state.state import State, empty
from rr_rules.runes_regulations.state.view import LogEvent, View
from rr_rules.runes_regulations.text import phrases
from rr_rules.runes_regulations.text.card import face_text, left_out
from rr_rules.runes_regulations.turn import turn
from rr_rules.runes_regulations.turn.leaving import remove
from rr_rules.runes_regulations.turn.roles import check_roles, unveiled
from rr_rules.runes_regulations.views import prompts, views
from rr_rules.runes_regulations.views.log import DRAWS, FEATS, REASONS, Wording

GAME_ID = "runes-regulations"
PACKAGE = "rr_rules.runes_regulations"
"""Where these rules lie."""

FENCES = 4
"""Fences in the base box."""
SEATS_NAMED = {"off": ("first_player", "host", "first_seat"),
               "on": ("nn_seat", "volunteer", "volunteer_seat")}  # fmt: skip
"""Without and with the expansion: the choice that names a seat, which must be at the table."""
ARRANGED = ("hand", "fence")
"""The zones whose holder may re-order them (RR-HID-05)."""


class RunesRegulations(Game[State]):
    """Runes & Regulations with one deck."""

    id = GAME_ID
    name = "Runes & Regulations"
    settings = SETTINGS
    fewest_seats = 2
    declaration = "pets"
    feats = FEATS
    window_kinds = EVENTS

    def __init__(self, deck: Deck) -> None:
        """Play with these faces."""
        self.deck = deck
        self._whole = expanded(deck)
        self._wording = Wording(self._whole)
        self._suspicion = Suspicion(self._whole)

    def most_seats(self, settings: Mapping[str, str]) -> int:
        """Four Fences are in the base box; a custom card file may raise it (RR-COMP-03).

        The expansion has Fences for seven and the Nefarious Neighbor's (NN-COMP-06).
        """
        if settings["nefarious"] == "on":
            return MOST_SEATS
        most = int(settings["max_seats"])
        return min(most, FENCES) if self.deck.name == "base" else most

    def digest(self) -> tuple[str, str]:
        """SHA-256 of the rules' source and of the card files, the expansion's with them."""
        return sources_digest(PACKAGE), self._whole.digest

    def opening(self, seats: int, settings: Mapping[str, str], declared: Sequence[int]) -> State:
        """The table before the deal. Raises BadSetup and DeckError."""
        settled = self.settle(settings)
        least, most = self.least_seats(settled), self.most_seats(settled)
        if not least <= seats <= most:
            raise BadSetup(f"{seats} seats: expected {least} to {most}")
        pets = list(declared) or [0] * seats
        if len(pets) != seats:
            raise BadSetup(f"{len(pets)} declarations of pets: expected {seats}")
        name, value, seat = SEATS_NAMED[settled["nefarious"]]
        if settled[name] == value and int(settled[seat]) > seats:
            raise BadSetup(f"{seat} {settled[seat]}: expected 1 to {seats}")
        if settled["deck_check"] == "base":
            check_base(self.deck)
        deck = self.deck_under(settled)
        if deck is self.deck:
            check_playable(deck, seats)
        else:
            check_expanded(deck, seats)
        state = empty(seats, deck, settled, pets)
        if deck is not self.deck:
            check_roles(state)
        return state

    def least_seats(self, settings: Mapping[str, str]) -> int:
        """Three with the expansion, or two if the table allows it (NN-SETUP-02)."""
        alone = settings["nefarious"] == "off" or settings["allow_two_players"] == "on"
        return self.fewest_seats if alone else 3

    def deck_under(self, settings: Mapping[str, str]) -> Deck:
        """The faces in play under these settings."""
        return self._whole if settings["nefarious"] == "on" else self.deck

    def from_plain(self, plain: Plain) -> State:
        """The state that `State.plain` wrote. Raises BadTranscript."""
        settled = settle_saved(SETTINGS, plain)
        return State.from_plain(plain, self.deck_under(settled), settled)

    def step(self, state: State) -> Flow[None]:
        """Play one phase."""
        return turn.step(state)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None."""
        return views.outcome(state)

    def view(self, state: State, seat: int | None) -> View:
        """What a seat or a spectator may see."""
        return views.view(state, seat)

    def redact(self, event: object, seat: int | None) -> LogEvent | None:
        """The event without a face that this seat may not know."""
        own = _own_event(event)
        if own.seen and seat not in own.seen:
            return own._replace(face="", seen=())
        return own._replace(seen=())

    def zones(self, state: State) -> tuple[Zone, ...]:
        """Where every card lies."""
        return zones.zones(state)

    def face_of(self, state: State, card: int) -> str:
        """The id of a card's face."""
        return state.face[card].id

    def turn(self, state: State) -> int:
        """The number of the turn that is being played, 0 before the first."""
        return state.turn

    def determinize(self, state: State, seat: int, stream: Stream) -> None:
        """Deal what `seat` cannot know anew, in place."""
        determinize(state, seat, stream)

    def arrange(self, state: State, seat: int, zone: str, order: tuple[int, ...]) -> None:
        """Re-order the own hand or Fence (RR-HID-05). Raises CannotArrange."""
        if zone not in ARRANGED or not 0 <= seat < state.seats:
            raise CannotArrange(f"{zone} of seat {seat}: expected an own hand or fence")
        rearrange((state.hand if zone == "hand" else state.fence)[seat], order)

    def remove(self, state: State, seat: int) -> None:
        """Take a seat out of the game (RR-TABLE-05, -06)."""
        remove(state, seat)

    def standing(self, view: object) -> tuple[int, ...]:
        """The Mythical Creatures of each seat, the Nefarious Neighbor's Corrupted Beasts."""
        return views.standing(_own_view(view))

    def judge(self, view: object, seat: int) -> float:
        """How good a view looks for a seat."""
        return total(self.terms(view, seat))

    def terms(self, view: object, seat: int) -> tuple[Term, ...]:
        """Creatures, cards, Runes, a role, time and rivals."""
        return suspects.terms(_own_view(view), seat, self._suspicion)

    def cards(self, settings: Mapping[str, str]) -> tuple[CardText, ...]:
        """Every face in play under these settings."""
        is_night = settings["nefarious"] == "on"
        spares = settings.get("regulation_scope") != "actor_only"
        return tuple(
            _card_text(face, left_out(face, spares_things=spares) if is_night else "")
            for face in self.deck_under(settings).faces
        )

    def prompt(self, choose: Choose, view: object) -> str:
        """The question in words."""
        return prompts.prompt(self._wording, choose, _own_view(view))

    def label(self, choose: Choose, option: Option, view: object) -> str:
        """An option in words."""
        return prompts.label(self._wording, self._whole, choose, option, _own_view(view))

    def called(self, choose: Choose, option: Option, view: object) -> str:
        """An option with the verb of the question."""
        return phrases.called(choose, option, self.label(choose, option, view))

    def line(self, event: object) -> Line:
        """An event in words."""
        return self._wording.line(_own_event(event))

    def reason(self, outcome: Outcome) -> str:
        """How the game ended, in words."""
        reason = outcome.reason
        return REASONS[reason] if outcome.winners else DRAWS.get(reason, REASONS[reason])

    def because(self, term: str, now: object, then: object, seat: int) -> Sequence[str]:
        """What speaks for an answer, in words."""
        return phrases.because(term, _own_view(now), _own_view(then), seat)

    def rulebook_clause(self, topic: str) -> str:
        """The rule behind what a room reports (RR-HID, RR-TABLE)."""
        return ROOM_CLAUSES.get(topic, "")

    def tally(self, state: State) -> Tally:
        """Who began."""
        return Tally(state.first)

    def held(self, state: State) -> tuple[frozenset[str], ...]:
        """The faces of each seat's hand and Fence."""
        face = state.face
        return tuple(
            frozenset([face[card].id for card in (*hand, *fence)])
            for hand, fence in zip(state.hand, state.fence, strict=True)
        )

    def used(self, event: object) -> tuple[str, Seat] | None:
        """A Spell that is CAST, a Rune that is used and a Creature on a Lawn, however that ends."""
        told = _own_event(event)
        return (told.face, Seat(told.by)) if told.kind in USES and told.by >= 0 else None

    def unveiled(self, state: State) -> Unveiled:
        """The roles as they were dealt, and those that nobody had (NN-INFO-10)."""
        return unveiled(state)


def load(deck: tuple[str, bytes] | None = None) -> RunesRegulations:
    """The game with the base deck, or with an owner's deck file. Raises DeckError."""
    return RunesRegulations(base_deck() if deck is None else load_deck(*deck))


USES = frozenset({"cast", "declare", "name", "summon"})
"""How it is told that a card is used: named from the hand, declared from a Fence, summoned."""
LETTERS = {"dragon": "D", "unicorn": "U", "pegasus": "P", "griffin": "G"}


def _card_text(face: Face, addition: str) -> CardText:
    families = [LETTERS[family] for family in face.families if family in LETTERS]
    letter = families[0] if families else "·"
    return CardText(face.id, face.name, face.kind, letter,
                    f"{face_text(face)} {addition}".rstrip(), face.flavour, face.copies,
                    face.origin)  # fmt: skip


def _own_view(view: object) -> View:
    assert isinstance(view, View), "this game's views are its own"
    return view


def _own_event(event: object) -> LogEvent:
    assert isinstance(event, LogEvent), "this game's events are its own"
    return event
