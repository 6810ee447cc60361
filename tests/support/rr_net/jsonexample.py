"""The example session of docs/json.md: played in a real room, shortened, and played again.

`python -m tests.support.rr_net.jsonexample` writes it anew, after the game has changed.
"""

import asyncio
import contextlib
import hashlib
import json
import re
from collections import deque
from pathlib import Path
from unittest.mock import patch

from rr_net.fairness.base import manifest
from rr_net.host.json_session import JsonSession
from rr_net.host.process import FETCH
from rr_rules.registry import load_game
from tests.support.rr_net.roomplay import hall, journalled
from tests.support.tasks import beside

MORE = "..."
"""In a list: and so on. As a field: and other fields."""

TABLE = {
    "game": "runes-regulations",
    "name": "Maple Court",
    "seats": 2,
    "bots": 1,
    "bot": "random",
    "is_open": False,
    "invite": "plum-tree",
    "fairness": "table",
    "options": {
        "window": "fast",
        "turn_cap": "2",
        "first_player": "host",
        "first_seat": "1",
    },
}
LUCK = 22
VERSION = "0.0.0"
RULES = "60" * 32
"""The version and the digest of the rules stand still in the record, whatever is changed."""
SECRET = "8c1f6ad0f1d94ab0a7f2c07e3a5f5f0e"
"""What opens the script's pledge."""
KEYS = "kjhasd"
COMING_IN = (
    {"type": "hello", "code": "plum-tree", "name": "Ann"},
    {"type": "sit", "seat": 0, "declare": 2},
    {"type": "chat", "text": "Hello! I am a script."},
    {"type": "pledge", "hash": hashlib.sha256(SECRET.encode()).hexdigest()},
    {"type": "ready"},
)


class Script:
    """A json session in a room of its own: what is said, and what comes back."""

    def __init__(self, place):
        self.closed = False
        self.heard = deque()
        self._place = place
        self._lines = asyncio.Queue()
        self._taken = asyncio.Event()
        link = place.room.connect("SHA256:mCUzv0mRkcXn6QdXHdZbrU7sYTxMl8Y3y1kBvYt3vdk", "ann")
        self.run = JsonSession(link, self, place.clock).run

    async def read_line(self):
        return await self._lines.get()

    def write_line(self, text):
        self.heard.append(json.loads(text))

    async def drain(self):
        self._taken.set()

    async def says(self, message):
        """Sends a message and lets the room do all that follows; None ends the input."""
        self._taken.clear()
        self._lines.put_nowait(message if message is None else json.dumps(message))
        # The session's own task has to read the line before the room has anything to do.
        await self._taken.wait()
        await self._place.settle()

    async def waits(self):
        """Lets time pass until something is heard, or nothing will be."""
        while not self.heard and (due := self._place.clock.next_due()) is not None:
            await self._place.passes(due - self._place.clock.time())


@contextlib.asynccontextmanager
async def example_room():
    """A room whose game is dealt in the same way every time."""
    archive = journalled(luck=LUCK, seconds=0.125, how_to_fetch=FETCH)
    game = type(load_game(TABLE["game"]))
    cards = game.digest
    with (
        patch.object(game, "digest", lambda rules: (RULES, cards(rules)[1])),
        patch.object(manifest, "__version__", VERSION),
    ):
        async with hall(archive=archive, **TABLE) as place:
            yield place


async def play():
    """Plays the session: ("said" or "heard", message), in order."""
    session = []
    async with example_room() as place:
        script = Script(place)
        async with beside(script.run()):
            await place.settle()
            heard(script, session)
            for message in COMING_IN:
                await say(script, session, message)
            await play_on(script, session)
            await say(script, session, {"type": "leave"})
    return session


async def play_on(script, session):
    """Replies to whatever is asked until the game is verified."""
    while not is_verified(session):
        reply = reply_to(session)
        if reply is None:
            await script.waits()
            heard(script, session)
        else:
            await say(script, session, reply)


async def say(script, session, message):
    session.append(("said", message))
    await script.says(message)
    heard(script, session)


def heard(script, session):
    while script.heard:
        session.append(("heard", script.heard.popleft()))


def is_verified(session):
    return any(who == "heard" and m["type"] == "outcome" and m["verdict"] for who, m in session)


def reply_to(session):
    """What the script says to what the table waits for, or None."""
    last = [m for who, m in session if who == "heard" and m["type"] == "pending"][-1]
    if last["ask"]:
        return {"type": "answer", "number": last["number"], "option": 0}
    match last["event"]:
        case {"stage": "contribute", "mine": "", "how": "keys", "number": number}:
            return {"type": "contribute", "event": number, "keys": KEYS}
        case {"stage": "contribute", "mine": "", "how": "pledge", "number": number}:
            return {"type": "contribute", "event": number, "opening": SECRET}
    return None


# --- shortening and comparing -------------------------------------------------------------


class Shortener:
    """Leaves out of each message what has been shown before."""

    def __init__(self):
        self._shown = set()

    def shortened(self, message):
        kind = message["type"]
        is_new = kind not in self._shown
        self._shown.add(kind)
        return getattr(self, f"_{kind}", lambda message, _: message)(message, is_new)

    def _lobby(self, message, is_new):
        if is_new:
            return message
        kept = ("type", "phase", "seats", "people", "commitment")
        if "options" in self._shown:
            return {name: message[name] for name in kept} | {MORE: MORE}
        self._shown.add("options")
        options = [message["options"][0], MORE]
        return message | {"options": options, "notes": [message["notes"][0], MORE]}

    def _cards(self, message, _):
        return message | {"cards": [message["cards"][0], MORE]}

    def _view(self, message, is_new):
        view = message["view"]
        if is_new:
            return message | {"view": view | {"reasons": [*view["reasons"][:1], MORE]}}
        kept = ("me", "turn", "player", "phase", "chain")
        return message | {"view": {name: view[name] for name in kept} | {MORE: MORE}}

    def _events(self, message, is_new):
        lines = [
            line if is_new and not number else {"n": line["n"], "text": line["text"], MORE: MORE}
            for number, line in enumerate(message["lines"])
        ]
        return {"type": "events", "lines": lines}

    def _pending(self, message, _):
        ask, event = message["ask"], message["event"]
        if event:
            if "event" in self._shown:
                kept = ("number", "kind", "labels", "stage", "how", "mine", "digest")
                event = {name: event[name] for name in kept} | {MORE: MORE}
            self._shown.add("event")
            return message | {"event": event}
        if ask and len(ask["options"]) > 3:
            return message | {"ask": ask | {"options": [*ask["options"][:3], MORE]}}
        return message


def matches(shown, actual):
    """Whether a message is the one that the document shows, shortened or not."""
    match shown:
        case dict() if MORE in shown:
            return isinstance(actual, dict) and all(
                name in actual and matches(part, actual[name])
                for name, part in shown.items()
                if name != MORE
            )
        case dict():
            return shown.keys() == actual.keys() and all(
                matches(part, actual[name]) for name, part in shown.items()
            )
        case [*first, last] if last == MORE:
            return len(actual) >= len(first) and all(map(matches, first, actual))
        case list():
            return len(shown) == len(actual) and all(map(matches, shown, actual))
        case str() if re.fullmatch(r"\d+\.\d+\.\d+", shown):
            return re.fullmatch(r"\d+\.\d+\.\d+\S*", actual) is not None
    return shown == actual


async def example_lines():
    shortener = Shortener()
    lines = []
    for who, message in await play():
        shown = message if who == "said" else shortener.shortened(message)
        mark = ">" if who == "said" else "<"
        lines.append(f"{mark} {json.dumps(shown, ensure_ascii=False)}\n")
    return lines


def rewrite(document):
    """Puts the session into the document, as it goes now."""
    text = document.read_text("utf-8")
    before, _, rest = text.partition("```text\n")
    _, _, after = rest.partition("```\n")
    lines = "".join(asyncio.run(example_lines()))
    document.write_text(f"{before}```text\n{lines}```\n{after}", "utf-8")


if __name__ == "__main__":
    rewrite(Path("docs/json.md"))
