"""Reaction windows: how long they stay open, and that nothing shows who thinks about what."""

import pytest

from rr_net import link
from rr_net.game.windows import SealedWindow
from rr_net.link.refusals import Refused
from rr_rules.kernel.transcript import Answer
from tests.support.rr_net.roomplay import dealt, hall, pebbles_stacked, runes_stacked

BEAT, PATIENCE = 1.2, 15
THREE = ("red", "red", "green")


async def thrown(place, *names):
    """Players in an open window: the first has just thrown its first pebble."""
    players = await dealt(place, *names, pets=(1,) + (0,) * (len(names) - 1))
    await players[0].answers("skip")
    await players[0].answers("throw")
    return players


def table(*hands, **settings):
    """A room of pebbles in which these hands are dealt."""
    hands = hands or (THREE, THREE, ("blue", "blue", "blue"))
    return hall(seats=len(hands), dealer=pebbles_stacked(*hands, rolls=[0] * 20), **settings)


def is_open(player):
    return player.screen.window is not None


# --- the beat -----------------------------------------------------------------------------


async def test_everybody_eligible_gets_the_same_window_and_the_own_options():
    async with table() as place:
        ann, bob, cem = await thrown(place, "ann", "bob", "cem")
        watcher = await place.comes("dee")
        assert bob.screen.window == cem.screen.window
        assert bob.screen.window.closes_in == BEAT
        assert [o.act for o in bob.screen.ask.options] == ["pass", "catch", "catch"]
        # Cem holds nothing usable, and is asked all the same.
        assert [o.act for o in cem.screen.ask.options] == ["pass"]
        for screen in (ann.screen, watcher.screen):
            assert screen.window.mine is False
            assert screen.ask is None
            assert screen.window.about == "{0}: threw red"


@pytest.mark.rule("RR-HID-12")
async def test_the_status_never_names_who_is_waited_for_or_counts_the_answers():
    async with table() as place:
        ann, bob, cem = await thrown(place, "ann", "bob", "cem")
        marks = {player: len(player.screen.told) for player in (ann, cem)}
        await bob.answers("catch")
        assert {player: player.screen.since(mark) for player, mark in marks.items()} == {
            ann: [],
            cem: [],
        }
        assert ann.screen.pending.waiting == ()
        assert bob.screen.window.answered is True
        await cem.does(link.HoldWindow(number=cem.screen.pending.number))
        assert ann.screen.window.somebody_holds is True
        assert ann.screen.pending.waiting == ()
        public = ann.screen.window.model_dump()
        assert set(public) == {
            *("about", "kind", "closes_in", "lasts", "somebody_holds"),
            *("mine", "answered", "can_hold", "next"),
        }
        assert (public["mine"], public["answered"], public["can_hold"]) == (False, False, False)


@pytest.mark.rule("RR-HID-13")
async def test_the_window_closes_with_its_beat_however_fast_all_have_passed():
    async with table() as place:
        ann, bob, cem = await thrown(place, "ann", "bob", "cem")
        await place.passes(0.05)
        await bob.answers("pass")
        await cem.answers("pass")
        entries = len(place.record.entries)
        await place.passes(BEAT - 0.06)
        assert is_open(ann)
        await place.passes(0.011)
        assert not is_open(ann)
        assert len(place.record.entries) > entries


async def outcome_of(answers):
    """The public result of a window and the time of its close, for answers given at given times."""
    async with table(THREE, THREE, ("red", "red", "blue")) as place:
        players = await thrown(place, "ann", "bob", "cem")
        begin = place.clock.time()
        for at, seat in sorted(answers):
            await place.passes(begin + at - place.clock.time())
            await players[seat].answers("catch")
        await place.passes(10)
        told = players[0].screen.told
        closed = next(at for at, m in told if at > begin and isinstance(m, link.Pending))
        lines = [line.text for line in players[0].screen.lines if line.kind in {"caught", "took"}]
        return round(closed - begin, 6), lines


@pytest.mark.rule("RR-HID-17")
async def test_order_and_speed_of_the_answers_change_neither_the_result_nor_the_close():
    one = await outcome_of([(0.1, 1), (1.1, 2)])
    other = await outcome_of([(0.9, 1), (0.0, 2)])
    assert one == other == (BEAT, ["{1}: caught red of {0}", "{1}: took red of {0}",
                                   "{2}: caught red of {0}"])  # fmt: skip


@pytest.mark.rule("RR-HID-17")
async def test_play_goes_on_after_the_beat_when_nobody_presses_a_key():
    async with table() as place:
        ann, bob, _ = await thrown(place, "ann", "bob", "cem")
        await place.passes(BEAT)
        assert not is_open(ann)
        assert bob.screen.ask.verb == "draw"
        assert [entry for entry in place.record.entries if entry == Answer(1, 0)]


async def test_a_longer_beat_is_agreed_on_before_the_deal():
    async with table(options={"window_seconds": "4"}) as place:
        ann, _, _ = await thrown(place, "ann", "bob", "cem")
        await place.passes(3.9)
        assert is_open(ann)
        await place.passes(0.1)
        assert not is_open(ann)


async def test_what_is_picked_at_the_close_is_the_answer():
    async with table() as place:
        ann, bob, _ = await thrown(place, "ann", "bob", "cem")
        entries = list(place.record.entries)
        await bob.does(link.Give(number=bob.screen.pending.number, option=2, done=False))
        await bob.does(link.Give(number=bob.screen.pending.number, option=1, done=False))
        assert place.record.entries == entries
        await place.passes(BEAT)
        assert Answer(1, 1) in place.record.entries[len(entries) :]
        assert "caught" in [line.kind for line in ann.screen.lines]


@pytest.mark.parametrize("window", ["answered", "fast"])
async def test_a_pick_that_is_not_final_counts_in_sealed_windows_alone(window):
    async with table(options={"window": window}) as place:
        ann, bob, _ = await thrown(place, "ann", "bob", "cem")
        entries = list(place.record.entries)
        await bob.does(link.Give(number=bob.screen.pending.number, option=1, done=False))
        assert bob.screen.problem.code == "not_sealed"
        assert place.record.entries == entries
        assert is_open(ann)


async def test_an_answer_that_is_given_is_kept_at_once_and_stands():
    async with table() as place:
        _, bob, _ = await thrown(place, "ann", "bob", "cem")
        number = bob.screen.pending.number
        await bob.answers("catch")
        assert place.record.entries[-1] == Answer(1, 1)
        await bob.does(link.Give(number=number, option=0))
        assert bob.screen.problem.code == "wrong_seat"


async def test_what_arrives_late_is_dropped():
    async with table() as place:
        _, bob, _ = await thrown(place, "ann", "bob", "cem")
        number = bob.screen.pending.number
        await place.passes(BEAT)
        entries = list(place.record.entries)
        await bob.does(link.Give(number=number, option=1))
        assert bob.screen.problem.code == "stale_answer"
        assert place.record.entries == entries


async def test_nothing_is_sorted_while_a_window_is_open_whoever_has_answered():
    """The journal has all answers then, and its next entry must follow them."""
    async with table() as place:
        ann, bob, cem = await thrown(place, "ann", "bob", "cem")
        await bob.answers("pass")
        await cem.answers("pass")
        entries = list(place.record.entries)
        for player in (ann, bob, cem):
            await player.does(link.Rearrange(zone="hand", order=(1, 0)))
            assert player.screen.problem.code == "window_open"
        assert place.record.entries == entries


async def test_a_game_that_is_ended_when_all_have_answered_ends_after_their_answers():
    async with table() as place:
        ann, bob, cem = await thrown(place, "ann", "bob", "cem")
        await bob.answers("catch")
        await cem.answers("pass")
        await ann.does(link.Host(act="end"))
        assert "caught" in [line.kind for line in ann.screen.lines]
        assert ann.screen.last(link.Ended).reason == "broken_off"


# --- slow lines ---------------------------------------------------------------------------


def behind(player, seconds):
    """The line of a player takes so long there and back."""
    player.link.lag = lambda: seconds


async def lasting(slow, *, filed=(), settings=None):
    """How long everybody is shown that a window lasts, with these lines, and when it closes."""
    async with table(**(settings or {})) as place:
        ann, *_ = players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        for name, seconds in slow.items():
            behind(place.players[name], seconds)
        for name in filed:
            await place.players[name].does(link.FileOrders())
        await throw_first(place)
        (lasts,) = {player.screen.window.lasts for player in players}
        await place.passes(lasts - 0.001)
        assert is_open(ann)
        await place.passes(0.002)
        assert not is_open(ann)
        return lasts


@pytest.mark.rule("RR-HID-17")
@pytest.mark.parametrize(
    ("slow", "more"),
    [
        ({"bob": 0.3}, 0.3),
        ({"bob": 0.3, "cem": 0.1}, 0.3),  # the slowest of those who are asked
        ({"bob": 0.34}, 0.3),  # in tenths: no length measures a line
        ({"bob": 0.04, "cem": 0.03}, 0.0),  # good lines cost nothing
        ({"ann": 0.3}, 0.0),  # whose throw it is is not asked
        ({"bob": 60.0}, 0.4),
        ({"bob": -1.0}, 0.0),
    ],
)
async def test_a_window_lasts_longer_for_everybody_by_the_slowest_line_that_is_asked(slow, more):
    assert await lasting(slow) == pytest.approx(BEAT + more)


@pytest.mark.rule("RR-HID-17")
async def test_at_every_beat_a_slow_line_adds_the_same():
    for beat in ("1", "2.5"):
        settings = {"options": {"window_seconds": beat}}
        assert await lasting({"cem": 0.2}, settings=settings) == pytest.approx(float(beat) + 0.2)


@pytest.mark.rule("RR-HID-17", "RR-HID-19")
async def test_whoever_has_filed_is_not_waited_for_however_slow_the_line():
    assert await lasting({"bob": 0.4}, filed=["bob"]) == BEAT
    assert await lasting({"bob": 0.4}, filed=["bob", "cem"]) == pytest.approx(0.3)


@pytest.mark.rule("RR-HID-18")
async def test_a_hold_counts_from_the_end_of_the_longer_beat():
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        behind(bob, 0.3)
        await throw_first(place)
        await bob.does(link.HoldWindow(number=bob.screen.pending.number))
        assert ann.screen.window.lasts == pytest.approx(BEAT + 0.3 + PATIENCE)


@pytest.mark.rule("RR-HID-17")
async def test_a_key_pressed_late_in_the_own_frame_counts_behind_a_slow_line():
    """Drawn at half a round trip after the opening, pressed 1.1 s after that, half one more."""
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        behind(bob, 0.3)
        await throw_first(place)
        await place.passes(0.15 + 1.1 + 0.15)
        await bob.answers("catch")
        await place.passes(0.2)
        assert "caught" in [line.kind for line in ann.screen.lines]


async def test_a_line_that_is_down_is_none_and_a_line_that_is_back_counts_from_the_next_window():
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        behind(bob, 0.3)
        await bob.drops()
        await throw_first(place)
        assert ann.screen.window.lasts == BEAT


# --- wait ---------------------------------------------------------------------------------


@pytest.mark.rule("RR-HID-18")
async def test_a_window_closes_when_whoever_waited_has_answered():
    async with table() as place:
        ann, _, cem = await thrown(place, "ann", "bob", "cem")
        await place.passes(1)
        await cem.does(link.HoldWindow(number=cem.screen.pending.number))
        assert ann.screen.window.somebody_holds is True
        await place.passes(4)
        assert is_open(ann)
        await cem.answers("pass")
        assert not is_open(ann)


@pytest.mark.rule("RR-HID-18")
async def test_a_wait_without_an_answer_ends_fifteen_seconds_after_the_beat():
    async with table() as place:
        ann, _, cem = await thrown(place, "ann", "bob", "cem")
        await cem.does(link.HoldWindow(number=cem.screen.pending.number))
        assert ann.screen.window.lasts == BEAT + PATIENCE
        await place.passes(BEAT + PATIENCE - 0.1)
        assert is_open(ann)
        await place.passes(0.101)
        assert not is_open(ann)


async def test_how_long_a_wait_lasts_is_agreed_on_before_the_deal():
    async with table(options={"wait_seconds": "40"}) as place:
        ann, _, cem = await thrown(place, "ann", "bob", "cem")
        await cem.does(link.HoldWindow(number=cem.screen.pending.number))
        await place.passes(BEAT + 39.9)
        assert is_open(ann)
        await place.passes(0.101)
        assert not is_open(ann)


async def test_wait_is_pressed_once_and_only_by_the_eligible():
    async with table() as place:
        ann, bob, _ = await thrown(place, "ann", "bob", "cem")
        number = bob.screen.pending.number
        assert bob.screen.window.can_hold is True
        await bob.does(link.HoldWindow(number=number))
        assert bob.screen.window.can_hold is False
        await bob.does(link.HoldWindow(number=number))
        await ann.does(link.HoldWindow(number=number))
        assert bob.screen.problem.code == ann.screen.problem.code == "cannot_hold"


def test_an_answer_of_one_who_waits_does_not_end_the_beat():
    window = SealedWindow((1, 2), opened=100, beat=2.5, patience=15)
    window.hold(1, 100.5)
    window.answered(1)
    assert window.next_at == 102.5


def test_several_waits_run_side_by_side():
    window = SealedWindow((1, 2), opened=100, beat=2.5, patience=15)
    window.hold(1, 101)
    window.hold(2, 110)
    # A press in the prolonged part counts from the press, one in the beat from its end.
    assert window.next_at == 125
    window.answered(2)
    assert window.next_at == 117.5
    window.answered(1)
    assert window.next_at == 102.5


def test_the_gauge_does_not_show_that_somebody_who_waited_has_answered():
    window = SealedWindow((1, 2), opened=100, beat=2.5, patience=15)
    window.hold(1, 101)
    window.hold(2, 110)
    shown = window.shown_until
    window.answered(2)
    assert window.shown_until == shown == 125
    assert window.somebody_holds is True


def test_who_has_answered_cannot_hold_any_more():
    window = SealedWindow((1, 2), opened=100, beat=2.5, patience=15)
    window.answered(1)
    with pytest.raises(Refused):
        window.hold(1, 101)


# --- holds beforehand, and filed orders ---------------------------------------------------


async def throw_first(place):
    """The first player throws the first pebble."""
    first = place.players["ann"]
    await first.answers("skip")
    await first.answers("throw")


@pytest.mark.rule("RR-HID-18")
async def test_a_hold_that_was_pressed_before_holds_the_next_window_and_no_other():
    async with table() as place:
        ann, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await cem.does(link.HoldWindow())
        assert cem.screen.pending.beforehand.holds_next is True
        assert bob.screen.pending.beforehand.holds_next is False
        await throw_first(place)
        assert ann.screen.window.lasts == BEAT + PATIENCE
        assert cem.screen.window.can_hold is False
        assert cem.screen.pending.beforehand.holds_next is False
        await cem.answers("pass")
        await place.passes(BEAT + 0.001)
        assert not is_open(ann)


@pytest.mark.rule("RR-HID-18")
async def test_a_hold_beforehand_is_taken_back():
    async with table() as place:
        ann, _, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await cem.does(link.HoldWindow())
        await cem.does(link.HoldWindow(on=False))
        await throw_first(place)
        assert ann.screen.window.lasts == BEAT


@pytest.mark.rule("RR-HID-18")
@pytest.mark.parametrize(
    ("kinds", "held"), [(("threw",), True), (("all",), True), (("scored",), False)]
)
async def test_a_standing_hold_holds_every_window_of_its_kinds(kinds, held):
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.AlwaysHold(kinds=kinds))
        assert bob.screen.pending.beforehand.always_hold == kinds
        await throw_first(place)
        assert ann.screen.window.somebody_holds is held
        assert bob.screen.ask is not None


@pytest.mark.rule("RR-HID-19")
async def test_filing_suspends_a_standing_hold():
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.AlwaysHold(kinds=("all",)))
        await bob.does(link.FileOrders())
        await throw_first(place)
        assert ann.screen.window.somebody_holds is False
        assert bob.screen.window.can_hold is False


USE_IT = link.Order(zone="hand", at=0, face="red", when=("threw",))


def orders_of(*changes):
    return link.FileOrders(orders=tuple(USE_IT.model_copy(update=each) for each in changes))


@pytest.mark.rule("RR-HID-19")
async def test_filed_orders_answer_and_the_record_holds_the_answer_alone():
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        entries = len(place.record.entries)
        await bob.does(link.FileOrders(orders=(USE_IT,)))
        assert [seat.filed for seat in ann.screen.seats] == [False, True, False]
        assert bob.screen.pending.beforehand.orders == (USE_IT,)
        assert ann.screen.pending.beforehand.orders == ()
        assert len(place.record.entries) == entries
        await throw_first(place)
        assert bob.screen.ask is None
        await place.passes(BEAT + 0.001)
        assert Answer(1, 1) in place.record.entries[entries:]
        assert "caught" in [line.kind for line in ann.screen.lines]


@pytest.mark.rule("RR-HID-19")
@pytest.mark.parametrize(
    "order",
    [
        link.Order(zone="hand", at=0, face="red"),
        link.Order(zone="hand", at=0, face="red", when=("scored",)),
        link.Order(zone="hand", at=0, face="red", when=("all",), by=(2,)),
    ],
    ids=["not", "at another kind", "by somebody else"],
)
async def test_a_card_is_used_at_the_kind_and_by_whom_it_was_ordered_for(order):
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.FileOrders(orders=(order,)))
        await throw_first(place)
        await place.passes(BEAT + 0.001)
        assert "caught" not in [line.kind for line in ann.screen.lines]


@pytest.mark.rule("RR-HID-19")
async def test_orders_go_with_the_card_when_the_hand_is_sorted():
    async with table(THREE, ("red", "blue", "blue"), THREE) as place:
        _, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.FileOrders(orders=(USE_IT,)))
        await bob.does(link.Rearrange(zone="hand", order=(2, 1, 0)))
        assert bob.screen.pending.beforehand.orders == (USE_IT.model_copy(update={"at": 2}),)
        await throw_first(place)
        await place.passes(BEAT + 0.001)
        assert Answer(1, 1) in place.record.entries


@pytest.mark.rule("RR-HID-17")
@pytest.mark.rule("RR-HID-19")
async def test_the_beat_is_short_if_all_have_filed_and_as_usual_if_one_has_not():
    for filed, beat in ((("bob", "cem"), 0.3), (("bob",), BEAT)):
        async with table() as place:
            ann, *_ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
            for name in filed:
                await place.players[name].does(link.FileOrders())
            await throw_first(place)
            assert ann.screen.window.lasts == beat
            await place.passes(beat - 0.01)
            assert is_open(ann)
            await place.passes(0.011)
            assert not is_open(ann)


@pytest.mark.rule("RR-HID-19")
async def test_what_is_filed_or_taken_back_counts_from_the_next_window_on():
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await throw_first(place)
        await bob.does(link.FileOrders())
        assert bob.screen.ask is not None
        assert ann.screen.window.lasts == BEAT
        await place.passes(BEAT + 0.001)
        # Bob's turn has begun: until then the orders were for.
        assert [seat.filed for seat in ann.screen.seats] == [False, False, False]


@pytest.mark.rule("RR-HID-19")
async def test_orders_that_are_taken_back_in_a_window_answer_that_one():
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.FileOrders(orders=(USE_IT,)))
        await throw_first(place)
        await bob.does(link.TakeBackOrders())
        assert ann.screen.seats[1].filed is False
        assert bob.screen.ask is None
        await place.passes(BEAT + 0.001)
        assert "caught" in [line.kind for line in ann.screen.lines]


@pytest.mark.rule("RR-HID-19")
@pytest.mark.parametrize(
    "order",
    [
        link.Order(zone="hand", at=0, face="blue", when=("all",)),
        link.Order(zone="hand", at=9, face="red", when=("all",)),
        link.Order(zone="bag", at=0, face="red", when=("all",)),
    ],
)
async def test_orders_for_a_card_that_is_not_there_are_refused_and_change_nothing(order):
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.FileOrders(orders=(USE_IT,)))
        mark = len(ann.screen.told)
        await bob.does(link.FileOrders(orders=(order,)))
        assert bob.screen.problem.code == "no_such_card"
        assert "look again" in bob.screen.problem.text
        assert bob.screen.pending.beforehand.orders == (USE_IT,)
        assert ann.screen.since(mark) == []


@pytest.mark.rule("RR-HID-19")
@pytest.mark.parametrize(
    ("message", "words"),
    [
        (orders_of({"when": ("no-such-kind",)}), "no kind of event is called 'no-such-kind'"),
        (orders_of({"when": ("all",), "by": (77,)}), "no seat 77"),
        (orders_of({"when": ("all",), "by": (1, -3)}), "no seat -3"),
        (orders_of({"when": ("all",)}, {"when": ("threw",)}), "two orders"),
        (link.FileOrders(ask_me=("zzz",)), "'zzz'"),
        (link.AlwaysHold(kinds=("no-such-kind",)), "there are all, "),
    ],
)
async def test_what_names_no_kind_or_seat_of_the_game_is_refused_and_changes_nothing(
    message, words
):
    async with table() as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.FileOrders(orders=(USE_IT,)))
        await bob.does(link.AlwaysHold(kinds=("threw",)))
        mark = len(ann.screen.told)
        await bob.does(message)
        assert bob.screen.problem.code == "bad_order"
        assert words in bob.screen.problem.text
        assert bob.screen.pending.beforehand.orders == (USE_IT,)
        assert bob.screen.pending.beforehand.always_hold == ("threw",)
        assert ann.screen.since(mark) == []


# --- answered -----------------------------------------------------------------------------


@pytest.mark.rule("RR-HID-22")
async def test_an_answered_window_closes_when_all_have_answered_and_not_before():
    async with table(options={"window": "answered"}) as place:
        ann, bob, cem = await thrown(place, "ann", "bob", "cem")
        await bob.answers("pass")
        await place.passes(300)
        # Cem holds nothing usable and has not answered: it stays open.
        assert is_open(ann)
        assert ann.screen.pending.waiting == ()
        await cem.answers("pass")
        assert not is_open(ann)


@pytest.mark.rule("RR-HID-22")
async def test_an_answered_window_closes_quickly_when_both_pass_quickly():
    async with table(options={"window": "answered"}) as place:
        ann, bob, cem = await thrown(place, "ann", "bob", "cem")
        begin = place.clock.time()
        await cem.answers("pass")
        await bob.answers("pass")
        assert not is_open(ann)
        assert place.clock.time() == begin


async def test_answers_are_sealed_until_an_answered_window_closes():
    async with table(options={"window": "answered"}) as place:
        ann, bob, cem = await thrown(place, "ann", "bob", "cem")
        mark = len(ann.screen.told)
        await bob.answers("catch")
        assert ann.screen.since(mark) == []
        await cem.answers("pass")
        assert "caught" in [line.kind for line in ann.screen.lines]


async def test_orders_and_holds_are_not_offered_in_answered_windows():
    async with table(options={"window": "answered"}) as place:
        _, bob, _ = await thrown(place, "ann", "bob", "cem")
        assert bob.screen.window.can_hold is False
        assert bob.screen.pending.beforehand is None
        number = bob.screen.pending.number
        holds = (link.AlwaysHold(kinds=("all",)), link.HoldWindow(number=number), link.HoldWindow())
        for message in (*holds, link.FileOrders(), link.TakeBackOrders()):
            mark = len(bob.screen.told)
            await bob.does(message)
            [(_, problem)] = bob.screen.since(mark)
            assert problem.code == "not_offered"


# --- prompts that are public --------------------------------------------------------------


@pytest.mark.rule("RR-HID-15")
async def test_a_prompt_about_public_cards_shows_whom_it_waits_for():
    dealer = runes_stacked([("bratty-dragon",), ()], [(), ()], rolls=[3] * 4)
    settings = {"game": "runes-regulations", "dealer": dealer, "options": {"window": "fast"}}
    async with hall(**settings) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await play_until(ann, "summon_phase", [ann, bob])
        await choose(ann, "Bratty Dragon")
        await play_until(ann, "use", [ann, bob])
        assert ann.screen.view.phase == "begin"
        assert ann.screen.ask.source == "bratty-dragon"
        assert bob.screen.pending.waiting == (0,)
        assert bob.screen.ask is None


async def play_until(player, verb, players):
    """Everybody declines, or takes the first option, until a player is asked that."""
    while player.screen.ask is None or player.screen.ask.verb != verb:
        asked = next(each for each in players if each.screen.ask is not None)
        acts = [option.act for option in asked.screen.ask.options]
        await asked.answers(next((act for act in ("pass", "skip") if act in acts), None))


async def choose(player, label):
    """Answers with the option that names a card."""
    options = player.screen.ask.options
    wanted = next(option.option for option in options if label in option.label)
    await player.does(link.Give(number=player.screen.pending.number, option=wanted))
