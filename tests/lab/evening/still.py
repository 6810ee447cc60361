"""`python -m tests.lab.evening.still`: an evening on a clock that stands still while one computes.

The real room with people who read its messages, think 2.5 s at each own question and answer: no
screen, no line and no busy core is in the figures, and the same seed gives the same evening. Luck
takes the time that it is meant to take. It says which windows there are, too.
"""

import argparse
import asyncio
import random
import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from rr_net import link
from rr_net.fairness.base.levels import SEGMENTS, WORK
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.registry import make_bot
from tests.lab.evening.__main__ import table
from tests.lab.evening.player import Flow, Stopwatch
from tests.lab.evening.reading import Moment, State
from tests.support.rr_net.journals import journalled
from tests.support.rr_net.roomplay import dealt, hall

NAMES = ("ann", "bob", "cem", "dee", "eve", "fay")
DECLINES = ("skip", "pass", "no", "decline")
USUAL_RATE = 20_000_000
"""Blocks of the slow hash that a usual machine does in a second."""
SEGMENT = WORK["table"].roll / SEGMENTS / USUAL_RATE
"""Seconds that it is at one segment of a roll."""
BY_ITSELF = ("lawn",)
"""Questions that the interface answers with the usual thing."""
MEASURES = (
    "own thinking, % of the time", "in reaction windows, %", "luck, %", "waiting otherwise, %",
    "wait between own turns, median s", "wait between own turns, 90 % s",
    "the same with own reactions, median s", "reaction questions with Pass alone",
    "windows seen an own turn", "own questions a turn", "own turns",
)  # fmt: skip


@dataclass
class Windows:
    """The windows of some evenings, by what they were about."""

    count: Counter = field(default_factory=Counter)
    seconds: Counter = field(default_factory=Counter)
    turns: int = 0

    def saw(self, window: link.Window, seconds: float, *, own: bool) -> None:
        """One window, how long it was open, and whether only its actor could answer."""
        whose = "only whose act it is" if own else "others"
        about = (window.kind, whose, "two in one beat" if window.next else "")
        self.count[about] += 1
        self.seconds[about] += seconds

    def rows(self):
        """Each kind with how many there are in a turn, and how many seconds, most first."""
        for about, seconds in self.seconds.most_common():
            yield about, self.count[about] / self.turns, seconds / self.turns


class Sitter(Stopwatch):
    """Somebody who reads messages, thinks by the clock and answers with the usual thing."""

    def __init__(self, player, seat: int, seed: int, given) -> None:
        super().__init__(player.hall.clock.time())
        self._player, self._seat = player, seat
        self._think, self._hold = given.think, given.hold
        self._files = seat < given.orders
        self._dice = random.Random(seed)
        self._number, self.due = -1, 0.0
        """What is thought about, and until when."""
        self._turn_held = 0

    @property
    def _screen(self):
        return self._player.screen

    def sees(self, now: float) -> Moment:
        """One look: what stands on a screen of the full interface."""
        pending, view = self._screen.pending, self._screen.view
        moment = Moment(self._state_of(pending), view.player == self._seat, "", can_choose=True)
        self.looks(moment, now)
        return moment

    def _state_of(self, pending) -> State:
        window = pending.window
        if self._player.hall.room.phase == "over":
            return State.OVER
        if window is not None:
            asks = [ask for ask in (pending.ask, window.next and window.next.ask) if ask]
            if not asks or window.answered:
                return State.WINDOW
            return State.REACTION if any(len(ask.options) > 1 for ask in asks) else State.EMPTY
        if pending.event is not None or pending.chance:
            return State.LUCK
        is_reaction = pending.ask is not None and pending.ask.options[0].act == "pass"
        if is_reaction:
            return State.REACTION
        return State.WAIT if pending.ask is None else State.QUESTION

    async def acts(self, moment: Moment, now: float) -> bool:
        """Answers if that was thought about for long enough; whether anything was said."""
        pending = self._screen.pending
        if self._files and not moment.mine and not pending.beforehand.filed:
            await self._player.does(link.FileOrders())
            return True
        if moment.state in (State.WINDOW, State.EMPTY, State.REACTION) and self._would_hold():
            self._turn_held = self.flow.turns
            await self._player.does(link.HoldWindow(number=pending.number))
            self._number, self.due = pending.number, now + self._think
            return True
        asked = pending.ask or (pending.window and pending.window.next and pending.window.next.ask)
        if asked is None or (moment.state in (State.WINDOW, State.EMPTY) and not self._holds(now)):
            return False
        if self._number != pending.number:
            self._number = pending.number
            self.due = now + (0.0 if asked.verb in BY_ITSELF else self._think)
            self._counts(moment.state, asked)
        if now < self.due - 1e-9:
            return False
        await self._player.does(self._answer(pending))
        self._number = -1
        return True

    def _would_hold(self) -> bool:
        window = self._screen.window
        has_held = self._turn_held == self.flow.turns
        return self._hold and window is not None and window.can_hold and not has_held

    def _holds(self, now: float) -> bool:
        """Whether it is this one's hold that the open window waits for."""
        return self._number == self._screen.pending.number and now >= self.due - 1e-9

    def _counts(self, state: State, asked) -> None:
        if state is State.REACTION:
            self.flow.reactions += 1
        elif asked.verb not in BY_ITSELF:
            self.flow.questions += 1

    def _answer(self, pending) -> link.Give:
        window = pending.window
        later = window.next.ask if window is not None and window.next is not None else None
        first, second = self._pick(pending.ask), self._pick(later)
        return link.Give(number=pending.number, option=first, next=second)

    def _pick(self, ask) -> int:
        """The usual thing; of reactions every other one."""
        if ask is None:
            return -1
        is_reaction = ask.options[0].act == "pass"
        uses = [option.option for option in ask.options if option.act not in DECLINES]
        is_used = uses and not (is_reaction and self._dice.random() < 0.5)
        return uses[0] if is_used else ask.options[0].option


async def evening(seed: int, given, windows: Windows) -> list[Flow]:
    """One evening of all people at a table, until each has had so many turns or the game ends."""
    async with hall(**_table(seed, given)) as place:
        names = NAMES[: given.people]
        players = await dealt(place, *names, pets=(1, *[0] * (given.people - 1)))
        sitters = [
            Sitter(player, seat, 10 * seed + seat, given) for seat, player in enumerate(players)
        ]
        await _until_asked(place, players)
        open_window, last_turn = None, 0
        while place.room.phase == "playing":
            last_turn = players[0].screen.view.turn
            open_window = _watch(players, open_window, windows)
            if min(sitter.flow.turns for sitter in sitters) > given.turns:
                break
            await _a_moment(place, sitters)
        windows.turns += last_turn
        return [sitter.flow for sitter in sitters]


def _table(seed: int, given) -> dict:
    common = {"game": "runes-regulations", "pace": None, "options": {"pace": given.pace}}
    common["make_bot"] = make_bot
    if given.people == 1:
        return common | {"seats": 3, "bots": 2, "dealer": SeededDealer(seed)}
    archive = journalled(luck=seed, seconds=SEGMENT)
    return common | {"seats": given.people, "fairness": "table", "archive": archive}


async def _until_asked(place, players) -> None:
    """The first deal is no part of the evening."""
    while all(player.screen.ask is None for player in players):
        await place.passes(place.clock.next_due() - place.clock.time())


async def _a_moment(place, sitters) -> None:
    """Everybody does what is due; else the clock goes on to what is due next."""
    now = place.clock.time()
    for sitter in sitters:
        if await sitter.acts(sitter.sees(now), now):
            return
    due = [each.due for each in sitters if each.due > now + 1e-9]
    timer = place.clock.next_due()
    until = min([*due, *([] if timer is None else [timer])])
    await place.passes(max(0.0, until - now))


class OpenWindow(NamedTuple):
    """The window that is open."""

    number: int
    shown: link.Window
    own: bool
    """Whether only the player whose own act it is may answer."""
    opened: float


def _watch(players, before: OpenWindow | None, windows: Windows) -> OpenWindow | None:
    """Notes a window when it is over; the one that is open now, if any."""
    screen, now = players[0].screen, players[0].hall.clock.time()
    if before is not None and before.number == screen.pending.number:
        return before
    if before is not None:
        windows.saw(before.shown, now - before.opened, own=before.own)
    if screen.window is None:
        return None
    asked = {seat for seat, each in enumerate(players) if _is_asked(each.screen.window)}
    return OpenWindow(screen.pending.number, screen.window, asked == {screen.view.player}, now)


def _is_asked(window: link.Window | None) -> bool:
    return window is not None and (window.mine or (window.next is not None and window.next.mine))


async def _all(given) -> tuple[list[Flow], Windows]:
    flows, windows = [], Windows()
    for seed in range(1, given.seeds + 1):
        flows += await evening(seed, given, windows)
    return flows, windows


def main() -> None:
    """Prints the table of docs/pace.md, and the windows."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.evening.still", description=__doc__)
    option = parser.add_argument
    option("--people", type=int, default=1, help="1 plays with two bots, more at the level table")
    option("--seeds", type=int, default=10, help="so many evenings")
    option("--turns", type=int, default=8, help="own turns of each player")
    option("--think", type=float, default=2.5, help="seconds at each own question")
    option("--pace", default="normal", help="relaxed, normal or brisk")
    option("--hold", action="store_true", help="each player holds one window a turn")
    option("--orders", type=int, default=0, help="so many of the players file orders each turn")
    given = parser.parse_args()
    flows, windows = asyncio.run(_all(given))
    rows = table(flows)
    for name in MEASURES:
        middle, low, high = (f"{of(rows[name]):.1f}" for of in (statistics.median, min, max))
        print(f"{name:42} {middle:>6}   {low} to {high}")
    spent = sum((flow.spent for flow in flows), Counter())
    whole = sum(spent.values()) / given.people / max(1, windows.turns)
    print(f"\n{windows.turns} turns of {whole:.1f} s; windows a turn:")
    for about, count, seconds in windows.rows():
        words = ", ".join(filter(None, about))
        print(f"{count:5.2f} {seconds:6.2f} s  {words}")
    print(f"{sum(windows.count.values()) / windows.turns:5.2f} "
          f"{sum(windows.seconds.values()) / windows.turns:6.2f} s  in all")  # fmt: skip


if __name__ == "__main__":
    main()
