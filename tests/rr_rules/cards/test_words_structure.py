"""The words that build an effect: price, optional, choose, once, amounts and conditions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.errors import DeckError
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table
from rr_rules.runes_regulations.deck.loader import base_deck, load_deck
from rr_rules.runes_regulations.game import RunesRegulations
from rr_rules.runes_regulations.state.settings import SETTINGS
from tests.support.rr_rules.decks import SPELL, deck
from tests.support.rr_rules.faces import choose, creature, has, item, on, regulation, rune, spell
from tests.support.rr_rules.story import story

TINY, LEASH, SHORT, PARCEL = (
    "Griffin With a Tiny Head",
    "Pegasus on a Very Short Leash",
    "Sprinkler-Proof Pegasus",
    "Parcel Pegasus",
)
HEX, SICK, DISASTER = "Just For the Hex of It", "Calling In Sick", "This Spells Disaster"
TRAP, SALTY, BLO, TOAST = "Tricky Trap", "Salty Shaker", "Blo Blo Gadget", "Toastinator 2000"
GNOME, GATE = "Gnasty Gnome", "Squeaky Side Gate"
ARRIVAL = on("enters_lawn", "this", of="you")


# --- price ---------------------------------------------------------------------------------------


def test_a_price_of_somebody_else_is_laid_on_one_who_can_pay_all_of_it():
    levy = spell("Levy", item("draw"), price=[item("discard", who="any_neighbor", n=2)])
    t = story(3, hand0=["Levy"], hand1=[HEX], hand2=[HEX, SICK], deck=[TINY], faces=[levy])
    t.cast("Levy").pick(HEX, verb="discard", seat=2).pick(SICK, verb="discard", seat=2)
    assert t.hand(0) == [TINY]
    assert "Levy" not in story(3, hand0=["Levy"], hand1=[HEX], faces=[levy]).labels()


def test_a_price_on_everybody_counts_what_the_user_pays_besides():
    tithe = spell(
        "Tithe", item("draw"), price=[item("discard"), item("discard", who="each_player")]
    )
    poor = story(hand0=["Tithe", HEX], hand1=[HEX], faces=[tithe])
    assert "Tithe" not in poor.labels()
    t = story(hand0=["Tithe", HEX, SICK], hand1=[HEX], deck=[TINY], faces=[tithe])
    t.cast("Tithe").pick(HEX, verb="discard", seat=0).pick(SICK, seat=0).pick(HEX, seat=1)
    assert t.hand(0) == [TINY]


def test_a_price_counts_all_that_falls_to_a_neighbor():
    price = [item("discard", who="each_neighbor"), item("discard", who="each_player")]
    tithe = spell("Tithe", item("draw"), price=price)
    poor = story(3, hand0=["Tithe", HEX], hand1=[TINY], hand2=[TINY, HEX], faces=[tithe])
    assert "Tithe" not in poor.labels()
    rich = story(3, hand0=["Tithe", HEX], hand1=[TINY, HEX], hand2=[TINY, HEX], faces=[tithe])
    assert "Tithe" in rich.labels()


def test_a_price_in_things_of_each_neighbor_needs_one_of_each():
    raze = spell("Raze", item("draw"), price=[item("destroy", "rune", of="each_neighbor")])
    t = story(3, hand0=["Raze"], fence1=[TOAST], fence2=[GNOME], deck=[TINY], faces=[raze])
    t.cast("Raze")
    assert t.hand(0) == [TINY]
    assert "Raze" not in story(3, hand0=["Raze"], fence1=[TOAST], faces=[raze]).labels()


def test_a_price_of_two_things_of_one_player_is_laid_on_one_who_has_two():
    raze = spell("Raze", item("draw"), price=[item("destroy", "rune", of="any_neighbor", n=2)])
    three = [GNOME, GATE, SALTY]
    t = story(3, hand0=["Raze"], fence1=[TOAST], fence2=three, deck=[TINY], faces=[raze])
    t.cast("Raze")
    assert {option.seat for option in t.asked.options} == {2}
    t.choose(0).choose(0)
    assert (t.fence(1), t.fence(2), t.hand(0)) == ([TOAST], [SALTY], [TINY])
    poor = story(3, hand0=["Raze"], fence1=[TOAST], fence2=[GNOME], faces=[raze])
    assert "Raze" not in poor.labels()


def test_a_price_that_is_replaced_half_way_leaves_the_first_half_paid():
    steep = spell("Steep", item("draw", n=3), price=[item("sacrifice", "creature"),
                                                     item("discard")])  # fmt: skip
    t = story(hand0=["Steep", HEX], lawn0=[TINY], fence0=[TOAST], deck=[SICK, LEASH], faces=[steep])
    t.cast("Steep").use(TOAST, seat=0)
    assert t.discard() == [TINY, "Steep"]
    assert t.hand(0) == [HEX, SICK, LEASH]
    assert [event.face for event in t.events("unpaid")] == ["steep"]


def test_a_price_in_all_things_is_paid_with_none():
    purge = spell("Purge", item("draw"), price=[item("sacrifice", "hexed", all=True)])
    t = story(hand0=["Purge"], deck=[TINY], faces=[purge])
    t.cast("Purge")
    assert t.hand(0) == [TINY]


def test_the_player_that_the_price_picks_is_who_the_effect_speaks_of():
    deal = spell("Deal", item("draw", who="that_player", n=2),
                 price=[item("give", "card", to="any_neighbor")])  # fmt: skip
    t = story(3, hand0=["Deal", HEX], faces=[deal])
    t.cast("Deal").pick("player 2", verb="player").pick(HEX, verb="give")
    assert [event.by for event in t.events("draw")] == [2, 2]


def test_a_condition_of_the_trigger_holds_after_a_price_was_judged():
    gate = creature("Gate", on("discard", by="any_neighbor"), item("draw"),
                    price=[item("discard", who="any_neighbor")],
                    conditions=(has("card", "that_player", most=0),))  # fmt: skip
    t = story(
        3, hand0=[DISASTER, HEX], hand2=[SICK], lawn1=["Gate", TINY], deck=[LEASH], faces=[gate]
    )
    t.cast(DISASTER).pick(TINY, verb="destroy").pick(HEX, verb="discard").use("Gate", seat=1)
    t.pick(SICK, verb="discard", seat=2)
    assert t.hand(1) == [LEASH]


# --- optional and may ----------------------------------------------------------------------------


def test_a_may_item_asks_each_who_can_and_the_rest_is_done_whatever_they_say():
    theirs = item("restore", "hexed", who="each_neighbor", may=True)
    garden = spell("Garden", item("restore", "hexed", of="you"), theirs, item("draw"))
    t = story(4, hand0=["Garden"], hexed0=[TINY], hexed1=[TINY], hexed3=[LEASH], deck=[SHORT],
              faces=[garden])  # fmt: skip
    t.cast("Garden").no(seat=1).yes(seat=3)
    assert (t.lawn(0), t.lawn(1), t.lawn(3)) == ([TINY], ["# " + TINY], [LEASH])
    assert t.hand(0) == [SHORT]


def test_a_may_item_is_not_asked_about_when_its_target_is_gone():
    bomb = creature(
        "Bomb", on("turn_begins", by="you"), item("destroy", "creature", of="any_neighbor")
    )
    may = item("return", "creature", of="any_neighbor", may=True)
    kind = creature("Kind", on("turn_begins", by="you"), may, item("draw"))
    t = story(
        phase="begin", lawn0=["Bomb", "Kind"], lawn1=[TINY, LEASH], deck=[HEX], faces=[bomb, kind]
    )
    t.use("Bomb").use("Kind").pick(TINY, verb="destroy").pick(TINY, verb="return")
    assert t.verb != "may"
    assert HEX in t.hand(0)


def test_a_may_item_on_cards_asks_everybody_with_a_hand():
    fair = spell("Fair", item("discard", "creature", who="each_neighbor", may=True))
    t = story(3, hand0=["Fair"], hand1=[HEX], faces=[fair])
    t.cast("Fair")
    assert (t.seat, t.verb) == (1, "may")
    t.yes(seat=1)
    assert t.verb == "summon_phase"


# --- choose --------------------------------------------------------------------------------------


@pytest.mark.rule("RR-EFF-11")
def test_a_list_is_picked_that_can_be_done_in_full_and_nobody_is_named_who_can_do_none():
    pair = [item("discard", who="that_player", n=2)]
    shrub = [item("hex", "mythical", who="that_player", of="that_player")]
    note = spell("Note", choose("any_neighbor", pair, shrub))
    one = story(hand0=["Note"], hand1=[HEX], lawn1=[TINY], faces=[note])
    one.cast("Note")
    assert one.lawn(1) == ["# " + TINY]
    none = story(hand0=["Note"], hand1=[HEX], faces=[note])
    assert "Note" not in none.labels()
    poll = spell("Poll", choose("each_neighbor", pair, shrub), item("draw"))
    partly = story(hand0=["Poll"], hand1=[HEX], faces=[poll])
    partly.cast("Poll").pick(HEX, verb="discard", seat=1)
    assert [event.n for event in partly.events("mode")] == [0]
    none = story(hand0=["Poll"], faces=[poll])
    assert none.cast("Poll").events("mode", "discard") == []


def test_choices_are_made_clockwise_before_any_list_is_carried_out():
    fork = [item("discard", who="that_player")], [item("draw", who="that_player")]
    poll = spell("Poll", choose("each_player", *fork))
    t = story(3, hand0=["Poll", HEX], hand1=[HEX, TINY], hand2=[HEX], faces=[poll])
    t.cast("Poll").pick("mode 1", seat=0).pick("mode 0", seat=1).pick("mode 1", seat=2)
    assert [(event.by, event.n) for event in t.events("mode")] == [(0, 1), (1, 0), (2, 1)]
    assert not t.events("draw", "discard")[1:]
    t.pick(HEX, verb="discard", seat=1)
    assert [event.by for event in t.events("draw", "discard")] == [0, 1, 2]


def test_a_choice_inside_a_choice_keeps_who_picked():
    inner = choose("you", [item("discard", who="that_player")], [item("draw", who="that_player")])
    outer = spell("Outer", choose("each_neighbor", [inner], [item("draw")]))
    t = story(3, hand0=["Outer"], hand1=[HEX], hand2=[HEX], faces=[outer])
    t.cast("Outer").pick("mode 0", seat=1).pick("mode 0", seat=2)
    t.pick("mode 0", seat=0).pick(HEX, verb="discard", seat=1)
    t.pick("mode 1", seat=0)
    assert [(event.kind, event.by) for event in t.events("discard", "draw")] == [
        ("discard", 1), ("draw", 2)]  # fmt: skip


def test_the_lists_of_a_second_choice_are_worded_as_its_own():
    first = choose("you", [item("draw", n=2)], [item("discard")])
    second = choose("you", [item("draw")], [choose("you", [item("discard", n=2)], [item("draw")])])
    t = story(hand0=["Twice", HEX], faces=[spell("Twice", first, second)])
    t.cast("Twice")
    words = [t.table.game.label(t.asked, option, t.view(0)) for option in t.asked.options]
    assert words == ["DRAW 2 cards", "DISCARD a card"]
    t.pick("mode 0")
    words = [t.table.game.label(t.asked, option, t.view(0)) for option in t.asked.options]
    assert words == ["DRAW a card", "choose again"]
    t.pick("mode 1")
    words = [t.table.game.label(t.asked, option, t.view(0)) for option in t.asked.options]
    assert words == ["DISCARD 2 cards", "DRAW a card"]


def test_a_list_in_which_the_controller_acts_names_it_to_the_one_who_picks():
    t = story(phase="summon", hand0=["Door-to-Door Sphinx"], hand1=[HEX])
    t.summon("Door-to-Door Sphinx").use("Door-to-Door Sphinx")
    words = [t.table.game.label(t.asked, option, t.view(1)) for option in t.asked.options]
    assert (t.seat, words) == (1, ["Skip your next Cast phase", "{0} DRAWS a card"])


def test_a_choice_of_ones_own_leaves_that_player_as_the_trigger_singled_out():
    echo = rune("Echo", on("discard", by="any_neighbor"),
                choose("you", [item("discard", who="that_player")], [item("draw")]))  # fmt: skip
    t = story(hand0=[DISASTER, HEX, SICK], hand1=[HEX], lawn1=[TINY], fence1=["Echo"], faces=[echo])
    t.cast(DISASTER).pick(HEX, verb="discard").use("Echo", seat=1).pick("mode 0", seat=1)
    t.pick(SICK, verb="discard", seat=0)
    assert (t.hand(0), t.hand(1)) == ([], [HEX])


def test_what_the_picked_list_aims_at_is_named_with_the_list():
    early = creature(
        "Early", on("turn_begins", by="you"), item("destroy", "rune", of="any_neighbor")
    )
    fork = creature("Fork", on("turn_begins", by="you"), choose(
        "you", [item("hex", "mythical", of="any_neighbor")], [item("draw")]))  # fmt: skip
    t = story(phase="begin", lawn0=["Early", "Fork"], lawn1=[TINY, LEASH], fence1=[TRAP, TOAST],
              faces=[early, fork])  # fmt: skip
    t.use("Early").use("Fork").choose(0).pick("mode 0", verb="mode")
    assert (t.verb, t.fence(1)) == ("hex", [TRAP, TOAST])
    t.pick(LEASH)
    assert (t.fence(1), t.lawn(1)) == ([TOAST], [TINY, "# " + LEASH])


def test_a_rune_whose_target_is_gone_goes_back_though_others_are_there():
    flight = creature("Flight", on("turn_begins", by="you"), item("return", "creature", of="you"))
    zap = rune("Zap", on("turn_begins", by="any_player"), item("hex", "mythical", of="any_player"))
    t = story(phase="begin", lawn0=["Flight", TINY, LEASH], fence1=["Zap"], faces=[flight, zap])
    t.use("Flight", seat=0).use("Zap", seat=1).pick(TINY, verb="return").pick(TINY, verb="hex")
    assert t.lawn(0) == ["Flight", LEASH]
    assert (t.fence(1), t.rune_discard()) == (["Zap"], [])


def test_a_rune_goes_back_if_nothing_of_the_picked_list_can_be_done_any_more():
    bomb = rune("Bomb", on("turn_begins", by="any_player"), item("destroy", "creature", of="you"))
    lists = choose("you", [item("hex", "mythical", of="any_neighbor")], [item("draw")])
    fork = rune("Fork", on("turn_begins", by="any_player"), lists)
    t = story(phase="begin", lawn0=[TINY], fence0=["Bomb"], fence1=["Fork"], faces=[bomb, fork])
    t.use("Bomb", seat=0).use("Fork", seat=1).pick("mode 0", verb="mode", seat=1)
    assert t.fence(1) == ["Fork"]
    assert t.rune_discard() == ["Bomb"]


# --- amounts -------------------------------------------------------------------------------------


def test_up_to_two_things_of_one_player_may_be_one_and_nobody_is_asked_for_a_second_there_is_not():
    weed = "Weed Out the Competition"
    t = story(hand0=[weed], hexed1=[TINY])
    t.cast(weed)
    assert t.lawn(1) == []
    t = story(hand0=[weed], hexed0=[LEASH], hexed1=[TINY, SHORT])
    t.cast(weed).pick(TINY, verb="destroy")
    assert t.labels() == [SHORT, "done"]
    t.pick("done")
    assert (t.lawn(0), t.lawn(1)) == (["# " + LEASH], ["# " + SHORT])


def test_two_things_are_as_many_as_there_are():
    purge = spell("Purge", item("destroy", "creature", of="any_neighbor", n=2))
    t = story(3, hand0=["Purge"], lawn1=[TINY], lawn2=[LEASH], faces=[purge])
    t.cast("Purge").pick(TINY, verb="destroy")
    assert (t.lawn(1), t.lawn(2)) == ([], [LEASH])


def test_another_thing_is_not_one_that_was_named_before():
    twice = spell("Twice", item("destroy", "creature", of="any_player"),
                  item("hex", "mythical", of="any_player", other=True))  # fmt: skip
    t = story(hand0=["Twice"], lawn1=[TINY, LEASH], faces=[twice])
    t.cast("Twice").pick(TINY, verb="destroy")
    assert t.lawn(1) == ["# " + LEASH]


def test_another_creature_is_not_the_source():
    lone = creature("Lone", ARRIVAL, item("return", "creature", of="any_player", other=True))
    t = story(phase="summon", hand0=["Lone"], faces=[lone])
    t.summon("Lone")
    assert not t.events("declare")


# --- conditions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "offered"),
    [
        (has("creature", "you", least=2), True),
        (has("mythical", "you", least=2), False),
        (has("hexed", "you", least=1, most=1), True),
        (has("card", "each_neighbor", most=0), False),
        (has("card", "any_neighbor", most=0), True),
        (has("rune", "each_player", least=1), False),
        (has("rune", "any_player", least=2), True),
        (has("mythical", "you", fewest=True), False),
        (has("mythical", "each_neighbor", fewest=True), True),
        (has("creature", "you", names=(TINY,), least=1), True),
        (has("creature", "you", names=(SHORT,), least=1), False),
        (has("creature", "you", family_not=("griffin",), least=2), False),
        (has("creature", "you", family_not=("dragon", "unicorn"), least=2), True),
        (has("creature", "you", family="pegasus", least=1), True),
        (has("sacrificial", "any_player", least=1), False),
    ],
)
def test_a_condition_counts_what_everybody_can_see(condition, offered):
    test = spell("Test", item("draw"), conditions=(condition,))
    t = story(3, hand0=["Test"], hand1=[HEX], lawn0=[TINY], hexed0=[LEASH], fence1=[TRAP, SALTY],
              faces=[test])  # fmt: skip
    assert ("Test" in t.labels()) is offered


def test_a_spells_condition_cannot_speak_of_that_player_who_is_nobody_yet():
    wrong = SPELL.replace(
        "price = []", 'price = []\nif = [{ has = "card", of = "that_player", min = 1 }]'
    )
    with pytest.raises(DeckError, match=r"if.1.of: is nobody yet: expected another scope"):
        load_deck("ours.toml", deck(wrong))


@pytest.mark.rule("RR-EFF-10")
def test_a_condition_that_held_when_the_trigger_occurred_is_not_judged_again():
    proud = rune("Proud", on("turn_begins", by="any_player"), item("draw"),
                 conditions=(has("mythical", "you", least=1),))  # fmt: skip
    hexer = creature(
        "Hexer", on("turn_begins", by="you"), item("hex", "mythical", of="any_neighbor")
    )
    t = story(phase="begin", lawn0=["Hexer"], lawn1=[TINY], fence1=["Proud"], faces=[proud, hexer])
    t.use("Hexer", seat=0).use("Proud", seat=1)
    assert (t.lawn(1), t.fence(1)) == (["# " + TINY], [])
    assert [event.face for event in t.events("activate", "fizzle")] == ["proud"]


def test_a_regulation_with_the_fewest_speaks_to_all_who_are_tied():
    poorest = has("mythical", "that_player", fewest=True)
    bylaw = regulation("Bylaw", on("turn_begins", by="each_player"),
                       item("draw", who="that_player"), conditions=(poorest,))  # fmt: skip
    t = story(phase="begin", regulation="Bylaw", deck=[TINY], faces=[bylaw])
    assert t.events("draw")[0].by == 0
    t = story(phase="begin", regulation="Bylaw", lawn0=[TINY], faces=[bylaw])
    assert not t.events("declare")


# --- what was begun before a seat was removed ----------------------------------------------------


def test_a_price_that_was_paid_before_a_seat_was_removed_is_not_paid_again():
    steep = spell("Steep", item("discard", who="each_neighbor"), item("draw", n=2),
                  price=[item("sacrifice", "creature"), item("discard")])  # fmt: skip
    t = story(3, hand0=["Steep", HEX, SICK], hand1=[HEX, HEX], hand2=[HEX], lawn0=[TINY, LEASH],
              deck=[SHORT, PARCEL], faces=[steep])  # fmt: skip
    t.cast("Steep").pick(TINY, verb="sacrifice").pick(HEX, verb="discard", seat=0)
    assert (t.seat, t.verb) == (1, "discard")
    t.table.remove(1)
    assert t.lawn(0) == [LEASH]
    assert t.hand(0) == [SICK, SHORT, PARCEL]


def test_a_price_item_that_a_removed_seat_was_asked_about_counts_as_paid():
    theirs = item("discard", who="any_neighbor")
    levy = spell("Levy", item("draw", n=2), price=[item("discard"), theirs])
    t = story(
        3, hand0=["Levy", HEX, SICK], hand1=[HEX, HEX], hand2=[HEX], deck=[SHORT, PARCEL],
        faces=[levy],
    )  # fmt: skip
    t.cast("Levy").pick("player 1", verb="player").pick(HEX, verb="discard", seat=0)
    assert (t.seat, t.verb) == (1, "discard")
    t.table.remove(1)
    assert t.hand(0) == [SICK, SHORT, PARCEL]
    assert t.hand(2) == [HEX]


def test_a_seat_removed_before_the_first_turn_has_nothing_dealt_again():
    table = dealt(3)
    while not table.asked:
        table.chance(SeededDealer(1).deal(table.pending))
    assert [choose.verb for choose in table.asked] == ["rune_limit"]
    hands = [len(hand) for hand in table.state.hand]
    table.remove(2)
    assert hands == [5, 5, 5]
    assert [len(hand) for hand in table.state.hand] == [5, 5, 0]
    while table.asked and table.asked[0].verb == "rune_limit":
        table.answer(table.asked[0].seat, 0)
    assert [len(fence) for fence in table.state.fence] == [2, 2, 0]
    assert table.state.phase != "setup"


def test_a_seat_removed_before_the_deal_is_dealt_nothing_and_does_not_begin():
    table = dealt(3, declared=[0, 0, 9])
    assert isinstance(table.pending, Shuffle)
    table.remove(2)
    while isinstance(table.pending, Shuffle | Roll):
        table.chance(SeededDealer(1).deal(table.pending))
    assert [len(hand) for hand in table.state.hand][2] == 0
    assert table.state.player in (0, 1)


def dealt(seats, declared=()):
    """A table whose first Regulation lowers the Rune limit."""
    fences = next(face for face in base_deck().faces if face.id == "maximum-fence-height")
    others = [face for face in base_deck().faces if face.kind != "regulation"]
    low = replace(base_deck(), name="low", faces=(*others, replace(fences, copies=2)))
    options = settle(SETTINGS, {"deck_check": "custom", "window": "fast", "leaver": "removed"})
    return Table(RunesRegulations(low), seats, options, list(declared))


# --- cards of the expansion with base zones ------------------------------------------------------


def test_a_price_is_paid_for_what_entered():
    mat = rune("Mat", on("enters_lawn", "mythical", of="any_neighbor"), item("steal", "that"),
               price=[item("discard")])  # fmt: skip
    t = story(phase="summon", hand0=[TINY], hand1=[HEX], fence1=["Mat"], faces=[mat])
    t.summon(TINY).use("Mat", seat=1).pick(HEX, verb="discard", seat=1)
    assert t.lawn(1) == [TINY]


def test_a_hex_may_be_undone_for_that_creature():
    light = rune("Light", on("hex", "mythical", of="you"), item("restore", "that"))
    t = story(hand0=[HEX], lawn1=[TINY], fence1=["Light"], faces=[light])
    t.cast(HEX).use("Light", seat=1)
    assert t.lawn(1) == [TINY]


def test_a_family_is_one_of_all_the_words_in_a_name():
    both = replace(creature("Both"), families=("dragon", "griffin"))
    cull = spell("Cull", item("destroy", "creature", of="any_player", family="griffin"))
    keep = spell("Keep", item("destroy", "creature", of="any_player", family_not=("dragon",)))
    t = story(hand0=["Cull", "Keep"], lawn1=["Both"], faces=[both, cull, keep])
    assert t.labels() == ["Cull", "draw", "skip"]
