"""Two worlds that differ in one seat's hidden cards: everybody else sees and hears the same.

Each test plays the same evening twice and compares, message for message and moment for moment,
what reaches the other seats and a spectator.
"""

import re
import zlib
from functools import partial

import pytest

from rr_net import link
from rr_rules.bots.base import RandomBot
from rr_rules.registry import make_bot
from tests.support.rr_net.roomplay import (
    dealt,
    hall,
    pebbles_stacked,
    runes_stacked,
    stacked_journal,
)

BEAT = 1.2


class Spy(RandomBot):
    """A bot that does what it is told at each choice: an act, or the first option."""

    def __init__(self, stream, act):
        super().__init__(stream)
        self._act = act

    def choose(self, view, pending, sample, out_of_time):
        acts = [option.act for option in pending.options]
        return acts.index(self._act) if self._act in acts else 0


def spy(kind, rules, stream, settings):
    """Every bot is one that catches."""
    return Spy(stream, "catch")


async def an_evening(play, dealer, *, level, seats=3, names=("ann", "bob", "cem"), **settings):
    """Plays an evening; what everybody but the last seat was told, with its times."""
    async with hall(seats=seats, **at_level(level, dealer), **settings) as place:
        players = await dealt(place, *names, pets=(1, *[0] * (len(names) - 1)))
        watcher = await place.comes("zoe")
        for each in (*players, watcher):
            await each.does(link.Watch())
        await past_events(place, players[0])
        await play(place, players)
        await past_events(place, players[0])
        others = players[:-1] if len(names) == seats else players
        for player in (*others, watcher):
            await player.does(link.Leave())
        return [player.screen.told for player in (*others, watcher)]


def at_level(level, dealer):
    """A table where this is dealt: at the level table with everything that a host publishes."""
    if level == "solo":
        return {"dealer": dealer}
    return {"fairness": level, "archive": stacked_journal(dealer, seconds=0.1)}


async def past_events(place, player):
    """Keys are pressed and time passes until no random event is open."""
    for _ in range(20):
        event = player.screen.pending.event
        if event is None:
            return
        for each in [p for p in place.players.values() if p.screen.pending.event.how == "keys"]:
            await each.does(link.Contribute(event=event.number, keys="asdf"))
        await place.passes(5)


@pytest.fixture(params=["solo", "table"])
def evening(request):
    """Evenings at both kinds of level."""
    return partial(an_evening, level=request.param)


def assert_same(one, other):
    """Equal streams, compared message by message so that a difference is easy to read."""
    assert [len(told) for told in one] == [len(told) for told in other]
    # What is the same for everybody is one object, and written once.
    bare_lines = {}

    def line_of(message):
        if id(message) not in bare_lines:
            bare_lines[id(message)] = without_hashes(message)
        return bare_lines[id(message)]

    for mine, theirs in zip(one, other, strict=True):
        for (at, message), (then, twin) in zip(mine, theirs, strict=True):
            # The clock of a test adds up floats: a thousandth of a millisecond is none of its.
            assert (round(at, 6), line_of(message)) == (round(then, 6), line_of(twin))


SIGNATURE = re.compile(rb"[A-Za-z0-9+/=]{100,}")
WORDS = re.compile(rb"(?<=is signed: )[a-z ]+")


def without_hashes(message):
    """The bytes of a message, with the same word for each hash and each word of a head."""
    if isinstance(message, link.Ended):
        message = message.model_copy(update={"words": ("word",) * len(message.words)})
    if isinstance(message, link.Bye):
        message = message.model_copy(update={"receipt": tuple(map(bare, message.receipt))})
    line = re.sub(rb"[0-9a-f]{16,}", b"x", link.write_line(message))
    if isinstance(message, link.RecordRows):
        # Where a card lies among the leaves of a hand is drawn anew at every change.
        line = SIGNATURE.sub(lambda found: b"s" * len(found[0]), line)
        line = re.sub(rb'"(at|path)\\":[^]}"]*', b"leaf", line)
    return WORDS.sub(b"words", line)


def bare(line):
    """A line of a receipt without its head, in base64 or in words."""
    is_words = re.fullmatch(r"([a-z]{3,8} ?){6}", line)
    return "head" if is_words else re.sub(r"^[A-Za-z0-9+/]{43}=$", "head", line)


# --- the real game: what a Fence holds ----------------------------------------------------

PLAIN_FENCE = ("overly-early-rooster", "suspicious-flamingo", "nosy-doorbell")
ARMED_FENCE = ("grubby-grabber", "suspicious-flamingo", "nosy-doorbell")


def fenced(last, first=0):
    """A deal in which the first seat can cast a Spell and the last one has this Fence."""
    fences = [
        ("tricky-trap", "salty-shaker", "blo-blo-gadget"),
        ("wobbly-weathervane", "remembrance-birdbath", "toastinator-2000"),
        last,
    ]
    runes = ("gnasty-gnome", "squeaky-side-gate", "tricky-trap")
    return runes_stacked([("rune-service-lukewarm",), (), ()], fences, [first], runes=runes)


async def cast_a_spell(place, players):
    ann = players[0]
    await ann.answers("cast")
    while ann.screen.ask is not None:
        await ann.answers()
    assert ann.screen.window is not None, "a Spell opens a window"
    await place.passes(BEAT)


@pytest.mark.attack("T51")
@pytest.mark.rule("RR-HID-11")
async def test_a_fence_cannot_be_read_off_the_stream_until_its_owner_acts(evening):
    game = {"game": "runes-regulations"}
    one = await evening(cast_a_spell, fenced(PLAIN_FENCE), **game)
    other = await evening(cast_a_spell, fenced(ARMED_FENCE), **game)
    assert_same(one, other)


async def test_the_control_only_hashes_tell_the_worlds_of_a_proved_game_apart():
    game = {"game": "runes-regulations", "level": "table"}
    one = await an_evening(cast_a_spell, fenced(PLAIN_FENCE), **game)
    other = await an_evening(cast_a_spell, fenced(ARMED_FENCE), **game)
    told = [message for _, message in one[0]]
    stages = [m.event.stage for m in told if isinstance(m, link.Pending) and m.event]
    assert {"contribute", "slow"} == set(stages)
    assert any(isinstance(m, link.Bye) and m.receipt for m in told)
    assert one != other
    assert_same(one, other)


async def test_the_control_the_owner_of_the_fence_does_see_a_difference(evening):
    offers = []
    for fence in (PLAIN_FENCE, ARMED_FENCE):

        async def look(place, players):
            await cast_a_spell(place, players[:1])
            asks = [p.ask for p in players[2].screen.all(link.Pending) if p.window and p.ask]
            offers.append([option.label for option in asks[0].options])

        await evening(look, fenced(fence), game="runes-regulations")
    assert len(offers[0]) == 1
    assert len(offers[1]) == 2


# --- pebbles: waits, standing orders, bots ------------------------------------------------

MATCHING = ("red", "blue", "blue")
USELESS = ("green", "blue", "blue")


def last_hand(hand):
    """A deal in which the last seat could catch the first throw, or not."""
    return pebbles_stacked(
        ("red", "red", "green"), ("red", "white", "blue"), hand, rolls=[0, 1, 2, 3, 0]
    )


async def throw(players):
    await players[0].answers("skip")
    await players[0].answers("throw")


@pytest.mark.rule("RR-HID-18")
async def test_a_wait_without_anything_usable_looks_like_a_wait_with_it(evening):
    async def waits(place, players):
        await throw(players)
        await place.passes(0.7)
        cem = players[2]
        await cem.does(link.HoldWindow(number=cem.screen.pending.number))
        await place.passes(5)
        await cem.answers("pass")
        await place.passes(1)

    assert_same(await evening(waits, last_hand(USELESS)), await evening(waits, last_hand(MATCHING)))


@pytest.mark.rule("RR-HID-17")
async def test_a_sealed_answer_changes_nothing_before_the_close(evening):
    def answered_after(seconds):
        async def play(place, players):
            await throw(players)
            await place.passes(seconds)
            await players[2].answers("pass")
            await place.passes(BEAT - seconds + 0.001)

        return play

    async def silent(place, players):
        await throw(players)
        await place.passes(BEAT + 0.001)

    streams = [
        await evening(play, last_hand(MATCHING))
        for play in (silent, answered_after(0.05), answered_after(1.1))
    ]
    assert_same(streams[0], streams[1])
    assert_same(streams[0], streams[2])


FULL = (link.Order(zone="hand", at=0, face="green", when=("all",)),)


@pytest.mark.rule("RR-HID-19")
@pytest.mark.parametrize("orders", [FULL, ()], ids=["full", "empty"])
async def test_an_empty_filing_looks_like_a_full_one(orders, evening):
    async def files(place, players, orders=()):
        await players[2].does(link.FileOrders(orders=orders))
        await throw(players)
        await place.passes(1)
        # Taking them back, or filing anew, looks alike too.
        await players[2].does(link.TakeBackOrders())
        await players[2].does(link.FileOrders(orders=orders))
        await place.passes(1)

    one = await evening(files, last_hand(USELESS))
    other = await evening(partial(files, orders=orders), last_hand(USELESS))
    assert_same(one, other)


@pytest.mark.rule("RR-HID-20")
@pytest.mark.parametrize(("window", "closes"), [("sealed", BEAT), ("answered", 0.3)])
async def test_a_bot_shows_nothing_before_the_close(window, closes, evening):
    """In `answered` mode too its answer counts after 0.3 s, whatever it holds."""

    async def play(place, players):
        await throw(players)
        await place.passes(0.2)
        await players[1].answers("pass")
        await place.passes(closes - 0.2 - 0.001)

    streams = [
        await evening(
            play,
            last_hand(hand),
            names=("ann", "bob"),
            bots=1,
            options={"window": window},
            make_bot=spy,
        )
        for hand in (USELESS, MATCHING)
    ]
    assert [m for _, m in streams[0][0] if isinstance(m, link.Pending)][-1].window is not None
    assert_same(*streams)


@pytest.mark.rule("RR-HID-20")
async def test_a_stand_in_shows_nothing_before_the_close_either(evening):
    async def play(place, players):
        await players[2].does(link.Leave())
        await throw(players)
        await place.passes(BEAT - 0.001)

    streams = [await evening(play, last_hand(hand), make_bot=spy) for hand in (USELESS, MATCHING)]
    assert_same(*streams)


class Superstitious:
    """A bot whose choice hangs on every card of a sampled table, the faintest trace of truth."""

    def choose(self, view, pending, sample, out_of_time):
        state = sample().state
        cards = [card for pile in (*state.hand, *state.fence, state.deck) for card in pile]
        omen = "".join(state.face[card].id for card in cards)
        return zlib.crc32(omen.encode()) % len(pending.options)


BOTS = {"greedy": make_bot, "superstitious": lambda kind, rules, stream, settings: Superstitious()}


async def bots_play(kind, fence, level):
    """What a spectator is told while two bots play their turns before the one with this Fence."""
    settings = {"bots": 2, "make_bot": BOTS[kind], "options": {"window_seconds": "1"}}
    settings |= at_level(level, fenced(fence, first=1))
    async with hall(game="runes-regulations", seats=3, **settings) as place:
        watcher = await place.comes("zoe")
        (ann,) = await dealt(place, "ann")
        await past_events(place, ann)
        while ann.screen.view.player != 0:
            while ann.screen.ask is not None and ann.screen.window is None:
                await ann.answers()
            await place.passes(1)
        return watcher.screen.told


@pytest.mark.slow
@pytest.mark.parametrize("level", ["solo", "table"])
@pytest.mark.parametrize("kind", BOTS)
async def test_a_bots_play_does_not_depend_on_what_it_cannot_know(kind, level):
    told = await bots_play(kind, PLAIN_FENCE, level)
    kinds = [line.kind for _, m in told if isinstance(m, link.Log) for line in m.lines]
    assert kinds.count("turn") == 3
    assert {"cast", "summon"} & set(kinds)
    assert_same([told], [await bots_play(kind, ARMED_FENCE, level)])


async def test_the_control_a_catch_is_seen_at_the_close(evening):
    async def catches(place, players):
        await throw(players)
        await players[2].answers("catch")
        await place.passes(BEAT + 0.001)

    async def passes(place, players):
        await throw(players)
        await place.passes(BEAT + 0.001)

    one = await evening(catches, last_hand(MATCHING))
    other = await evening(passes, last_hand(MATCHING))
    assert one != other
