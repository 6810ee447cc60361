"""The rules of Rune as the kernel drives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rr_rules.kernel.digest import sources_digest
from rr_rules.kernel.errors import BadSetup, CannotArrange, CannotRemove
from rr_rules.kernel.flow import Flow
from rr_rules.kernel.game import (
    CardText,
    Game,
    GameBefore,
    Line,
    NextGame,
    Outcome,
    Tally,
    Term,
    Zone,
    rearrange,
    total,
)
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.settings import Setting, settle_saved
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import Plain
from rr_rules.rune import pairing, turn, views, words
from rr_rules.rune.board import SEATS
from rr_rules.rune.bot import insight
from rr_rules.rune.cards import PROJECT_CARDS, CardSet, read_cards
from rr_rules.rune.settings import SETTINGS
from rr_rules.rune.state import RuneEvent, RuneState
from rr_rules.rune.view import RuneView

GAME_ID = "rune"
PACKAGE = "rr_rules.rune"
"""Where these rules lie."""


class Rune(Game[RuneState]):
    """Rune with the Grand Master micro-expansion."""

    id = GAME_ID
    name = "Rune"
    fewest_seats = SEATS
    declaration = "masters"
    feats = words.FEATS
    has_drafts = True

    def __init__(self, cards: CardSet = PROJECT_CARDS) -> None:
        self.card_set = cards
        self.settings = _settings(cards)

    def most_seats(self, settings: Mapping[str, str]) -> int:
        """Two (RN-COMP-04)."""
        return SEATS

    def digest(self) -> tuple[str, str]:
        """SHA-256 of the rules' source and of the cards' layouts."""
        return sources_digest(PACKAGE), self.card_set.digest()

    def opening(
        self, seats: int, settings: Mapping[str, str], declared: Sequence[int]
    ) -> RuneState:
        """The table before the deal. Raises BadSetup."""
        if seats != SEATS:
            raise BadSetup(f"{seats} seats: expected {SEATS}")
        settled = self.settle(settings)
        if settled["card_set"] != self.card_set.name:
            raise BadSetup(f"card_set {settled['card_set']}: expected {self.card_set.name}, "
                           "the cards that are loaded")  # fmt: skip
        return RuneState.opening(self.card_set, settled, _colours(declared))

    def from_plain(self, plain: Plain) -> RuneState:
        """The state that `RuneState.plain` wrote. Raises BadTranscript."""
        return RuneState.from_plain(plain, self.card_set, settle_saved(self.settings, plain))

    def step(self, state: RuneState) -> Flow[None]:
        """Play one phase."""
        return turn.step(state)

    def outcome(self, state: RuneState) -> Outcome | None:
        """How the game ended, or None."""
        return views.outcome(state)

    def view(self, state: RuneState, seat: int | None) -> RuneView:
        """What a seat or a spectator may see."""
        return views.view(state, seat)

    def redact(self, event: object, seat: int | None) -> RuneEvent | None:
        """The event without faces that this seat may not know."""
        own = _own_event(event)
        if own.seen and seat not in own.seen:
            return own._replace(faces=("",) * len(own.faces), seen=())
        return own._replace(seen=())

    def zones(self, state: RuneState) -> tuple[Zone, ...]:
        """Where every card lies."""
        return views.zones(state)

    def face_of(self, state: RuneState, card: int) -> str:
        """The id of a card's face."""
        return self.card_set.face(card)

    def turn(self, state: RuneState) -> int:
        """The number of the turn that is being played, 0 before the first."""
        return state.turn

    def determinize(self, state: RuneState, seat: int, stream: Stream) -> None:
        """Deal what `seat` cannot know anew, in place."""
        views.determinize(state, seat, stream)

    def arrange(self, state: RuneState, seat: int, zone: str, order: tuple[int, ...]) -> None:
        """Re-order the own hand. Raises CannotArrange."""
        if zone != "hand" or not 0 <= seat < SEATS:
            raise CannotArrange(f"{zone} of seat {seat}: expected an own hand")
        if state.draft >= 0 and seat == state.player:
            raise CannotArrange("a card of this hand is being laid: expected draw or master first")
        rearrange(state.hand[seat], order)

    def remove(self, state: RuneState, seat: int) -> None:
        """Let a seat leave: the other one wins. Raises CannotRemove."""
        if not 0 <= seat < SEATS or state.reason:
            raise CannotRemove(f"seat {seat} cannot leave: expected a seat of a game in progress")
        if state.draft >= 0:
            state.take_back()
        state.player, state.phase, state.reason = seat, "over", "left"
        state.events.append(RuneEvent("left", seat))

    def standing(self, view: object) -> tuple[int, ...]:
        """The points of each seat as the table lies."""
        return tuple([seat.score for seat in _own_view(view).seats])

    def judge(self, view: object, seat: int) -> float:
        """How good a view looks for a seat."""
        return total(self.terms(view, seat))

    def terms(self, view: object, seat: int) -> tuple[Term, ...]:
        """Points, free areas and tokens."""
        return insight.terms(_own_view(view), seat)

    def promising(self, view: object, choose: Choose) -> Sequence[int]:
        """The numbers of the options worth a search, the likeliest best first."""
        return insight.promising(_own_view(view), choose)

    def play_out(self, state: RuneState, choose: Choose, option: int, stream: Stream) -> float:
        """Take an option and play on; what the end is worth to the seat that chose, 0 to 1."""
        return insight.play_out(state, choose, option, stream)

    def advise(self, view: object, choose: Choose) -> int:
        """What a player of some experience would do."""
        return insight.advise(_own_view(view), choose)

    def cards(self, settings: Mapping[str, str]) -> tuple[CardText, ...]:
        """Every face."""
        return self.card_set.texts()

    def prompt(self, choose: Choose, view: object) -> str:
        """The question in words."""
        return words.prompt(choose, _own_view(view))

    def label(self, choose: Choose, option: Option, view: object) -> str:
        """An option in words."""
        return words.label(option, _own_view(view))

    def called(self, choose: Choose, option: Option, view: object) -> str:
        """An option, a card by its name as the hand has it."""
        return words.called(option, super().called(choose, option, view), _own_view(view))

    def line(self, event: object) -> Line:
        """An event in words."""
        return words.line(_own_event(event))

    def reason(self, outcome: Outcome) -> str:
        """How the game ended, in words."""
        return words.REASONS[outcome.reason]

    def because(self, term: str, now: object, then: object, seat: int) -> Sequence[str]:
        """What speaks for an answer, in words."""
        return words.because(term, _own_view(now), _own_view(then), seat)

    def declarable(self) -> tuple[str, ...]:
        """The colours of masters that a player may choose, by number (RN-SETUP-06)."""
        return ("any", *(colour for colour, _ in views.MASTER_COLOURS))

    def may_declare(self, number: int, others: Sequence[int]) -> bool:
        """Whether a colour is one, and no other player's."""
        return number == 0 or (0 < number <= len(views.MASTER_COLOURS) and number not in others)

    def is_draft(self, state: RuneState) -> bool:
        """Whether a card was laid that can be taken back unseen (RN-TURN-06)."""
        return state.draft >= 0

    def follow(
        self, settings: Mapping[str, str], declared: Sequence[int], before: GameBefore
    ) -> NextGame:
        """The next game at a table: in a swapped pair the other one begins it (RN-SETUP-04)."""
        return pairing.follow(settings, declared, before)

    def rulebook_clause(self, topic: str) -> str:
        """The rule by which two games are a match."""
        return "RN-SETUP-04" if topic == "match" else ""

    def ahead(self, settings: Mapping[str, str]) -> str:
        """That two games are played (RN-SETUP-04)."""
        return pairing.ahead(settings)

    def as_chosen(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        """Who begins the second game of a pair was chosen by nobody (RN-SETUP-04)."""
        return pairing.as_chosen(settings)

    def sum_up(self, ended: GameBefore, before: GameBefore | None) -> str:
        """How the first game of a pair stands, or what both come to (RN-SETUP-04)."""
        return pairing.sum_up(ended, before)

    def tally(self, state: RuneState) -> Tally:
        """Who began, and by how many points the winner won."""
        one, other = (state.board.score(seat) for seat in range(SEATS))
        return Tally(state.starter, figures=(("margin", abs(one - other)),))


def load(deck: tuple[str, bytes] | None = None) -> Rune:
    """The game, with the cards of an owner's file if one is given. Raises DeckError."""
    return Rune(read_cards(*deck)) if deck is not None else Rune()


def _settings(cards: CardSet) -> tuple[Setting, ...]:
    """The options; which cards are played is settled by whether a file was given."""
    return tuple([
        replace(spec, default=cards.name) if spec.name == "card_set" else spec for spec in SETTINGS
    ])  # fmt: skip


def _colours(declared: Sequence[int]) -> list[int]:
    """The numbers of the master colours that the seats chose, checked (RN-SETUP-06)."""
    chosen = list(declared) or [0] * SEATS
    most = len(views.MASTER_COLOURS)
    if len(chosen) != SEATS or not all(0 <= number <= most for number in chosen):
        raise BadSetup(f"master colours {chosen}: expected {SEATS} numbers from 0 to {most}")
    if chosen[0] == chosen[1] != 0:
        colour, _ = views.MASTER_COLOURS[chosen[0] - 1]
        raise BadSetup(f"both have chosen {colour} masters: expected two colours")
    return chosen


def _own_view(view: object) -> RuneView:
    assert isinstance(view, RuneView), "this game's views are its own"
    return view


def _own_event(event: object) -> RuneEvent:
    assert isinstance(event, RuneEvent), "this game's events are its own"
    return event
