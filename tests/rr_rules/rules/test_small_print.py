"""The small print of the rules, on the cards of the box."""

from __future__ import annotations

import pytest

from rr_rules.runes_regulations.deck.loader import base_deck, expansion
from rr_rules.runes_regulations.faces.faces import Face
from tests.support.rr_rules.faces import creature, item, regulation, rule, spell
from tests.support.rr_rules.nefarious import forbidden_discard, night
from tests.support.rr_rules.story import story

HEX, CHIME, SICK = "Just For the Hex of It", "Gone With the Wind Chime", "Calling In Sick"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
KRAKEN, TAIL = "Kiddie-Pool Kraken", "Tail-Chasing Unicorn"
HOUSE, FETCHING = "Open House, Open Cage", "Fetching Pegasus"
SALTY, TOAST, FLAMINGO = "Salty Shaker", "Toastinator 2000", "Suspicious Flamingo"
VANE, TRAP, BIRDBATH = "Wobbly Weathervane", "Tricky Trap", "Remembrance Birdbath"
DISASTER, NEWTS = "This Spells Disaster", "Newts in Bulk"
GRIFFIN, DRAGON = "Sneaky Griffin", "Rune-Eating Dragon"
ROOSTER, DOORBELL, HAMMOCK = "Overly Early Rooster", "Nosy Doorbell", "Hangdog Hammock"
NOTE, METER, SWAP = (
    "Passive-Aggressive Note",
    "Burn After Reading the Meter",
    "Driveway Swap Meet",
)
GARDEN, COLOSSUS, BANE = "Community Garden Day", "Crawlspace Colossus", "Bane Wing"
GOAT, CAT, DOG, IVY = "Suspiciously Willing Goat", "Alley Cat", "A Stray Dog", "Creeping Ivy"


def named(*names: str) -> list[Face]:
    """Faces of the boxes by their names."""
    faces = {face.name: face for face in (*base_deck().faces, *expansion().faces)}
    return [faces[name] for name in names]


# --- the second SPIN of an Event ----------------------------------------------------------------


@pytest.mark.rule("RR-SPIN-07")
def test_the_second_spin_of_an_event_is_offered_with_its_result_known():
    t = story(phase="spin", rolls=[5, 4], hand0=[TINY, HEX], hand1=[LEASH], fence0=[VANE])
    assert [event.kind for event in t.events("spin", "event_spin")] == ["spin"]
    t.decline(seat=0)
    assert [spun.on for spun in t.view(1).spinner] == ["standard", "event"]
    assert (t.verb, t.labels(), t.hand(1)) == ("window", ["pass", VANE], [LEASH])
    t.use(VANE, seat=0)
    assert (len(t.hand(0)), t.rune_discard()) == (4, [VANE])
    # The fee was not collected, from nobody.
    assert t.events("discard") == []


@pytest.mark.rule("RR-SPIN-07")
def test_a_neighbors_toss_answers_either_spin():
    toss, lawn = "Rigged Ring Toss", [TINY, PARCEL, KRAKEN]
    t = night(player=1, phase="spin", rolls=[5, 2], lawn1=lawn, lawn2=[LEASH], fence2=[toss])
    t.decline(seat=2).use(toss, seat=2).pick(TINY, verb="return", seat=1)
    assert (t.lawn(1), t.lawn(2)) == ([PARCEL, KRAKEN], [LEASH])


@pytest.mark.rule("RR-SPIN-07")
@pytest.mark.parametrize("kept", [[VANE], [TRAP]])
def test_at_a_sealed_table_both_windows_open_whatever_the_fence_holds(kept):
    t = story(phase="spin", rolls=[5, 4], hand0=[TINY, HEX], fence0=kept,
              options={"window": "sealed"})  # fmt: skip
    for _ in range(2):
        assert (t.verb, t.seat) == ("window", 0)
        t.choose(0)
    assert t.verb == "discard"


# --- X, then Y ----------------------------------------------------------------------------------


@pytest.mark.rule("RR-EFF-09")
def test_these_faces_say_that_one_thing_depends_on_another():
    every = [*base_deck().faces, *expansion().faces]
    bound = {face.name for face in every if any(item.then for item in face.effects)}
    assert bound == {TAIL, NEWTS, BANE, COLOSSUS, GARDEN, "Trade-In Value"}
    said = {face.name for face in every if ", then " in face.text or "; then " in face.text}
    assert said == bound | {face.name for face in every if face.price and not face.cost
                            and ", then " in face.text} | {"Widow of the Wisteria"}  # fmt: skip


@pytest.mark.rule("RR-EFF-09")
def test_two_unicorns_that_named_one_creature_return_and_draw_once():
    t = story(phase="begin", lawn0=[TAIL, TAIL, TINY], deck=[HEX, LEASH, PARCEL])
    t.use(TAIL).use(TAIL).pick(TINY, verb="return").pick(TINY, verb="return")
    assert len(t.events("return")) == 1
    assert t.hand(0) == [TINY, HEX, LEASH]  # the second card is of the Draw phase
    assert [event.face for event in t.events("fizzle")] == ["tail-chasing-unicorn"]


@pytest.mark.rule("RR-EFF-09", "RR-EX-13")
def test_what_depends_on_it_is_named_with_it():
    t = night(phase="summon", hand0=[COLOSSUS], lawn0=[GOAT, GOAT], lawn1=[TINY, CAT],
              fence1=[TRAP, SALTY])  # fmt: skip
    t.pick(COLOSSUS, verb="summon_phase").use(COLOSSUS)
    t.pick(TINY, verb="destroy")
    assert (t.verb, t.labels(), t.lawn(1)) == ("destroy", [TRAP, SALTY], [TINY, CAT])
    t.choose(0)
    assert (t.lawn(1), t.fence(1)) == ([CAT], [SALTY])


@pytest.mark.rule("RR-EFF-09")
@pytest.mark.parametrize(("lawn", "fence", "offered"), [
    ([], [TRAP], False), ([TINY], [], False), ([TINY], [TRAP], True),
])  # fmt: skip
def test_the_colossus_needs_a_creature_and_a_rune_to_aim_at(lawn, fence, offered):
    t = night(phase="summon", hand0=[COLOSSUS], lawn0=[GOAT, GOAT], lawn1=lawn, fence1=fence)
    t.pick(COLOSSUS, verb="summon_phase")
    assert (t.verb == "use") is offered


@pytest.mark.rule("RR-EFF-09")
def test_a_colossus_that_destroyed_nothing_breaks_no_rune():
    castle = "Bouncy Castle of Second Chances"
    t = night(phase="summon", hand0=[COLOSSUS], lawn0=[GOAT, GOAT], lawn1=[TINY],
              fence1=[castle, TRAP])  # fmt: skip
    t.pick(COLOSSUS, verb="summon_phase").use(COLOSSUS).choose(1).use(castle, seat=1)
    assert (t.lawn(1), t.hand(1)[0], t.fence(1)) == ([], TINY, [TRAP])


@pytest.mark.rule("RR-EFF-09")
def test_a_draw_counts_as_done_with_what_there_was():
    def nothing_left(state):
        state.deck = []

    t = story(hand0=[NEWTS, TINY, HEX], prepare=nothing_left)
    t.cast(NEWTS).pick(TINY, verb="discard")
    assert (t.hand(0), sorted(t.discard())) == ([HEX], [TINY, NEWTS])


@pytest.mark.rule("RR-EFF-09")
def test_bane_wing_skips_nothing_without_a_rune_to_add():
    def no_runes(state):
        state.forbidden_rune_deck = []

    t = night(phase="begin", lawn0=[BANE], prepare=no_runes)
    assert (t.verb, t.events("declare")) == ("cast_phase", [])
    t = night(phase="begin", lawn0=[BANE]).use(BANE)
    assert (t.verb, len(t.state.fence[0])) == ("summon_phase", 1)


@pytest.mark.rule("RR-EFF-09")
def test_a_garden_day_without_an_own_shrub_is_no_ones_but_fills_the_deck():
    t = night(player=1, hand1=[GARDEN], hexed2=[CAT], discard=[TINY])
    t.cast(GARDEN)
    assert (t.lawn(2), t.discard()) == (["# " + CAT], [GARDEN])
    t = night(player=1, hand1=[GARDEN], hexed1=[TINY], hexed2=[CAT]).cast(GARDEN).yes(seat=2)
    assert (t.lawn(1), t.lawn(2)) == ([TINY], [CAT])
    assert GARDEN not in night(player=1, hand1=[GARDEN], hexed2=[CAT]).labels()


@pytest.mark.rule("RR-EFF-09")
def test_two_sentences_do_not_depend_on_each_other():
    t = story(phase="spin", rolls=[4], hand0=[HEX], fence1=[SALTY], deck=[TINY])
    t.use(SALTY, seat=1)
    assert (t.hand(1)[:1], len(t.events("discard"))) == ([TINY], 1)


# --- a condition is judged once -----------------------------------------------------------------


@pytest.mark.rule("RR-EFF-10")
def test_the_rooster_crows_though_a_creature_has_gone_home_meanwhile():
    t = story(phase="begin", lawn0=[TAIL, TINY, LEASH], fence1=[ROOSTER], deck=[HEX])
    t.use(TAIL, seat=0).use(ROOSTER, seat=1).pick(TINY, verb="return", seat=0)
    assert (t.lawn(0), t.verb) == ([TAIL, LEASH], "summon_phase")
    assert t.rune_discard() == [ROOSTER]


@pytest.mark.rule("RR-EFF-10")
@pytest.mark.parametrize(("hammock", "doorbell"), [(0, 2), (2, 0)])
def test_hammock_and_doorbell_each_do_their_effect_whichever_comes_first(hammock, doorbell):
    lawn = [TINY, LEASH, PARCEL, KRAKEN]
    fences = {f"fence{hammock}": [HAMMOCK], f"fence{doorbell}": [DOORBELL]}
    t = night(nn=hammock, player=1, phase="end", lawn1=lawn, **fences)
    for name, seat in sorted([(DOORBELL, doorbell), (HAMMOCK, hammock)], key=lambda p: -p[1]):
        t.use(name, seat=seat)
    first, second = (TINY, LEASH) if hammock == 2 else (LEASH, TINY)
    t.pick(first, seat=2).pick(second, seat=0)
    assert (t.lawn(1), t.lawn(hammock)) == (["# " + LEASH, PARCEL, KRAKEN], [TINY])


@pytest.mark.rule("RR-EFF-10")
@pytest.mark.parametrize("name", [
    ROOSTER, HAMMOCK, DOORBELL, "Emergency Kazoo", "Luxury Pet Tax", "Shrub Maintenance Schedule",
    "Vacant Lot Assistance", "Rigged Ring Toss",
])  # fmt: skip
def test_every_face_with_a_condition_has_it_on_its_trigger(name):
    [face] = named(name)
    assert face.conditions
    assert face.trigger is not None
    assert all(condition.of == "that_player" for condition in face.conditions)


@pytest.mark.rule("RR-EFF-10")
def test_the_shrub_schedule_and_the_vacant_lot_ask_what_was_true_when_the_turn_began():
    t = story(phase="begin", regulation="Shrub Maintenance Schedule", hexed0=[TINY],
              lawn0=[TAIL], hand0=[HEX, CHIME])  # fmt: skip
    t.use(TAIL).pick(TINY, verb="return")
    # The shrub has gone home: the duty stands, and a card is what can still be given.
    t.pick(HEX, verb="discard")
    assert t.discard() == [HEX]
    t = story(phase="begin", regulation="Vacant Lot Assistance", hexed0=[TINY], lawn0=[TAIL],
              lawn1=[LEASH], hand0=[HEX, CHIME])  # fmt: skip
    t.use(TAIL).pick(TINY, verb="return")
    assert (t.verb, t.seat) == ("may", 0)


@pytest.mark.rule("RR-EFF-10")
def test_the_kazoo_sounds_though_the_player_has_one_creature_by_then():
    kazoo, lantern = "Emergency Kazoo", "Motion-Sensor Lantern"
    t = night(4, player=1, phase="summon", hand1=[TINY], lawn2=[LEASH, PARCEL], fence2=[lantern],
              fence3=[kazoo])  # fmt: skip
    t.summon(TINY).use(lantern, seat=2).use(kazoo, seat=3)
    assert [(event.of, event.other) for event in t.events("must_skip")] == [(2, "summon")]


# --- demands that cannot be met -----------------------------------------------------------------


@pytest.mark.rule("RR-EFF-05", "RR-EFF-11")
def test_a_note_names_only_who_can_meet_one_of_its_demands():
    t = story(3, hand0=[NOTE], hand1=[HEX], hand2=[HEX, CHIME])
    t.cast(NOTE)
    assert (t.hand(1), t.hand(2), len(t.events("discard"))) == ([HEX], [], 2)
    assert NOTE not in story(hand0=[NOTE], hand1=[HEX]).labels()
    t = story(hand0=[NOTE], hand1=[HEX], lawn1=[TINY]).cast(NOTE)
    assert (t.lawn(1), t.hand(1)) == (["# " + TINY], [HEX])


@pytest.mark.rule("RR-EFF-11")
def test_which_two_cards_is_asked_only_of_more_than_two():
    t = story(hand0=[NOTE], hand1=[HEX, CHIME, TINY]).cast(NOTE)
    assert (t.verb, t.seat, len(t.labels())) == ("discard", 1, 3)
    t.pick(TINY).pick(HEX)
    assert t.hand(1) == [CHIME]


@pytest.mark.rule("RR-EFF-05")
def test_the_meter_is_read_by_who_has_two_cards():
    t = night(4, player=1, hand1=[METER], hand2=[TINY], hand3=[CAT, DOG, TINY], hand0=[IVY, IVY])
    t.cast(METER)
    assert (t.verb, t.labels()) == ("player", ["player 3", "player 0"])
    assert METER not in night(player=1, hand1=[METER], hand2=[TINY]).labels()


# --- a phase waits for its chain ----------------------------------------------------------------


@pytest.mark.rule("RR-CHAIN-01")
def test_the_flamingos_link_is_done_before_the_phase_asks_again():
    t = story(hand0=[HEX, TINY, LEASH], lawn0=[PARCEL], lawn1=[FETCHING], fence0=[TOAST],
              fence1=[FLAMINGO])  # fmt: skip
    t.cast(HEX).pick(TINY, verb="discard").use(TOAST, seat=0).use(FLAMINGO, seat=1)
    assert (len(t.state.fence[1]), t.state.queue) == (2, [])
    assert (t.verb, t.seat, HEX in t.hand(0)) == ("cast_phase", 0, True)


@pytest.mark.rule("RR-CHAIN-01")
def test_the_shakers_link_is_done_before_the_summon_phase_asks_again():
    t = story(phase="summon", hand0=[TINY, HEX, CHIME, LEASH, PARCEL], fence0=[TOAST, TOAST],
              fence1=[SALTY], regulation="Pet Registration Fee")  # fmt: skip
    t.summon(TINY).pick(HEX, verb="discard").decline(seat=0)
    t.use(SALTY, seat=1)
    assert t.lawn(0) == [TINY]
    t.pick(CHIME, verb="discard", seat=0).use(TOAST, seat=0)
    assert (t.state.queue, t.state.player) == ([], 1) or t.verb != "summon_phase"


@pytest.mark.rule("RR-CHAIN-02", "RR-CHAIN-13")
def test_the_creature_that_a_spell_has_just_brought_is_a_target_of_the_globe():
    globe = "Blood-Moon Gazing Globe"
    t = night(player=1, hand1=[HOUSE, TINY], lawn1=[LEASH], fence0=[globe])
    t.cast(HOUSE).use(globe, seat=0).pick(TINY, verb="summon_effect").pick("player 1", verb="lawn")
    assert (t.verb, t.seat, t.labels()) == ("hex", 0, [LEASH, TINY])
    assert t.pick(TINY).lawn(1) == [LEASH, "# " + TINY]


# --- what a surcharge takes ---------------------------------------------------------------------


@pytest.mark.rule("RR-EFF-13")
def test_a_surcharge_leaves_the_creature_that_the_spell_needs():
    assert HOUSE not in story(hand0=[HOUSE, TINY], lawn1=[FETCHING]).labels()
    assert HOUSE in story(hand0=[HOUSE, TINY]).labels()
    t = story(hand0=[HOUSE, TINY, HEX], lawn1=[FETCHING])
    t.cast(HOUSE)
    assert (t.verb, t.labels()) == ("discard", [HEX])
    t.choose(0).pick(TINY, verb="summon_effect").pick("player 0", verb="lawn")
    assert (t.lawn(0), t.discard()) == ([TINY], [HEX, HOUSE])
    two = {"lawn1": [FETCHING, FETCHING]}
    assert HOUSE not in story(hand0=[HOUSE, TINY, HEX], **two).labels()
    t = story(hand0=[HOUSE, TINY, HEX, LEASH], **two).cast(HOUSE)
    assert t.labels() == [TINY, HEX, LEASH]
    assert t.pick(TINY).labels() == [HEX]


@pytest.mark.rule("RR-CHAIN-11", "RR-EFF-13")
def test_a_birdbath_that_the_permit_would_leave_without_a_card_is_not_offered():
    zones = {"hand0": [DISASTER, HEX, CHIME], "lawn1": [TINY], "fence1": [BIRDBATH],
             "regulation": "Noise Permit"}  # fmt: skip
    t = story(hand1=[LEASH], **zones).cast(DISASTER).pick(HEX, verb="discard")
    assert (t.verb, t.fence(1)) == ("summon_phase", [BIRDBATH])
    t = story(hand1=[LEASH, PARCEL], **zones).cast(DISASTER).pick(HEX, verb="discard")
    t.use(BIRDBATH, seat=1).pick(PARCEL, verb="discard", seat=1)
    t.pick(LEASH, verb="summon_effect", seat=1)
    assert t.verb == "lawn"


@pytest.mark.rule("RR-CHAIN-11")
def test_a_birdbath_that_comes_to_that_all_the_same_goes_back_unpaid():
    t = story(3, hand0=[DISASTER, HEX, CHIME], lawn1=[TINY], hand1=[LEASH, PARCEL], player=0,
              fence1=[BIRDBATH, BIRDBATH], regulation="Noise Permit")  # fmt: skip
    t.cast(DISASTER).pick(HEX, verb="discard")
    assert [option.order for option in t.asked.options][-2:] == [(0, 1), (1, 0)]
    t.choose(len(t.asked.options) - 1, seat=1).pick(PARCEL, verb="discard", seat=1)
    t.pick(LEASH, verb="summon_effect", seat=1).pick("player 1", verb="lawn")
    assert (t.lawn(1), t.hand(1), t.fence(1)) == ([LEASH], [], [BIRDBATH])
    assert t.rune_discard() == [BIRDBATH]


@pytest.mark.rule("RR-CHAIN-11")
def test_a_declined_offer_of_an_activated_rune_uses_it_up():
    t = story(hand0=[DISASTER, HEX], lawn1=[TINY], hand1=[LEASH], fence1=[BIRDBATH])
    t.cast(DISASTER).use(BIRDBATH, seat=1).decline(seat=1)
    assert (t.fence(1), t.rune_discard()) == ([], [BIRDBATH])


@pytest.mark.rule("RR-CHAIN-12")
def test_a_target_that_moved_to_another_lawn_is_gone():
    t = night(4, player=1, phase="end", lawn1=[TINY, LEASH, PARCEL, KRAKEN], fence2=[DOORBELL],
              fence0=[HAMMOCK])  # fmt: skip
    t.use(DOORBELL, seat=2).use(HAMMOCK, seat=0)
    t.pick(TINY, verb="hex", seat=2).pick(TINY, verb="steal", seat=0)
    # Whoever was first HEXES it, and a shrub is no Mythical Creature to STEAL: the Rune goes back.
    assert (t.lawn(1)[0], t.lawn(0), t.fence(0)) == ("# " + TINY, [], [HAMMOCK])
    t = night(4, nn=2, player=1, phase="end", lawn1=[TINY, LEASH, PARCEL, KRAKEN],
              fence2=[HAMMOCK], fence0=[DOORBELL])  # fmt: skip
    t.use(HAMMOCK, seat=2).use(DOORBELL, seat=0)
    t.pick(TINY, verb="steal", seat=2).pick(TINY, verb="hex", seat=0)
    assert (t.lawn(2), t.fence(0)) == ([TINY], [DOORBELL])


# --- what public facts have decided -------------------------------------------------------------


@pytest.mark.rule("RR-EFF-12")
def test_whose_only_card_is_demanded_is_not_asked():
    t = story(phase="spin", rolls=[4], hand0=[HEX])
    assert (t.discard(), t.seat) == ([HEX], 1)
    t = story(hand0=[DISASTER, HEX], lawn1=[TINY]).cast(DISASTER)
    assert t.discard() == [HEX, TINY, DISASTER]
    t = night(phase="spin", rolls=[5], hand0=[IVY, IVY])
    assert (forbidden_discard(t), t.seat) == ([IVY, IVY], 1)


@pytest.mark.rule("RR-EFF-12")
def test_of_two_equal_cards_one_is_asked_for_as_of_any_two():
    for hand in ([HEX, HEX], [HEX, TINY]):
        t = story(phase="spin", rolls=[4], hand0=hand)
        assert (t.verb, t.seat, t.labels()) == ("discard", 0, hand)


@pytest.mark.rule("RR-EFF-12")
def test_the_only_rune_of_a_fence_is_not_asked_for_and_of_two_equal_ones_one_is():
    t = story(phase="summon", hand0=[GRIFFIN], fence1=[TRAP]).summon(GRIFFIN).use(GRIFFIN)
    assert (t.fence(0)[0], t.fence(1)) == (TRAP, [])
    for fence in ([TRAP, TRAP], [TRAP, SALTY]):
        t = story(phase="summon", hand0=[DRAGON], fence1=fence).summon(DRAGON).use(DRAGON)
        assert (t.verb, len(t.labels())) == ("destroy", 2)


@pytest.mark.rule("RR-EFF-12", "RR-HID-14")
def test_a_rule_that_spares_runes_by_their_names_has_even_a_single_one_asked_for():
    shy = creature("Shy", rules=[rule("cannot", "rune", act=("destroy",), of="any_neighbor",
                                      names=(SALTY,))])  # fmt: skip
    zones = {"phase": "summon", "hand0": [DRAGON], "fence1": [TRAP], "faces": [shy]}
    t = story(lawn0=["Shy"], **zones).summon(DRAGON).use(DRAGON)
    assert (t.verb, t.labels()) == ("destroy", [TRAP])
    # What protects Creatures says nothing of Runes.
    t = story(lawn0=[TINY], lawn1=["Teeny Tiny Manticore"], **zones).summon(DRAGON).use(DRAGON)
    assert t.rune_discard() == [TRAP]


@pytest.mark.rule("RR-EFF-12")
def test_of_a_kind_of_card_even_the_only_card_of_a_hand_is_asked_for():
    """Whether it is of that kind, the others do not know (RR-EDGE-04)."""
    pious = spell("Pious", item("discard", "creature", who="any_neighbor"))
    t = story(hand0=["Pious"], hand1=[TINY], faces=[pious]).cast("Pious")
    assert (t.verb, t.seat, t.labels()) == ("discard", 1, [TINY])


@pytest.mark.rule("RR-EFF-12")
@pytest.mark.parametrize(
    ("limit", "which", "asked"),
    [(0, "hand", False), (1, "hand", True), (0, "rune", False), (1, "rune", True)],
)
def test_whose_limit_leaves_nothing_is_not_asked_what_to_give_up(limit, which, asked):
    bare = regulation("Bare", rules=[rule("limit", which=which, of="each_player", set=limit)])
    zone = {"hand0": [HEX, TINY]} if which == "hand" else {"fence0": [TRAP, SALTY]}
    t = story(phase="end", regulation="Bare", faces=[bare], **zone)
    assert (t.verb == f"{which}_limit") is asked
    given_up = [event for event in t.events("discard", "destroy_rune") if event.of == 0]
    assert len(given_up) == (0 if asked else 2)


@pytest.mark.rule("RR-EFF-12")
def test_a_giver_of_a_single_card_is_not_asked_and_a_may_is():
    t = story(phase="summon", hand0=["Spoiled Unicorn"], hand1=[HEX])
    t.summon("Spoiled Unicorn").use("Spoiled Unicorn")
    assert (t.hand(0), HEX in t.hand(1)) == ([HEX], False)
    t = story(phase="spin", rolls=[5, 5], hand0=[HEX])
    assert (t.verb, t.labels()) == ("adopt", ["pass"])


@pytest.mark.rule("RR-EFF-12", "RR-HID-14")
@pytest.mark.parametrize("hand", [[HEX, HEX], [HEX, TINY], [TINY, LEASH]])
def test_two_worlds_ask_alike(hand):
    """Whether a question is asked hangs on the number of cards alone, never on their faces."""
    asked = []
    t = story(3, hand0=[NOTE], hand1=hand, lawn1=[PARCEL], hand2=[HEX]).cast(NOTE)
    asked.append((t.verb, t.seat))
    t = story(phase="spin", rolls=[4], hand0=hand)
    asked.append((t.verb, t.seat))
    t = story(hand0=[SICK, *hand], lawn1=[FETCHING]).cast(SICK)
    asked.append((t.verb, t.seat))
    assert asked == [("mode", 1), ("discard", 0), ("discard", 0)]


# --- who is named -------------------------------------------------------------------------------


@pytest.mark.rule("RR-EFF-05")
def test_a_swap_names_only_who_has_something_to_be_stolen():
    t = story(4, hand0=[SWAP], lawn0=[TINY], lawn1=[LEASH], hexed2=[PARCEL], lawn3=[KRAKEN])
    t.cast(SWAP)
    assert (t.verb, t.labels()) == ("player", ["player 1", "player 3"])
    t = story(3, hand0=[SWAP], lawn0=[TINY], lawn1=[LEASH]).cast(SWAP)
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([LEASH], [TINY], [])


# --- what is seen of it -------------------------------------------------------------------------


def test_before_the_first_turn_it_is_nobodys_turn():
    t = story(phase="setup", regulation_deck=["Loose Paper Ordinance"])
    seen = {event.kind for event in t.events()}
    assert "turn" in seen
    state = t.state.copy()
    state.turn = 0
    assert t.table.game.view(state, None).player == -1


def test_a_phase_that_two_cards_take_is_listed_once():
    def both(state):
        state.skips[1], state.skips_this_turn[1] = ["cast", "spin"], ["cast"]

    assert story(prepare=both).view(0).seats[1].skips == ("cast", "spin")


def test_the_spin_class_says_what_an_event_does():
    [face] = named("Mandatory Spin Class")
    assert "Event" in face.text
    t = story(3, hand0=[face.name], rolls=[5, 4], hand1=[TINY], hand2=[HEX])
    t.cast(face.name).pick("player 1", verb="player")
    assert sorted(event.by for event in t.events("discard")) == [1, 2]


@pytest.mark.parametrize(("zones", "sentence", "clause"), [
    ({"hand0": [HOUSE, TINY], "lawn1": [FETCHING]},
     "What must be paid first leaves it nothing to do", "RR-EFF-13"),
    ({"hand0": [HOUSE], "lawn1": [FETCHING]},
     "Its price is 1 card and you hold too few", "RR-EFF-04"),
    ({"hand0": [HOUSE, HEX]}, "It would change nothing now", "RR-EDGE-06"),
    ({"hand0": [NOTE], "hand1": [HEX]}, "Nobody could do all that it demands", "RR-EFF-05"),
])  # fmt: skip
def test_a_card_says_why_it_is_not_offered(zones, sentence, clause):
    first = story(**zones).view(0).reasons[0]
    assert (first.usable, first.text, first.clause) == (False, sentence, clause)


@pytest.mark.rule("RR-EFF-09")
def test_the_log_says_what_was_cut_short():
    castle = "Bouncy Castle of Second Chances"
    t = night(phase="summon", hand0=[COLOSSUS], lawn0=[GOAT, GOAT], lawn1=[TINY],
              fence1=[castle, TRAP])  # fmt: skip
    t.pick(COLOSSUS, verb="summon_phase").use(COLOSSUS).choose(1).use(castle, seat=1)
    [event] = t.events("cut_short")
    line = t.table.game.line(event)
    assert line.text == ("Part of Crawlspace Colossus is left out: what it depends on was not done")
    assert line.clause == "RR-EFF-09"


@pytest.mark.rule("NN-EX-03", "NN-EX-04")
def test_regulations_say_whom_they_leave_out_where_the_expansion_is_played():
    game = story().table.game

    def texts(**options):
        cards = game.cards(game.settle(options))
        return {card.name: card.text for card in cards if card.kind == "regulation"}

    plain, street = texts(), texts(nefarious="on")
    assert not any("Nefarious" in text for text in plain.values())
    assert all(street[name].startswith(text) and "Nefarious Neighbor" in street[name]
               for name, text in plain.items())  # fmt: skip
    assert "its Lawn is not protected" in street["Leash Law"]
    assert "its Lawn is not protected" in street["Neighborhood Watch Program"]
    assert "not counted" in street["Vacant Lot Assistance"]
    bare = texts(nefarious="on", regulation_scope="actor_only")
    assert "its Lawn" not in bare["Leash Law"]
