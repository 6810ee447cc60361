"""Positions of Regicide in words: each card is its number or letter and its suit.

7H, 10D, AC, JS, and * for a Jester. Piles are given from their oldest card on, so that the last one
is the top. "+3" stands for three cards that are named nowhere else. Cards that a position does not
place are out of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Option
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table
from rr_rules.lessons.places import (
    BadLesson,
    Scenery,
    number,
    refuse_unknown,
    settings,
    text,
    texts,
)
from rr_rules.regicide.cards import COMMON, JACK, JESTERS, RANK, SUIT, card_of
from rr_rules.regicide.game import load
from rr_rules.regicide.settings import SETTINGS
from rr_rules.regicide.state import RegicideState

SUIT_LETTERS = "HDCS"
RANK_LETTERS = {"A": 1, "J": 11, "Q": 12, "K": 13}
NAMED = {rank: letter for letter, rank in RANK_LETTERS.items()}
SUITS = ("Hearts", "Diamonds", "Clubs", "Spades")
RANKS = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
KNOWN = frozenset(
    {
        "hands",
        "enemy",
        "tavern",
        "discard",
        "table",
        "castle",
        "settings",
        "damage",
        "blocked",
        "player",
    }
)


def card(name: str) -> int:
    """The card of a name; a Jester is the first of the two. Raises BadLesson."""
    if name == "*":
        return JESTERS[0]
    rank, suit = RANK_LETTERS.get(name[:-1]), SUIT_LETTERS.find(name[-1:])
    if rank is None and name[:-1].isdecimal():
        rank = int(name[:-1])
    if rank is None or suit < 0 or not 1 <= rank <= RANK_LETTERS["K"]:
        raise BadLesson(f"no card is called {name!r}: expected one like 7H, 10D, AC, JS or *")
    return card_of(rank, suit)


def name_of(number: int) -> str:
    """What a card is called."""
    if number >= COMMON:
        return "*"
    return f"{NAMED.get(RANK[number], RANK[number])}{SUIT_LETTERS[SUIT[number]]}"


def names(cards: Sequence[int]) -> list[str]:
    """What cards are called."""
    return [name_of(each) for each in cards]


def option_name(state: RegicideState, option: Option) -> str:
    """What may be done: cards as "3C+3D", players as "to 2", the rest by its act."""
    if option.act == "player":
        return f"to {option.seat}"
    if option.zone != "hand":
        return option.act
    hand = state.hand[option.seat]
    return "+".join(names([hand[at] for at in option.order or (option.at,)]))


def same(one: str, other: str) -> bool:
    """Whether two plays are the same cards, in whatever order."""
    return sorted(one.split("+")) == sorted(other.split("+"))


def position(
    hands: Sequence[str],
    *,
    enemy: str = "JC",
    tavern: str = "+20",
    discard: str = "",
    table: Sequence[str] = (),
    castle: str | None = None,
    options: Mapping[str, str] | None = None,
) -> RegicideState:
    """A table at the beginning of a play; its other fields are for who asks to change.

    `table` holds the earlier plays against the enemy, each as "seat: cards". Without `castle` the
    royals that come after the enemy are there in order. Raises BadLesson and BadOption.
    """
    state = load().opening(len(hands), settle(SETTINGS, options or {}), [0] * len(hands))
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
    return state


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


class CastleScenery(Scenery):
    """Regicide."""

    zones: ClassVar = {"tavern": "Tavern deck", "castle": "Castle deck", "discard": "discard pile",
             "table": "cards on the table"}  # fmt: skip

    def table(self, start: Mapping[str, object]) -> Table[GameState]:
        """The table at that position. Raises BadLesson, or another RulesError."""
        refuse_unknown(start, KNOWN)
        state = position(
            texts(start, "hands"),
            enemy=text(start, "enemy", "JC"),
            tavern=text(start, "tavern", "+20"),
            discard=text(start, "discard"),
            table=texts(start, "table"),
            castle=text(start, "castle") if "castle" in start else None,
            options=settings(start),
        )
        state.damage, state.blocked = number(start, "damage", 0), number(start, "blocked", 0)
        state.player = number(start, "player", 0)
        return cast("Table[GameState]", Table.at(load(), state))

    def name(self, state: GameState, option: Option) -> str:
        """What an option points at."""
        assert isinstance(state, RegicideState), "a state of this game"
        return option_name(state, option)

    def card_title(self, name: str) -> str:
        """A card by its rank and suit in full."""
        if name == "*":
            return "the Jester"
        rank, suit = name[:-1], SUITS[SUIT_LETTERS.index(name[-1])]
        return f"the {RANKS.get(rank, rank)} of {suit}"

    def is_called(self, name: str, wanted: str) -> bool:
        """Whether two names are the same cards."""
        return same(name, wanted)

    def named(self, state: GameState, zone: str, seat: int) -> Sequence[str]:
        """The names of the cards in a zone."""
        assert isinstance(state, RegicideState), "a state of this game"
        if zone != "hand":
            raise BadLesson(f"there are no names in {zone!r}")
        return names(state.hand[seat])
