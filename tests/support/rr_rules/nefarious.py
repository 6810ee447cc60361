"""Stories of the expansion: a table with the Nefarious Neighbor, told as in `story`.

    t = night(hand0=["Creeping Ivy"], lawn1=["Parcel Pegasus"])
    t.cast("Creeping Ivy")
    assert t.lawn(1) == ["# Parcel Pegasus"]

Seat 0 is the Nefarious Neighbor and its turn is played unless told otherwise. Sacrificial
Creatures of `lawn0` count as summoned there; those of `stray0` came some other way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rr_rules.lessons.street import take_roles
from rr_rules.runes_regulations.faces.faces import Face, Trigger
from rr_rules.runes_regulations.faces.verb import Rule, Verb
from rr_rules.runes_regulations.state.state import State
from tests.support.rr_rules.faces import creature, rune, spell
from tests.support.rr_rules.story import Story, story


def night(
    seats: int = 3,
    *,
    nn: int = 0,
    player: int = 0,
    roles: Mapping[int, str] | None = None,
    options: Mapping[str, str] | None = None,
    stray: Sequence[str] = (),
    faces: Sequence[Face] = (),
    prepare: Callable[[State], None] | None = None,
    **told: object,
) -> Story:
    """A table of the expansion; `roles` name those of some seats, without "The"."""

    def settle(state: State) -> None:
        take_roles(state, nn, roles or {})
        _arrive(state, stray)
        if prepare is not None:
            prepare(state)

    chosen = {"nefarious": "on", **(options or {})}
    if seats == 2:
        chosen = {"allow_two_players": "on", **chosen}
    return story(
        seats,
        player=player,
        options=chosen,
        faces=faces,
        prepare=settle,
        **told,  # type: ignore[arg-type]
    )


def _arrive(state: State, names: Sequence[str]) -> None:
    """Put Creatures on the Nefarious Neighbor's Lawn that it did not summon."""
    for name in names:
        pile = state.deck if any(state.face[c].name == name for c in state.deck) else (
            state.forbidden_deck)  # fmt: skip
        card = next(card for card in pile if state.face[card].name == name)
        pile.remove(card)
        state.lawn[state.nefarious].append(card)


def role(t: Story, seat: int) -> str:
    """The name of a seat's role."""
    return t.state.face[t.state.roles[seat]].name


def forbidden_discard(t: Story) -> list[str]:
    return t.names(t.state.forbidden_discard)


def forbidden_rune_discard(t: Story) -> list[str]:
    return t.names(t.state.forbidden_rune_discard)


# --- faces of a story's own ---------------------------------------------------------------------


def beast(name: str, cost: Sequence[Verb] = (), trigger: Trigger | None = None, *effects: Verb,
          rules: Sequence[Rule] = ()) -> Face:  # fmt: skip
    face = creature(name, trigger, *effects, rules=rules)
    return replace(face, kind="beast", back="forbidden", cost=tuple(cost))


def sacrificial(name: str, trigger: Trigger | None = None, *effects: Verb) -> Face:
    return replace(creature(name, trigger, *effects), kind="sacrificial", back="forbidden")


def curse(name: str, *effects: Verb, price: Sequence[Verb] = ()) -> Face:
    return replace(spell(name, *effects, price=price), kind="curse", back="forbidden")


def forbidden_rune(name: str, trigger: Trigger, *effects: Verb) -> Face:
    face = rune(name, trigger, *effects)
    return replace(face, kind="forbidden_rune", back="forbidden_rune")


def unseat(state: State) -> None:
    """Take the roles back: the table stands before the set-up."""
    state.unused_roles = sorted(state.unused_roles + state.roles)
    state.roles, state.shown, state.player, state.first = [], [], -1, -1
    state.turn = state.round = 0
    state.settle_in(-1)
