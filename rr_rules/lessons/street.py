"""Positions of Runes & Regulations in words: named cards in place, the rest in their decks.

Zones are given as `hand0`, `lawn1`, `hexed1` (on that Lawn, Hexed), `fence0`; piles as `deck`,
`rune_deck` and `regulation_deck` (the top card first) and `discard`, `rune_discard` (the newest
last). Cards that are not named lie in their decks, below the named ones, in the order of the files.
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
from rr_rules.runes_regulations.deck.loader import base_deck
from rr_rules.runes_regulations.game import RunesRegulations
from rr_rules.runes_regulations.state.knowing import looked_at
from rr_rules.runes_regulations.state.settings import SETTINGS
from rr_rules.runes_regulations.state.state import State

PILES = {"deck": "main", "rune_deck": "rune", "regulation_deck": "regulation",
         "forbidden_deck": "forbidden", "forbidden_rune_deck": "forbidden_rune"}  # fmt: skip
DISCARDS = ("discard", "rune_discard", "forbidden_discard", "forbidden_rune_discard")
ZONES = ("hand", "lawn", "hexed", "fence")
OTHERS = ("Henchman", "Curator", "Griffin Lady", "Hexlord", "Control Freak", "Savior",
          "Exotic Pet Collector", "Humane Sorcerer", "Tidier")  # fmt: skip
"""The roles that go to whoever is given none, without "The"."""
MOST = 8
KNOWN = frozenset(
    {"seats", "phase", "player", "regulation", "settings", "roles", *PILES,
     *DISCARDS, *(f"{zone}{seat}" for zone in ZONES for seat in range(MOST))}
)  # fmt: skip


def place(state: State, regulation: str, zones: Mapping[str, Sequence[str]]) -> None:
    """Put the named cards in place and leave the rest in their decks. Raises BadLesson."""
    taken: set[int] = set()

    def card(name: str) -> int:
        found = [c for c, face in enumerate(state.face) if face.name == name and c not in taken]
        if not found:
            raise BadLesson(f"no card (left) is called {name!r}")
        taken.add(found[0])
        return found[0]

    placed = {zone: [card(name) for name in names] for zone, names in zones.items()}
    if regulation:
        state.regulation = card(regulation)
    for pile, back in PILES.items():
        rest = [c for c, face in enumerate(state.face) if face.back == back and c not in taken]
        setattr(state, pile, rest[::-1] + placed.pop(pile, [])[::-1])
    for pile in DISCARDS:
        setattr(state, pile, placed.pop(pile, []))
    for zone, cards in placed.items():
        kind, seat = zone[:-1], int(zone[-1])
        if kind == "hexed":
            state.lawn[seat] += cards
            state.hexed |= set(cards)
        else:
            getattr(state, kind)[seat] += cards
    state.beasts = {c for lawn in state.lawn for c in lawn if state.face[c].kind == "beast"}


def take_roles(state: State, nefarious: int, named: Mapping[int, str]) -> None:
    """Give everybody a role, and let the Nefarious Neighbor's Creatures be its own.

    Roles are named without "The"; who is given none gets the first that is left.
    """
    cards = {state.face[card].name.removeprefix("The "): card for card in state.unused_roles}
    free = [name for name in OTHERS if name not in named.values()]
    names = [named.get(seat) or free.pop(0) for seat in range(state.seats)]
    names[nefarious] = "Nefarious Neighbor"
    if strange := [name for name in names if name not in cards]:
        raise BadLesson(f"no role is called {strange[0]!r}")
    state.roles = [cards[name] for name in names]
    state.unused_roles = [card for card in state.unused_roles if card not in state.roles]
    for seat, card in enumerate(state.roles):
        state.known[card] = -1 if seat == nefarious else 1 << seat
    state.shown = [nefarious]
    state.settle_in(nefarious)
    state.sworn = {card for card in state.lawn[nefarious] if state.face[card].kind == "sacrificial"}


def name_of(state: State, option: Option) -> str:
    """What an option points at: a card's name, a player, or its act."""
    zones = {"hand": state.hand, "lawn": state.lawn, "fence": state.fence}
    if option.zone in zones and option.act != "slot":
        cards = zones[option.zone][option.seat]
        return ", ".join(state.face[cards[at]].name for at in option.order or (option.at,))
    piles = {"main_discard": state.discard, "forbidden_discard": state.forbidden_discard,
             "limbo": state.limbo, "seen": looked_at(state, option.seat)}  # fmt: skip
    if option.zone in piles:
        return state.face[piles[option.zone][option.at]].name
    if option.zone == "regulation":
        return state.face[state.regulation].name
    if option.act == "player":
        return f"player {option.seat}"
    return f"{option.act} {option.at}" if option.at >= 0 else option.act


class StreetScenery(Scenery):
    """Runes & Regulations, and the Nefarious Neighbor."""

    owned = frozenset({"hand", "lawn", "fence", "player", "role"})
    zones: ClassVar = {"lawn": "Lawn", "fence": "Fence", "regulation": "Regulation",
             "main_discard": "Main discard"}  # fmt: skip

    def table(self, start: Mapping[str, object]) -> Table[GameState]:
        """The table at that position. Raises BadLesson, or another RulesError."""
        refuse_unknown(start, KNOWN)
        rules = RunesRegulations(base_deck())
        chosen = {"window": "fast", **settings(start)}
        seats = number(start, "seats", 2)
        state = rules.opening(seats, settle(SETTINGS, chosen), [0] * seats)
        state.phase, state.player = text(start, "phase", "cast"), number(start, "player", 0)
        # A turn counts itself as it begins.
        state.first, state.turn = state.player, int(state.phase != "begin")
        state.round = state.turn
        fields = {*start} & ({*PILES, *DISCARDS} | {f for f in start if f[-1].isdecimal()})
        place(state, text(start, "regulation"), {f: texts(start, f) for f in sorted(fields)})
        if roles := texts(start, "roles"):
            take_roles(state, roles.index("Nefarious Neighbor"), dict(enumerate(roles)))
        state.start_count = len(state.mythical(state.player))
        return cast("Table[GameState]", Table.at(rules, state))

    def name(self, state: GameState, option: Option) -> str:
        """What an option points at."""
        assert isinstance(state, State), "a state of this game"
        return name_of(state, option)

    def named(self, state: GameState, zone: str, seat: int) -> Sequence[str]:
        """The names of the cards in a zone."""
        assert isinstance(state, State), "a state of this game"
        zones = {"hand": state.hand, "lawn": state.lawn, "fence": state.fence}
        if zone not in zones:
            raise BadLesson(f"there are no names in {zone!r}")
        return [state.face[card].name for card in zones[zone][seat]]
