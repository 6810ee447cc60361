"""Random input for interfaces: cut sequences, mouse, pastes, sizes, whatever dialog they open.

python -m tests.lab.pelting --pieces 1000000
"""

import argparse
import asyncio
import json
import logging
import sys
import time

from rr_tui.terminal.process import freeze_memory
from tests.support import tasks
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, welcome
from tests.support.rr_tui.fuzz import pelted
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import ask, option

QUESTION = ask(option(0, "cast", "hand", 0, 0), option(1, "pass"), prompt="What now?")
PLACES = {
    "lobby": lambda: (welcome(is_host=True), lobby()),
    "elsewhere": lambda: (welcome(elsewhere=True), lobby()),
    "board": lambda: game(QUESTION),
    "knocking": lambda: (welcome(admitted=False), lobby()),
}
AT_A_TIME = 400
"""How many pieces one interface gets, before there is a new one."""


async def turn(number):
    """The interface has its time, now a little, now as much as it wants."""
    for _ in range(number % 7):
        await tasks.turn()


async def rounds(pieces, seed):
    """Throws so many; how many were thrown, and what broke interfaces."""
    freeze_memory()
    thrown, broken = 0, []
    while thrown < pieces:
        for place, told in PLACES.items():
            async with sitting(FakeLink(*told())) as sat:
                count, last = await pelted(sat, seed, AT_A_TIME, turn)
                for _ in range(200):
                    await tasks.turn()
                if sat.session.task.done() and sat.session.task.result():
                    broken.append((place, seed, [str(each) for each in last]))
            thrown += count
            seed += 1
    return thrown, broken


def main(words=None):
    """Throws, and prints one line of JSON."""
    asked = argparse.ArgumentParser(prog="python -m tests.lab.pelting", description=__doc__)
    asked.add_argument("--pieces", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=6)
    given = asked.parse_args(words)
    began = time.monotonic()
    logging.basicConfig(level=logging.ERROR)
    thrown, broken = asyncio.run(rounds(given.pieces, given.seed))
    seconds = round(time.monotonic() - began)
    print(json.dumps({"pieces": thrown, "seconds": seconds, "broken": broken}))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
