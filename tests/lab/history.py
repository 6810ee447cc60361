"""What past games cost: `python -m tests.lab.history`.

A book of 10,000 games of forty people is filled, and asked what people ask.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from rr_net.history.book import HistoryBook, open_book
from rr_net.history.ratings import rated_anew
from rr_net.history.results import OWN_KEY, GameResult, SeatResult
from rr_net.history.search import GameSearch, typed
from rr_net.history.telling import Asker, look_up, text_lines

GAMES, PEOPLE, TRIES, STARTS = 10_000, 40, 9, 20
LONGEST_MS = 200
"""What was aimed at, for whatever is asked."""
BEGAN = 1_700_000_000
EDITIONS = (
    ("runes-regulations", "Runes & Regulations"),
    ("rune", "Rune"),
    ("regicide", "Regicide"),
)
HOST, GUEST = Asker((OWN_KEY,), sees_all=True), Asker((f"SHA256:{1:043d}",))
QUESTIONS: dict[str, tuple[Asker, GameSearch]] = {
    "the host: all games": (HOST, GameSearch(keys=HOST.keys)),
    "the host: won, with a name, over 30 min": (
        HOST, GameSearch(typed("won person-7 >30"), HOST.keys)
    ),
    "the host: by people": (HOST, GameSearch(keys=HOST.keys, by="people")),
    "a guest: own games": (GUEST, GameSearch(keys=GUEST.keys, is_own_only=True)),
    "a guest: lost at Rune": (GUEST, GameSearch(typed("lost rune"), GUEST.keys, is_own_only=True)),
    "nothing fits": (HOST, GameSearch(typed("no-such-name"), HOST.keys)),
}  # fmt: skip


def games(count: int) -> Iterator[GameResult]:
    """Games of two to four people, of whom one wins, the host in most of them."""
    luck = random.Random(1)
    keys = [OWN_KEY, *(f"SHA256:{number:043d}" for number in range(1, PEOPLE))]
    for number in range(count):
        game, edition = luck.choice(EDITIONS)
        others = luck.sample(keys[1:], luck.randint(1, 3))
        sat = [OWN_KEY, *others] if luck.random() < 0.7 else [*others, luck.choice(keys[1:20])]
        winner, is_shared = luck.randrange(len(sat)), game == "regicide"
        yield GameResult(
            f"{luck.getrandbits(256):064x}", game, edition,
            tuple(
                SeatResult(f"person-{keys.index(key)}", key, rank=1 if at == winner else 2,
                           won=at == winner)
                for at, key in enumerate(dict.fromkeys(sat))
            ),
            state="finished", reason="five", turns=luck.randint(5, 30), level="table",
            ended=BEGAN + number * 3600, seconds=luck.randint(300, 5400), checked="holds",
            is_shared=is_shared, score=luck.randint(0, 12) if is_shared else 0,
        )  # fmt: skip


def answered(book: HistoryBook, asker: Asker, search: GameSearch) -> list[str]:
    """What is asked, up to the lines that are printed."""
    return text_lines(look_up(book, search, asker, 100), BEGAN + GAMES * 3600)


def milliseconds(
    work: Callable[[], object], tries: int, clock: Callable[[], float] = perf_counter
) -> float:
    """How long some work takes by a clock: the middle of several tries."""
    return median(_timed(work, clock) for _ in range(tries))


def _timed(work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    began = clock()
    work()
    return 1000 * (clock() - began)


def main(count: int = GAMES, tries: int = TRIES) -> None:
    """Print a line for each figure."""
    with tempfile.TemporaryDirectory() as folder:
        with closing(open_book(Path(folder))) as book:
            book.keep(*games(count))
            _tell(f"ratings worked out anew from {count} games", milliseconds(
                lambda: rated_anew(book), 1))  # fmt: skip
            for words, (asker, search) in QUESTIONS.items():
                _tell(words, milliseconds(lambda a=asker, s=search: answered(book, a, s), tries))
        for words, command in commands(folder).items():
            wall, busy = of_process(command, STARTS if count == GAMES else tries)
            _tell(words, wall)
            _tell(f"{words}: on a processor", busy)


def commands(folder: str) -> dict[str, list[str]]:
    """The whole command for a book's folder, as it is started, and what Python alone takes."""
    program = [sys.executable, "-c", "from rr_net.cli import main; main()"]
    return {
        "runes history": [*program, "history", "--data", folder],
        "runes history --by people": [*program, "history", "--data", folder, "--by", "people"],
        "python -c pass": [sys.executable, "-c", "pass"],
    }


def of_process(command: list[str], tries: int) -> tuple[float, float]:
    """How long a process lasts and keeps a processor busy, in ms: the middle of several tries."""
    took = [_lasted(command) for _ in range(tries)]
    return median(wall for wall, _ in took), median(busy for _, busy in took)


def _lasted(command: list[str]) -> tuple[float, float]:
    before = _busy()
    wall = _timed(lambda: subprocess.run(command, check=True, capture_output=True))
    return wall, 1000 * (_busy() - before)


def _busy() -> float:
    """Seconds on a processor of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _tell(words: str, figure: float) -> None:
    print(f"{words:<60}{figure:>8.1f} ms")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
