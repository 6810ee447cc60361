"""What leaving means: for a guest, for a host, and for whose terminal the table lives in."""

from __future__ import annotations

import re

from rr_net.link import ENDS_EMPTY, Keeper, kept_words
from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.client.chairs import setting
from rr_tui.client.scene_builder import is_stood_in_for
from rr_tui.looks.wording import listed
from rr_tui.widgets.menu import MenuItem, item

STEP_AWAY = "Step away: a bot plays your seat, Enter takes it back"
HANG_UP = "Hang up: your seat waits{}, same line leads back"
FOR_GOOD = "Leave for good: a bot gets your seat, you may watch"
OUT = "Leave for good: your seat goes out of the game"
AWAY = "The table stays open while this terminal does."
NOT_FOR_LONG = "You stay connected, and watch meanwhile."
STAYS_OPEN = "The table stays open without you. The same key brings you back."
SAME_KEY = "You can come back with the same key."
A_WHILE = "It waits {} for you. Then a bot plays it, until you are back."
A_WHILE_ONLY = "It waits {} for you. Then it goes out of the game."
ACROSS_DAYS = "It is yours for as long as the game lasts: nobody has to be here all the time."
FREE_AGAIN = "The next deal is without you, unless you are back."
GIVEN_AWAY = "Now, and for good: who comes back by the same line has no seat any more."
ENDS = re.compile(re.escape(ENDS_EMPTY).replace(re.escape("{:g}"), r"[0-9.]+"))
NOTHING_LOST = "No game is on: nothing is lost."


def guests(model: PlayerModel) -> tuple[str, ...]:
    """Who else is at the table, by name."""
    people = model.lobby.people if model.lobby is not None else ()
    others = (each for each in people if each is not model.me and each.admitted)
    return tuple(clean(each.name, 32) for each in others)


def ways_to_leave(model: PlayerModel, keeper: Keeper | None) -> list[MenuItem]:
    """What leaving can mean now, the harmless first.

    `keeper` is what goes on with the game where the table is closed when this interface ends, and
    None where it is not.
    """
    is_on = model.lobby is not None and model.lobby.phase == "playing"
    has_seat = is_on and model.seat >= 0
    ways = [item("stay", "Stay")]
    if has_seat and guests(model) and not is_stood_in_for(model):
        ways.append(item("away", STEP_AWAY, AWAY if keeper else NOT_FOR_LONG))
    if keeper is not None:
        return [*ways, _closing(model, keeper, is_on=is_on)]
    if gives_seat_up(model):
        return [*ways, item("leave", "Leave", FREE_AGAIN)]
    if not has_seat or model.is_host:
        return [*ways, item("hang_up", "Leave", STAYS_OPEN if model.is_host else SAME_KEY)]
    return [
        *ways,
        item("hang_up", HANG_UP.format(_seconds(model)), _waiting(model)),
        item("leave", OUT if _is_removed(model) else FOR_GOOD, GIVEN_AWAY),
    ]


def gives_seat_up(model: PlayerModel) -> bool:
    """Whether a game is over in which this guest has a seat: who leaves now plays no other one."""
    is_over = model.lobby is not None and model.lobby.phase == "over"
    return is_over and model.seat >= 0 and not model.is_host


def _waiting(model: PlayerModel) -> str:
    """How long a seat waits for who has hung up, and what becomes of it and of the game then."""
    if setting(model.lobby, "pace") == "days":
        return ACROSS_DAYS
    words = A_WHILE_ONLY if _is_removed(model) else A_WHILE
    notes = model.lobby.notes if model.lobby is not None else ()
    ends = [clean(note, 80) for note in notes if ENDS.fullmatch(note)]
    seconds = setting(model.lobby, "grace")
    if ends and not guests(model):
        return ends[0]  # no bot plays on alone there
    return words.format(f"{seconds} seconds" if seconds else "a while")


def _seconds(model: PlayerModel) -> str:
    """How long a seat waits, where that is a matter of seconds: it has to fit into a line."""
    seconds = "" if setting(model.lobby, "pace") == "days" else setting(model.lobby, "grace")
    return f" {seconds} s" if seconds else ""


def _is_removed(model: PlayerModel) -> bool:
    return setting(model.lobby, "leaver") == "removed"


def _closing(model: PlayerModel, keeper: Keeper, *, is_on: bool) -> MenuItem:
    """What the end of the table's own terminal does: everybody is told the same sentence."""
    if keeper == "aside":
        return item("hang_up", "Leave this game", kept_words(0, keeper))
    names = listed(guests(model))
    words = f"Close the table for {names}" if names else "Close the table" if is_on else "Leave"
    return item("hang_up", words, kept_words(turn_of(model), keeper) if is_on else NOTHING_LOST)


def turn_of(model: PlayerModel) -> int:
    """The number of the turn that is being played; 0 before the first, and where none is shown."""
    turn = getattr(model.seen.view, "turn", 0) if model.seen is not None else 0
    return turn if isinstance(turn, int) else 0
