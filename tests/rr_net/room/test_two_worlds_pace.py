"""Two worlds again, at every pace: nobody reads a hand or a Fence off the times of an evening.

As in `test_two_worlds`: the same evening is played twice, by the same public choices, and compared
message for message and moment for moment. What differs is what the second seat hides: Runes that
fit or not, one legal answer or many, Spells or none, equal cards; and what it has said before.
"""

import pytest

from rr_net import link
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import ChooseAll
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer
from rr_tui.client.table_client import TableClient
from rr_tui.games.gameboard import Automatic
from tests.rr_net.room.test_two_worlds import assert_same
from tests.support.rr_net.roomplay import dealt, hall, runes_stacked
from tests.support.rr_rules.longplay import LONG

ANNS = ("rune-service-lukewarm", *("garage-hoarding-dragon",) * 2, *("grillmaster-dragon",) * 2)
BOBS = ("this-spells-disaster", *("tail-chasing-unicorn",) * 2, "bratty-dragon", "trade-in-value")
FEW = (*("horrifyingly-smelly-dragon",) * 2, *("rune-eating-dragon",) * 2, "sparkly-dragon")
MANY = (
    *("just-for-the-hex-of-it", "prune-to-perfection", "open-house-open-cage"),
    *("curbside-treasure-hunt", "finders-keepers-leash-and-all"),
)
NEXT = (
    "weed-out-the-competition", "sparkly-dragon", *("prune-to-perfection",) * 2,
    *("hedge-nibbling-unicorn", "sneaky-griffin", "moulting-griffin", "kiddie-pool-kraken"),
    *("fence-sitting-griffin", "spoiled-unicorn", "parcel-pegasus", "garden-hose-hydra"),
)  # fmt: skip
"""What is drawn turn by turn: by the second of the three no Spell."""
PLAIN = ("overly-early-rooster", "suspicious-flamingo", "nosy-doorbell")
ARMED = ("grubby-grabber", "tricky-trap", "salty-shaker")
OTHERS = (
    ("remembrance-birdbath", "toastinator-2000", "blo-blo-gadget"),
    ("wobbly-weathervane", "remembrance-birdbath", "toastinator-2000"),
)
RUNES = ("gnasty-gnome", "squeaky-side-gate", "gazing-ball-of-blame")
WORLDS = {
    "few, plain": (FEW, PLAIN), "many, armed": (MANY, ARMED), "few, armed": (FEW, ARMED),
    "many, plain": (MANY, PLAIN),
}  # fmt: skip
"""What the second seat hides: no Spell and equal cards, or Spells alone; Runes that fit, or not."""
PACES = ("relaxed", "normal", "brisk", "days")
HEX_YOURSELF = 1
"""A result of the Spinner that does nothing without a Creature."""
DECLINES = ("skip", "pass", "no", "decline")


def world(name):
    hand, fence = WORLDS[name]
    return runes_stacked(
        [ANNS, hand, BOBS],
        [OTHERS[0], fence, OTHERS[1]],
        [0, *[HEX_YOURSELF] * 9],
        deck=NEXT,
        runes=RUNES,
    )


# --- what the second seat says beforehand ---------------------------------------------------


async def nothing(cem):
    pass


async def an_empty_filing(cem):
    await cem.does(link.FileOrders())


async def a_full_filing(cem):
    """Every Rune, for events that do not come."""
    slots = enumerate(cem.screen.view.seats[1].fence)
    orders = [link.Order(at=at, face=slot.face, when=("steal", "hex")) for at, slot in slots]
    await cem.does(link.FileOrders(orders=tuple(orders)))


async def a_filing_taken_back(cem):
    await a_full_filing(cem)
    await cem.does(link.TakeBackOrders())


async def a_hold_beforehand(cem):
    await cem.does(link.HoldWindow())


async def a_standing_hold(cem):
    await cem.does(link.AlwaysHold(kinds=("cast",)))


async def a_hold_in_the_window(cem):
    """Nothing yet: it is pressed when a window is open."""


async def a_slow_line(cem):
    """Its windows last longer, for everybody and whatever it hides."""
    cem.link.lag = lambda: 0.3


async def automatic_answers(cem):
    """Its interface may skip and draw by itself, wherever that tells nobody anything."""
    cem.automaton = Automaton(cem)


class Automaton:
    """The interface of a player who wants everything answered that may be."""

    def __init__(self, player):
        self._player = player
        self._read = 0
        self.gave = []
        """What it has answered by itself, by the verb of the question."""
        self._client = TableClient(self, lambda: None, lambda: 0.0)
        self._client.listen()

    def attach(self, receive):
        self._receive = receive

    def send(self, message):
        self._sent.append(message)

    async def answers(self):
        """Reads what its player was told, and says what an interface would say by itself."""
        told = self._player.screen.told
        for _, message in told[self._read :]:
            self._receive(message)
        self._read, self._sent = len(told), []
        self._client.read()
        self._client.answer_unasked(Automatic(draw=True, skip=True))
        for message in self._sent:
            self.gave.append(self._player.screen.ask.verb)
            await self._player.does(message)


BEFOREHAND = (
    nothing, an_empty_filing, a_full_filing, a_filing_taken_back, a_hold_beforehand,
    a_standing_hold, a_hold_in_the_window, automatic_answers, a_slow_line,
)  # fmt: skip


async def answer(player, *, casts):
    """Casts if it may be and is wanted, and declines what can be declined."""
    acts = [option.act for option in player.screen.ask.options]
    wanted = ("cast", *DECLINES) if casts else DECLINES
    await player.answers(next((act for act in wanted if act in acts), None))


async def a_step(players, cem, said):
    """Everybody answers what is asked outside of windows, and cem holds one if it may."""
    ann = players[0]
    automaton = getattr(cem, "automaton", None)
    for player in players:
        if player is cem and automaton is not None:
            await automaton.answers()
        thinks = player is cem and cem.seen_before != cem.screen.pending.number
        cem.seen_before = cem.screen.pending.number if player is cem else cem.seen_before
        if thinks:
            continue  # a while: what answers at once by itself would show
        if player.screen.ask is not None and player.screen.window is None:
            await answer(player, casts=player is ann and ann.screen.view.turn == 1)
        await files_if_due(player)
    window = cem.screen.window
    if said is a_hold_in_the_window and window is not None and window.can_hold:
        await cem.does(link.HoldWindow(number=cem.screen.pending.number))


async def files_if_due(player):
    """Across days nobody's turn ends before that."""
    owes = player.screen.pending.beforehand
    if owes is not None and owes.must_file:
        await player.does(link.FileOrders())


async def a_round(beforehand, name, **options):
    """What everybody but cem is told in ann's turn, who casts, and in cem's own."""
    async with hall(
        game="runes-regulations", seats=3, dealer=world(name), pace=None, options=options
    ) as place:
        players = await dealt(place, "ann", "cem", "bob", pets=(1, 0, 0))
        watcher = await place.comes("zoe")
        ann, cem, bob = players
        cem.seen_before = -1
        await beforehand(cem)
        late = None
        for step in range(60):
            await a_step(players, cem, beforehand)
            await place.passes(0.5)
            window = ann.screen.window
            if late is None and (window is not None or step == 2):
                late = await place.comes("xan")  # somebody is let in, while a window is open
            if window is not None and window.somebody_holds and cem.screen.window.mine:
                await place.passes(2)
                await cem.does(link.Give(number=cem.screen.pending.number, option=0))
            if ann.screen.view.turn > 2:
                break
        assert ann.screen.view.turn > 2, f"the round is not over after {step} steps"
        assert late is not None
        return [player.screen.told for player in (ann, bob, watcher, late)]


PAIRS = (
    ("few, plain", "many, armed"), ("few, plain", "few, armed"), ("few, armed", "many, plain"),
    ("few, plain", "many, plain"),
)  # fmt: skip
"""Both differ, the Runes alone, both the other way about, the hand alone."""


def compared_at(pace, beforehand):
    """The worlds to compare: all of them, or a pair, so that each way to say meets each pair."""
    at = PACES.index(pace) + BEFOREHAND.index(beforehand)
    return tuple(WORLDS) if LONG else PAIRS[at % len(PAIRS)]


@pytest.mark.slow
@pytest.mark.attack("T51")
@pytest.mark.rule("RR-HID-11", "RR-HID-18", "RR-HID-19")
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("beforehand", BEFOREHAND)
@pytest.mark.acceptance(3)
async def test_at_no_pace_a_hand_or_a_fence_is_read_off_the_stream(pace, beforehand):
    first, *others = compared_at(pace, beforehand)
    one = await a_round(beforehand, first, pace=pace)
    for name in others:
        assert_same(one, await a_round(beforehand, name, pace=pace))


@pytest.mark.slow
@pytest.mark.rule("RR-HID-19")
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.acceptance(3)
async def test_full_orders_for_usable_runes_look_like_empty_ones_for_useless_runes(pace):
    one = await a_round(a_full_filing, "few, armed", pace=pace)
    assert_same(one, await a_round(an_empty_filing, "many, plain", pace=pace))


@pytest.mark.rule("RR-HID-18")
async def test_the_control_holds_orders_and_a_slow_line_are_seen():
    plain = await a_round(nothing, "few, plain")
    for said in (a_hold_in_the_window, a_standing_hold, an_empty_filing, a_slow_line):
        with pytest.raises(AssertionError):
            assert_same(plain, await a_round(said, "few, plain"))


# --- alone: what bots hide ----------------------------------------------------------------


class Idle:
    """A bot that declines what it may."""

    def choose(self, view, pending, sample, out_of_time):
        acts = [option.act for option in pending.options]
        return next((acts.index(act) for act in DECLINES if act in acts), 0)


async def alone(name, pace):
    """What one who plays against bots is told, and somebody who is let in on the way."""
    async with hall(
        game="runes-regulations", seats=3, bots=2, dealer=world(name), pace=None,
        make_bot=lambda *_: Idle(), options={"pace": pace}, is_open=False, invite="plum",
    ) as place:  # fmt: skip
        ann = await place.comes("ann", is_host=True)
        await ann.does(link.Sit(seat=0, declare=1))
        await ann.does(link.Ready())
        assert ann.screen.lobby.alone is True
        ann.automaton = Automaton(ann)
        late = None
        for step in range(60):
            await ann.automaton.answers()
            if ann.screen.ask is not None:
                await answer(ann, casts=True)
            await files_if_due(ann)
            await place.passes(0.5)
            if late is None and (step == 3 or ann.screen.window is not None):
                late = await place.comes("xan", waits=False)
                await late.does(link.Enter(code="plum"))
            if ann.screen.view.turn > 4:
                break
        assert ann.screen.view.turn > 4
        await place.passes(5)
        assert late.screen.all(link.Seen)
        return ann.screen.told, late.screen.told


@pytest.mark.slow
@pytest.mark.rule("RR-HID-20", "RR-HID-24")
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.acceptance(3)
async def test_alone_nobody_reads_what_a_bot_hides(pace):
    one = await alone("few, plain", pace)
    assert_same(one, await alone("many, armed", pace))


# --- many games -----------------------------------------------------------------------------

SEEDS = 30 if LONG else 20
AT_ONCE = 10
"""So many games a test."""


@pytest.mark.slow
@pytest.mark.rule("RR-HID-14", "RR-EFF-12")
@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
@pytest.mark.acceptance(26)
async def test_no_own_question_is_answered_by_room_or_interface_at_a_table_of_several(first):
    tempting = 0
    for seed in range(first, first + AT_ONCE):
        given, kept, unasked, idle = await some_turns(seed, turns=9 if LONG else 2)
        assert (unasked, kept) == ([], given)
        tempting += idle
    assert tempting, "no phase had nothing to be played in it"


async def some_turns(seed, turns):
    """What two people answer outside of windows, what the record has, and what nobody asked them.

    And how many phases there were in which nothing could be played.
    """
    luck, given, idle = Stream.seeded(seed), [], 0
    async with hall(game="runes-regulations", seats=3, bots=1, dealer=SeededDealer(seed)) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        for player in players:
            player.automaton = Automaton(player)
        while place.room.phase == "playing" and players[0].screen.view.turn <= turns:
            for seat, player in enumerate(players):
                await player.automaton.answers()
                ask, pending = player.screen.ask, player.screen.pending
                if ask is None or pending.window is not None:
                    continue
                option = ask.options[luck.below(len(ask.options))].option
                given.append((seat, option))
                idle += {option.act for option in ask.options} <= {"draw", "skip"}
                await player.does(link.Give(number=pending.number, option=option))
            await place.passes(1.3)
        unasked = [verb for player in players for verb in player.automaton.gave]
        return given, kept_of(place), unasked, idle


def kept_of(place):
    """The answers of people outside of windows, as the record has them."""
    terms, found = place.archive.terms[-1], []
    table = Table(terms.rules, len(terms.roster), terms.options, terms.declared)
    for entry in place.record.entries:
        is_window = isinstance(table.pending, ChooseAll) and table.pending.window
        if isinstance(entry, Answer) and not is_window and not terms.roster[entry.seat].bot:
            found.append((entry.seat, entry.option))
        table.apply(entry)
    return found
