"""Stories of Regicide: a table with named cards in place, and play in the words of the game.

    t = story(hands=["7H 4D", "+3"], enemy="JC", tavern="+20")
    t.play("4D")
    assert t.damage == 4

Cards and piles are named as in `rr_rules/lessons/castle.py`. Cards that a story does not place are
out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature

from rr_rules.kernel.dealers import Dealer, ScriptedDealer
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.table import Table, drive
from rr_rules.lessons.castle import name_of, names, option_name, position, same
from rr_rules.regicide.game import load
from rr_rules.regicide.state import RegicideEvent, RegicideState
from rr_rules.regicide.view import RegicideView

RULES = load()


class Story:
    """A table, told in names."""

    def __init__(self, table: Table[RegicideState], dealer: Dealer) -> None:
        self.table, self.dealer = table, dealer
        self.told: list[RegicideEvent] = []
        self.go_on()

    # --- what stands -----------------------------------------------------------------

    @property
    def state(self) -> RegicideState:
        return self.table.state

    @property
    def damage(self) -> int:
        return self.state.damage

    @property
    def attack(self) -> int:
        return self.state.attack

    @property
    def enemy(self) -> str:
        return name_of(self.state.enemy)

    def hand(self, seat: int = 0) -> list[str]:
        return names(self.state.hand[seat])

    def tavern(self) -> list[str]:
        return names(self.state.tavern)

    def discarded(self) -> list[str]:
        return names(self.state.discard)

    def on_table(self) -> list[str]:
        return names([each for play in self.state.table for each in play[1:]])

    def sizes(self) -> list[int]:
        return [len(hand) for hand in self.state.hand]

    def view(self, seat: int | None = 0) -> RegicideView:
        return RULES.view(self.state, seat)

    def kinds(self, *wanted: str) -> list[str]:
        """The kinds of all that has happened, or of these only."""
        return [event.kind for event in self.told if not wanted or event.kind in wanted]

    def drawers(self) -> list[int]:
        """Who drew, card by card."""
        return [event.by for event in self.told if event.kind == "draw"]

    @property
    def reason(self) -> str:
        """Why the game ended; "" while it goes on."""
        outcome = self.table.outcome
        return outcome.reason if outcome else ""

    # --- what is asked ---------------------------------------------------------------

    @property
    def asked(self) -> Choose:
        assert len(self.table.asked) == 1, f"asked: {self.table.pending}"
        return self.table.asked[0]

    @property
    def seat(self) -> int:
        return self.asked.seat

    @property
    def owed(self) -> int:
        return self.view(self.seat).owed

    def legal(self) -> list[str]:
        """What may be done: cards as "3C+3D", players as "to 2", the rest by its act."""
        return [option_name(self.state, option) for option in self.asked.options]

    # --- play ------------------------------------------------------------------------

    def do(self, what: str) -> Story:
        """Take the option of that name; the cards of a play in any order."""
        found = [i for i, legal in enumerate(self.legal()) if same(legal, what)]
        assert len(found) == 1, f"{what!r} is not among {self.legal()} ({self.asked.verb})"
        self.table.answer(self.seat, found[0])
        self.go_on()
        return self

    def play(self, *cards: str) -> Story:
        assert self.asked.verb == "play", f"asked for {self.asked.verb}"
        return self.do("+".join(cards))

    def cover(self, *cards: str) -> Story:
        for each in cards:
            assert self.asked.verb == "cover", f"asked for {self.asked.verb}"
            self.do(each)
        return self

    def allows(self, what: str) -> bool:
        return any(same(legal, what) for legal in self.legal())

    def go_on(self) -> None:
        drive(self.table, self.dealer)
        self.told += self.table.drain()


def story(
    hands: Sequence[str] = ("+5", "+5"), *, dealer: Dealer | None = None, **said: object
) -> Story:
    """A table that stands at the beginning of a phase, "play" unless a field says otherwise.

    What `position` knows is `said` to it; all else are fields of the state.
    """
    laid = signature(position).parameters.keys() & said.keys()
    state = position(hands, **{name: said[name] for name in laid})
    for field in said.keys() - laid:
        setattr(state, field, said[field])
    return Story(Table.at(RULES, state), dealer or ScriptedDealer())
