"""The golden json sessions: played in real rooms, and kept line by line.

`python -m tests.support.golden.sessions` records them anew.
"""

import asyncio
import hashlib
import json
from pathlib import Path

from rr_net import link
from rr_net.history.book import Rated, book_in_memory
from rr_net.history.results import SeatResult
from rr_net.ssh.keys import fingerprint_of
from tests.support.golden.constants import constants
from tests.support.golden.tables import evening, key_of, signed_seed
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.pastgames import game, together
from tests.support.rr_net.signing import SigningClient

FOLDER = Path(__file__).parents[2] / "golden" / "json"
RR, NIGHT = "runes-regulations", {"nefarious": "on"}
LONG_LINE = '{"type": "chat", "text": "' + "x" * 17_000 + '"}'
BAD_LINES = ("hello", "[]", "{}", '{"type": "dance"}', '{"type": "sit"}',
             '{"type": "sit", "seat": "0"}', '{"type": "sit", "seat": 8}',
             '{"type": "ready", "redy": true}', '{"type": "pledge", "hash": "plum"}')  # fmt: skip
SECRET = "what-nobody-guesses"
PLEDGE = hashlib.sha256(SECRET.encode()).hexdigest()
SPELL = """
[[card]]
id = "spell-{0}"
name = "Spell {0}"
kind = "spell"
copies = 20
trigger = {{ on = "cast", what = "this" }}
optional = false
price = []
effects = [{{ do = "draw", n = {0} }}]
"""
DECK = """
[deck]
id = "a-small-deck"
[[card]]
id = "sound-rune"
name = "Sound Rune"
kind = "rune"
copies = 20
trigger = { on = "discard", by = "any_neighbor" }
optional = true
price = []
effects = [{ do = "draw" }]
[[card]]
id = "sound-regulation"
name = "Sound Regulation"
kind = "regulation"
copies = 10
rules = [{ rule = "limit", which = "hand", of = "each_player", set = 6 }]
[[card]]
id = "sound-creature"
name = "Sound Creature"
kind = "creature"
copies = 10
family = "sloth"
collar = false
trigger = { on = "enters_lawn", what = "this", of = "you" }
optional = true
price = []
effects = [{ do = "draw" }]
""" + "".join(map(SPELL.format, (1, 2, 3)))


async def door(place):
    """Codes, names, nods, kicks and bans; bad lines; two windows of one key."""
    ann = await place.comes("ann", is_host=True)
    bob = await place.comes("bob")
    await bob.says("ready")
    await bob.says("hello", code="prune-tree")
    await bob.says("hello", code="plum-tree ", name="...")
    await bob.says("hello", name="ANN")
    await bob.says("hello", code=" Plum-Tree", name="Bobby")
    cem, dan = await place.comes("cem"), await place.comes("dan")
    for _ in range(7):
        await cem.says("hello", code="apple-tree")
    await ann.says("host", act="approve", name="cem")
    await ann.says("host", act="approve", key=fingerprint_of(key_of("cem")))
    await ann.says("host", act="approve", key=fingerprint_of(key_of("cem")))
    await bob.says("host", act="kick", name="cem")
    for name in ("ann", "zoe"):
        await ann.says("host", act="kick", name=name)
    await ann.says("host", act="kick", name="cem")
    await ann.says("host", act="ban", name="dan")
    await ann.says("host", act="ban", key=fingerprint_of(key_of("dan")))
    dan = await place.comes("dan")
    await ann.says("host", act="invite", name="Dora", hours=24)
    await ann.says("host", act="invite", name="host")
    dora = await place.comes("dora")
    await dora.says("hello", code="code-0002")
    await ann.says("host", act="revoke", name="dora")
    await ann.says("host", act="revoke", name="dora")
    await dora.says("leave")
    await _speaks(bob)
    await _two_windows(place, bob)
    await cem.sends(None)
    assert dan.running.done()


async def _speaks(bob):
    for line in (*BAD_LINES, LONG_LINE, "  "):
        await bob.sends(line)
    await bob.says("profile", profile='{"theme": "dusk"}')
    await bob.says("chat", text="Good evening!")
    await bob.says("chat", phrase="eager")
    await bob.says("chat", text="Café \u202eneerg ☕")
    await bob.says("chat", text="and on")


async def _two_windows(place, bob):
    other = await place.comes("bob")
    await other.says("ready")
    await other.says("take_over", yes=False)
    other = await place.comes("bob")
    await other.says("take_over")
    await other.says("take_over")
    assert bob.running.done()
    await other.says("leave")


async def lobby(place):
    """Seats, bots, readiness, every game with its options, and what a lobby refuses."""
    ann, bob, cem = await place.seated("ann", "bob", "cem", declare=(3, 1, 4))
    await cem.says("sit", seat=1)
    await cem.says("sit", seat=7)
    await cem.says("stand")
    await cem.says("ready")
    await bob.says("ready")
    await bob.says("ready", ready=False)
    await bob.says("setup", game="rune")
    await ann.says("fill", seat=2, bot="greedy")
    await ann.says("fill", seat=2, bot="")
    await ann.says("fill", seat=2, bot="rule")
    await ann.says("fill", seat=1)
    await ann.says("host", act="bot", seat=2)
    await cem.says("sit", seat=2)
    await bob.says("start")
    await _other_games(ann, bob)
    await _too_early(ann, bob, cem)
    await ann.says("setup", game="pebbles", seats=2, options={"host_seat": "dealer_only"})
    await ann.says("sit", seat=0)
    await bob.sends(None)
    await place.passes(61)


async def _other_games(ann, bob):
    await ann.says("setup", game="chess")
    await ann.says("setup", game="rune", seats=3)
    await ann.says("setup", game="rune", options={"undo": "sometimes"})
    await ann.says("setup", game="rune", seats=2, options={"grand_master": "on"})
    await ann.says("sit", seat=0, declare=2)
    await bob.says("sit", seat=1, declare=2)
    await bob.says("sit", seat=1, declare=3)
    await ann.says("setup", game="regicide", seats=4)
    await ann.says("setup", game=RR, seats=3, options=NIGHT)
    await ann.says("setup", game="pebbles", seats=2)


async def _too_early(ann, bob, cem):
    await ann.says("answer", number=0, option=0)
    await ann.says("host", act="end")
    await bob.says("rematch")
    await bob.says("audit")
    await cem.says("rematch")
    await cem.says("pledge", hash=PLEDGE)
    await bob.says("pledge", hash=PLEDGE)


async def windows(place):
    """Sealed windows of pebbles, from the deal to the bundle; a spectator looks on."""
    ann, bob, cem = await place.dealt("ann", "bob", "cem")
    zoe = await place.comes("zoe")
    await zoe.says("answer", number=1, option=0)
    await ann.says("hold", number=ann.number)
    await ann.says("show_next")
    await ann.says("tempo", tempo="brisk")
    await ann.answers("draw", done=False)
    await ann.answers(option=7)
    await ann.answers(number=99)
    await bob.says("answer", number=bob.number, option=0)
    await bob.says("arrange", zone="hand", order=[2, 0, 1])
    await bob.says("arrange", zone="bag", order=[0])
    await bob.says("arrange", zone="hand", order=[0, 0, 1])
    await bob.says("always_hold", kinds=["caught"])
    await bob.says("hold")
    await ann.answers("draw")
    await ann.answers("throw")
    await _sealed(place, bob, cem)
    await place.passes(1.2)
    await cem.says("always_hold", kinds=["threw", "all"])
    await bob.says("file_orders", orders=[{"zone": "hand", "at": 9, "face": "red"}])
    await bob.says("file_orders", ask_me=["no-such-kind"])
    order = {"zone": "hand", "at": 1, "when": ["threw"], "by": [0, 2]}
    await ann.says(
        "file_orders", orders=[order | {"face": ann.last("view")["view"]["seats"][0]["hand"][1]}]
    )
    await cem.says("file_orders")
    await cem.says("take_back_orders")
    await place.plays_on([ann, bob, cem])
    place.keeps_bundle()
    await ann.says("rematch")
    await ann.says("leave")


async def _sealed(place, bob, cem):
    await bob.answers("pass", done=False)
    await bob.says("arrange", zone="hand", order=[2, 0, 1])
    await cem.says("hold", number=cem.number)
    await cem.says("hold", number=cem.number)
    await bob.says("hold", number=0)
    await place.passes(1.2)
    await bob.answers()
    await cem.answers()
    await cem.says("answer", number=cem.number, option=0)


async def luck(place):
    """Random events at the level table: keys, pledges, signatures, chains and silence."""
    ann, bob, cem = await place.seated("ann", "bob", "cem")
    zoe = await place.comes("zoe")
    for who in (ann, bob, zoe):
        await who.says("pledge", hash=PLEDGE)
    for who in (ann, bob, cem):
        await who.says("ready")
    await _contributed(ann, bob, cem, zoe)
    await place.passes(1.5)
    await cem.says("contribute", event=1, keys="late")
    await place.passes(4)
    await bob.says("contribute", event=2, keys="bob")
    await place.plays_on([ann, bob, cem], 3, seconds=1.5)
    for name in ("ann", "bob", "zoe"):
        place.takes_home(name)
    await place.plays_on([ann, bob, cem])
    place.keeps_bundle()
    await zoe.says("leave")
    await bob.says("leave")


async def _contributed(ann, bob, cem, zoe):
    await ann.says("contribute", event=1, keys="by hand")
    await bob.says("contribute", event=1, opening="what-somebody-guesses")
    await bob.says("contribute", event=1, opening=SECRET)
    await bob.says("contribute", event=1, keys="more")
    await cem.says("contribute", event=9, keys="abc")
    await cem.says("contribute", event=1, keys="abc", opening="def")
    await cem.says("contribute", event=1, keys="kjh as\u00e9d")
    await cem.says("contribute", event=1, signature="U1NIU0lH")
    signature = signed_seed(key_of("cem"), cem.event["seed_text"])
    await cem.says("contribute", event=1, signature=signature)
    await cem.says("arrange", zone="hand", order=[])
    await zoe.says("contribute", event=1, keys="abc")
    await zoe.says("host", act="remove", seat=0)
    await ann.says("host", act="remove", seat=1)


async def castle(place):
    """Regicide at the level strict: phrases, a turn taken back, hints, an audit, a rematch."""
    ann, bob = await place.dealt("ann", "bob")
    await place.passes(12)
    first, other = (ann, bob) if ann.is_asked else (bob, ann)
    zoe = await place.comes("zoe")
    await first.says("hint", number=first.number)
    await first.says("hint", number=first.number, tell=True)
    await other.says("hint", number=first.number, tell=True)
    await first.says("chat", text="I hold the ace")
    await first.says("chat", phrase="eager")
    await first.says("chat", phrase="tavern")
    await zoe.says("chat", phrase="tavern")
    await other.says("hello", name="Somebody")
    await place.passes(5)
    for _ in range(5):
        await place.plays_on([ann, bob], 1, seconds=4)
    await zoe.says("audit")
    await ann.says("audit")
    await bob.says("audit")
    await place.settle()
    place.keeps_bundle()
    await ann.says("rematch")
    await bob.says("rematch")
    await place.passes(12)
    await first.says("setup", game="rune")
    await ann.says("start")


async def runes(place):
    """Rune: a draft tried out and taken back, a bot that stands in, and the seat taken back."""
    ann, bob = await place.dealt("ann", "bob")
    for option in (3, 5):
        await ann.answers(option=option)
        await ann.says("arrange", zone="hand", order=[1, 0])
        await ann.answers("undo")
    await ann.answers("lay")
    await ann.answers("draw")
    await bob.answers(option=1)
    await ann.says("host", act="bot", seat=1)
    await bob.says("answer", number=bob.number, option=0)
    await place.plays_on([ann], 3)
    await bob.says("sit", seat=0)
    await bob.says("sit", seat=1)
    await bob.says("leave")
    bob = await place.comes("bob")
    await place.plays_on([ann, bob], 3, choose=_last)
    await bob.says("audit")
    await ann.says("audit")
    place.keeps_bundle()


def _last(options):
    """Lays and draws, and takes nothing back."""
    return next(o["option"] for o in reversed(options) if o["act"] != "undo")


async def street(place):
    """Runes & Regulations with a bot and a spectator, to the bundle."""
    (ann,) = await place.seated("ann")
    zoe = await place.comes("zoe")
    await ann.says("fill", seat=1, bot="random")
    await ann.says("ready")
    await ann.says("hint", number=ann.number, tell=True)
    await place.plays_on([ann], choose=lambda options: len(options) // 2)
    place.keeps_bundle()
    await zoe.says("chat", text="Well played")


async def night(place):
    """The Nefarious Neighbor among bots, until the roles are opened."""
    (ann,) = await place.seated("ann")
    await ann.says("setup", options={"hints": "off"})
    await ann.says("start")
    await ann.says("hint", number=ann.number)
    await place.plays_on([ann], choose=lambda options: len(options) - 1)
    place.takes_home("ann")


async def deck(place):
    """An owner's deck, windows that close when all have answered, and the host who ends it."""
    ann, bob = await place.seated("ann", "bob")
    await ann.says("setup", options={"deck_check": "base"})
    await ann.says("setup", options=NIGHT)
    await ann.says("start")
    await place.plays_on([ann, bob], 6)
    await place.passes(30)
    await ann.says("host", act="end")
    await ann.says("host", act="end")
    await bob.says("audit")
    await ann.says("audit")


async def leavers(place):
    """Seats that are dropped, left, kicked, taken out and given to bots; clocks that stand."""
    ann, bob, cem, dan = await place.dealt("ann", "bob", "cem", "dan")
    await ann.says("host", act="pause")
    await bob.sends(None)
    await ann.says("host", act="resume")
    await place.passes(10)
    bob = await place.comes("bob")
    await dan.sends(None)
    await place.passes(60)
    await ann.says("host", act="remove", seat=3)
    await ann.says("host", act="bot", seat=9)
    await ann.says("host", act="bot", seat=1)
    await bob.answers(number=0, option=0)
    await bob.says("sit", seat=1)
    await bob.says("away")
    await bob.says("sit", seat=1)
    await cem.says("leave")
    await ann.says("host", act="kick", name="bob")
    await ann.says("audit")
    await ann.says("rematch")
    await ann.says("leave")


async def again(place):
    """A host that stops within an event, the game taken up again, and another one after it."""
    ann, bob = await place.dealt("ann", "bob")
    await bob.says("contribute", event=1, keys="before")
    await place.closes()
    async with evening(place.journal, luck=2, **SESSIONS["again"][1]) as later:
        later.goes_on_after(place)
        zoe = await later.comes("zoe")
        await later.resumes()
        ann, bob = await later.comes("ann", is_host=True), await later.comes("bob")
        await bob.says("contribute", event=1, keys="after")
        await later.plays_on([ann, bob], 2, seconds=6)
        await later.closes()
    async with evening(place.journal, luck=3, **SESSIONS["again"][1]) as later:
        later.goes_on_after(place)
        await later.resumes()
        bob = await later.comes("bob")
        await later.passes(61)
        await later.plays_on([bob], seconds=6)
        await bob.says("audit")
        await later.settle()
        later.keeps_bundle()
        await bob.says("hello", name="Robert")
        await bob.says("rematch")
        await later.passes(8)
        assert zoe.running.done()


async def match(place):
    """Rune twice over with the seats swapped: what the table remembers, and both games' result."""
    (ann,) = await place.seated("ann")
    await ann.says("always_hold", kinds=["all"])
    for tempo in ("step", "relaxed"):
        await ann.says("ready")
        await ann.says("rematch")
        await ann.says("tempo", tempo=tempo)
        await ann.says("show_next")
        await ann.says("tempo", tempo="relaxed")
        await place.plays_on([ann], choose=_last)


async def chairs(place):
    """Bots' seats given to people before a game, in the middle of one, and for the next one."""
    (ann,) = await place.seated("ann")
    bob, cem = await place.comes("bob"), await place.comes("cem")
    await bob.says("sit", seat=1)
    await bob.says("stand")
    await ann.says("start")
    await bob.says("sit", seat=1)
    await ann.says("host", act="refuse", name="bob")
    await ann.says("host", act="seat", name="bob")
    await bob.says("sit", seat=2)
    await ann.says("host", act="seat", name="bob")
    await cem.says("sit", seat=2)
    await ann.says("sit", seat=1)
    await place.plays_on([ann, bob])
    await cem.says("sit", seat=1)
    await ann.says("setup", options={"newcomers": "watch"})
    await cem.says("sit", seat=2)
    await bob.says("stand")
    await ann.says("start")
    await bob.says("sit", seat=2)


async def lessons(place):
    """Lessons while the table waits: what is taught, what is refused, and a deal that ends one."""
    bob = await place.comes("bob")
    ann = await place.comes("ann", is_host=True)
    await bob.says("learn", lesson="rr-1")
    await bob.says("hello", code="plum-tree")
    await bob.says("learn", act="back")
    await bob.says("learn")
    await bob.says("learn", lesson="no-such")
    await bob.says("learn", lesson="rr-1")
    await bob.says("answer", number=1, option=0)
    await bob.says("answer", number=1, option=0)
    await bob.says("answer", number=2, option=0)
    await bob.says("answer", number=3, option=1)
    await bob.says("answer", number=4, option=0)
    await bob.says("chat", text="I am learning")
    await bob.says("learn", act="back")
    await bob.says("tempo", tempo="brisk")
    await bob.says("learn", act="leave")
    await bob.says("learn", lesson="rr-1")
    await ann.says("start")


async def history(place):
    """Past games: a guest's own, the host's all, and words that narrow them down."""
    ann = await place.comes("ann", is_host=True)
    bob = await place.comes("bob")
    await ann.says("history")
    await bob.says("history")
    await bob.says("history", find="regicide")
    await bob.says("history", find="nobody")


async def looking(place):
    """A game that is over, looked back at: with own eyes at first, then with everybody's."""
    ann, bob = await place.dealt("ann", "bob")
    await ann.says("replay")
    await place.plays_on([ann, bob], 3, seconds=4)
    await ann.says("host", act="end")
    await bob.says("replay")
    await bob.says("replay", first=3, count=1, eyes=1)
    await bob.says("replay", first=3, count=1, eyes=0)
    await ann.says("audit")
    await bob.says("audit")
    await place.settle()
    await bob.says("replay")
    await bob.says("replay", first=3, count=2, eyes=-2)
    await bob.says("replay", first=999, count=2)


async def watching(place):
    """The public record as a stream: what is there already, then row by row."""
    ann, bob = await place.dealt("ann", "bob")
    await bob.says("watch", since=900)
    await bob.says("watch")
    await place.plays_on([ann, bob], 2, seconds=4)


async def signing(place):
    """Somebody with a client that signs, and somebody without one."""
    ann, bob = await place.seated("ann", "bob")
    client, other = (SigningClient(name, 0, fingerprint_of(HOST)) for name in ("ann", "bob"))
    await ann.says("signer", **other.signer)
    await ann.says("signer", **client.signer)
    for each in (ann, bob):
        await each.says("ready")
    await ann.says("watch")
    client.hears(link.RecordRows.model_validate_json(json.dumps(ann.last("rows"))))
    await ann.says("witness", **client.seen())
    while not ann.is_asked:
        await bob.answers()
    await ann.answers()
    await ann.answers(signed=client.answer(ann.number + 1, 0))
    await ann.answers(signed=client.answer(ann.number, 0))
    await ann.sends(None)
    await place.passes(2)
    client = SigningClient("ann", 0, fingerprint_of(HOST), device=" two")
    ann = await place.comes("ann", is_host=True)
    await ann.says("signer", **client.signer)
    for _ in range(9):
        if any(message["type"] == "seat_row" for message in ann.heard):
            break
        await (ann if ann.is_asked else bob).answers()
        await place.passes(2)
    await ann.says("watch")
    client.hears(link.RecordRows.model_validate_json(json.dumps(ann.last("rows"))))
    await ann.says("seat_key", **client.seat_key(0, ann.last("seat_row")["row"]))


def past():
    """A book of games that ann, bob and cem have played."""
    book = book_in_memory()
    ann, bob, cem = (fingerprint_of(key_of(name)) for name in ("ann", "bob", "cem"))
    named = {ann: "ann", bob: "bob", cem: "cem"}

    def seats(*keys, won=()):
        return tuple(SeatResult(named[key], key, rank=1 if key in won else 2, won=key in won)
                     for key in keys)  # fmt: skip

    book.keep(
        game(1, seats=seats(ann, bob, won=(bob,))),
        game(2, seats=seats(ann, cem, won=(cem,))),
        together(3, 9, seats=seats(bob, ann)),
        game(4, seats=seats(bob, cem), state="playing", turns=9, checked="unchecked"),
        game(5, seats=seats(ann, bob, won=(ann,)), checked="fails", problem="a roll is wrong"),
    )
    book.rate([Rated("Runes & Regulations", key, 25.4, 7.2, 3) for key in named])
    return book


SESSIONS = {
    "door": (door, {"seats": 2, "is_open": False, "invite": "plum-tree"}),
    "lobby": (lobby, {"seats": 3}),
    "lessons": (lessons, {"seats": 2, "is_open": False, "invite": "plum-tree"}),
    "history": (history, {"seats": 2, "book": past}),
    "looking": (looking, {"game": "regicide",
                          "options": {"first_player": "rotate", "audit": "on_request"}}),
    "watching": (watching, {"game": "rune", "options": {"first_seat": "1"}}),
    "signing": (signing, {"options": {"turn_cap": "9"}}),
    "windows": (windows, {"seats": 3, "options": {"turn_cap": "3", "target": "99",
                                                "first_player": "host"}}),
    "luck": (luck, {"seats": 4, "bots": 1, "bot": "greedy", "fairness": "table",
                    "options": {"turn_cap": "1", "leaver": "removed"}}),
    "castle": (castle, {"game": "regicide", "fairness": "strict",
                        "options": {"first_player": "rotate", "audit": "on_request"}}),
    "runes": (runes, {"game": "rune", "options": {"first_seat": "1"}}),
    "street": (street, {"game": RR, "options": {"turn_cap": "1", "turn_clock": "30"}}),
    "night": (night, {"game": RR, "seats": 3, "bot": "random",
                      "options": NIGHT | {"window": "fast", "turn_cap": "2",
                                          "first_player": "host"}}),
    "deck": (deck, {"game": RR, "deck": ("mine.toml", DECK.encode()),
                    "options": {"deck_check": "custom", "window": "answered",
                                "failed_check": "flagged"}}),
    "leavers": (leavers, {"seats": 4, "options": {"leaver": "removed", "first_player": "host"}}),
    "chairs": (chairs, {"seats": 3, "bots": 2, "options": {"turn_cap": "3"}}),
    "again": (again, {"fairness": "table", "options": {"turn_cap": "2", "audit": "on_request"}}),
    "match": (match, {"game": "rune", "bots": 1, "bot": "rule",
                      "options": {"match": "pair_swapped", "first_seat": "1"}}),
}  # fmt: skip
"""What is played, and at which table."""


def played(name):
    """The lines of a session as it goes now."""
    with constants():
        return asyncio.run(_played(name))


async def _played(name):
    play, given = SESSIONS[name]
    # A book is made anew for each evening: a game writes in it.
    settings = {key: value() if key == "book" else value for key, value in given.items()}
    async with evening(**settings) as place:
        await play(place)
    return "".join(f"{line}\n" for line in place.lines)


def recorded(name):
    """The lines of a session as it went when it was recorded."""
    return (FOLDER / f"{name}.txt").read_text("utf-8")


def record():
    """Writes all sessions down as they go now."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SESSIONS:
        (FOLDER / f"{name}.txt").write_text(played(name), "utf-8")


if __name__ == "__main__":
    record()
