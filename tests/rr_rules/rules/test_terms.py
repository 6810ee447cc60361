"""The verbs in capitals, and the words for players."""

from __future__ import annotations

import pytest

from rr_rules.kernel.errors import WrongSeat
from tests.support.rr_rules.faces import creature, item, on, rune, spell, would
from tests.support.rr_rules.story import story

DISASTER, HEX, CHIME = "This Spells Disaster", "Just For the Hex of It", "Gone With the Wind Chime"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
GARAGE, KRAKEN, BASILISK = "Garage-Hoarding Dragon", "Kiddie-Pool Kraken", "Sunbathing Basilisk"
MOVED_IN, SPARKLY = "Unicorn Who Just Moved In", "Sparkly Dragon"
SALTY, TRAP, DOORBELL = "Salty Shaker", "Tricky Trap", "Nosy Doorbell"
THIEF = spell("Thief", item("steal", "creature", of="any_neighbor"))
GREETING = rune("Greeting", on("enters_lawn", "creature", of="any_player"), item("draw"))


@pytest.mark.rule("RR-TERM-01")
def test_a_draw_takes_the_top_card_into_the_hand():
    t = story(phase="draw", hand0=[HEX, HEX, HEX], deck=[TINY, LEASH])
    assert t.hand(0) == [HEX, HEX, HEX, TINY]
    assert t.names(t.state.deck[-1:]) == [LEASH]


@pytest.mark.rule("RR-TERM-01")
def test_draw_two_is_two_draws_in_a_row():
    gift = spell("Gift", item("draw", n=2))
    t = story(hand0=["Gift"], deck=[TINY, LEASH], faces=[gift])
    t.cast("Gift")
    assert [event.face for event in t.events("draw")] == [
        "griffin-with-a-tiny-head", "pegasus-on-a-very-short-leash"]  # fmt: skip


@pytest.mark.rule("RR-TERM-01")
def test_taking_a_card_a_rune_or_a_hand_card_is_no_draw():
    t = story(hand0=["Rune Service, Lukewarm"])
    t.cast("Rune Service, Lukewarm")
    assert not t.events("draw")
    t = story(hand0=["Curbside Treasure Hunt"], discard=[TINY])
    t.cast("Curbside Treasure Hunt")
    assert t.hand(0) == [TINY]
    assert not t.events("draw")


@pytest.mark.rule("RR-TERM-02")
def test_the_owner_picks_what_is_discarded():
    t = story(phase="spin", rolls=[4], hand0=[TINY, LEASH], hand1=[HEX])
    assert (t.verb, t.seat, t.labels()) == ("discard", 0, [TINY, LEASH])
    t.pick(LEASH)
    assert (t.hand(0), t.discard()) == ([TINY], [LEASH])


@pytest.mark.rule("RR-TERM-02")
def test_a_used_spell_a_destroyed_and_a_sacrificed_card_are_no_discards():
    t = story(hand0=["Trade-In Value"], lawn0=[TINY], discard=[LEASH], fence1=[SALTY])
    t.cast("Trade-In Value")
    assert t.verb == "summon_phase"
    t = story(hand0=["Weed Out the Competition", HEX], hexed1=[TINY], fence1=[SALTY])
    t.cast("Weed Out the Competition")
    assert t.verb == "summon_phase"
    assert t.discard() == [TINY, "Weed Out the Competition"]


@pytest.mark.rule("RR-TERM-03")
def test_a_spin_carries_out_its_result():
    t = story(phase="spin", rolls=[3], regulation="Leash Law", regulation_deck=["Quiet Hours"])
    assert t.regulation() == "Quiet Hours"
    assert [event.n for event in t.events("spin")] == [4]


@pytest.mark.rule("RR-TERM-03")
def test_a_spin_as_an_effect_applies_to_the_one_who_spins():
    t = story(3, hand0=["Mandatory Spin Class"], fence2=[TRAP], rune_deck=[SALTY])
    t.cast("Mandatory Spin Class").decline(seat=2).pick("player 1", verb="player")
    assert t.fence(1) == [SALTY]
    assert t.state.player == 0


@pytest.mark.rule("RR-TERM-04")
def test_an_effect_may_cast_outside_the_cast_phase_which_is_still_to_come():
    bell = creature("Bell", on("turn_begins", by="you"), item("cast", place="hand"))
    t = story(phase="begin", lawn0=["Bell"], hand0=[HEX, CHIME], lawn1=[TINY], faces=[bell])
    t.use("Bell").pick(HEX, verb="cast_effect").pick(TINY, verb="hex")
    assert t.discard() == [HEX]
    assert t.verb == "cast_phase"
    assert CHIME in t.labels()


@pytest.mark.rule("RR-TERM-04")
def test_only_spells_of_the_own_hand_are_cast():
    t = story(phase="summon", hand0=[SPARKLY, TINY], hand1=[HEX], lawn1=[LEASH], discard=[CHIME])
    t.summon(SPARKLY).use(SPARKLY)
    assert (t.verb, t.labels()) == ("cast_effect", ["pass"])


@pytest.mark.rule("RR-TERM-05")
def test_a_summon_from_the_discard_is_a_summon_and_an_entering():
    t = story(hand0=["Trade-In Value", HEX], lawn0=[TINY], discard=[MOVED_IN], deck=[CHIME],
              fence1=["Greeting"], faces=[GREETING])  # fmt: skip
    t.cast("Trade-In Value").use(MOVED_IN, seat=0).use("Greeting", seat=1)
    assert t.lawn(0) == [MOVED_IN]
    assert t.hand(0) == [HEX, CHIME]
    assert [event.by for event in t.events("summon")] == [0]
    assert [event.by for event in t.events("draw")] == [0, 1]


@pytest.mark.rule("RR-TERM-05")
def test_a_summon_is_from_the_hand_onto_the_own_lawn_by_default():
    t = story(phase="summon", hand0=[TINY], discard=[LEASH])
    assert t.labels() == [TINY, "draw", "skip"]
    t.pick(TINY)
    assert t.labels() == ["player 0", "player 1"]


@pytest.mark.rule("RR-TERM-06")
def test_a_rune_without_its_trigger_is_refused():
    t = story(hand0=[HEX], lawn1=[TINY], fence1=[SALTY])
    before = t.state.plain()
    with pytest.raises(WrongSeat):
        t.table.answer(1, 0)
    assert t.state.plain() == before
    t.cast(HEX)
    assert t.verb == "summon_phase"  # a cast is no discard
    assert (t.fence(1), t.rune_discard()) == ([SALTY], [])


@pytest.mark.rule("RR-TERM-06")
def test_an_activated_rune_is_used_and_ends_in_the_rune_discard():
    t = story(hand0=[HEX], lawn1=[TINY], fence1=[TRAP])
    t.cast(HEX).use(TRAP, seat=1)
    assert t.rune_discard() == [TRAP]
    assert [event.face for event in t.events("activate")] == ["tricky-trap"]
    assert t.events("skipped")[0].other == "summon"


@pytest.mark.rule("RR-TERM-07")
def test_a_hexed_creature_cannot_be_hexed_again():
    t = story(hand0=[HEX], lawn1=[TINY])
    assert HEX in t.labels()
    t = story(hand0=[HEX], hexed1=[TINY])
    assert HEX not in t.labels()
    jinx = spell("Jinx", item("hex", "creature", of="any_player"))
    t = story(hand0=["Jinx"], lawn0=[PARCEL], lawn1=[LEASH], hexed1=[TINY], faces=[jinx])
    assert t.cast("Jinx").labels() == [PARCEL, LEASH]


@pytest.mark.rule("RR-TERM-07", "RR-HLIM-04")
def test_a_hex_ends_a_continuous_effect_and_the_limit_is_checked():
    nine = [TINY, TINY, TINY, LEASH, LEASH, PARCEL, KRAKEN, KRAKEN, CHIME]
    t = story(hand0=[HEX], hand1=nine, lawn1=[GARAGE], fence0=[SALTY])
    assert t.view(1).seats[1].hand_limit == 9
    t.cast(HEX)
    assert t.view(1).seats[1].hand_limit == 7
    t.pick(KRAKEN, verb="hand_limit", seat=1).pick(CHIME, verb="hand_limit", seat=1)
    assert t.verb == "summon_phase"
    assert t.discard() == [KRAKEN, CHIME, HEX]


@pytest.mark.rule("RR-TERM-08")
def test_a_restored_creature_enters_anew():
    t = story(hand0=["Prune to Perfection", CHIME], hexed0=[MOVED_IN], deck=[HEX],
              fence1=["Greeting"], faces=[GREETING])  # fmt: skip
    t.cast("Prune to Perfection").use(MOVED_IN, seat=0).use("Greeting", seat=1)
    assert t.lawn(0) == [MOVED_IN]
    assert t.hand(0) == [CHIME, HEX]
    assert [event.by for event in t.events("draw")] == [0, 1]


@pytest.mark.rule("RR-TERM-09")
def test_a_destroyed_hexed_creature_lies_in_the_discard_without_a_token():
    t = story(hand0=[DISASTER, CHIME], hexed1=[TINY])
    t.cast(DISASTER).pick(CHIME, verb="discard")
    assert t.discard() == [CHIME, TINY, DISASTER]
    assert t.state.hexed == set()


@pytest.mark.rule("RR-TERM-09")
def test_a_destroy_without_an_owner_word_includes_the_choosers_own():
    t = story(hand0=[DISASTER, CHIME], lawn0=[LEASH], lawn1=[TINY])
    assert t.cast(DISASTER).labels() == [LEASH, TINY]
    t = story(phase="summon", hand0=["Rune-Eating Dragon"], fence0=[SALTY], fence1=[TRAP])
    t.summon("Rune-Eating Dragon").use("Rune-Eating Dragon")
    assert t.labels() == [SALTY, TRAP]
    t.pick(TRAP)
    assert t.view(0).rune_discard == ("tricky-trap",)


@pytest.mark.rule("RR-TERM-10")
def test_a_thief_may_use_the_effect_of_what_it_stole():
    t = story(hand0=["Thief", HEX], lawn1=[MOVED_IN], deck=[CHIME], faces=[THIEF])
    t.cast("Thief").use(MOVED_IN, seat=0)
    assert (t.lawn(0), t.lawn(1)) == ([MOVED_IN], [])
    assert t.hand(0) == [HEX, CHIME]


@pytest.mark.rule("RR-TERM-10")
def test_nobody_steals_from_their_own_lawn():
    grab = spell("Grab", item("steal", "creature", of="any_player"))
    t = story(3, hand0=["Grab"], lawn0=[PARCEL], lawn1=[LEASH], lawn2=[TINY], faces=[grab])
    assert t.cast("Grab").labels() == [LEASH, TINY]


@pytest.mark.rule("RR-TERM-10")
def test_a_shrub_stays_a_shrub_when_it_is_stolen():
    t = story(hand0=["Thief"], hexed1=[MOVED_IN], faces=[THIEF])
    t.cast("Thief")
    assert t.lawn(0) == ["# " + MOVED_IN]
    assert not t.events("declare", "draw")


@pytest.mark.rule("RR-TERM-11")
def test_a_rune_of_a_neighbor_is_picked_blind_by_its_position():
    sneaky = "Sneaky Griffin"
    t = story(phase="summon", rolls=[4], hand0=[sneaky], fence1=[SALTY, TRAP, DOORBELL])
    t.summon(sneaky).use(sneaky)
    assert [(o.zone, o.seat, o.at) for o in t.asked.options] == [
        ("fence", 1, 0), ("fence", 1, 1), ("fence", 1, 2)]  # fmt: skip
    view = t.view(0)
    assert [slot.face for slot in view.seats[1].fence] == ["", "", ""]
    words = [t.table.game.label(t.asked, option, view) for option in t.asked.options]
    assert not any(name in said for said in words for name in (SALTY, TRAP, DOORBELL))
    t.choose(1)
    assert (t.fence(0), t.fence(1)) == ([TRAP], [SALTY, DOORBELL])
    assert t.view(0).seats[0].fence[0].face == "tricky-trap"


@pytest.mark.rule("RR-TERM-11")
def test_the_faces_of_own_runes_are_seen():
    t = story(phase="spin", rolls=[0], fence0=[SALTY, TRAP, DOORBELL])
    assert t.verb == "rune_limit"
    assert [slot.face for slot in t.view(0).seats[0].fence][:2] == ["salty-shaker", "tricky-trap"]
    assert TRAP in t.table.game.label(t.asked, t.asked.options[1], t.view(0))


@pytest.mark.rule("RR-TERM-12")
def test_a_stolen_creature_returns_to_the_hand_of_the_thief():
    t = story(hand0=["Thief"], lawn1=[TINY], rolls=[2], faces=[THIEF])
    t.cast("Thief").pass_until("summon_phase").skip()
    assert t.hand(0) == [TINY]
    assert TINY not in t.hand(1)


@pytest.mark.rule("RR-TERM-12")
def test_a_hexed_creature_loses_its_token_on_the_way_to_the_hand():
    t = story(hand0=[CHIME], hexed1=[TINY])
    t.cast(CHIME)
    assert TINY in t.hand(1)
    assert t.state.hexed == set()


@pytest.mark.rule("RR-TERM-13")
def test_a_sacrifice_is_no_destroy_and_nothing_answers_it():
    t = story(hand0=["Trade-In Value"], lawn0=[TINY], discard=[LEASH], hand1=[PARCEL],
              fence0=["Bouncy Castle of Second Chances", "Remembrance Birdbath"],
              regulation="Tall Fence Variance")  # fmt: skip
    t.cast("Trade-In Value")
    assert (t.lawn(0), t.discard()) == ([LEASH], [TINY, "Trade-In Value"])
    assert t.verb == "summon_phase"
    assert not t.events("destroy")


@pytest.mark.rule("RR-TERM-13")
def test_a_sacrifice_is_an_own_mythical_creature():
    t = story(hand0=["Trade-In Value"], lawn0=[TINY, LEASH], hexed0=[PARCEL], lawn1=[KRAKEN],
              discard=[BASILISK])  # fmt: skip
    t.cast("Trade-In Value")
    assert (t.verb, t.labels()) == ("sacrifice", [TINY, LEASH])


@pytest.mark.rule("RR-WHO-01")
def test_any_player_includes_the_chooser_and_any_neighbor_does_not():
    gift = spell("Gift", item("add_rune", who="any_player"))
    loan = spell("Loan", item("add_rune", who="any_neighbor"))
    t = story(3, hand0=["Gift", "Loan"], faces=[gift, loan])
    assert t.cast("Gift").labels() == ["player 0", "player 1", "player 2"]
    t = story(3, hand0=["Gift", "Loan"], faces=[gift, loan])
    assert t.cast("Loan").labels() == ["player 1", "player 2"]
    t.choose(1)
    assert [len(t.state.fence[seat]) for seat in range(3)] == [0, 0, 1]


@pytest.mark.rule("RR-WHO-01")
def test_one_of_any_players_things_is_chosen():
    t = story(3, hand0=[HEX], lawn0=[TINY], lawn1=[LEASH], lawn2=[PARCEL])
    assert t.cast(HEX).labels() == [TINY, LEASH, PARCEL]
    t = story(3, phase="summon", hand0=[BASILISK], lawn0=[TINY], lawn1=[LEASH], lawn2=[PARCEL])
    assert t.summon(BASILISK).use(BASILISK).labels() == [LEASH, PARCEL]


@pytest.mark.rule("RR-WHO-02")
def test_each_neighbor_leaves_the_user_out_and_each_player_does_not():
    squeeze = spell("Squeeze", item("discard", who="each_neighbor"))
    clear = spell("Clear", item("discard", who="each_player"))
    cards = {"hand1": [TINY], "hand2": [LEASH], "faces": [squeeze, clear]}
    t = story(3, hand0=["Squeeze", HEX], **cards)
    t.cast("Squeeze").pick(TINY, seat=1).pick(LEASH, seat=2)
    assert [event.by for event in t.events("discard")] == [1, 2]
    assert t.hand(0) == [HEX]
    t = story(3, hand0=["Clear", HEX], **cards)
    t.cast("Clear").pick(HEX, seat=0).pick(TINY, seat=1).pick(LEASH, seat=2)
    assert [event.by for event in t.events("discard")] == [0, 1, 2]


@pytest.mark.rule("RR-WHO-03")
def test_a_stolen_creature_serves_the_thief():
    t = story(hand0=["Thief"], lawn1=[GARAGE], faces=[THIEF])
    assert [seat.hand_limit for seat in t.view(0).seats] == [7, 9]
    t.cast("Thief")
    assert [seat.hand_limit for seat in t.view(0).seats] == [9, 7]


@pytest.mark.rule("RR-WHO-03")
def test_on_a_regulation_you_is_each_player_it_speaks_to():
    t = story(phase="end", regulation="Luxury Pet Tax", lawn0=[TINY, LEASH, PARCEL],
              hand0=[HEX, CHIME], hand1=[KRAKEN], lawn1=[TINY, LEASH, KRAKEN])  # fmt: skip
    assert (t.verb, t.seat) == ("discard", 0)
    t.choose(0)
    assert [event.by for event in t.events("discard")] == [0]


@pytest.mark.rule("RR-WHO-03")
def test_you_on_a_rune_is_the_player_who_activates_it():
    ward = rune("Ward", would("destroy", "creature", of="you"), item("draw"))
    t = story(3, hand0=[DISASTER, HEX], lawn1=[TINY], fence1=["Ward"], fence2=["Ward"],
              faces=[ward])  # fmt: skip
    t.cast(DISASTER).pick(HEX, verb="discard").use("Ward", seat=1)
    assert t.lawn(1) == [TINY]
    assert [event.by for event in t.events("draw")] == [1]
    assert t.fence(2) == ["Ward"]
