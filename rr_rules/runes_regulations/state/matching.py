"""Who and what a card's words mean: scopes, nouns, filters, triggers and conditions."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.runes_regulations.faces.faces import Condition, Face, Trigger
from rr_rules.runes_regulations.faces.verb import Filter
from rr_rules.runes_regulations.faces.vocabulary import CREATURES, RUNES
from rr_rules.runes_regulations.state.event import RULES, Event
from rr_rules.runes_regulations.state.state import State

ABOUT_THE_LAWN = ("enters_lawn",)
"""Events without a `by`: what counts is whose Lawn it is now."""


def in_scope(state: State, scope: str, seat: int, you: int) -> bool:
    """Whether `seat` is among the players that `scope` names, as `you` read it.

    A Regulation has no "you" (RULES); to it every player is a neighbor but those it leaves alone.
    """
    if seat == RULES or (you == RULES and seat in state.exempt):
        return False
    if scope == "you":
        return seat == you
    if scope in ("any_neighbor", "each_neighbor"):
        return seat != you
    return True


def seats_of(state: State, scope: str, you: int, that: int) -> tuple[int, ...]:
    """The seats that a scope names, clockwise from the turn player."""
    if scope == "you":
        return (you,) if you != RULES else ()
    if scope == "that_player":
        return (that,) if that != RULES and that not in state.left else ()
    if scope in ("any_neighbor", "each_neighbor"):
        return state.neighbors(you) if you != RULES else state.regulated()
    return state.clockwise() if you != RULES else state.regulated()


def fits_noun(face: Face, noun: str, *, hexed: bool) -> bool:
    """Whether a card is what `noun` names; `hexed` is its state on the Lawn."""
    if noun in ("", "card", "this", "that"):
        return True
    if noun == "mythical":
        return face.kind in CREATURES and not hexed
    if noun == "hexed":
        return face.kind in CREATURES and hexed
    if noun == "creature":
        return face.kind in CREATURES
    if noun == "rune":
        return face.kind in RUNES
    return face.kind == noun


def fits(face: Face, wanted: Filter, *, hexed: bool = False) -> bool:
    """Whether a card passes a filter; `other` is the effect's to judge."""
    if not fits_noun(face, wanted.what, hexed=hexed):
        return False
    if wanted.family and wanted.family not in face.families:
        return False
    if wanted.family_not and any(family in wanted.family_not for family in face.families):
        return False
    if wanted.collar is not None and face.collar != wanted.collar:
        return False
    return not wanted.names or face.name in wanted.names


def answers(state: State, trigger: Trigger, happening: Event, you: int, card: int) -> bool:
    """Whether a happening is what `trigger` waits for, read for `you` as the holder of `card`."""
    return (
        trigger.event == happening.kind
        and concerns(state, trigger, happening, you)
        and is_about(state, trigger, happening, card)
    )


def concerns(state: State, trigger: Trigger, happening: Event, you: int) -> bool:
    """Whether the players of a happening are those that `trigger` names, read for `you`."""
    if trigger.by and not in_scope(state, trigger.by, happening.by, you):
        return False
    return not trigger.of or in_scope(state, trigger.of, happening.of, you)


def is_about(state: State, trigger: Trigger, happening: Event, card: int) -> bool:
    """Whether a happening is about the thing that `trigger` names, whoever holds its card."""
    wanted = trigger.filter
    if wanted.what == "this":
        return happening.card == card
    if happening.card < 0:
        return wanted.what == ""
    return fits(state.face[happening.card], wanted, hexed=happening.hexed)


def singled_out(happening: Event) -> int:
    """The player that a trigger singles out: `by` if the event has one, else `of`."""
    return happening.of if happening.kind in ABOUT_THE_LAWN else happening.by


def count(state: State, condition: Condition, seat: int) -> int:
    """How many things of the condition's noun `seat` has, by public facts."""
    wanted = condition.filter
    if wanted.what == "card":
        return len(state.hand[seat])
    if wanted.what == "rune":
        return len(state.fence[seat])
    return sum(
        fits(state.face[card], wanted, hexed=card in state.hexed) for card in state.lawn[seat]
    )


def holds(state: State, condition: Condition, you: int, that: int) -> bool:
    """Whether a condition holds now; with an each-scope it must hold for every one."""
    seats = seats_of(state, condition.of, you, that)
    if not seats:
        return False
    enough = any if condition.of in ("any_player", "any_neighbor") else all
    bound = state.clockwise() if you != RULES else state.regulated()
    return enough(_compares(state, condition, seat, bound) for seat in seats)


def _compares(state: State, condition: Condition, seat: int, bound: Sequence[int]) -> bool:
    """Whether the number is as it should be; `bound` are all that a "fewest" is held against."""
    number = count(state, condition, seat)
    if condition.least is not None and number < condition.least:
        return False
    if condition.most is not None and number > condition.most:
        return False
    if condition.fewest:
        return all(count(state, condition, other) >= number for other in bound)
    return True


def all_hold(state: State, face: Face, you: int, that: int) -> bool:
    """Whether every `if` of a face holds."""
    if not face.conditions:
        return True
    return all(holds(state, condition, you, that) for condition in face.conditions)
