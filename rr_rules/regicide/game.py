"""The rules of Regicide as the kernel drives them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from rr_rules.kernel.digest import sources_digest
from rr_rules.kernel.errors import BadSetup, CannotArrange, CannotRemove, DeckError
from rr_rules.kernel.flow import Flow
from rr_rules.kernel.game import (
    CardText,
    Game,
    GameBefore,
    Line,
    NextGame,
    Outcome,
    Phrase,
    Talk,
    Tally,
    Term,
    Zone,
    rearrange,
    total,
)
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.settings import settle_saved
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import Plain
from rr_rules.regicide import turn, views, words, zones
from rr_rules.regicide.bot import advice, insight
from rr_rules.regicide.cards import ENEMIES, FACE, JESTERS, card_texts
from rr_rules.regicide.determinize import determinize
from rr_rules.regicide.settings import SETTINGS
from rr_rules.regicide.state import HAND_LIMITS, RegicideEvent, RegicideState
from rr_rules.regicide.view import RegicideView

GAME_ID = "regicide"
PACKAGE = "rr_rules.regicide"
"""Where these rules lie."""
MOST_SEATS = len(HAND_LIMITS)
NEARLY = ENEMIES - 1
"""The most that are worth a figure of their own."""


class Regicide(Game[RegicideState]):
    """Regicide."""

    id = GAME_ID
    name = "Regicide"
    settings = SETTINGS
    fewest_seats = 1
    feats = words.FEATS

    def most_seats(self, settings: Mapping[str, str]) -> int:
        """Four at the most (RG-SETUP-09)."""
        return MOST_SEATS

    def digest(self) -> tuple[str, str]:
        """SHA-256 of the rules' source; the cards are part of it."""
        return sources_digest(PACKAGE), hashlib.sha256(" ".join(FACE).encode()).hexdigest()

    def opening(
        self, seats: int, settings: Mapping[str, str], declared: Sequence[int]
    ) -> RegicideState:
        """The table before the deal. Raises BadSetup."""
        settled = dict(settings)
        if not self.fewest_seats <= seats <= MOST_SEATS:
            raise BadSetup(f"{seats} seats: expected {self.fewest_seats} to {MOST_SEATS}")
        if settled["first_player"] == "host_choice" and int(settled["first_seat"]) > seats:
            raise BadSetup(f"first_seat {settled['first_seat']}: expected 1 to {seats}")
        marks = list(declared) or [0] * seats
        if len(marks) != seats:
            raise BadSetup(f"{len(marks)} declarations: expected {seats}")
        return RegicideState.opening(seats, settled, marks)

    def from_plain(self, plain: Plain) -> RegicideState:
        """The state that `RegicideState.plain` wrote. Raises BadTranscript."""
        return RegicideState.from_plain(plain, settle_saved(SETTINGS, plain))

    def step(self, state: RegicideState) -> Flow[None]:
        """Play one phase."""
        return turn.STEPS[state.phase](state)

    def outcome(self, state: RegicideState) -> Outcome | None:
        """How the game ended, or None."""
        return views.outcome(state) if state.reason else None

    def view(self, state: RegicideState, seat: int | None) -> RegicideView:
        """What a seat or a spectator may see."""
        return views.view(state, seat)

    def redact(self, event: object, seat: int | None) -> RegicideEvent | None:
        """The event without faces that this seat may not know."""
        own = _own_event(event)
        if own.seen and seat not in own.seen:
            return own._replace(faces=("",) * len(own.faces), seen=())
        return own._replace(seen=())

    def zones(self, state: RegicideState) -> tuple[Zone, ...]:
        """Where every card lies."""
        return zones.zones(state, JESTERS if state.seats == 1 else ())

    def face_of(self, state: RegicideState, card: int) -> str:
        """The id of a card's face."""
        return FACE[card]

    def turn(self, state: RegicideState) -> int:
        """The number of the turn that is being played, 0 before the first."""
        return state.turn

    def determinize(self, state: RegicideState, seat: int, stream: Stream) -> None:
        """Deal what `seat` cannot know anew, in place."""
        determinize(state, seat, stream)

    def arrange(self, state: RegicideState, seat: int, zone: str, order: tuple[int, ...]) -> None:
        """Re-order the own hand. Raises CannotArrange."""
        if zone != "hand" or not 0 <= seat < state.seats:
            raise CannotArrange(f"{zone} of seat {seat}: expected an own hand")
        rearrange(state.hand[seat], order)

    def remove(self, state: RegicideState, seat: int) -> None:
        """Nobody can be taken out: the game is balanced for its seats. Raises CannotRemove."""
        raise CannotRemove(f"seat {seat} stays: Regicide is played to the end by all its seats")

    def standing(self, view: object) -> tuple[int, ...]:
        """The enemies that are defeated, the same for all seats."""
        own = _own_view(view)
        return (own.defeated,) * len(own.seats)

    def judge(self, view: object, seat: int) -> float:
        """How good a view looks; all seats win or lose together."""
        return total(self.terms(view, seat))

    def terms(self, view: object, seat: int) -> tuple[Term, ...]:
        """Enemies, damage, the cards in hand, the Tavern and the attack."""
        return advice.terms(_own_view(view))

    def promising(self, view: object, choose: Choose) -> Sequence[int]:
        """The options worth a search, the likeliest best first."""
        return advice.promising(_own_view(view), choose)

    def play_out(self, state: RegicideState, choose: Choose, option: int, stream: Stream) -> float:
        """Take an option in an imagined state and play on; what the end is worth."""
        return insight.play_out(state, choose, option, stream)

    def advise(self, view: object, choose: Choose) -> int:
        """What a player of some experience would do."""
        return advice.advise(_own_view(view), choose)

    def cards(self, settings: Mapping[str, str]) -> tuple[CardText, ...]:
        """Every face."""
        return card_texts(len(JESTERS))

    def prompt(self, choose: Choose, view: object) -> str:
        """The question in words."""
        return words.prompt(choose, _own_view(view))

    def label(self, choose: Choose, option: Option, view: object) -> str:
        """An option in words."""
        return words.label(option, _own_view(view))

    def line(self, event: object) -> Line:
        """An event in words."""
        return words.line(_own_event(event))

    def reason(self, outcome: Outcome) -> str:
        """How the game ended, in words."""
        return words.REASONS[outcome.reason]

    def because(self, term: str, now: object, then: object, seat: int) -> Sequence[str]:
        """What speaks for an answer, in words."""
        return words.because(term, _own_view(now), _own_view(then), seat)

    def talk(self, settings: Mapping[str, str]) -> Talk:
        """How far the players may talk (RG-COMM-05)."""
        return words.talk(settings["comm"])

    def phrases(self, view: object) -> tuple[Phrase, ...]:
        """What a seat may say now (RG-COMM-02, -03)."""
        return words.phrases(_own_view(view))

    def follow(
        self, settings: Mapping[str, str], declared: Sequence[int], before: GameBefore
    ) -> NextGame:
        """The next game at a table: who begins may come from the one before (RG-SETUP-08)."""
        return words.follow(settings, before)

    def tally(self, state: RegicideState) -> Tally:
        """How far a game came; all enemies but one are what some count as a win."""
        fallen = state.defeated
        figures = ("enemies", fallen), (f"{NEARLY} enemies", fallen >= NEARLY)
        return Tally(state.began, True, figures)


def load(deck: tuple[str, bytes] | None = None) -> Regicide:
    """The game; its cards are fixed. Raises DeckError for an owner's deck."""
    if deck is not None:
        raise DeckError(f"{deck[0]}: Regicide is played with its own 54 cards only")
    return Regicide()


def _own_view(view: object) -> RegicideView:
    assert isinstance(view, RegicideView), "this game's views are its own"
    return view


def _own_event(event: object) -> RegicideEvent:
    assert isinstance(event, RegicideEvent), "this game's events are its own"
    return event
