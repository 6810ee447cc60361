"""What fairness costs: `python -m tests.lab.fairness`.

Shuffles and changes of hands, the verification of a whole game, and what a slow hash in a thread of
its own does to everything else that the host has to do meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterator
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import NamedTuple

from rr_net.fairness.base.levels import WORK, Slow, Work
from rr_net.fairness.base.manifest import HostTerms, Manifest, Seated, draw_up, open_table
from rr_net.fairness.base.rows import Row, entry_of
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.base.slow import Grind
from rr_net.fairness.cards.commitments import Commitments, HiddenZone, hidden_zones
from rr_net.fairness.chain.chance import Chances
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.replay import asked_faces
from rr_net.fairness.proof.verify import verify
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import ChanceRequest, Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Chance, Entry
from rr_rules.registry import load_game

GAME, SEATS = "runes-regulations", 4

DECK, HAND = 149, 7
FACES = tuple(f"face-{at}" for at in range(DECK))
GID = "00" * 32
NEXT_TO_NOTHING = Slow(roll=16, shuffle=16)
"""A slow hash that takes no time: what is measured is everything else."""
FLOORS: Work = {**WORK, "table": NEXT_TO_NOTHING}

BEAT = 0.001
"""So often the loop is to wake up, in seconds."""


class Effort(NamedTuple):
    """How much is done for the figures."""

    tries: int = 200
    """So often a single row is made, and a fortieth of it a game is verified."""
    entries: range = range(670, 731)
    """So many entries has the game that is verified."""
    blocks: int = 16_000_000
    """So many has the slow hash."""
    seconds: float = 5.0
    """So long the loop is watched."""


class Lag(NamedTuple):
    """How late a loop woke up, in milliseconds."""

    p50: float
    p99: float
    most: float


def main(effort: Effort = Effort()) -> None:  # noqa: B008 - a frozen value
    """Print every figure on a line of its own."""
    for name, figure in figures(effort):
        print(f"{name:<60}{figure}", flush=True)


def figures(effort: Effort) -> Iterator[tuple[str, str]]:
    """Each figure with its name, as soon as it is known."""
    yield from _of_rows(effort)
    yield from _of_a_game(effort)
    yield from _of_the_slow_hash(effort)


# --- one row -------------------------------------------------------------------------


def _of_rows(effort: Effort) -> Iterator[tuple[str, str]]:
    for name, work in (
        (f"shuffle and commit of {DECK} cards, us", _shuffle()),
        (f"a card played from a hand of {HAND}, us", _played(HAND - 1)),
        (f"a card drawn to a hand of {HAND}, us", _played(HAND + 1)),
    ):
        yield name, f"{1e6 * _median(work, effort.tries):.0f}"


def _shuffle() -> Callable[[], object]:
    secret = Secret(bytes(32), GID)
    chances = Chances(secret)

    def shuffle() -> str:
        order = chances.order("deck", DECK, b"")
        return Commitments(secret).shuffled(1, "deck", [FACES[at] for at in order], order)

    return shuffle


def _played(count: int) -> Callable[[], object]:
    """What the row says of a hand that had seven cards before and has `count` now."""
    tracker = Commitments(Secret(bytes(32), GID))
    tracker.shuffled(1, "deck", FACES, range(DECK))
    tracker.change(2, _laid(HAND))
    tracker.take()
    # A card that is played is seen by everybody: the deck stays as it is.
    now = _laid(count) if count > HAND else (_laid(HAND)[0], _laid(count)[1])
    return lambda: tracker.change(3, now)


def _laid(count: int) -> tuple[HiddenZone, HiddenZone]:
    """A deck from whose top so many cards went to a hand."""
    left = DECK - count
    cards = tuple(range(DECK))
    deck = HiddenZone("deck", -1, ordered=True, cards=cards[:left], faces=FACES[:left])
    hand = HiddenZone("hand", 0, ordered=False, cards=cards[left:], faces=FACES[left:])
    return deck, hand


# --- a whole game --------------------------------------------------------------------


def _of_a_game(effort: Effort) -> Iterator[tuple[str, str]]:
    manifest, rows, entries = _recorded(effort.entries)
    source = bundle_bytes(manifest, rows)
    tries = -(-effort.tries // 40)
    yield "a game of so many entries, rows and kB", f"{entries}, {len(rows)}, {len(source) >> 10}"
    replayed = _median(lambda: _replayed(manifest, rows), tries)
    yield "  replayed by the rules alone, s", f"{replayed:.3f}"
    verified = _median(lambda: _verified(source), tries)
    yield "  verified whole without slow hashes, s", f"{verified:.3f}"


def _recorded(wanted: range) -> tuple[Manifest, list[Row], int]:
    """The first random game of the wanted length, recorded as a table of bots would be."""
    rules = load_game(GAME)
    seed = 0
    while True:
        manifest, rows = _record(rules, seed)
        entries = sum(entry_of(row) is not None for row in rows)
        if entries in wanted:
            return manifest, rows, entries
        seed += 1


def _record(rules: Game[GameState], seed: int) -> tuple[Manifest, list[Row]]:
    options = rules.settle({})
    seats = [Seated(name=f"bot{seat}", bot="random") for seat in range(SEATS)]
    blank = Table(rules, SEATS, options, (0,) * SEATS)
    manifest = draw_up(blank, seats, options, (0,) * SEATS, nonce=seed.to_bytes(32, "big"),
                       host=HostTerms(fairness="table", slow=NEXT_TO_NOTHING))  # fmt: skip
    ledger = Ledger(manifest, Secret(bytes(32), manifest.gid))
    table = open_table(manifest, rules)
    ledger.take(ledger.opening())
    luck = Stream.seeded(seed)
    while table.pending is not None:
        if isinstance(table.pending, Roll | Shuffle):
            _chance(ledger, table, table.pending)
        else:
            asked = table.asked[0]
            answer = Answer(asked.seat, luck.below(len(asked.options)))
            _keep(ledger, table, ledger.row(answer), answer)
    ledger.take(ledger.closing(table.outcome))
    return manifest, ledger.rows


def _chance(ledger: Ledger, table: Table[GameState], request: ChanceRequest) -> None:
    """A random event that every seat gives a link of its chain to."""
    faces = asked_faces(table)
    ledger.take(ledger.event(request, faces))
    given = [ledger.chain_value(seat) for seat in range(SEATS)]
    ledger.take(ledger.freeze(each for each in given if each is not None))
    grind = ledger.grind_terms()
    assert grind is not None, "an event was frozen"
    row, result = ledger.chance(request, faces, grind.values())
    _keep(ledger, table, row, Chance(result))


def _keep(ledger: Ledger, table: Table[GameState], row: Row, entry: Entry) -> None:
    table.apply(entry)
    ledger.take(row)
    commit = ledger.commit(hidden_zones(table.game, table.state))
    if commit is not None:
        ledger.take(commit)


def _replayed(manifest: Manifest, rows: list[Row]) -> None:
    table = open_table(manifest, load_game(GAME))
    for row in rows:
        entry = entry_of(row)
        if entry is not None:
            table.apply(entry)


def _verified(source: bytes) -> None:
    verify(source, check_signature=lambda *_: False, needs_key=False, floors=FLOORS, workers=1)


# --- the slow hash -------------------------------------------------------------------


def _of_the_slow_hash(effort: Effort) -> Iterator[tuple[str, str]]:
    grind = Grind(GID, 1, 1, GID, effort.blocks, 16)
    speed = effort.blocks / _median(grind.values, 3)
    yield "blocks of the slow hash a second", f"{speed:,.0f}"
    for name, work in (("nothing else", None), ("a slow hash in a thread", grind)):
        lag = asyncio.run(_lag(work, effort.seconds))
        late = f"{lag.p50:.1f} / {lag.p99:.1f} / {lag.most:.1f}"
        yield f"loop lag beside {name}, p50 / p99 / max ms", late


async def _lag(work: Grind | None, seconds: float) -> Lag:
    """How late the loop is while a slow hash runs beside it, or nothing does."""
    late: list[float] = []
    beside = None if work is None else asyncio.create_task(_keep_busy(work))
    until = perf_counter() + seconds
    while (began := perf_counter()) < until:
        await asyncio.sleep(BEAT)
        late.append(1000 * (perf_counter() - began - BEAT))
    if beside is not None:
        beside.cancel()
    return Lag(median(late), quantiles(late, n=100)[98], max(late))


async def _keep_busy(work: Grind) -> None:
    while True:
        await asyncio.to_thread(work.values)


def _median(work: Callable[[], object], tries: int) -> float:
    """The processor's seconds that some work takes: the middle of several tries."""
    return median(_timed(work) for _ in range(tries))


def _timed(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
