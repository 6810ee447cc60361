"""Effects: triggered and continuous ones, prices, impossible demands."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import creature, item, on, regulation, rule, rune, spell
from tests.support.rr_rules.story import story

DISASTER, HEX, CHIME = "This Spells Disaster", "Just For the Hex of It", "Gone With the Wind Chime"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
GARAGE, KRAKEN = "Garage-Hoarding Dragon", "Kiddie-Pool Kraken"
SMELLY, SPARKLY = "Horrifyingly Smelly Dragon", "Sparkly Dragon"
MOVED_IN = "Unicorn Who Just Moved In"
SALTY, TRAP, TOAST = "Salty Shaker", "Tricky Trap", "Toastinator 2000"


@pytest.mark.rule("RR-EFF-01")
def test_a_triggered_effect_may_be_declined_without_a_penalty():
    t = story(phase="summon", hand0=[MOVED_IN, HEX], rolls=[0])
    t.summon(MOVED_IN)
    assert t.labels() == [MOVED_IN, "pass"]
    t.decline(seat=0)
    assert (t.lawn(0), t.hand(0)) == ([MOVED_IN], [HEX])
    assert not t.events("declare")


@pytest.mark.rule("RR-EFF-01")
def test_once_used_an_effect_binds_everyone_it_names():
    t = story(3, phase="begin", lawn0=["Bratty Dragon"], hand1=[TINY], hand2=[LEASH, KRAKEN])
    t.use("Bratty Dragon").pick("player 2", verb="player")
    assert (t.verb, t.seat, t.labels()) == ("give", 2, [LEASH, KRAKEN])


@pytest.mark.rule("RR-EFF-02")
def test_an_unused_chance_is_gone_and_a_new_trigger_gives_another():
    purge = spell("Purge", item("discard", n=2), item("hex", "mythical", of="any_neighbor"))
    t = story(hand0=["Purge", TINY, LEASH, PARCEL], lawn1=[KRAKEN], fence1=[SALTY], faces=[purge])
    t.cast("Purge").pick(TINY, verb="discard").decline(seat=1)
    assert (t.verb, t.seat) == ("discard", 0)
    t.pick(LEASH).decline(seat=1)
    # The HEX that follows is no discard: B is not asked again.
    assert t.lawn(1) == ["# " + KRAKEN]
    assert (t.verb, t.seat, t.fence(1)) == ("summon_phase", 0, [SALTY])
    t = story(hand0=["Purge", TINY, LEASH, PARCEL], lawn1=[KRAKEN], fence1=[SALTY], faces=[purge])
    t.cast("Purge").pick(TINY, verb="discard").decline(seat=1)
    t.pick(LEASH).use(SALTY, seat=1).pick(PARCEL, verb="discard", seat=0)
    assert t.rune_discard() == [SALTY]


@pytest.mark.rule("RR-EFF-03")
def test_a_continuous_effect_holds_at_once_without_a_prompt():
    nine = [TINY, TINY, TINY, LEASH, LEASH, KRAKEN, KRAKEN, HEX]
    t = story(phase="summon", hand0=[GARAGE, *nine[:6]], deck=[HEX, CHIME], rolls=[0])
    t.summon(GARAGE)
    assert t.view(0).seats[0].hand_limit == 9
    assert t.state.player == 1
    assert not t.events("declare")


@pytest.mark.rule("RR-EFF-03")
@pytest.mark.parametrize(("zone", "limit"), [("lawn0", 9), ("hexed0", 7), ("hand0", 7)])
def test_a_continuous_effect_works_on_a_lawn_unhexed(zone, limit):
    assert story(**{zone: [GARAGE]}).view(0).seats[0].hand_limit == limit


@pytest.mark.rule("RR-EFF-04")
def test_a_price_that_cannot_be_paid_any_more_leaves_nothing_of_the_effect():
    toll = rune("Toll", on("cast", "spell", by="any_neighbor"),
                item("skip", who="that_player", phase="summon"), price=[item("discard", n=2)],
                copies=2)  # fmt: skip
    t = story(hand0=[HEX], lawn0=[LEASH], hand1=[TINY, PARCEL, KRAKEN], fence1=["Toll", "Toll"],
              faces=[toll], rolls=[0])  # fmt: skip
    t.cast(HEX).choose([option.order for option in t.asked.options].index((0, 1)))
    t.pick(TINY, verb="discard").pick(PARCEL, verb="discard")
    # The second one was declared while there were cards to pay with: it goes back, and the one
    # card that is left stays where it is.
    assert len(t.events("must_skip")) == 1
    assert t.hand(1)[:1] == [KRAKEN]
    assert t.discard() == [HEX, TINY, PARCEL]
    assert (t.fence(1), t.rune_discard()) == (["Toll"], ["Toll"])


@pytest.mark.rule("RR-EFF-04")
def test_an_effect_with_an_unpayable_price_is_not_offered():
    assert DISASTER not in story(hand0=[DISASTER], lawn1=[TINY]).labels()
    assert DISASTER in story(hand0=[DISASTER, HEX], lawn1=[TINY]).labels()
    keepers = "Finders Keepers, Leash and All"
    assert keepers not in story(hand0=[keepers, HEX], lawn1=[TINY]).labels()
    assert keepers in story(hand0=[keepers, HEX, HEX], lawn1=[TINY]).labels()


@pytest.mark.rule("RR-EFF-05")
@pytest.mark.parametrize(("lawn2", "offered"), [([], False), ([LEASH], True)])
def test_a_must_on_several_players_is_a_price_for_all(lawn2, offered):
    roundup = spell("Roundup", item("draw"),
                    price=[item("return", "creature", who="each_player")])  # fmt: skip
    t = story(3, hand0=["Roundup"], lawn0=[TINY], hexed1=[KRAKEN], lawn2=lawn2, faces=[roundup])
    assert ("Roundup" in t.labels()) is offered
    if offered:
        t.cast("Roundup")
        assert [event.of for event in t.events("return")] == [0, 1, 2]


@pytest.mark.rule("RR-EFF-06")
def test_a_spin_result_disregards_what_is_impossible():
    t = story(3, phase="spin", rolls=[5, 2], lawn0=[TINY], hexed1=[KRAKEN], lawn2=[LEASH])
    assert [event.of for event in t.events("return")] == [0, 2]
    assert t.lawn(1) == ["# " + KRAKEN]


@pytest.mark.rule("RR-EFF-06")
def test_a_regulation_skips_the_impossible_part_and_does_the_rest():
    chore = regulation("Chore", on("turn_begins", by="each_player"),
                       item("discard", who="that_player"),
                       item("add_rune", who="that_player"))  # fmt: skip
    t = story(phase="begin", regulation="Chore", faces=[chore])
    assert not t.events("discard")
    assert len(t.fence(0)) == 1


@pytest.mark.rule("RR-EFF-07")
def test_a_creature_stays_though_the_price_of_its_effect_cannot_be_paid():
    t = story(3, phase="summon", hand0=[SMELLY], lawn0=[TINY], lawn2=[LEASH], rolls=[0])
    t.summon(SMELLY)
    assert t.lawn(0) == [TINY, SMELLY]
    assert t.state.player == 1
    assert not t.events("declare", "return")


@pytest.mark.rule("RR-EFF-08")
def test_a_card_overrides_the_rulebook():
    t = story(hand0=["Calling In Sick"], lawn0=[TINY, LEASH, KRAKEN], start_count=0)
    t.cast("Calling In Sick").skip()
    assert t.verb == "summoning_limit"
    assert not t.events("spin")
    assert [event.other for event in t.events("skipped")] == ["spin"]


@pytest.mark.rule("RR-EFF-08")
def test_a_prohibition_beats_a_permission():
    hush = creature("Hush", rules=[rule("cannot", act=("cast",), by="each_player")])
    t = story(phase="summon", hand0=[SPARKLY, HEX], lawn1=["Hush"], faces=[hush])
    t.summon(SPARKLY).use(SPARKLY)
    assert (t.verb, t.labels()) == ("cast_effect", ["pass"])


@pytest.mark.rule("RR-EFF-08")
@pytest.mark.parametrize(("which", "limits"), [("hand", (9, 3, 5)), ("rune", (5, 4, 2))])
def test_of_two_set_limits_the_later_one_wins(which, limits):
    wide, tidy, narrow = limits
    rules = {
        name: regulation(name, rules=[rule("limit", which=which, of="each_player", set=value)])
        for name, value in (("Wide", wide), ("Narrow", narrow))
    }
    own = creature("Tidy", rules=[rule("limit", which=which, of="you", set=tidy)])
    t = story(phase="summon", hand0=["Tidy"], rolls=[3], regulation="Wide",
              regulation_deck=["Narrow"], faces=[*rules.values(), own])  # fmt: skip

    def now():
        return getattr(t.view(0).seats[0], f"{which}_limit")

    assert now() == wide
    t.pick("Tidy").dealer.default = 3
    t.choose(0)
    assert now() == narrow
    assert t.lawn(0) == ["Tidy"]


@pytest.mark.rule("RR-EFF-08")
def test_a_regulation_that_comes_later_beats_a_rule_that_was_granted():
    wide = rule("limit", which="hand", of="you", set=9)
    permit = spell("Permit", item("grant", gives=wide, until="your_next_turn"))
    t = story(hand0=["Permit"], rolls=[3], regulation="Leash Law",
              regulation_deck=["Loose Paper Ordinance"], faces=[permit])  # fmt: skip
    t.cast("Permit")
    assert t.view(0).seats[0].hand_limit == 9
    t.skip()
    assert t.view(0).seats[0].hand_limit == 5


@pytest.mark.rule("RR-EFF-08")
def test_of_two_draw_rules_the_later_one_wins():
    greedy = creature("Greedy", rules=[rule("draw_rule", by="you", phase="draw", n=3)])
    t = story(phase="summon", hand0=["Greedy"], lawn1=[TINY], rolls=[3, 4, 0],
              regulation="Leash Law", regulation_deck=["Welcome Wagon Mandate"],
              faces=[greedy])  # fmt: skip
    t.summon("Greedy").pass_until("summon_phase").skip().pass_until("cast_phase")
    assert [event.by for event in t.events("draw")] == [1, 1, 0, 0]


@pytest.mark.rule("RR-EFF-08")
def test_a_later_draw_rule_of_a_creature_beats_the_regulation():
    greedy = creature("Greedy", rules=[rule("draw_rule", by="you", phase="draw", n=1)])
    t = story(phase="summon", hand0=["Greedy"], rolls=[0, 0],
              regulation="Welcome Wagon Mandate", faces=[greedy])  # fmt: skip
    t.summon("Greedy")
    assert [event.by for event in t.events("draw")] == [1, 1]
    t.skip().skip()
    assert [event.by for event in t.events("draw")] == [1, 1, 0]


@pytest.mark.rule("RR-EFF-09")
def test_a_replaced_price_is_not_paid():
    t = story(hand0=[DISASTER, HEX], lawn1=[TINY], fence0=[TOAST], deck=[LEASH, PARCEL])
    t.cast(DISASTER).use(TOAST, seat=0)
    assert t.lawn(1) == [TINY]
    assert t.hand(0) == [HEX, LEASH, PARCEL]
    assert t.discard() == [DISASTER]
    assert not t.events("destroy", "discard")


@pytest.mark.rule("RR-EFF-09")
def test_without_then_what_is_still_possible_is_done():
    t = story(phase="spin", rolls=[4], hand0=[HEX], fence1=[SALTY], deck=[LEASH])
    t.use(SALTY, seat=1)
    # A has no card left to DISCARD; B draws all the same.
    assert len(t.events("discard")) == 1
    assert [event.by for event in t.events("draw")][:1] == [1]
    assert t.hand(1)[:1] == [LEASH]
