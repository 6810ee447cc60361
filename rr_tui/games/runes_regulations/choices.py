"""Where on the street each option is shown: at its card, at its player, in the tray, as a word."""

from __future__ import annotations

from typing import NamedTuple

from rr_net.link import Ask, AskOption
from rr_rules.runes_regulations.state.view import View
from rr_tui.board.choices import Choices
from rr_tui.board.choices import choices as sorted_out
from rr_tui.board.places import Place
from rr_tui.games.runes_regulations.scene import zone_of

NO_THINGS = ("mode", "result", "slot")
"""Acts whose numbers count something else than the things of a zone."""


def choices(ask: Ask | None, view: View, picked: tuple[int, ...] = ()) -> Choices:
    """Sorts the options of `ask` by where they are shown; `picked` are positions named so far."""
    return sorted_out(ask, OnTheStreet(view), picked)


class OnTheStreet(NamedTuple):
    """What of a view can be pointed at."""

    view: View

    def is_thing(self, place: Place) -> bool:
        """Whether the board shows a thing of a seat at this place."""
        view = self.view
        if not 0 <= place.seat < len(view.seats) or place.at < 0:
            return False
        seat = view.seats[place.seat]
        match place.zone:
            case "lawn":
                return place.at < len(seat.lawn)
            case "fence":
                return place.at < len(seat.fence)
            case "hand":
                return place.seat == view.me and place.at < len(seat.hand)
        return False

    def place_of(self, option: AskOption) -> Place | None:
        """Where a single option is shown: at its thing, or None where the board shows none."""
        place = Place(option.zone, option.seat, option.at)
        if option.act in NO_THINGS or option.order:
            return None
        if self.is_thing(place) or _in_pile(place, self.view):
            return place
        is_seat = 0 <= option.seat < len(self.view.seats) and option.at < 0
        if is_seat and (option.act == "player" or option.zone == "lawn"):
            return Place("player", option.seat)
        return None


def _in_pile(place: Place, view: View) -> bool:
    return 0 <= place.at < len(zone_of(view, place.zone))
