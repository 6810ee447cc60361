"""From what a player knows to what the board shows: the step between the messages and a scene."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rr_net.link import Ask, AskOption, Pending, RandomEvent, SeatState, Seen, Window
from rr_net.safetext import clean
from rr_tui.board.answers import TAKE_SEAT, asked_of, ways
from rr_tui.board.chance import CARDS, GAUGE
from rr_tui.board.laying import first_held, held_up, things
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces
from rr_tui.board.scene import Scene
from rr_tui.client import hints
from rr_tui.client.chairs import CROWD, chair_options, is_deserted, knocks, standing
from rr_tui.client.guidance import goal_here
from rr_tui.client.log import MessageLog
from rr_tui.client.spinner import SpinnerFace
from rr_tui.client.usual import UsualAnswer
from rr_tui.games.registry import board_of
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import HeldShape

LAST_WORDS = 80
"""Messages that a tall right column can show."""

TICK = 0.5
"""Seconds between two looks at a gauge: two updates a second are allowed."""
GRACE = 2.0
"""Seconds by which a slow hash may be over what was said before that is worth a word."""
LEAST_CARD = 0.15
"""Seconds between two cards of a riffle."""


class Answering:
    """What this player has picked of the open question and not sent, or sent and not heard of."""

    def __init__(self) -> None:
        self.given = -1
        """The number of the table for which a last answer is on its way."""
        self.picked: tuple[int, ...] = ()
        self.group: tuple[AskOption, ...] = ()
        self.held: HeldShape | None = None
        """What is held over a lattice, or was when that was asked last."""
        self.is_holding = False
        """Whether this player has taken it up since the question came."""
        self.put_away = 0
        """The number of the random event that this player does not want to see."""
        self.tip = ""
        """What is said above the open question, to who meets such a one for the first time."""
        self.opening = ""
        """What opens this player's pledge, as far as it is typed."""
        self.reads_hint = False
        """Whether the hint about the open question is what this player reads."""
        self.usual = UsualAnswer()

    def take_up(self, held: HeldShape) -> None:
        """Holds something over the lattice from now on."""
        self.held, self.is_holding = held, True

    def forget(self) -> None:
        """Another question: nothing of it is picked yet."""
        self.tip = ""
        self.picked = ()
        self.group = ()
        self.is_holding = self.reads_hint = False


def names(model: PlayerModel) -> tuple[str, ...]:
    """The names of the seats."""
    seats = model.lobby.seats if model.lobby else ()
    return tuple(clean(model.name(seat.seat), 32) for seat in seats)


def open_question(model: PlayerModel, answering: Answering) -> Ask | None:
    """The question that this player may answer now.

    A view that is newer than the question has other things in the places it points at.
    """
    pending, seen = model.pending, model.seen
    if pending is None or seen is None:
        return None
    if is_stood_in_for(model):
        # Away while nobody else plays: the table stands still, and the seat is taken back first.
        return None
    if pending.number < seen.number or pending.number == answering.given:
        return None
    return asked_of(pending)


def _window(seen: Seen, pending: Pending | None) -> Window | None:
    """The open window, with its event in the words of its game."""
    window = pending.window if pending is not None else None
    if window is None or (about := board_of(seen).happening(seen.view, window)) == window.about:
        return window
    return window.model_copy(update={"about": about})


def open_event(model: PlayerModel, answering: Answering) -> RandomEvent | None:
    """The random event under way, unless it was put away."""
    is_playing = model.lobby is not None and model.lobby.phase == "playing"
    event = model.pending.event if model.pending is not None and is_playing else None
    return None if event is None or event.number == answering.put_away else event


def is_stood_in_for(model: PlayerModel) -> bool:
    """Whether a bot plays for this player, who is here, in a game that is on."""
    if not is_seated(model) or model.lobby is None:
        return False
    seats = model.lobby.seats
    return any(seat.seat == model.seat and (seat.stand_in or seat.away) for seat in seats)


def is_seated(model: PlayerModel) -> bool:
    """Whether this player plays in the game under way."""
    return model.seat >= 0 and model.lobby is not None and model.lobby.phase == "playing"


def may_order(model: PlayerModel) -> bool:
    """Whether this player may file orders for own hidden cards."""
    return is_seated(model) and model.pending is not None and model.pending.beforehand is not None


def scene(
    model: PlayerModel, log: MessageLog, answering: Answering, glyphs: Glyphs
) -> Scene | None:
    """The board as this player's messages describe it, without a cursor; None before the deal."""
    seen, lobby, pending = model.seen, model.lobby, model.pending
    if seen is None:
        return None
    ask, game = open_question(model, answering), board_of(seen)
    role = game.role(seen.view)
    made = game.scene(
        view=seen.view,
        glyphs=glyphs,
        faces=model.cards,
        long_names=model.long_names,
        names=names(model),
        people=lobby.seats if lobby else (),
        title=clean(model.welcome.table, 24) if model.welcome else "",
        goals=goal_here(model, role.face if role is not None else ""),
        paused=lobby.paused if lobby else False,
        ask=ask,
        asks_where=answering.usual.is_asked,
        places=_places(model, answering, seen, ask),
        window=_window(seen, pending),
        tip=answering.tip,
        beforehand=pending.beforehand if pending else None,
        tempo=lobby.tempo if lobby and lobby.alone else "",
        event=open_event(model, answering),
        opening=answering.opening,
        waiting=pending.waiting if pending else (),
        chance=pending.chance if pending else "",
        news=log.last(LAST_WORDS),
        ends_in_notice=log.ends_in_notice,
        since=log.since,
        about_me=log.about_me,
        lines=log.lines(LAST_WORDS),
        talk=log.last_talk(LAST_WORDS),
        advice=hints.read(model) if answering.reads_hint else None,
        lesson=model.lesson,
        line=model.line,
    )
    return _around(made, model)


def _places(model: PlayerModel, answering: Answering, seen: Seen, ask: Ask | None) -> OptionPlaces:
    """Where everything stands that this player can choose."""
    found = board_of(seen).option_places(ask, seen.view, answering.picked)
    if answering.group:
        found = ways(answering.group)
    elif found.laying:
        found = _over_the_lattice(found, answering)
    if ask is None and is_stood_in_for(model):
        return ways((TAKE_SEAT,), as_menu=False)
    chairs = chair_options(model) if ask is None else ()
    return ways(chairs, as_menu=False) if chairs else found


def _around(made: Scene, model: PlayerModel) -> Scene:
    """The scene with what is to be said of chairs, of who knocks, and of who chooses the luck."""
    waiting = knocks(model)
    first = waiting[0] if waiting else None
    return replace(
        made,
        may_hint=made.ask is not None and hints.may_ask(model),
        at_the_door=len(waiting),
        is_deserted=is_deserted(model),
        knock=first.words if first is not None else "",
        # Never over a question: its keys might be the same.
        knock_keys=first.answers if first is not None and made.ask is None else (),
        standing=standing(model) or _over(model),
        host_luck=model.lobby.host_luck if model.lobby is not None else False,
    )


def _over(model: PlayerModel) -> str:
    """That nothing is waited for any more, also where the game was ended before it was over."""
    is_over = model.lobby is not None and model.lobby.phase == "over"
    return "The game is over" if is_over else ""


def _over_the_lattice(found: OptionPlaces, answering: Answering) -> OptionPlaces:
    """The options with something held: what the player took up, or what can be laid first."""
    held = answering.held if answering.is_holding else first_held(found.laying, answering.held)
    if held is None or held.thing not in things(found.laying):
        held = first_held(found.laying, None)
    answering.held = held
    return found if held is None else held_up(found, found.laying, held)


def sees_it_turn(model: PlayerModel) -> bool:
    """Whether the Spinner turns on this screen: in a crowd spectators see only where it stops."""
    people = model.lobby.people if model.lobby else ()
    return model.seat >= 0 or len(people) <= CROWD


def spun(made: Scene, face: SpinnerFace | None) -> Scene:
    """The scene with the Spinner showing a face, or put away."""
    if face is None:
        is_away = made.spinning < 0 and not made.spin_words
        return made if is_away else replace(made, spinning=-1, spin_words=(), spin_means=())
    return replace(made, spinning=face.at, spin_words=face.words, spin_means=face.means)


class Moment(NamedTuple):
    """What is known, some seconds after the table said it."""

    model: PlayerModel
    since_pending: float
    """Since it said what it waits for."""
    since_lobby: float
    """Since it said who is there."""
    motion: bool = False
    """Whether this player sees things move."""


def pace(moment: Moment, event: RandomEvent | None) -> float:
    """Seconds between two looks at the board while something on it passes, or 0."""
    if event is not None and _is_riffled(moment, event):
        return min(TICK, max(LEAST_CARD, event.lasts / CARDS))
    return TICK if event is not None or _counts_down(moment.model) else 0.0


def _counts_down(model: PlayerModel) -> bool:
    pending, lobby = model.pending, model.lobby
    window = pending.window if pending is not None else None
    runs = bool(window and window.closes_in) or bool(pending and pending.clock)
    return runs or any(seat.grace for seat in (lobby.seats if lobby else ()))


def _is_riffled(moment: Moment, event: RandomEvent) -> bool:
    return moment.motion and event.kind == "shuffle" and event.stage == "slow"


def timed(made: Scene, moment: Moment) -> Scene:
    """The scene of a moment."""
    model, since_pending, since_lobby, _ = moment
    people = _waited_for(model.lobby.seats if model.lobby else (), since_lobby)
    pending = model.pending
    if pending is None:
        return replace(made, people=people)
    gauge = gauge_cells(pending, since_pending)
    clock = max(0, round(pending.clock - since_pending)) if pending.clock else 0
    riffle = -1
    if made.event is not None and _is_riffled(moment, made.event):
        riffle = cards_fallen(made.event, since_pending)
    late = seconds_late(pending.event, since_pending)
    return replace(made, people=people, gauge=gauge, clock=clock, riffle=riffle, late=late)


def _waited_for(people: tuple[SeatState, ...], since: float) -> tuple[SeatState, ...]:
    """The seats, with the seconds for which somebody who is cut off is waited for still."""
    if not any(seat.grace for seat in people):
        return people
    left = [max(1, round(seat.grace - since)) if seat.grace else 0 for seat in people]
    return tuple(
        seat.model_copy(update={"grace": grace}) for seat, grace in zip(people, left, strict=True)
    )


def gauge_cells(pending: Pending, since: float) -> int:
    """How many cells of the gauge are full, some seconds after the message came."""
    open_one = pending.event or pending.window
    if open_one is None or open_one.lasts <= 0:
        return 0
    left = max(0.0, open_one.closes_in - since)
    # Rounded up: an open window never looks closed.
    return min(GAUGE, -int(-left * GAUGE // open_one.lasts))


def seconds_late(event: RandomEvent | None, since: float) -> int:
    """How long a slow hash has been running, if it is well over what was said; else 0."""
    if event is None or event.stage != "slow" or since < event.closes_in + GRACE:
        return 0
    return int(event.lasts - event.closes_in + since)


def cards_fallen(event: RandomEvent, since: float) -> int:
    """How many cards of a riffle have fallen; the last one waits for the shuffle itself."""
    if event.lasts <= 0:
        return 0
    left = max(0.0, event.closes_in - since)
    return min(CARDS - 1, int(CARDS * (1 - left / event.lasts)))
