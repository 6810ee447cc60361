"""The edge cases of the catalogue, one by one."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import THIEF, creature, item, on, regulation, rule, rune, spell
from tests.support.rr_rules.story import story

DISASTER, HEX = "This Spells Disaster", "Just For the Hex of It"
TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
PARCEL, KRAKEN = "Parcel Pegasus", "Kiddie-Pool Kraken"
BASILISK, SPARKLY = "Sunbathing Basilisk", "Sparkly Dragon"
SALTY, TRAP, GRABBER, BLO = "Salty Shaker", "Tricky Trap", "Grubby Grabber", "Blo Blo Gadget"
SEVEN = [TINY, TINY, LEASH, LEASH, HEX, HEX, HEX]


@pytest.mark.rule("RR-EDGE-01")
def test_a_spell_is_not_its_own_price():
    t = story(hand0=[DISASTER], lawn1=[TINY])
    assert t.acts() == ["draw", "skip"]


@pytest.mark.rule("RR-EDGE-02")
def test_a_sacrificed_card_is_no_choice_unless_the_price_comes_first():
    trade = "Trade-In Value"
    assert trade not in story(hand0=[trade], lawn0=[TINY], discard=[HEX]).labels()
    t = story(hand0=[trade], lawn0=[TINY], discard=[HEX], options={"price_then_choose": "on"})
    t.cast(trade)
    assert t.lawn(0) == [TINY]
    assert [event.kind for event in t.events("sacrifice", "summon")] == ["sacrifice", "summon"]


@pytest.mark.rule("RR-EDGE-03")
def test_a_draw_before_a_discard_pays_for_it():
    cycle = creature("Cycle", on("enters_lawn", "this", of="you"), item("hex", "mythical",
                     of="any_neighbor"), price=[item("draw"), item("discard")])  # fmt: skip
    t = story(phase="summon", hand0=["Cycle"], lawn1=[TINY], deck=[LEASH], faces=[cycle])
    t.summon("Cycle").use("Cycle")
    t.pick(LEASH, verb="discard", seat=0)
    assert t.lawn(1) == ["# " + TINY]


@pytest.mark.rule("RR-EDGE-03")
def test_a_lone_impossible_draw_is_skipped():
    t = story(phase="summon", hand0=["Unicorn Who Just Moved In"])
    t.state.deck, t.state.discard = [], []
    t.summon("Unicorn Who Just Moved In")
    assert not t.events("draw", "declare")


@pytest.mark.rule("RR-EDGE-04")
def test_payability_looks_at_counts_and_a_player_without_the_type_is_skipped():
    tithe = spell("Tithe", item("draw"), price=[item("discard", "spell", who="each_player")])
    t = story(3, hand0=["Tithe", HEX], hand1=[TINY], hand2=[HEX], faces=[tithe])
    assert "Tithe" in t.labels()
    t.cast("Tithe").pick(HEX, verb="discard", seat=0).pick(HEX, verb="discard", seat=2)
    assert [event.by for event in t.events("discard")] == [0, 2]
    assert "Tithe" not in story(3, hand0=["Tithe", HEX], hand2=[HEX], faces=[tithe]).labels()


@pytest.mark.rule("RR-EDGE-05")
def test_only_players_who_are_named_must_be_able_to_pay():
    squeeze = spell("Squeeze", item("draw"), price=[item("discard", who="each_neighbor")])
    t = story(3, hand0=["Squeeze"], hand1=[TINY], hand2=[HEX], faces=[squeeze])
    t.cast("Squeeze").pick(TINY, seat=1).pick(HEX, seat=2)
    assert [event.kind for event in t.events("discard", "draw")] == ["discard", "discard", "draw"]


@pytest.mark.rule("RR-EDGE-06")
def test_an_all_over_nothing_cannot_be_chosen():
    sweep = spell("Sweep", item("destroy", "hexed", of="each_player", all=True))
    assert "Sweep" not in story(hand0=["Sweep"], lawn1=[TINY], faces=[sweep]).labels()
    t = story(hand0=["Sweep"], hexed0=[LEASH], hexed1=[TINY], faces=[sweep])
    t.cast("Sweep")
    assert t.discard() == [LEASH, TINY, "Sweep"]


@pytest.mark.rule("RR-EDGE-07")
def test_a_stolen_hexed_creature_enters_without_its_effect():
    thief = spell("Thief", item("steal", "creature", of="any_neighbor"))
    any_pet = rune("Any Pet", on("enters_lawn", "creature", of="any_neighbor"), item("draw"))
    magical = rune("Magical", on("enters_lawn", "mythical", of="any_neighbor"), item("draw"))
    t = story(hand0=["Thief"], hexed1=[BASILISK], lawn1=[TINY], fence1=["Any Pet", "Magical"],
              faces=[thief, any_pet, magical])  # fmt: skip
    t.cast("Thief").pick(BASILISK, verb="steal")
    assert t.labels() == ["pass", "Any Pet"]
    t.decline()
    assert t.lawn(0) == ["# " + BASILISK]
    assert len(t.state.mythical(0)) == t.state.start_count


@pytest.mark.rule("RR-EDGE-08", "RR-EDGE-09")
@pytest.mark.parametrize(("start", "after", "left", "won"), [(2, 5, 4, False), (3, 6, 5, True)])
def test_a_gain_of_three_costs_one_before_the_win_is_checked(start, after, left, won):
    lawn = [TINY, TINY, TINY, LEASH, LEASH, PARCEL][:after]
    t = story(phase="limit", lawn0=lawn, start_count=start)
    t.pick(TINY, verb="summoning_limit")
    assert len(t.lawn(0)) == left
    assert (t.table.outcome is not None) is won


@pytest.mark.rule("RR-EDGE-08")
def test_restored_and_summoned_creatures_are_all_gained():
    t = story(hand0=["Prune to Perfection", TINY], lawn0=[PARCEL, KRAKEN], hexed0=[LEASH, LEASH],
              rolls=[0])  # fmt: skip
    t.cast("Prune to Perfection").choose(0).choose(0)
    t.summon(TINY)
    t.pick(TINY, verb="summoning_limit")
    assert len(t.lawn(0)) == 4
    assert t.table.outcome is None


@pytest.mark.rule("RR-EDGE-10")
def test_a_replaced_duty_is_done():
    castle = "Bouncy Castle of Second Chances"
    t = story(phase="limit", lawn0=[TINY, LEASH, PARCEL], start_count=0, fence0=[castle])
    t.pick(TINY, verb="summoning_limit").use(castle, seat=0)
    assert t.lawn(0) == [LEASH, PARCEL]
    assert t.hand(0) == [TINY]
    assert t.seat == 1


@pytest.mark.rule("RR-EDGE-11")
def test_an_effect_at_the_end_of_turn_comes_after_the_limit():
    stork = creature("Stork", on("turn_ends", by="you"), item("restore", "hexed", of="you"))
    t = story(phase="limit", lawn0=["Stork", TINY], hexed0=[LEASH], start_count=0, faces=[stork])
    t.use("Stork")
    assert t.lawn(0) == ["Stork", TINY, LEASH]
    assert not t.events("summoning_limit", "destroy")


@pytest.mark.rule("RR-EDGE-12")
def test_five_at_the_start_of_the_turn_must_last_to_its_end():
    five = [TINY, TINY, LEASH, LEASH, PARCEL]
    t = story(phase="begin", lawn0=five, rolls=[1])
    assert t.table.outcome is None
    assert t.state.start_count == 5
    t.skip().skip()
    t.pick(TINY, verb="hex")
    assert t.table.outcome is None
    t = story(phase="begin", lawn0=five, rolls=[0])
    t.skip().skip()
    assert t.table.outcome is not None


@pytest.mark.rule("RR-EDGE-13")
def test_a_return_to_a_full_hand_costs_a_card_that_triggers_nothing():
    t = story(phase="spin", rolls=[2], hand0=SEVEN, lawn0=[PARCEL, TINY], fence1=[SALTY])
    t.pick(PARCEL, verb="return")
    assert PARCEL in t.labels()
    t.pick(PARCEL, verb="hand_limit")
    assert (t.verb, t.seat) == ("cast_phase", 1)
    assert t.fence(1) == [SALTY]


@pytest.mark.rule("RR-EDGE-14")
@pytest.mark.parametrize(("option", "order"), [("off", "dxdx"), ("on", "ddxx")])
def test_two_draws_at_a_full_hand(option, order):
    gift = spell("Gift", item("draw", n=2))
    t = story(hand0=["Gift", *SEVEN], faces=[gift],
              options={"limit_after_instruction": option})  # fmt: skip
    t.cast("Gift").choose(0).choose(0)
    kinds = {"draw": "d", "discard": "x"}
    assert "".join(kinds[event.kind] for event in t.events("draw", "discard")) == order


@pytest.mark.rule("RR-EDGE-15")
def test_fee_discards_trigger_and_limit_discards_do_not():
    t = story(phase="spin", rolls=[5, 4], hand0=SEVEN, hand1=[TINY], fence1=[SALTY])
    t.pick(HEX, verb="discard", seat=0).pick(TINY, verb="discard", seat=1)
    assert t.labels() == ["pass", SALTY]
    t = story(phase="draw", hand0=SEVEN, fence1=[SALTY])
    t.pick(HEX, verb="hand_limit")
    assert t.verb == "cast_phase"


@pytest.mark.rule("RR-EDGE-16")
def test_the_reform_comes_between_the_draw_and_the_discard():
    t = story(hand0=["Newts in Bulk", TINY], discard=[LEASH, PARCEL, KRAKEN])
    t.state.deck = t.state.deck[-3:]
    t.cast("Newts in Bulk")
    assert len(t.state.deck) == 3
    t.pick(TINY, verb="discard")
    assert t.discard() == [TINY, "Newts in Bulk"]
    assert [event.kind for event in t.events("reform", "discard")] == ["reform", "discard"]


@pytest.mark.rule("RR-EDGE-17")
def test_the_last_rune_is_gained_and_the_reform_waits_for_a_discard():
    t = story(phase="cast", hand0=["Rune Service, Lukewarm"], fence0=[BLO])
    t.state.rune_deck = t.state.rune_deck[-1:]
    t.cast("Rune Service, Lukewarm")
    assert len(t.fence(0)) == 2
    assert not t.events("reform")
    t = story(phase="cast", hand0=["Rune Service, Lukewarm"], rune_discard=[SALTY])
    t.state.rune_deck = []
    t.cast("Rune Service, Lukewarm")
    assert t.fence(0) == [SALTY]
    assert len(t.events("reform")) == 1


@pytest.mark.rule("RR-EDGE-18")
def test_a_new_rune_over_the_limit_cannot_answer_its_own_arrival():
    mourn = rune("Mourn", on("destroy", "rune", of="you"), item("draw"))
    t = story(phase="spin", rolls=[0], fence0=[TRAP, SALTY, BLO], rune_deck=["Mourn"],
              faces=[mourn])  # fmt: skip
    t.pick(TRAP, verb="rune_limit")
    assert t.labels() == ["pass", "Mourn"]
    t = story(phase="spin", rolls=[0], fence0=[TRAP, SALTY, BLO], rune_deck=["Mourn"],
              faces=[mourn])  # fmt: skip
    t.pick("Mourn", verb="rune_limit")
    assert (t.verb, t.seat) == ("cast_phase", 1)


@pytest.mark.rule("RR-EDGE-19")
def test_a_rune_that_comes_back_to_a_full_fence_costs_one():
    bonus = creature("Bonus", on("enters_lawn", "this", of="you"), item("add_rune"))
    zap = rune("Zap", on("enters_lawn", "creature", of="any_neighbor"),
               item("destroy", "creature", of="any_player"))  # fmt: skip
    gift = rune("Gift", on("enters_lawn", "creature", of="any_neighbor"),
                item("add_rune", who="each_player"))  # fmt: skip
    t = story(4, phase="summon", hand0=[TINY], fence1=["Zap"], fence2=["Gift"],
              fence3=[BLO, TRAP, SALTY], rune_deck=["Mourn", GRABBER, GRABBER, TRAP],
              faces=[bonus, zap, gift, rune("Mourn", on("spin"), item("draw"))])  # fmt: skip
    t.summon(TINY).use("Zap", seat=1).use("Gift", seat=2).use(BLO, seat=3)
    assert len(t.fence(3)) == 3
    t.choose(0)  # the slot it goes back to
    assert (t.verb, t.seat) == ("rune_limit", 3)
    assert BLO in t.labels()
    t.pick(BLO)
    assert BLO in t.rune_discard()


@pytest.mark.rule("RR-EDGE-21")
def test_an_effect_that_was_declared_resolves_though_its_creature_left():
    sweep = rune("Sweep", on("enters_lawn", "creature", of="any_neighbor"),
                 item("destroy", "creature", of="each_player", all=True))  # fmt: skip
    late = rune("Late", on("enters_lawn", "creature", of="any_neighbor"), item("draw"))
    mover = creature("Mover", on("enters_lawn", "creature", of="any_neighbor"),
                     item("return", "this"), item("draw"))  # fmt: skip
    t = story(3, phase="summon", hand0=[TINY], fence1=["Sweep"], lawn2=["Mover"],
              faces=[sweep, late, mover])  # fmt: skip
    t.summon(TINY).use("Mover", seat=2).use("Sweep", seat=1)
    assert t.discard() == [TINY, "Mover"]
    assert not t.events("return")
    assert t.events("draw")[0].by == 2


@pytest.mark.rule("RR-EDGE-22")
def test_the_last_state_on_the_lawn_decides():
    t = story(hand0=[DISASTER, HEX], hexed1=["Garden-Hose Hydra"], hand1=[TINY])
    t.cast(DISASTER).pick(HEX, verb="discard")
    assert t.verb == "summon_phase"
    t = story(hand0=[DISASTER, HEX], lawn1=["Garden-Hose Hydra"], hand1=[TINY])
    t.cast(DISASTER).pick(HEX, verb="discard").use("Garden-Hose Hydra", seat=1)
    assert t.verb == "summon_effect"


@pytest.mark.rule("RR-EDGE-23")
def test_a_creature_trimmed_from_the_hedge_still_has_its_effect():
    sulker = creature("Sulker", on("hex", "this", of="you"), item("draw"), item("return", "this"))
    t = story(phase="spin", rolls=[5, 1], lawn0=["Sulker"], faces=[sulker])
    t.use("Sulker", seat=0)
    assert t.discard() == ["Sulker"]
    kinds = [event.kind for event in t.events("hex", "destroy", "draw", "return")]
    assert kinds[:3] == ["hex", "destroy", "draw"]
    assert "return" not in kinds


@pytest.mark.rule("RR-EDGE-24")
def test_creatures_that_enter_together_see_each_other():
    greeter = creature("Greeter", on("enters_lawn", "creature", of="any_player"), item("draw"))
    t = story(phase="spin", rolls=[5, 5], hand0=["Greeter"], hand1=["Greeter"], faces=[greeter])
    t.pick("Greeter", verb="adopt", seat=0).pick("Greeter", verb="adopt", seat=1)
    t.use("Greeter", seat=0).use("Greeter", seat=1)
    assert [event.by for event in t.events("draw")][:2] == [0, 1]
    assert [event.kind for event in t.events("summon", "declare")] == [
        "summon", "summon", "declare", "declare"]  # fmt: skip


@pytest.mark.rule("RR-EDGE-25")
def test_a_steal_turned_into_a_destroy_enters_nowhere():
    t = story(phase="summon", hand0=["Thief"], lawn1=[SPARKLY], hand1=[TINY],
              fence1=["Gnasty Gnome", "Remembrance Birdbath"], faces=[THIEF])  # fmt: skip
    t.summon("Thief").use("Thief", seat=0)
    t.use("Gnasty Gnome", seat=1)
    assert t.discard() == [SPARKLY]
    assert t.lawn(0) == ["Thief"]
    assert t.labels() == ["pass", "Remembrance Birdbath"]


@pytest.mark.rule("RR-EDGE-26")
def test_a_grabbed_spell_to_a_full_hand_costs_a_card_without_triggers():
    t = story(hand0=[DISASTER, PARCEL], hand1=SEVEN, lawn1=[KRAKEN], fence1=[GRABBER],
              fence0=[SALTY])  # fmt: skip
    t.cast(DISASTER).use(GRABBER, seat=1).pick(HEX, verb="hand_limit", seat=1)
    assert DISASTER in t.hand(1)
    assert t.verb == "summon_phase"
    assert t.fence(0) == [SALTY]


@pytest.mark.rule("RR-EDGE-28")
def test_a_cast_inside_an_effect_is_the_next_link():
    bard = creature("Bard", on("enters_lawn", "this", of="you"), item("cast", place="hand"),
                    item("draw"))  # fmt: skip
    t = story(phase="summon", hand0=["Bard", HEX], lawn1=[TINY, LEASH], faces=[bard])
    t.summon("Bard").use("Bard").pick(HEX, verb="cast_effect")
    assert [event.kind for event in t.events("cast", "draw", "hex")] == ["cast", "draw"]
    t.pick(TINY, verb="hex")
    assert [event.kind for event in t.events("cast", "draw", "hex")][:3] == ["cast", "draw", "hex"]


@pytest.mark.rule("RR-EDGE-29")
def test_an_effect_may_cast_in_a_phase_whose_cast_is_spent():
    t = story(hand0=["Open House, Open Cage", SPARKLY, HEX], lawn1=[TINY])
    t.cast("Open House, Open Cage").pick(SPARKLY, verb="summon_effect")
    t.pick("player 0", verb="lawn").use(SPARKLY).pick(HEX, verb="cast_effect")
    assert t.state.phase == "cast"
    t.pick(TINY, verb="hex")
    assert len(t.events("cast")) == 2


@pytest.mark.rule("RR-EDGE-30")
def test_a_fifth_creature_given_to_a_neighbor_wins_on_their_own_turn_only():
    four = [TINY, TINY, LEASH, LEASH]
    t = story(phase="summon", hand0=[PARCEL], lawn1=four, rolls=[4, 0])
    t.summon(PARCEL, onto=1).decline(seat=1)
    assert t.state.player == 1
    assert t.table.outcome is None
    assert not t.events("summoning_limit")
    t.skip().skip()
    assert t.table.outcome is not None
    assert t.table.outcome.winners == (1,)


@pytest.mark.rule("RR-EDGE-31")
def test_a_creature_stolen_back_enters_twice():
    back = rune("Back", on("steal", "mythical", of="you"), item("steal", "that"))
    t = story(phase="summon", hand0=["Thief"], lawn1=[BASILISK, TINY],
              fence1=["Back"], faces=[back, THIEF])  # fmt: skip
    t.summon("Thief").use("Thief").pick(BASILISK, verb="steal")
    t.decline(seat=0)  # the thief is offered the arrival effect
    t.use("Back", seat=1)
    assert t.labels() == [BASILISK, "pass"]
    assert t.seat == 1
    t.decline()
    assert t.lawn(1) == [TINY, BASILISK]
    assert len(t.state.mythical(0)) == 1


@pytest.mark.rule("RR-EDGE-32")
def test_a_skip_after_the_spin_has_begun_is_too_late():
    yawn = rune("Yawn", on("spin", by="you"), item("skip", phase="spin", this_turn=True))
    t = story(phase="spin", rolls=[4], fence0=["Yawn"], faces=[yawn])
    t.use("Yawn", seat=0)
    assert not t.events("must_skip")
    assert t.state.skips[0] == t.state.skips_this_turn[0] == []
    assert len(t.events("spin")) == 1


@pytest.mark.rule("RR-EDGE-33")
def test_a_new_regulation_does_not_redo_phases():
    t = story(phase="spin", rolls=[3], regulation="Attic Storage Amendment",
              regulation_deck=["Welcome Wagon Mandate"])  # fmt: skip
    assert t.regulation() == "Welcome Wagon Mandate"
    assert [event.by for event in t.events("draw")] == [1, 1]


@pytest.mark.rule("RR-EDGE-34")
def test_a_loop_of_mandatory_effects_is_ended_with_a_note():
    churn = regulation("Churn", on("new_regulation"), item("new_regulation"))

    def only_churn(state):
        state.regulation_deck = state.regulation_deck[-1:]

    t = story(phase="spin", rolls=[3], regulation="Churn", regulation_deck=["Churn"],
              faces=[churn], prepare=only_churn)  # fmt: skip
    assert [event.n for event in t.events("guard")] == [200]
    assert (t.verb, t.seat) == ("cast_phase", 1)


@pytest.mark.rule("RR-EDGE-34")
def test_in_a_loop_of_optional_effects_the_owner_is_asked_each_time():
    ping = creature("Ping", on("discard", by="you"), item("draw"), item("discard"))
    t = story(phase="spin", rolls=[4], lawn0=["Ping", "Ping"], hand0=[HEX, TINY],
              faces=[ping])  # fmt: skip
    t.pick(TINY, verb="discard")
    for _ in range(5):
        t.use("Ping", seat=0)
        t.decline(seat=0) if t.verb == "use" else None
        t.choose(0)
    t.decline(seat=0)
    assert len(t.events("declare")) == 5


@pytest.mark.rule("RR-EDGE-20")
def test_own_runes_are_choices_of_a_destroy_without_owner_word():
    t = story(phase="summon", hand0=["Rune-Eating Dragon"], fence0=[TRAP])
    t.summon("Rune-Eating Dragon").use("Rune-Eating Dragon")
    assert t.rune_discard() == [TRAP]


def test_a_rule_against_destroying_makes_the_limits_duty_fall_away():
    safe = creature("Safe", rules=[rule("cannot", "creature", act=("destroy",), of="you")])
    t = story(phase="limit", lawn0=["Safe", TINY, LEASH], start_count=0, faces=[safe])
    assert not t.events("destroy")
