"""Two worlds again, at every pace: nobody reads a hand or a Fence off the times of an evening.

As in `test_two_worlds`: the same evening is played twice, by the same public choices, and compared
message for message and moment for moment. What differs is what the last seat hides: Runes that fit
or not, one legal answer or many, Spells or none, equal cards; and what it has said beforehand.
"""

import pytest

from rr_net import link
from tests.rr_net.room.test_two_worlds import assert_same
from tests.support.rr_net.roomplay import dealt, hall, runes_stacked

ANNS = ("rune-service-lukewarm", *("garage-hoarding-dragon",) * 2, *("grillmaster-dragon",) * 2)
BOBS = ("this-spells-disaster", *("tail-chasing-unicorn",) * 2, "bratty-dragon", "trade-in-value")
FEW = (*("horrifyingly-smelly-dragon",) * 2, *("rune-eating-dragon",) * 2, "sparkly-dragon")
MANY = (
    *("just-for-the-hex-of-it", "prune-to-perfection", "open-house-open-cage"),
    *("curbside-treasure-hunt", "finders-keepers-leash-and-all"),
)
NEXT = (*("weed-out-the-competition",) * 2, *("surprise-fence-inspection",) * 2, "sparkly-dragon")
PLAIN = ("overly-early-rooster", "suspicious-flamingo", "nosy-doorbell")
ARMED = ("grubby-grabber", "tricky-trap", "salty-shaker")
OTHERS = (
    ("remembrance-birdbath", "toastinator-2000", "blo-blo-gadget"),
    ("wobbly-weathervane", "remembrance-birdbath", "toastinator-2000"),
)
RUNES = ("gnasty-gnome", "squeaky-side-gate", "gazing-ball-of-blame")
WORLDS = {"few, plain": (FEW, PLAIN), "many, armed": (MANY, ARMED), "few, armed": (FEW, ARMED)}
HEX_YOURSELF = 1
"""A result of the Spinner that does nothing without a Creature."""
DECLINES = ("skip", "pass", "no", "decline")


def world(name):
    hand, fence = WORLDS[name]
    return runes_stacked(
        [ANNS, BOBS, hand], [*OTHERS, fence], [0, *[HEX_YOURSELF] * 9], deck=NEXT, runes=RUNES
    )


# --- what the last seat says beforehand ---------------------------------------------------


async def nothing(cem):
    pass


async def an_empty_filing(cem):
    await cem.does(link.FileOrders())


async def a_full_filing(cem):
    """Every Rune, for events that do not come."""
    slots = enumerate(cem.screen.view.seats[2].fence)
    orders = [link.Order(at=at, face=slot.face, when=("steal", "hex")) for at, slot in slots]
    await cem.does(link.FileOrders(orders=tuple(orders)))


async def a_filing_taken_back(cem):
    await a_full_filing(cem)
    await cem.does(link.TakeBackOrders())


async def a_hold_beforehand(cem):
    await cem.does(link.HoldWindow())


async def a_standing_hold(cem):
    await cem.does(link.AlwaysHold(kinds=("cast",)))


async def answer(player, *, casts):
    """Casts if it may be and is wanted, and declines what can be declined."""
    acts = [option.act for option in player.screen.ask.options]
    wanted = ("cast", *DECLINES) if casts else DECLINES
    await player.answers(next((act for act in wanted if act in acts), None))


async def a_round(beforehand, name, **options):
    """What everybody but the last seat is told in the turns of all three, the last one's too."""
    async with hall(
        game="runes-regulations", seats=3, dealer=world(name), pace=None, options=options
    ) as place:
        players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        watcher = await place.comes("zoe")
        ann, _, cem = players
        await beforehand(cem)
        late = None
        for step in range(60):
            for player in players:
                if player.screen.ask is not None and player.screen.window is None:
                    await answer(player, casts=player is ann and ann.screen.view.turn == 1)
                owes = player.screen.pending.beforehand
                if owes is not None and owes.must_file:
                    await player.does(link.FileOrders())
            await place.passes(0.5)
            window = ann.screen.window
            if late is None and (window is not None or step == 2):
                late = await place.comes("xan")  # somebody is let in, while a window is open
            if window is not None and window.somebody_holds and cem.screen.window.mine:
                await place.passes(2)
                await cem.does(link.Give(number=cem.screen.pending.number, option=0))
            if ann.screen.view.turn > 3:
                break
        assert ann.screen.view.turn > 3, f"the round is not over after {step} steps"
        assert late is not None
        return [player.screen.told for player in (*players[:2], watcher, late)]


@pytest.mark.attack("T51")
@pytest.mark.rule("RR-HID-11", "RR-HID-17", "RR-HID-19")
@pytest.mark.parametrize("pace", ["relaxed", "normal", "brisk", "days"])
@pytest.mark.parametrize("beforehand", [nothing, a_full_filing])
async def test_at_no_pace_a_hand_or_a_fence_is_read_off_the_stream(pace, beforehand):
    one = await a_round(beforehand, "few, plain", pace=pace)
    assert_same(one, await a_round(beforehand, "many, armed", pace=pace))


@pytest.mark.rule("RR-HID-18", "RR-HID-19", "RR-EFF-12")
@pytest.mark.parametrize("beforehand", [a_filing_taken_back, a_hold_beforehand, a_standing_hold])
async def test_what_is_said_beforehand_shows_no_card(beforehand):
    one = await a_round(beforehand, "many, armed")
    assert_same(one, await a_round(beforehand, "few, plain"))


@pytest.mark.rule("RR-HID-19")
async def test_full_orders_for_usable_runes_look_like_empty_ones_for_useless_runes():
    one = await a_round(a_full_filing, "few, armed")
    assert_same(one, await a_round(an_empty_filing, "few, plain"))


# --- alone: what bots hide ----------------------------------------------------------------


class Idle:
    """A bot that declines what it may."""

    def choose(self, view, pending, sample, out_of_time):
        acts = [option.act for option in pending.options]
        return next((acts.index(act) for act in DECLINES if act in acts), 0)


@pytest.mark.rule("RR-HID-20", "RR-HID-24")
@pytest.mark.parametrize("pace", ["relaxed", "brisk"])
async def test_alone_nobody_reads_what_a_bot_hides(pace):
    streams = []
    for name in ("few, plain", "many, armed"):
        async with hall(
            game="runes-regulations", seats=3, bots=2, dealer=world(name), pace=None,
            make_bot=lambda *_: Idle(), options={"pace": pace},
        ) as place:  # fmt: skip
            (ann,) = await dealt(place, "ann", pets=(1,))
            assert ann.screen.lobby.alone is True
            for _ in range(60):
                if ann.screen.ask is not None:
                    await answer(ann, casts=True)
                await place.passes(0.5)
                if ann.screen.view.turn > 3:
                    break
            assert ann.screen.view.turn > 3
            streams.append([ann.screen.told])
    assert_same(*streams)
