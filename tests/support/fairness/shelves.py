"""Shelves: a game of few cards in which everything happens that a record has a form for.

Each seat has a hand and a row of slots; there are two piles, and what lies on the beach is seen by
all. Cards go from anywhere to anywhere: off a pile's top, under its bottom, into slots, into sight
and out of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rr_rules.kernel.flow import pick, roll, shuffled
from rr_rules.kernel.game import Outcome, Zone
from rr_rules.kernel.requests import Option
from tests.support.rr_rules.pebbles import SETTINGS, Pebbles, State

USED = {"target", "turn_cap", "first_player", "first_seat"}
STILL = tuple(option for option in SETTINGS if option.name in USED)
"""The options that these games read: others that a table gets change no record of them."""


@dataclass(slots=True)
class Shelf(State):
    """Pebbles, with a row of slots for each seat and a box."""

    shelves: list[list[int]] = field(default_factory=list)
    box: list[int] = field(default_factory=list)

    def copy(self):
        twin = Shelf(*(getattr(State.copy(self), name) for name in State.__slots__[:-1]))
        twin.shelves, twin.box = [list(each) for each in self.shelves], list(self.box)
        return twin


class Shelves(Pebbles):
    """The rules. Their digest stands still, so that a record of them is the same for ever."""

    id = "shelves"
    settings = STILL

    def digest(self):
        return "5e" * 32, "de" * 32

    def opening(self, seats, options, declared):
        plain = Pebbles.opening(self, seats, options, declared)
        state = Shelf(*(getattr(plain, name) for name in State.__slots__[:-1]))
        state.shelves = [[] for _ in range(seats)]
        return state

    async def step(self, state):
        if state.phase == "deal":
            await deal(state)
        elif not state.bag and state.beach:
            [state.bag] = await shuffled([("bag", sorted(state.beach))])
            state.beach = []
        else:
            await act(state)

    def outcome(self, state):
        return Outcome((), "turn_cap") if state.turn > int(state.options["turn_cap"]) else None

    def zones(self, state):
        found = [Zone("bag", -1, True, True, tuple(state.bag)),
                 Zone("beach", -1, True, False, tuple(state.beach))]  # fmt: skip
        if state.box:
            found.append(Zone("box", -1, True, True, tuple(state.box)))
        for seat, hand in enumerate(state.hands):
            found += [Zone("hand", seat, False, True, tuple(hand)),
                      Zone("shelf", seat, True, True, tuple(state.shelves[seat]))]  # fmt: skip
        return tuple(found)


async def deal(state):
    """Both piles in one event, one card in each hand and two on each shelf."""
    half = len(state.bag) // 2
    piles = [("bag", state.bag[half:]), ("box", state.bag[:half])]
    state.bag, state.box = await shuffled(piles)
    for seat, shelf in enumerate(state.shelves):
        state.hands[seat].append(state.bag.pop())
        shelf += [state.box.pop(), state.box.pop()]
    state.player = await roll(len(state.hands), "first")
    state.turn, state.phase = 1, "act"


async def act(state):
    """One seat does one thing."""
    do = await pick(state.player, "act", list(acts(state, state.player)), always=True)
    do()
    state.player = (state.player + 1) % len(state.hands)
    state.turn += 1


def acts(state, seat):
    """What a seat can do, and how."""
    hand, shelf = state.hands[seat], state.shelves[seat]
    yield Option("stop"), lambda: None
    if len(shelf) > 1:
        yield Option("turn"), shelf.reverse
    for at in range(len(shelf)):
        yield Option("show", "shelf", seat, at), lambda at=at: state.beach.append(shelf.pop(at))
    for at in range(len(hand)):
        yield Option("throw", "hand", seat, at), lambda at=at: state.beach.append(hand.pop(at))
        yield Option("put", "hand", seat, at), lambda at=at: shelf.append(hand.pop(at))
        yield Option("tuck", "hand", seat, at), lambda at=at: state.box.insert(0, hand.pop(at))
    if state.bag:
        yield Option("take"), lambda: hand.append(state.bag.pop())
        yield Option("flip"), lambda: state.beach.append(state.bag.pop())
    if state.beach:
        yield Option("lift"), lambda: hand.append(state.beach.pop())
