"""Lasting rules in force: asked of the zones each time, never kept."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from rr_rules.runes_regulations.events.replacements import instead, is_immune, is_mute
from rr_rules.runes_regulations.faces.card_set import DEFAULTS
from rr_rules.runes_regulations.faces.verb import Rule
from rr_rules.runes_regulations.state.event import RULES, Event
from rr_rules.runes_regulations.state.matching import fits, in_scope
from rr_rules.runes_regulations.state.state import State


class InForce(NamedTuple):
    """A lasting rule with the seat it speaks for and the card that carries it."""

    seat: int
    card: int
    since: int
    """When it came into force, to tell the later of two (RR-EFF-08)."""
    rule: Rule


def in_force(state: State, kind: str) -> list[InForce]:
    """The rules of one kind that are true now: Regulation, Lawns, then grants."""
    # Asked several times a decision: most Creatures are passed over at once.
    index, face = state.index, state.face
    found: list[InForce] = []
    card = state.regulation
    if card >= 0 and kind in index.regulation_rules and kind in face[card].carries:
        found += _carried(state, RULES, card, kind)
    if kind in index.lawn_rules:
        for seat, lawn in enumerate(state.lawn):
            for card in lawn:
                if kind not in face[card].carries or card in state.hexed:
                    continue
                if not is_mute(state, seat, card):
                    found += _carried(state, seat, card, kind)
    if state.grants and kind in index.granted_rules:
        given = [(grant, granted(state, grant.face, grant.item)) for grant in state.grants]
        found += [InForce(grant.seat, grant.card, grant.since, rule)
                  for grant, rule in given if rule.rule == kind]  # fmt: skip
    return found


def _carried(state: State, seat: int, card: int, kind: str) -> list[InForce]:
    since = state.since[card]
    return [InForce(seat, card, since, r) for r in state.face[card].rules if r.rule == kind]


def granted(state: State, face: str, item: int) -> Rule:
    """The lasting rule that an item of a face gives."""
    gives = state.index.by_id[face].effects[item].gives
    assert gives is not None, "only a grant puts a rule in force"
    return gives


def limit(state: State, which: str, seat: int) -> int:
    """A seat's hand, rune or summoning limit now."""
    return limit_by(state, in_force(state, "limit"), which, seat)


def limit_by(state: State, limits: Sequence[InForce], which: str, seat: int) -> int:
    """A seat's limit by these rules: the latest set value, then all that is added."""
    base, since, added = DEFAULTS[which], -1, 0
    for found in limits:
        rule = found.rule
        scope = rule.of or "each_player"
        if rule.which != which or not in_scope(state, scope, seat, found.seat):
            continue
        if rule.set is not None and found.since >= since:
            base, since = rule.set, found.since
        added += rule.add or 0
    return max(base + added, 0)


def cannot(state: State, happening: Event) -> bool:
    """Whether its kind or a lasting rule makes a happening, or what replaces it, impossible."""
    if _is_ruled_out(state, happening):
        return True
    other = instead(state, happening)
    return other is not happening and _is_ruled_out(state, other)


def forbidding(state: State, happening: Event) -> InForce | None:
    """The rule that makes a happening impossible, or what replaces it; None where none does."""
    either = (happening, instead(state, happening))
    bans = (ban for it in either for ban in bans_on(state, it.kind) if _forbids(state, ban, it))
    return next(bans, None)


def _is_ruled_out(state: State, it: Event) -> bool:
    return is_immune(state, it) or is_banned(state, bans_on(state, it.kind), it)


def bans_on(state: State, act: str) -> list[InForce]:
    """The rules that are true now and make an act impossible for some."""
    if act not in state.index.forbidden:
        return []
    return [ban for ban in in_force(state, "cannot") if act in ban.rule.act]


def is_banned(state: State, bans: Sequence[InForce], happening: Event) -> bool:
    """Whether one of the bans on its act makes a happening impossible."""
    for ban in bans:  # noqa: SIM110 - asked for each thing of a choice
        if _forbids(state, ban, happening):
            return True
    return False


def _forbids(state: State, found: InForce, happening: Event) -> bool:
    rule, you = found.rule, found.seat
    if rule.by and not in_scope(state, rule.by, happening.by, you):
        return False
    if you == RULES and _is_left_alone(state, happening):
        return False
    if rule.phase and rule.phase != state.phase:
        return False
    if rule.filter.what == "this":
        return happening.card == found.card
    if rule.filter.what == "":
        return True
    # Whether a Regulation speaks of a thing was asked above: as an owner everybody counts.
    speaks_of_all = you == RULES and happening.of >= 0
    if rule.of and not speaks_of_all and not in_scope(state, rule.of, happening.of, you):
        return False
    hexed = happening.card in state.hexed
    return fits(state.face[happening.card], rule.filter, hexed=hexed)


def _is_left_alone(state: State, it: Event) -> bool:
    """Whether a Regulation does not speak of what these players do or have (NN-EX-03, -04)."""
    if it.by in state.exempt:
        return True
    return state.settings.nefarious.regulations_spare_things and it.of in state.exempt


def surcharges(state: State, act: str, seat: int, card: int) -> list[InForce]:
    """The payments that `seat` owes before an act with `card`, one for each source."""
    return owed_by(state, in_force(state, "surcharge"), act, seat, card)


def owed_by(
    state: State, demands: Sequence[InForce], act: str, seat: int, card: int
) -> list[InForce]:
    """Which of these surcharges `seat` owes before an act with `card`."""
    return [
        found
        for found in demands
        if act in found.rule.act
        and in_scope(state, found.rule.by or "each_player", seat, found.seat)
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
        if in_scope(state, one.rule.by or "each_player", seat, one.seat)
    ]  # fmt: skip
    return max(found, key=attrgetter("since")).rule if found else None


def is_face_up(state: State, seat: int) -> bool:
    """Whether a rule opens this seat's Fence to all."""
    return seat in open_fences(state)


def open_fences(state: State) -> list[int]:
    """The seats whose Fence a rule opens to all."""
    opening = in_force(state, "face_up")
    if not opening:
        return []
    return [
        seat
        for seat in range(state.seats)
        if any(
            found.rule.zone == "fence"
            and in_scope(state, found.rule.of or "each_player", seat, found.seat)
            for found in opening
        )
    ]
