"""Where on the table of Rune each option is shown: at its cell, at its card, or as a word."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rr_net.link import Ask, AskOption
from rr_rules.rune.view import View
from rr_tui.board.choices import Choices, choices
from rr_tui.board.laying import laying
from rr_tui.board.places import Place
from rr_tui.games.rune.scene import TABLE

ON_A_CELL = ("master", "token")


class OnTheTable(NamedTuple):
    """What of a view can be pointed at."""

    view: View

    def is_thing(self, place: Place) -> bool:
        """Nothing is named in order."""
        return False

    def place_of(self, option: AskOption) -> Place | None:
        """A cell, or a card of the own hand."""
        if option.act in ON_A_CELL:
            return Place(TABLE, cell=option.order)
        if option.zone == "hand" and option.seat == self.view.me:
            return Place("hand", option.seat, option.at)
        return None


def table_choices(ask: Ask | None, view: View) -> Choices:
    """Sorts the options of `ask` by where they are shown; those that lay a card are held first."""
    if ask is None:
        return choices(None, OnTheTable(view))
    lays = tuple(option for option in ask.options if option.act == "lay")
    others = tuple(option for option in ask.options if option.act != "lay")
    found = choices(ask.model_copy(update={"options": others}), OnTheTable(view))
    return replace(found, laying=laying(lays, TABLE))
