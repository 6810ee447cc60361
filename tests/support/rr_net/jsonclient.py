"""A script that plays by the json verb: what docs/json.md promises is all it knows."""

import asyncio
import json

PATIENCE = 20.0


class JsonPlayer:
    """One player over one pipe."""

    def __init__(self, pipe, choose=None):
        self.pipe = pipe
        self.told = []
        self.patience = PATIENCE
        self._heard = asyncio.Event()
        self.choose = choose or (lambda ask, view: ask["options"][0]["option"])

    async def hears(self):
        """The next message, None at the end."""
        line = await self.pipe.read_line(self.patience)
        if line is None:
            return None
        self.told.append(json.loads(line))
        self._heard.set()
        return self.told[-1]

    async def has_heard(self, is_so):
        """Waits until `is_so()`, looked at after each message that a task beside this one hears."""
        async with asyncio.timeout(self.patience):
            while not is_so():
                self._heard.clear()
                await self._heard.wait()

    def says(self, kind, **fields):
        """Sends a message."""
        self.pipe.send_line(json.dumps({"type": kind, **fields}))

    async def hears_of(self, kind, is_it=lambda message: True):
        """The next message of a kind that is the wanted one."""
        while (message := await self.hears()) is not None:
            if message["type"] == kind and is_it(message):
                return message
        raise AssertionError(f"the line ended before {kind}")

    def last(self, kind):
        """The last message of a kind, or None."""
        return next((m for m in reversed(self.told) if m["type"] == kind), None)

    async def plays(self, until=lambda message: False):
        """Answers whatever is asked until the game is verified, or until `until` says so."""
        while (message := await self.hears()) is not None:
            if until(message):
                return message
            match message:
                case {"type": "pending", "ask": dict(ask), "number": number}:
                    view = self.last("view")
                    self.says("answer", number=number, option=self.choose(ask, view))
                case {"type": "outcome", "verdict": verdict} if verdict:
                    return message
        raise AssertionError("the line ended before the game")


async def all_dealt(*players):
    """Everybody plays until the host has signed what was dealt; whose turn it is comes next."""

    def is_signed(message):
        lines = message["lines"] if message["type"] == "events" else []
        return any(line["kind"] == "checkpoint" for line in lines)

    for player in players:
        player.says("ready")
    await asyncio.gather(*(player.plays(until=is_signed) for player in players))


async def sat_down(pipe, seat, choose=None, code=""):
    """A player who has come in and taken a seat."""
    player = JsonPlayer(pipe, choose)
    await player.hears_of("hello")
    if code:
        player.says("hello", code=code)
    player.says("sit", seat=seat)
    await player.hears_of("lobby", lambda m: m["seats"] and m["seats"][seat]["kind"] == "player")
    return player


async def all_play(*players):
    """Everybody plays to the end; the outcome each was told."""
    return await asyncio.gather(*(player.plays() for player in players))
