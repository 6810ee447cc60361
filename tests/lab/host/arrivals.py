"""`python -m tests.lab.host.arrivals`: what those cost who come at once, beside other work too.

All but the first frames by the wall is told by the processor time of the host's own loop, which
waits for nobody else on the machine.
"""

from __future__ import annotations

import argparse
import asyncio
from statistics import median

from tests.lab.host.child import MeasuredHost
from tests.lab.host.load import House, Load, Spread, open_house

PAUSE = 0.3
"""Seconds between two arrivals, so that what the last one left behind is done."""
MANY = 30
"""So many come while others play."""


async def main() -> None:
    """Has people come alone, eight at once, and thirty while four play; prints what it took."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.lab.host.arrivals")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is done")
    rounds = parser.parse_args().rounds
    async with open_house(Load(8, at_once=8)) as house:
        await house.conductor.pause()
        await house.quiet()
        await (await house.arrive()).go()
        alone = [await arrivals(house, 1) for _ in range(rounds)]
        eight = [await arrivals(house, 8) for _ in range(rounds)]
        print(f"alone    first frame {told(alone)}")
        print(f"eight    first frame {told(eight)}, the last one {median(e[2] for e in eight):.0f}")
        await thirty(house)


async def arrivals(house: House, count: int) -> tuple[float, float, float]:
    """The median first frame of so many by the wall and by the loop, and the last by the loop."""
    await asyncio.sleep(PAUSE)
    began = (await house.host.ask("begin"))["loop"]
    walls = sorted(guest.first for guest in await house.fill(count))
    loops = sorted(1000 * (at - began) for at in (await house.host.ask("firsts")).values())
    await house.clear()
    return median(walls), median(loops), loops[-1]


async def thirty(house: House) -> None:
    """Four play, and thirty come."""
    await house.fill(4)
    await house.quiet()
    await house.find_a_way()
    await house.quiet()
    before = (await house.host.ask("cost"))["loop"]
    await house.host.ask("begin")
    walls = await house.others_come(MANY)
    keys = await took(house.host)
    cost = (await house.host.ask("cost"))["loop"] - before
    wall = Spread.of([time for time in walls if time is not None])
    print(f"thirty   {1000 * cost / MANY:.1f} ms of processor each, with their going and the keys")
    print(f"         keys of four meanwhile, p50 and p99: {keys.median:.1f} and {keys.worst:.1f}"
          f" ms by the loop, {wall.median:.1f} and {wall.worst:.1f} by the wall,"
          f" {keys.count} of them, {walls.count(None)} unseen")  # fmt: skip
    await house.clear()


async def took(host: MeasuredHost) -> Spread:
    """What keys have taken of the loop's processor time."""
    return Spread.of([1000 * seconds for seconds in (await host.ask("keys")).values()])


def told(found: list[tuple[float, float, float]]) -> str:
    """Both medians of some rounds."""
    walls, loops = (median(each[at] for each in found) for at in (0, 1))
    return f"{walls:.0f} ms by the wall, {loops:.0f} by the loop's processor time"


if __name__ == "__main__":
    asyncio.run(main())
