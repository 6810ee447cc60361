"""Stories: a table with named cards in place, and play in the words of the game.

    t = story(hand0=["This Spells Disaster", "Alley"], lawn1=["Parcel Pegasus"])
    t.cast("This Spells Disaster")
    t.pick("Parcel Pegasus")
    assert t.lawn(1) == []

Zones and piles are named as `rr_rules/lessons/street.py` has them: `hand0`, `lawn1`, `hexed1`,
`fence0`, `deck`, `discard`. Without `regulation` none is active, which the real game does not know
but most stories want.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rr_rules.kernel.dealers import ScriptedDealer
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table, drive
from rr_rules.lessons.street import name_of, place
from rr_rules.runes_regulations.deck.loader import base_deck
from rr_rules.runes_regulations.faces.faces import Deck, Face
from rr_rules.runes_regulations.game import RunesRegulations
from rr_rules.runes_regulations.state.settings import SETTINGS
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent, View

DECIDED = ("discard", "destroy_rune", "steal_rune", "give_card", "sacrifice")
"""What happens without a question where there is one card in a hand, or one Rune on a Fence."""


class Story:
    """A table, told in names."""

    def __init__(self, table: Table[State], dealer: ScriptedDealer) -> None:
        self.table = table
        self.dealer = dealer
        self.told: list[LogEvent] = []
        self.unasked: list[LogEvent] = []
        self.go_on()

    # --- what stands -----------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.table.state

    def names(self, cards: Sequence[int]) -> list[str]:
        return [self.state.face[card].name for card in cards]

    def hand(self, seat: int) -> list[str]:
        return self.names(self.state.hand[seat])

    def lawn(self, seat: int) -> list[str]:
        """The Creatures on a Lawn, Hexed ones as "# Name"."""
        state = self.state
        return [("# " if c in state.hexed else "") + state.face[c].name for c in state.lawn[seat]]

    def fence(self, seat: int) -> list[str]:
        return self.names(self.state.fence[seat])

    def discard(self) -> list[str]:
        return self.names(self.state.discard)

    def rune_discard(self) -> list[str]:
        return self.names(self.state.rune_discard)

    def regulation(self) -> str:
        return self.names([self.state.regulation])[0]

    def view(self, seat: int | None) -> View:
        view = self.table.game.view(self.state, seat)
        assert isinstance(view, View)
        return view

    def events(self, *kinds: str) -> list[LogEvent]:
        """Everything that has happened since the story began, or only these kinds."""
        return [event for event in self.told if not kinds or event.kind in kinds]

    # --- what is asked ---------------------------------------------------------------

    @property
    def asked(self) -> Choose:
        """The one open choice."""
        assert len(self.table.asked) == 1, f"asked: {self.table.asked}"
        return self.table.asked[0]

    @property
    def verb(self) -> str:
        return self.asked.verb

    @property
    def seat(self) -> int:
        return self.asked.seat

    def labels(self) -> list[str]:
        """What each option of the open choice points at: a name, a player, or its act."""
        return [name_of(self.state, option) for option in self.asked.options]

    def acts(self) -> list[str]:
        return [option.act for option in self.asked.options]

    # --- what is answered ------------------------------------------------------------

    def choose(self, option: int, seat: int | None = None) -> Story:
        """Answer with an option's number."""
        self.table.answer(self.seat if seat is None else seat, option)
        self.go_on()
        return self

    def pick(self, name: str, *, verb: str = "", seat: int | None = None) -> Story:
        """Pick the first option that points at this name; check who is asked for what.

        What public facts have decided is not asked: to tell of it counts as having picked it.
        """
        if self._was_decided(name, verb, seat):
            return self
        if verb:
            assert self.verb == verb, f"asked for {self.verb}, expected {verb}"
        if seat is not None:
            assert self.seat == seat, f"seat {self.seat} is asked, expected {seat}"
        assert name in self.labels(), f"{name!r} is not among {self.labels()} ({self.verb})"
        return self.choose(self.labels().index(name))

    def _was_decided(self, name: str, verb: str, seat: int | None) -> bool:
        """Whether that happened after the last answer without a question (RR-EFF-12)."""
        if self.table.asked and verb in ("", self.verb) and name in self.labels():
            return False
        for event in self.unasked:
            by = seat in (None, event.by)
            if by and self.state.index.by_id[event.face].name == name:
                self.unasked.remove(event)
                return True
        return False

    def cast(self, name: str) -> Story:
        return self.pick(name, verb="cast_phase")

    def summon(self, name: str, onto: int | None = None) -> Story:
        """Summon in the Summon phase, onto the own Lawn unless told otherwise."""
        player = self.state.player
        self.pick(name, verb="summon_phase")
        return self.pick(f"player {player if onto is None else onto}", verb="lawn")

    def use(self, name: str, *, seat: int | None = None) -> Story:
        """Use an offered effect, or activate a Rune in a window."""
        assert self.verb in ("use", "window"), f"asked for {self.verb}, expected an offer"
        return self.pick(name, seat=seat)

    def decline(self, *, seat: int | None = None) -> Story:
        return self.pick("pass", seat=seat)

    def skip(self) -> Story:
        return self.pick("skip")

    def draw(self) -> Story:
        return self.pick("draw")

    def yes(self, *, seat: int | None = None) -> Story:
        return self.pick("yes", seat=seat)

    def no(self, *, seat: int | None = None) -> Story:
        return self.pick("no", seat=seat)

    def pass_until(self, verb: str, *, limit: int = 60) -> Story:
        """Pass, skip or take the first option until a choice of this verb is open."""
        for _ in range(limit):
            if self.verb == verb:
                return self
            acts = self.acts()
            wanted = next((act for act in ("pass", "skip", "no", "done") if act in acts), acts[0])
            self.choose(acts.index(wanted))
        raise AssertionError(f"no {verb} within {limit} choices: {self.asked}")

    def go_on(self) -> None:
        drive(self.table, self.dealer)
        news: list[LogEvent] = self.table.drain()  # type: ignore[assignment]
        self.told += news
        self.unasked = [event for event in news if event.kind in DECIDED]


def story(
    seats: int = 2,
    *,
    phase: str = "cast",
    player: int = 0,
    rolls: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
    regulation: str = "",
    faces: Sequence[Face] = (),
    declared: Sequence[int] = (),
    start_count: int = -1,
    prepare: Callable[[State], None] | None = None,
    **zones: Sequence[str],
) -> Story:
    """A table that stands at the beginning of a phase; `faces` are added to the base deck.

    `start_count` is how many Mythical Creatures the turn began with, by default those there are;
    `prepare` may change the state before the story begins.
    Windows are `fast` unless the options say otherwise: only seats that can act are asked.
    """
    rules = RunesRegulations(deck_with(faces))
    chosen = {"window": "fast", **({"deck_check": "custom"} if faces else {}), **(options or {})}
    state = rules.opening(seats, settle(SETTINGS, chosen), list(declared) or [0] * seats)
    state.phase, state.player, state.first, state.turn, state.round = phase, player, player, 1, 1
    place(state, regulation, zones)
    state.start_count = start_count if start_count >= 0 else len(state.mythical(player))
    if prepare is not None:
        prepare(state)
    return Story(Table.at(rules, state), ScriptedDealer(rolls))


def deck_with(faces: Sequence[Face]) -> Deck:
    """The base deck and some faces of a story's own."""
    base = base_deck()
    return replace(base, name="story", faces=(*base.faces, *faces)) if faces else base
