"""Strangers at a table that is always there: who comes by the real ssh sits, and nothing grows.

    python -m tests.lab.strangers --strangers 50 --every 72     # an hour
    python -m tests.lab.strangers --strangers 50 --every 4      # the same, pressed

Each has a new key, takes the first chair that is free or a bot's, stays for a while and hangs up.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from rr_net.host.upkeep import status
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import JsonPlayer

LOUNGE = ("--welcome", "--seats", "4", "--game", "regicide", "--fairness", "auto")
STAYS = 8.0
"""Seconds that a stranger stays."""


async def stranger(home, host, number):
    """Comes, sits where it can, and goes; the seconds until the lobby, and what became of it."""
    began = time.monotonic()
    async with home.pipe(f"s{number}", host.port, "json") as pipe:
        player = JsonPlayer(pipe)
        seen = await player.hears_of("lobby", lambda told: told["seats"])
        took = time.monotonic() - began
        chairs = [
            each["seat"]
            for each in seen["seats"]
            if (each["bot"] or not each["name"]) and not each["next"]
        ]
        if not chairs:
            got = "watched"
        else:
            # The first chair of a fresh table is the one that is nobody's.
            free = [each["seat"] for each in seen["seats"] if not each["name"]]
            player.says("sit", seat=(free or chairs)[0])
            got = await outcome(player)
        await asyncio.sleep(STAYS)
    return took, got


async def outcome(player):
    """What asking for a chair comes to."""
    try:
        async with asyncio.timeout(20):
            while (told := await player.hears()) is not None:
                match told:
                    case {"type": "view", "view": {"me": me}} if me >= 0:
                        return "dealt to"
                    case {"type": "notice", "text": text} if "next turn" in text:
                        return "promised a bot's chair"
                    case {"type": "error", "code": code}:
                        return f"refused: {code}"
    except TimeoutError:
        return "heard nothing"
    return "cut off"


async def run(strangers, every):
    """All of them; what is to be told."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        homes = [await SshHome.make(Path(folder) / f"s{number}") for number in range(strangers)]
        async with HostProcess(data, *LOUNGE) as host:
            before, coming = await status(data), []
            for number, home in enumerate(homes):
                coming.append(asyncio.create_task(stranger(home, host, number)))
                await asyncio.sleep(every)
            done = await asyncio.gather(*coming)
            after = await status(data)
            await host.stop()
        times, became = [took for took, _ in done], [got for _, got in done]
        return {
            "strangers": strangers, "every": every, "load": os.getloadavg()[0],
            "line_to_lobby_p50": round(statistics.median(times), 2),
            "line_to_lobby_max": round(max(times), 2),
            "became": {each: became.count(each) for each in sorted(set(became))},
            "before": before, "after": after, "errors": host.errors.decode()[-300:],
        }  # fmt: skip


def main(words=None):
    """Has them come, and prints one line of JSON."""
    asked = argparse.ArgumentParser(prog="python -m tests.lab.strangers", description=__doc__)
    asked.add_argument("--strangers", type=int, default=50)
    asked.add_argument("--every", type=float, default=72.0)
    given = asked.parse_args(words)
    print(json.dumps(asyncio.run(run(given.strangers, given.every))))


if __name__ == "__main__":
    sys.exit(main())
