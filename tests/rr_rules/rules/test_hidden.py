"""Hidden information: what a seat is shown, told and offered depends on what it may know."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from rr_rules.kernel.errors import CannotArrange
from rr_rules.runes_regulations.events.windows import eligible_seats
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Event
from tests.support.rr_rules.faces import THIEF, item, rune, would
from tests.support.rr_rules.story import story

HEX, DISASTER = "Just For the Hex of It", "This Spells Disaster"
TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
TRAP, SALTY, BLO = "Tricky Trap", "Salty Shaker", "Blo Blo Gadget"


def shown(t, seat):
    """A seat's view and the log as it reads it, as the text a client would get."""
    rules = t.table.game
    log = [rules.redact(event, seat) for event in t.told]
    return json.dumps([asdict(t.view(seat)), log])


@pytest.mark.rule("RR-HID-01")
@pytest.mark.parametrize("seat", [1, None])
def test_no_view_of_others_holds_a_face_of_a_hand_a_fence_or_a_deck(seat):
    t = story(phase="draw", hand0=[HEX, DISASTER], fence0=[TRAP, BLO], deck=[LEASH])
    for face in ("just-for-the-hex-of-it", "this-spells-disaster", "tricky-trap", "blo-blo-gadget",
                 "pegasus-on-a-very-short-leash"):  # fmt: skip
        assert face not in shown(t, seat)
        assert face in shown(t, 0)


@pytest.mark.rule("RR-HID-02")
def test_a_drawn_or_gained_card_is_seen_by_its_receiver_only():
    t = story(hand0=["Rune Service, Lukewarm"], rune_deck=[TRAP, SALTY], deck=[TINY])
    t.cast("Rune Service, Lukewarm").draw()
    line = t.table.game.line
    drawn = t.events("draw")[0]
    assert line(t.table.game.redact(drawn, 1)).text == "{0} DRAWS a card"
    assert line(t.table.game.redact(drawn, 0)).text == f"{{0}} DRAWS {TINY}"
    for seat in (1, None):
        assert "tricky-trap" not in shown(t, seat)


@pytest.mark.rule("RR-HID-03")
def test_a_returned_card_is_named_in_the_log_and_hidden_in_the_hand():
    t = story(hand0=["Gone With the Wind Chime"], lawn1=[TINY], hand1=[HEX])
    t.cast("Gone With the Wind Chime")
    assert t.table.game.line(t.events("return")[0]).text == f"{{0}} RETURNS {TINY} on {{1}}'s Lawn"
    assert t.view(0).seats[1].hand == ("", "")
    assert t.view(0).seats[1].known == ()


@pytest.mark.rule("RR-HID-04")
def test_a_stolen_rune_is_known_to_thief_and_former_holder_only():
    t = story(3, phase="summon", hand0=["Sneaky Griffin"], fence1=[TRAP, SALTY])
    t.summon("Sneaky Griffin").use("Sneaky Griffin")
    assert "salty-shaker" not in shown(t, 0)
    t.choose(1)
    [stolen] = t.events("steal_rune")
    told = [t.table.game.redact(stolen, seat).face for seat in (0, 1, 2, None)]
    assert told == ["salty-shaker", "salty-shaker", "", ""]
    assert t.table.game.line(t.table.game.redact(stolen, 2)).text == (
        "{0} STEALS a Rune from {1}'s Fence"
    )


@pytest.mark.rule("RR-HID-05")
def test_a_rearranged_fence_shows_nothing_old():
    t = story(phase="summon", hand0=["Sneaky Griffin"], fence1=[TRAP, SALTY, BLO])
    before = t.view(0)
    t.table.arrange(1, "fence", (2, 0, 1))
    assert t.view(0) == before
    assert t.fence(1) == [BLO, TRAP, SALTY]
    t.summon("Sneaky Griffin").use("Sneaky Griffin", seat=0).decline(seat=1)
    with pytest.raises(CannotArrange):
        t.table.arrange(1, "fence", (1, 0, 2))  # a pick on it is open
    t.choose(0)
    assert t.fence(0)[0] == BLO


@pytest.mark.rule("RR-HID-06")
@pytest.mark.parametrize(("hand", "fence"), [([HEX, TINY], [TRAP]), ([DISASTER, LEASH], [SALTY])])
def test_what_is_legal_for_one_does_not_depend_on_what_others_hold(hand, fence):
    t = story(3, phase="cast", hand0=["Passive-Aggressive Note", DISASTER, HEX], hand1=hand,
              fence1=fence, lawn2=[LEASH], options={"window": "sealed"})  # fmt: skip
    assert t.labels() == ["Passive-Aggressive Note", DISASTER, HEX, "draw", "skip"]
    reasons = [(reason.usable, reason.clause) for reason in t.view(0).reasons]
    assert reasons[:3] == [(True, "RR-TURN-04")] * 3
    t.cast("Passive-Aggressive Note")
    assert [choose.seat for choose in t.table.asked] == [1]
    assert t.table.pending.window


@pytest.mark.rule("RR-HID-14")
@pytest.mark.parametrize("hand", [[TINY], [HEX]])
def test_pet_adoption_day_asks_everybody_with_cards(hand):
    t = story(3, phase="spin", rolls=[5, 5], hand0=[LEASH], hand1=hand)
    assert (t.verb, t.seat) == ("adopt", 0)
    t.decline(seat=0)
    assert (t.verb, t.seat) == ("adopt", 1)
    assert t.labels()[-1] == "pass"
    assert (t.labels() == ["pass"]) is (hand == [HEX])
    t.decline(seat=1)
    assert t.verb == "cast_phase"  # seat 2 holds nothing and is passed over


GRABBER, GNOME = "Grubby Grabber", "Gnasty Gnome"


def would_windows(t):
    """The seats that are asked before each event of this phase."""
    asked, phase = [], t.state.phase
    while t.state.phase == phase and t.table.asked[0].verb == "window":
        if t.table.asked[0].about.kind == "would":
            asked.append((t.table.asked[0].about.other, [each.seat for each in t.table.asked]))
        for each in t.table.asked:
            t.choose(0, seat=each.seat)
    return asked


@pytest.mark.rule("RR-HID-16")
@pytest.mark.parametrize(("discarded", "asked"), [(1, [("cast", [1, 2])]), (2, [])])
def test_a_window_opens_only_while_a_copy_of_a_matching_rune_is_unseen(discarded, asked):
    t = story(3, hand0=[DISASTER, HEX], lawn1=[TINY, LEASH], fence1=[SALTY], fence2=[BLO],
              rune_discard=[GRABBER] * discarded, options={"window": "sealed"})  # fmt: skip
    t.cast(DISASTER)
    assert would_windows(t) == asked


@pytest.mark.rule("RR-HID-16")
def test_a_copy_that_resolves_is_seen_as_one_that_is_discarded():
    t = story(3, hand0=[DISASTER, HEX], fence1=[SALTY], fence2=[BLO], rune_discard=[GRABBER])
    state, [named, *_] = t.state, t.state.hand[0]
    moment = [Event("cast", 0, 0, named)]
    assert eligible_seats(state, moment, would=True) == [1, 2]
    other = next(card for card in state.rune_deck if state.face[card].name == GRABBER)
    zones.to_limbo(state, other)
    state.rune_deck.remove(other)
    assert eligible_seats(state, moment, would=True) == []


def test_a_deck_that_is_read_twice_counts_its_unseen_runes_both_times():
    def windows():
        snag = rune("Snag", would("cast", by="each_neighbor"), item("draw"), copies=1)
        t = story(3, hand0=[DISASTER, HEX], lawn1=[TINY, LEASH], fence1=[SALTY], fence2=[BLO],
                  rune_discard=[GRABBER] * 2 + ["Snag"], options={"window": "sealed"},
                  faces=[snag])  # fmt: skip
        t.cast(DISASTER)
        return would_windows(t)

    assert windows() == windows() == []


@pytest.mark.rule("RR-HID-16")
@pytest.mark.parametrize("held", [SALTY, GNOME])
def test_only_the_owner_of_what_would_be_stolen_is_asked_whatever_it_holds(held):
    t = story(3, phase="summon", hand0=["Thief"], lawn1=[TINY], fence0=[SALTY], fence1=[held],
              fence2=[GNOME], options={"window": "sealed"}, faces=[THIEF])  # fmt: skip
    t.summon("Thief").use("Thief", seat=0)
    assert would_windows(t) == [("steal", [1])]


@pytest.mark.rule("RR-HID-21")
def test_where_windows_are_fast_play_goes_on_without_delay_if_nobody_can_act():
    t = story(3, phase="summon", hand0=["Thief"], lawn1=[TINY], fence0=[SALTY], fence1=[TRAP],
              fence2=[GNOME], options={"window": "fast"}, faces=[THIEF])  # fmt: skip
    t.summon("Thief").use("Thief", seat=0)
    assert t.lawn(0) == ["Thief", TINY]
    assert t.verb != "window"


@pytest.mark.rule("RR-HID-14")
@pytest.mark.rule("RR-EFF-13")
@pytest.mark.parametrize(("other", "payments"), [(LEASH, [TINY, LEASH]), (HEX, [HEX])])
def test_a_caster_is_asked_alike_whether_or_not_a_single_card_may_pay(other, payments):
    t = story(hand0=["Open House, Open Cage", TINY, other], lawn1=["Fetching Pegasus"])
    t.cast("Open House, Open Cage")
    assert (t.verb, t.seat, t.labels()) == ("discard", 0, payments)
    t.pick(other)
    assert (t.verb, t.seat, t.labels()) == ("summon_effect", 0, [TINY])
