"""How card text begins: the event that a card answers and the conditions that must hold."""

from __future__ import annotations

from rr_rules.runes_regulations.faces.faces import Condition, Face, Trigger
from rr_rules.runes_regulations.faces.verb import Filter
from rr_rules.runes_regulations.faces.vocabulary import LASTING
from rr_rules.runes_regulations.text.words import IN_HAND, noun, one_of, with_article, zone

_SUBJECTS = {"you": "you", "any_neighbor": "a neighbor", "each_neighbor": "a neighbor"}
_DONE = {"steal": "STOLEN", "cast": "CAST", "hex": "HEXED", "discard": "DISCARDED"}
_DEFAULTS = {
    "discard": "card",
    "cast": "Spell",
    "activate": "Rune",
    "hex": "Mythical Creature",
    "destroy": "Creature or Rune",
    "steal": "Creature or Rune",
}


def lead(face: Face, trigger: Trigger) -> str:
    """When a card works: "When a neighbor CASTS a Spell while you have 2 or more Runes"."""
    first = _event(face, trigger)
    if face.once:
        first = f"Once per turn, {first[0].lower()}{first[1:]}"
    held = [condition(each) for each in face.conditions]
    return f"{first} while {one_of(held, 'and')}" if held else first


def condition(each: Condition) -> str:
    """What must hold: "that player has 3 or more Mythical Creatures"."""
    subject = {
        "you": "you have",
        "any_player": "any player has",
        "any_neighbor": "any neighbor has",
        "each_player": "each player has",
        "each_neighbor": "each neighbor has",
        "that_player": "that player has",
    }[each.of]
    place = " in hand" if each.filter.what in IN_HAND else ""
    return f"{subject} {_count(each)}{place}"


def _count(each: Condition) -> str:
    many = noun(each.filter, many=True)
    least, most = each.least, each.most
    if each.fewest:
        return f"the fewest {many} (or tied)"
    if most == 0:
        return f"no {many}"
    if least == most:
        return f"exactly {least} {many if least != 1 else noun(each.filter)}"
    if most is None:
        return with_article(noun(each.filter)) if least == 1 else f"{least} or more {many}"
    if not least:
        return f"{most} or fewer {many}"
    return f"{least} to {most} {many}"


def _event(face: Face, trigger: Trigger) -> str:
    match trigger.event:
        case "turn_begins" if trigger.by == "you" and face.kind in LASTING:
            return "If this is on your Lawn at the beginning of your turn"
        case "turn_begins" | "turn_ends" as event:
            moment = "beginning" if event == "turn_begins" else "end"
            whose = f"{_subject(trigger.by)}'s" if trigger.by else "each"
            return f"At the {moment} of {'your' if trigger.by == 'you' else whose} turn"
        case "enters_lawn":
            return f"When {_thing(trigger)} enters {_owner(trigger.of)} Lawn"
        case "new_regulation":
            return _timed(trigger, "a new Regulation", "becomes active", "become active")
        case "spin":
            verbs = ("SPIN", "SPIN") if trigger.by == "you" else ("SPINS", "SPIN")
            return _timed(trigger, _subject(trigger.by), *verbs)
    return _active(trigger) if trigger.by else _passive(trigger)


def _timed(trigger: Trigger, subject: str, happens: str, would: str) -> str:
    if trigger.would:
        return f"If {subject} would {would}"
    return f"When {subject} {happens}"


def _active(trigger: Trigger) -> str:
    base = trigger.event.upper()
    verb = base if trigger.by == "you" else f"{base}{'ES' if base.endswith('X') else 'S'}"
    tail = f"{_thing(trigger)}{_place(trigger)}"
    return _timed(trigger, _subject(trigger.by), f"{verb} {tail}", f"{base} {tail}")


def _passive(trigger: Trigger) -> str:
    base = trigger.event.upper()
    done = _DONE.get(trigger.event, f"{base}{'D' if base.endswith('E') else 'ED'}")
    thing, place = _thing(trigger), _place(trigger)
    # Things lie on a Lawn, but are stolen from it.
    if trigger.event == "steal" or trigger.filter.what == "this":
        return _timed(trigger, thing, f"is {done}{place}", f"be {done}{place}")
    return _timed(trigger, f"{thing}{place}", f"is {done}", f"be {done}")


def _subject(scope: str) -> str:
    return _SUBJECTS.get(scope, "a player")


def _owner(scope: str) -> str:
    if scope == "you":
        return "your"
    return f"{_subject(scope)}'s" if scope else "a"


def _thing(trigger: Trigger) -> str:
    if trigger.filter.what == "this":
        return "this"
    default = _DEFAULTS.get(trigger.event, "Creature")
    return with_article(noun(trigger.filter, default))


def _place(trigger: Trigger) -> str:
    if trigger.of in ("", "any_player", "each_player"):
        return ""
    if trigger.filter.what == "this":
        return " while it is on your Lawn" if trigger.of == "you" else ""
    preposition = "from" if trigger.event == "steal" else "on"
    if trigger.filter == Filter() and trigger.event in ("steal", "destroy"):
        if trigger.event == "steal":
            return f" from {_subject(trigger.of)}"
        return f" of {'yours' if trigger.of == 'you' else _owner(trigger.of)}"
    return f" {preposition} {_owner(trigger.of)} {zone(trigger.filter)}"
