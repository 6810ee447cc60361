"""Stories of Regicide: a table with named cards in place, and play in the words of the game.

    t = story(hands=["7H 4D", "+3"], enemy="JC", tavern="+20")
    t.play("4D")
    assert t.damage == 4

A card is its number or letter and its suit: 7H, 10D, AC, JS, and * for a Jester. Piles are given
from their oldest card on, so that the last one is the top. "+3" stands for three cards that
are named nowhere else. Cards that a story does not place are out of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.kernel.dealers import Dealer, ScriptedDealer
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table, drive
from rr_rules.regicide.cards import COMMON, JACK, JESTERS, RANK, SUIT, card_of
from rr_rules.regicide.game import load
from rr_rules.regicide.settings import SETTINGS
from rr_rules.regicide.state import RegicideEvent, RegicideState
from rr_rules.regicide.view import RegicideView

RULES = load()
SUIT_LETTERS = "HDCS"
RANK_LETTERS = {"A": 1, "J": 11, "Q": 12, "K": 13}
NAMED = {rank: letter for letter, rank in RANK_LETTERS.items()}


def card(name: str) -> int:
    """The card of a name; a Jester is the first of the two."""
    if name == "*":
        return JESTERS[0]
    rank, suit = name[:-1], SUIT_LETTERS.index(name[-1])
    return card_of(RANK_LETTERS.get(rank) or int(rank), suit)


def name_of(number: int) -> str:
    if number >= COMMON:
        return "*"
    return f"{NAMED.get(RANK[number], RANK[number])}{SUIT_LETTERS[SUIT[number]]}"


def names(cards: Sequence[int]) -> list[str]:
    return [name_of(each) for each in cards]


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
        return [self._name(option) for option in self.asked.options]

    def _name(self, option) -> str:
        if option.act == "player":
            return f"to {option.seat}"
        if option.zone != "hand":
            return option.act
        hand = self.state.hand[option.seat]
        return "+".join(names([hand[at] for at in option.order or (option.at,)]))

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


def same(one: str, other: str) -> bool:
    return sorted(one.split("+")) == sorted(other.split("+"))


def story(
    hands: Sequence[str] = ("+5", "+5"),
    *,
    enemy: str = "JC",
    tavern: str = "+20",
    discard: str = "",
    table: Sequence[str] = (),
    castle: str | None = None,
    options: Mapping[str, str] | None = None,
    dealer: Dealer | None = None,
    **fields: object,
) -> Story:
    """A table that stands at the beginning of a phase, "play" unless `fields` say otherwise.

    `table` holds the earlier plays against the enemy, each as "seat: cards". Without `castle` the
    royals that come after the enemy are there in order. `fields` are fields of the state.
    """
    state = RULES.opening(len(hands), settle(SETTINGS, options or {}), [0] * len(hands))
    placed = [*hands, enemy, tavern, discard, *[play.partition(":")[2] for play in table]]
    spare = _spare(" ".join([*placed, castle or ""]).split())
    state.enemy = card(enemy)
    state.castle = _castle(state.enemy) if castle is None else _cards(castle, spare)
    state.hand = [_cards(hand, spare) for hand in hands]
    state.tavern, state.discard = _cards(tavern, spare), _cards(discard, spare)
    for play in table:
        seat, _, cards = play.partition(":")
        state.table.append([int(seat), *_cards(cards, spare)])
    state.phase, state.player, state.began, state.turn = "play", 0, 0, 1
    state.defeated = 12 - len(state.castle) - 1
    for field, value in fields.items():
        setattr(state, field, value)
    return Story(Table.at(RULES, state), dealer or ScriptedDealer())


def _castle(enemy: int) -> list[int]:
    """The enemies after this one, the next on top: its rank first, and of a rank Hearts on top."""
    later = [c for c in range(COMMON) if RANK[c] >= max(RANK[enemy], JACK) and c != enemy]
    return sorted(later, key=lambda c: (-RANK[c], -SUIT[c]))


def _spare(words: Sequence[str]) -> list[int]:
    """Number cards named nowhere, from the lowest up: the highest are dealt first."""
    named = {card(word) for word in words if not word.startswith("+")}
    numbers = [c for c in range(COMMON) if 1 < RANK[c] < JACK and c not in named]
    return sorted(numbers, key=lambda c: (RANK[c], SUIT[c]))


def _cards(words: str, spare: list[int]) -> list[int]:
    cards: list[int] = []
    for word in words.split():
        if word.startswith("+"):
            cards += [spare.pop() for _ in range(int(word[1:]))]
        else:
            found = card(word)
            cards.append(JESTERS[1] if found == JESTERS[0] and found in cards else found)
    return cards
