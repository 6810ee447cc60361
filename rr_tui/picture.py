"""From what a player knows to what the board shows: the step between the messages and a scene."""

from __future__ import annotations

from dataclasses import replace

from rr_net.link import Ask, AskOption, Pending
from rr_net.safetext import clean
from rr_rules.runes_regulations.view import View
from rr_tui.board.answers import TAKE_SEAT, ways
from rr_tui.board.choices import choices
from rr_tui.board.foot import GAUGE
from rr_tui.board.scene import Scene
from rr_tui.feed import Feed
from rr_tui.glyphs import Glyphs
from rr_tui.known import Known
from rr_tui.screens.spinning import Face

LAST_WORDS = 80
"""Entries of the feed that a tall right column can show."""

CROWD = 16
"""With more people around the table, turning it on every screen would keep the host busy."""


class Answering:
    """What this player has picked of the open question and not sent, or sent and not heard of."""

    def __init__(self) -> None:
        self.given = -1
        """The number of the table for which a last answer is on its way."""
        self.picked: tuple[int, ...] = ()
        self.group: tuple[AskOption, ...] = ()

    def forget(self) -> None:
        """Another question: nothing of it is picked yet."""
        self.picked = ()
        self.group = ()


def names(known: Known) -> tuple[str, ...]:
    """The names of the seats."""
    seats = known.lobby.seats if known.lobby else ()
    return tuple(clean(known.name(seat.seat), 32) for seat in seats)


def open_question(known: Known, answering: Answering) -> Ask | None:
    """The question that this player may answer now.

    A view that is newer than the question has other things in the places it points at.
    """
    pending, seen = known.pending, known.seen
    if pending is None or seen is None or pending.ask is None:
        return None
    if pending.number < seen.number or pending.number == answering.given:
        return None
    return pending.ask


def view_of(known: Known) -> View | None:
    """The view of the game, if it is one that the board can draw."""
    seen = known.seen
    return seen.view if seen is not None and isinstance(seen.view, View) else None


def is_stood_in_for(known: Known) -> bool:
    """Whether a bot plays for this player, who is here."""
    seats = known.lobby.seats if known.lobby else ()
    return any(seat.seat == known.seat and seat.stand_in for seat in seats)


def people_at_the_door(known: Known) -> int:
    """How many people wait for the host's nod; only the host is told of them."""
    people = known.lobby.people if known.lobby is not None and known.is_host else ()
    return sum(not person.admitted for person in people)


def scene(known: Known, feed: Feed, answering: Answering, glyphs: Glyphs) -> Scene | None:
    """The board as this player's messages describe it, without a cursor; None before the deal."""
    view, lobby, pending = view_of(known), known.lobby, known.pending
    if view is None:
        return None
    ask = open_question(known, answering)
    found = ways(answering.group) if answering.group else choices(ask, view, answering.picked)
    if ask is None and is_stood_in_for(known):
        found = ways((TAKE_SEAT,), as_menu=False)
    return Scene(
        view=view,
        glyphs=glyphs,
        faces=known.cards,
        names=names(known),
        people=lobby.seats if lobby else (),
        title=clean(known.welcome.table, 24) if known.welcome else "",
        commitment=lobby.commitment if lobby else "",
        paused=lobby.paused if lobby else False,
        at_the_door=people_at_the_door(known),
        ask=ask,
        choices=found,
        window=pending.window if pending else None,
        waiting=pending.waiting if pending else (),
        chance=pending.chance if pending else "",
        news=feed.last(LAST_WORDS),
        lines=feed.lines(LAST_WORDS),
        talk=feed.talk(LAST_WORDS),
    )


def sees_it_turn(known: Known) -> bool:
    """Whether the Spinner turns on this screen: in a crowd spectators see only where it stops."""
    people = known.lobby.people if known.lobby else ()
    return known.seat >= 0 or len(people) <= CROWD


def spun(made: Scene, face: Face | None) -> Scene:
    """The scene with the Spinner showing a face, or put away."""
    if face is None:
        return replace(made, spinning=-1, spin_words=())
    return replace(made, spinning=face.at, spin_words=face.words)


def is_timed(known: Known) -> bool:
    """Whether something on the board counts down."""
    pending, lobby = known.pending, known.lobby
    window = pending.window if pending is not None else None
    runs = bool(window and window.closes_in) or bool(pending and pending.clock)
    return runs or any(seat.grace for seat in (lobby.seats if lobby else ()))


def timed(made: Scene, known: Known, since_pending: float, since_lobby: float) -> Scene:
    """The scene some seconds after the table said what it waits for, and who is there."""
    pending, people = known.pending, known.lobby.seats if known.lobby else ()
    if any(seat.grace for seat in people):
        left = [max(1, round(seat.grace - since_lobby)) if seat.grace else 0 for seat in people]
        people = tuple(
            seat.model_copy(update={"grace": grace})
            for seat, grace in zip(people, left, strict=True)
        )
    made = replace(made, people=people)
    if pending is None:
        return made
    gauge, clock = gauge_cells(pending, since_pending), seconds_left(pending, since_pending)
    return replace(made, gauge=gauge, clock=clock)


def gauge_cells(pending: Pending, since: float) -> int:
    """How many cells of the gauge are full, some seconds after the message came."""
    window = pending.window
    if window is None or window.lasts <= 0:
        return 0
    left = max(0.0, window.closes_in - since)
    # Rounded up: an open window never looks closed.
    return min(GAUGE, -int(-left * GAUGE // window.lasts))


def seconds_left(pending: Pending, since: float) -> int:
    """What is left on the turn clock, in whole seconds."""
    return max(0, round(pending.clock - since)) if pending.clock else 0
