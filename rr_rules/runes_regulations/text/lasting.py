"""The sentences of lasting rules and of Roles."""

from __future__ import annotations

from collections.abc import Callable

from rr_rules.runes_regulations.faces.faces import Win
from rr_rules.runes_regulations.faces.verb import Rule
from rr_rules.runes_regulations.text.leads import condition
from rr_rules.runes_regulations.text.words import (
    OWNERS,
    PLAYERS,
    acts,
    noun,
    one_of,
    with_article,
    zone,
)

_MANY = {"you": "you", "any_neighbor": "neighbors", "each_neighbor": "neighbors"}
_LIMITS = {"hand": "hand limit", "rune": "Rune limit", "summoning": "Summoning Limit"}
_WINS = {
    "turn_ends": "if you end your turn while",
    "any_time": "as soon as",
    "deck_out": "if the Main deck has run out and nobody has won by the end of that turn",
    "nefarious_wins": "when the Nefarious Neighbor wins",
}


def rule_clause(rule: Rule, payment: str) -> str:
    """A lasting rule as a clause; `payment` is what its price asks for, if it has one."""
    if rule.rule == "surcharge":
        return _surcharge(rule, payment)
    return _CLAUSES[rule.rule](rule)


def win_clause(win: Win) -> str:
    """One way to win, after "You win ..."."""
    first = _WINS[win.at]
    held = one_of([condition(each) for each in win.all], "and")
    if not held:
        return first.removesuffix(" while") if win.at == "turn_ends" else first
    return f"{first} {held}" if win.at in ("turn_ends", "any_time") else f"{first}, if {held}"


def _limit(rule: Rule) -> str:
    name = f"{OWNERS[rule.of]} {_LIMITS[rule.which]}"
    if rule.which == "summoning":
        duty = "whoever gains more Mythical Creatures in a turn must DESTROY one at its end"
        return f"{name} {_change(rule)}: {duty}"
    return f"{name} {_change(rule)}"


def _change(rule: Rule) -> str:
    if rule.add is None:
        return f"is {rule.set}"
    return f"is {'decreased' if rule.add < 0 else 'increased'} by {abs(rule.add)}"


def _cannot(rule: Rule) -> str:
    phase = _phase(rule, "in")
    things = _things(rule)
    if rule.by:
        subject = _MANY.get(rule.by, "players")
        if rule.by == "that_player":
            subject = "that player"
        return f"{subject} cannot {acts(rule.act)} {things or _objects(rule)}{phase}"
    done = one_of([_PARTICIPLES[act] for act in rule.act])
    return f"{things} cannot be {done}{phase}"


_PARTICIPLES = {
    "steal": "STOLEN",
    "destroy": "DESTROYED",
    "hex": "HEXED",
    "return": "RETURNED",
    "cast": "CAST",
}


def _things(rule: Rule) -> str:
    if rule.filter.what in ("", "this"):
        return rule.filter.what
    many = noun(rule.filter, many=True)
    if rule.act == ("cast",):
        return many
    return f"{many}{_side(rule)}"


def _side(rule: Rule) -> str:
    place = zone(rule.filter)
    match rule.of:
        case "" | "each_player" | "any_player":
            return ""
        case "you":
            return f" on your {place}"
        case "that_player":
            return f" on that player's {place}"
    return f" on neighbors' {'Fences' if place == 'Fence' else f'{place}s'}"


def _objects(rule: Rule) -> str:
    return "Spells" if rule.act == ("cast",) else "anything"


def _phase(rule: Rule, preposition: str) -> str:
    return f" {preposition} the {rule.phase.capitalize()} phase" if rule.phase else ""


def _surcharge(rule: Rule, payment: str) -> str:
    subject = PLAYERS[rule.by]
    they = "you" if rule.by == "you" else "they"
    done = one_of([f"{act.upper()} {_paid(rule, act)}" for act in rule.act])
    phase = f"in the {rule.phase.capitalize()} phase, " if rule.phase else ""
    return f"{phase}{subject} must {payment} before {they} {done}"


def _paid(rule: Rule, act: str) -> str:
    default = {"cast": "Spell", "summon": "Creature", "activate": "Rune"}[act]
    return "this" if rule.filter.what == "this" else with_article(noun(rule.filter, default))


def _spin_rule(rule: Rule) -> str:
    verb = "SPIN" if rule.by == "you" else "SPINS"
    applies = "apply" if rule.by == "you" else "applies"
    times = {1: "once", 2: "twice"}.get(rule.spins, f"{rule.spins} times")
    choice = "your" if rule.by == "you" else "their"
    who = f"{PLAYERS[rule.by]} {verb} {times} and {applies} one result of {choice} choice"
    return f"in the Spin phase, {who}"


def _draw_rule(rule: Rule) -> str:
    cards = "a card" if rule.n == 1 else f"{rule.n} cards"
    verb = "DRAW" if rule.by == "you" else "DRAWS"
    return f"in the Draw phase, {PLAYERS[rule.by]} {verb} {cards}"


def _face_up(rule: Rule) -> str:
    owner = OWNERS[rule.of]
    if rule.zone == "fence":
        return f"{owner} Runes are face up on {'your' if rule.of == 'you' else 'their'} Fence"
    return f"{owner} hand is face up"


_CLAUSES: dict[str, Callable[[Rule], str]] = {
    "limit": _limit,
    "cannot": _cannot,
    "spin_rule": _spin_rule,
    "draw_rule": _draw_rule,
    "face_up": _face_up,
}
