"""Damaged journals: how often one is told, and whether a game is ever shorter or gone in silence.

python -m tests.lab.journals --mutations 1200
"""

import argparse
import asyncio
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.support.rr_net.crashed import left_by_a_crash, left_in_order, mutate, said_of


async def mutations(count, seed):
    """What was said of so many, half of them left by a host that was killed."""
    said, silent, dice = Counter(), [], random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lefts = (await left_by_a_crash(folder), await left_in_order(folder))
        for number in range(count):
            victim = folder / "victim"
            shutil.copytree(lefts[number % 2], victim)
            what = mutate(victim, dice)
            verdict = await said_of(victim)
            said[verdict] += 1
            if "silence" in verdict:
                silent.append((number, *what, verdict))
            shutil.rmtree(victim)
    return said, silent


def main(words=None):
    """Damages, and prints one line of JSON."""
    asked = argparse.ArgumentParser(prog="python -m tests.lab.journals", description=__doc__)
    asked.add_argument("--mutations", type=int, default=1200)
    asked.add_argument("--seed", type=int, default=15)
    given = asked.parse_args(words)
    said, silent = asyncio.run(mutations(given.mutations, given.seed))
    print(json.dumps({"mutations": given.mutations, **said, "silent": silent}))
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
