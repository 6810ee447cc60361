"""Where each option of Regicide is shown: at its card, at its player, as a word."""

from __future__ import annotations

from typing import NamedTuple

from rr_net.link import Ask, AskOption
from rr_rules.regicide.view import View
from rr_tui.board.choices import Choices, together
from rr_tui.board.places import Place

PLAYS = ("play", "jester")
"""Acts that name the cards of a play, one by one in any order."""


def choices(ask: Ask | None, view: View, picked: tuple[int, ...] = ()) -> Choices:
    """Sorts the options of `ask` by where they are shown; `picked` are cards of the hand."""
    return together(ask, OnTheTable(view), PLAYS, picked)


class OnTheTable(NamedTuple):
    """What of a view can be pointed at."""

    view: View

    def is_thing(self, place: Place) -> bool:
        """Whether it is a card of the own hand."""
        view = self.view
        is_own = place.zone == "hand" and 0 <= place.seat == view.me < len(view.seats)
        return is_own and 0 <= place.at < len(view.seats[view.me].hand)

    def place_of(self, option: AskOption) -> Place | None:
        """Where a single option is shown: at its card or its player, or None for a word."""
        place = Place(option.zone, option.seat, option.at)
        if self.is_thing(place):
            return place
        if option.act == "player" and 0 <= option.seat < len(self.view.seats):
            return Place("player", option.seat)
        return None
