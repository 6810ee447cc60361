"""Lasting rules in force: asked of the zones each time, never kept."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from rr_rules.runes_regulations.faces import Rule
from rr_rules.runes_regulations.happenings import RULES, Happening
from rr_rules.runes_regulations.index import DEFAULTS
from rr_rules.runes_regulations.matching import fits, in_scope
from rr_rules.runes_regulations.state import State


class InForce(NamedTuple):
    """A lasting rule with the seat it speaks for and the card that carries it."""

    seat: int
    card: int
    since: int
    """When it came into force, to tell the later of two (RR-EFF-08)."""
    rule: Rule


def in_force(state: State, kind: str) -> list[InForce]:
    """The rules of one kind that are true now: Regulation, Lawns, then grants."""
    index, face = state.index, state.face
    found: list[InForce] = []
    card = state.regulation
    if card >= 0 and kind in index.regulation_rules and face[card].rules:
        found += [InForce(RULES, card, state.stamp[card], rule)
                  for rule in face[card].rules if rule.rule == kind]  # fmt: skip
    if kind in index.lawn_rules:
        found += _on_lawns(state, kind)
    if state.grants and kind in index.granted_rules:
        given = [(grant, granted(state, grant.face, grant.item)) for grant in state.grants]
        found += [InForce(grant.seat, -1, grant.since, rule)
                  for grant, rule in given if rule.rule == kind]  # fmt: skip
    return found


def _on_lawns(state: State, kind: str) -> Iterator[InForce]:
    face, hexed = state.face, state.hexed
    for seat, lawn in enumerate(state.lawn):
        for card in lawn:
            rules = face[card].rules
            if rules and card not in hexed:
                for rule in rules:
                    if rule.rule == kind:
                        yield InForce(seat, card, state.stamp[card], rule)


def granted(state: State, face: str, item: int) -> Rule:
    """The lasting rule that an item of a face gives."""
    gives = state.index.by_id[face].effects[item].gives
    assert gives is not None, "only a grant puts a rule in force"
    return gives


def limit(state: State, which: str, seat: int) -> int:
    """A seat's hand, rune or summoning limit: the latest set value, then all that is added."""
    base, since, added = DEFAULTS[which], -1, 0
    for found in in_force(state, "limit"):
        rule = found.rule
        if rule.which != which or not in_scope(rule.of or "each_player", seat, found.seat):
            continue
        if rule.set is not None and found.since >= since:
            base, since = rule.set, found.since
        added += rule.add or 0
    return max(base + added, 0)


def cannot(state: State, happening: Happening) -> bool:
    """Whether a lasting rule makes a happening impossible."""
    if happening.kind not in state.index.forbidden:
        return False
    return any(_forbids(state, found, happening) for found in in_force(state, "cannot"))


def _forbids(state: State, found: InForce, happening: Happening) -> bool:
    rule, you = found.rule, found.seat
    if happening.kind not in rule.act:
        return False
    if rule.by and not in_scope(rule.by, happening.by, you):
        return False
    if rule.phase and rule.phase != state.phase:
        return False
    if rule.filter.what == "this":
        return happening.card == found.card
    if rule.filter.what == "":
        return True
    if rule.of and not in_scope(rule.of, happening.of, you):
        return False
    hexed = happening.card in state.hexed
    return fits(state.face[happening.card], rule.filter, hexed=hexed)


def surcharges(state: State, act: str, seat: int, card: int) -> list[InForce]:
    """The payments that `seat` owes before an act with `card`, one for each source."""
    return [
        found
        for found in in_force(state, "surcharge")
        if act in found.rule.act
        and in_scope(found.rule.by or "each_player", seat, found.seat)
        and (not found.rule.phase or found.rule.phase == state.phase)
        and fits(state.face[card], found.rule.filter)
    ]


def spins(state: State, seat: int) -> int:
    """How often `seat` spins in its Spin phase."""
    found = _latest(state, "spin_rule", seat)
    return found.spins if found else 1


def draws(state: State, seat: int) -> int:
    """How many cards `seat` draws in its Draw phase."""
    found = _latest(state, "draw_rule", seat)
    return found.n if found else 1


def _latest(state: State, kind: str, seat: int) -> Rule | None:
    """Of the rules of one kind that speak to `seat` the one that came last (RR-EFF-08)."""
    found = [
        one for one in in_force(state, kind)
        if in_scope(one.rule.by or "each_player", seat, one.seat)
    ]  # fmt: skip
    return max(found, key=attrgetter("since")).rule if found else None


def is_face_up(state: State, seat: int) -> bool:
    """Whether a rule opens this seat's Fence to all."""
    return any(
        found.rule.zone == "fence" and in_scope(found.rule.of or "each_player", seat, found.seat)
        for found in in_force(state, "face_up")
    )
