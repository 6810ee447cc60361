"""What hints are worth: `python -m tests.lab.hints` and `python -m tests.lab.hints follow GAMES`.

The first asks for a hint in a hundred positions of each game and prints how long one core was busy,
how long the sentences are, and whether two worlds that differ only in what the seat cannot know got
the same one. The second plays whole games with one seat (in Regicide all of them) that follows its
hints, and the same ones with the bot whose thought they are.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import partial
from math import sqrt
from statistics import median
from time import process_time
from typing import NamedTuple

from rr_rules.bots.kinds import BotLimits
from rr_rules.bots.why import Hint, hint, width
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import CardId, Choose, ChooseAll
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import load_game, make_bot, odds_of, reasons_of
from rr_rules.runes_regulations.state.state import State as StreetState

AnyTable = Table[GameState]


class Lesson(NamedTuple):
    """One game as it is asked about."""

    name: str
    game: str
    seats: int
    settings: Mapping[str, str]

    def table(self) -> AnyTable:
        """A table of it before the deal."""
        rules = load_game(self.game)
        return Table(rules, self.seats, rules.settle(self.settings))


SERIES = (
    Lesson("Runes & Regulations", "runes-regulations", 3, {"window": "fast"}),
    Lesson("Nefarious Neighbor", "runes-regulations", 4, {"window": "fast", "nefarious": "on"}),
    Lesson("Regicide", "regicide", 3, {}),
    Lesson("Rune", "rune", 2, {"grand_master": "on"}),
)
POSITIONS = 100
EACH = 7
"""Every so many questions one is asked about, so that they come from all parts of a game."""
WORLDS = 12
"""So many other worlds are tried for each position."""
THOUGHT = BotLimits(0.2)
"""How long the bot thinks that a hint is compared with: as at a table."""


def hinted(table: AnyTable, asked: Choose, luck: bytes) -> Hint:
    """The hint that a room would give."""
    sampling = Stream(luck + b"/sample")
    view = table.game.view(table.state, asked.seat)
    return hint(table.game, view, asked, lambda: table.sampled(asked.seat, sampling),
                Stream(luck + b"/choice"), lambda: False, odds_of(table.game),
                reasons_of(table.game))  # fmt: skip


def luck_of(table: AnyTable) -> bytes:
    """What a hint's luck hangs on: the public number of the question."""
    return f"hint/{table.number}".encode()


def questions(table: AnyTable, seed: int, kind: str = "rule") -> Iterator[Choose]:
    """The free questions of one game outside of windows, as bots of a quick kind play it."""
    dealer, luck = SeededDealer(seed), Stream.seeded(seed)
    quick = make_bot(kind, table.game, luck)
    drive(table, dealer)
    while table.pending is not None:
        asked = table.asked[0]
        is_window = isinstance(table.pending, ChooseAll) and table.pending.window
        if len(asked.options) > 1 and not is_window and asked.options[0].act != "pass":
            yield asked
        view = table.game.view(table.state, asked.seat)
        answer = quick.choose(view, asked, partial(table.sampled, asked.seat, luck), lambda: False)
        table.answer(asked.seat, answer)
        drive(table, dealer)


def positions(
    lesson: Lesson, most: int = POSITIONS, kind: str = "rule"
) -> Iterator[tuple[AnyTable, Choose]]:
    """So many positions of as many games as it takes."""
    found, seed = 0, 0
    while True:
        seed += 1
        table = lesson.table()
        for number, asked in enumerate(questions(table, seed, kind)):
            if number % EACH == seed % EACH:
                yield table, asked
                found += 1
                if found == most:
                    return


def other_world(table: AnyTable, asked: Choose) -> AnyTable | None:
    """The same table with what the seat cannot know dealt anew; None where none was found.

    Where a step is half done its beginning is dealt anew: what the seat was shown since must fit.
    """
    saved, rules, seat = table.save(), table.game, asked.seat
    seen = rules.view(table.state, seat)
    for luck in range(WORLDS):
        state = rules.from_plain(saved["state"])  # type: ignore[arg-type]
        rules.determinize(state, seat, Stream.seeded(-1 - luck - WORLDS * table.number))
        try:
            twin = Table.at(rules, state)
            for entry in table.since:
                twin.apply(entry)
        except RulesError:
            continue
        looks_alike = twin.asked == table.asked and rules.view(twin.state, seat) == seen
        is_one = looks_alike and remembered(twin, seat) == remembered(table, seat)
        if is_one and lying(twin) != lying(table):
            return twin
    return None


def remembered(table: AnyTable, seat: int) -> dict[int, str]:
    """The faces of the cards that a seat has once seen, wherever they lie by now.

    A view shows none that may have moved unseen; a guess may deal them elsewhere, but a world in
    which the seat had seen others is no other world.
    """
    game, state = table.game, table.state
    # Of the other games everything that was once seen is seen still, or everybody knows of it.
    known = state.known if isinstance(state, StreetState) else ()
    seen = (CardId(card) for card, by in enumerate(known) if by & 1 << seat)
    return {card: game.face_of(state, card) for card in seen}


def lying(table: AnyTable) -> list[list[str]]:
    """Which face lies where, hidden ones too."""
    game, state = table.game, table.state
    return [[game.face_of(state, card) for card in zone.cards] for zone in game.zones(state)]


class HintFigures(NamedTuple):
    """What the positions of one game have shown."""

    seconds: list[float]
    hints: list[Hint]
    worlds: int
    """How many could be compared with another one."""
    same: int


def measured(lesson: Lesson, most: int = POSITIONS) -> HintFigures:
    """Ask for hints in so many positions."""
    figures = HintFigures([], [], 0, 0)
    for table, asked in positions(lesson, most):
        luck, began = luck_of(table), process_time()
        found = hinted(table, asked, luck)
        figures.seconds.append(process_time() - began)
        figures.hints.append(found)
        other = other_world(table, asked)
        if other is not None:
            same = hinted(other, asked, luck) == found
            figures = figures._replace(worlds=figures.worlds + 1, same=figures.same + same)
    return figures


# --- following them ---------------------------------------------------------------------------


def won(lesson: Lesson, seed: int, *, follows: bool) -> float:
    """What one game came to for the seat that follows hints, or for the bot in its place."""
    table, dealer = lesson.table(), SeededDealer(seed)
    rules = table.game
    me, shared = seed % lesson.seats, lesson.game == "regicide"
    bots = [make_bot("hard", rules, Stream.seeded(100 * seed + each), THOUGHT)
            for each in range(lesson.seats)]  # fmt: skip
    luck = Stream.seeded(seed)
    drive(table, dealer)
    while table.pending is not None:
        asked = table.asked[0]
        if follows and (shared or asked.seat == me) and asked.options[0].act != "pass":
            answer = hinted(table, asked, luck_of(table) + bytes([seed % 256])).option
        else:
            answer = thought(table, asked, bots[asked.seat], luck)
        table.answer(asked.seat, answer)
        table.drain()
        drive(table, dealer)
    assert table.outcome is not None
    winners = table.outcome.winners
    return float(me in winners) if winners or shared else 0.5


def thought(table: AnyTable, asked: Choose, bot: object, luck: Stream) -> int:
    """What a bot answers in its time on a core of its own, however busy the machine is."""
    end = process_time() + THOUGHT.seconds
    view = table.game.view(table.state, asked.seat)
    answer: int = bot.choose(view, asked, lambda: table.sampled(asked.seat, luck),  # type: ignore[attr-defined]
                             lambda: process_time() >= end)  # fmt: skip
    return answer


def follow(lesson: Lesson, games: int) -> str:
    """The share that is won with hints and by the bot, each with its 95 % interval."""
    said = []
    for follows in (True, False):
        results = [won(lesson, seed, follows=follows) for seed in range(games)]
        share = sum(results) / games
        off = 1.96 * sqrt(max(share * (1 - share), 0.0) / games)
        who = "hints" if follows else "bot"
        said.append(f"{who} {100 * share:.1f} % ±{100 * off:.1f}")
    return f"{lesson.name:20} {games} games  " + "   ".join(said)


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", action="store_true", help="every sentence too")
    following = parser.add_subparsers(dest="word").add_parser("follow", help="play whole games")
    following.add_argument("games", type=int, help="how many of each game")
    following.add_argument("names", nargs="*", metavar="NAME", help="of these alone: as printed")
    given = parser.parse_args()
    for lesson in SERIES:
        if given.word is None:
            show(lesson, given.v)
        elif not given.names or lesson.name in given.names:
            print(follow(lesson, given.games), flush=True)


def show(lesson: Lesson, in_full: bool) -> None:
    """One line for a game, or every sentence as well."""
    found = measured(lesson)
    widths = [width(each.text) for each in found.hints]
    print(f"{lesson.name:20} {len(found.hints)} hints  "
          f"median {median(found.seconds):.3f} s  most {max(found.seconds):.3f} s  "
          f"characters median {median(widths):.0f}, most {max(widths)}  "
          f"two worlds alike {found.same} of {found.worlds}", flush=True)  # fmt: skip
    for each in found.hints if in_full else ():
        print("   ", each.text, "|", each.nearly)


if __name__ == "__main__":
    main()
