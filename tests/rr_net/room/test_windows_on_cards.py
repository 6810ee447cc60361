"""Beats, holds and orders on the real cards; the same on pebbles is in `test_windows`."""

import pytest

from rr_net import link
from rr_rules.kernel.transcript import Answer
from tests.rr_net.room.test_alone import (
    BEAT,
    BOTS,
    OF_BOTS,
    OF_BOTS_TOO,
    PLAIN,
    SPELL,
    Caster,
    casts,
    table,
    until,
)
from tests.rr_net.room.test_two_worlds import assert_same
from tests.support.rr_net.roomplay import dealt

OWN_ACT, HOLD = 1.0, 15.0
TRAP = ("tricky-trap", "toastinator-2000", "remembrance-birdbath")
USELESS = ("wobbly-weathervane", "salty-shaker", "remembrance-birdbath")
TRAP_TOO = ("tricky-trap", "grubby-grabber", "salty-shaker")
NAMES = ("ann", "bob", "cem")


def of_three(second=TRAP, third=USELESS, **settings):
    """Three people, of whom the first can cast a Spell, which the second can answer."""
    return table([SPELL, (), ()], [PLAIN, second, third], **settings)


async def a_cast(place):
    """Everybody, in the window of a Spell that was cast just now."""
    players = await dealt(place, *NAMES, pets=(1, 0, 0))
    await casts(players[0])
    assert players[0].screen.window.kind == "cast"
    return players


def uses(player):
    """Who has used which Rune, and when, as this player was told."""
    lines = [(at, line) for at, m in player.screen.told if isinstance(m, link.Log)
             for line in m.lines]  # fmt: skip
    return [(round(at, 6), line.event["by"], line.event["face"]) for at, line in lines
            if line.kind == "declare"]  # fmt: skip


def is_closed(player, number):
    return player.screen.pending.number > number


async def takes(player, act, *, later=True):
    """Answers both questions of a beat with an act, where it is there, else with a pass."""
    window, pending = player.screen.window, player.screen.pending
    asked = [pending.ask, window.next.ask if window.next is not None and later else None]
    first, second = [
        -1 if ask is None else next((o.option for o in ask.options if o.act == act), 0)
        for ask in asked
    ]
    await player.does(link.Give(number=pending.number, option=first, next=second))


# --- the beat -----------------------------------------------------------------------------------


@pytest.mark.rule("RR-HID-13", "RR-HID-17")
@pytest.mark.parametrize("after", [0.05, None])
async def test_a_spell_waits_for_the_whole_beat_whether_all_pass_at_once_or_nobody_does(after):
    async with of_three() as place:
        ann, bob, cem = await a_cast(place)
        begin, number = place.clock.time(), ann.screen.pending.number
        if after is not None:
            await place.passes(after)
            for player in (bob, cem):
                await takes(player, "pass")
        await place.passes(begin + BEAT - 0.001 - place.clock.time())
        assert not is_closed(ann, number)
        await place.passes(0.002)
        assert is_closed(ann, number)
        assert uses(ann) == []


@pytest.mark.rule("RR-HID-17")
async def test_two_traps_are_used_alike_in_whatever_order_and_however_fast_they_were_answered():
    found = []
    for bob_after, cem_after in [(0.05, 1.1), (1.1, 0.05), (0.5, 0.5)]:
        async with of_three(TRAP, TRAP_TOO) as place:
            ann, *others = await a_cast(place)
            begin = place.clock.time()
            first = bob_after <= cem_after
            times = zip((bob_after, cem_after), others, strict=True)
            for after, player in times if first else reversed([*times]):
                await place.passes(begin + after - place.clock.time())
                number, asks = player.screen.pending.number, player.screen.ask is not None
                await player.does(link.Give(number=number, option=0 if asks else -1, next=1))
            await place.passes(begin + BEAT + 0.001 - place.clock.time())
            found.append([(round(at - begin, 6), *rest) for at, *rest in uses(ann)])
    assert [rest for _, *rest in found[0]] == [[1, "tricky-trap"], [2, "tricky-trap"]]
    assert {at for at, *_ in found[0]} == {BEAT}
    assert found[0] == found[1] == found[2]


@pytest.mark.rule("RR-HID-17")
@pytest.mark.acceptance(6)
async def test_an_own_spin_has_a_second_and_what_only_bots_could_answer_three_tenths():
    async with table([SPELL, ()], [PLAIN, OF_BOTS], bots=1) as place:
        await place.comes("zoe")  # at a table of several
        (ann,) = await dealt(place, "ann", pets=(1,))
        await casts(ann)
        begin = place.clock.time()
        lasted = [(ann.screen.window.kind, ann.screen.window.lasts)]
        await place.passes(BOTS)
        assert place.clock.time() == pytest.approx(begin + BOTS)
        while lasted[-1][0] != "spin":
            window = ann.screen.window
            if window is not None:
                lasted.append((window.kind, window.lasts))
            elif ann.screen.ask is not None:
                await ann.answers("skip" if ann.screen.ask.verb == "summon_phase" else None)
                continue
            await place.passes(0.1)
    assert lasted[0] == ("cast", BOTS)
    assert lasted[-1] == ("spin", OWN_ACT)


# --- holding ------------------------------------------------------------------------------------


async def hold(player):
    await player.does(link.HoldWindow(number=player.screen.pending.number))


@pytest.mark.rule("RR-HID-18")
@pytest.mark.parametrize("third", [USELESS, TRAP_TOO], ids=["useless", "usable"])
@pytest.mark.parametrize("answered", [4.0, None])
async def test_a_hold_lasts_until_its_answer_or_fifteen_seconds_whatever_the_fence_holds(
    third, answered
):
    async with of_three(third=third) as place:
        ann, _, cem = await a_cast(place)
        begin, number = place.clock.time(), ann.screen.pending.number
        await place.passes(0.5)
        await hold(cem)
        assert ann.screen.window.somebody_holds
        closes = BEAT + HOLD
        if answered is not None:
            await place.passes(begin + answered - place.clock.time())
            await takes(cem, "pass")
            closes = answered
        await place.passes(begin + closes - 0.001 - place.clock.time())
        assert is_closed(ann, number) is (answered is not None)
        await place.passes(0.002)
        assert is_closed(ann, number)


@pytest.mark.rule("RR-HID-18")
async def test_a_hold_in_the_prolonged_part_counts_from_its_press_and_each_seat_has_one():
    async with of_three() as place:
        ann, bob, cem = await a_cast(place)
        begin, number = place.clock.time(), ann.screen.pending.number
        await hold(cem)
        await hold(cem)
        assert cem.screen.problem.code == "cannot_hold"
        await place.passes(10)
        await hold(bob)
        await place.passes(begin + 10 + HOLD - 0.001 - place.clock.time())
        assert not is_closed(ann, number)
        await place.passes(0.002)
        assert is_closed(ann, number)


# --- orders -------------------------------------------------------------------------------------


def order(player, face, *when):
    fence = player.screen.view.seats[player.screen.view.me].fence
    at = next(at for at, slot in enumerate(fence) if slot.face == face)
    return link.Order(at=at, face=face, when=when)


@pytest.mark.rule("RR-HID-17", "RR-HID-19")
@pytest.mark.parametrize("filed", [(1, 2), (1,), (2,)])
@pytest.mark.acceptance(6)
async def test_a_spell_has_three_tenths_where_all_have_filed_and_its_beat_where_one_has_not(filed):
    async with of_three() as place:
        players = await dealt(place, *NAMES, pets=(1, 0, 0))
        for seat in filed:
            await players[seat].does(link.FileOrders())
        await casts(players[0])
        ann = players[0]
        assert ann.screen.window.lasts == (BOTS if len(filed) == 2 else BEAT)
        assert [seat.filed for seat in ann.screen.seats] == [seat in filed for seat in range(3)]


@pytest.mark.rule("RR-HID-19")
@pytest.mark.parametrize(("when", "used"), [("cast", True), ("steal", False)])
async def test_a_trap_is_used_as_it_was_ordered_and_the_record_has_the_answer_alone(when, used):
    async with of_three() as place:
        players = await dealt(place, *NAMES, pets=(1, 0, 0))
        ann, bob, cem = players
        await bob.does(link.FileOrders(orders=(order(bob, "tricky-trap", when),)))
        await cem.does(link.FileOrders())
        before = len(place.record.entries)
        await casts(ann)
        assert bob.screen.ask is None
        await place.passes(BOTS + 0.001)
        assert [(by, face) for _, by, face in uses(ann)] == [(1, "tricky-trap")] * used
        assert {type(each) for each in place.record.entries[before:] if each.seat == 1} == {Answer}


@pytest.mark.rule("RR-HID-19")
async def test_orders_that_are_taken_back_ask_again_from_the_next_window_on():
    async with of_three() as place:
        ann, bob, _ = await dealt(place, *NAMES, pets=(1, 0, 0))
        await bob.does(link.FileOrders(orders=(order(bob, "tricky-trap", "cast"),)))
        await bob.does(link.TakeBackOrders())
        await casts(ann)
        asks = (bob.screen.ask, bob.screen.window.next and bob.screen.window.next.ask)
        assert any(asks)
        await place.passes(BEAT + 0.001)
        assert uses(ann) == []


@pytest.mark.rule("RR-HID-19")
async def test_orders_for_a_trap_that_has_been_used_are_refused_in_words_and_change_nothing():
    async with of_three() as place:
        ann, bob, _ = await a_cast(place)
        gone = order(bob, "tricky-trap", "cast")
        await takes(bob, "use")
        await place.passes(BEAT + 0.001)
        assert [face for *_, face in uses(ann)] == ["tricky-trap"]
        kept = order(bob, "toastinator-2000", "steal")
        await bob.does(link.FileOrders(orders=(kept,)))
        await bob.does(link.FileOrders(orders=(gone,)))
        assert bob.screen.problem.code == "no_such_card"
        assert "look again and file anew" in bob.screen.problem.text
        assert bob.screen.pending.beforehand.orders == (kept,)


# --- bots ---------------------------------------------------------------------------------------


@pytest.mark.rule("RR-HID-20")
async def test_at_a_table_of_several_a_bot_with_a_trap_shows_nothing_before_the_close():
    streams = []
    for fence in (OF_BOTS_TOO, TRAP):
        async with of_three(third=fence, bots=1, bot=lambda: Caster(uses=True)) as place:
            ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
            await casts(ann)
            await until(ann, lambda screen: screen.window is not None, place)
            await place.passes(BEAT - 0.001)
            streams.append([[*ann.screen.told], [*bob.screen.told]])
            await place.passes(0.002)
            used = uses(ann)
    assert_same(*streams)
    assert [(by, face) for _, by, face in used] == [(2, "tricky-trap")]
