"""Chairs and who comes for them: the ways in, what can be had, who knocks, what is said of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, ParamSpec, TypeVar

from rr_net.link import NOBODY_COMES, ONLY_HERE, AskOption, FromRoom, Host, Lobby, Person, SeatState
from rr_net.safetext import clean
from rr_rules.registry import FOLLOWERS, FOLLOWING, leading
from rr_tui.board.answers import CHAIR
from rr_tui.board.model import PlayerModel
from rr_tui.looks.wording import told_of

P = ParamSpec("P")
T = TypeVar("T")

COMPANY = 8
"""So many people read at once who comes; of a crowd each would have every board drawn anew."""
CROWD = 16
"""With more people around the table, turning the Spinner on every screen would keep the host
busy."""
LINE = re.compile(r"(ssh \S.*?)(?:    \((.*)\))?")
"""How a way in stands among the notes of the host's own lobby: the line, and who can come by it."""
HERE = "only from this machine"
HOP = " -J "
"""What a line through a relay has."""
JOIN = "runes join"
LONGEST = 300


class WayIn(NamedTuple):
    """One way to the table."""

    line: str
    reach: str
    """Who can come by it."""
    keys: tuple[str, ...]
    """What the host says of the keys that ssh shows there."""
    elsewhere: str = ""
    """What the host does for friends elsewhere, where none of the ways is for them."""
    silence: str = ""
    """What is said of the relay while it does not lead to the table."""

    @property
    def is_here(self) -> bool:
        """Whether it leads nobody here but from this machine.

        Who may reach a relay is the relay's affair, whatever its address is here.
        """
        return HERE in self.reach and HOP not in self.line

    @property
    def with_runes(self) -> str:
        """The same way for who has this program."""
        return f"{JOIN} {self.line}"


def ways_in(lobby: Lobby | None) -> list[WayIn]:
    """The ways that the host's own lobby names; lines that follow each other have the same keys."""
    ways: list[WayIn] = []
    elsewhere = ""
    lines: list[tuple[str, str]] = []
    keys: list[str] = []
    for note in lobby.notes if lobby is not None else ():
        text = clean(note, LONGEST)
        if line := LINE.fullmatch(text):
            if keys:
                ways += [WayIn(*each, tuple(keys)) for each in lines]
                lines, keys = [], []
            lines.append((line[1], line[2] or ""))
        elif lines and text.startswith("  "):
            keys.append(text.strip())
        elif text.startswith(ONLY_HERE):
            elsewhere = text
    ways += [WayIn(*each, tuple(keys)) for each in lines]
    silent = silences(lobby)
    return [way._replace(elsewhere=elsewhere, silence=_silence(way.line, silent)) for way in ways]


def silences(lobby: Lobby | None) -> tuple[str, ...]:
    """What the host's own lobby says of relays that do not lead to the table now."""
    notes = lobby.notes if lobby is not None else ()
    return tuple(clean(note, LONGEST) for note in notes if note.endswith(NOBODY_COMES))


def _silence(line: str, silent: Collection[str]) -> str:
    """What is said of the relay that a line goes through."""
    relay = line.partition(HOP)[2].partition(" ")[0]
    return next((said for said in silent if relay and relay in said.split()), "")


ALL_HERE = "only this machine reaches this table"
SENT = "the line to send, and the code"


def invited(ways: Collection[WayIn], menu: str) -> str:
    """Where the ways in are shown, as a running game says it: short, and never with an address.

    A line that is cut in the middle leads nobody here. `menu` is the key of the table's menu.
    """
    told = ALL_HERE if all(way.is_here for way in ways) else SENT
    return f"[{menu}] Invite friends: {told}"


def open_chairs(model: PlayerModel) -> tuple[SeatState, ...]:
    """The chairs that this player can sit down on, or ask for."""
    lobby, me = model.lobby, model.me
    if lobby is None or me is None or me.seat >= 0 or not _may_sit(model, lobby):
        return ()
    if lobby.phase == "lobby":
        return tuple(seat for seat in lobby.seats if seat.kind != "player")
    if me.asks_for >= 0 or any(seat.next == me.name for seat in lobby.seats):
        return ()
    # The record says of the host for good whether it held a seat.
    is_closed = model.is_host or setting(lobby, "newcomers") == "watch"
    if lobby.phase == "playing" and is_closed:
        return ()
    return tuple(seat for seat in lobby.seats if seat.kind != "player" and not seat.next)


def _may_sit(model: PlayerModel, lobby: Lobby) -> bool:
    return not (model.is_host and setting(lobby, "host_seat") == "dealer_only")


FOLLOW_NOTE = (
    "While it costs little, people have the last blow and say who is next; it saves its best cards."
)
LEAD_NOTE = "It takes the last blow, spends its best cards and says who is next as it thinks best."


class OtherWay(NamedTuple):
    """How a bot could play instead, in a game that is played together: follow, or lead again."""

    kind: str
    """What `fill` calls a bot that is as strong and does."""
    called: str
    does: str
    note: str
    """What that means, for who has not met it."""


def other_way(lobby: Lobby, seat: SeatState) -> OtherWay | None:
    """What there is beside the way in which the bot of a seat plays; None where there is one way.

    What this table offers decides: a game that is not played together offers no bot that follows.
    """
    kind = leading(seat.bot) if seat.bot in FOLLOWERS else FOLLOWING.get(seat.bot, "")
    told = {each.id: each.text for each in lobby.bots}
    if seat.kind != "bot" or kind not in told:
        return None
    if kind in FOLLOWERS:
        return OtherWay(kind, "follow", clean(told[kind], 60), FOLLOW_NOTE)
    return OtherWay(kind, "lead", "plays to win as it thinks best", LEAD_NOTE)


def unseated(lobby: Lobby, seats: int) -> tuple[str, ...]:
    """Who would have no seat if there were only so many: a free seat, or a bot's, takes one."""
    gone = [seat.name for seat in lobby.seats[seats:] if seat.kind == "player"]
    spare = sum(seat.kind != "player" for seat in lobby.seats[:seats])
    return tuple(clean(name, 32) for name in gone[spare:])


def setting(lobby: Lobby | None, name: str) -> str:
    """What a setting of the table stands at; "" where the table has none of that name."""
    options = () if lobby is None else lobby.options
    return next((option.value for option in options if option.name == name), "")


def chair_options(model: PlayerModel) -> tuple[AskOption, ...]:
    """The chairs of a game that is on as words on the board; the room hears them as sitting."""
    if model.lobby is None or model.lobby.phase != "playing":
        return ()
    return tuple(
        AskOption(option=CHAIR - seat.seat, act="chair", zone="", seat=seat.seat, at=-1, order=(),
                  label=f"Take {clean(seat.name, 32)}'s seat")
        for seat in open_chairs(model)
    )  # fmt: skip


def is_deserted(model: PlayerModel) -> bool:
    """Whether the table stands still since all who play have stepped away."""
    lobby = model.lobby
    if lobby is None or lobby.phase != "playing" or not lobby.paused:
        return False
    players = [seat for seat in lobby.seats if seat.kind == "player"]
    is_minded = any(seat.connected and not (seat.away or seat.stand_in) for seat in players)
    return not is_minded and any(seat.away for seat in players)


def is_kept_warm(model: PlayerModel) -> bool:
    """Whether a bot plays for this player, who is here and has not stepped away."""
    lobby, me = model.lobby, model.me
    if lobby is None or me is None or me.seat < 0 or lobby.phase != "playing":
        return False
    seat = lobby.seats[me.seat]
    return seat.stand_in and seat.connected and not seat.away


def standing(model: PlayerModel) -> str:
    """What there is to say about the chair of somebody who watches, or has one promised."""
    lobby, me = model.lobby, model.me
    if lobby is None or me is None or me.seat >= 0:
        return ""
    if me.asks_for >= 0:
        return f"The host is asked for {clean(lobby.seats[me.asks_for].name, 32)}'s seat for you"
    promised = next((seat for seat in lobby.seats if seat.next == me.name), None)
    if promised is None:
        return ""
    when = "from the next turn on" if lobby.phase == "playing" else "in the next game"
    return f"You have {clean(promised.name, 32)}'s seat {when}"


class Knock(NamedTuple):
    """Somebody who asks to be let in, or for a chair."""

    name: str
    chair: str = ""
    """Whose chair it is; "" for somebody at the door."""
    key: str = ""
    """The words of the key of somebody at the door, who may have any name."""
    called_outside: str = ""
    """How somebody at the door is called: never by name alone."""

    @property
    def words(self) -> str:
        """What the head says of it."""
        if self.chair:
            return f"{clean(self.name, 32)} would like {self.chair}'s seat"
        return f"At the door: {self.called}"

    @property
    def called(self) -> str:
        """Who it is: at the door never by name alone."""
        return clean(self.name, 32) if self.chair else self.called_outside

    @property
    def answers(self) -> tuple[str, ...]:
        """The keys that answer it: who is at the door waits until somebody says yes."""
        return ("board.yes", "board.no") if self.chair else ("board.yes",)

    def answer(self, *, yes: bool) -> Host | None:
        """What the room is told."""
        if self.chair:
            return Host(act="seat" if yes else "refuse", name=self.name)
        return Host(act="approve", key=self.key) if yes else None


def knocks(model: PlayerModel) -> tuple[Knock, ...]:
    """Everybody who waits for an answer of this player; who wants a chair comes first."""
    lobby = model.lobby
    if lobby is None or not (lobby.doorkeeper or model.is_host):
        return ()
    chairs = [person for person in lobby.people if person.asks_for >= 0]
    outside = [person for person in lobby.people if not person.admitted]
    return (
        *(Knock(each.name, clean(lobby.seats[each.asks_for].name, 32)) for each in chairs),
        *(Knock(each.name, "", each.words, told_of(each)) for each in outside),
    )


def told_knocks(found: Collection[Knock]) -> str:
    """How many stand at the door, or inside and want a chair; "" for nobody."""
    asking = sum(bool(knock.chair) for knock in found)
    if not asking:
        return f"{len(found)} at the door" if found else ""
    if asking < len(found):
        return f"{len(found)} waiting"
    return f"{asking} want{'s' if asking == 1 else ''} a seat"


def arrivals(before: Lobby | None, now: Lobby, me: str) -> Iterator[str]:
    """Who has come since, each in a sentence; nobody is told of all who were there already."""
    if before is not None and before.people:
        yield from (f"{clean(name, 32)} has come" for name in _came(before, now) if name != me)


def is_about_watchers(before: PlayerModel, message: FromRoom) -> bool:
    """Whether all that is new is who else watches a game, and no board shows that."""
    old, me = before.lobby, before.welcome
    if not isinstance(message, Lobby) or old is None or me is None or old.phase != "playing":
        return False
    if len(message.people) <= COMPANY and any(arrivals(old, message, me.name)):
        return False
    return _is_alike(old, message) and _own(old, me.name) == _own(message, me.name)


def knocked(before: Lobby | None, now: Lobby) -> tuple[Person, ...]:
    """Who has come to the door since, or has asked for a chair since."""
    return _knocked(before, now) if now.doorkeeper else ()


class _Itself(Generic[T]):
    """Something that equals itself alone, whatever is in it."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def _once_for_all(work: Callable[P, T]) -> Callable[P, T]:
    """Has what the boards of a crowd ask one after the other, of the same lobbies, worked out once.

    The room tells everybody the very same message, so that it is known by identity.
    """

    @lru_cache(maxsize=4)
    def known(*lobbies: _Itself[object]) -> T:
        return work(*(lobby.value for lobby in lobbies))  # type: ignore[call-arg, arg-type]

    return lambda *lobbies: known(*map(_Itself, lobbies))  # type: ignore[return-value]


class _Company(NamedTuple):
    """The people around a table, looked through once for all boards that show it."""

    by_name: Mapping[str, Person]
    noted: tuple[Person, ...]
    """Those whom every board shows, or goes by."""
    knocking: tuple[Person, ...]
    is_crowd: bool


@_once_for_all
def _company(lobby: Lobby) -> _Company:
    by_name = {person.name: person for person in lobby.people}
    noted = tuple(filter(_is_noted, lobby.people))
    knocking = tuple(filter(_knocks, lobby.people))
    return _Company(by_name, noted, knocking, len(lobby.people) > CROWD)


@_once_for_all
def _came(before: Lobby, now: Lobby) -> tuple[str, ...]:
    there = _company(before).by_name
    came = (each.name for each in now.people if each.admitted)
    back = _awaited(before) if now.phase == "playing" else frozenset()
    is_new = (name for name in came if name not in there or not there[name].admitted)
    return tuple(name for name in is_new if name not in back)


def _awaited(lobby: Lobby) -> frozenset[str]:
    """Who has a seat and is not there: a line of the game's log says that they are back."""
    return frozenset(s.name for s in lobby.seats if s.grace or s.stand_in or s.away)


@_once_for_all
def _knocked(before: Lobby | None, now: Lobby) -> tuple[Person, ...]:
    old = _company(before).by_name if before is not None else {}
    return tuple(p for p in _company(now).knocking if not _same(old.get(p.name), p))


@_once_for_all
def _is_alike(before: Lobby, now: Lobby) -> bool:
    """Whether boards show nothing of what is new, but perhaps that of its own player."""
    # What counts down does so from the moment when it was said.
    if any(seat.grace for seat in now.seats):
        return False
    old, new = _company(before), _company(now)
    is_same = vars(before) | {"people": ()} == vars(now) | {"people": ()}
    return is_same and (old.noted, old.is_crowd) == (new.noted, new.is_crowd)


def _own(lobby: Lobby, me: str) -> tuple[Person | None, bool]:
    """Somebody itself, and whether there are others of whom a board shows nothing."""
    company = _company(lobby)
    own = company.by_name.get(me)
    shown = len(company.noted) + (own is not None and not _is_noted(own))
    return own, len(lobby.people) > shown


def _is_noted(person: Person) -> bool:
    return person.seat >= 0 or person.is_host or _knocks(person)


def _knocks(person: Person) -> bool:
    return not person.admitted or person.asks_for >= 0


def _same(before: Person | None, now: Person) -> bool:
    if before is None:
        return False
    return (before.admitted, before.asks_for) == (now.admitted, now.asks_for)


def waiting_for(model: PlayerModel) -> tuple[str, ...]:
    """After a game: who is there and has not said yet that there shall be another one."""
    seats = model.lobby.seats if model.lobby is not None else ()
    return tuple(
        clean(seat.name, 32)
        for seat in seats
        if seat.kind == "player" and seat.connected and not (seat.ready or seat.away)
    )


def wanting(model: PlayerModel) -> tuple[str, ...]:
    """After a game: who wants another one."""
    seats = model.lobby.seats if model.lobby is not None else ()
    ready = [seat.name for seat in seats if seat.kind == "player" and seat.ready]
    return tuple(clean(name, 32) for name in (*ready, *(seat.next for seat in seats if seat.next)))


def gone(model: PlayerModel) -> tuple[str, ...]:
    """After a game: who has left, and whose seat nobody has claimed: a bot has it in the next."""
    seats = model.lobby.seats if model.lobby is not None else ()
    return tuple(
        clean(seat.name, 32)
        for seat in seats
        if seat.name and not seat.next and (seat.kind == "empty" or _has_left(seat))
    )


def _has_left(seat: SeatState) -> bool:
    return seat.kind == "player" and seat.stand_in and not seat.connected


def bots_for(left: Sequence[str]) -> str:
    """Who plays in the seats of those who have left."""
    return f"a bot for {left[0]}" if len(left) == 1 else f"bots for {len(left)} who have left"


def away(model: PlayerModel) -> tuple[str, ...]:
    """After a game: who is not there, and keeps the seat all the same."""
    seats = model.lobby.seats if model.lobby is not None else ()
    kept = [s for s in seats if s.kind == "player" and not (s.connected or s.stand_in or s.next)]
    return tuple(clean(seat.name, 32) for seat in kept)


def successions(model: PlayerModel) -> tuple[str, ...]:
    """Which chairs were dealt to bots and taken since: that is what the host says."""
    seats = model.lobby.seats if model.lobby is not None else ()
    return tuple(
        f"bot{seat.seat + 1}, from turn {seat.since} {clean(seat.name, 32)} (the host's word)"
        for seat in seats
        if seat.since
    )
