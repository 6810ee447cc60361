"""People at a table who know only what the room tells them, and a diary of all that is said.

Both sides of a line are wire JSON, so that nothing here depends on how messages are built.
"""

from __future__ import annotations

import hashlib
import json

from rr_net.link import read_line, write_line
from rr_rules.kernel.stream import Stream
from tests.support.rr_net.hostkeys import key_of, signed_seed

SHORT = 240
"""A longer line of wire JSON is named by its hash."""
HABITS = ("mash", "pledge", "signature", "absent", "forgotten pledge")
"""How a seat gives to an event: another way each time, and each seat another than its neighbour."""
NOTHING = {"number": 0, "ask": None, "window": None, "event": None, "chance": ""}
"""What somebody waits for who has heard of no game yet."""


class Diary:
    """What everybody sent and was told, and what they may take home, each with its time."""

    def __init__(self, place):
        self.place, self.lines = place, []
        self.full = {}
        """What a line that holds a hash stands for."""
        self._receipt = None

    def write(self, who, what, line):
        text = line.decode().rstrip("\n")
        shown = text if len(text) <= SHORT else f"{kind_of(text)} {hashed(line)}"
        self.lines.append(f"{self.place.clock.time():.3f} {who} {what} {shown}".rstrip() + "\n")
        self.full[self.lines[-1]] = text

    def keep_papers(self, people, *, always=False):
        """The last signed note, and what each key may fetch, whenever the host has signed."""
        receipt = self.place.room.receipt
        if always or receipt != self._receipt:
            self._receipt = receipt
            for part in receipt or ():
                self.write("host", "signs", json.dumps(part.decode("ascii")).encode())
            for person in people:
                receipts = self.place.room.receipts(person.fingerprint)
                self.write(person.name, "fetches", b"nothing" if receipts is None else receipts)

    @property
    def text(self):
        return "".join(self.lines).encode()


def kind_of(text):
    return json.loads(text).get("type", "receipts") if text.startswith("{") else "text"


def hashed(line):
    return f"{len(line)} bytes {hashlib.sha256(line).hexdigest()[:32]}"


class Person:
    """Somebody at an interface: all that is known comes from what the room has told."""

    def __init__(self, diary, name, seat, luck=1):
        self.diary, self.place, self.name, self.seat = diary, diary.place, name, seat
        self.key = key_of(name)
        self.fingerprint = self.key.get_fingerprint()
        self.luck = Stream.seeded(100 * luck + seat)
        self.link = None
        self.told = {}
        """The last message of each type."""
        self.back_at = 0.0
        """When whoever is away comes again."""
        self._decided = set()
        self._late = {}
        """What is answered late: when, and which option, by the table's number."""
        self._given = 0
        """The last event that something was given to."""
        self._pledged = 0
        """The last event that something was pledged for."""

    # --- the line ---

    async def comes(self):
        self.link = self.place.room.connect(self.fingerprint, self.name, is_host=self.seat == 0)
        self.link.attach(self._hear)
        await self.place.settle()

    def _hear(self, message):
        line = write_line(message)
        self.diary.write(self.name, "<", line)
        plain = json.loads(line)
        self.told[plain["type"]] = plain

    async def says(self, kind, **more):
        line = json.dumps({"type": kind, **more}).encode()
        self.diary.write(self.name, ">", line)
        self.link.send(read_line(line))
        await self.place.settle()

    async def goes(self, away):
        self.back_at = self.place.clock.time() + away.seconds
        if away.by == "leave":
            await self.says("leave")
        self.diary.write(self.name, "hangs up", b"")
        self.link.close()
        self.link = None
        await self.place.settle()

    # --- what it stands at ---

    @property
    def pending(self):
        return self.told.get("pending", NOTHING)

    @property
    def open_event(self):
        event = self.pending["event"]
        return event if event and event["stage"] == "contribute" else None

    # --- the table ---

    async def acts(self):
        """Does what is to be done at this moment."""
        if self.open_event and self.open_event["how"] in {"keys", "pledge"}:
            await self._contributes(self.open_event)
        elif self.pending["number"] in self._late:
            await self._answers_late()
        elif self.pending["ask"] and self.pending["number"] not in self._decided:
            self._decided.add(self.pending["number"])
            await (self._reacts() if self.pending["window"] else self._chooses())
        elif self.pending["number"] not in self._decided and not self.pending["chance"]:
            self._decided.add(self.pending["number"])
            if self.luck.below(12) == 0:
                await self._arranges()

    async def _answer(self, option, *, done=True):
        await self.says("answer", number=self.pending["number"], option=option, done=done)

    def _picked(self):
        return self.luck.below(len(self.pending["ask"]["options"]))

    async def _chooses(self):
        mood = self.luck.below(8)
        if mood < 2:
            await self._arranges()
        if mood > 5 and self.pending["clock"]:
            return  # the turn clock runs out
        await self._answer(self._picked())

    async def _arranges(self):
        hand = self.told["view"]["view"]["seats"][self.seat]["hand"]
        await self.says("arrange", zone="hand", order=self.luck.order(len(hand)))

    async def _reacts(self):
        number, pick = self.pending["number"], self._picked()
        match self.luck.below(4):
            case 0:
                await self._answer(pick)
            case 1:
                await self._answer(pick, done=False)
            case 2:
                await self.says("hold", number=number)
                self._late[number] = (self.place.clock.time() + 3.0, pick)

    async def _answers_late(self):
        due, pick = self._late[self.pending["number"]]
        if self.place.clock.time() >= due:
            del self._late[self.pending["number"]]
            await self._answer(pick)

    # --- random events ---

    def _habit(self, number):
        return HABITS[(number + self.seat) % len(HABITS)]

    def _opening(self, number):
        return f"{self.name}-pledged-this-for-event-{number}"

    async def pledges(self):
        """Binds itself to what it will give to the event after the last one."""
        number = max(self._given, self._pledged) + 1
        if "pledge" in self._habit(number) and self._pledged < number:
            self._pledged = number
            promised = hashlib.sha256(self._opening(number).encode()).hexdigest()
            await self.says("pledge", hash=promised)

    async def _contributes(self, event):
        number = event["number"]
        if self._given == number:
            return
        self._given = number
        match self._habit(number):
            case "mash":
                await self.says("contribute", event=number, keys=f"keys of {self.name}, ")
                await self.says("contribute", event=number, keys=f"and more for {number}")
            case "pledge":
                await self.says("contribute", event=number, opening=self._opening(number))
            case "signature":
                signature = signed_seed(self.key, event["seed_text"])
                await self.says("contribute", event=number, signature=signature)
        await self.pledges()
