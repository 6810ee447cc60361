"""Words for people: prompts, options and log lines."""
from __future__ import annotations

from rr_rules.game import Line
from rr_rules.requests import Choose, Option
from rr_rules.runes_regulations.faces import Deck
from rr_rules.runes_regulations.view import Event, View


def prompt(deck: Deck, choose: Choose, view: View) -> str:
    return choose.verb


def label(deck: Deck, choose: Choose, option: Option, view: View) -> str:
    return " ".join(map(str, option))


def line(deck: Deck, event: Event) -> Line:
    return Line(repr(event))
