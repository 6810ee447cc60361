"""The Nefarious Neighbor's turn and its Spinner."""

from __future__ import annotations

from collections import Counter

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Roll
from rr_rules.kernel.table import Table
from rr_rules.runes_regulations.turn.spinner import EVENTS, NEFARIOUS_RESULTS, RESULTS
from tests.support.rr_rules.faces import item, on
from tests.support.rr_rules.nefarious import beast, forbidden_discard, night
from tests.support.rr_rules.randomplay import begun

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
GOAT, LAMB, CAT, DOG = (
    "Suspiciously Willing Goat",
    "Lamb Named Thursday",
    "Alley Cat",
    "A Stray Dog",
)
HORROR, WING, HEN = "Bog-Standard Horror", "Bane Wing", "Hen of Mild Foreboding"
IVY, COMPOST, SPARKLY = "Creeping Ivy", "Dark Compost", "Sparkly Dragon"
RUNE, GET_OFF, FRUIT, THEFT, CURSING, DISCARD = range(6)


def spin(result, **told):
    return night(phase="spin", rolls=[result], **told)


# --- phases -----------------------------------------------------------------------------------


@pytest.mark.rule("NN-TURN-01")
def test_the_five_phases_come_in_order():
    t = night(phase="begin", lawn0=[WING], hand0=[GOAT, IVY], lawn1=[TINY])
    t.decline(seat=0)
    assert len(t.state.hand[0]) == 3
    t.skip()
    assert t.verb == "summon_phase"
    t.pick(GOAT)
    assert IVY in t.hand(0)
    assert [event.kind for event in t.events("turn", "draw", "summon", "spin")][:4] == [
        "turn", "draw", "summon", "spin",
    ]  # fmt: skip
    assert t.state.player == 1


@pytest.mark.rule("NN-TURN-02")
def test_effects_of_the_beginning_name_all_targets_before_any_resolves():
    first = beast("First", [item("discard")], on("turn_begins", by="you"),
                  item("hex", "mythical", of="any_neighbor"))  # fmt: skip
    second = beast("Second", [item("discard")], on("turn_begins", by="you"),
                   item("destroy", "creature", of="any_neighbor"))  # fmt: skip
    t = night(phase="begin", faces=[first, second], lawn0=["First", "Second"], lawn1=[TINY],
              lawn2=[CAT])  # fmt: skip
    t.use("First", seat=0).use("Second", seat=0)
    t.pick(TINY, verb="hex")
    assert t.verb == "destroy"
    assert t.lawn(1) == [TINY]
    t.pick(CAT)
    assert (t.lawn(1), t.lawn(2)) == (["# " + TINY], [])


@pytest.mark.rule("NN-TURN-02")
def test_a_summoned_hen_is_offered_at_the_beginning_and_a_stolen_one_is_not():
    t = night(phase="begin", lawn0=[HEN], hand0=[IVY, COMPOST])
    t.use(HEN, seat=0).pick(IVY, verb="discard")
    assert forbidden_discard(t) == [IVY]
    assert night(phase="begin", stray=[HEN], hand0=[IVY, COMPOST]).verb == "cast_phase"


@pytest.mark.rule("NN-TURN-03")
def test_the_draw_phase_takes_one_forbidden_card_without_asking():
    t = night(phase="draw")
    assert (len(t.state.forbidden_deck), len(t.state.hand[0])) == (39, 1)
    assert len(t.state.deck) == 109
    assert t.verb == "cast_phase"


@pytest.mark.rule("NN-TURN-04")
def test_the_cast_phase_is_a_curse_or_a_draw():
    t = night(hand0=[GOAT, WING])
    assert t.labels() == ["draw", "skip"]
    t = night(hand0=[IVY, GOAT], lawn1=[TINY])
    assert t.labels() == [IVY, "draw", "skip"]
    before = len(t.state.forbidden_deck)
    t.draw()
    assert len(t.state.forbidden_deck) == before - 1
    assert t.verb == "summon_phase"


@pytest.mark.rule("NN-TURN-05")
def test_the_summon_phase_is_a_beast_a_sacrificial_creature_or_a_draw():
    t = night(phase="summon", hand0=[WING, GOAT, IVY], stray=[TINY], lawn1=[CAT])
    assert t.labels() == [WING, GOAT, "draw", "skip"]


@pytest.mark.rule("NN-TURN-06", "NN-SPIN-00")
def test_the_spin_phase_has_six_results_of_its_own():
    assert len(NEFARIOUS_RESULTS) == 6
    assert not set(NEFARIOUS_RESULTS) & {*RESULTS, *EVENTS}
    for result in range(6):
        t = spin(result, hand0=[IVY])
        t.pass_until("cast_phase") if t.seat != 1 else t
        [told, *_] = t.events("spin")
        assert (told.by, told.other) == (0, NEFARIOUS_RESULTS[result])
        assert t.events("event_spin", "new_regulation") == []


@pytest.mark.rule("NN-SPIN-00")
def test_each_of_the_six_results_is_as_likely():
    t = night(phase="summon")
    state = begun(t.table)
    state.phase = "spin"
    request = Table.at(t.table.game, state).pending
    assert request == Roll(6, "spin")
    dealer = SeededDealer(1)
    found = Counter(dealer.deal(request) for _ in range(60_000))
    assert len(found) == 6
    assert all(0.162 <= count / 60_000 <= 0.172 for count in found.values())


@pytest.mark.rule("NN-TURN-07")
def test_beginning_cast_and_summon_can_be_skipped_but_not_draw_and_spin():
    t = night(phase="begin", lawn0=[WING])
    t.decline(seat=0).skip().skip()
    assert len(t.events("draw")) >= 1
    assert len(t.events("spin")) == 1
    assert t.state.player == 1


@pytest.mark.rule("NN-TURN-08")
def test_a_whole_nefarious_turn_leaves_the_main_deck_alone():
    t = night(phase="begin", hand0=[IVY, GOAT], lawn1=[TINY], rolls=[FRUIT])
    before = list(t.state.deck)
    t.cast(IVY).pick(GOAT)
    assert t.state.player == 1
    assert t.state.deck == before[:-1]
    assert t.events("draw")[-1].by == 1


# --- results ----------------------------------------------------------------------------------


@pytest.mark.rule("NN-SPIN-01")
def test_new_forbidden_rune():
    t = spin(RUNE, fence0=["Cat Flap to Nowhere", "Hangdog Hammock"])
    assert len(t.fence(0)) == 3
    assert len(t.state.forbidden_rune_deck) == 7


@pytest.mark.rule("NN-SPIN-02")
def test_get_off_my_lawn_moves_a_mythical_creature_to_any_neighbor():
    t = spin(GET_OFF, lawn0=[GOAT, HORROR])
    assert t.labels() == ["player 1", "player 2"]
    t.pick("player 2")
    assert (t.lawn(0), t.lawn(2)) == ([HORROR], [GOAT])
    t = spin(GET_OFF, lawn0=[GOAT], stray=[TINY])
    assert t.labels() == [GOAT, TINY]
    t = spin(GET_OFF, lawn0=[HORROR])
    assert t.state.player == 1


@pytest.mark.rule("NN-SPIN-02b")
def test_the_creature_that_was_moved_enters_and_may_use_its_arrival():
    t = spin(GET_OFF, stray=[SPARKLY], hand2=["Newts in Bulk"])
    t.pick("player 2", verb="player").use(SPARKLY, seat=2)
    t.pick("Newts in Bulk", verb="cast_effect")
    assert t.lawn(2) == [SPARKLY]
    assert len(t.events("draw")) >= 3


@pytest.mark.rule("NN-SPIN-02b")
def test_what_arrives_in_anothers_turn_does_not_count_for_the_summoning_limit():
    t = spin(GET_OFF, lawn0=[GOAT], lawn1=[TINY])
    t.pick("player 1")
    assert (t.state.player, t.state.start_count) == (1, 2)


@pytest.mark.rule("NN-SPIN-02b", "NN-EX-07")
def test_what_arrives_in_the_own_turn_counts_for_the_summoning_limit():
    told = {"player": 1, "hand1": ["Mandatory Spin Class"], "stray": [TINY], "lawn1": [CAT, DOG],
            "rolls": [GET_OFF, 4]}  # fmt: skip
    for began, lost in ((0, True), (1, False)):
        t = night(**told, start_count=began).cast("Mandatory Spin Class")
        t.pick("player 0", verb="player").pick("player 1", verb="player").skip()
        assert (t.verb == "summoning_limit") is lost
        assert t.lawn(1) == [CAT, DOG, TINY]


@pytest.mark.rule("NN-SPIN-03")
def test_forbidden_fruit_is_a_draw():
    t = spin(FRUIT)
    assert len(t.state.hand[0]) == 1
    assert t.state.face[t.state.hand[0][0]].back == "forbidden"


@pytest.mark.rule("NN-SPIN-04")
def test_pety_theft_must_steal_a_mythical_creature():
    t = spin(THEFT, lawn1=[TINY], hexed1=[PARCEL], lawn2=[GOAT])
    assert t.labels() == [TINY, GOAT]
    t.pick(TINY, seat=0)
    assert (t.lawn(0), t.lawn(1)) == ([TINY], ["# " + PARCEL])
    t = spin(THEFT, hexed1=[PARCEL])
    assert t.state.player == 1
    assert t.events("steal") == []


@pytest.mark.rule("NN-SPIN-05")
def test_loud_cursing_must_cast_a_castable_curse():
    t = spin(CURSING, hand0=[IVY, COMPOST, GOAT], lawn1=[TINY])
    assert t.labels() == [IVY]
    t.pick(IVY, verb="curse", seat=0)
    assert t.lawn(1) == ["# " + TINY]


@pytest.mark.rule("NN-SPIN-05", "NN-INFO-06")
def test_without_a_castable_curse_the_log_says_only_that_nothing_happened():
    t = spin(CURSING, hand0=[IVY, COMPOST, GOAT])
    [told] = t.events("no_effect")
    line = t.table.game.line(told).text
    assert line == "Loud Cursing has no effect on {0}"
    assert (told.face, t.hand(0)) == ("", [IVY, COMPOST, GOAT])


@pytest.mark.rule("NN-SPIN-06", "NN-DISC-04")
@pytest.mark.parametrize(("hand", "thrown"), [([IVY, WING, GOAT], 2), ([IVY], 1), ([], 0)])
def test_double_discard_takes_as_many_as_there_are(hand, thrown):
    t = spin(DISCARD, hand0=hand)
    while t.verb == "discard":
        t.choose(0)
    assert forbidden_discard(t) == hand[:thrown]
    assert t.hand(0) == hand[thrown:]
